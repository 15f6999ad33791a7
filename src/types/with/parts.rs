//! Options, arrays, tuples and boxes, of which each part is written as a marker says.

use super::{As, DeserializeAs, SerializeAs};
use crate::error::Result;
use crate::raw::Items;
use crate::schema::Schema;
use crate::ser::{Serialize, Sink, Writer};
use crate::types::array;
use crate::types::tuple::fixed_size;

/// Implements `SerializeAs` for what is written as `$parts` gives it, borrowed.
macro_rules! as_parts {
    (
        [$($generics:tt)*] $ty:ty, $marker:ty:
        $schema:expr, $fixed:expr, |$value:ident| $parts:expr
    ) => {
        impl<$($generics)*> SerializeAs<$ty> for $marker {
            const SCHEMA: &'static Schema = $schema;
            const FIXED: Option<usize> = $fixed;

            #[inline]
            fn write<Out: Writer>($value: &$ty, w: &mut Out) -> Result<(), Out::Error> {
                $parts.serialize(w)
            }

            #[inline]
            fn write_list<'a, Item, Out: Sink>(
                items: Items<'a, Item>,
                get: impl Fn(&'a Item) -> &'a $ty,
                s: &mut Out,
            ) -> Result<(), Out::Error>
            where
                $ty: 'a,
            {
                s.convert(items, |item| {
                    let $value = get(item);
                    $parts
                })
            }
        }
    };
}

as_parts! {
    [M: SerializeAs<T>, T] Option<T>, Option<M>:
    &Schema::Option(M::SCHEMA), None, |value| value.as_ref().map(As::<M, T>::new)
}

impl<'de, M: DeserializeAs<'de, T>, T> DeserializeAs<'de, Option<T>> for Option<M> {
    type Wire = Option<M::Wire>;

    #[inline]
    fn take(wire: Self::Wire) -> Option<Option<T>> {
        match wire {
            None => Some(None),
            Some(wire) => M::take(wire).map(Some),
        }
    }

    fn claims(value: &Option<T>) -> usize {
        value.as_ref().map_or(0, M::claims)
    }
}

as_parts! {
    [M: SerializeAs<T>, T, const N: usize] [T; N], [M; N]:
    &Schema::Array(M::SCHEMA, N), array::fixed_size(M::FIXED, N),
    |value| value.each_ref().map(As::<M, T>::new)
}

impl<'de, M: DeserializeAs<'de, T>, T, const N: usize> DeserializeAs<'de, [T; N]> for [M; N] {
    type Wire = [M::Wire; N];

    #[inline]
    fn take(wire: Self::Wire) -> Option<[T; N]> {
        let mut wire = wire.into_iter();
        crate::raw::try_array(|| wire.next().and_then(M::take).ok_or(())).ok()
    }

    fn claims(value: &[T; N]) -> usize {
        value.iter().fold(0, |sum, value| sum.saturating_add(M::claims(value)))
    }
}

/// Tuples of one part and more: of each its type, its marker and its place.
macro_rules! tuples {
    ([$($done:tt)*]) => { tuple! { $($done)* } };
    ([$($done:tt)*] [$($next:tt)*] $($rest:tt)*) => {
        tuple! { $($done)* }
        tuples! { [$($done)* [$($next)*]] $($rest)* }
    };
}

macro_rules! tuple {
    ($([$part:ident $marker:ident $place:tt])+) => {
        as_parts! {
            [$($marker: SerializeAs<$part>, $part),+] ($($part,)+), ($($marker,)+):
            &Schema::Tuple(&[$($marker::SCHEMA),+]), fixed_size(&[$($marker::FIXED),+]),
            |value| ($(As::<$marker, $part>::new(&value.$place),)+)
        }

        impl<'de, $($marker: DeserializeAs<'de, $part>, $part),+>
            DeserializeAs<'de, ($($part,)+)> for ($($marker,)+)
        {
            type Wire = ($($marker::Wire,)+);

            #[inline]
            fn take(wire: Self::Wire) -> Option<($($part,)+)> {
                Some(($($marker::take(wire.$place)?,)+))
            }

            fn claims(value: &($($part,)+)) -> usize {
                0usize$(.saturating_add($marker::claims(&value.$place)))+
            }
        }
    };
}

tuples! {
    [[A MA 0]] [B MB 1] [C MC 2] [D MD 3] [E ME 4] [F MF 5] [G MG 6] [H MH 7] [I MI 8] [J MJ 9]
    [K MK 10] [L ML 11]
}

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::{As, DeserializeAs, Items, Result, Schema, SerializeAs, Sink, Writer};
    use crate::ser::Serialize;
    use alloc::boxed::Box;

    as_parts! {
        [M: SerializeAs<T>, T] Box<T>, Box<M>: M::SCHEMA, M::FIXED, |value| As::<M, T>::new(value)
    }

    impl<'de, M: DeserializeAs<'de, T>, T> DeserializeAs<'de, Box<T>> for Box<M> {
        type Wire = Box<M::Wire>;

        #[inline]
        fn take(wire: Self::Wire) -> Option<Box<T>> {
            M::take(*wire).map(Box::new)
        }

        fn claims(value: &Box<T>) -> usize {
            M::claims(value).saturating_add(size_of::<T>())
        }
    }
}
