//! Maps, of which keys and values are written as markers say.

use alloc::collections::BTreeMap;
use core::cmp::Ordering;
use core::marker::PhantomData;
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::adapter::{BorrowAdapter, DeserializeAs, KeyAs, SerializeAs};
use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::key::{Key, in_order, read_ascending};
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Writer};
use crate::types::map::{Container, MapColumn};
use crate::types::seq::SeqColumn;

/// A map that was read entry by entry, as `K` and `V` say.
pub struct Made<K, V, C>(C, PhantomData<(K, V)>);

/// An entry as its markers write it.
type Entry<'a, MK, MV, K, V> = (BorrowAdapter<'a, MK, K>, BorrowAdapter<'a, MV, V>);

fn entries<'a, MK, MV, K: 'a, V: 'a>(
    map: impl Iterator<Item = (&'a K, &'a V)>,
) -> impl Iterator<Item = Entry<'a, MK, MV, K, V>> {
    map.map(|(key, value)| (BorrowAdapter::new(key), BorrowAdapter::new(value)))
}

/// The order of what is written for keys.
fn by_key<MK: KeyAs<K>, MV, K, V>(
    a: &Entry<'_, MK, MV, K, V>,
    b: &Entry<'_, MK, MV, K, V>,
) -> Ordering {
    MK::order(a.0.0, b.0.0)
}

macro_rules! maps {
    ($($name:ident<K, V $(, $hasher:ident)?> [$($bound:tt)*];)*) => {$(
        impl<MK, MV, K, V $(, $hasher)?> SerializeAs<$name<K, V $(, $hasher)?>> for $name<MK, MV>
        where
            MK: SerializeAs<K> + KeyAs<K>,
            MV: SerializeAs<V>,
        {
            const SCHEMA: &'static Schema =
                &Schema::Map { key: MK::SCHEMA, value: MV::SCHEMA, max: None };
            const FIXED: Option<usize> = None;
            const FALLIBLE: bool = MK::FALLIBLE || MV::FALLIBLE;

            fn write(
                value: &$name<K, V $(, $hasher)?>,
                w: &mut Writer<'_>,
            ) {
                w.write_slice(&in_order(entries::<MK, MV, K, V>(value.iter()), by_key))
            }

            fn write_list<'a, U>(
                items: Items<'a, U>,
                get: impl Fn(&'a U) -> &'a $name<K, V $(, $hasher)?>,
                w: &mut ListWriter<'_, '_>,
            )
            where
                $name<K, V $(, $hasher)?>: 'a,
            {
                w.ascending(
                    items,
                    |item| get(item).len(),
                    |item| entries::<MK, MV, K, V>(get(item).iter()),
                    by_key,
                )
            }
        }

        impl<'de, MK, MV, K, V $(, $hasher)?> DeserializeAs<'de, $name<K, V $(, $hasher)?>>
            for $name<MK, MV>
        where
            MK: DeserializeAs<'de, K, Wire: Key>,
            MV: DeserializeAs<'de, V>,
            K: $($bound)*,
            $($hasher: core::hash::BuildHasher + Default,)?
        {
            type Wire = Made<MK, MV, $name<K, V $(, $hasher)?>>;

            #[inline]
            fn take(wire: Self::Wire) -> Option<$name<K, V $(, $hasher)?>> {
                Some(wire.0)
            }

            fn heap_size(value: &$name<K, V $(, $hasher)?>) -> usize {
                value.iter().fold(<$name<K, V $(, $hasher)?>>::heap(value.len()), |sum, (key, value)| {
                    sum.saturating_add(MK::heap_size(key)).saturating_add(MV::heap_size(value))
                })
            }
        }
    )*};
}

maps! { BTreeMap<K, V> [Ord]; }
#[cfg(feature = "std")]
maps! { HashMap<K, V, S> [Eq + core::hash::Hash]; }

impl<'de, MK, MV, K, V, C: Container<Entry = (K, V)>> Deserialize<'de> for Made<MK, MV, C>
where
    MK: DeserializeAs<'de, K, Wire: Key>,
    MV: DeserializeAs<'de, V>,
{
    type Column = MapColumn<'de, <(MK::Wire, MV::Wire) as Deserialize<'de>>::Column>;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let start = r.position();
        let n = r.seq_count::<(MK::Wire, MV::Wire)>(0)?;
        r.charge(1, C::heap(n))?;
        let mut column = <(MK::Wire, MV::Wire)>::deserialize_many(r, n)?;
        made(&mut column, n, start)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let start = r.position();
        let seqs = SeqColumn::open::<(MK::Wire, MV::Wire)>(r, n, 0)?;
        seqs.try_for_each_count(n, |count| r.charge(1, C::heap(count)))?;
        Ok(MapColumn { seqs, start })
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        let n = column.seqs.next_count()?;
        made(&mut column.seqs.items, n, column.start)
    }
}

/// The next `n` entries, whose memory has been charged.
fn made<'de, MK, MV, K, V, C: Container<Entry = (K, V)>>(
    column: &mut <(MK::Wire, MV::Wire) as Deserialize<'de>>::Column,
    n: usize,
    start: usize,
) -> Result<Made<MK, MV, C>>
where
    MK: DeserializeAs<'de, K, Wire: Key>,
    MV: DeserializeAs<'de, V>,
{
    let mut map = C::with_capacity(n);
    let mut refused = false;
    let added = read_ascending(
        n,
        start,
        || <(MK::Wire, MV::Wire)>::next(column),
        |(a, _), (b, _)| a.order(b),
        |(key, value)| match MK::take(key).zip(MV::take(value)) {
            Some(entry) => map.add(entry),
            None => {
                refused = true;
                false
            }
        },
    );
    match refused {
        true => Err(Error::new(ErrorKind::Refused, start)),
        false => added.map(|()| Made(map, PhantomData)),
    }
}
