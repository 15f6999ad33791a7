//! What is compiled in the crate that is written, for the `onesheet` that this crate has: with
//! memory (the feature `alloc`) or without.

#[cfg(feature = "alloc")]
use onesheet::encode;
use onesheet::list::Seq;
use onesheet::with::With;
use onesheet::{
    Deserialize, Error, ErrorKind, Serialize, decode_with, encode_to_slice, encoded_len,
};
use onesheet_declarations::{Forms, Limits, Refusal};

/// What a declaration may name.
pub mod prelude {
    pub use std::cmp::Reverse;
    pub use std::marker::PhantomData;
    pub use std::num::{NonZeroI8, NonZeroI32, NonZeroU8, NonZeroU16, NonZeroU64, NonZeroU128};
    pub use std::time::Duration;

    #[cfg(feature = "alloc")]
    pub use std::{
        borrow::Cow,
        collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque},
        rc::Rc,
        sync::Arc,
    };

    #[cfg(not(feature = "alloc"))]
    pub use heapless::{self, index_map::FnvIndexMap, index_set::FnvIndexSet};

    pub use onesheet::list::Seq;
    pub use onesheet::types::{Be, Bounded, Fixed, Le};
    pub use onesheet::{Deserialize, Serialize};

    pub use super::{FromOne, Inverted};
}

/// A `Case` of a list that is viewed, of a type with a `MAX_LEN`, or of any other.
macro_rules! case {
    (seq $ty:ty) => {
        case!(@ crate::inside::seq::<$ty>, onesheet::list::Seq<$ty>, None)
    };
    (bounded $ty:ty) => {
        case!(@ crate::inside::one::<$ty>, $ty, Some(<$ty as onesheet::Serialize>::MAX_LEN))
    };
    (any $ty:ty) => {
        case!(@ crate::inside::one::<$ty>, $ty, None)
    };
    (@ $again:expr, $ty:ty, $max_len:expr) => {
        onesheet_declarations::Case {
            ty: stringify!($ty),
            forms: crate::inside::forms::<$ty>,
            again: |message, limits| {
                $again(message, &crate::inside::limits(limits)).map_err(crate::inside::refusal)
            },
            max_len: $max_len,
        }
    };
}

pub fn forms<T: Serialize>() -> Forms {
    let schema = T::SCHEMA;
    #[cfg(feature = "alloc")]
    let dynamic = onesheet_declarations::Type::from_schema(schema);
    Forms {
        text: schema.to_string(),
        json: schema.json().to_string(),
        fingerprint: schema.fingerprint(),
        #[cfg(feature = "alloc")]
        dynamic: Some(dynamic.map_err(|error| error.to_string())),
        #[cfg(not(feature = "alloc"))]
        dynamic: None,
    }
}

pub fn limits(limits: Option<Limits>) -> onesheet::Limits {
    limits.map_or_else(Default::default, |Limits { max_alloc, max_depth }| {
        onesheet::Limits::new().max_alloc(max_alloc).max_depth(max_depth)
    })
}

pub fn refusal(error: Error) -> Refusal {
    Refusal { kind: format!("{:?}", error.kind()), text: error.to_string() }
}

fn to_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    let mut buf = vec![0; encoded_len(value)];
    assert_eq!(encode_to_slice(value, &mut buf), Ok(buf.len()), "encode_to_slice");
    buf
}

/// `Case::again` of most types.
pub fn one<'de, T: Deserialize<'de> + Serialize>(
    message: &'de [u8],
    limits: &onesheet::Limits,
) -> Result<Vec<u8>, Error> {
    let fixed = T::SCHEMA.fixed_size();
    assert_eq!((<T as Serialize>::FIXED, <T as Deserialize>::FIXED), (fixed, fixed), "FIXED");
    let value: T = decode_with(message, limits)?;
    let bytes = to_bytes(&value);
    #[cfg(feature = "alloc")]
    assert_eq!(encode(&value), bytes, "encode");
    let mut buf = bytes.clone();
    if let Some((_, short)) = buf.split_last_mut() {
        let full = encode_to_slice(&value, short).map_err(|error| error.kind());
        assert_eq!(full, Err(ErrorKind::BufferFull), "encode_to_slice with a byte too few");
    }
    Ok(bytes)
}

/// `Case::again` of a view of a list, which also gives all its values one by one.
pub fn seq<'de, T: Deserialize<'de, Column: Clone> + Serialize>(
    message: &'de [u8],
    limits: &onesheet::Limits,
) -> Result<Vec<u8>, Error> {
    let view: Seq<T> = decode_with(message, limits)?;
    assert_eq!(view.iter().count(), view.len(), "values that iter() yields");
    if let Some(last) = view.len().checked_sub(1) {
        let walked = view.iter().last().map(|value| to_bytes(&value));
        let skipped = view.iter().nth(last).map(|value| to_bytes(&value));
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
