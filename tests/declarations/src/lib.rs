//! What a crate that `onesheet-declarations` writes is checked with: each type against the dynamic
//! codec, through its schema.

mod check;
mod fill;
mod fit;
pub mod prelude;

use std::process::ExitCode;

use onesheet::list::Seq;
use onesheet::with::With;
use onesheet::{Deserialize, Error, ErrorKind, Limits, Schema, Serialize};
use onesheet::{decode_with, encode, encode_to_slice, encoded_len};

/// A module that was written.
pub struct Declaration {
    /// The number that it was made from, with the seed.
    pub number: u64,
    pub text: &'static str,
    pub cases: &'static [&'static [Case]],
    pub narrow: Narrow,
}

/// Which values the Rust types may refuse though their schema has them.
#[derive(Clone, Copy, PartialEq)]
pub struct Narrow {
    /// 0, and a second of nanoseconds.
    pub parts: bool,
    /// What is more than a `usize` or an `isize`.
    pub machine: bool,
}

/// A type of the module, or one around it.
pub struct Case {
    /// The type, as it is written.
    pub ty: &'static str,
    pub schema: &'static Schema,
    /// Decodes a message and encodes its value, in every way that there is.
    pub again: fn(&[u8], &Limits) -> Result<Vec<u8>, Error>,
    /// The type's `MAX_LEN`, if it has one.
    pub max_len: Option<usize>,
}

/// A [`Case`], of a list that is viewed, of a type with a `MAX_LEN`, or of any other.
#[macro_export]
macro_rules! case {
    (seq $ty:ty) => {
        $crate::case!(@ $crate::seq::<$ty>, onesheet::list::Seq<$ty>, None)
    };
    (bounded $ty:ty) => {
        $crate::case!(@ $crate::one::<$ty>, $ty, Some(<$ty as onesheet::Serialize>::MAX_LEN))
    };
    (any $ty:ty) => {
        $crate::case!(@ $crate::one::<$ty>, $ty, None)
    };
    (@ $again:expr, $ty:ty, $max_len:expr) => {
        $crate::Case {
            ty: stringify!($ty),
            schema: <$ty as onesheet::Serialize>::SCHEMA,
            again: |message, limits| $again(message, limits),
            max_len: $max_len,
        }
    };
}

/// [`Case::again`] of most types.
pub fn one<'de, T: Deserialize<'de> + Serialize>(
    message: &'de [u8],
    limits: &Limits,
) -> Result<Vec<u8>, Error> {
    let fixed = T::SCHEMA.fixed_size();
    assert_eq!((<T as Serialize>::FIXED, <T as Deserialize>::FIXED), (fixed, fixed), "FIXED");
    let value: T = decode_with(message, limits)?;
    let bytes = encode(&value);
    assert_eq!(encoded_len(&value), bytes.len(), "encoded_len");
    let mut buf = vec![0; bytes.len()];
    assert_eq!(encode_to_slice(&value, &mut buf), Ok(bytes.len()), "encode_to_slice");
    assert_eq!(buf, bytes, "encode_to_slice");
    if let Some((_, short)) = buf.split_last_mut() {
        let full = encode_to_slice(&value, short).map_err(|error| error.kind());
        assert_eq!(full, Err(ErrorKind::BufferFull), "encode_to_slice with a byte too few");
    }
    Ok(bytes)
}

/// [`Case::again`] of a view of a list, which also gives all its values one by one.
pub fn seq<'de, T: Deserialize<'de, Column: Clone> + Serialize>(
    message: &'de [u8],
    limits: &Limits,
) -> Result<Vec<u8>, Error> {
    let view: Seq<T> = decode_with(message, limits)?;
    assert_eq!(view.iter().count(), view.len(), "values that iter() yields");
    if let Some(last) = view.len().checked_sub(1) {
        let walked = view.iter().last().map(|value| encode(&value));
        let skipped = view.iter().nth(last).map(|value| encode(&value));
        assert!(walked.is_some(), "iter() has no last value");
        assert_eq!(skipped, walked, "the last value by nth()");
    }
    one::<Seq<T>>(message, limits)
}

/// A number with its bits turned round: for `with`, of all values.
pub struct Inverted;

impl With<u32> for Inverted {
    type Wire<'a> = u32;

    fn to_wire(number: &u32) -> u32 {
        !number
    }

    fn from_wire(wire: u32) -> Option<u32> {
        Some(!wire)
    }
}

/// A number one below that on the wire: for `with`, which refuses 0.
pub struct FromOne;

impl With<u16> for FromOne {
    type Wire<'a> = u16;

    fn to_wire(number: &u16) -> u16 {
        number.saturating_add(1)
    }

    fn from_wire(wire: u16) -> Option<u16> {
        wire.checked_sub(1)
    }
}

/// Checks all that was declared, and says of each failure how to repeat it.
#[must_use]
pub fn run(seed: u64, declarations: &[Declaration]) -> ExitCode {
    check::run(seed, declarations)
}
