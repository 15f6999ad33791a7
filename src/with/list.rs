//! Sequences, of which each element is written as a marker says.

use alloc::boxed::Box;
use alloc::collections::{LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::adapter::{BorrowAdapter, DeserializeAs, OwnedAdapter, SerializeAs};
use crate::de::Deserialize;
use crate::error::Result;
use crate::raw::{self, Items};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Writer};
use crate::types::pointer::COUNTS;
use crate::types::seq::SeqColumn;

/// A sequence that was read element by element, as `M` says.
pub struct Made<M, C>(C, PhantomData<M>);

/// A container of a sequence that is read into a vector.
pub trait List {
    type Item;
    /// Bytes that it claims, and that an element in it does, with those of the vector.
    const HEAD: usize;
    const SIZE: usize;
    fn made(values: Vec<Self::Item>) -> Self;
}

macro_rules! lists {
    ($($ty:ty, $marker:ty: $head:expr, $size:expr, $made:expr;)*) => {$(
        impl<M: SerializeAs<T>, T> SerializeAs<$ty> for $marker {
            const SCHEMA: &'static Schema = &Schema::Seq { item: M::SCHEMA, max: None };
            const FIXED: Option<usize> = None;
            const FALLIBLE: bool = M::FALLIBLE;

            #[inline]
            fn write(value: &$ty, w: &mut Writer<'_>) {
                w.write_sequence(value.iter().map(BorrowAdapter::<M, T>::new))
            }

            #[inline]
            fn write_list<'a, U>(
                items: Items<'a, U>,
                get: impl Fn(&'a U) -> &'a $ty,
                w: &mut ListWriter<'_, '_>,
            )
            where
                $ty: 'a,
            {
                w.sequences(items, |item| get(item).len(), |item| get(item).iter().map(BorrowAdapter::<M, T>::new))
            }
        }

        impl<T> List for $ty {
            type Item = T;
            const HEAD: usize = $head;
            const SIZE: usize = $size;

            fn made(values: Vec<T>) -> Self {
                let made: fn(Vec<T>) -> Self = $made;
                made(values)
            }
        }

        impl<'de, M: DeserializeAs<'de, T>, T> DeserializeAs<'de, $ty> for $marker {
            type Wire = Made<M, $ty>;

            #[inline]
            fn take(wire: Self::Wire) -> Option<$ty> {
                Some(wire.0)
            }

            fn heap_size(value: &$ty) -> usize {
                let sum = value.len().saturating_mul($size).saturating_add($head);
                value.iter().fold(sum, |sum, value| sum.saturating_add(M::heap_size(value)))
            }
        }
    )*};
}

lists! {
    Vec<T>, Vec<M>: 0, size_of::<T>(), |values| values;
    VecDeque<T>, VecDeque<M>: 0, size_of::<T>(), Into::into;
    LinkedList<T>, LinkedList<M>:
        0, size_of::<T>() + size_of::<(usize, usize, T)>(), |values| values.into_iter().collect();
    Box<[T]>, Box<[M]>: 0, size_of::<T>(), Into::into;
    Rc<[T]>, Rc<[M]>: COUNTS, 2 * size_of::<T>(), Into::into;
    Arc<[T]>, Arc<[M]>: COUNTS, 2 * size_of::<T>(), Into::into;
}

impl<'de, M: DeserializeAs<'de, C::Item>, C: List> Deserialize<'de> for Made<M, C> {
    type Column = SeqColumn<'de, <OwnedAdapter<M, C::Item> as Deserialize<'de>>::Column>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let n = r.seq_count::<OwnedAdapter<M, C::Item>>(C::SIZE)?;
        r.charge(1, C::HEAD)?;
        let mut column = r.owned(|r| OwnedAdapter::<M, C::Item>::deserialize_many(r, n))?;
        made(&mut column, n)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        r.charge(n, C::HEAD)?;
        r.owned(|r| SeqColumn::open::<OwnedAdapter<M, C::Item>>(r, n, C::SIZE))
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let n = column.next_count()?;
        made(&mut column.items, n)
    }
}

/// The next `n` elements, whose memory has been charged.
#[inline]
fn made<'de, M: DeserializeAs<'de, C::Item>, C: List>(
    column: &mut <OwnedAdapter<M, C::Item> as Deserialize<'de>>::Column,
    n: usize,
) -> Result<Made<M, C>> {
    let values = raw::try_vec(n, || OwnedAdapter::<M, C::Item>::next(column).map(|via| via.0))?;
    Ok(Made(C::made(values), PhantomData))
}
