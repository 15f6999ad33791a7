//! Writing, a block at a time (F16 to F18).

use std::collections::BTreeMap;
use std::io::Write;

use onesheet::{Serialize, encode_list_into};

use crate::block::{FIRST_END, HEADER, Header, kind};
use crate::error::Error;
use crate::escape;
use crate::section::Section;

/// What a writer may choose (F18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes of records that [`Writer::push`] puts in a block, about; 1 MiB by default.
    pub block_bytes: usize,
    /// The most records that [`Writer::push`] puts in a block; 1,048,576 by default.
    pub block_records: usize,
    /// The level at which blocks are compressed with Zstandard, if at all; not by default.
    #[cfg(feature = "zstd")]
    pub compression: Option<i32>,
    /// What the schema block says beside the type: nothing by default.
    pub about: BTreeMap<String, String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            block_bytes: 1 << 20,
            block_records: 1 << 20,
            #[cfg(feature = "zstd")]
            compression: None,
            about: BTreeMap::new(),
        }
    }
}

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
    out: W,
    options: Options,
    /// The body check of the schema block.
    schema: u32,
    /// Records of the section that were written.
    first: u64,
    /// Records that were not.
    pending: Vec<T>,
    /// How many of these there are to be when their size is looked at next.
    look_at: usize,
    block: Vec<u8>,
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
        Ok(Writer::behind(out, options, None, None)?.0)
    }

    /// A writer behind the last block of a file, whose last schema block has the check `schema`, as far
    /// as is known; and how many records the section has, if it goes on with one.
    pub(crate) fn behind(
        mut out: W,
        options: Options,
        last: Option<Header>,
        schema: Option<u32>,
    ) -> Result<(Self, Option<u64>), Error> {
        let payload = Section::payload_of(T::SCHEMA, &options.about)?;
        let mut block = vec![0; HEADER];
        block.extend_from_slice(&payload);
        let own = seal(&mut block, kind::SCHEMA, 0, None, 0)?;
        let goes_on = last.filter(|last| last.schema == own && schema.unwrap_or(own) == own);
        let records = goes_on.map(|last| last.first + u64::from(last.count));
        if records.is_none() {
            out.write_all(&block)?;
        }
        let first = records.unwrap_or(0);
        let pending = Vec::new();
        Ok((Writer { out, options, schema: own, first, pending, look_at: 1, block }, records))
    }

    /// Where the blocks go.
    pub(crate) fn out(&self) -> &W {
        &self.out
    }

    /// Adds a record, and writes a block if the records that were added make one.
    ///
    /// # Errors
    /// Those of `W`, and [`TooLarge`](Error::TooLarge) if the records take more than 2^32 bytes. Of the
    /// records of a block that could not be written, none is kept.
    #[inline]
    pub fn push(&mut self, record: T) -> Result<(), Error> {
        self.pending.push(record);
        if self.pending.len() < self.look_at { Ok(()) } else { self.look() }
    }

    /// Writes a block, if the records that were pushed make one.
    fn look(&mut self) -> Result<(), Error> {
        let n = self.pending.len();
        if n >= self.options.block_records {
            return self.flush_pending();
        }
        // How many fit is known when they are encoded: at first at doubled numbers, then about as many
        // as the last block had. So that these are not encoded twice, an eighth may be missing.
        self.begin();
        encode_list_into(&self.pending, &mut self.block);
        let (len, wanted) = (self.block.len() - HEADER, self.options.block_bytes);
        let needed = (wanted as u128 * n as u128).div_ceil(len.max(1) as u128);
        let next = needed.min(2 * n as u128) as usize;
        self.look_at = next.min(self.options.block_records);
        if len < wanted - wanted / 8 {
            return Ok(());
        }
        self.pending.clear();
        self.end(n)
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
        Ok(self.out.flush()?)
    }

    /// Writes the records that were pushed and the end (F7), flushes `W`, and returns it.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn finish(mut self) -> Result<W, Error> {
        self.flush_pending()?;
        self.begin();
        seal(&mut self.block, kind::END, 0, Some(self.schema), self.first)?;
        self.out.write_all(&self.block)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// Records of this section that are with `W`, those included that were there before.
    pub fn written(&self) -> u64 {
        self.first
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
        self.begin();
        encode_list_into(records, &mut self.block);
        self.end(records.len())
    }

    /// Begins a block: room for its header.
    fn begin(&mut self) {
        self.block.clear();
        self.block.resize(HEADER, 0);
    }

    /// Writes the block, in which so many records are.
    fn end(&mut self, n: usize) -> Result<(), Error> {
        let count = u32::try_from(n).map_err(|_| Error::TooLarge)?;
        if u32::try_from(self.block.len() - HEADER).is_err() {
            return Err(Error::TooLarge);
        }
        let kind = self.compress()?;
        seal(&mut self.block, kind, count, Some(self.schema), self.first)?;
        self.out.write_all(&self.block)?;
        self.first += u64::from(count);
        Ok(())
    }

    /// Compresses the records in the block if that was asked for, and returns its kind.
    fn compress(&mut self) -> Result<u8, Error> {
        #[cfg(feature = "zstd")]
        if let Some(level) = self.options.compression {
            let list = self.block.split_off(HEADER);
            crate::compress::compress(&list, level, &mut self.block)?;
            return Ok(kind::COMPRESSED);
        }
        Ok(kind::RECORDS)
    }
}

/// Turns the payload behind the room for a header into a block, and returns the check of its body.
fn seal(
    block: &mut Vec<u8>,
    kind: u8,
    count: u32,
    schema: Option<u32>,
    first: u64,
) -> Result<u32, Error> {
    escape::to_body(block, HEADER);
    let body = block.get(HEADER..).unwrap_or_default();
    let body_check = crc32c::crc32c(body);
    let len = u32::try_from(body.len()).map_err(|_| Error::TooLarge)?;
    if first + u64::from(count) >= FIRST_END {
        return Err(Error::TooLarge);
    }
    let schema = schema.unwrap_or(body_check);
    let header = Header { kind, body_check, len, count, schema, first };
    block.splice(..HEADER, header.write());
    Ok(body_check)
}
