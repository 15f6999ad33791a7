//! Options, results, arrays, tuples and pointers, of which each part is written as a marker says.

use super::adapter::{BorrowAdapter, DeserializeAs, SerializeAs};
use crate::raw::Items;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::array;
use crate::types::tuple::{any, fixed_size};

/// Implements `SerializeAs` for what is written as `$parts` gives it, borrowed.
macro_rules! as_parts {
    (
        [$($generics:tt)*] $ty:ty, $marker:ty:
        $schema:expr, $fixed:expr, $fallible:expr, |$value:ident| $parts:expr
    ) => {
        impl<$($generics)*> SerializeAs<$ty> for $marker {
            const SCHEMA: &'static Schema = $schema;
            const FIXED: Option<usize> = $fixed;
            const FALLIBLE: bool = $fallible;

            #[inline]
            fn write($value: &$ty, w: &mut Writer<'_>) {
                $parts.serialize(w)
            }

            #[inline]
            fn write_list<'a, Item>(
                items: Items<'a, Item>,
                get: impl Fn(&'a Item) -> &'a $ty,
                w: &mut ListWriter<'_, '_>,
            ) where
                $ty: 'a,
            {
                w.convert(items, |item| {
                    let $value = get(item);
                    $parts
                })
            }
        }
    };
}

as_parts! {
    [M: SerializeAs<T>, T] Option<T>, Option<M>:
    &Schema::Option(M::SCHEMA), None, M::FALLIBLE, |value| value.as_ref().map(BorrowAdapter::<M, T>::new)
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

    fn heap_size(value: &Option<T>) -> usize {
        value.as_ref().map_or(0, M::heap_size)
    }
}

as_parts! {
    [M: SerializeAs<T>, T, ME: SerializeAs<E>, E] Result<T, E>, Result<M, ME>:
    &Schema::Result(M::SCHEMA, ME::SCHEMA), None, M::FALLIBLE || ME::FALLIBLE,
    |value| value.as_ref().map(BorrowAdapter::<M, T>::new).map_err(BorrowAdapter::<ME, E>::new)
}

impl<'de, M: DeserializeAs<'de, T>, T, ME: DeserializeAs<'de, E>, E>
    DeserializeAs<'de, Result<T, E>> for Result<M, ME>
{
    type Wire = Result<M::Wire, ME::Wire>;

    #[inline]
    fn take(wire: Self::Wire) -> Option<Result<T, E>> {
        match wire {
            Ok(wire) => M::take(wire).map(Ok),
            Err(wire) => ME::take(wire).map(Err),
        }
    }

    fn heap_size(value: &Result<T, E>) -> usize {
        value.as_ref().map_or_else(ME::heap_size, M::heap_size)
    }
}

as_parts! {
    [M: SerializeAs<T>, T, const N: usize] [T; N], [M; N]:
    &Schema::Array(M::SCHEMA, N), array::fixed_size(M::FIXED, N), M::FALLIBLE,
    |value| value.each_ref().map(BorrowAdapter::<M, T>::new)
}

impl<'de, M: DeserializeAs<'de, T>, T, const N: usize> DeserializeAs<'de, [T; N]> for [M; N] {
    type Wire = [M::Wire; N];

    #[inline]
    fn take(wire: Self::Wire) -> Option<[T; N]> {
        let mut wire = wire.into_iter();
        crate::raw::try_array(|| wire.next().and_then(M::take).ok_or(())).ok()
    }

    fn heap_size(value: &[T; N]) -> usize {
        value.iter().fold(0, |sum, value| sum.saturating_add(M::heap_size(value)))
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
            any(&[$($marker::FALLIBLE),+]),
            |value| ($(BorrowAdapter::<$marker, $part>::new(&value.$place),)+)
        }

        impl<'de, $($marker: DeserializeAs<'de, $part>, $part),+>
            DeserializeAs<'de, ($($part,)+)> for ($($marker,)+)
        {
            type Wire = ($($marker::Wire,)+);

            #[inline]
            fn take(wire: Self::Wire) -> Option<($($part,)+)> {
                Some(($($marker::take(wire.$place)?,)+))
            }

            fn heap_size(value: &($($part,)+)) -> usize {
                0usize$(.saturating_add($marker::heap_size(&value.$place)))+
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
    use super::{BorrowAdapter, DeserializeAs, Items, ListWriter, Schema, SerializeAs, Writer};
    use crate::ser::Serialize;
    use crate::with::adapter::OwnedAdapter;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::sync::Arc;

    macro_rules! pointers {
        ($($pointer:ident, $size:ty, $into:expr;)*) => {$(
            as_parts! {
                [M: SerializeAs<T>, T] $pointer<T>, $pointer<M>:
                M::SCHEMA, M::FIXED, M::FALLIBLE, |value| BorrowAdapter::<M, T>::new(value)
            }

            impl<'de, M: DeserializeAs<'de, T>, T> DeserializeAs<'de, $pointer<T>> for $pointer<M> {
                // What the pointer claims is of the size of `T`.
                type Wire = $pointer<OwnedAdapter<M, T>>;

                #[inline]
                fn take(wire: Self::Wire) -> Option<$pointer<T>> {
                    let into: fn(Self::Wire) -> Option<OwnedAdapter<M, T>> = $into;
                    into(wire).map(|value| $pointer::new(value.0))
                }

                fn heap_size(value: &$pointer<T>) -> usize {
                    M::heap_size(value).saturating_add(size_of::<$size>())
                }
            }
        )*};
    }

    // What a pointer claims, with its two counts.
    pointers! {
        Box, T, |wire| Some(*wire);
        Rc, (usize, usize, T), Rc::into_inner;
        Arc, (usize, usize, T), Arc::into_inner;
    }
}
