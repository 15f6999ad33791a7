//! Old readers read new messages, and new readers old ones.
#![no_main]

use std::fmt::Debug;

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use onesheet::{Deserialize, Error, ErrorKind, Serialize, decode, encode};
use onesheet_fuzz::generations::{Old, old};

/// What any of the types can do.
trait Value: for<'a> Arbitrary<'a> + Serialize + for<'de> Deserialize<'de> + Debug {}

impl<T: for<'a> Arbitrary<'a> + Serialize + for<'de> Deserialize<'de> + Debug> Value for T {}

fuzz_target!(|input: &[u8]| {
    // An input that is too short for a value makes none.
    let _ = any(&mut Unstructured::new(input));
});

fn any(u: &mut Unstructured) -> Result<()> {
    match u.int_in_range(0..=6)? {
        0 => nested::<old::Point>(u),
        1 => nested::<old::Empty>(u),
        2 => nested::<old::Config>(u),
        3 => nested::<old::Event>(u),
        4 => nested::<old::Mode>(u),
        5 => nested::<old::Node>(u),
        _ => nested::<old::Document>(u),
    }
}

fn nested<T: Old<New: Value> + Value>(u: &mut Unstructured) -> Result<()> {
    match u.int_in_range(0..=2)? {
        0 => both_ways::<T>(u),
        1 => both_ways::<Vec<T>>(u),
        _ => both_ways::<Vec<Vec<T>>>(u),
    }
}

fn both_ways<T: Old<New: Value> + Value>(u: &mut Unstructured) -> Result<()> {
    let old: T = u.arbitrary()?;
    check(decode::<T::New>(&encode(&old)), Some(old.to_new()));
    let new: T::New = u.arbitrary()?;
    check(decode::<T>(&encode(&new)), T::from_new(new));
    Ok(())
}

fn check<T: Value>(read: Result<T, Error>, expected: Option<T>) {
    match (read, expected) {
        // By the bytes, for which a NaN is a NaN.
        (Ok(read), Some(expected)) => {
            assert_eq!(encode(&read), encode(&expected), "{read:?} for {expected:?}");
        }
        (Err(error), _) if error.kind() == ErrorKind::DepthLimit => {}
        (Err(error), None) => assert_eq!(error.kind(), ErrorKind::UnknownVariant),
        (read, expected) => panic!("{read:?} for {expected:?}"),
    }
}
