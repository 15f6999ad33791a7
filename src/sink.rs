//! The ways of writing a list.
//!
//! [`Sheet`] has memory: it writes short lists straight to the output, and keeps the columns of long
//! ones until all values were seen. [`Direct`] has none, and [`Pass`] walks through all values for
//! each column where these are not at hand in one piece.

mod direct;
mod pass;
#[cfg(feature = "alloc")]
mod sheet;

pub(crate) use direct::Counter;
#[cfg(feature = "alloc")]
pub(crate) use sheet::{Kept, Sheet};

use crate::packed::Kind;
use crate::raw::{self, Items};
use crate::ser::{Serialize, SerializeVariants};
use crate::varint::{zigzag_16, zigzag_32, zigzag_64};

/// The columns of a list of values.
#[inline(always)]
const fn columns<T: Serialize + ?Sized>() -> usize {
    T::SCHEMA.columns()
}

/// The number that is packed for one of that kind, from its bytes in memory.
#[inline(always)]
fn number<const N: usize>(kind: Kind, bytes: [u8; N]) -> u64 {
    #[inline(always)]
    fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
        bytes.first_chunk().copied().unwrap_or([0; N])
    }

    match kind {
        Kind::Raw(_) | Kind::Bool | Kind::U8 => u64::from(u8::from_ne_bytes(first(&bytes))),
        Kind::U16 => u64::from(u16::from_ne_bytes(first(&bytes))),
        Kind::U32 => u64::from(u32::from_ne_bytes(first(&bytes))),
        Kind::U64 => u64::from_ne_bytes(first(&bytes)),
        Kind::Count => usize::from_ne_bytes(first(&bytes)) as u64,
        Kind::I16 => u64::from(zigzag_16(i16::from_ne_bytes(first(&bytes)))),
        Kind::I32 => u64::from(zigzag_32(i32::from_ne_bytes(first(&bytes)))),
        Kind::I64 => zigzag_64(i64::from_ne_bytes(first(&bytes))),
    }
}

/// Bytes of a number that are written as they are, lowest first.
#[inline(always)]
fn lowest_first<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    if cfg!(target_endian = "big") {
        bytes.reverse();
    }
    bytes
}

/// A length or a count, for a column of [`Kind::Count`].
#[inline(always)]
fn count(n: usize) -> [u8; size_of::<usize>()] {
    n.to_ne_bytes()
}

/// The tag of a value (W20).
#[inline(always)]
fn tag<T: SerializeVariants>(value: &T) -> u32 {
    T::VARIANTS.get(value.place()).map_or(0, |(tag, _)| *tag)
}

/// The columns of the fields of the variant at a place.
#[inline]
fn columns_of_variant<T: SerializeVariants>(place: usize) -> usize {
    let before = |place: usize| T::VARIANTS.get(place).map(|(_, before)| *before);
    let end = before(place + 1).unwrap_or(const { columns::<T>() });
    end.saturating_sub(before(place).unwrap_or(end))
}

/// The bytes of values of a fixed type that stand in memory as they are written.
#[inline(always)]
fn as_written<'a, T: Serialize>(items: Items<'a, T>) -> Option<&'a [u8]> {
    let numbers = const { matches!(T::FIXED, Some(size) if size == size_of::<T>()) };
    if !numbers || cfg!(target_endian = "big") && size_of::<T>() > 1 {
        return None;
    }
    raw::bytes_of_numbers(items.as_slice()?, T::show_numbers)
}
