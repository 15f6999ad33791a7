//! `#[onesheet(with = …)]`: values that are written as a marker says.
//!
//! A marker of the user's is a [`Leaf`]. Around it stand the containers in which the values are:
//! `Vec<Leaf<M>>` says how a `Vec<T>` is written, if `M` says how a `T` is.

mod borrow;
#[cfg(feature = "alloc")]
mod list;
#[cfg(feature = "alloc")]
mod map;
mod parts;
mod rows;
mod utf8;

pub use borrow::Borrow;
pub use rows::Rows;
pub use utf8::Utf8;

use core::cmp::Ordering;
use core::marker::PhantomData;

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::key::Key;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::via::{ViaColumn, checked};
use crate::view::Indexed;

/// How the values of type `T` are written, for `#[onesheet(with = …)]`.
///
/// ```
/// use onesheet::{Deserialize, Serialize, With};
/// use std::time::Duration;
///
/// /// Durations, as whole milliseconds.
/// struct Millis;
///
/// impl With<Duration> for Millis {
///     type Wire<'a> = u64;
///
///     fn to_wire(duration: &Duration) -> u64 {
///         duration.as_millis().try_into().unwrap_or(u64::MAX)
///     }
///
///     fn from_wire(millis: u64) -> Option<Duration> {
///         Some(Duration::from_millis(millis))
///     }
/// }
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Retry {
///     #[onesheet(with = Millis)]
///     timeout: Duration,
///     #[onesheet(with = Vec<Millis>)]
///     pauses: Vec<Duration>,
/// }
///
/// let pauses = [1, 2, 4].map(Duration::from_secs).to_vec();
/// let retry = Retry { timeout: Duration::from_millis(300), pauses };
/// let message = onesheet::encode(&retry);
/// assert_eq!(message, onesheet::encode(&(300u64, vec![1000u64, 2000, 4000])));
/// assert_eq!(onesheet::decode(&message), Ok(retry));
/// ```
///
/// The wire type may borrow from the value when it is written, and from the input when it is read:
/// `type Wire<'a> = &'a str`. For values that are not always written, it is a [`Fallible`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how `{T}` is written",
    label = "`{Self}` has no `impl onesheet::With<{T}>`",
    note = "`#[onesheet(with = Marker)]` takes a type with `impl onesheet::With<FieldType>`; if the \
            marker is for what a container holds, it stands in its place: `with = Vec<Marker>`, \
            `Option<Marker>`, `[Marker; N]`, `BTreeMap<_, Marker>`, `(_, Marker)`"
)]
pub trait With<T> {
    /// The type that is encoded and decoded in place of `T`.
    type Wire<'a>: Serialize;

    /// What is written for a value.
    fn to_wire(value: &T) -> Self::Wire<'_>;

    /// The value that was written; `None` if there is none, which decoding reports as
    /// [`Refused`](ErrorKind::Refused).
    fn from_wire(wire: Self::Wire<'_>) -> Option<T>;

    /// Writes a value.
    #[doc(hidden)]
    #[inline]
    fn write(value: &T, w: &mut Writer<'_>) {
        Self::to_wire(value).serialize(w)
    }

    /// Writes the values of a list, each of which `get` borrows.
    #[doc(hidden)]
    #[inline]
    fn write_list<'a, U>(
        items: Items<'a, U>,
        get: impl Fn(&'a U) -> &'a T,
        w: &mut ListWriter<'_, '_>,
    ) where
        T: 'a,
    {
        w.convert(items, |item| Self::to_wire(get(item)))
    }
}

/// What is written, or nothing for a value that cannot be: a wire type for [`With`].
///
/// A type that holds one is encoded by [`try_encode`](crate::try_encode), where `None` is
/// [`Refused`](ErrorKind::Refused). What is decoded is always there.
///
/// ```
/// use onesheet::{ErrorKind, Fallible, Serialize, With, try_encode};
///
/// /// Weights in whole grams; of those that are none, nothing.
/// struct Grams;
///
/// impl With<f64> for Grams {
///     type Wire<'a> = Fallible<u32>;
///
///     fn to_wire(kilograms: &f64) -> Fallible<u32> {
///         let grams = kilograms * 1000.0;
///         Fallible((grams.fract() == 0.0 && grams >= 0.0 && grams < 4e9).then_some(grams as u32))
///     }
///
///     fn from_wire(grams: Fallible<u32>) -> Option<f64> {
///         grams.0.map(|grams| f64::from(grams) / 1000.0)
///     }
/// }
///
/// #[derive(Serialize)]
/// struct Parcel {
///     #[onesheet(with = Grams)]
///     kilograms: f64,
/// }
///
/// assert_eq!(try_encode(&Parcel { kilograms: 0.25 }), Ok(vec![0xfa, 1]));
/// let error = try_encode(&Parcel { kilograms: -1.0 }).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Refused);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fallible<W>(pub Option<W>);

impl<W: Serialize> Serialize for Fallible<W> {
    const SCHEMA: &'static Schema = W::SCHEMA;
    const FIXED: Option<usize> = W::FIXED;
    const FALLIBLE: bool = true;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        match &self.0 {
            Some(wire) => wire.serialize(w),
            None => w.refuse::<Self>(ErrorKind::Refused),
        }
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        items.for_each(|value| {
            if value.0.is_none() {
                w.refuse::<Self>(ErrorKind::Refused);
            }
        });
        W::serialize_slice(items.found_field(|value| value.0.as_ref()), w)
    }
}

impl<'de, W: Deserialize<'de>> Deserialize<'de> for Fallible<W> {
    type Column = W::Column;
    const FIXED: Option<usize> = W::FIXED;
    const CLAIMS: usize = W::CLAIMS;
    const MAY_BE_EMPTY: bool = W::MAY_BE_EMPTY;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        W::deserialize(r).map(|wire| Fallible(Some(wire)))
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        W::deserialize_many(r, n)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        W::next(column).map(|wire| Fallible(Some(wire)))
    }

    fn claims(&self) -> usize {
        self.0.as_ref().map_or(0, W::claims)
    }

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        W::skip(column, n)
    }
}

impl<W: Key> Key for Fallible<W> {
    fn order(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

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
    fn claims(value: &T) -> usize;
}

/// The order of what is written for values of type `T`.
#[cfg(feature = "alloc")]
pub trait KeyAs<T> {
    fn order(a: &T, b: &T) -> Ordering;
}

/// What a marker of the user's says.
pub struct Leaf<M>(PhantomData<M>);

impl<M: With<T>, T> SerializeAs<T> for Leaf<M> {
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

impl<'de, M: With<T>, T> DeserializeAs<'de, T> for Leaf<M>
where
    M::Wire<'de>: Deserialize<'de>,
{
    type Wire = M::Wire<'de>;

    #[inline]
    fn take(wire: Self::Wire) -> Option<T> {
        M::from_wire(wire)
    }

    fn claims(value: &T) -> usize {
        if const { !core::mem::needs_drop::<T>() } {
            return 0;
        }
        // A byte for each bit that is written.
        crate::encoded_len(&As::<Self, T>::new(value)).saturating_mul(8)
    }
}

#[cfg(feature = "alloc")]
impl<M: With<T>, T> KeyAs<T> for Leaf<M>
where
    for<'a> M::Wire<'a>: Key,
{
    fn order(a: &T, b: &T) -> Ordering {
        M::to_wire(a).order(&M::to_wire(b))
    }
}

/// `_`: as the type itself says.
pub struct Same;

impl<T: Serialize> SerializeAs<T> for Same {
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

impl<'de, T: Deserialize<'de>> DeserializeAs<'de, T> for Same {
    type Wire = T;

    #[inline]
    fn take(value: T) -> Option<T> {
        Some(value)
    }

    fn claims(value: &T) -> usize {
        value.claims()
    }
}

#[cfg(feature = "alloc")]
impl<T: Key> KeyAs<T> for Same {
    fn order(a: &T, b: &T) -> Ordering {
        a.order(b)
    }
}

/// A borrowed value that is written as `M` says.
pub(crate) struct As<'a, M, T>(&'a T, PhantomData<M>);

impl<'a, M, T> As<'a, M, T> {
    #[inline]
    pub(crate) fn new(value: &'a T) -> Self {
        As(value, PhantomData)
    }
}

impl<M: SerializeAs<T>, T> Serialize for As<'_, M, T> {
    const SCHEMA: &'static Schema = M::SCHEMA;
    const FIXED: Option<usize> = M::FIXED;
    const FALLIBLE: bool = M::FALLIBLE;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        M::write(self.0, w)
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        M::write_list(items, |value| value.0, w)
    }
}

/// An owned value that is read as `M` says.
pub struct Via<M, T>(pub T, PhantomData<M>);

impl<M, T> Via<M, T> {
    /// A value, with its marker.
    #[inline]
    pub fn new(value: T) -> Self {
        Via(value, PhantomData)
    }
}

impl<M: SerializeAs<T>, T> Serialize for Via<M, T> {
    const SCHEMA: &'static Schema = M::SCHEMA;
    const FIXED: Option<usize> = M::FIXED;
    const FALLIBLE: bool = M::FALLIBLE;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        M::write(&self.0, w)
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        M::write_list(items, |value| &value.0, w)
    }
}

impl<'de, M: DeserializeAs<'de, T>, T> Deserialize<'de> for Via<M, T> {
    type Column = ViaColumn<<M::Wire as Deserialize<'de>>::Column>;
    const FIXED: Option<usize> = M::Wire::FIXED;
    const CLAIMS: usize = M::Wire::CLAIMS;
    const MAY_BE_EMPTY: bool = M::Wire::MAY_BE_EMPTY;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let start = r.position();
        let value = M::take(M::Wire::deserialize(r)?);
        checked(value, ErrorKind::Refused, start).map(Via::new)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let start = r.position();
        Ok(ViaColumn { column: M::Wire::deserialize_many(r, n)?, start })
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let value = M::take(M::Wire::next(&mut column.column)?);
        checked(value, ErrorKind::Refused, column.start).map(Via::new)
    }

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        M::Wire::skip(&mut column.column, n)
    }

    fn claims(&self) -> usize {
        M::claims(&self.0)
    }
}

impl<M: With<T>, T> Indexed for Via<Leaf<M>, T> where for<'a> M::Wire<'a>: Indexed {}

/// The marker of `#[onesheet(fixed)]`.
pub struct AsFixed;

/// A number type that `fixed` is for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be marked `fixed`",
    label = "`#[onesheet(fixed)]` is for fields of u16, u32, u64, i16, i32 and i64",
    note = "u8, i8, u128, i128, f32 and f64 are fixed as they are; for usize and isize take u64 and \
            i64; for text and lists, `onesheet::Bounded` bounds the size"
)]
pub trait FixedWidth: crate::Number {}

macro_rules! fixed_width {
    ($($number:ty)*) => {$(
        impl FixedWidth for $number {}

        impl With<$number> for AsFixed {
            type Wire<'a> = crate::Fixed<$number>;

            #[inline]
            fn to_wire(number: &$number) -> crate::Fixed<$number> {
                crate::Fixed::new(*number)
            }

            #[inline]
            fn from_wire(wire: crate::Fixed<$number>) -> Option<$number> {
                Some(wire.get())
            }
        }
    )*};
}
fixed_width! { u16 u32 u64 i16 i32 i64 }
