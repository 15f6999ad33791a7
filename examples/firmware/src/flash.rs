//! A flash of pages in memory, whose power can be cut.

use embedded_storage::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};

use crate::reading::PAGE;

const PAGES: usize = 16;

/// Sixteen pages of 256 bytes. Erasing sets all bits of a page, writing clears some of them.
///
/// After a number of bytes that was given to [`cut_after`](Self::cut_after), the power is cut: of the byte
/// that is being written any bits may be cleared, of those behind it none are.
pub struct Flash {
    bytes: [u8; PAGES * PAGE],
    /// Bytes that can be written until the power is cut.
    left: usize,
    /// Bits of the byte at the cut that stay set.
    mask: u8,
    /// The pages that were written to, a bit each.
    written: u16,
}

/// Why the flash did not do as it was told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// The power was cut.
    Cut,
    /// No such pages.
    OutOfBounds,
}

impl NorFlashError for Failure {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Failure::Cut => NorFlashErrorKind::Other,
            Failure::OutOfBounds => NorFlashErrorKind::OutOfBounds,
        }
    }
}

impl Flash {
    pub const fn new() -> Self {
        Flash { bytes: [0xff; PAGES * PAGE], left: 0, mask: 0, written: 0 }
    }

    /// Switches the power on, until `bytes` more are written.
    pub fn cut_after(&mut self, bytes: usize, mask: u8) {
        (self.left, self.mask) = (bytes, mask);
    }

    /// The pages that were written to since this was asked last.
    pub fn take_written(&mut self) -> impl Iterator<Item = (u16, &[u8])> {
        let written = core::mem::take(&mut self.written);
        let pages = (0..).zip(self.bytes.chunks(PAGE));
        pages.filter(move |(number, _)| written >> number & 1 == 1)
    }
}

impl ErrorType for Flash {
    type Error = Failure;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Failure> {
        let from = self.bytes.get(offset as usize..).unwrap_or_default();
        let from = from.get(..bytes.len()).ok_or(Failure::OutOfBounds)?;
        bytes.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = PAGE;
    const ERASE_SIZE: usize = PAGE;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), Failure> {
        let pages = self.bytes.get_mut(from as usize..to as usize).ok_or(Failure::OutOfBounds)?;
        pages.iter_mut().for_each(|byte| *byte = 0xff);
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Failure> {
        let first = offset as usize;
        let to = self.bytes.get_mut(first..).unwrap_or_default();
        let to = to.get_mut(..bytes.len()).ok_or(Failure::OutOfBounds)?;
        for (at, (to, from)) in (first..).zip(to.iter_mut().zip(bytes)) {
            self.written |= 1 << (at / PAGE);
            let Some(left) = self.left.checked_sub(1) else {
                *to &= from | self.mask;
                self.mask = 0xff;
                return Err(Failure::Cut);
            };
            *to &= from;
            self.left = left;
        }
        Ok(())
    }
}
