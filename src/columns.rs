//! Lists of records that stand apart in memory, too large for the nearest caches, into a `Vec<u8>`.
//!
//! A walk through all records for each column would fetch them each time. Here a few are walked for
//! all columns, then the next few. What they show is kept, and written when all have been seen.

use alloc::vec::Vec;
use core::cell::Cell;
use core::convert::Infallible;

use crate::error::Error;
use crate::list::{List, Refs};
use crate::packed::{self, Word};
use crate::raw::Plain;
use crate::ser::Serialize;
use crate::shape;
use crate::writer::{Sealed, SliceWriter, Writer};

/// Bytes of records, without what they point to, that a walk for each column is faster for.
const CACHED: usize = 24 << 10;

/// Bytes of records that are walked together.
const AT_ONCE: usize = 16 << 10;

/// Bytes of columns that are kept at most: memory that encoding takes beside its output.
const KEPT: usize = 4 << 20;

/// Whether lists of these may be written by [`write`].
pub(crate) const fn suits<T: Serialize, L: List<T>>() -> bool {
    size_of::<usize>() >= 8
        && L::LENDS
        && size_of::<T>() > 0
        && matches!(shape::columns(T::SCHEMA), Some(3..))
}

/// Writes a list of records, unless a walk for each column is better.
pub(crate) fn write<T: Serialize>(out: &mut Vec<u8>, list: impl List<T>) -> bool {
    let n = list.count();
    if n.saturating_mul(size_of::<T>()) <= CACHED || list.as_slice().is_some() {
        return false;
    }
    let at_once = (AT_ONCE / size_of::<T>()).clamp(16, 512);
    let mut columns = Columns { columns: Vec::new(), next: 0, astray: false };
    let mut records = Vec::with_capacity(at_once);
    list.lend_each(|record| {
        records.push(record);
        if records.len() == at_once {
            columns.add(&records, n);
            records.clear();
        }
    });
    columns.add(&records, n);
    if columns.astray {
        return false;
    }
    columns.columns.into_iter().for_each(|column| column.write(out));
    true
}

/// What is kept of a column.
#[derive(Debug)]
pub enum Column {
    /// What is written as it stands (W1), and texts (W5).
    Bytes(Vec<u8>),
    /// W4.
    Bools(Vec<bool>),
    /// W2, as those that follow.
    U16(Vec<u16>),
    /// Also lengths, counts and tags.
    U32(Vec<u32>),
    /// Also W3 of 64 bits.
    U64(Vec<u64>),
}

/// Values that a column is kept as.
pub trait Value: Copy + Default {
    /// A column of none.
    fn column() -> Column;

    /// The values of a column, if it is one of such.
    fn of(column: &mut Column) -> Option<&mut Vec<Self>>;
}

macro_rules! values {
    ($($ty:ident: $column:ident;)*) => {
        $(impl Value for $ty {
            #[inline]
            fn column() -> Column {
                Column::$column(Vec::new())
            }

            #[inline]
            fn of(column: &mut Column) -> Option<&mut Vec<Self>> {
                match column {
                    Column::$column(values) => Some(values),
                    _ => None,
                }
            }
        })*

        impl Column {
            /// Bytes of memory that hold values.
            fn size(&self) -> usize {
                match self {
                    $(Column::$column(values) => size_of_val(values.as_slice()),)*
                }
            }

            /// Claims memory for so many times what there is.
            fn reserve(&mut self, times: usize) {
                match self {
                    $(Column::$column(values) => values.reserve(values.len() * times),)*
                }
            }
        }
    };
}
values! { u8: Bytes; bool: Bools; u16: U16; u32: U32; u64: U64; }

impl Column {
    fn write(self, out: &mut Vec<u8>) {
        let Ok(()) = match self {
            Column::Bytes(bytes) => out.write_bytes(&bytes),
            Column::Bools(bools) => out.write_bools(bools.as_slice()).map(drop),
            Column::U16(numbers) => packed::write(numbers.as_slice(), out),
            Column::U32(numbers) => packed::write(numbers.as_slice(), out),
            Column::U64(numbers) => packed::write(numbers.as_slice(), out),
        };
    }
}

/// Keeps what would be written.
#[derive(Debug)]
struct Columns {
    columns: Vec<Column>,
    /// The column that is written next.
    next: usize,
    /// Whether what was written is not known to be the same columns each time, or is too much.
    astray: bool,
}

impl Columns {
    /// Keeps the columns of the next of `n` records.
    fn add<T: Serialize>(&mut self, records: &[&T], n: usize) {
        if self.astray || records.is_empty() {
            return;
        }
        let times = if self.columns.is_empty() { n / records.len() } else { 1 };
        self.next = 0;
        let Ok(()) = T::serialize_list(Refs(records), self);
        self.astray |= self.next != self.columns.len();
        let size: usize = self.columns.iter().map(Column::size).sum();
        if size.saturating_mul(times) > KEPT {
            self.astray = true;
        } else if times > 1 {
            // An eighth more than the first records say.
            self.columns.iter_mut().for_each(|column| column.reserve(times + times / 8));
        }
    }

    /// The values of the next column.
    #[inline]
    fn values<V: Value>(&mut self) -> Option<&mut Vec<V>> {
        if self.next == self.columns.len() {
            self.columns.push(V::column());
        }
        let values = self.columns.get_mut(self.next).and_then(V::of);
        self.next += 1;
        self.astray |= values.is_none();
        values
    }

    /// Says that something else was written.
    #[inline]
    fn stray(&mut self) -> Result<(), Infallible> {
        self.astray = true;
        Ok(())
    }
}

impl Sealed for Columns {}

impl Writer for Columns {
    type Error = Infallible;
    const GROWS: bool = true;
    const KEEPS: bool = true;

    #[inline]
    fn write_bytes(&mut self, _: &[u8]) -> Result<(), Infallible> {
        self.stray()
    }

    #[inline]
    fn write_byte(&mut self, _: u8) -> Result<(), Infallible> {
        self.stray()
    }

    #[inline]
    fn write_varint_u64(&mut self, _: u64) -> Result<(), Infallible> {
        self.stray()
    }

    #[inline]
    fn position(&self) -> usize {
        0
    }

    #[inline]
    fn close_block(&mut self, _: usize) -> Result<(), Infallible> {
        self.stray()
    }

    #[inline]
    fn write_fixed(
        &mut self,
        _: usize,
        _: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Infallible> {
        self.stray()
    }

    fn write_all<L: List<[u8]>>(&mut self, items: L, total: usize) -> Result<(), Infallible> {
        self.values().map_or(Ok(()), |bytes: &mut Vec<u8>| bytes.write_all(items, total))
    }

    fn write_fixed_list<T: Serialize, L: List<T>>(
        &mut self,
        list: L,
        size: usize,
    ) -> Result<(), Infallible> {
        self.values().map_or(Ok(()), |bytes: &mut Vec<u8>| bytes.write_fixed_list(list, size))
    }

    fn write_plain<T: Plain + Serialize, L: List<T>>(&mut self, list: L) -> Result<(), Infallible> {
        self.values().map_or(Ok(()), |bytes: &mut Vec<u8>| bytes.write_plain(list))
    }

    fn write_bools<L: List<bool>>(&mut self, list: L) -> Result<usize, Infallible> {
        let Some(bools) = self.values() else { return Ok(0) };
        let start = bools.len();
        list.copy_to(bools);
        Ok(bools.iter().skip(start).filter(|value| **value).count())
    }

    fn write_counts<L: List<usize>>(&mut self, list: L) -> Result<usize, Infallible> {
        let total = Cell::new(0);
        if let Some(counts) = self.values() {
            list.gather(counts, packed::summed(&total));
        }
        // What did not fit 32 bits shows in the sum.
        self.astray |= u32::try_from(total.get()).is_err();
        Ok(total.get())
    }

    fn write_words<U: Word, L: List<U>>(&mut self, list: L) -> Result<(), Infallible> {
        if let Some(words) = self.values() {
            list.copy_to(words);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    type Record = (u16, Option<u64>, bool, String, Vec<i32>);

    fn records(n: usize) -> Vec<Vec<Record>> {
        let record = |i: usize| {
            let text = String::from("abcdefgh").split_off(i % 9);
            (i as u16, (i % 3 == 0).then_some(i as u64), i % 2 == 0, text, vec![-7; i % 4])
        };
        (0..n).map(|i| vec![record(i)]).collect()
    }

    /// What `write` wrote, if it did.
    fn written(records: &[Vec<Record>]) -> Option<Vec<u8>> {
        let slices = records.project(Vec::as_slice);
        let list = crate::list::Elements { slices, count: records.len() };
        let mut out = Vec::new();
        write(&mut out, list).then_some(out)
    }

    #[test]
    fn lists_of_some_length_are_written() {
        let bytes = |records: &[Vec<Record>]| {
            let mut bytes = vec![0; 1 << 20];
            let list = records.project(|record: &Vec<Record>| &record[0]);
            let mut w = SliceWriter::new(&mut bytes);
            assert_eq!(Record::serialize_list(list, &mut w), Ok(()));
            let len = w.position();
            bytes.truncate(len);
            bytes
        };
        let records = records(CACHED / size_of::<Record>() + 1);
        assert_eq!(written(&records), Some(bytes(&records)));
        assert_eq!(written(&records[1..]), None);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let smallest = size_of::<(u16, u32, bool)>();
        assert!(written(&records(KEPT / smallest)).is_none());
    }
}
