//! Sequences, of which each element is written as a marker says.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{As, DeserializeAs, SerializeAs, Via};
use crate::de::Deserialize;
use crate::error::Result;
use crate::raw::{self, Items};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{Sink, Writer};
use crate::types::seq::SeqColumn;

/// A sequence that was read element by element, as `M` says.
pub struct Made<M, C>(C, PhantomData<M>);

/// A container of a sequence that is read into a vector.
pub trait List: From<Vec<Self::Item>> {
    type Item;
}

macro_rules! lists {
    ($($ty:ty, $marker:ty;)*) => {$(
        impl<M: SerializeAs<T>, T> SerializeAs<$ty> for $marker {
            const SCHEMA: &'static Schema = &Schema::Seq { item: M::SCHEMA, max: None };
            const FIXED: Option<usize> = None;

            #[inline]
            fn write<W: Writer>(value: &$ty, w: &mut W) -> Result<(), W::Error> {
                w.write_sequence(value.iter().map(As::<M, T>::new))
            }

            #[inline]
            fn write_list<'a, U, S: Sink>(
                items: Items<'a, U>,
                get: impl Fn(&'a U) -> &'a $ty,
                s: &mut S,
            ) -> Result<(), S::Error>
            where
                $ty: 'a,
            {
                s.sequences(items, |item| get(item).len(), |item| get(item).iter().map(As::<M, T>::new))
            }
        }

        impl<T> List for $ty {
            type Item = T;
        }

        impl<'de, M: DeserializeAs<'de, T>, T> DeserializeAs<'de, $ty> for $marker {
            type Wire = Made<M, $ty>;

            #[inline]
            fn take(wire: Self::Wire) -> Option<$ty> {
                Some(wire.0)
            }

            fn claims(value: &$ty) -> usize {
                let sum = value.len().saturating_mul(size_of::<T>());
                value.iter().fold(sum, |sum, value| sum.saturating_add(M::claims(value)))
            }
        }
    )*};
}

lists! {
    Vec<T>, Vec<M>;
    VecDeque<T>, VecDeque<M>;
    Box<[T]>, Box<[M]>;
}

impl<'de, M: DeserializeAs<'de, C::Item>, C: List> Deserialize<'de> for Made<M, C> {
    type Column = SeqColumn<'de, <Via<M, C::Item> as Deserialize<'de>>::Column>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let n = r.seq_count::<Via<M, C::Item>>(size_of::<C::Item>())?;
        let mut column = r.owned(|r| Via::<M, C::Item>::deserialize_many(r, n))?;
        made(&mut column, n)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        r.owned(|r| SeqColumn::open::<Via<M, C::Item>>(r, n, size_of::<C::Item>()))
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
    column: &mut <Via<M, C::Item> as Deserialize<'de>>::Column,
    n: usize,
) -> Result<Made<M, C>> {
    let values = raw::try_vec(n, || Via::<M, C::Item>::next(column).map(|via| via.0))?;
    Ok(Made(values.into(), PhantomData))
}
