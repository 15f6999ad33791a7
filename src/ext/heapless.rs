//! heapless.
//!
//! | Rust | format |
//! |--|--|
//! | `Vec<T, N>`, `Deque<T, N>`, `HistoryBuf<T, N>`, oldest first | seq(T) of at most N elements |
//! | `String<N>` | str of at most N bytes |
//! | `LinearMap<K, V, N>`, `IndexMap<K, V, S, N>` | map(K, V) of at most N entries |
//! | `IndexSet<T, S, N>` | set(T) of at most N elements |

use core::cmp::Ordering;
use core::iter::Chain;
use core::slice;

use crate::de::{Deserialize, in_place};
use crate::error::Result;
use crate::key::{Key, by_parts, read_ascending};
use crate::list::Elements;
use crate::raw::{Items, Permutation, Slots};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::capacity::{Sequence, count, exceeded, read_sequence, sequence, text};
use crate::types::seq::SeqColumn;
use crate::types::via::ViaColumn;

/// A map of fixed capacity that keeps its entries in an order of its own.
trait Map: Default {
    type Key: Key;
    type Value;
    const CAPACITY: usize;

    fn entries(&self) -> impl Iterator<Item = (&Self::Key, &Self::Value)>;
    /// Adds an entry; `false` if there is no room or the key was there.
    fn add(&mut self, key: Self::Key, value: Self::Value) -> bool;
}

/// Puts the last entry before those of greater keys: the others ascend.
fn insert_last<K: Key, V>(entries: &mut [(&K, &V)]) {
    for at in (1..entries.len()).rev() {
        match entries.get_mut(at.wrapping_sub(1)..) {
            Some([before, last, ..]) if before.0.order(last.0).is_gt() => {
                core::mem::swap(before, last);
            }
            _ => return,
        }
    }
}

/// Adds the `n` entries that `next` takes. There is room: their number has been checked.
fn add_all<M: Map>(
    n: usize,
    at: usize,
    next: impl FnMut() -> Result<(M::Key, M::Value)>,
) -> Result<M> {
    let mut map = M::default();
    read_ascending(n, at, next, |a, b| a.0.order(&b.0), |(key, value)| map.add(key, value))?;
    Ok(map)
}

/// Implements [`Map`] and both traits for a map, or for a set, which is a map to `()`.
macro_rules! map {
    (
        [$($generics:tt)*] [$($bound:tt)*] $ty:ty, $key:ident, $value:ty, $schema:expr,
        |$all:ident| $entries:expr, |$map:ident, $new_key:ident, $new_value:ident| $add:expr
    ) => {
        impl<$($generics)*> Map for $ty
        where
            $key: Key + $($bound)*,
        {
            type Key = $key;
            type Value = $value;
            const CAPACITY: usize = N;

            fn entries(&self) -> impl Iterator<Item = (&$key, &$value)> {
                let $all = self;
                $entries
            }

            fn add(&mut self, $new_key: $key, $new_value: $value) -> bool {
                let $map = self;
                $add
            }
        }

        impl<$($generics)*> Serialize for $ty
        where
            $key: Serialize + Key + $($bound)*,
            $value: Serialize,
        {
            const SCHEMA: &'static Schema = &$schema.with_max(<Self as Map>::CAPACITY);
            const FALLIBLE: bool = <$key>::FALLIBLE || <$value>::FALLIBLE;
            const INLINE: bool = $key::INLINE && <$value as Serialize>::INLINE;

            fn serialize(&self, w: &mut Writer<'_>) {
                let entries = ascending::<_, _, N>(self);
                if const { <($key, $value)>::FIXED.is_some() } {
                    return w.write_slice(&entries);
                }
                let (mut keys, mut values) = (Vec::<_, N>::new(), Vec::<_, N>::new());
                for (key, value) in &entries {
                    // There is room for as many entries as the map has.
                    let _ = (keys.push(*key), values.push(*value));
                }
                w.write_map(&keys, &values)
            }

            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.sequences(items, |map| map.iter().count(), ascending::<_, _, N>)
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
                if <$value as Deserialize<'de>>::ROWS {
                    // W14: they stand last, each as if alone.
                    let mut keys = $key::deserialize_many(r, n)?;
                    return add_all(n, at, || {
                        Ok(($key::next(&mut keys)?, <$value>::deserialize(r)?))
                    });
                }
                if const { <$value as Deserialize<'de>>::SCATTER && N <= Permutation::FEW } {
                    let mut keys = $key::deserialize_many(r, n)?;
                    let mut values = Slots::<$value, N>::new();
                    <$value>::scatter(r, n, &mut values)?;
                    return add_all(n, at, || match values.next() {
                        Some(value) => Ok(($key::next(&mut keys)?, value)),
                        None => Err(exceeded(at)),
                    });
                }
                let mut opened = <($key, $value)>::deserialize_many(r, n);
                let column = in_place(&mut opened)?;
                add_all(n, at, || <($key, $value)>::next(column))
            }

            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                let start = r.position();
                let most = <Self as Map>::CAPACITY;
                let column = SeqColumn::open_bounded::<($key, $value)>(r, n, 0, most)?;
                Ok(ViaColumn { column, start })
            }

            fn next(column: &mut Self::Column) -> Result<Self> {
                let n = column.column.next_count()?;
                add_all(n, column.start, || <($key, $value)>::next(&mut column.column.items))
            }

            fn heap_size(&self) -> usize {
                self.entries().fold(0, |sum, (key, value)| {
                    sum.saturating_add(key.heap_size()).saturating_add(value.heap_size())
                })
            }
        }
    };
}

/// The most elements of a ring whose references are put together on the stack.
const FEW: usize = 64;

/// The elements of a ring, of two slices.
fn ring<'a, T>(
    (first, second): (&'a [T], &'a [T]),
) -> Elements<Chain<slice::Iter<'a, T>, slice::Iter<'a, T>>> {
    Elements { left: first.len().saturating_add(second.len()), iter: first.iter().chain(second) }
}

/// Implements the traits for a [`Sequence`] that is a ring.
macro_rules! ring {
    ($ty:ty, $new:expr, |$ring:ident, $value:ident| $push:expr) => {
        impl<T, const N: usize> Sequence for $ty {
            type Item = T;
            const CAPACITY: usize = N;
            type Slots = Slots<T, N>;
            const SLOTS: Self::Slots = Slots::new();

            fn new() -> Self {
                $new
            }

            fn try_push(&mut self, $value: T) -> Option<()> {
                let $ring = self;
                $push
            }
        }

        impl<T: Serialize, const N: usize> Serialize for $ty {
            const SCHEMA: &'static Schema = &<[T]>::SCHEMA.with_max(N);
            const FALLIBLE: bool = T::FALLIBLE;
            const INLINE: bool = T::INLINE;

            fn serialize(&self, w: &mut Writer<'_>) {
                match self.as_slices() {
                    (all, []) | ([], all) => w.write_slice(all),
                    parts if N <= FEW => {
                        let mut refs = Vec::<&T, N>::new();
                        for value in ring(parts) {
                            // There is room for as many elements as the ring has.
                            let _ = refs.push(value);
                        }
                        w.write_len(refs.len());
                        w.write_list(Items::refs(&refs));
                    }
                    parts => w.write_sequence(ring(parts)),
                }
            }

            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                let elements = |all| ring(Self::as_slices(all));
                w.sequences(items, |value| elements(value).len(), elements)
            }
        }

        read_sequence! { [T, const N: usize] $ty, T, |values| ring(values.as_slices()) }

        impl<T: Key, const N: usize> Key for $ty {
            fn order(&self, other: &Self) -> Ordering {
                let (a, b) = (ring(self.as_slices()), ring(other.as_slices()));
                by_parts(a, b, |a, b| a.order(b))
            }
        }
    };
}

macro_rules! heapless {
    ($module:ident, $heapless:ident, $history:ident $(, $len:ident)?) => {
        mod $module {
            use super::*;
            $(use ::$heapless::$len;)?
            use ::$heapless::{Deque, IndexMap, IndexSet, LinearMap, String, Vec};
            use core::hash::{BuildHasher, Hash};
            use core::str::FromStr;

            impl<T, const N: usize $(, L: $len)?> Sequence for heapless!(Vec<T, N> $($len)?) {
                type Item = T;
                const CAPACITY: usize = N;
                type Slots = Slots<T, N>;
                const SLOTS: Self::Slots = Slots::new();

                fn new() -> Self {
                    Vec::new()
                }

                fn try_push(&mut self, value: T) -> Option<()> {
                    self.push(value).ok()
                }
            }

            sequence! { [T, const N: usize $(, L: $len)?] heapless!(Vec<T, N> $($len)?), T }
            ring! { Deque<T, N>, Deque::new(), |ring, value| ring.push_back(value).ok() }
            ring! {
                ::$heapless::$history<T, N>, Self::new(),
                |ring, value| (ring.len() < N).then(|| ring.write(value))
            }

            /// The entries of a map in ascending order: sorted once, in memory on the stack.
            fn ascending<K: Key, V, const N: usize>(
                map: &impl Map<Key = K, Value = V>,
            ) -> Vec<(&K, &V), N> {
                let mut entries = Vec::new();
                for entry in map.entries() {
                    // A map has no more entries than its capacity.
                    let _ = entries.push(entry);
                    if cfg!(not(feature = "alloc")) {
                        insert_last(&mut entries);
                    }
                }
                // In small memory there are few entries, and no room for a better way.
                if cfg!(feature = "alloc") {
                    entries.sort_unstable_by(|a, b| a.0.order(b.0));
                }
                entries
            }

            text! {
                [const N: usize $(, L: $len)?] heapless!(String<N> $($len)?),
                |text| FromStr::from_str(text).ok()
            }

            map! {
                [K, V, const N: usize] [Eq] LinearMap<K, V, N>, K, V,
                Schema::Map { key: K::SCHEMA, value: V::SCHEMA, max: None },
                |map| map.iter(), |map, key, value| matches!(map.insert(key, value), Ok(None))
            }
            map! {
                [K, V, S: BuildHasher + Default, const N: usize] [Eq + Hash]
                IndexMap<K, V, S, N>, K, V,
                Schema::Map { key: K::SCHEMA, value: V::SCHEMA, max: None },
                |map| map.iter(), |map, key, value| matches!(map.insert(key, value), Ok(None))
            }
            map! {
                [K, S: BuildHasher + Default, const N: usize] [Eq + Hash]
                IndexSet<K, S, N>, K, (),
                Schema::Set { item: K::SCHEMA, max: None },
                |set| set.iter().map(|key| (key, &())), |set, key, _value| set.insert(key) == Ok(true)
            }
        }
    };
    // With the type of its length, where it has one.
    (Vec<T, N>) => { Vec<T, N> };
    (Vec<T, N> $len:ident) => { Vec<T, N, L> };
    (String<N>) => { String<N> };
    (String<N> $len:ident) => { String<N, L> };
}

#[cfg(feature = "heapless-0_8")]
heapless! { heapless_0_8, heapless_0_8, HistoryBuffer }
#[cfg(feature = "heapless-0_9")]
heapless! { heapless_0_9, heapless_0_9, HistoryBuf, LenType }
