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
    #[cfg(feature = "alloc")]
    rows: Rows,
    /// Bytes of stack left to the rows that decoding is within, if it is. (Without an allocator no
    /// type contains itself.)
    #[cfg(feature = "alloc")]
    stack_left: Option<usize>,
}

/// What becomes of the rows of a list that is opened.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "there is no memory for them"))]
pub(crate) enum Rows {
    /// They are decoded into memory.
    Decoded,
    /// The same, and so may be whatever is costly to read one by one: the list itself is in memory.
    Owned,
    /// A [`Seq`](crate::list::Seq) decodes them where they are, one after the other.
    InTurn,
    /// A list of them does so; each has some of the rows.
    InPlace,
}

/// Bytes of stack that nested rows may take for each level allowed, all of them at any level.
#[cfg(feature = "alloc")]
const LEVEL: usize = 12 << 10;

/// How often a value may be on the stack while it is decoded, as builds without optimisation have it.
#[cfg(feature = "alloc")]
const COPIES: usize = 16;

/// What is wrong with the varint at the start of the bytes that are left up to `end`.
#[cfg(feature = "alloc")]
#[cold]
fn wrong_varint<'de, X>(
    mut rest: &'de [u8],
    end: usize,
    decode: impl FnOnce(&mut &'de [u8]) -> Result<X, ErrorKind>,
) -> Error {
    let start = end.wrapping_sub(rest.len());
    Error::new(decode(&mut rest).err().unwrap_or(ErrorKind::UnexpectedEnd), start)
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
            #[cfg(feature = "alloc")]
            rows: Rows::Decoded,
            #[cfg(feature = "alloc")]
            stack_left: None,
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
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), cold)]
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
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    pub fn varint_u32(&mut self) -> Result<u32> {
        #[cfg(feature = "alloc")]
        return self.varint(varint::long_u32, varint::decode_u32);
        #[cfg(not(feature = "alloc"))]
        self.varint(varint::decode_u32)
    }

    /// Reads the tag of an enum: one byte, but for a few enums.
    #[doc(hidden)]
    #[inline]
    pub fn tag(&mut self) -> Result<u32> {
        match self.rest {
            [tag @ 0..0x80, rest @ ..] if cfg!(not(feature = "alloc")) => {
                self.rest = rest;
                Ok((*tag).into())
            }
            _ => self.varint_u32(),
        }
    }

    /// Reads a varint of at most 64 bits (W16, W24).
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    pub fn varint_u64(&mut self) -> Result<u64> {
        #[cfg(feature = "alloc")]
        return self.varint(varint::long_u64, varint::decode_u64);
        #[cfg(not(feature = "alloc"))]
        self.varint(varint::decode_u64)
    }

    /// Reads a varint: of one or two bytes here, and longer ones by `long`, which is given the bytes,
    /// not the reader: one whose address is known elsewhere cannot stay in registers. What is wrong,
    /// `decode` says.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn varint<X: From<u16>>(
        &mut self,
        long: impl FnOnce(&[u8]) -> (X, usize),
        decode: impl FnOnce(&mut &'de [u8]) -> Result<X, ErrorKind>,
    ) -> Result<X> {
        match self.rest {
            [byte @ 0..0x80, rest @ ..] => {
                self.rest = rest;
                return Ok(u16::from(*byte).into());
            }
            // Not zero, or it would be longer than it need be.
            [low, high @ 1..0x80, rest @ ..] => {
                self.rest = rest;
                return Ok((u16::from(*low & 0x7f) | u16::from(*high) << 7).into());
            }
            _ => {}
        }
        let (x, len) = long(self.rest);
        match self.rest.get(len..) {
            Some(rest) if len > 0 => {
                self.rest = rest;
                Ok(x)
            }
            _ => Err(wrong_varint(self.rest, self.end, decode)),
        }
    }

    /// The same on small machines, where one loop reads all.
    #[cfg(not(feature = "alloc"))]
    #[inline]
    fn varint<X>(
        &mut self,
        decode: impl FnOnce(&mut &'de [u8]) -> Result<X, ErrorKind>,
    ) -> Result<X> {
        let start = self.position();
        decode(&mut self.rest).map_err(|kind| Error::new(kind, start))
    }

    /// Reads the length of what follows, in bytes, and checks that it is there (W22).
    #[inline]
    pub fn length(&mut self) -> Result<usize> {
        let start = self.position();
        let len = self.varint_usize(ErrorKind::UnexpectedEnd)?;
        if len <= self.rest.len() {
            Ok(len)
        } else {
            Err(Error::new(ErrorKind::UnexpectedEnd, start))
        }
    }

    /// Reads a varint of at most 64 bits; `large` is the error if `usize` cannot hold it.
    #[inline]
    pub(crate) fn varint_usize(&mut self, large: ErrorKind) -> Result<usize> {
        let start = self.position();
        if usize::BITS > 32 || cfg!(feature = "alloc") {
            let x = self.varint_u64()?;
            return usize::try_from(x).map_err(|_| Error::new(large, start));
        }
        // 64-bit shifts cost code on a small machine, so that it names no other rule for what is
        // also too long, or above 64 bits.
        match self.varint_u32() {
            Ok(x) => usize::try_from(x).map_err(|_| Error::new(large, start)),
            Err(error) if error.kind() == ErrorKind::OutOfRange => Err(Error::new(large, start)),
            Err(error) => Err(error),
        }
    }

    /// Reads the count of a container, or the length of a text, that has room for so many.
    #[inline]
    pub(crate) fn at_most(&mut self, capacity: usize) -> Result<usize> {
        let start = self.position();
        match self.varint_usize(ErrorKind::CapacityExceeded)? {
            count if count <= capacity => Ok(count),
            _ => Err(Error::new(ErrorKind::CapacityExceeded, start)),
        }
    }

    /// Checks a count of elements against the bytes left (W35), or against the memory bound if an
    /// element may take no bits (W34).
    ///
    /// A list is checked so before anything is allocated for it, or iterated over.
    #[inline]
    pub fn count(&mut self, count: u64, may_be_empty: bool) -> Result<usize> {
        match usize::try_from(count) {
            Ok(count) if may_be_empty => self.charge(count, 1).map(|()| count),
            Ok(count) if count.div_ceil(8) <= self.rest.len() => Ok(count),
            _ if may_be_empty => Err(self.error(ErrorKind::MemoryLimit)),
            _ => Err(self.error(ErrorKind::CountTooLarge)),
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

    /// Whether so many values may come: those above the bytes left have none, and count at least one
    /// byte each (W34).
    #[cfg(feature = "serde-1")]
    #[inline]
    pub(crate) fn may_count(&self, count: usize) -> bool {
        count.saturating_sub(self.rest.len()) <= self.alloc_left
    }

    /// The levels that are left, and how many bytes the values of them may have in memory, if that is
    /// bounded already.
    #[cfg(feature = "serde-1")]
    pub(crate) fn levels_left(&self) -> (u32, usize, bool) {
        let levels = self.depth_left;
        #[cfg(feature = "alloc")]
        let (stack, bounded) = match self.stack_left {
            Some(left) => (left / COPIES, true),
            None => ((levels as usize).saturating_mul(LEVEL / COPIES), false),
        };
        #[cfg(not(feature = "alloc"))]
        let (stack, bounded) = (usize::MAX, false);
        (levels, stack, bounded)
    }

    /// Runs `f` one level of nested rows deeper (W33).
    ///
    /// # Errors
    /// [`DepthLimit`](ErrorKind::DepthLimit) if no level is left, or no [stack](Limits::max_depth)
    /// for it, else what `f` returns.
    #[inline]
    pub fn nest<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        match self.depth_left.checked_sub(1) {
            // A value that owns no memory holds no other of its type, nor lists in memory.
            Some(left) if const { !core::mem::needs_drop::<T>() } => {
                self.depth_left = left;
                let result = f(self);
                self.depth_left = left.wrapping_add(1);
                result
            }
            Some(left) => {
                #[cfg(feature = "alloc")]
                let (stack, after) = (self.stack_left, self.stack_after::<T>()?);
                #[cfg(feature = "alloc")]
                {
                    self.stack_left = after;
                }
                self.depth_left = left;
                let result = self.with_rows(Rows::Decoded, f);
                self.depth_left = left + 1;
                #[cfg(feature = "alloc")]
                {
                    self.stack_left = stack;
                }
                result
            }
            None => Err(self.error(ErrorKind::DepthLimit)),
        }
    }

    /// What of the stack is left behind one level more.
    #[cfg(feature = "alloc")]
    #[inline]
    fn stack_after<T>(&self) -> Result<Option<usize>> {
        let size = size_of::<T>().saturating_mul(COPIES);
        let left = match self.stack_left {
            // What is not nested is not bounded.
            None => Some((self.depth_left as usize).saturating_mul(LEVEL).saturating_sub(size)),
            Some(left) => left.checked_sub(size),
        };
        if left.is_some() { Ok(left) } else { Err(self.error(ErrorKind::DepthLimit)) }
    }

    /// Runs `f`, which has a value of `size` bytes on the stack that is to stand behind a pointer.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn pointed<T>(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let stack = self.stack_left;
        self.stack_left = stack.map(|left| left.saturating_sub(size.saturating_mul(COPIES)));
        let result = f(self);
        self.stack_left = stack;
        result
    }

    /// What becomes of rows.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn rows(&self) -> Rows {
        self.rows
    }

    /// Runs `f`, in whose lists that becomes of rows.
    #[inline]
    pub(crate) fn with_rows<T>(
        &mut self,
        rows: Rows,
        f: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        #[cfg(feature = "alloc")]
        {
            let before = core::mem::replace(&mut self.rows, rows);
            let result = f(self);
            self.rows = before;
            result
        }
        #[cfg(not(feature = "alloc"))]
        {
            let _ = rows;
            f(self)
        }
    }

    /// Runs `f`, whose lists go into memory, unless what they are in is read where it is.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn owned<T>(&mut self, f: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        match self.rows {
            Rows::Decoded => self.with_rows(Rows::Owned, f),
            _ => f(self),
        }
    }

    /// Gives back what was charged for memory that has been freed.
    #[inline]
    pub(crate) fn refund(&mut self, bytes: usize) {
        self.alloc_left = self.alloc_left.saturating_add(bytes);
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
        let inner = self.take(len)?;
        let (end, after) = (self.end, self.position());
        let rest = core::mem::replace(&mut self.rest, inner);
        self.end = after;
        let result = f(self);
        (self.rest, self.end) = (rest, end);
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
