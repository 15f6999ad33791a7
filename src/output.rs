//! Where bytes go: a slice of fixed size, and what a `Vec<u8>` takes at once.

use core::convert::Infallible;
use core::marker::PhantomData;

use crate::error::{Error, ErrorKind};
#[cfg(feature = "alloc")]
use crate::raw;
#[cfg(feature = "alloc")]
use crate::varint;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// What writing to memory can fail with: [`Infallible`], or an [`Error`] where a value may be refused.
pub trait Failure: Sized {
    /// Whether there is no such thing.
    const NEVER: bool;

    /// The failure of that kind, if there is such a thing.
    fn fail(kind: ErrorKind, position: usize) -> Result<(), Self>;
}

impl Failure for Infallible {
    const NEVER: bool = true;

    #[inline(always)]
    fn fail(_: ErrorKind, _: usize) -> Result<(), Self> {
        Ok(())
    }
}

impl Failure for Error {
    const NEVER: bool = false;

    #[inline(always)]
    fn fail(kind: ErrorKind, position: usize) -> Result<(), Self> {
        Err(failed(kind, position))
    }
}

#[cold]
fn failed(kind: ErrorKind, position: usize) -> Error {
    Error::new(kind, position)
}

/// Refuses a value; does not compile where writing cannot fail.
#[inline(always)]
pub(crate) fn refuse<E: Failure>(kind: ErrorKind, position: usize) -> Result<(), E> {
    const {
        assert!(
            !E::NEVER,
            "`encode` cannot fail, and a part of this type may be refused, as a path that is no \
             UTF-8 and a number too large for its bits are: write `try_encode`, `try_encode_into`, `try_encode_list_into`, \
             `Encoder::try_encode` or `encode_to_slice`"
        );
    }
    E::fail(kind, position)
}

/// A writer into a slice of fixed size.
///
/// Once a write did not fit, what the slice holds is unspecified.
#[derive(Debug)]
pub struct SliceWriter<'a, E = Error> {
    buf: &'a mut [u8],
    position: usize,
    error: PhantomData<fn() -> E>,
}

impl<'a> SliceWriter<'a> {
    /// A writer to the start of `buf`.
    #[inline]
    pub fn new(buf: &'a mut [u8]) -> Self {
        SliceWriter::of(buf)
    }
}

impl<'a, E: Failure> SliceWriter<'a, E> {
    /// The same, for a part of something that fails with `E`.
    #[inline]
    pub(crate) fn of(buf: &'a mut [u8]) -> Self {
        SliceWriter { buf, position: 0, error: PhantomData }
    }

    /// Bytes written so far.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.position
    }

    /// The next `len` bytes, to be filled.
    #[inline]
    pub(crate) fn room(&mut self, len: usize) -> Option<&mut [u8]> {
        let room = self.buf.get_mut(self.position..).and_then(|rest| rest.get_mut(..len))?;
        self.position += len;
        Some(room)
    }

    /// Writes one byte.
    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) -> Result<(), E> {
        let Some(room) = self.buf.get_mut(self.position) else { return self.full() };
        *room = byte;
        self.position += 1;
        Ok(())
    }

    /// Moves the last `len` bytes before those that were written since `start`.
    pub(crate) fn turn(&mut self, start: usize, len: usize) -> Result<(), E> {
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
            None => self.full(),
        }
    }

    /// That what is written does not fit.
    #[inline(always)]
    pub(crate) fn full(&self) -> Result<(), E> {
        E::fail(ErrorKind::BufferFull, self.position)
    }
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
