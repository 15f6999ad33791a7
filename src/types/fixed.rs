//! W1: fixed types, value after value.
//!
//! | Rust | format |
//! |--|--|
//! | `u8`, `i8`, `u128`, `i128`, `f32`, `f64` | themselves |
//! | [`Fixed<u16>`](crate::types::Fixed) … `Fixed<i64>` | fixed u16 … fixed i64 |
//! | `()`, `PhantomData` | unit |

use core::marker::PhantomData;

use crate::de::Deserialize;
#[cfg(feature = "alloc")]
use crate::de::FEW;
use crate::error::Result;
pub use crate::fixed_column::FixedColumn;
use crate::packed::Kind;
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};

impl<'de> FixedColumn<'de> {
    /// Takes the next value.
    ///
    /// # Errors
    /// As [`take`](Self::take), and whatever is wrong with the value. A type that is not fixed has
    /// no such column, nor code to read from one.
    #[inline]
    pub fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        if const { T::FIXED.is_none() } {
            return Err(self.at_end());
        }
        T::deserialize(&mut self.reader(T::FIXED.unwrap_or(0))?)
    }

    /// Checks the next `n` values; reads none of them if any bytes are a value.
    ///
    /// # Errors
    /// As [`next_value`](Self::next_value).
    #[inline]
    pub fn check<T: Deserialize<'de>>(mut self, n: usize) -> Result<()> {
        if const { T::ANY_BYTES } {
            return self.skip(n, T::FIXED.unwrap_or(0));
        }
        (0..n).try_for_each(|_| self.next_value::<T>().map(drop))
    }
}

/// A closure that reads an array of N numbers from bytes, with zeros after the last number there.
macro_rules! array_of {
    ($ty:ty) => {
        |bytes| {
            let mut values = [<$ty>::default(); N];
            for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(size_of::<$ty>())) {
                let mut word = [0; size_of::<$ty>()];
                word.copy_from_slice(bytes);
                *value = <$ty>::from_le_bytes(word);
            }
            values
        }
    };
}

/// [`few`](Deserialize::few) for fixed structs.
#[doc(hidden)]
pub fn few<'de, T: Deserialize<'de>, const N: usize>(
    r: &mut Reader<'de>,
    n: usize,
) -> Result<[T; N]> {
    let column = FixedColumn::open(r, n, T::FIXED.unwrap_or(0), T::HEAP_SIZE)?;
    let (mut next, mut left) = (column, n);
    crate::raw::try_array(|| {
        if left == 0 {
            (next, left) = (column, n);
        }
        left = left.wrapping_sub(1);
        next.next_value()
    })
}

/// What is the same of all fixed types whose lists are a column of bytes.
macro_rules! of_size {
    ($size:expr) => {
        type Column = $crate::types::fixed::FixedColumn<'de>;
        const FIXED: Option<usize> = Some($size);

        #[inline]
        fn deserialize_many(
            r: &mut $crate::de::Reader<'de>,
            n: usize,
        ) -> $crate::Result<Self::Column> {
            $crate::types::fixed::FixedColumn::open(r, n, $size, 0)
        }

        #[inline]
        fn next(column: &mut Self::Column) -> $crate::Result<Self> {
            column.next_value()
        }

        #[inline]
        fn check(column: Self::Column, n: usize) -> $crate::Result<()> {
            column.check::<Self>(n)
        }

        #[inline]
        fn skip(column: &mut Self::Column, n: usize) -> $crate::Result<()> {
            column.skip(n, $size)
        }
    };
}
pub(crate) use of_size;

macro_rules! fixed {
    ($($ty:ty: $schema:ident;)*) => {$(
        impl Serialize for $ty {
            const SCHEMA: &'static Schema = &Schema::$schema;
            const FIXED: Option<usize> = Some(size_of::<$ty>());
            const KIND: Option<Kind> = Some(Kind::Raw(size_of::<$ty>() as u8));

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                match self.to_le_bytes() {
                    bytes if size_of::<$ty>() > 1 => w.write_bytes(&bytes),
                    [byte, ..] => w.write_byte(byte),
                }
            }

            #[inline]
            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.numbers(items, |number| number.to_ne_bytes())
            }

            #[inline]
            fn byte_layout(&self, layout: &mut Layout<false>) {
                layout.numbers(core::slice::from_ref(self));
            }
        }

        impl<'de> Deserialize<'de> for $ty {
            of_size! { size_of::<$ty>() }
            const ANY_BYTES: bool = true;

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                r.array().map(<$ty>::from_le_bytes)
            }

            #[inline]
            fn fixed_column(column: &mut Self::Column) -> Option<&mut FixedColumn<'de>> {
                Some(column)
            }

            #[inline]
            fn byte_layout(value: &mut Self, layout: &mut Layout<true>) {
                layout.numbers(core::slice::from_mut(value));
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
                column.take(n, size_of::<$ty>()).map(crate::raw::vec_from_little_endian)
            }

            #[inline]
            fn next_array<const N: usize>(column: &mut Self::Column) -> Result<[Self; N]> {
                column.take(N, size_of::<$ty>()).map(array_of!($ty))
            }

            #[cfg(feature = "alloc")]
            const FEW: usize = FEW;

            #[cfg(feature = "alloc")]
            #[inline]
            fn few<const N: usize>(r: &mut Reader<'de>, n: usize) -> Result<[Self; N]> {
                r.take(n.saturating_mul(size_of::<$ty>())).map(array_of!($ty))
            }
        }
    )*};
}

fixed! {
    u8: U8;
    i8: I8;
    u128: U128;
    i128: I128;
    f32: F32;
    f64: F64;
}

macro_rules! unit {
    ($([$($generics:tt)*] $ty:ty: $value:expr;)*) => {$(
        impl<$($generics)*> Serialize for $ty {
            const SCHEMA: &'static Schema = &Schema::Unit;
            const FIXED: Option<usize> = Some(0);

            #[inline]
            fn serialize(&self, _: &mut Writer<'_>) {
            }

            #[inline]
            fn serialize_slice(_: Items<'_, Self>, _: &mut ListWriter<'_, '_>) {
            }
        }

        impl<'de, $($generics)*> Deserialize<'de> for $ty {
            type Column = ();
            const FIXED: Option<usize> = Some(0);
            const ANY_BYTES: bool = true;
            const MAY_BE_EMPTY: bool = true;

            #[inline]
            fn deserialize(_: &mut Reader<'de>) -> Result<Self> {
                Ok($value)
            }

            #[inline]
            fn deserialize_many(_: &mut Reader<'de>, _: usize) -> Result<Self::Column> {
                Ok(())
            }

            #[inline]
            fn next(_: &mut Self::Column) -> Result<Self> {
                Ok($value)
            }

            const CHECKED: bool = true;

            #[inline]
            fn skip(_: &mut Self::Column, _: usize) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

unit! {
    [] (): ();
    [] core::ops::RangeFull: ..;
    [T: ?Sized] PhantomData<T>: PhantomData;
}
