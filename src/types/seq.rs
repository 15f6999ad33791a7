//! W9: sequences, the counts and then the elements of all.
//!
//! | Rust | format |
//! |--|--|
//! | `[T]`, `&[T]`, `Vec<T>`, `VecDeque<T>`, `LinkedList<T>`, `Box<[T]>`, `Rc<[T]>`, `Arc<[T]>`, `Cow<[T]>` | seq(T) |
//! | `&[u8]`, `Vec<u8>` and so on | seq(u8), which the format also calls bytes |

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::packed::Words;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::Serialize;
use crate::types::fixed::FixedColumn;

/// Implements `Serialize` for what holds its elements in a slice: so much of its type, the schema, whether it
/// is inline, and how the slice is borrowed.
macro_rules! slice {
    ($([$($generics:tt)*] [$($bounds:tt)*] $ty:ty as [$item:ty], $schema:expr, $inline:expr, $get:expr;)*) => {$(
        impl<$($generics)*> $crate::Serialize for $ty
        where
            $($bounds)*
        {
            const SCHEMA: &'static $crate::Schema = $schema;
            const FALLIBLE: bool = <$item as $crate::Serialize>::FALLIBLE;
            const INLINE: bool = $inline;

            #[inline]
            fn serialize(&self, w: &mut $crate::ser::Writer<'_>) {
                let get: fn(&Self) -> &[$item] = $get;
                w.write_slice(get(self))
            }

            #[inline]
            fn serialize_slice(
                items: $crate::ser::Items<'_, Self>,
                w: &mut $crate::ser::ListWriter<'_, '_>,
            ) {
                w.slices(items, $get)
            }
        }
    )*};
}
pub(crate) use slice;

slice! {
    [T: Serialize] [] [T] as [T], &Schema::Seq { item: T::SCHEMA, max: None }, false, |slice| slice;
}

/// An opened list of sequences: their counts, and the list of all elements.
#[derive(Clone, Copy, Debug)]
pub struct SeqColumn<'de, C> {
    counts: Words<'de, u64>,
    /// Elements that are left in `items`.
    left: usize,
    pub(crate) items: C,
    end: usize,
}

/// Checks that no count is more than what a container holds, before anything is read into one.
#[inline]
pub(crate) fn check_counts(
    mut counts: Words<'_, u64>,
    n: usize,
    most: usize,
    start: usize,
) -> Result<()> {
    if most < usize::MAX && (0..n).any(|_| counts.next() > most as u64) {
        return Err(Error::new(ErrorKind::CapacityExceeded, start));
    }
    Ok(())
}

impl<'de, C> SeqColumn<'de, C> {
    /// Opens a list of `n` sequences of `T`, each element of which is charged `size` bytes.
    #[inline]
    pub(crate) fn open<T>(r: &mut Reader<'de>, n: usize, size: usize) -> Result<Self>
    where
        T: Deserialize<'de, Column = C>,
    {
        Self::open_bounded::<T>(r, n, size, usize::MAX)
    }

    /// The same, where each sequence is of at most so many elements.
    #[inline]
    pub(crate) fn open_bounded<T>(
        r: &mut Reader<'de>,
        n: usize,
        size: usize,
        most: usize,
    ) -> Result<Self>
    where
        T: Deserialize<'de, Column = C>,
    {
        let start = r.position();
        let (counts, total) = Words::open_summed(r, n)?;
        check_counts(counts, n, most, start)?;
        let left = r.counted(start, total, size, T::MAY_BE_EMPTY)?;
        let items = T::deserialize_many(r, left)?;
        Ok(SeqColumn { counts, left, items, end: r.position() })
    }

    /// The number of elements of the next sequence.
    #[inline]
    pub(crate) fn next_count(&mut self) -> Result<usize> {
        let count = self.counts.next();
        match usize::try_from(count).ok().and_then(|count| self.left.checked_sub(count)) {
            Some(left) => {
                self.left = left;
                Ok(count as usize)
            }
            None => Err(self.at_end()),
        }
    }

    /// The number of elements of the next `n` sequences.
    #[inline]
    pub(crate) fn skip_counts(&mut self, n: usize) -> Result<usize> {
        let count = self.counts.sum(n).and_then(|sum| usize::try_from(sum).ok());
        self.counts.skip(n);
        match count.and_then(|count| Some((count, self.left.checked_sub(count)?))) {
            Some((count, left)) => {
                self.left = left;
                Ok(count)
            }
            None => Err(self.at_end()),
        }
    }

    /// Checks all elements.
    #[inline]
    pub(crate) fn check<'a, T: Deserialize<'a, Column = C>>(self) -> Result<()> {
        T::check(self.items, self.left)
    }

    /// Calls `f` with each of the first `n` counts.
    #[cfg(feature = "alloc")]
    pub(crate) fn try_for_each_count(
        &self,
        n: usize,
        mut f: impl FnMut(usize) -> Result<()>,
    ) -> Result<()> {
        let mut counts = self.counts;
        (0..n).try_for_each(|_| f(counts.next() as usize))
    }

    #[inline]
    fn at_end(&self) -> Error {
        Error::new(ErrorKind::UnexpectedEnd, self.end)
    }
}

/// What values claim beside their own size, together.
#[inline]
pub(crate) fn heap_size_of<'de: 'a, 'a, T: Deserialize<'de> + 'a>(
    values: impl IntoIterator<Item = &'a T>,
) -> usize {
    if const { !core::mem::needs_drop::<T>() } {
        return 0;
    }
    values.into_iter().fold(0, |sum, value| sum.saturating_add(value.heap_size()))
}

impl<'de> Reader<'de> {
    /// Reads the count of a sequence of `T`, and charges `size` bytes for each element.
    #[inline]
    pub(crate) fn seq_count<T: Deserialize<'de>>(&mut self, size: usize) -> Result<usize> {
        let start = self.position();
        let large = match T::MAY_BE_EMPTY {
            true => ErrorKind::MemoryLimit,
            false => ErrorKind::CountTooLarge,
        };
        let count = self.varint_usize(large)?;
        self.counted(start, Some(count as u64), size, T::MAY_BE_EMPTY)
    }

    /// Checks a count of elements, or the sum of some unless it is above 64 bits, which was read from
    /// `start` on, and charges `size` bytes for each.
    #[inline]
    pub(crate) fn counted(
        &mut self,
        start: usize,
        count: Option<u64>,
        size: usize,
        may_be_empty: bool,
    ) -> Result<usize> {
        let n = match count {
            Some(count) => self.count(count, may_be_empty),
            None if may_be_empty => Err(self.error(ErrorKind::MemoryLimit)),
            None => Err(self.error(ErrorKind::CountTooLarge)),
        };
        let n = n.map_err(|error| Error::new(error.kind(), start))?;
        self.charge(n, size)?;
        Ok(n)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for &'a [u8] {
    type Column = SeqColumn<'de, FixedColumn<'de>>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let n = r.seq_count::<u8>(0)?;
        r.take(n)
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        SeqColumn::open::<u8>(r, n, 0)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        let n = column.next_count()?;
        column.items.take(n, 1)
    }

    const CHECKED: bool = true;

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        let n = column.skip_counts(n)?;
        column.items.take(n, 1).map(drop)
    }
}

#[cfg(feature = "alloc")]
pub(crate) use with_alloc::read_vec;

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::{Deserialize, Reader, Result, Schema, SeqColumn, Serialize, heap_size_of};
    use crate::de::{FEW, FEW_STRUCTS};
    use crate::raw::{self, Items};
    use crate::ser::{ListWriter, Writer};
    use crate::types::pointer::COUNTS;
    use alloc::boxed::Box;
    use alloc::collections::{LinkedList, VecDeque};
    use alloc::rc::Rc;
    use alloc::sync::Arc;
    use alloc::vec::Vec;

    slice! { [T: Serialize] [] Vec<T> as [T], <[T]>::SCHEMA, false, Vec::as_slice; }

    /// Implements `Serialize` for containers that are walked in order.
    macro_rules! walked {
        ($($container:ident)*) => {$(
            impl<T: Serialize> Serialize for $container<T> {
                const SCHEMA: &'static Schema = <[T]>::SCHEMA;
                const FALLIBLE: bool = T::FALLIBLE;

                fn serialize(&self, w: &mut Writer<'_>) {
                    w.write_sequence(self.iter())
                }

                fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                    w.sequences(items, Self::len, Self::iter)
                }
            }
        )*};
    }
    walked! { VecDeque LinkedList }

    /// Reads a list of `n` values into a vector, whose memory has been charged.
    #[inline]
    pub(crate) fn read_vec<'de, T: Deserialize<'de>>(
        r: &mut Reader<'de>,
        n: usize,
    ) -> Result<Vec<T>> {
        if T::ROWS {
            return crate::types::rows::deserialize_vec(r, n);
        }
        // W15.
        if n == 1 && T::FIXED.is_none() && !T::SCATTER {
            return read_one(r);
        }
        if const { T::FEW > 0 && T::FIXED.is_none() } && (2..=T::FEW).contains(&n) {
            if n > FEW_STRUCTS && const { T::FEW > FEW_STRUCTS } {
                return read_few::<T, FEW>(r, n);
            }
            return read_few::<T, FEW_STRUCTS>(r, n);
        }
        r.owned(|r| {
            if const { T::SCATTER } {
                let mut values = Vec::new();
                T::scatter(r, n, &mut values)?;
                return Ok(values);
            }
            let mut column = T::deserialize_many(r, n)?;
            T::next_vec(&mut column, n)
        })
    }

    #[inline]
    fn read_few<'de, T: Deserialize<'de>, const N: usize>(
        r: &mut Reader<'de>,
        n: usize,
    ) -> Result<Vec<T>> {
        let values = T::few::<N>(r, n)?;
        let mut list = Vec::with_capacity(n);
        list.extend(values.into_iter().take(n));
        Ok(list)
    }

    #[inline(never)]
    fn read_one<'de, T: Deserialize<'de>>(r: &mut Reader<'de>) -> Result<Vec<T>> {
        raw::try_vec(1, || T::deserialize(r))
    }

    macro_rules! owned {
        ($($ty:ty: $head:expr, $size:expr, $slots:expr, $from:expr;)*) => {$(
            impl<'de, T: Deserialize<'de>> Deserialize<'de> for $ty {
                type Column = SeqColumn<'de, T::Column>;

                #[inline]
                fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                    let n = r.seq_count::<T>($size)?;
                    r.charge(1, $head)?;
                    read_vec(r, n).map($from)
                }

                #[inline]
                fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                    r.charge(n, $head)?;
                    r.owned(|r| SeqColumn::open::<T>(r, n, $size))
                }

                #[inline]
                fn next(column: &mut Self::Column) -> Result<Self> {
                    let n = column.next_count()?;
                    T::next_vec(&mut column.items, n).map($from)
                }

                #[inline]
                fn check(column: Self::Column, _: usize) -> Result<()> {
                    column.check::<T>()
                }

                #[inline]
                fn heap_size(&self) -> usize {
                    let slots: fn(&Self) -> usize = $slots;
                    slots(self)
                        .saturating_mul($size)
                        .saturating_add($head)
                        .saturating_add(heap_size_of(self.iter()))
                }

                #[inline]
                fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
                    let n = column.skip_counts(n)?;
                    T::skip(&mut column.items, n)
                }
            }
        )*};
    }

    // The bytes that a container and an element of it claim, with those of the vector that is
    // turned into it; for how many elements one has memory.
    owned! {
        Vec<T>: 0, size_of::<T>(), Self::capacity, |values| values;
        VecDeque<T>: 0, size_of::<T>(), Self::capacity, Into::into;
        Box<[T]>: 0, size_of::<T>(), |values| values.len(), Into::into;
        LinkedList<T>:
            0,
            size_of::<T>() + size_of::<(usize, usize, T)>(),
            Self::len,
            |values| values.into_iter().collect();
        Rc<[T]>: COUNTS, 2 * size_of::<T>(), |values| values.len(), Into::into;
        Arc<[T]>: COUNTS, 2 * size_of::<T>(), |values| values.len(), Into::into;
    }
}
