//! Types of other crates have the bytes of the types that the table says, which any reader knows.
#![cfg(all(
    feature = "bitflags-2",
    feature = "bytemuck-1",
    feature = "bytes-1",
    feature = "chrono-0_4",
    feature = "compact_str-0_10",
    feature = "either-1",
    feature = "glam-0_34",
    feature = "hashbrown-0_17",
    feature = "indexmap-2",
    feature = "jiff-1",
    feature = "mint-0_5",
    feature = "ordered-float-5",
    feature = "rust_decimal-1",
    feature = "semver-1",
    feature = "smallvec-1",
    feature = "smol_str-0_3",
    feature = "time-0_3",
    feature = "tinyvec-1",
    feature = "url-2",
    feature = "uuid-1"
))]

mod containers;
mod dates;
mod numbers;
mod texts;
mod values;

use std::fmt::Debug;

use onesheet::de::DeserializeOwned;
use onesheet::list::Seq;
use onesheet::{
    Error, ErrorKind, Limits, Serialize, decode, decode_with, encode, encode_to_slice, try_encode,
};

/// Each value has the bytes of its twin, alone and in lists, and the schema; the dynamic codec reads
/// them as `json` says.
fn twins<T, W>(pairs: &[(T, W)], json: &str)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
    W: Serialize + Clone,
    for<'de> <T as onesheet::Deserialize<'de>>::Column: Clone,
{
    assert_eq!(T::SCHEMA.to_string(), W::SCHEMA.to_string());
    assert_eq!(<T as Serialize>::FIXED, <W as Serialize>::FIXED);
    for (value, wire) in pairs {
        let message = encode(wire);
        assert_eq!(try_encode(value).as_ref(), Ok(&message), "{value:?}");
        assert_eq!(decode(&message).as_ref(), Ok(value));
        assert_eq!(decode(&encode(&(7u8, wire, "x"))), Ok((7u8, value.clone(), "x".to_string())));
    }
    let (values, wires): (Vec<T>, Vec<W>) = pairs.iter().cloned().unzip();
    for times in [1, 2, 500] {
        let values: Vec<T> = std::iter::repeat_n(values.clone(), times).flatten().collect();
        let wires: Vec<W> = std::iter::repeat_n(wires.clone(), times).flatten().collect();
        let message = encode(&wires);
        assert_eq!(try_encode(&values).as_ref(), Ok(&message));
        assert_eq!(decode::<Vec<T>>(&message).as_ref(), Ok(&values));
        let seq: Seq<T> = decode(&message).unwrap();
        assert!(seq.iter().eq(values.iter().cloned()));
        let mut buf = vec![0; message.len()];
        assert_eq!(encode_to_slice(&values, &mut buf), Ok(message.len()));
        assert_eq!(buf, message);
    }
    let ty = onesheet_dynamic::Type::from_text_or_json(&<Vec<T>>::SCHEMA.to_string()).unwrap();
    let limits = onesheet_dynamic::Limits::default();
    let read = onesheet_dynamic::decode(&ty, &try_encode(&values).unwrap(), &limits).unwrap();
    assert_eq!(read.to_exact_json().to_string(), json);
}

/// A value of the wire type that is none of `T`, alone and in a list.
fn refused<T: DeserializeOwned + Debug, W: Serialize + Clone>(
    good: &W,
    bad: &[W],
    kind: ErrorKind,
) {
    for bad in bad {
        assert_eq!(decode::<T>(&encode(bad)).unwrap_err(), Error::new(kind, 0));
        let list = vec![good.clone(), bad.clone()];
        assert_eq!(decode::<Vec<T>>(&encode(&list)).unwrap_err().kind(), kind);
        let after = decode::<(u8, T)>(&encode(&(1u8, bad))).unwrap_err();
        assert_eq!(after, Error::new(kind, 1));
    }
}

/// What a value of a heap claims is charged.
fn charged<T: DeserializeOwned + Debug>(message: &[u8]) {
    let limits = |max_alloc| Limits::default().max_alloc(max_alloc);
    assert!(decode_with::<T>(message, &limits(1 << 20)).is_ok());
    let error = decode_with::<T>(message, &limits(99)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
}
