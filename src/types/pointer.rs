//! Pointers, written as what they point to.
//!
//! | Rust | format |
//! |--|--|
//! | `&T`, `Box<T>`, `Rc<T>`, `Arc<T>`, `Cow<T>` | T |
//!
//! `Rc` and `Arc` share nothing after decoding, and `Cow` is owned.

#[cfg(feature = "alloc")]
use crate::error::Result;
use crate::raw::Items;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};

macro_rules! serialize_target {
    ($([$($generics:tt)*] $pointer:ty;)*) => {$(
        impl<$($generics)*> Serialize for $pointer {
            const SCHEMA: &'static Schema = T::SCHEMA;
            // What is behind it may hold the type that this is in: that is not asked.
            const INLINE: bool = false;
            const FIXED: Option<usize> = T::FIXED;
            const FALLIBLE: bool = T::FALLIBLE;

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                (**self).serialize(w)
            }

            #[inline]
            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.borrow(items, |pointer| &**pointer)
            }
        }
    )*};
}

serialize_target! {
    [T: Serialize + ?Sized] &T;
}

/// Bytes that an `Rc` or `Arc` of a slice or str claims beside it: its two counts, and what rounds
/// the whole up to words.
#[cfg(feature = "alloc")]
pub(crate) const COUNTS: usize = 3 * size_of::<usize>();

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::*;
    use crate::de::Deserialize;
    use crate::reader::Reader;
    use crate::types::via::columns_of;
    use alloc::borrow::{Cow, ToOwned};
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::sync::Arc;

    serialize_target! {
        [T: Serialize + ?Sized] Box<T>;
        [T: Serialize + ?Sized] Rc<T>;
        [T: Serialize + ?Sized] Arc<T>;
        [T: Serialize + ToOwned + ?Sized] Cow<'_, T>;
    }

    macro_rules! deserialize_target {
        ($([$($generics:tt)*] $ty:ty, $target:ty: $size:expr, $new:expr, $inner:pat => $value:expr;)*) => {$(
            impl<'de, $($generics)*> Deserialize<'de> for $ty
            where
                $target: Deserialize<'de>,
            {
                columns_of! { $target }
                const FIXED: Option<usize> = <$target>::FIXED;
                const HEAP_SIZE: usize = <$target>::HEAP_SIZE.saturating_add($size);
                const ANY_BYTES: bool = <$target>::ANY_BYTES;
                const MAY_BE_EMPTY: bool = <$target>::MAY_BE_EMPTY;

                #[inline]
                fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                    r.charge(1, $size)?;
                    r.pointed(size_of::<$target>(), <$target>::deserialize).map($new)
                }

                #[inline]
                fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                    r.charge(n, $size)?;
                    <$target>::deserialize_many(r, n)
                }

                #[inline]
                fn next(column: &mut Self::Column) -> Result<Self> {
                    <$target>::next(column).map($new)
                }

                #[inline]
                fn heap_size(&self) -> usize {
                    match self {
                        $inner => $value.heap_size().saturating_add($size),
                        #[allow(unreachable_patterns, reason = "a `Cow` that borrows")]
                        _ => 0,
                    }
                }
            }
        )*};
    }

    // The bytes that a pointer claims, with its two counts.
    deserialize_target! {
        [T] Box<T>, T: size_of::<T>(), Box::new, value => (**value);
        [T] Rc<T>, T: size_of::<(usize, usize, T)>(), Rc::new, value => (**value);
        [T] Arc<T>, T: size_of::<(usize, usize, T)>(), Arc::new, value => (**value);
        [T: ToOwned + ?Sized] Cow<'_, T>, T::Owned: 0, Cow::Owned, Cow::Owned(value) => value;
    }
}
