//! heapless.
//!
//! | Rust | format |
//! |--|--|
//! | `Vec<T, N>` | seq(T) of at most N elements |
//! | `String<N>` | str of at most N bytes |
//! | `LinearMap<K, V, N>`, `IndexMap<K, V, S, N>` | map(K, V) of at most N entries |
//! | `IndexSet<T, S, N>` | set(T) of at most N elements |

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::key::Key;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{Serialize, Sink, Writer};
use crate::types::capacity::{Sequence, check_counts, count, exceeded, sequence, text};
use crate::types::seq::SeqColumn;
use crate::types::via::ViaColumn;

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

            impl<T, const N: usize> Sequence for Vec<T, N> {
                type Item = T;
                const CAPACITY: usize = N;

                fn new() -> Self {
                    Vec::new()
                }

                fn try_push(&mut self, value: T) -> Option<()> {
                    self.push(value).ok()
                }
            }

            sequence! { [T, const N: usize] Vec<T, N>, T }
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
