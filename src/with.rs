//! `#[onesheet(with = …)]`: values that are written as a marker says.

pub(crate) mod adapter;
mod borrow;
#[cfg(feature = "alloc")]
mod list;
#[cfg(feature = "alloc")]
mod map;
mod parts;
mod rows;
mod utf8;

#[cfg(feature = "serde-1")]
pub use crate::serde::Serde;
pub use rows::Rows;
pub use utf8::Utf8;

use core::cmp::Ordering;

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::key::Key;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::via::as_of;

/// How the values of type `T` are written, for `#[onesheet(with = …)]`.
///
/// ```
/// use onesheet::{Deserialize, Serialize};
/// use onesheet::with::With;
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
/// `type Wire<'a> = &'a str`. If some values cannot be encoded, use a [`Fallible`] wire type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how `{T}` is written",
    label = "`{Self}` has no `impl onesheet::with::With<{T}>`",
    note = "`#[onesheet(with = Marker)]` takes a type with `impl onesheet::with::With<FieldType>`; if the \
            marker is for what a container holds, it stands in its place: `with = Vec<Marker>`, \
            `Option<Marker>`, `[Marker; N]`, `BTreeMap<_, Marker>`, `(_, Marker)`"
)]
pub trait With<T> {
    /// The type that is encoded and decoded in place of `T`.
    type Wire<'a>: Serialize;

    /// What is written for a value.
    fn to_wire(value: &T) -> Self::Wire<'_>;

    /// The value that `wire` stands for; `None` if it stands for none, which decoding reports as
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
/// use onesheet::{ErrorKind, Serialize, try_encode};
/// use onesheet::with::{Fallible, With};
///
/// /// Weights in whole grams; others have no encoding.
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
        W::serialize_slice(items.optional_field(|value| value.0.as_ref()), w)
    }
}

impl<'de, W: Deserialize<'de>> Deserialize<'de> for Fallible<W> {
    as_of! { W }

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        W::deserialize(r).map(|wire| Fallible(Some(wire)))
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        W::next(column).map(|wire| Fallible(Some(wire)))
    }

    fn heap_size(&self) -> usize {
        self.0.as_ref().map_or(0, W::heap_size)
    }
}

impl<W: Key> Key for Fallible<W> {
    fn order(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}
