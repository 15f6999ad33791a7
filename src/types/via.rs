//! Types that are written as another type, and checked when they are read.

use crate::error::{Error, ErrorKind, Result};

/// An opened list of the other type.
#[derive(Clone, Copy, Debug)]
pub struct ViaColumn<C> {
    /// Its column.
    pub column: C,
    /// Where the list starts, for errors.
    pub start: usize,
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

/// The columns of a type that stands as another does.
macro_rules! columns_of {
    ($wire:ty) => {
        type Column = <$wire as $crate::Deserialize<'de>>::Column;

        #[inline]
        fn check(column: Self::Column, n: usize) -> $crate::Result<()> {
            <$wire as $crate::Deserialize<'de>>::check(column, n)
        }

        #[inline]
        fn skip(column: &mut Self::Column, n: usize) -> $crate::Result<()> {
            <$wire as $crate::Deserialize<'de>>::skip(column, n)
        }
    };
}
pub(crate) use columns_of;

/// The same, and its consts of size and memory. `ROWS`, `FEW` and `SCATTER` stay as they are by default.
macro_rules! as_of {
    ($wire:ty) => {
        $crate::types::via::columns_of! { $wire }
        const FIXED: Option<usize> = <$wire as $crate::Deserialize<'de>>::FIXED;
        const HEAP_SIZE: usize = <$wire as $crate::Deserialize<'de>>::HEAP_SIZE;
        const ANY_BYTES: bool = <$wire as $crate::Deserialize<'de>>::ANY_BYTES;
        const MAY_BE_EMPTY: bool = <$wire as $crate::Deserialize<'de>>::MAY_BE_EMPTY;

        #[inline]
        fn deserialize_many(
            r: &mut $crate::de::Reader<'de>,
            n: usize,
        ) -> $crate::Result<Self::Column> {
            <$wire as $crate::Deserialize<'de>>::deserialize_many(r, n)
        }
    };
}
pub(crate) use as_of;

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
            const INLINE: bool = <$wire as $crate::Serialize>::INLINE;
            const SCHEMA: &'static $crate::Schema = {
                let _schema = <$wire as $crate::Serialize>::SCHEMA;
                $(let _schema = $schema;)?
                _schema
            };
            const FIXED: Option<usize> = <$wire as $crate::Serialize>::FIXED;
            const FALLIBLE: bool = <$wire as $crate::Serialize>::FALLIBLE;

            #[inline]
            fn serialize(
                &self,
                w: &mut $crate::ser::Writer<'_>,
            ) {
                let to: fn(&Self) -> $wire = $to;
                <$wire as $crate::Serialize>::serialize(&to(self), w)
            }

            #[inline]
            fn serialize_slice(items: $crate::ser::Items<'_, Self>, w: &mut $crate::ser::ListWriter<'_, '_>) {
                w.convert::<_, $wire>(items, $to)
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
            const HEAP_SIZE: usize = <$wire as $crate::Deserialize<'de>>::HEAP_SIZE;
            const MAY_BE_EMPTY: bool = <$wire as $crate::Deserialize<'de>>::MAY_BE_EMPTY;

            #[inline]
            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                let start = r.position();
                let wire = <$wire as $crate::Deserialize<'de>>::deserialize(r)?;
                $crate::types::via::checked($from(wire), $crate::ErrorKind::$kind, start)
            }

            #[inline]
            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
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

            #[inline]
            fn skip(column: &mut Self::Column, n: usize) -> $crate::Result<()> {
                <$wire as $crate::Deserialize<'de>>::skip(&mut column.column, n)
            }

            fn heap_size(&self) -> usize {
                let to: fn(&Self) -> $wire = $to;
                <$wire as $crate::Deserialize<'de>>::heap_size(&to(self))
            }
        }
    )*};
}
pub(crate) use via;
