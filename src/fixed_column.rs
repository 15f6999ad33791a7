//! An opened list of fixed values.

use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::reader::Reader;

/// An opened list of fixed values: their bytes.
#[derive(Clone, Copy, Debug)]
pub struct FixedColumn<'de> {
    rest: &'de [u8],
    /// Where `rest` ends in the message.
    end: usize,
    /// Bytes of memory that each value claims, which opening the list has charged.
    claims: usize,
}

impl<'de> FixedColumn<'de> {
    /// Opens a list of `n` values of `size` bytes each, and charges what each claims.
    #[inline]
    pub fn open(r: &mut Reader<'de>, n: usize, size: usize, claims: usize) -> Result<Self> {
        let Some(len) = n.checked_mul(size) else {
            return Err(r.error(ErrorKind::UnexpectedEnd));
        };
        let rest = r.take(len)?;
        r.charge(n, claims)?;
        Ok(FixedColumn { rest, end: r.position(), claims })
    }

    /// The same of values that claim so much each: of arrays of those that it was opened for.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn claiming(self, claims: usize) -> Self {
        FixedColumn { claims, ..self }
    }

    /// Takes the bytes of the next `n` values of `size` bytes each.
    #[inline]
    pub fn take(&mut self, n: usize, size: usize) -> Result<&'de [u8]> {
        match n.checked_mul(size).and_then(|len| self.rest.split_at_checked(len)) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.at_end()),
        }
    }

    /// A reader of the next value.
    #[inline]
    pub fn reader(&mut self, size: usize) -> Result<Reader<'de>> {
        let bytes = self.take(1, size)?;
        let end = self.end.wrapping_sub(self.rest.len());
        Ok(Reader::part(bytes, end, &Limits::new().max_alloc(self.claims).max_depth(0)))
    }

    /// Passes over `n` values.
    #[inline]
    pub fn skip(&mut self, n: usize, size: usize) -> Result<()> {
        self.take(n, size).map(drop)
    }

    /// The error of a value that is not there.
    #[cold]
    pub fn at_end(&self) -> Error {
        Error::new(ErrorKind::UnexpectedEnd, self.end)
    }
}
