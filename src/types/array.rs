//! Row 8: arrays, all their elements as one list; row 1 where the element is fixed.

use crate::de::{Deserialize, Part};
use crate::error::{ErrorKind, Result};
use crate::list::List;
use crate::raw::Layout;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::Serialize;
use crate::types::fixed::FixedColumn;
use crate::writer::Writer;

/// The elements of all the arrays of a list.
struct Elements<L, const N: usize>(L);

impl<L: Copy, const N: usize> Clone for Elements<L, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Copy, const N: usize> Copy for Elements<L, N> {}

impl<T, const N: usize, L: List<[T; N]>> List<T> for Elements<L, N> {
    const RUNS: bool = N > 1 || L::RUNS;
    const PLAIN: bool = L::PLAIN;
    const LENDS: bool = L::LENDS;

    #[inline]
    fn count(&self) -> usize {
        self.0.count().saturating_mul(N)
    }

    #[inline]
    fn try_for_each<E>(&self, mut f: impl FnMut(&T) -> Result<(), E>) -> Result<(), E> {
        self.0.try_for_each(|array| array.as_slice().try_for_each(&mut f))
    }

    #[inline]
    fn try_for_each_run<E>(&self, mut f: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E> {
        self.0.try_for_each_run(|arrays| f(arrays.as_flattened()))
    }

    #[inline]
    fn lend_each<'a>(&'a self, mut f: impl FnMut(&'a T))
    where
        T: 'a,
    {
        self.0.lend_each(|array| array.iter().for_each(&mut f));
    }

    #[inline]
    fn as_slice(&self) -> Option<&[T]> {
        self.0.as_slice().map(<[[T; N]]>::as_flattened)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn gather<U: Copy + Default>(&self, out: &mut alloc::vec::Vec<U>, f: impl Fn(&T) -> U) {
        self.0.for_each(|array| out.extend(array.iter().map(&f)));
    }
}

/// The size of an array of `n` elements, if they are fixed (W1).
const fn fixed_size(element: Option<usize>, n: usize) -> Option<usize> {
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
    T::CLAIMS.saturating_add(T::MAY_BE_EMPTY as usize)
}

impl<T: Serialize, const N: usize> Serialize for [T; N] {
    const SCHEMA: &'static Schema = &Schema::Array(T::SCHEMA, N);
    const FIXED: Option<usize> = fixed_size(T::FIXED, N);

    #[inline]
    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        T::serialize_list(self.as_slice(), w)
    }

    #[inline]
    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error> {
        T::serialize_list(Elements(list), w)
    }

    #[inline]
    fn show_numbers(&self, layout: &mut Layout<false>) {
        self.iter().for_each(|element| element.show_numbers(layout));
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for [T; N] {
    type Column = T::Column;
    const FIXED: Option<usize> = fixed_size(T::FIXED, N);
    const CLAIMS: usize = if N == 0 { 0 } else { claims::<T>().saturating_mul(N) };
    const MAY_BE_EMPTY: bool = N == 0 || may_be_empty::<T>();

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

    #[inline]
    fn check(column: Self::Column, n: usize) -> Result<()> {
        T::check(column, n.saturating_mul(N))
    }

    #[inline]
    fn claims(&self) -> usize {
        crate::types::seq::claims_of(self)
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
    fn show_numbers(value: &mut Self, layout: &mut Layout<true>) {
        value.iter_mut().for_each(|element| T::show_numbers(element, layout));
    }
}
