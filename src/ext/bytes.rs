//! bytes: `Bytes` and `BytesMut` are seq(u8).

use ::bytes::{Bytes, BytesMut};
use alloc::vec::Vec;

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::Key;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};

macro_rules! bytes {
    ($($ty:ty: $from:expr;)*) => {$(
        impl Serialize for $ty {
            const SCHEMA: &'static Schema = <[u8]>::SCHEMA;

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                w.write_slice(&self[..])
            }

            #[inline]
            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.slices(items, |bytes| &bytes[..])
            }
        }

        impl<'de> Deserialize<'de> for $ty {
            type Column = <Vec<u8> as Deserialize<'de>>::Column;

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                Vec::deserialize(r).map($from)
            }

            #[inline]
            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                Vec::<u8>::deserialize_many(r, n)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> Result<Self> {
                Vec::<u8>::next(column).map($from)
            }

            fn check(_: Self::Column, _: usize) -> Result<()> {
                Ok(())
            }

            fn heap_size(&self) -> usize {
                self.len()
            }

            #[inline]
            fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
                Vec::<u8>::skip(column, n)
            }
        }

        impl Key for $ty {
            fn order(&self, other: &Self) -> core::cmp::Ordering {
                self[..].cmp(&other[..])
            }
        }
    )*};
}

bytes! {
    Bytes: Bytes::from;
    BytesMut: |bytes: Vec<u8>| Bytes::from(bytes).into();
}
