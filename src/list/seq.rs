//! What borrows: lists that are read where they are.

use core::fmt;
use core::iter::FusedIterator;

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::Key;
use crate::limits::Limits;
use crate::raw::Items;
use crate::reader::{Reader, Rows};
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::seq::SeqColumn;

/// A list (W9) that is read from the message, one value at a time.
///
/// Decoding it checks all of it and allocates nothing, so iterating does not fail; a value is built
/// when it is asked for. Lists of numbers, bools and fixed types also answer [`get`](Self::get) at
/// once. (Lists of [rows](crate#rows) within a list are the exception: where each row ends is kept in
/// memory, if there is an allocator.)
///
/// ```
/// use onesheet::{decode_view, encode};
/// use onesheet::list::Seq;
///
/// let message = encode(&vec![("a", 300u32), ("bc", 5)]);
/// let entries: Seq<(&str, u32)> = decode_view(&message)?;
/// assert_eq!(entries.len(), 2);
/// assert_eq!(entries.iter().map(|entry| entry.1).sum::<u32>(), 305);
/// assert_eq!(entries.iter().last(), Some(("bc", 5)));
/// # Ok::<(), onesheet::Error>(())
/// ```
pub struct Seq<'de, T: Deserialize<'de>> {
    column: T::Column,
    len: usize,
}

impl<'de, T: Deserialize<'de>> Seq<'de, T> {
    /// The number of elements.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl<'de, T: Deserialize<'de, Column: Clone>> Seq<'de, T> {
    /// The values, in order.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> SeqIter<'de, T> {
        SeqIter { column: self.column.clone(), left: self.len }
    }

    /// The value at `index`, at a cost that does not depend on it; `None` past the end.
    ///
    /// ```
    /// use onesheet::{decode_view, encode};
    /// use onesheet::list::Seq;
    ///
    /// let message = encode(&vec![1000u16, 1001, 1002]);
    /// let numbers: Seq<u16> = decode_view(&message)?;
    /// assert_eq!(numbers.get(2), Some(1002));
    /// assert_eq!(numbers.get(3), None);
    /// # Ok::<(), onesheet::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<T>
    where
        T: Indexed,
    {
        if index >= self.len {
            return None;
        }
        let mut column = self.column.clone();
        T::skip(&mut column, index).ok()?;
        T::next(&mut column).ok()
    }
}

/// A type of which any value of a list can be read at once: numbers, bools, fixed types, and
/// tuples, arrays and structs of only such (W1 to W4, W7, W8).
///
/// Derived with [`Deserialize`](derive@crate::Deserialize).
#[diagnostic::on_unimplemented(
    message = "a list of `{Self}` cannot be read at an index",
    label = "the place of its values depends on those before them",
    note = "iterate with `Seq::iter` instead"
)]
pub trait Indexed {}

macro_rules! indexed {
    ($($ty:ty)*) => { $(impl Indexed for $ty {})* };
}
indexed! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char }

impl Indexed for () {}

impl<T: Indexed, const N: usize> Indexed for [T; N] {}

impl<const N: usize> Indexed for &[u8; N] {}

macro_rules! tuple {
    ($($part:ident $place:tt),+) => {
        impl<$($part: Indexed),+> Indexed for ($($part,)+) {}
    };
}
crate::types::tuple::for_each_tuple!(tuple);

/// The values of a [`Seq`].
pub struct SeqIter<'de, T: Deserialize<'de>> {
    column: T::Column,
    left: usize,
}

impl<'de, T: Deserialize<'de, Column: Clone>> Clone for SeqIter<'de, T> {
    fn clone(&self) -> Self {
        SeqIter { column: self.column.clone(), left: self.left }
    }
}

impl<'de, T: Deserialize<'de>> Iterator for SeqIter<'de, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        // All was checked when the list was decoded.
        T::next(&mut self.column).ok()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        let n = n.min(self.left);
        self.left = self.left.wrapping_sub(n);
        T::skip(&mut self.column, n).ok()?;
        self.next()
    }
}

impl<'de, T: Deserialize<'de>> ExactSizeIterator for SeqIter<'de, T> {}
impl<'de, T: Deserialize<'de>> FusedIterator for SeqIter<'de, T> {}

impl<'de, T: Deserialize<'de, Column: Clone>> IntoIterator for &Seq<'de, T> {
    type Item = T;
    type IntoIter = SeqIter<'de, T>;

    #[inline]
    fn into_iter(self) -> SeqIter<'de, T> {
        self.iter()
    }
}

impl<'de, T: Deserialize<'de>> IntoIterator for Seq<'de, T> {
    type Item = T;
    type IntoIter = SeqIter<'de, T>;

    #[inline]
    fn into_iter(self) -> SeqIter<'de, T> {
        SeqIter { column: self.column, left: self.len }
    }
}

impl<'de, T: Deserialize<'de, Column: Clone>> Clone for Seq<'de, T> {
    fn clone(&self) -> Self {
        Seq { column: self.column.clone(), len: self.len }
    }
}

/// An empty list.
impl<'de, T: Deserialize<'de>> Default for Seq<'de, T> {
    /// # Panics
    /// If an impl of [`Deserialize`] by hand refuses a list of no values, which is no bytes (W15).
    fn default() -> Self {
        let column = T::deserialize_many(&mut Reader::new(&[], &Limits::default()), 0);
        #[expect(clippy::expect_used, reason = "there is no list of which it could not be opened")]
        let column = column.expect("a list of no values is no bytes (W15)");
        Seq { column, len: 0 }
    }
}

impl<'de, T: Deserialize<'de, Column: Clone> + fmt::Debug> fmt::Debug for Seq<'de, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'de, T: Deserialize<'de, Column: Clone> + PartialEq> PartialEq for Seq<'de, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl<'de, T: Deserialize<'de, Column: Clone> + PartialEq> PartialEq<[T]> for Seq<'de, T> {
    fn eq(&self, other: &[T]) -> bool {
        self.len == other.len() && self.iter().zip(other).all(|(a, b)| a == *b)
    }
}

impl<'de, T: Deserialize<'de, Column: Clone> + Key> Key for Seq<'de, T> {
    fn order(&self, other: &Self) -> core::cmp::Ordering {
        let parts = self.iter().zip(other).map(|(a, b)| a.order(&b));
        let first = parts.into_iter().find(|order| order.is_ne());
        first.unwrap_or_else(|| self.len.cmp(&other.len))
    }
}

impl<'de, T: Deserialize<'de, Column: Clone> + Serialize> Serialize for Seq<'de, T> {
    const SCHEMA: &'static Schema = <[T]>::SCHEMA;
    const FALLIBLE: bool = T::FALLIBLE;

    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_sequence(self.iter())
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.sequences(items, |seq| seq.len, Seq::iter)
    }
}

impl<'de, T: Deserialize<'de, Column: Clone>> Seq<'de, T> {
    /// Opens a list of `len` values, and checks all.
    #[inline]
    pub(crate) fn open(r: &mut Reader<'de>, len: usize) -> Result<Self> {
        let column = r.with_rows(Rows::InTurn, |r| T::deserialize_many(r, len))?;
        T::check(column.clone(), len)?;
        Ok(Seq { column, len })
    }
}

impl<'de, T: Deserialize<'de, Column: Clone>> Deserialize<'de> for Seq<'de, T> {
    type Column = SeqColumn<'de, T::Column>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let len = r.seq_count::<T>(0)?;
        Seq::open(r, len)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let column = r.with_rows(Rows::InPlace, |r| SeqColumn::open::<T>(r, n, 0))?;
        column.clone().check::<T>()?;
        Ok(column)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let len = column.next_count()?;
        let column = T::split(&mut column.items, len)?;
        Ok(Seq { column, len })
    }

    const CHECKED: bool = true;

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        let n = column.skip_counts(n)?;
        T::skip(&mut column.items, n)
    }
}
