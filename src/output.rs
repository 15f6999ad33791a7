//! Where bytes go: a slice of fixed size, and what a `Vec<u8>` takes at once.

use crate::error::{Error, ErrorKind};
#[cfg(feature = "alloc")]
use crate::raw;
#[cfg(feature = "alloc")]
use crate::varint;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

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

    /// Bytes written so far.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.position
    }

    /// The next `len` bytes, to be filled.
    #[inline]
    pub(crate) fn room(&mut self, len: usize) -> Result<&mut [u8], Error> {
        let room = self.buf.get_mut(self.position..).and_then(|rest| rest.get_mut(..len));
        let Some(room) = room else { return Err(full(self.position)) };
        self.position += len;
        Ok(room)
    }

    /// Writes one byte.
    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) -> Result<(), Error> {
        let Some(room) = self.buf.get_mut(self.position) else { return Err(full(self.position)) };
        *room = byte;
        self.position += 1;
        Ok(())
    }

    /// Moves the last `len` bytes before those that were written since `start`.
    pub(crate) fn turn(&mut self, start: usize, len: usize) -> Result<(), Error> {
        match self.buf.get_mut(start..self.position) {
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

#[cold]
fn full(position: usize) -> Error {
    Error::new(ErrorKind::BufferFull, position)
}

/// Appends the first `len` bytes of a word.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn extend_with_word(out: &mut Vec<u8>, word: [u8; 8], len: usize) {
    let end = out.len().saturating_add(len);
    // Eight bytes are copied faster than as many as it takes.
    if raw::extend_within_capacity(out, word, &[]) {
        out.truncate(end);
    } else {
        extend_slowly(out, word.get(..len).unwrap_or(&word));
    }
}

/// Appends a varint.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn push_varint(out: &mut Vec<u8>, x: u64) {
    if x < 0x80 {
        return out.push(x as u8);
    }
    let (bytes, len) = varint::form(x);
    let end = out.len().saturating_add(len);
    // All are copied faster than as many as it takes.
    if raw::extend_within_capacity(out, bytes, &[]) {
        out.truncate(end);
    } else {
        extend_slowly(out, bytes.get(..len).unwrap_or(&bytes));
    }
}

/// Appends bytes behind their number.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn push_counted(out: &mut Vec<u8>, bytes: &[u8]) {
    let n = bytes.len();
    let written = match n {
        0..0x80 => raw::extend_within_capacity(out, [n as u8], bytes),
        0x80..0x4000 => raw::extend_within_capacity(out, [n as u8 | 0x80, (n >> 7) as u8], bytes),
        _ => false,
    };
    if !written {
        push_varint(out, n as u64);
        extend_slowly(out, bytes);
    }
}

/// Puts the length of what was written since `start` before it.
#[cfg(feature = "alloc")]
pub(crate) fn close_block(out: &mut Vec<u8>, start: usize) {
    let mut head = [0; varint::MAX_LEN_U64];
    let len = varint::encode_u64(out.len().wrapping_sub(start) as u64, &mut head);
    out.extend_from_slice(head.get(..len).unwrap_or_default());
    if let Some(block) = out.get_mut(start..) {
        block.rotate_right(len);
    }
}

/// Appends bytes, out of the way of code that seldom has to.
#[cfg(feature = "alloc")]
#[cold]
fn extend_slowly(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}
