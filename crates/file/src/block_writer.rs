//! Writing blocks of records that are encoded already (F16 to F18).

use std::io::Write;

use onesheet_dynamic::Type;

use crate::block::{FIRST_END, HEADER, Header, kind};
use crate::error::Error;
use crate::escape;
use crate::options::Options;
use crate::section::Section;
use crate::statistics::{FieldList, Statistics};

/// Writes lists of records that are encoded already, a block each: for programs that know the type of
/// their records only when they run. [`Writer`](crate::Writer) encodes records of a Rust type.
///
/// A block is given to `W` in one call. Of the [`Options`], how large a block is to be does not matter
/// here.
///
/// ```
/// use onesheet_file::{BlockWriter, Reader};
///
/// let ty = "u16".parse()?;
/// let mut writer = BlockWriter::new(Vec::new(), &ty)?;
/// writer.write_list(&onesheet::list::encode(&[1000u16, 1001, 1002]), 3)?;
/// let bytes = writer.finish()?;
///
/// let records = Reader::new(bytes.as_slice()).records::<u16>();
/// assert_eq!(records.collect::<Result<Vec<_>, _>>()?, [1000, 1001, 1002]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BlockWriter<W> {
    out: W,
    ty: Type,
    options: Options,
    /// The body check of the schema block.
    schema: u32,
    /// Records of the section that were written.
    first: u64,
    /// The schema block, until it is written.
    section: Vec<u8>,
    /// Room for a header, and what is to follow it.
    block: Vec<u8>,
}

impl<W: Write> BlockWriter<W> {
    /// A writer of a section, the schema block of which it writes: it says the fingerprint of `ty` and
    /// its text form, as it is displayed.
    ///
    /// # Errors
    /// Those of `out`, and [`Type`](Error::Type) for a type that is none of the format.
    pub fn new(out: W, ty: &Type) -> Result<Self, Error> {
        BlockWriter::with_options(out, ty, Options::default())
    }

    /// The same with other options.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_options(out: W, ty: &Type, options: Options) -> Result<Self, Error> {
        let mut writer = BlockWriter::behind(out, ty, options, None, None)?.0;
        writer.begin_section()?;
        Ok(writer)
    }

    /// A writer behind the last block of a file, whose last schema block has the check `schema`, as far
    /// as is known; and how many records the section has, if it goes on with one. Any other is begun with its
    /// first block: what ends before has not changed the file.
    pub(crate) fn behind(
        out: W,
        ty: &Type,
        options: Options,
        last: Option<Header>,
        schema: Option<u32>,
    ) -> Result<(Self, Option<u64>), Error> {
        let mut block = vec![0; HEADER];
        let payload = Section::payload_of(ty, &options.about);
        block.extend_from_slice(&payload.map_err(|error| Error::Type(error.to_string()))?);
        let own = seal(&mut block, kind::SCHEMA, 0, None, 0)?.body_check;
        let goes_on = last.filter(|last| last.schema == own && schema.unwrap_or(own) == own);
        let records = goes_on.map(|last| last.first + u64::from(last.count));
        let section = if records.is_none() { block } else { Vec::new() };
        let first = records.unwrap_or(0);
        let (ty, block) = (ty.clone(), Vec::new());
        Ok((BlockWriter { out, ty, options, schema: own, first, section, block }, records))
    }

    /// Writes the schema block if it is not yet written.
    pub(crate) fn begin_section(&mut self) -> Result<(), Error> {
        self.out.write_all(&self.section)?;
        self.section.clear();
        Ok(())
    }

    /// Writes a block of `count` records, of which `list` is enc(T, v1 … vn); nothing if there are none.
    ///
    /// When it returns, they are with `W`. The bytes are not looked at: a reader reports those that are
    /// no such list (F14). It takes bodies of up to 64 MiB, unless it is told otherwise.
    ///
    /// # Errors
    /// Those of `W`, and [`TooLarge`](Error::TooLarge) for 2^32 bytes or more.
    pub fn write_list(&mut self, list: &[u8], count: u32) -> Result<(), Error> {
        if count == 0 {
            return Ok(());
        }
        self.begin().extend_from_slice(list);
        self.end(count as usize)
    }

    /// The same with statistics before the block (F19): the one and the other are given to `W` in one call.
    ///
    /// The caller answers for what they say: it is not compared with the records (F20, F22). Where the fields are
    /// is left out if the records are compressed, or a mark is among them; statistics that say nothing are not written.
    ///
    /// # Errors
    /// As [`write_list`](Self::write_list).
    pub fn write_list_with(
        &mut self,
        list: &[u8],
        count: u32,
        statistics: &Statistics,
    ) -> Result<(), Error> {
        if count == 0 {
            return Ok(());
        }
        self.begin().extend_from_slice(list);
        self.seal_with(count, statistics.clone())?;
        self.put(count)
    }

    /// Flushes `W`.
    ///
    /// # Errors
    /// Those of `W`.
    pub fn flush(&mut self) -> Result<(), Error> {
        Ok(self.out.flush()?)
    }

    /// Writes the end (F7), flushes `W`, and returns it.
    ///
    /// # Errors
    /// Those of `W`.
    pub fn finish(mut self) -> Result<W, Error> {
        self.begin_section()?;
        self.begin();
        seal(&mut self.block, kind::END, 0, Some(self.schema), self.first)?;
        self.out.write_all(&self.block)?;
        self.out.flush()?;
        Ok(self.out)
    }

    /// The same writer to what `f` makes of `W`: such as one of several that a program chooses from.
    pub fn map_out<V: Write>(self, f: impl FnOnce(W) -> V) -> BlockWriter<V> {
        let BlockWriter { out, ty, options, schema, first, section, block } = self;
        BlockWriter { out: f(out), ty, options, schema, first, section, block }
    }

    /// Records of this section that are with `W`, those included that were there before.
    pub fn written(&self) -> u64 {
        self.first
    }

    /// Where the blocks go.
    pub(crate) fn out(&self) -> &W {
        &self.out
    }

    #[cfg(feature = "serde")]
    pub(crate) fn out_mut(&mut self) -> &mut W {
        &mut self.out
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Begins a block: behind what is there, room for its header, belongs the list of its records.
    pub(crate) fn begin(&mut self) -> &mut Vec<u8> {
        self.block.clear();
        self.block.resize(HEADER, 0);
        &mut self.block
    }

    /// Bytes of the list in the block that was begun.
    pub(crate) fn list_len(&self) -> usize {
        self.block.len().saturating_sub(HEADER)
    }

    /// Writes the block that was begun, in which so many records are.
    pub(crate) fn end(&mut self, n: usize) -> Result<(), Error> {
        let count = u32::try_from(n).map_err(|_| Error::TooLarge)?;
        self.seal_with(count, Statistics { fields: self.fields(n), ..Statistics::default() })?;
        self.put(count)
    }

    /// Makes what was begun a block, and puts a block of statistics before it, if they say anything.
    fn seal_with(&mut self, count: u32, mut statistics: Statistics) -> Result<(), Error> {
        let len = self.list_len();
        let header = self.seal_records(count)?;
        statistics.block = header.body_check;
        // F22: only of the list as it is.
        if header.kind != kind::RECORDS || header.len as usize != len {
            statistics.fields.clear();
        }
        let Statistics { ints, floats, fields, .. } = &statistics;
        if ints.is_empty() && floats.is_empty() && fields.is_empty() {
            return Ok(());
        }
        let mut before = vec![0; HEADER];
        onesheet::encode_into(&statistics, &mut before);
        seal(&mut before, kind::STATISTICS, 0, Some(self.schema), self.first)?;
        self.block.splice(..0, before);
        Ok(())
    }

    /// Where the fields of the records are in what was begun, if that is asked for and may be said.
    fn fields(&self, n: usize) -> Vec<FieldList> {
        #[cfg(feature = "zstd")]
        if self.options.compression.is_some() {
            return Vec::new();
        }
        match self.options.fields {
            true => FieldList::of(&self.ty, n, self.block.get(HEADER..).unwrap_or_default()),
            false => Vec::new(),
        }
    }

    /// Makes what was begun a block, and returns its header.
    fn seal_records(&mut self, count: u32) -> Result<Header, Error> {
        if u32::try_from(self.list_len()).is_err() {
            return Err(Error::TooLarge);
        }
        let kind = self.compress()?;
        seal(&mut self.block, kind, count, Some(self.schema), self.first)
    }

    /// Writes what was sealed.
    fn put(&mut self, count: u32) -> Result<(), Error> {
        self.begin_section()?;
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

/// Turns the payload behind the room for a header into a block, and returns the header.
fn seal(
    block: &mut Vec<u8>,
    kind: u8,
    count: u32,
    schema: Option<u32>,
    first: u64,
) -> Result<Header, Error> {
    escape::to_body(block, HEADER);
    let body = block.get(HEADER..).unwrap_or_default();
    let body_check = crc32c::crc32c(body);
    let len = u32::try_from(body.len()).map_err(|_| Error::TooLarge)?;
    if first + u64::from(count) >= FIRST_END {
        return Err(Error::TooLarge);
    }
    let schema = schema.unwrap_or(body_check);
    let header = Header { kind, body_check, len, count, schema, first };
    block.splice(..HEADER, header.to_bytes());
    Ok(header)
}
