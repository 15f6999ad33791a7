//! The unsigned number types of W2.

use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;

/// An unsigned number type of W2: `u16`, `u32` or `u64`.
pub trait Word:
    Copy + Ord + Default + core::ops::BitOr<Output = Self> + sealed::Sealed + 'static
{
    /// The number with no bit set.
    const ZERO: Self;
    /// The largest number.
    const MAX: Self;
    /// log2 of the type's width in bits.
    const LOG_BITS: u32;

    /// log2 of bits(self), W19.
    fn log_width(self) -> u32;
    /// Bytes of the varint of this number.
    fn varint_len(self) -> usize;
    /// Reads a number alone.
    fn read_varint(r: &mut Reader<'_>) -> Result<Self>;
    /// The type that lists in small memory go through: of fewer types there is less code.
    type Wide: Word;
    /// The same number.
    fn to_wide(self) -> Self::Wide;
    /// The low bits of a number.
    fn from_wide(wide: Self::Wide) -> Self;
    /// `byte`, `bits` bits up.
    fn from_byte(byte: u8, bits: u32) -> Self;
    /// The number `bits` bits up.
    fn shl(self, bits: u32) -> Self;
    /// The number without its lowest `bits` bits.
    fn shr(self, bits: u32) -> Self;
    /// The lowest `bits` bits, of at most the type's width.
    fn low_bits(self, bits: u32) -> Self;
    /// The low bits of `x`.
    fn truncate(x: u64) -> Self;
    /// The number as `u64`.
    fn widen(self) -> u64;
    /// The low byte.
    fn low_byte(self) -> u8;
    /// `self + other` modulo the type.
    fn add(self, other: Self) -> Self;
    /// `self - other` modulo the type.
    fn sub(self, other: Self) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

macro_rules! word {
    ($uint:ty, $wide:ty, $read:ident, $len:ident) => {
        impl Word for $uint {
            type Wide = $wide;
            const ZERO: Self = 0;
            const MAX: Self = <$uint>::MAX;
            const LOG_BITS: u32 = <$uint>::BITS.trailing_zeros();

            #[inline]
            fn log_width(self) -> u32 {
                if cfg!(feature = "alloc") {
                    // The highest bit of the place of the highest bit, of which 0 and 1 have the same.
                    return ((self | 1).ilog2() * 2 + 1).ilog2();
                }
                // Less code where there is no instruction for that.
                let mut log = 0;
                while log < Self::LOG_BITS && self.wrapping_shr(1 << log) != 0 {
                    log += 1;
                }
                log
            }

            #[inline]
            fn varint_len(self) -> usize {
                crate::varint::$len(self.into())
            }

            #[inline]
            fn read_varint(r: &mut Reader<'_>) -> Result<Self> {
                let start = r.position();
                <$uint>::try_from(r.$read()?).map_err(|_| Error::new(ErrorKind::OutOfRange, start))
            }

            #[inline]
            fn to_wide(self) -> $wide {
                self.into()
            }

            #[inline]
            fn from_wide(wide: $wide) -> Self {
                wide as $uint
            }

            #[inline]
            fn from_byte(byte: u8, bits: u32) -> Self {
                <$uint>::from(byte).checked_shl(bits).unwrap_or(0)
            }

            #[inline]
            fn shl(self, bits: u32) -> Self {
                self.wrapping_shl(bits)
            }

            #[inline]
            fn shr(self, bits: u32) -> Self {
                self.wrapping_shr(bits)
            }

            #[inline]
            fn low_bits(self, bits: u32) -> Self {
                self & <$uint>::MAX.wrapping_shr(<$uint>::BITS.wrapping_sub(bits))
            }

            #[inline]
            fn truncate(x: u64) -> Self {
                x as $uint
            }

            #[inline]
            fn widen(self) -> u64 {
                self.into()
            }

            #[inline]
            fn low_byte(self) -> u8 {
                self as u8
            }

            #[inline]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    };
}

word!(u16, u32, varint_u32, len_u32);
word!(u32, u32, varint_u32, len_u32);
word!(u64, u64, varint_u64, len_u64);
