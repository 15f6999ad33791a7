//! Wrappers, written as what they wrap.
//!
//! | Rust | format |
//! |--|--|
//! | `Wrapping<T>`, `Saturating<T>`, `Reverse<T>`, `Cell<T>` | T |
//! | `NonZero<T>` | T, and 0 is rejected |
//! | `CString` | seq(u8) without the final 0, and a 0 in it is rejected |

use core::cmp::Reverse;
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};

use crate::types::via::via;

/// Implements both traits for a table of types that hold one value: how to borrow it, and how to
/// wrap it.
macro_rules! wrapper {
    ($([$($generics:tt)*] $ty:ty: $inner:ty, $get:expr, $new:expr;)*) => {$(
        impl<$($generics)*> $crate::Serialize for $ty
        where
            $inner: $crate::Serialize,
        {
            const SCHEMA: &'static $crate::Schema = <$inner as $crate::Serialize>::SCHEMA;
            const FIXED: Option<usize> = <$inner as $crate::Serialize>::FIXED;
            const FALLIBLE: bool = <$inner as $crate::Serialize>::FALLIBLE;
            const INLINE: bool = <$inner as $crate::Serialize>::INLINE;

            #[inline]
            fn serialize(
                &self,
                w: &mut $crate::ser::Writer<'_>,
            ) {
                let get: fn(&Self) -> &$inner = $get;
                get(self).serialize(w)
            }

            #[inline]
            fn serialize_slice(items: $crate::ser::Items<'_, Self>, w: &mut $crate::ser::ListWriter<'_, '_>) {
                let get: fn(&Self) -> &$inner = $get;
                <$inner as $crate::Serialize>::serialize_slice(items.field(get), w)
            }
        }

        impl<'de, $($generics)*> $crate::Deserialize<'de> for $ty
        where
            $inner: $crate::Deserialize<'de>,
        {
            $crate::types::via::as_of! { $inner }

            #[inline]
            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                <$inner as $crate::Deserialize<'de>>::deserialize(r).map($new)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                <$inner as $crate::Deserialize<'de>>::next(column).map($new)
            }

            #[inline]
            fn heap_size(&self) -> usize {
                let get: fn(&Self) -> &$inner = $get;
                <$inner as $crate::Deserialize<'de>>::heap_size(get(self))
            }
        }
    )*};
}
pub(crate) use wrapper;

wrapper! {
    [T] Wrapping<T>: T, |wrapping| &wrapping.0, Wrapping;
    [T] Saturating<T>: T, |saturating| &saturating.0, Saturating;
    [T] Reverse<T>: T, |reverse| &reverse.0, Reverse;
}

via! {
    [T: Copy] core::cell::Cell<T> as T {
        kind: OutOfRange,
        to: core::cell::Cell::get,
        from: |value| Some(core::cell::Cell::new(value))
    }
}

macro_rules! non_zero {
    ($($non_zero:ident $number:ty;)*) => {
        via! {$(
            [] $non_zero as $number {
                kind: OutOfRange,
                to: |value| value.get(),
                from: $non_zero::new
            }
        )*}
    };
}

non_zero! {
    NonZeroU8 u8;
    NonZeroU16 u16;
    NonZeroU32 u32;
    NonZeroU64 u64;
    NonZeroU128 u128;
    NonZeroUsize usize;
    NonZeroI8 i8;
    NonZeroI16 i16;
    NonZeroI32 i32;
    NonZeroI64 i64;
    NonZeroI128 i128;
    NonZeroIsize isize;
}

#[cfg(feature = "alloc")]
mod c_string {
    use crate::de::Reader;
    use crate::{Deserialize, Error, ErrorKind, Result};
    use alloc::ffi::CString;
    use alloc::vec::Vec;

    crate::types::seq::slice! { [] [] CString as [u8], <[u8]>::SCHEMA, false, CString::as_bytes; }

    /// The bytes with a final 0, in one allocation.
    fn c_string(bytes: &[u8], start: usize) -> Result<CString> {
        let mut text = Vec::with_capacity(bytes.len().saturating_add(1));
        text.extend_from_slice(bytes);
        text.push(0);
        CString::from_vec_with_nul(text).map_err(|_| Error::new(ErrorKind::OutOfRange, start))
    }

    impl<'de> Deserialize<'de> for CString {
        type Column = crate::types::via::ViaColumn<<&'de [u8] as Deserialize<'de>>::Column>;

        fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
            let start = r.position();
            let bytes = <&[u8]>::deserialize(r)?;
            r.charge(bytes.len().saturating_add(1), 1)?;
            c_string(bytes, start)
        }

        fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
            let start = r.position();
            let column = crate::types::seq::SeqColumn::open::<u8>(r, n, 1)?;
            r.charge(n, 1)?;
            Ok(crate::types::via::ViaColumn { column, start })
        }

        fn next(column: &mut Self::Column) -> Result<Self> {
            c_string(<&[u8]>::next(&mut column.column)?, column.start)
        }

        fn heap_size(&self) -> usize {
            self.as_bytes_with_nul().len()
        }
    }
}
