//! bytes: `Bytes` and `BytesMut` are seq(u8).

use ::bytes::{Bytes, BytesMut};
use alloc::vec::Vec;

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::Key;
use crate::reader::Reader;
use crate::types::seq::slice;
use crate::types::via::as_of;

macro_rules! bytes {
    ($($ty:ty: $from:expr;)*) => {$(
        slice! { [] [] $ty as [u8], <[u8]>::SCHEMA, false, |bytes| &bytes[..]; }

        impl<'de> Deserialize<'de> for $ty {
            as_of! { Vec<u8> }

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                Vec::deserialize(r).map($from)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> Result<Self> {
                Vec::<u8>::next(column).map($from)
            }

            fn heap_size(&self) -> usize {
                self.len()
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
