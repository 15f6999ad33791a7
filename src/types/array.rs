//! W8: arrays, all their elements as one list; W1 where the element is fixed.

use crate::de::{Deserialize, Part};
use crate::error::{Error, ErrorKind, Result};
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::fixed::FixedColumn;
use crate::types::via::as_of;

/// The size of an array of `n` elements, if they are fixed (W1).
pub(crate) const fn fixed_size(element: Option<usize>, n: usize) -> Option<usize> {
    match element {
        Some(size) => size.checked_mul(n),
        None => None,
    }
}

/// A function, so that it is not evaluated for an array of none, whose element may be a type that
/// the array is part of; and the next.
const fn may_be_empty<'de, T: Deserialize<'de>>() -> bool {
    T::MAY_BE_EMPTY
}

/// What each element claims, with the byte that one counts which takes no bits (W34).
const fn claims<'de, T: Deserialize<'de>>() -> usize {
    T::HEAP_SIZE.saturating_add(T::MAY_BE_EMPTY as usize)
}

/// A vector of `n` arrays of numbers, the memory of which `read` fills.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn vec_of_arrays<T: Copy + Default, const N: usize>(
    n: usize,
    read: impl FnOnce(&mut [T]),
) -> alloc::vec::Vec<[T; N]> {
    // Not by `vec!`: glibc takes longer to find memory of zeros.
    let mut arrays = alloc::vec::Vec::with_capacity(n);
    arrays.resize_with(n, || [T::default(); N]);
    read(arrays.as_flattened_mut());
    arrays
}

impl<T: Serialize, const N: usize> Serialize for [T; N] {
    const SCHEMA: &'static Schema = &Schema::Array(T::SCHEMA, N);
    const FIXED: Option<usize> = fixed_size(T::FIXED, N);
    const FALLIBLE: bool = T::FALLIBLE;
    const INLINE: bool = T::INLINE;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_array(self)
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.arrays(items)
    }

    #[inline]
    fn byte_layout(&self, layout: &mut Layout<false>) {
        self.iter().for_each(|element| element.byte_layout(layout));
    }
}

impl<'de: 'a, 'a, const N: usize> Deserialize<'de> for &'a [u8; N] {
    as_of! { [u8; N] }

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let start = r.position();
        borrowed(r.take(N)?, start)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let bytes = column.take(1, N)?;
        borrowed(bytes, 0)
    }
}

/// The array that `bytes` are, of which so many were taken.
#[inline]
fn borrowed<const N: usize>(bytes: &[u8], start: usize) -> Result<&[u8; N]> {
    bytes.try_into().map_err(|_| Error::new(ErrorKind::UnexpectedEnd, start))
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for [T; N] {
    type Column = T::Column;
    const FIXED: Option<usize> = fixed_size(T::FIXED, N);
    const ANY_BYTES: bool = T::ANY_BYTES;
    const HEAP_SIZE: usize = if N == 0 { 0 } else { claims::<T>().saturating_mul(N) };
    const MAY_BE_EMPTY: bool = N == 0 || may_be_empty::<T>();
    const IN_PARTS: bool = true;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        T::array_part(r).into()
    }

    #[inline]
    fn part(r: &mut Reader<'de>) -> Part<Self> {
        T::array_part(r)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let Some(count) = (n as u64).checked_mul(N as u64) else {
            return Err(r.error(ErrorKind::CountTooLarge));
        };
        let count = r.count(count, T::MAY_BE_EMPTY)?;
        T::deserialize_many(r, count)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        T::next_array(column)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
        T::next_arrays(column, n)
    }

    #[inline]
    fn check(column: Self::Column, n: usize) -> Result<()> {
        T::check(column, n.saturating_mul(N))
    }

    #[inline]
    fn heap_size(&self) -> usize {
        crate::types::seq::heap_size_of(self)
    }

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        T::skip(column, n.saturating_mul(N))
    }

    #[inline]
    fn fixed_column(column: &mut Self::Column) -> Option<&mut FixedColumn<'de>> {
        T::fixed_column(column)
    }

    #[inline]
    fn byte_layout(value: &mut Self, layout: &mut Layout<true>) {
        value.iter_mut().for_each(|element| T::byte_layout(element, layout));
    }
}
