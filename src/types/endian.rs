//! Numbers of fixed width (W1): in the format's own order, or as a foreign header has them.

use core::fmt;

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::Key;
use crate::list::Indexed;
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::fixed::{FixedColumn, of_size};

/// A number whose bytes can be ordered.
pub trait Number: Copy + sealed::Sealed {
    /// As many bytes.
    type Bytes: Copy + AsRef<[u8]>;

    /// The bytes, lowest first.
    fn to_le_bytes(self) -> Self::Bytes;
    /// The inverse.
    fn from_le_bytes(bytes: Self::Bytes) -> Self;
    /// The bytes, highest first.
    fn to_be_bytes(self) -> Self::Bytes;
    /// The inverse.
    fn from_be_bytes(bytes: Self::Bytes) -> Self;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! wrapper {
    ($(#[$doc:meta])* $name:ident: $to:ident, $from:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(transparent)]
        pub struct $name<N: Number>(N::Bytes);

        impl<N: Number> $name<N> {
            /// Wraps a number.
            #[inline]
            #[must_use]
            pub fn new(number: N) -> Self {
                $name(number.$to())
            }

            /// Wraps the bytes of a number as they stand on the wire; for constants too.
            #[inline]
            #[must_use]
            pub const fn from_bytes(bytes: N::Bytes) -> Self {
                $name(bytes)
            }

            /// The number.
            #[inline]
            #[must_use]
            pub fn get(self) -> N {
                N::$from(self.0)
            }
        }
    };
}

wrapper! {
    /// A number written at its full width, lowest byte first: a format type of its own (`fixed u32`
    /// and so on), for numbers that are rarely small.
    ///
    /// `#[onesheet(fixed)]` on a field of type `u32` has the same bytes.
    ///
    /// ```
    /// use onesheet::types::Fixed;
    ///
    /// assert_eq!(onesheet::encode(&Fixed::new(300u32)), [0x2c, 1, 0, 0]);
    /// ```
    Fixed: to_le_bytes, from_le_bytes
}
wrapper! {
    /// A number as its bytes, lowest first, for a field of a foreign header.
    ///
    /// The format sees what it sees for [`Fixed`]; of `u128`, `f32` and `f64`, the number itself.
    Le: to_le_bytes, from_le_bytes
}
wrapper! {
    /// A number as its bytes, highest first, for a field of a foreign header.
    ///
    /// The format sees an array of bytes.
    ///
    /// ```
    /// use onesheet::types::Be;
    ///
    /// let port = Be::new(8080u16);
    /// assert_eq!(onesheet::encode(&port), [0x1f, 0x90]);
    /// assert_eq!(port.get(), 8080);
    ///
    /// const HTTP: Be<u16> = Be::from_bytes(80u16.to_be_bytes());
    /// assert_eq!(HTTP.get(), 80);
    /// ```
    Be: to_be_bytes, from_be_bytes
}

macro_rules! methods {
    ($name:ident $number:ty: $schema:expr) => {
        impl From<$number> for $name<$number> {
            #[inline]
            fn from(number: $number) -> Self {
                $name::new(number)
            }
        }

        impl From<$name<$number>> for $number {
            #[inline]
            fn from(wrapped: $name<$number>) -> Self {
                wrapped.get()
            }
        }

        impl Default for $name<$number> {
            fn default() -> Self {
                $name::new(<$number>::default())
            }
        }

        impl fmt::Debug for $name<$number> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.get()).finish()
            }
        }

        impl fmt::Display for $name<$number> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.get().fmt(f)
            }
        }

        impl Serialize for $name<$number> {
            const SCHEMA: &'static Schema = $schema;
            const FIXED: Option<usize> = Some(size_of::<$number>());

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                w.write_bytes(&self.0)
            }

            #[inline]
            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                w.fixed(items, size_of::<$number>(), |value, w| value.serialize(w))
            }

            #[inline]
            fn byte_layout(&self, layout: &mut Layout<false>) {
                layout.numbers(&self.0);
            }
        }

        impl<'de> Deserialize<'de> for $name<$number> {
            of_size! { size_of::<$number>() }
            const ANY_BYTES: bool = true;

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                r.array().map($name)
            }

            #[inline]
            fn fixed_column(column: &mut Self::Column) -> Option<&mut FixedColumn<'de>> {
                Some(column)
            }

            #[inline]
            fn byte_layout(value: &mut Self, layout: &mut Layout<true>) {
                layout.numbers(&mut value.0);
            }

            #[inline]
            fn next_array<const N: usize>(column: &mut Self::Column) -> Result<[Self; N]> {
                let bytes = column.take(N, size_of::<$number>())?;
                let mut values = [Self::default(); N];
                for (value, bytes) in
                    values.iter_mut().zip(bytes.chunks_exact(size_of::<$number>()))
                {
                    value.0.copy_from_slice(bytes);
                }
                Ok(values)
            }
        }

        impl Indexed for $name<$number> {}
    };
}

macro_rules! integers {
    ($($number:ident $fixed:ident;)*) => {$(
        methods! { Fixed $number: &Schema::$fixed }

        impl PartialOrd for Fixed<$number> {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for Fixed<$number> {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.get().cmp(&other.get())
            }
        }

        impl Key for Fixed<$number> {
            fn order(&self, other: &Self) -> core::cmp::Ordering {
                self.cmp(other)
            }
        }
    )*};
}

macro_rules! numbers {
    ($($number:ident $schema:ident;)*) => {$(
        impl sealed::Sealed for $number {}

        impl Number for $number {
            type Bytes = [u8; size_of::<$number>()];

            #[inline]
            fn to_le_bytes(self) -> Self::Bytes {
                self.to_le_bytes()
            }

            #[inline]
            fn from_le_bytes(bytes: Self::Bytes) -> Self {
                <$number>::from_le_bytes(bytes)
            }

            #[inline]
            fn to_be_bytes(self) -> Self::Bytes {
                self.to_be_bytes()
            }

            #[inline]
            fn from_be_bytes(bytes: Self::Bytes) -> Self {
                <$number>::from_be_bytes(bytes)
            }
        }

        methods! { Le $number: &Schema::$schema }
        methods! { Be $number: &Schema::Array(&Schema::U8, size_of::<$number>()) }
    )*};
}

numbers! {
    u16 FixedU16;
    u32 FixedU32;
    u64 FixedU64;
    u128 U128;
    i16 FixedI16;
    i32 FixedI32;
    i64 FixedI64;
    i128 I128;
    f32 F32;
    f64 F64;
}

integers! {
    u16 FixedU16;
    u32 FixedU32;
    u64 FixedU64;
    i16 FixedI16;
    i32 FixedI32;
    i64 FixedI64;
}
