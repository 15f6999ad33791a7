//! The sink: a growing `Vec<u8>`, a fixed slice, or a counter.

#[cfg(feature = "alloc")]
use crate::columns;
use crate::error::{Error, ErrorKind};
use crate::list::List;
#[cfg(feature = "alloc")]
use crate::list::lent_into;
use crate::packed::{self, Word};
use crate::raw;
use crate::ser::Serialize;
#[cfg(feature = "alloc")]
use crate::texts;
use crate::types::{boolean, fixed, text};
use crate::varint::{self, MAX_LEN_U64};

mod sealed {
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// Where encoded bytes go: `Vec<u8>`, [`SliceWriter`], or the counter behind
/// [`encoded_len`](crate::encoded_len).
///
/// The trait is sealed: an extensible block (W12) is written before its length is known, so a sink
/// must be able to move what it holds. To send bytes elsewhere, encode into a buffer first.
pub trait Writer: Sealed {
    /// What writing can fail with: nothing for `Vec<u8>`.
    type Error;

    /// Whether memory may be claimed to write faster.
    #[doc(hidden)]
    const GROWS: bool = false;

    /// Whether what is written is kept by columns: lists of any length are to be written as lists.
    #[doc(hidden)]
    const KEEPS: bool = false;

    /// Writes bytes as they are.
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Writes one byte.
    fn write_byte(&mut self, byte: u8) -> Result<(), Self::Error>;

    /// Writes a varint (W16).
    #[inline]
    fn write_varint_u32(&mut self, x: u32) -> Result<(), Self::Error> {
        self.write_varint_u64(x.into())
    }

    /// Writes a varint (W16).
    #[inline]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), Self::Error> {
        if x < 0x80 {
            return self.write_byte(x as u8);
        }
        let mut buf = [0; MAX_LEN_U64];
        let len = varint::encode_u64(x, &mut buf);
        self.write_bytes(buf.get(..len).unwrap_or_default())
    }

    /// Writes a length in bytes or a count of elements (W5, W9).
    #[inline]
    fn write_len(&mut self, len: usize) -> Result<(), Self::Error> {
        if usize::BITS <= 32 {
            self.write_varint_u32(len as u32)
        } else {
            self.write_varint_u64(len as u64)
        }
    }

    /// Writes bytes behind a length or a count.
    #[doc(hidden)]
    #[inline]
    fn write_counted(&mut self, n: usize, bytes: &[u8]) -> Result<(), Self::Error> {
        self.write_len(n)?;
        self.write_bytes(bytes)
    }

    /// Bytes written so far.
    fn position(&self) -> usize;

    /// Puts the length in bytes of what was written since `start` before it, as a varint (W12).
    ///
    /// `start` is an earlier [`position`](Self::position).
    fn close_block(&mut self, start: usize) -> Result<(), Self::Error>;

    /// Writes the elements of sequences, one after another (W9).
    #[doc(hidden)]
    #[inline]
    fn write_elements<T: Serialize, L: List<T>>(&mut self, list: L) -> Result<(), Self::Error> {
        T::serialize_list(list, self)
    }

    /// Writes a list of texts: their lengths (W2), then the bytes of all (W5).
    #[doc(hidden)]
    #[inline]
    fn write_texts<L: List<[u8]>>(&mut self, texts: L) -> Result<(), Self::Error> {
        text::write_many(self, texts)
    }

    /// Writes the bytes of all items one after another; `total` is their sum, in bytes.
    #[doc(hidden)]
    fn write_all<L: List<[u8]>>(&mut self, items: L, total: usize) -> Result<(), Self::Error> {
        let _ = total;
        items.try_for_each(|bytes| self.write_bytes(bytes))
    }

    /// Writes the fixed parts that `f` writes, `size` bytes in all (W1).
    #[doc(hidden)]
    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Self::Error>;

    /// Writes a list of fixed values of `size` bytes each (W1).
    #[doc(hidden)]
    #[inline]
    fn write_fixed_list<T: Serialize, L: List<T>>(
        &mut self,
        list: L,
        size: usize,
    ) -> Result<(), Self::Error> {
        fixed::write_list(list, size, self)
    }

    /// Writes a list of numbers as they are (W1).
    #[doc(hidden)]
    #[inline]
    fn write_plain<T: raw::Plain + Serialize, L: List<T>>(
        &mut self,
        list: L,
    ) -> Result<(), Self::Error> {
        fixed::write_runs(list, self)
    }

    /// Writes a list of bools (W4), and returns how many are true.
    #[doc(hidden)]
    fn write_bools<L: List<bool>>(&mut self, list: L) -> Result<usize, Self::Error> {
        boolean::write_one_by_one(self, list)
    }

    /// Writes a list of at least two counts or lengths (W2), and returns their sum.
    #[doc(hidden)]
    fn write_counts<L: List<usize>>(&mut self, list: L) -> Result<usize, Self::Error> {
        packed::write_summed_counts(self, list)
    }

    /// Writes a list of at least two numbers (W2).
    #[doc(hidden)]
    fn write_words<U: Word, L: List<U>>(&mut self, list: L) -> Result<(), Self::Error> {
        packed::write_in_two_passes(self, list.convert(|word| word.to_wide()))
    }

    /// Writes a list of at least two numbers, of what `map` makes of neighbours in memory (W3).
    #[doc(hidden)]
    fn write_mapped_words<T, U: Word>(
        &mut self,
        values: &[T],
        map: impl Fn(&T) -> U + Copy,
    ) -> Result<(), Self::Error> {
        self.write_words(values.convert(map))
    }
}

/// Bytes of fixed parts that a `Vec<u8>` takes over in one piece.
#[cfg(feature = "alloc")]
const FIXED_AT_ONCE: usize = 256;

/// A writer into a slice of fixed size.
///
/// Once a write did not fit, what the slice holds is unspecified.
#[derive(Debug)]
pub struct SliceWriter<'a> {
    buf: &'a mut [u8],
    position: usize,
}

impl<'a> SliceWriter<'a> {
    /// A writer to the start of `buf`.
    #[inline]
    pub fn new(buf: &'a mut [u8]) -> Self {
        SliceWriter { buf, position: 0 }
    }

    /// The next `len` bytes, to be filled.
    #[inline]
    pub(crate) fn room(&mut self, len: usize) -> Result<&mut [u8], Error> {
        let room = self.buf.get_mut(self.position..).and_then(|rest| rest.get_mut(..len));
        let Some(room) = room else { return Err(full(self.position)) };
        self.position += len;
        Ok(room)
    }
}

#[cold]
fn full(position: usize) -> Error {
    Error::new(ErrorKind::BufferFull, position)
}

impl Sealed for SliceWriter<'_> {}

impl Writer for SliceWriter<'_> {
    type Error = Error;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.room(bytes.len())?.copy_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, byte: u8) -> Result<(), Error> {
        let Some(room) = self.buf.get_mut(self.position) else { return Err(full(self.position)) };
        *room = byte;
        self.position += 1;
        Ok(())
    }

    #[cfg(not(feature = "alloc"))]
    #[inline(never)]
    fn write_varint_u32(&mut self, mut x: u32) -> Result<(), Error> {
        while x >= 0x80 {
            self.write_byte(x as u8 | 0x80)?;
            x >>= 7;
        }
        self.write_byte(x as u8)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn write_varint_u64(&mut self, mut x: u64) -> Result<(), Error> {
        while x >= 0x80 {
            self.write_byte(x as u8 | 0x80)?;
            x >>= 7;
        }
        self.write_byte(x as u8)
    }

    #[inline]
    fn position(&self) -> usize {
        self.position
    }

    #[inline]
    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        f(&mut SliceWriter::new(self.room(size)?))
    }

    #[cfg(feature = "alloc")]
    fn write_words<U: Word, L: List<U>>(&mut self, list: L) -> Result<(), Error> {
        packed::write_to_slice(self, list)
    }

    fn close_block(&mut self, start: usize) -> Result<(), Error> {
        let mut head = [0; MAX_LEN_U64];
        let len = varint::encode_u64(self.position.wrapping_sub(start) as u64, &mut head);
        let head = head.get(..len).unwrap_or_default();
        let end = self.position;
        self.write_bytes(head)?;
        match self.buf.get_mut(start..end.wrapping_add(len)) {
            Some(block) => {
                // A rotation to the right: std's could panic, and is more code.
                block.reverse();
                if let Some((head, block)) = block.split_at_mut_checked(len) {
                    head.reverse();
                    block.reverse();
                }
                Ok(())
            }
            None => Err(full(self.position)),
        }
    }
}

/// A writer that only counts.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    position: usize,
}

impl Sealed for Counter {}

impl Writer for Counter {
    type Error = core::convert::Infallible;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(bytes.len());
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, _: u8) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(1);
        Ok(())
    }

    #[inline]
    fn write_varint_u32(&mut self, x: u32) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(varint::len_u32(x));
        Ok(())
    }

    #[inline]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(varint::len_u64(x));
        Ok(())
    }

    #[inline]
    fn position(&self) -> usize {
        self.position
    }

    #[inline]
    fn close_block(&mut self, start: usize) -> Result<(), Self::Error> {
        self.write_varint_u64(self.position.wrapping_sub(start) as u64)
    }

    #[inline]
    fn write_fixed(
        &mut self,
        size: usize,
        _: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(size);
        Ok(())
    }

    fn write_fixed_list<T: Serialize, L: List<T>>(
        &mut self,
        list: L,
        size: usize,
    ) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(list.count().wrapping_mul(size));
        Ok(())
    }

    fn write_plain<T: raw::Plain + Serialize, L: List<T>>(
        &mut self,
        list: L,
    ) -> Result<(), Self::Error> {
        self.write_fixed_list(list, size_of::<T>())
    }

    fn write_all<L: List<[u8]>>(&mut self, _: L, total: usize) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(total);
        Ok(())
    }

    fn write_bools<L: List<bool>>(&mut self, list: L) -> Result<usize, Self::Error> {
        self.position = self.position.wrapping_add(list.count().div_ceil(8));
        let mut ones = 0usize;
        list.for_each(|value| ones = ones.wrapping_add(usize::from(*value)));
        Ok(ones)
    }

    fn write_words<U: Word, L: List<U>>(&mut self, list: L) -> Result<(), Self::Error> {
        self.position = self.position.wrapping_add(packed::len_of(list));
        Ok(())
    }
}

#[cfg(feature = "alloc")]
impl Sealed for alloc::vec::Vec<u8> {}

#[cfg(feature = "alloc")]
impl Writer for alloc::vec::Vec<u8> {
    type Error = core::convert::Infallible;
    const GROWS: bool = true;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Self::Error> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, byte: u8) -> Result<(), Self::Error> {
        self.push(byte);
        Ok(())
    }

    #[inline]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), Self::Error> {
        if !raw::varint_within_capacity(self, x) {
            extend_with_varint(self, x);
        }
        Ok(())
    }

    #[inline]
    fn write_counted(&mut self, n: usize, bytes: &[u8]) -> Result<(), Self::Error> {
        let written = match n {
            0..0x80 => raw::extend_within_capacity(self, [n as u8], bytes),
            0x80..0x4000 => {
                raw::extend_within_capacity(self, [n as u8 | 0x80, (n >> 7) as u8], bytes)
            }
            _ => false,
        };
        if !written {
            extend_with_counted(self, n, bytes);
        }
        Ok(())
    }

    #[inline]
    fn position(&self) -> usize {
        self.len()
    }

    fn close_block(&mut self, start: usize) -> Result<(), Self::Error> {
        let mut head = [0; MAX_LEN_U64];
        let len = varint::encode_u64(self.len().wrapping_sub(start) as u64, &mut head);
        self.extend_from_slice(head.get(..len).unwrap_or_default());
        if let Some(block) = self.get_mut(start..) {
            block.rotate_right(len);
        }
        Ok(())
    }

    #[inline]
    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_>) -> Result<(), Error>,
    ) -> Result<(), Self::Error> {
        // What is written cannot fail to fit: a fixed value takes `size` bytes.
        if let Some(room) = [0; FIXED_AT_ONCE].get_mut(..size) {
            let _ = f(&mut SliceWriter::new(room));
            self.extend_from_slice(room);
        } else {
            let start = self.len();
            self.resize(start.saturating_add(size), 0);
            let _ = f(&mut SliceWriter::new(self.get_mut(start..).unwrap_or_default()));
        }
        Ok(())
    }

    #[inline]
    fn write_elements<T: Serialize, L: List<T>>(&mut self, list: L) -> Result<(), Self::Error> {
        if let Some(records) = texts::of_records(&list) {
            texts::write(self, records);
            return Ok(());
        }
        if const { columns::suits::<T, L>() } && columns::write(self, list) {
            return Ok(());
        }
        T::serialize_list(list, self)
    }

    fn write_texts<L: List<[u8]>>(&mut self, texts: L) -> Result<(), Self::Error> {
        match texts.count() {
            1 => texts.for_each(text::write_onto(self)),
            2..=text::FEW if L::LENDS => {
                let (mut few, mut len) = ([[].as_slice(); text::FEW], 0);
                texts.lend_each(lent_into(&mut few, &mut len));
                text::write_few(self, few.get(..len).unwrap_or_default());
            }
            _ => text::write_many(self, texts)?,
        }
        Ok(())
    }

    fn write_all<L: List<[u8]>>(&mut self, items: L, total: usize) -> Result<(), Self::Error> {
        let parts = Parts::of(total, items.count());
        if parts == Parts::Whole {
            self.reserve(total);
            items.for_each(|bytes| self.extend_from_slice(bytes));
        } else {
            let start = self.len();
            self.resize(start.saturating_add(total), 0);
            copy_items(self.get_mut(start..).unwrap_or_default(), items, parts);
        }
        Ok(())
    }

    #[inline]
    fn write_plain<T: raw::Plain + Serialize, L: List<T>>(
        &mut self,
        list: L,
    ) -> Result<(), Self::Error> {
        fixed::write_to_vec(self, list);
        Ok(())
    }

    fn write_bools<L: List<bool>>(&mut self, list: L) -> Result<usize, Self::Error> {
        Ok(packed::write_bools_to_vec(self, list))
    }

    fn write_counts<L: List<usize>>(&mut self, list: L) -> Result<usize, Self::Error> {
        Ok(packed::write_counts_to_vec(self, list))
    }

    fn write_words<U: Word, L: List<U>>(&mut self, list: L) -> Result<(), Self::Error> {
        packed::write_to_vec(self, list);
        Ok(())
    }

    fn write_mapped_words<T, U: Word>(
        &mut self,
        values: &[T],
        map: impl Fn(&T) -> U + Copy,
    ) -> Result<(), Self::Error> {
        packed::write_mapped_to_vec(self, values, map);
        Ok(())
    }
}

/// How items are copied, by their average length.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Parts {
    /// An element at a time: most have 1 to 4.
    Ones,
    /// Four elements at a time: most have 4 to 16.
    Fours,
    /// Eight elements at a time: most have 8 to 32.
    Eights,
    /// Each at once.
    Whole,
}

#[cfg(feature = "alloc")]
impl Parts {
    #[inline]
    pub(crate) fn of(total: usize, count: usize) -> Self {
        match () {
            () if total < count.saturating_mul(3) => Parts::Ones,
            () if total < count.saturating_mul(10) => Parts::Fours,
            () if total < count.saturating_mul(33) => Parts::Eights,
            () => Parts::Whole,
        }
    }
}

/// Copies items one after another, and returns the room that is left.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn copy_items<T: Copy>(room: &mut [T], items: impl List<[T]>, parts: Parts) -> &mut [T] {
    match parts {
        Parts::Ones => copy_items_by(room, items, copy_in_parts::<T, 1>),
        Parts::Fours => copy_items_by(room, items, copy_in_parts::<T, 4>),
        Parts::Eights => copy_items_by(room, items, copy_in_parts::<T, 8>),
        Parts::Whole => copy_items_by(room, items, <[T]>::copy_from_slice),
    }
}

#[cfg(feature = "alloc")]
fn copy_items_by<T>(
    mut room: &mut [T],
    items: impl List<[T]>,
    copy: impl Fn(&mut [T], &[T]),
) -> &mut [T] {
    items.for_each(|bytes| {
        if let Some((place, rest)) = core::mem::take(&mut room).split_at_mut_checked(bytes.len()) {
            copy(place, bytes);
            room = rest;
        }
    });
    room
}

/// Copies N to 4 N bytes by N at a time, which overlap where there are less: a branch on the length
/// would be hard to foresee. Copies others, too.
#[cfg(feature = "alloc")]
#[inline]
fn copy_in_parts<T: Copy, const N: usize>(to: &mut [T], from: &[T]) {
    let Some(last) = from.len().checked_sub(N) else {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
        return;
    };
    if last > 3 * N {
        return to.copy_from_slice(from);
    }
    for start in [0, last.min(N), last.min(2 * N), last] {
        let place = to.get_mut(start..).and_then(|to| to.first_chunk_mut::<N>());
        let part = from.get(start..).and_then(|from| from.first_chunk());
        if let (Some(place), Some(part)) = (place, part) {
            *place = *part;
        }
    }
}

/// Appends bytes behind a length or a count.
#[cfg(feature = "alloc")]
#[cold]
fn extend_with_counted(out: &mut alloc::vec::Vec<u8>, n: usize, bytes: &[u8]) {
    let Ok(()) = out.write_len(n);
    out.extend_from_slice(bytes);
}

/// Appends the first `len` bytes of a word.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn extend_with_word(out: &mut alloc::vec::Vec<u8>, word: [u8; 8], len: usize) {
    let end = out.len().saturating_add(len);
    // Eight bytes are copied faster than as many as it takes.
    if raw::extend_within_capacity(out, word, &[]) {
        out.truncate(end);
    } else {
        extend_slowly(out, word.get(..len).unwrap_or(&word));
    }
}

/// Appends a varint, where it may not fit the capacity.
#[cfg(feature = "alloc")]
#[cold]
fn extend_with_varint(out: &mut alloc::vec::Vec<u8>, x: u64) {
    let mut buf = [0; MAX_LEN_U64];
    let len = varint::encode_u64(x, &mut buf);
    out.extend_from_slice(buf.get(..len).unwrap_or_default());
}

/// Appends bytes, out of the way of code that seldom has to.
#[cfg(feature = "alloc")]
#[cold]
fn extend_slowly(out: &mut alloc::vec::Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}
