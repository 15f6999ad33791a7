//! The input: a cursor over a slice, with what its message may still claim.

use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::varint;

/// The bytes of a message that are still to be read, and the budget left to it.
#[derive(Clone, Debug)]
pub struct Reader<'de> {
    rest: &'de [u8],
    end: usize,
    alloc_left: usize,
    depth_left: u32,
}

impl<'de> Reader<'de> {
    /// A reader at the start of a message.
    #[inline]
    #[must_use]
    pub fn new(message: &'de [u8], limits: &Limits) -> Self {
        Reader {
            rest: message,
            end: message.len(),
            alloc_left: limits.max_alloc,
            depth_left: limits.max_depth,
        }
    }

    /// A reader of a part of a message that ends at `end`.
    #[inline]
    pub(crate) fn part(bytes: &'de [u8], end: usize, limits: &Limits) -> Self {
        Reader { end, ..Reader::new(bytes, limits) }
    }

    /// Bytes read so far, from the start of the message.
    #[inline]
    #[must_use]
    pub fn position(&self) -> usize {
        self.end.wrapping_sub(self.rest.len())
    }

    /// The bytes not yet read.
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// An error of this kind at the present position.
    #[cold]
    #[must_use]
    pub fn error(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.position())
    }

    /// Reads one byte.
    #[inline]
    pub fn byte(&mut self) -> Result<u8> {
        match self.rest.split_first() {
            Some((&byte, rest)) => {
                self.rest = rest;
                Ok(byte)
            }
            None => Err(self.error(ErrorKind::UnexpectedEnd)),
        }
    }

    /// Reads N bytes.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.rest.split_first_chunk() {
            Some((array, rest)) => {
                self.rest = rest;
                Ok(*array)
            }
            None => Err(self.error(ErrorKind::UnexpectedEnd)),
        }
    }

    /// Reads `len` bytes and returns them where they are.
    #[inline]
    pub fn take(&mut self, len: usize) -> Result<&'de [u8]> {
        match self.rest.split_at_checked(len) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.error(ErrorKind::UnexpectedEnd)),
        }
    }

    /// Reads a varint of at most 32 bits (W16, W24).
    #[inline]
    pub fn varint_u32(&mut self) -> Result<u32> {
        match self.rest {
            [byte @ 0..0x80, rest @ ..] => {
                self.rest = rest;
                Ok(u32::from(*byte))
            }
            _ => self.long(varint::decode_u32),
        }
    }

    /// Reads a varint of at most 64 bits (W16, W24).
    #[inline]
    pub fn varint_u64(&mut self) -> Result<u64> {
        match self.rest {
            [byte @ 0..0x80, rest @ ..] => {
                self.rest = rest;
                Ok(u64::from(*byte))
            }
            _ => self.long(varint::decode_u64),
        }
    }

    fn long<X>(
        &mut self,
        decode: impl FnOnce(&'de [u8]) -> Result<(X, &'de [u8]), ErrorKind>,
    ) -> Result<X> {
        match decode(self.rest) {
            Ok((x, rest)) => {
                self.rest = rest;
                Ok(x)
            }
            Err(kind) => Err(self.error(kind)),
        }
    }

    /// Reads the length of what follows, in bytes, and checks that it is there (W22).
    #[inline]
    pub fn length(&mut self) -> Result<usize> {
        let start = self.clone();
        let len = self.varint_u64()?;
        match usize::try_from(len) {
            Ok(len) if len <= self.rest.len() => Ok(len),
            _ => Err(start.error(ErrorKind::UnexpectedEnd)),
        }
    }

    /// Checks a count of elements against the bytes left (W35), or against the memory bound if an
    /// element may take no bits (W34).
    ///
    /// A list is checked so before anything is allocated for it, or iterated over.
    #[inline]
    pub fn count(&mut self, count: u64, may_be_empty: bool) -> Result<usize> {
        if may_be_empty {
            match usize::try_from(count) {
                Ok(count) => {
                    self.charge(count, 1)?;
                    Ok(count)
                }
                Err(_) => Err(self.error(ErrorKind::MemoryLimit)),
            }
        } else {
            match usize::try_from(count) {
                Ok(count) if count.div_ceil(8) <= self.rest.len() => Ok(count),
                _ => Err(self.error(ErrorKind::CountTooLarge)),
            }
        }
    }

    /// Takes `count` times `size` bytes from the memory that this message may claim (W33).
    ///
    /// # Errors
    /// [`MemoryLimit`](ErrorKind::MemoryLimit) if that much is not left.
    #[inline]
    pub fn charge(&mut self, count: usize, size: usize) -> Result<()> {
        let left = count.checked_mul(size).and_then(|bytes| self.alloc_left.checked_sub(bytes));
        match left {
            Some(left) => {
                self.alloc_left = left;
                Ok(())
            }
            None => Err(self.error(ErrorKind::MemoryLimit)),
        }
    }

    /// Runs `f` one level of nested rows deeper (W33).
    ///
    /// # Errors
    /// [`DepthLimit`](ErrorKind::DepthLimit) if no level is left, else what `f` returns.
    #[inline]
    pub fn nest<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        match self.depth_left.checked_sub(1) {
            Some(left) => {
                self.depth_left = left;
                let result = f(self);
                self.depth_left = left + 1;
                result
            }
            None => Err(self.error(ErrorKind::DepthLimit)),
        }
    }

    /// Reads an extensible block (W12): runs `f` on its bytes alone, and skips what `f` leaves
    /// (W29).
    pub fn block<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let len = self.length()?;
        self.within(len, f)
    }

    /// Runs `f` on the next `len` bytes alone, and skips what it leaves.
    pub(crate) fn within<T>(
        &mut self,
        len: usize,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let mut inner = self.clone();
        inner.rest = self.take(len)?;
        inner.end = self.position();
        let result = f(&mut inner);
        self.alloc_left = inner.alloc_left;
        result
    }

    /// Checks that nothing is left (W23).
    ///
    /// # Errors
    /// [`TrailingBytes`](ErrorKind::TrailingBytes).
    #[inline]
    pub fn finish(&self) -> Result<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.error(ErrorKind::TrailingBytes)) }
    }
}
