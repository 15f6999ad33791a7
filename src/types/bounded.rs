//! Strings and sequences of at most so many bytes or elements.

use core::ops::Deref;

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::key::Key;
use crate::list::Seq;
use crate::packed::Words;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::via::columns_of;

/// A string, byte string, sequence, set or map of at most `N` bytes or elements, owned or borrowed.
///
/// The bound is checked when it is made and when it is decoded, so that encoding it never fails,
/// and its size is known: [`MAX_LEN`](crate::Serialize::MAX_LEN). The bytes are those of `T`.
///
/// ```
/// use onesheet::{ErrorKind, Serialize};
/// use onesheet::types::Bounded;
///
/// type Name<'a> = Bounded<&'a str, 16>;
///
/// let name = Name::new("sensor").unwrap();
/// assert_eq!(name.len(), 6);
/// assert_eq!(Name::MAX_LEN, 17);
/// assert!(Name::new("a name of more than 16 bytes").is_none());
///
/// let message = onesheet::encode("a name of more than 16 bytes");
/// let error = onesheet::decode_view::<Name>(&message).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::CapacityExceeded);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounded<T, const N: usize>(T);

/// A type that is written as a count and then its bytes or elements (W5, W9, W10).
pub trait Counted {
    /// Its bytes, if it is text, else its elements.
    fn count(&self) -> usize;
}

impl<T: Counted, const N: usize> Bounded<T, N> {
    /// Wraps a value, unless it has more than `N` bytes or elements.
    #[must_use]
    pub fn new(value: T) -> Option<Self> {
        (value.count() <= N).then_some(Bounded(value))
    }
}

impl<T, const N: usize> Bounded<T, N> {
    /// The value.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, const N: usize> Deref for Bounded<T, N> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Key, const N: usize> Key for Bounded<T, N> {
    fn order(&self, other: &Self) -> core::cmp::Ordering {
        self.0.order(&other.0)
    }
}

impl<T: Serialize + Counted, const N: usize> Serialize for Bounded<T, N> {
    const SCHEMA: &'static Schema = &T::SCHEMA.with_max(N);
    const FALLIBLE: bool = T::FALLIBLE;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        self.0.serialize(w)
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        T::serialize_slice(items.field(|bounded| &bounded.0), w)
    }
}

impl<'de, T: Deserialize<'de> + Counted, const N: usize> Deserialize<'de> for Bounded<T, N> {
    columns_of! { T }

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        // Before anything is claimed for more than N.
        r.clone().at_most(N)?;
        T::deserialize(r).map(Bounded)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let mut counts = Words::<u64>::open(&mut r.clone(), n)?;
        for _ in 0..n {
            if counts.next() > N as u64 {
                return Err(r.error(ErrorKind::CapacityExceeded));
            }
        }
        T::deserialize_many(r, n)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        T::next(column).map(Bounded)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        self.0.heap_size()
    }
}

macro_rules! counted {
    ($([$($generics:tt)*] $ty:ty)*) => {$(
        impl<$($generics)*> Counted for $ty {
            #[inline]
            fn count(&self) -> usize {
                self.len()
            }
        }
    )*};
}

counted! {
    [] &str
    [T] &[T]
    ['de, T: Deserialize<'de>] Seq<'de, T>
}

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::Counted;
    use alloc::boxed::Box;
    use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
    use alloc::string::String;
    use alloc::vec::Vec;

    counted! {
        [] String
        [] Box<str>
        [T] Vec<T>
        [T] Box<[T]>
        [T] VecDeque<T>
        [T] BTreeSet<T>
        [K, V] BTreeMap<K, V>
    }

    #[cfg(feature = "std")]
    counted! {
        [T, S] std::collections::HashSet<T, S>
        [K, V, S] std::collections::HashMap<K, V, S>
    }
}
