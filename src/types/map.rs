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
use core::cmp::Ordering;

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::{Key, read_ascending};
use crate::types::seq::SeqColumn;

/// An opened list of sets or maps.
#[derive(Clone, Copy, Debug)]
pub struct MapColumn<'de, C> {
    pub(crate) seqs: SeqColumn<'de, C>,
    /// Where the list starts, for errors.
    pub(crate) start: usize,
}

/// A set of elements, or a map of pairs of a key and a value.
pub trait Container: Sized {
    type Entry;
    /// Bytes of heap that this many entries take, at most.
    fn heap(count: usize) -> usize;
    fn with_capacity(count: usize) -> Self;
    /// Adds an entry; `false` if the key was there.
    fn add(&mut self, entry: Self::Entry) -> bool;
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
#[allow(dead_code, reason = "used with `std`, or a crate that has such tables")]
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

/// Reads `n` entries, whose memory has been charged.
pub(crate) fn read<'de, C: Container<Entry: Deserialize<'de>>>(
    column: &mut <C::Entry as Deserialize<'de>>::Column,
    n: usize,
    start: usize,
    order: impl Fn(&C::Entry, &C::Entry) -> Ordering,
) -> Result<C> {
    let mut all = C::with_capacity(n);
    read_ascending(n, start, || C::Entry::next(column), order, |entry| all.add(entry))?;
    Ok(all)
}

/// Implements the traits for a set or a map.
macro_rules! container {
    (
        $name:ident<$key:ident $(, $value:ident)? $(; $hasher:ident)?> [$($bound:tt)*] $schema:expr,
        heap: $heap:ident, slots: $slots:expr, with_capacity: $capacity:expr,
        entry: $entry:ty, order: $order:expr,
        add: |$add_to:ident, $added:pat_param| $add:expr,
        |$all:ident| entries: $entries:expr, held: $($held:expr),+
    ) => {
        impl<$key: $($bound)* $(, $value)? $(, $hasher)?>
            $crate::types::map::Container for $name<$key $(, $value)? $(, $hasher)?>
        where
            $($hasher: core::hash::BuildHasher + Default)?
        {
            type Entry = $entry;

            fn heap(count: usize) -> usize {
                $heap(count, size_of::<$entry>())
            }

            fn with_capacity(count: usize) -> Self {
                let with_capacity: fn(usize) -> Self = $capacity;
                with_capacity(count)
            }

            #[inline]
            fn add(&mut self, $added: $entry) -> bool {
                let $add_to = self;
                $add
            }
        }

        impl<$key $(, $value)? $(, $hasher)?> $crate::Serialize
            for $name<$key $(, $value)? $(, $hasher)?>
        where
            $key: $crate::Serialize + $crate::ser::Key,
            $($value: $crate::Serialize)?
        {
            const SCHEMA: &'static $crate::Schema = &$schema;
            const FALLIBLE: bool = $key::FALLIBLE $(|| $value::FALLIBLE)?;

            fn serialize(&self, w: &mut $crate::ser::Writer<'_>) {
                let $all = self;
                w.write_slice(&$crate::key::in_order($entries, $order))
            }

            fn serialize_slice(
                items: $crate::ser::Items<'_, Self>,
                w: &mut $crate::ser::ListWriter<'_, '_>,
            ) {
                w.ascending(items, Self::len, |$all| $entries, $order)
            }
        }

        impl<'de, $key $(, $value)? $(, $hasher)?> $crate::Deserialize<'de>
            for $name<$key $(, $value)? $(, $hasher)?>
        where
            $key: $crate::Deserialize<'de> + $crate::ser::Key + $($bound)*,
            $($value: $crate::Deserialize<'de>,)?
            $($hasher: core::hash::BuildHasher + Default)?
        {
            type Column = $crate::types::map::MapColumn<
                'de,
                <$entry as $crate::Deserialize<'de>>::Column,
            >;

            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                let start = r.position();
                let n = r.seq_count::<$entry>(0)?;
                r.charge(1, <Self as $crate::types::map::Container>::heap(n))?;
                let mut column = <$entry>::deserialize_many(r, n)?;
                $crate::types::map::read::<Self>(&mut column, n, start, $order)
            }

            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                use $crate::types::map::{Container, MapColumn};
                let start = r.position();
                let seqs = $crate::types::seq::SeqColumn::open::<$entry>(r, n, 0)?;
                seqs.try_for_each_count(n, |n| r.charge(1, <Self as Container>::heap(n)))?;
                Ok(MapColumn { seqs, start })
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                let n = column.seqs.next_count()?;
                $crate::types::map::read::<Self>(&mut column.seqs.items, n, column.start, $order)
            }

            fn heap_size(&self) -> usize {
                let slots: fn(&Self) -> usize = $slots;
                let $all = self;
                <Self as $crate::types::map::Container>::heap(slots(self))
                    $(.saturating_add($crate::types::seq::heap_size_of($held)))+
            }
        }
    };
}
pub(crate) use container;

macro_rules! set {
    ($name:ident<T $(, $hasher:ident)?> [$($bound:tt)*] $heap:ident, $slots:expr, $capacity:expr) => {
        $crate::types::map::container! {
            $name<T $(; $hasher)?> [$($bound)*] $crate::Schema::Set { item: T::SCHEMA, max: None },
            heap: $heap, slots: $slots, with_capacity: $capacity,
            entry: T, order: |a, b| a.order(b),
            add: |set, item| set.insert(item),
            |set| entries: set, held: set
        }
    };
}
#[allow(unused_imports, reason = "of other crates")]
pub(crate) use set;

macro_rules! map {
    ($name:ident<K, V $(, $hasher:ident)?> [$($bound:tt)*] $heap:ident, $slots:expr, $capacity:expr) => {
        $crate::types::map::container! {
            $name<K, V $(; $hasher)?> [$($bound)*]
            $crate::Schema::Map { key: K::SCHEMA, value: V::SCHEMA, max: None },
            heap: $heap, slots: $slots, with_capacity: $capacity,
            entry: (K, V), order: |a, b| a.0.order(&b.0),
            add: |map, (key, value)| map.insert(key, value).is_none(),
            |map| entries: map, held: map.keys(), map.values()
        }
    };
}
#[allow(unused_imports, reason = "of other crates")]
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
