//! Types that are written as another type, and checked when they are read.

use crate::error::{Error, ErrorKind, Result};

/// An opened list of the other type.
#[derive(Clone, Copy, Debug)]
pub struct ViaColumn<C> {
    pub column: C,
    /// Where the list starts, for errors.
    pub start: usize,
}

/// How the values of type `T` are written, for `#[onesheet(with = …)]`.
///
/// ```
/// use onesheet::{Deserialize, Serialize, With};
/// use std::path::PathBuf;
///
/// /// Paths, as text.
/// struct AsText;
///
/// impl With<PathBuf> for AsText {
///     type Wire = String;
///
///     fn to_wire(path: &PathBuf) -> String {
///         path.to_string_lossy().into_owned()
///     }
///
///     fn from_wire(text: String) -> Option<PathBuf> {
///         Some(text.into())
///     }
/// }
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Backup {
///     #[onesheet(with = AsText)]
///     path: PathBuf,
///     bytes: u64,
/// }
///
/// let backup = Backup { path: "notes.txt".into(), bytes: 300 };
/// let message = onesheet::encode(&backup);
/// assert_eq!(message, b"\x09notes.txt\xac\x02");
/// assert_eq!(onesheet::decode(&message), Ok(backup));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how `{T}` is written",
    label = "`{Self}` has no `impl onesheet::With<{T}>`",
    note = "`#[onesheet(with = Marker)]` takes a type with `impl onesheet::With<FieldType>`"
)]
pub trait With<T> {
    /// The type that is encoded and decoded in place of `T`.
    type Wire;

    /// What is written for a value.
    fn to_wire(value: &T) -> Self::Wire;

    /// The value that was written; `None` if there is none, which decoding reports as
    /// [`OutOfRange`](ErrorKind::OutOfRange).
    fn from_wire(wire: Self::Wire) -> Option<T>;
}

/// The value, or the error that there is none.
#[inline]
pub fn checked<T>(value: Option<T>, kind: ErrorKind, start: usize) -> Result<T> {
    match value {
        Some(value) => Ok(value),
        None => Err(refused(kind, start)),
    }
}

#[cold]
fn refused(kind: ErrorKind, start: usize) -> Error {
    Error::new(kind, start)
}

/// A value of type `T` that is written as the marker `M` says.
pub struct Via<M, T>(pub T, core::marker::PhantomData<M>);

impl<M, T> Via<M, T> {
    /// A value, with its marker.
    #[inline]
    pub fn new(value: T) -> Self {
        Via(value, core::marker::PhantomData)
    }
}

impl<'de, M: With<T>, T> crate::Deserialize<'de> for Via<M, T>
where
    M::Wire: crate::Deserialize<'de>,
{
    type Column = ViaColumn<<M::Wire as crate::Deserialize<'de>>::Column>;
    const FIXED: Option<usize> = M::Wire::FIXED;
    const CLAIMS: usize = M::Wire::CLAIMS;
    const MAY_BE_EMPTY: bool = M::Wire::MAY_BE_EMPTY;

    #[inline]
    fn deserialize(r: &mut crate::Reader<'de>) -> Result<Self> {
        let start = r.position();
        let value = M::from_wire(M::Wire::deserialize(r)?);
        checked(value, ErrorKind::OutOfRange, start).map(Via::new)
    }

    #[inline]
    fn deserialize_many(r: &mut crate::Reader<'de>, n: usize) -> Result<Self::Column> {
        let start = r.position();
        Ok(ViaColumn { column: M::Wire::deserialize_many(r, n)?, start })
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let value = M::from_wire(M::Wire::next(&mut column.column)?);
        checked(value, ErrorKind::OutOfRange, column.start).map(Via::new)
    }

    fn claims(&self) -> usize {
        claims_with::<M, T>(&self.0)
    }
}

/// What a value claims that is written as the marker `M` says: as much as what is written.
#[inline]
pub fn claims_with<'de, M: With<T, Wire: crate::Deserialize<'de>>, T>(value: &T) -> usize {
    crate::Deserialize::claims(&M::to_wire(value))
}

impl<M: With<T>, T> crate::Indexed for Via<M, T> where M::Wire: crate::Indexed {}

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
    ($($number:ty)*) => { $(impl FixedWidth for $number {})* };
}
fixed_width! { u16 u32 u64 i16 i32 i64 }

impl<N: FixedWidth> With<N> for AsFixed {
    type Wire = crate::Fixed<N>;

    #[inline]
    fn to_wire(number: &N) -> Self::Wire {
        crate::Fixed::new(*number)
    }

    #[inline]
    fn from_wire(wire: Self::Wire) -> Option<N> {
        Some(wire.get())
    }
}

/// Implements both traits for a table of types, each written as another: `to` borrows a value and
/// gives what is written, `from` gives the value or `None`, an error of that `kind`.
macro_rules! via {
    ($([$($generics:tt)*] $ty:ty as $wire:ty {
        kind: $kind:ident,
        to: $to:expr,
        from: $from:expr
        $(, schema: $schema:expr)?
    })*) => {$(
        impl<$($generics)*> $crate::Serialize for $ty
        where
            $wire: $crate::Serialize,
        {
            const SCHEMA: &'static $crate::Schema = {
                let _schema = <$wire as $crate::Serialize>::SCHEMA;
                $(let _schema = $schema;)?
                _schema
            };
            const FIXED: Option<usize> = <$wire as $crate::Serialize>::FIXED;

            #[inline]
            fn serialize<W: $crate::Writer>(
                &self,
                w: &mut W,
            ) -> ::core::result::Result<(), W::Error> {
                let to: fn(&Self) -> $wire = $to;
                <$wire as $crate::Serialize>::serialize(&to(self), w)
            }

            #[inline]
            fn serialize_slice<S: $crate::Sink>(items: $crate::Items<'_, Self>, s: &mut S) -> ::core::result::Result<(), S::Error> {
                s.convert(items, $to)
            }
        }

        impl<'de, $($generics)*> $crate::Deserialize<'de> for $ty
        where
            $wire: $crate::Deserialize<'de>,
        {
            type Column = $crate::types::via::ViaColumn<
                <$wire as $crate::Deserialize<'de>>::Column,
            >;
            const FIXED: Option<usize> = <$wire as $crate::Deserialize<'de>>::FIXED;
            const CLAIMS: usize = <$wire as $crate::Deserialize<'de>>::CLAIMS;
            const MAY_BE_EMPTY: bool = <$wire as $crate::Deserialize<'de>>::MAY_BE_EMPTY;

            #[inline]
            fn deserialize(r: &mut $crate::Reader<'de>) -> $crate::Result<Self> {
                let start = r.position();
                let wire = <$wire as $crate::Deserialize<'de>>::deserialize(r)?;
                $crate::types::via::checked($from(wire), $crate::ErrorKind::$kind, start)
            }

            #[inline]
            fn deserialize_many(
                r: &mut $crate::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                let start = r.position();
                let column = <$wire as $crate::Deserialize<'de>>::deserialize_many(r, n)?;
                Ok($crate::types::via::ViaColumn { column, start })
            }

            #[inline]
            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                let wire = <$wire as $crate::Deserialize<'de>>::next(&mut column.column)?;
                $crate::types::via::checked($from(wire), $crate::ErrorKind::$kind, column.start)
            }

            fn claims(&self) -> usize {
                let to: fn(&Self) -> $wire = $to;
                <$wire as $crate::Deserialize<'de>>::claims(&to(self))
            }
        }
    )*};
}
pub(crate) use via;
