//! What the derive makes of a marker: how values, alone and in containers, are written and read.
//!
//! A marker of the user's is a [`Marker`]. Around it stand the containers in which the values are:
//! `Vec<Marker<M>>` says how a `Vec<T>` is written, if `M` says how a `T` is.

#[cfg(feature = "alloc")]
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::With;
pub use super::borrow::Borrow;
use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
#[cfg(feature = "alloc")]
use crate::key::Key;
use crate::list::Indexed;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::via::{ViaColumn, checked};

/// How values of type `T` are written, which may be in containers.
pub trait SerializeAs<T> {
    /// The type on the wire.
    const SCHEMA: &'static Schema;
    /// Its bytes, if it is fixed.
    const FIXED: Option<usize>;
    /// Whether values may be refused.
    const FALLIBLE: bool;

    /// Writes one value.
    fn write(value: &T, w: &mut Writer<'_>);

    /// Writes the value of a list that `get` borrows from each item.
    fn write_list<'a, U>(
        items: Items<'a, U>,
        get: impl Fn(&'a U) -> &'a T,
        w: &mut ListWriter<'_, '_>,
    ) where
        T: 'a;
}

/// How values of type `T` are read.
pub trait DeserializeAs<'de, T> {
    /// The type that is decoded.
    type Wire: Deserialize<'de>;

    /// The value that was written, if there is one.
    fn take(wire: Self::Wire) -> Option<T>;

    /// Bytes of memory that a value claims beside its own size, as far as is known.
    fn heap_size(value: &T) -> usize;
}

/// The order of what is written for values of type `T`.
#[cfg(feature = "alloc")]
pub trait KeyAs<T> {
    fn order(a: &T, b: &T) -> Ordering;
}

/// What a marker of the user's says.
pub struct Marker<M>(PhantomData<M>);

impl<M: With<T>, T> SerializeAs<T> for Marker<M> {
    const SCHEMA: &'static Schema = <M::Wire<'static> as Serialize>::SCHEMA;
    const FIXED: Option<usize> = <M::Wire<'static> as Serialize>::FIXED;
    const FALLIBLE: bool = <M::Wire<'static> as Serialize>::FALLIBLE;

    #[inline]
    fn write(value: &T, w: &mut Writer<'_>) {
        M::write(value, w)
    }

    #[inline]
    fn write_list<'a, U>(
        items: Items<'a, U>,
        get: impl Fn(&'a U) -> &'a T,
        w: &mut ListWriter<'_, '_>,
    ) where
        T: 'a,
    {
        M::write_list(items, get, w)
    }
}

impl<'de, M: With<T>, T> DeserializeAs<'de, T> for Marker<M>
where
    M::Wire<'de>: Deserialize<'de>,
{
    type Wire = M::Wire<'de>;

    #[inline]
    fn take(wire: Self::Wire) -> Option<T> {
        M::from_wire(wire)
    }

    fn heap_size(value: &T) -> usize {
        if const { !core::mem::needs_drop::<T>() } {
            return 0;
        }
        // A byte for each bit that is written.
        crate::encoded_len(&BorrowAdapter::<Self, T>::new(value)).saturating_mul(8)
    }
}

#[cfg(feature = "alloc")]
impl<M: With<T>, T> KeyAs<T> for Marker<M>
where
    for<'a> M::Wire<'a>: Key,
{
    fn order(a: &T, b: &T) -> Ordering {
        M::to_wire(a).order(&M::to_wire(b))
    }
}

/// `_`: as the type itself says.
pub struct Identity;

impl<T: Serialize> SerializeAs<T> for Identity {
    const SCHEMA: &'static Schema = T::SCHEMA;
    const FIXED: Option<usize> = T::FIXED;
    const FALLIBLE: bool = T::FALLIBLE;

    #[inline]
    fn write(value: &T, w: &mut Writer<'_>) {
        value.serialize(w)
    }

    #[inline]
    fn write_list<'a, U>(
        items: Items<'a, U>,
        get: impl Fn(&'a U) -> &'a T,
        w: &mut ListWriter<'_, '_>,
    ) where
        T: 'a,
    {
        w.borrow(items, get)
    }
}

impl<'de, T: Deserialize<'de>> DeserializeAs<'de, T> for Identity {
    type Wire = T;

    #[inline]
    fn take(value: T) -> Option<T> {
        Some(value)
    }

    fn heap_size(value: &T) -> usize {
        value.heap_size()
    }
}

#[cfg(feature = "alloc")]
impl<T: Key> KeyAs<T> for Identity {
    fn order(a: &T, b: &T) -> Ordering {
        a.order(b)
    }
}

/// A borrowed value that is written as `M` says.
pub(crate) struct BorrowAdapter<'a, M, T>(pub(super) &'a T, PhantomData<M>);

impl<'a, M, T> BorrowAdapter<'a, M, T> {
    #[inline]
    pub(crate) fn new(value: &'a T) -> Self {
        BorrowAdapter(value, PhantomData)
    }
}

macro_rules! serialize {
    ($($adapter:ty: |$value:ident| $get:expr;)*) => {$(
        impl<M: SerializeAs<T>, T> Serialize for $adapter {
            const SCHEMA: &'static Schema = M::SCHEMA;
            const FIXED: Option<usize> = M::FIXED;
            const FALLIBLE: bool = M::FALLIBLE;

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                let $value = self;
                M::write($get, w)
            }

            #[inline]
            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                M::write_list(items, |$value| $get, w)
            }
        }
    )*};
}
serialize! {
    BorrowAdapter<'_, M, T>: |value| value.0;
    OwnedAdapter<M, T>: |value| &value.0;
}

/// An owned value that is read as `M` says.
pub struct OwnedAdapter<M, T>(pub T, PhantomData<M>);

impl<M, T> OwnedAdapter<M, T> {
    /// A value, with its marker.
    #[inline]
    pub fn new(value: T) -> Self {
        OwnedAdapter(value, PhantomData)
    }
}

impl<'de, M: DeserializeAs<'de, T>, T> Deserialize<'de> for OwnedAdapter<M, T> {
    type Column = ViaColumn<<M::Wire as Deserialize<'de>>::Column>;
    const FIXED: Option<usize> = M::Wire::FIXED;
    const HEAP_SIZE: usize = M::Wire::HEAP_SIZE;
    const MAY_BE_EMPTY: bool = M::Wire::MAY_BE_EMPTY;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let start = r.position();
        let value = M::take(M::Wire::deserialize(r)?);
        checked(value, ErrorKind::Refused, start).map(OwnedAdapter::new)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let start = r.position();
        Ok(ViaColumn { column: M::Wire::deserialize_many(r, n)?, start })
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let value = M::take(M::Wire::next(&mut column.column)?);
        checked(value, ErrorKind::Refused, column.start).map(OwnedAdapter::new)
    }

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        M::Wire::skip(&mut column.column, n)
    }

    fn heap_size(&self) -> usize {
        M::heap_size(&self.0)
    }
}

impl<M: With<T>, T> Indexed for OwnedAdapter<Marker<M>, T> where for<'a> M::Wire<'a>: Indexed {}

/// The marker of `#[onesheet(fixed)]`.
pub struct AsFixed;

/// A number type that `fixed` is for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be marked `fixed`",
    label = "`#[onesheet(fixed)]` is for fields of u16, u32, u64, i16, i32 and i64",
    note = "u8, i8, u128, i128, f32 and f64 are fixed as they are; for usize and isize take u64 and \
            i64; for text and lists, `onesheet::types::Bounded` bounds the size"
)]
pub trait FixedWidth: crate::types::Number {}

macro_rules! fixed_width {
    ($($number:ty)*) => {$(
        impl FixedWidth for $number {}

        impl With<$number> for AsFixed {
            type Wire<'a> = crate::types::Fixed<$number>;

            #[inline]
            fn to_wire(number: &$number) -> crate::types::Fixed<$number> {
                crate::types::Fixed::new(*number)
            }

            #[inline]
            fn from_wire(wire: crate::types::Fixed<$number>) -> Option<$number> {
                Some(wire.get())
            }
        }
    )*};
}
fixed_width! { u16 u32 u64 i16 i32 i64 }
