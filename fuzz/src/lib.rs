//! What the targets share: the matrix of types, and one property of each of them a function.

pub mod defaults;
pub mod files;
pub mod foreign;
pub mod generations;
mod types;
pub mod views;

use std::fmt::Debug;

use arbitrary::{Arbitrary, Unstructured};
use onesheet::{Deserialize, Error, ErrorKind, Limits, Schema, Serialize};
use onesheet::{decode_prefix, decode_with, encode, encode_to_slice, encoded_len};

use types::*;

/// Enough for any input of libFuzzer's default length, and little enough to be quick about lists
/// of units.
pub const LIMITS: Limits = Limits::new().max_alloc(1 << 18).max_depth(128);

/// What the format says of a type beyond W1 to W14.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// One encoding a value, and the values are those of the schema.
    Strict,
    /// W29 to W32: more messages than values.
    Extensible,
    /// The Rust type refuses values that its schema has: a zero `NonZero`.
    Narrower,
}

/// A type of the matrix.
#[derive(Clone, Copy)]
pub struct Case {
    pub name: &'static str,
    pub kind: Kind,
    pub schema: &'static Schema,
    pub decode: fn(&[u8], &Limits) -> Result<(), Error>,
    /// Decodes a message and encodes its value.
    pub again: fn(&[u8]) -> Result<Vec<u8>, Error>,
    /// Makes a value and takes it through every way in and out.
    pub roundtrip: fn(&mut Unstructured) -> arbitrary::Result<()>,
}

/// What a type of the matrix can do.
trait Value:
    Serialize + for<'de> Deserialize<'de> + for<'a> Arbitrary<'a> + Clone + Debug + PartialEq
{
}

impl<T> Value for T where
    T: Serialize + for<'de> Deserialize<'de> + for<'a> Arbitrary<'a> + Clone + Debug + PartialEq
{
}

impl Case {
    fn of<T: Value>(name: &'static str, kind: Kind) -> Self {
        Case {
            name,
            kind,
            schema: T::SCHEMA,
            decode: |message, limits| decode_with::<T>(message, limits).map(drop),
            again: again::<T>,
            roundtrip: roundtrip::<T>,
        }
    }
}

/// A NaN is not equal to itself: then the bytes alone say that the values are the same.
#[track_caller]
fn assert_same<T: Debug + PartialEq>(a: &T, b: &T) {
    #[expect(clippy::eq_op)]
    let comparable = a == a;
    assert!(a == b || !comparable, "{a:?} became {b:?}");
}

fn again<T: Value>(message: &[u8]) -> Result<Vec<u8>, Error> {
    let value: T = decode_with(message, &LIMITS)?;
    let bytes = encode(&value);
    let same = onesheet::decode(&bytes).expect("what was encoded can be decoded");
    assert_same(&value, &same);
    Ok(bytes)
}

fn roundtrip<T: Value>(u: &mut Unstructured) -> arbitrary::Result<()> {
    let value: T = u.arbitrary()?;
    let message = encode(&value);
    match onesheet::decode(&message) {
        Ok(same) => assert_same(&value, &same),
        // A value that is too deep for the limit is the only one that cannot be read back.
        Err(error) => assert_eq!(error.kind(), ErrorKind::DepthLimit, "{value:?}: {error}"),
    }
    assert_eq!(encoded_len(&value), message.len());
    let mut buf = vec![0; message.len()];
    assert_eq!(encode_to_slice(&value, &mut buf), Ok(message.len()));
    assert_eq!(buf, message);
    if let Some(short) = message.len().checked_sub(1) {
        let error = encode_to_slice(&value, &mut buf[..short]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BufferFull);
        // No proper start of a message is one (W22).
        assert!(decode_with::<T>(&message[..short], &LIMITS).is_err());
    }
    let mut two = message.clone();
    two.extend(&message);
    if let Ok((_, rest)) = decode_prefix::<T>(&two) {
        assert_eq!(rest, message);
    }
    Ok(())
}

macro_rules! matrix {
    ($($kind:ident { $($ty:ty;)* })*) => {
        /// Each type by itself and in a list.
        pub static CASES: std::sync::LazyLock<Vec<Case>> = std::sync::LazyLock::new(|| vec![$($(
            Case::of::<$ty>(stringify!($ty), Kind::$kind),
            Case::of::<Vec<$ty>>(concat!("Vec<", stringify!($ty), ">"), Kind::$kind),
        )*)*]);
    };
}

matrix! {
    Strict {
        u64;
        String;
        Vec<i16>;
        [u16; 2];
        [i64; 3];
        Nothing;
        Unsigned;
        Signed;
        Floats;
        Vertex;
        Pixel;
        Almost;
        Flags;
        Letter;
        Text;
        Maybe;
        Arrays;
        Block<2>;
        Block<67>;
        Lists;
        Others;
        Sets;
        Maps;
        Hashed;
        Colour;
        Shape;
        Single;
        Key;
        Keyed;
        Tree;
        Expr;
        Forest;
        Row;
        Pair<u16, bool>;
        Pair<(), String>;
        Pair<Vec<Row>, Option<Colour>>;
        Results;
        Pointers;
        Wrapped;
        Networks;
        Limited;
        Header;
        Skipped;
        Sixteen;
        Entry;
        Telemetry;
        BTreeMapOf;
    }
    Narrower {
        NonZeros;
        Times;
        Ranges;
        CText;
        Custom;
    }
    Extensible {
        Extensible;
        Required;
        NoFields;
        Open;
        Closed;
        Outer;
        Branch;
        Pair<Extensible, [Open; 2]>;
        Option<Outer>;
    }
}

type BTreeMapOf = std::collections::BTreeMap<String, u8>;

/// Splits an input into a type of the matrix and a message for it.
#[must_use]
pub fn split(input: &[u8]) -> Option<(&'static Case, &[u8])> {
    let (choice, message) = input.split_first()?;
    let case = CASES.get(usize::from(*choice) % CASES.len())?;
    Some((case, message))
}
