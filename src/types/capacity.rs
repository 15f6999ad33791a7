//! Containers of fixed capacity, which need no allocator.
//!
//! | Rust | format |
//! |--|--|
//! | `heapless::Vec<T, N>`, `arrayvec::ArrayVec<T, N>` | seq(T) of at most N elements |
//! | `heapless::String<N>`, `arrayvec::ArrayString<N>` | str of at most N bytes |
//! | `heapless::LinearMap<K, V, N>`, `heapless::IndexMap<K, V, S, N>` | map(K, V) of at most N entries |
//! | `heapless::IndexSet<T, S, N>` | set(T) of at most N elements |
#![cfg(any(feature = "heapless-0_8", feature = "heapless-0_9", feature = "arrayvec"))]

use core::cmp::Ordering;

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::key::Key;
use crate::packed::Words;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{Serialize, Sink, Writer};
use crate::types::seq::SeqColumn;
use crate::types::text::TextColumn;
use crate::types::via::ViaColumn;

/// Checks the counts of a list of `n` containers before anything is read into them.
fn check_counts(r: &Reader<'_>, n: usize, capacity: usize) -> Result<()> {
    let mut counts = Words::<u64>::open(&mut r.clone(), n)?;
    for _ in 0..n {
        if counts.next() > capacity as u64 {
            return Err(r.error(ErrorKind::CapacityExceeded));
        }
    }
    Ok(())
}

/// Reads the count of one container.
fn count<'de, T: Deserialize<'de>>(r: &mut Reader<'de>, capacity: usize) -> Result<usize> {
    check_counts(r, 1, capacity)?;
    r.seq_count::<T>(0)
}

/// The error that what was read does not fit after all.
#[cold]
fn exceeded(at: usize) -> Error {
    Error::new(ErrorKind::CapacityExceeded, at)
}

macro_rules! sequence {
    ($ty:ident) => {
        impl<T: Serialize, const N: usize> Serialize for $ty<T, N> {
            const SCHEMA: &'static Schema = &<[T]>::SCHEMA.with_max(N);

            #[inline]
            fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error> {
                self.as_slice().serialize(w)
            }

            #[inline]
            fn serialize_slice<S: Sink>(items: Items<'_, Self>, s: &mut S) -> Result<(), S::Error> {
                s.slices(items, Self::as_slice)
            }
        }

        impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for $ty<T, N> {
            type Column = SeqColumn<'de, T::Column>;

            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                let n = count::<T>(r, N)?;
                let at = r.position();
                // W15; in small memory one way for all is less code.
                if n == 1 && cfg!(feature = "alloc") {
                    let mut values = $ty::new();
                    values.try_push(T::deserialize(r)?).map_err(|_| exceeded(at))?;
                    return Ok(values);
                }
                let mut column = T::deserialize_many(r, n)?;
                fill::<T, N>(&mut column, n, at)
            }

            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                check_counts(r, n, N)?;
                SeqColumn::open::<T>(r, n, 0)
            }

            fn next(column: &mut Self::Column) -> Result<Self> {
                let n = column.next_count()?;
                fill::<T, N>(&mut column.items, n, 0)
            }

            fn check(column: Self::Column, _: usize) -> Result<()> {
                column.check::<T>()
            }

            fn claims(&self) -> usize {
                crate::types::seq::claims_of(self)
            }
        }

        fn fill<'de, T: Deserialize<'de>, const N: usize>(
            column: &mut T::Column,
            n: usize,
            at: usize,
        ) -> Result<$ty<T, N>> {
            let mut values = $ty::new();
            for _ in 0..n {
                let value = T::next(column)?;
                values.try_push(value).map_err(|_| exceeded(at))?;
            }
            Ok(values)
        }

        impl<T: Key, const N: usize> Key for $ty<T, N> {
            fn order(&self, other: &Self) -> Ordering {
                self.as_slice().order(other.as_slice())
            }
        }
    };
}

macro_rules! text {
    ($ty:ident, $from:expr) => {
        impl<const N: usize> Serialize for $ty<N> {
            const SCHEMA: &'static Schema = &Schema::Str { max: Some(N) };

            #[inline]
            fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error> {
                self.as_str().serialize(w)
            }

            #[inline]
            fn serialize_slice<S: Sink>(items: Items<'_, Self>, s: &mut S) -> Result<(), S::Error> {
                s.slices(items, |text| text.as_str().as_bytes())
            }
        }

        impl<'de, const N: usize> Deserialize<'de> for $ty<N> {
            type Column = TextColumn<'de>;

            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                check_counts(r, 1, N)?;
                let at = r.position();
                $from(r.text()?).ok_or_else(|| exceeded(at))
            }

            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                check_counts(r, n, N)?;
                TextColumn::open(r, n)
            }

            fn next(column: &mut Self::Column) -> Result<Self> {
                $from(column.next()?).ok_or_else(|| exceeded(0))
            }
        }

        impl<const N: usize> Key for $ty<N> {
            fn order(&self, other: &Self) -> Ordering {
                self.as_str().order(other.as_str())
            }
        }
    };
}

#[cfg(feature = "arrayvec")]
mod arrayvec {
    use super::*;
    use ::arrayvec::{ArrayString, ArrayVec};

    sequence! { ArrayVec }
    text! { ArrayString, |text| ArrayString::from(text).ok() }
}

/// A map of fixed capacity that keeps its entries in an order of its own.
///
/// A walk in ascending order takes the least key above the last, again and again, for there is no
/// memory to sort in.
trait Map: Sized {
    type Key: Key;
    type Value;
    const CAPACITY: usize;

    fn new() -> Self;
    fn count(&self) -> usize;
    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
    /// Adds an entry, if there is room and the key is new.
    fn add(&mut self, key: Self::Key, value: Self::Value) -> Option<()>;

    fn ascending(&self) -> Ascending<'_, Self> {
        Ascending { map: self, last: None, left: self.count() }
    }
}

/// The entries of a map in ascending order.
struct Ascending<'a, M: Map> {
    map: &'a M,
    last: Option<&'a M::Key>,
    left: usize,
}

impl<M: Map> Clone for Ascending<'_, M> {
    fn clone(&self) -> Self {
        Ascending { ..*self }
    }
}

impl<'a, M: Map> Iterator for Ascending<'a, M> {
    type Item = (&'a M::Key, &'a M::Value);

    fn next(&mut self) -> Option<Self::Item> {
        let last = self.last;
        let above = |key: &M::Key| last.is_none_or(|last| key.order(last).is_gt());
        let next = self.map.entries().filter(|entry| above(entry.0));
        let next = next.min_by(|a, b| a.0.order(b.0))?;
        self.last = Some(next.0);
        self.left = self.left.saturating_sub(1);
        Some(next)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<M: Map> ExactSizeIterator for Ascending<'_, M> {}

/// Takes `n` entries that ascend strictly.
fn next_map<'de, M: Map>(
    column: &mut <(M::Key, M::Value) as Deserialize<'de>>::Column,
    n: usize,
    at: usize,
) -> Result<M>
where
    M::Key: Deserialize<'de>,
    M::Value: Deserialize<'de>,
{
    let mut map = M::new();
    let mut last: Option<(M::Key, M::Value)> = None;
    for _ in 0..n {
        let next = <(M::Key, M::Value)>::next(column)?;
        if let Some((key, value)) = last {
            if key.order(&next.0).is_ge() {
                return Err(Error::new(ErrorKind::NotAscending, at));
            }
            map.add(key, value).ok_or_else(|| exceeded(at))?;
        }
        last = Some(next);
    }
    if let Some((key, value)) = last {
        map.add(key, value).ok_or_else(|| exceeded(at))?;
    }
    Ok(map)
}

/// Implements both traits for a [`Map`] whose wire form is a map, or a set of its keys.
macro_rules! map {
    ([$($generics:tt)*] [$($bound:tt)*] $ty:ty, $key:ident, $value:ty, $schema:expr) => {
        impl<$($generics)*> Serialize for $ty
        where
            $key: Serialize + Key + $($bound)*,
            $value: Serialize,
        {
            const SCHEMA: &'static Schema = &$schema.with_max(<Self as Map>::CAPACITY);

            fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error> {
                w.write_sequence(Map::ascending(self))
            }

            fn serialize_slice<O: Sink>(items: Items<'_, Self>, s: &mut O) -> Result<(), O::Error> {
                s.sequences(items, Map::count, Map::ascending)
            }
        }

        impl<'de, $($generics)*> Deserialize<'de> for $ty
        where
            $key: Deserialize<'de> + Key + $($bound)*,
            $value: Deserialize<'de>,
        {
            type Column = ViaColumn<SeqColumn<'de, <($key, $value) as Deserialize<'de>>::Column>>;

            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                let n = count::<($key, $value)>(r, <Self as Map>::CAPACITY)?;
                let at = r.position();
                let mut column = <($key, $value)>::deserialize_many(r, n)?;
                next_map(&mut column, n, at)
            }

            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                check_counts(r, n, <Self as Map>::CAPACITY)?;
                let start = r.position();
                Ok(ViaColumn { column: SeqColumn::open::<($key, $value)>(r, n, 0)?, start })
            }

            fn next(column: &mut Self::Column) -> Result<Self> {
                let n = column.column.next_count()?;
                next_map(&mut column.column.items, n, column.start)
            }

            fn claims(&self) -> usize {
                self.entries().fold(0, |sum, (key, value)| {
                    sum.saturating_add(key.claims()).saturating_add(value.claims())
                })
            }
        }
    };
}

macro_rules! heapless {
    ($module:ident, $heapless:ident) => {
        mod $module {
            use super::*;
            use ::$heapless::{IndexMap, IndexSet, LinearMap, String, Vec};
            use core::hash::{BuildHasher, Hash};
            use core::str::FromStr;

            trait TryPush<T> {
                fn try_push(&mut self, value: T) -> Result<(), T>;
            }

            impl<T, const N: usize> TryPush<T> for Vec<T, N> {
                fn try_push(&mut self, value: T) -> Result<(), T> {
                    self.push(value)
                }
            }

            sequence! { Vec }
            text! { String, |text| String::from_str(text).ok() }

            impl<K: Key + Eq, V, const N: usize> Map for LinearMap<K, V, N> {
                type Key = K;
                type Value = V;
                const CAPACITY: usize = N;

                fn new() -> Self {
                    LinearMap::new()
                }

                fn count(&self) -> usize {
                    self.iter().count()
                }

                fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
                    self.iter()
                }

                fn add(&mut self, key: K, value: V) -> Option<()> {
                    self.insert(key, value).ok()?.is_none().then_some(())
                }
            }

            impl<K, V, S, const N: usize> Map for IndexMap<K, V, S, N>
            where
                K: Key + Eq + Hash,
                S: BuildHasher + Default,
            {
                type Key = K;
                type Value = V;
                const CAPACITY: usize = N;

                fn new() -> Self {
                    Self::default()
                }

                fn count(&self) -> usize {
                    self.iter().count()
                }

                fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
                    self.iter()
                }

                fn add(&mut self, key: K, value: V) -> Option<()> {
                    self.insert(key, value).ok()?.is_none().then_some(())
                }
            }

            impl<K, S, const N: usize> Map for IndexSet<K, S, N>
            where
                K: Key + Eq + Hash,
                S: BuildHasher + Default,
            {
                type Key = K;
                type Value = ();
                const CAPACITY: usize = N;

                fn new() -> Self {
                    Self::default()
                }

                fn count(&self) -> usize {
                    self.iter().count()
                }

                fn entries(&self) -> impl Iterator<Item = (&K, &())> {
                    self.iter().map(|key| (key, &()))
                }

                fn add(&mut self, key: K, _: ()) -> Option<()> {
                    self.insert(key).ok()?.then_some(())
                }
            }

            map! {
                [K, V, const N: usize] [Eq] LinearMap<K, V, N>, K, V,
                Schema::Map { key: K::SCHEMA, value: V::SCHEMA, max: None }
            }
            map! {
                [K, V, S: BuildHasher + Default, const N: usize] [Eq + Hash]
                IndexMap<K, V, S, N>, K, V,
                Schema::Map { key: K::SCHEMA, value: V::SCHEMA, max: None }
            }
            map! {
                [K, S: BuildHasher + Default, const N: usize] [Eq + Hash]
                IndexSet<K, S, N>, K, (),
                Schema::Set { item: K::SCHEMA, max: None }
            }
        }
    };
}

#[cfg(feature = "heapless-0_8")]
heapless! { heapless_0_8, heapless_0_8 }
#[cfg(feature = "heapless-0_9")]
heapless! { heapless_0_9, heapless_0_9 }
