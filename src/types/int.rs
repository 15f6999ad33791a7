//! W2 and W3: numbers that are varints alone and packed in lists.
//!
//! | Rust | format |
//! |--|--|
//! | `u16`, `u32`, `u64`, `i16`, `i32`, `i64` | themselves |
//! | `usize`, `isize` | u64, i64, and a value that the machine's `usize` cannot hold is rejected |
//! | `char` | char |

#[cfg(feature = "alloc")]
use crate::de::FEW;
use crate::de::{Deserialize, Part};
use crate::error::Result;
use crate::packed::{self, Kind, Word, Words};
#[cfg(feature = "alloc")]
use crate::raw;
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
#[cfg(feature = "alloc")]
use crate::types::array::vec_of_arrays;
use crate::types::via::via;
use crate::varint::{unzigzag_16, unzigzag_32, unzigzag_64, zigzag_16, zigzag_32, zigzag_64};
use core::convert::identity;

macro_rules! varints {
    ($($ty:ty as $uint:ty: $schema:ident, $write:ident, $to:expr, $from:expr;)*) => {$(
        impl Serialize for $ty {
            const SCHEMA: &'static Schema = &Schema::$schema;
            const KIND: Option<Kind> = Some(Kind::$schema);
            const INLINE: bool = true;

            #[cfg_attr(feature = "alloc", inline(always))]
            #[cfg_attr(not(feature = "alloc"), inline)]
            fn serialize(&self, w: &mut Writer<'_>) {
                w.$write($to(*self).into())
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
            type Column = Words<'de, $uint>;

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                <$uint>::read_varint(r).map($from)
            }

            #[inline]
            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                Words::open(r, n)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> Result<Self> {
                Ok($from(column.next()))
            }

            const CHECKED: bool = true;

            #[inline]
            fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
                column.skip(n);
                Ok(())
            }

            #[cfg(feature = "alloc")]
            const FEW: usize = FEW;

            #[cfg(feature = "alloc")]
            #[inline]
            fn few<const N: usize>(r: &mut Reader<'de>, n: usize) -> Result<[Self; N]> {
                packed::read_few::<$uint, N>(r, n).map(|words| words.map($from))
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
                if <$ty>::MIN == 0 {
                    if let Some(bytes) = column.whole(n) {
                        return Ok(raw::vec_from_little_endian(bytes));
                    }
                }
                Ok(column.read_vec(n, $from))
            }

            #[inline]
            fn array_part<const N: usize>(r: &mut Reader<'de>) -> Part<[Self; N]> {
                packed::read_array(r, $from, $to)
            }

            #[inline]
            fn next_array<const N: usize>(column: &mut Self::Column) -> Result<[Self; N]> {
                let mut values = [0; N];
                column.read(&mut values, $from);
                Ok(values)
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn next_arrays<const N: usize>(
                column: &mut Self::Column,
                n: usize,
            ) -> Result<alloc::vec::Vec<[Self; N]>> {
                Ok(vec_of_arrays(n, |values| column.read(values, $from)))
            }
        }
    )*};
}

varints! {
    u16 as u16: U16, write_varint_u16, identity, identity;
    u32 as u32: U32, write_varint_u32, identity, identity;
    u64 as u64: U64, write_varint, identity, identity;
    i16 as u16: I16, write_varint_u16, zigzag_16, unzigzag_16;
    i32 as u32: I32, write_varint_u32, zigzag_32, unzigzag_32;
    i64 as u64: I64, write_varint, zigzag_64, unzigzag_64;
}

via! {
    [] usize as u64 { kind: OutOfRange, to: |x| *x as u64, from: |x| usize::try_from(x).ok() }
    [] isize as i64 { kind: OutOfRange, to: |x| *x as i64, from: |x| isize::try_from(x).ok() }
    [] char as u32 {
        kind: InvalidChar,
        to: |x| u32::from(*x),
        from: char::from_u32,
        schema: &Schema::Char
    }
}
