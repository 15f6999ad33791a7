//! Lists of few numbers, and of few structs of numbers, are read column by column at once: they are what is
//! read value by value, and of a damaged one the same is refused.

use std::cell::Cell;
use std::fmt::Debug;

use onesheet::list::Seq;
use onesheet::types::Fixed;
use onesheet::{Deserialize, Serialize, decode, decode_view, encode};

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Pixel {
    x: u8,
    #[onesheet(fixed)]
    y: u16,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Point(i32, Option<()>);

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Sample {
    at: u64,
    pixel: Pixel,
    pair: (u16, f32),
    valid: bool,
    value: i16,
    #[onesheet(fixed)]
    raw: u32,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Outer {
    sample: Sample,
    last: i64,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Wide {
    words: [u128; 9],
    number: u32,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Skipped {
    number: u32,
    #[onesheet(skip)]
    seen: u8,
}

/// Numbers of every magnitude, `bits` of them apart.
fn number(place: usize, bits: u32, base: u64) -> u64 {
    let spread = (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits.clamp(1, 64));
    base.wrapping_add(if bits == 0 { 0 } else { spread })
}

fn sample(x: u64) -> Sample {
    Sample {
        at: x,
        pixel: Pixel { x: x as u8, y: x as u16 },
        pair: (x as u16, x as f32),
        valid: x % 3 == 0,
        value: x as i16,
        raw: !x as u32,
    }
}

/// A type of which lists are read in both ways.
trait Read: for<'de> Deserialize<'de, Column: Clone> {}

impl<T: for<'de> Deserialize<'de, Column: Clone>> Read for T {}

/// The list value by value.
fn each<T: Read>(bytes: &[u8]) -> onesheet::Result<Vec<T>> {
    decode_view::<Seq<'_, T>>(bytes).map(|list| list.into_iter().collect())
}

/// Every list that begins with those values, and what is left of it when a byte is wrong or missing.
#[track_caller]
fn check<T: Serialize + Read + PartialEq + Debug>(values: &[T]) {
    for n in 0..=values.len() {
        let values = &values[..n];
        let bytes = encode(values);
        assert_eq!(decode::<Vec<T>>(&bytes).as_deref(), Ok(values));
        assert_eq!(each::<T>(&bytes).as_deref(), Ok(values));
        if ![2, 5, 8, 9, 16].contains(&n) {
            continue;
        }
        for place in 0..bytes.len() {
            let ends = decode::<Vec<T>>(&bytes[..place]).map_err(|error| error.kind());
            assert_eq!(ends, each::<T>(&bytes[..place]).map_err(|error| error.kind()));
            for flip in [1, 0x80] {
                let mut wrong = bytes.clone();
                wrong[place] ^= flip;
                let found = decode::<Vec<T>>(&wrong).map_err(|error| error.kind());
                let expected = each::<T>(&wrong).map_err(|error| error.kind());
                // By their bytes: a number may be none.
                assert_eq!(found.map(|list| encode(&list)), expected.map(|list| encode(&list)));
            }
        }
    }
}

/// An array is the list without its count.
#[track_caller]
fn check_array<T: Serialize + Read + PartialEq + Debug + Copy, const N: usize>(values: &[T]) {
    let array: [T; N] = values[..N].try_into().unwrap();
    let bytes = encode(&array);
    assert_eq!(bytes, encode(&values[..N])[1..]);
    assert_eq!(decode::<[T; N]>(&bytes), Ok(array));
    for place in 0..bytes.len() {
        assert!(decode::<[T; N]>(&bytes[..place]).is_err());
    }
}

fn check_all<T: Serialize + Read + PartialEq + Debug + Copy>(of: impl Fn(u64) -> T) {
    for bits in [0, 1, 2, 4, 7, 16, 30, 64] {
        for base in [0, 200, u64::MAX - 2] {
            let values: Vec<_> = (0..18).map(|place| of(number(place, bits, base))).collect();
            check(&values);
            check_array::<T, 2>(&values);
            check_array::<T, 3>(&values);
            check_array::<T, 4>(&values);
            check_array::<T, 7>(&values);
            check_array::<T, 8>(&values);
            check_array::<T, 9>(&values);
            check_array::<T, 16>(&values);
            check_array::<T, 17>(&values);
        }
    }
}

#[test]
fn numbers() {
    check_all(|x| x as u16);
    check_all(|x| x as i32);
    check_all(|x| x);
    check_all(|x| x as i64);
}

#[test]
fn tuples() {
    check_all(|x| (x as u8, x as i16));
    check_all(|x| (x, x as u32, x % 3 == 0));
    check_all(|x| ((x as u8, Fixed::new(x as u16)), x as u32));
}

#[test]
fn structs() {
    check_all(sample);
    check_all(|x| Outer { sample: sample(x), last: x as i64 });
}

/// Those are read by cursors, and are the same.
#[test]
fn not_of_numbers_alone() {
    check_all(|x| Point(x as i32, (x % 2 == 0).then_some(())));
    check_all(|x| Wide { words: [x.into(); 9], number: x as u32 });
    check_all(|x| (x as u16, Some(x)));
    check_all(|x| Skipped { number: x as u32, seen: 0 });
}

thread_local! {
    static DROPPED: Cell<u32> = const { Cell::new(0) };
}

#[derive(Serialize, Deserialize)]
struct Counted(u16, u32);

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

/// No value is made but those of the list.
#[test]
fn as_many_as_there_are() {
    let bytes = encode(&vec![(1u16, 2u32); 3]);
    let list = decode::<Vec<Counted>>(&bytes).unwrap();
    assert_eq!((list.len(), DROPPED.get()), (3, 0));
    drop(list);
    assert_eq!(DROPPED.get(), 3);
}
