//! Lists of records of several texts, too large for the nearest caches, into a `Vec<u8>`.
//!
//! The length of a column of text is known before its bytes are fetched. Room is left for it while
//! all else is written, and then all rooms are filled in one walk through the list: the texts of a
//! record are mostly neighbours in memory, and a walk for each column would fetch them each time.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::error::Error;
use crate::list::List;
use crate::packed::Word;
use crate::raw::Plain;
use crate::ser::Serialize;
use crate::shape;
use crate::writer::{Parts, Sealed, SliceWriter, Writer, copy_items};

/// Bytes of records, without what they point to, that one walk for each column is faster for.
const CACHED: usize = 100 << 10;

/// Records whose texts are fetched together.
const AT_ONCE: usize = 32;

/// Bytes of a text, on average, that is fetched alone as fast.
const LONG: usize = 256;

/// The records of a list, if it is one for [`write`].
#[inline]
pub(crate) fn of_records<T: Serialize, L: List<T>>(list: &L) -> Option<&[T]> {
    if const { size_of::<usize>() < 8 || !matches!(shape::texts(T::SCHEMA), Some(2..)) } {
        return None;
    }
    list.as_slice().filter(|records| size_of_val(*records) > CACHED)
}

/// Writes a list of records.
pub(crate) fn write<T: Serialize>(out: &mut Vec<u8>, records: &[T]) {
    let start = out.len();
    let mut outline = Outline { out, rooms: Vec::new() };
    let Ok(()) = T::serialize_list(records, &mut outline);
    let rooms = outline.rooms;
    let mut filler = Filler { out, rooms, next: 0, astray: false };
    for records in records.chunks(AT_ONCE) {
        filler.next = 0;
        let Ok(()) = T::serialize_list(records, &mut filler);
        filler.astray |= filler.next != filler.rooms.len();
    }
    if filler.astray || filler.rooms.iter().any(|room| room.at != room.end) {
        // A `serialize_list` by hand may have a shorter way for some lists.
        out.truncate(start);
        let Ok(()) = T::serialize_list(records, out);
    }
}

/// What is left to fill of a column.
#[derive(Debug)]
struct Room {
    at: usize,
    end: usize,
    parts: Parts,
}

/// Writes all but texts.
#[derive(Debug)]
struct Outline<'a> {
    out: &'a mut Vec<u8>,
    rooms: Vec<Room>,
}

impl Sealed for Outline<'_> {}

impl Writer for Outline<'_> {
    type Error = Infallible;
    const GROWS: bool = true;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Infallible> {
        self.out.write_bytes(bytes)
    }

    #[inline]
    fn write_byte(&mut self, byte: u8) -> Result<(), Infallible> {
        self.out.write_byte(byte)
    }

    #[inline]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), Infallible> {
        self.out.write_varint_u64(x)
    }

    #[inline]
    fn position(&self) -> usize {
        self.out.position()
    }

    fn close_block(&mut self, start: usize) -> Result<(), Infallible> {
        let end = self.out.len();
        self.out.close_block(start)?;
        let head = self.out.len().saturating_sub(end);
        for room in self.rooms.iter_mut().filter(|room| room.at >= start) {
            room.at = room.at.saturating_add(head);
            room.end = room.end.saturating_add(head);
        }
        Ok(())
    }

    fn write_all<L: List<[u8]>>(&mut self, items: L, total: usize) -> Result<(), Infallible> {
        let count = items.count();
        let mut at = self.out.len();
        if total < count.saturating_mul(LONG) {
            self.out.resize(at.saturating_add(total), 0);
        } else {
            self.out.write_all(items, total)?;
            at = self.out.len();
        }
        self.rooms.push(Room { at, end: self.out.len(), parts: Parts::of(total, count) });
        Ok(())
    }

    fn write_elements<T: Serialize, L: List<T>>(&mut self, list: L) -> Result<(), Infallible> {
        self.out.write_elements(list)
    }

    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Infallible> {
        self.out.write_fixed(size, f)
    }

    fn write_fixed_list<T: Serialize, L: List<T>>(
        &mut self,
        list: L,
        size: usize,
    ) -> Result<(), Infallible> {
        self.out.write_fixed_list(list, size)
    }

    fn write_plain<T: Plain + Serialize, L: List<T>>(&mut self, list: L) -> Result<(), Infallible> {
        self.out.write_plain(list)
    }

    fn write_bools<L: List<bool>>(&mut self, list: L) -> Result<usize, Infallible> {
        self.out.write_bools(list)
    }

    fn write_counts<L: List<usize>>(&mut self, list: L) -> Result<usize, Infallible> {
        self.out.write_counts(list)
    }

    fn write_words<U: Word, L: List<U>>(&mut self, list: L) -> Result<(), Infallible> {
        self.out.write_words(list)
    }

    fn write_mapped_words<T, U: Word>(
        &mut self,
        values: &[T],
        map: impl Fn(&T) -> U + Copy,
    ) -> Result<(), Infallible> {
        self.out.write_mapped_words(values, map)
    }
}

/// Writes texts where there is room for them, a part of the list at a time, and nothing else.
#[derive(Debug)]
struct Filler<'a> {
    out: &'a mut [u8],
    rooms: Vec<Room>,
    next: usize,
    /// Whether there was no room for a column.
    astray: bool,
}

impl Sealed for Filler<'_> {}

impl Writer for Filler<'_> {
    type Error = Infallible;

    #[inline]
    fn write_bytes(&mut self, _: &[u8]) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, _: u8) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_varint_u64(&mut self, _: u64) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn position(&self) -> usize {
        0
    }

    #[inline]
    fn close_block(&mut self, _: usize) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_all<L: List<[u8]>>(&mut self, items: L, _: usize) -> Result<(), Infallible> {
        let room = self.rooms.get_mut(self.next);
        self.next = self.next.saturating_add(1);
        let Some(room) = room else {
            self.astray = true;
            return Ok(());
        };
        if let Some(place @ [_, ..]) = self.out.get_mut(room.at..room.end) {
            let left = copy_items(place, items, room.parts).len();
            room.at = room.end.saturating_sub(left);
        }
        Ok(())
    }

    #[inline]
    fn write_elements<T: Serialize, L: List<T>>(&mut self, _: L) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_fixed(
        &mut self,
        _: usize,
        _: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_fixed_list<T: Serialize, L: List<T>>(
        &mut self,
        _: L,
        _: usize,
    ) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_plain<T: Plain + Serialize, L: List<T>>(&mut self, _: L) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_bools<L: List<bool>>(&mut self, _: L) -> Result<usize, Infallible> {
        Ok(0)
    }

    #[inline]
    fn write_counts<L: List<usize>>(&mut self, _: L) -> Result<usize, Infallible> {
        Ok(0)
    }

    #[inline]
    fn write_words<U: Word, L: List<U>>(&mut self, _: L) -> Result<(), Infallible> {
        Ok(())
    }

    #[inline]
    fn write_mapped_words<T, U: Word>(
        &mut self,
        _: &[T],
        _: impl Fn(&T) -> U + Copy,
    ) -> Result<(), Infallible> {
        Ok(())
    }
}
