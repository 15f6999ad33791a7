//! W10: sets and maps, sequences that ascend strictly.
//!
//! | Rust | format |
//! |--|--|
//! | `BTreeSet<T>`, `HashSet<T>` | set(T) |
//! | `BTreeMap<K, V>`, `HashMap<K, V>` | map(K, V) |
//!
//! What is written ascends in the format's order ([`Key`]), whatever the hasher, and whatever
//! `Ord` says of a type.
#![cfg(feature = "alloc")]

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::key::{Key, in_order};
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::seq::{SeqColumn, heap_size_of};

/// An opened list of sets or maps.
#[derive(Clone, Copy, Debug)]
pub struct MapColumn<'de, C> {
    pub(crate) seqs: SeqColumn<'de, C>,
    /// Where the list starts, for errors.
    pub(crate) start: usize,
}

/// A set: elements that are keys.
pub trait Set: Sized {
    type Item: Key;
    /// Bytes of heap that a set of this many elements takes, at most.
    fn heap(count: usize) -> usize;
    fn with_capacity(count: usize) -> Self;
    /// Adds an element; `false` if it was there.
    fn add(&mut self, item: Self::Item) -> bool;
}

/// A map, likewise.
pub trait Map: Sized {
    type Key;
    type Value;
    fn heap(count: usize) -> usize;
    fn with_capacity(count: usize) -> Self;
    fn add(&mut self, key: Self::Key, value: Self::Value) -> bool;
}

/// Bytes of the nodes of a `BTreeMap` of std: up to 11 entries each, at least 5 but for the root.
const fn tree_heap(count: usize, entry: usize) -> usize {
    const LINK: usize = 2 * size_of::<usize>();
    if count == 0 {
        return 0;
    }
    let leaf = entry.saturating_mul(11).saturating_add(3 * LINK);
    let leaves = count / 6 + 1;
    let inner = if leaves > 1 { leaves / 5 + 1 } else { 0 };
    leaf.saturating_mul(leaves.saturating_add(inner)).saturating_add(inner.saturating_mul(6 * LINK))
}

/// Bytes of the table of a `HashMap` of std: a power of two of buckets, at most 7/8 of them full,
/// and a control byte for each.
#[cfg(any(
    feature = "hashbrown-0_16",
    feature = "hashbrown-0_17",
    feature = "indexmap-2",
    feature = "serde-1",
    feature = "std"
))]
pub(crate) const fn table_heap(count: usize, entry: usize) -> usize {
    if count == 0 {
        return 0;
    }
    let buckets = match count.saturating_mul(8).div_ceil(7).checked_next_power_of_two() {
        Some(buckets) if buckets < 16 => 16,
        Some(buckets) => buckets,
        None => return usize::MAX,
    };
    buckets.saturating_mul(entry.saturating_add(1)).saturating_add(64)
}

/// Bytes that a container of std takes at most, which grows until it has this many values of `T`, or
/// entries with one each.
#[cfg(feature = "serde-1")]
pub(crate) fn any_heap<T>(count: usize) -> usize {
    // With what may align it in an entry.
    let size = size_of::<T>().saturating_add(align_of::<T>()).saturating_sub(1);
    // A table has twice the room of the one before it; so has a vector, which needs less.
    let table = table_heap(count, size);
    let tree = tree_heap(count, size).max(table.saturating_add(table / 2));
    let list = count.saturating_mul(size_of::<(usize, usize, T)>());
    // What an `Rc` of a slice has is copied to it.
    let twice = count.saturating_mul(2 * size_of::<T>()).saturating_add(3 * size_of::<usize>());
    tree.max(list).max(twice)
}

/// Reads `n` items that ascend strictly by `order`, and passes each on.
pub(crate) fn ascending<I>(
    n: usize,
    start: usize,
    mut next: impl FnMut() -> Result<I>,
    order: impl Fn(&I, &I) -> Ordering,
    mut add: impl FnMut(I) -> bool,
) -> Result<()> {
    let error = || Err(Error::new(ErrorKind::NotAscending, start));
    let mut last: Option<I> = None;
    for _ in 0..n {
        let item = next()?;
        if let Some(last) = last.take() {
            if order(&last, &item).is_ge() {
                return error();
            }
            if !add(last) {
                return error();
            }
        }
        last = Some(item);
    }
    if last.is_none_or(add) { Ok(()) } else { error() }
}

pub(crate) fn read_set<'de, S: Set<Item: Deserialize<'de>>>(
    column: &mut <S::Item as Deserialize<'de>>::Column,
    n: usize,
    start: usize,
) -> Result<S> {
    let mut set = S::with_capacity(n);
    ascending(n, start, || S::Item::next(column), |a, b| a.order(b), |item| set.add(item))?;
    Ok(set)
}

pub(crate) fn read_map<'de, M: Map<Key: Deserialize<'de> + Key, Value: Deserialize<'de>>>(
    column: &mut <(M::Key, M::Value) as Deserialize<'de>>::Column,
    n: usize,
    start: usize,
) -> Result<M> {
    let mut map = M::with_capacity(n);
    ascending(
        n,
        start,
        || <(M::Key, M::Value)>::next(column),
        |(a, _), (b, _)| a.order(b),
        |(key, value)| map.add(key, value),
    )?;
    Ok(map)
}

/// The entries in the format's order of their keys.
pub(crate) fn sorted_entries<'a, K: Key + 'a, V: 'a>(
    entries: impl Iterator<Item = (&'a K, &'a V)>,
) -> Vec<(&'a K, &'a V)> {
    in_order(entries, |a, b| a.0.order(b.0))
}

macro_rules! set {
    ($name:ident<T $(, $hasher:ident)?> [$($bound:tt)*] $heap:ident, $slots:expr, $capacity:expr) => {
        impl<T: Key + $($bound)* $(, $hasher: core::hash::BuildHasher + Default)?> Set
            for $name<T $(, $hasher)?>
        {
            type Item = T;

            fn heap(count: usize) -> usize {
                $heap(count, size_of::<T>())
            }

            fn with_capacity(count: usize) -> Self {
                let with_capacity: fn(usize) -> Self = $capacity;
                with_capacity(count)
            }

            #[inline]
            fn add(&mut self, item: T) -> bool {
                self.insert(item)
            }
        }

        impl<T: Serialize + Key $(, $hasher)?> Serialize for $name<T $(, $hasher)?> {
            const SCHEMA: &'static Schema = &Schema::Set { item: T::SCHEMA, max: None };
            const FALLIBLE: bool = T::FALLIBLE;

            fn serialize(&self, w: &mut Writer<'_>) {
                w.write_slice(&in_order(self, |a, b| a.order(b)))
            }

            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.sequences(items, Self::len, |set| in_order(set, |a, b| a.order(b)))
            }
        }

        impl<'de, T, $($hasher)?> Deserialize<'de> for $name<T $(, $hasher)?>
        where
            T: Deserialize<'de> + Key + $($bound)*,
            $($hasher: core::hash::BuildHasher + Default)?
        {
            type Column = MapColumn<'de, T::Column>;

            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                let start = r.position();
                let n = r.seq_count::<T>(0)?;
                r.charge(1, <Self as Set>::heap(n))?;
                let mut column = T::deserialize_many(r, n)?;
                read_set(&mut column, n, start)
            }

            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                let start = r.position();
                let seqs = SeqColumn::open::<T>(r, n, 0)?;
                seqs.try_for_each_count(n, |count| r.charge(1, <Self as Set>::heap(count)))?;
                Ok(MapColumn { seqs, start })
            }

            fn next(column: &mut Self::Column) -> Result<Self> {
                let n = column.seqs.next_count()?;
                read_set(&mut column.seqs.items, n, column.start)
            }

            fn heap_size(&self) -> usize {
                let slots: fn(&Self) -> usize = $slots;
                <Self as Set>::heap(slots(self)).saturating_add(heap_size_of(self))
            }
        }
    };
}

#[cfg(any(feature = "hashbrown-0_16", feature = "hashbrown-0_17", feature = "indexmap-2"))]
pub(crate) use set;

macro_rules! map {
    ($name:ident<K, V $(, $hasher:ident)?> [$($bound:tt)*] $heap:ident, $slots:expr, $capacity:expr) => {
        impl<K: $($bound)*, V $(, $hasher: core::hash::BuildHasher + Default)?> Map
            for $name<K, V $(, $hasher)?>
        {
            type Key = K;
            type Value = V;

            fn heap(count: usize) -> usize {
                $heap(count, size_of::<(K, V)>())
            }

            fn with_capacity(count: usize) -> Self {
                let with_capacity: fn(usize) -> Self = $capacity;
                with_capacity(count)
            }

            #[inline]
            fn add(&mut self, key: K, value: V) -> bool {
                self.insert(key, value).is_none()
            }
        }

        impl<K: Serialize + Key, V: Serialize $(, $hasher)?> Serialize
            for $name<K, V $(, $hasher)?>
        {
            const SCHEMA: &'static Schema =
                &Schema::Map { key: K::SCHEMA, value: V::SCHEMA, max: None };
            const FALLIBLE: bool = K::FALLIBLE || V::FALLIBLE;

            fn serialize(&self, w: &mut Writer<'_>) {
                w.write_slice(&sorted_entries(self.iter()))
            }

            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.sequences(items, Self::len, |map| sorted_entries(map.iter()))
            }
        }

        impl<'de, K, V, $($hasher)?> Deserialize<'de> for $name<K, V $(, $hasher)?>
        where
            K: Deserialize<'de> + Key + $($bound)*,
            V: Deserialize<'de>,
            $($hasher: core::hash::BuildHasher + Default)?
        {
            type Column = MapColumn<'de, <(K, V) as Deserialize<'de>>::Column>;

            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                let start = r.position();
                let n = r.seq_count::<(K, V)>(0)?;
                r.charge(1, <Self as Map>::heap(n))?;
                let mut column = <(K, V)>::deserialize_many(r, n)?;
                read_map(&mut column, n, start)
            }

            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                let start = r.position();
                let seqs = SeqColumn::open::<(K, V)>(r, n, 0)?;
                seqs.try_for_each_count(n, |count| r.charge(1, <Self as Map>::heap(count)))?;
                Ok(MapColumn { seqs, start })
            }

            fn next(column: &mut Self::Column) -> Result<Self> {
                let n = column.seqs.next_count()?;
                read_map(&mut column.seqs.items, n, column.start)
            }

            fn heap_size(&self) -> usize {
                let slots: fn(&Self) -> usize = $slots;
                <Self as Map>::heap(slots(self))
                    .saturating_add(heap_size_of(self.keys()))
                    .saturating_add(heap_size_of(self.values()))
            }
        }
    };
}

#[cfg(any(feature = "hashbrown-0_16", feature = "hashbrown-0_17", feature = "indexmap-2"))]
pub(crate) use map;

set! { BTreeSet<T> [Ord] tree_heap, Self::len, |_| BTreeSet::new() }
map! { BTreeMap<K, V> [Ord] tree_heap, Self::len, |_| BTreeMap::new() }

#[cfg(feature = "std")]
mod with_std {
    use super::*;
    use std::collections::{HashMap, HashSet};

    set! {
        HashSet<T, S> [Eq + core::hash::Hash] table_heap, Self::capacity,
        |count| HashSet::with_capacity_and_hasher(count, S::default())
    }
    map! {
        HashMap<K, V, S> [Eq + core::hash::Hash] table_heap, Self::capacity,
        |count| HashMap::with_capacity_and_hasher(count, S::default())
    }
}
