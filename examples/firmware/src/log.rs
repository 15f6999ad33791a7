//! A file of readings on a flash that is written page by page and survives that its power is cut.

use embedded_storage::nor_flash::NorFlash;
use onesheet::file::Section;

use crate::reading::{BLOCK_LEN, PAGE, Reading, SCHEMA_BLOCK, SECTION};

/// Bytes of the longest block, to the end of its last page.
const BUFFER: usize = BLOCK_LEN.next_multiple_of(PAGE);

/// Why nothing more was written.
pub enum Failure<E> {
    Flash(E),
    /// There are no erased pages any more.
    Full,
}

/// The end of the file.
pub struct Log {
    section: Section,
    /// The first page that is erased, in bytes.
    at: u32,
    buffer: [u8; BUFFER],
}

impl Log {
    /// Begins a section behind whatever was written to the flash.
    ///
    /// A block begins with a page: nothing that was cut is completed by what is written later. The
    /// bytes between are unused space.
    pub fn open<F: NorFlash>(flash: &mut F) -> Result<Self, Failure<F::Error>> {
        let mut log = Log { section: SECTION, at: 0, buffer: [0xff; BUFFER] };
        let mut page = [0; PAGE];
        let pages = (0..flash.capacity() as u32).step_by(PAGE);
        for at in pages {
            flash.read(at, &mut page).map_err(Failure::Flash)?;
            if page.iter().any(|byte| *byte != 0xff) {
                log.at = at + PAGE as u32;
            }
        }
        log.buffer.iter_mut().zip(SCHEMA_BLOCK).for_each(|(to, from)| *to = from);
        log.write(flash, SCHEMA_BLOCK.len())?;
        Ok(log)
    }

    /// Writes readings as one block. When it returns, they are in the flash.
    pub fn append<F: NorFlash>(
        &mut self,
        flash: &mut F,
        readings: &[Reading],
    ) -> Result<(), Failure<F::Error>> {
        // The buffer has room for any block.
        let Ok(len) = self.section.write_block(readings, &mut self.buffer) else {
            return Err(Failure::Full);
        };
        self.write(flash, len)
    }

    /// Writes the block in the buffer to whole pages.
    fn write<F: NorFlash>(&mut self, flash: &mut F, len: usize) -> Result<(), Failure<F::Error>> {
        let end = len.next_multiple_of(PAGE);
        if flash.capacity().saturating_sub(self.at as usize) < end {
            return Err(Failure::Full);
        }
        self.buffer.iter_mut().skip(len).for_each(|byte| *byte = 0xff);
        let block = self.buffer.get(..end).unwrap_or_default();
        flash.write(self.at, block).map_err(Failure::Flash)?;
        self.at += end as u32;
        Ok(())
    }
}
