//! Writing records of a Rust type, which are gathered to blocks.

use std::io::Write;

use onesheet::Serialize;
use onesheet::list;
use onesheet_dynamic::Type;

use crate::block_writer::BlockWriter;
use crate::error::Error;
use crate::options::Options;

/// Writes records of a type to a file.
///
/// A block is given to `W` in one call, and until it is the records are in memory: see
/// [`flush`](Self::flush). A writer that is dropped writes nothing.
///
/// ```
/// use onesheet_file::{Options, Writer};
///
/// let options = Options { block_bytes: 64 << 10, ..Options::default() };
/// let mut writer = Writer::with_options(Vec::new(), options)?;
/// for number in 0..100_000u32 {
///     writer.push(number)?;
/// }
/// let bytes = writer.finish()?;
/// assert!(bytes.starts_with(b"\x89os1\r\n\x1a\n"));
/// # Ok::<(), onesheet_file::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<T, W> {
    blocks: BlockWriter<W>,
    /// Records that were pushed, and not written.
    pending: Vec<T>,
    /// How many of these there are to be when their size is looked at next.
    look_at: usize,
}

impl<T: Serialize, W: Write> Writer<T, W> {
    /// A writer of a section, the schema block of which it writes.
    ///
    /// # Errors
    /// Those of `out`, and [`Type`](Error::Type) for a type that is none of the format.
    pub fn new(out: W) -> Result<Self, Error> {
        Writer::with_options(out, Options::default())
    }

    /// The same with other options.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_options(out: W, options: Options) -> Result<Self, Error> {
        Ok(Writer::over(BlockWriter::with_options(out, &Self::ty()?, options)?))
    }

    pub(crate) fn over(blocks: BlockWriter<W>) -> Self {
        Writer { blocks, pending: Vec::new(), look_at: 1 }
    }

    /// The type of the records.
    pub(crate) fn ty() -> Result<Type, Error> {
        Type::from_schema(T::SCHEMA).map_err(|error| Error::Type(error.to_string()))
    }

    pub(crate) fn blocks_mut(&mut self) -> &mut BlockWriter<W> {
        &mut self.blocks
    }

    /// Adds a record, and writes a block if the records that were added make one.
    ///
    /// # Errors
    /// Those of `W`, [`TooLarge`](Error::TooLarge) if the records take more than 2^32 bytes, and
    /// [`Refused`](Error::Refused) if one of them cannot be encoded. Of the records of a block that could
    /// not be written, none is kept.
    #[inline]
    pub fn push(&mut self, record: T) -> Result<(), Error> {
        self.pending.push(record);
        if self.pending.len() < self.look_at { Ok(()) } else { self.look() }
    }

    /// Writes a block, if the records that were pushed make one.
    fn look(&mut self) -> Result<(), Error> {
        let n = self.pending.len();
        if n >= self.blocks.options().block_records {
            return self.flush_pending();
        }
        // How many fit is known when they are encoded: at first at doubled numbers, then about as many
        // as the last block had. So that these are not encoded twice, an eighth may be missing.
        if let Err(error) = list::try_encode_into(&self.pending, self.blocks.begin()) {
            self.pending.clear();
            return Err(Error::Refused(error));
        }
        let (len, options) = (self.blocks.list_len(), self.blocks.options());
        let wanted = options.block_bytes;
        let needed = (wanted as u128 * n as u128).div_ceil(len.max(1) as u128);
        let next = needed.min(2 * n as u128) as usize;
        self.look_at = next.min(options.block_records);
        if len < wanted - wanted / 8 {
            return Ok(());
        }
        self.pending.clear();
        self.blocks.end(n)
    }

    /// Writes records as one block, behind those that were pushed; nothing if there are none.
    ///
    /// When it returns, they are with `W`. A reader takes bodies of up to 64 MiB, unless it is told
    /// otherwise: more records are for more blocks.
    ///
    /// # Errors
    /// As [`push`](Self::push), and [`TooLarge`](Error::TooLarge) if they are 2^32 or more.
    pub fn write_block(&mut self, records: &[T]) -> Result<(), Error> {
        self.flush_pending()?;
        self.write(records)
    }

    /// Writes the records that were pushed as a block, and flushes `W`.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn flush(&mut self) -> Result<(), Error> {
        self.flush_pending()?;
        self.blocks.flush()
    }

    /// Writes the records that were pushed and the end (F7), flushes `W`, and returns it.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(mut self) -> Result<W, Error> {
        self.flush_pending()?;
        self.blocks.finish()
    }

    /// Records of this section that are with `W`, those included that were there before.
    pub fn written(&self) -> u64 {
        self.blocks.written()
    }

    fn flush_pending(&mut self) -> Result<(), Error> {
        let records = std::mem::take(&mut self.pending);
        let result = self.write(&records);
        self.pending = records;
        self.pending.clear();
        result
    }

    fn write(&mut self, records: &[T]) -> Result<(), Error> {
        if records.is_empty() {
            return Ok(());
        }
        list::try_encode_into(records, self.blocks.begin()).map_err(Error::Refused)?;
        self.blocks.end(records.len())
    }
}
