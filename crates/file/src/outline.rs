//! What the headers of a file say.

use std::io::{Empty, Read, Result, Seek};

use crate::block::{HEADER, Header, kind};
use crate::bytes::Bytes;
use crate::reader::Reader;
use crate::section::Section;
use crate::walk::Walk;
use crate::window::Window;

/// What the headers of a file say: which sections it has, where the blocks of records are, and how many
/// are in each.
///
/// ```
/// use std::io::Cursor;
/// use onesheet_file::{Outline, Reader, Writer};
///
/// let mut writer = Writer::<u16, _>::new(Vec::new())?;
/// writer.write_block(&[1000, 1001, 1002])?;
/// writer.write_block(&[1003])?;
/// let mut file = Cursor::new(writer.finish()?);
///
/// let outline = Outline::of(&mut file)?;
/// assert_eq!(outline.sections[0].section.schema(), "u16");
/// assert_eq!(outline.blocks.iter().map(|block| block.count).sum::<u32>(), 4);
///
/// let last = outline.blocks[1];
/// let records = Reader::part(file, last.at..last.at + 1)?.records::<u16>();
/// assert_eq!(records.collect::<Result<Vec<_>, _>>()?, [1003]);
/// # Ok::<(), onesheet_file::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The sections whose schema blocks are good, in order.
    pub sections: Vec<SectionEntry>,
    /// The blocks of records, in order, which may be damaged.
    pub blocks: Vec<Entry>,
}

/// Where a section begins, and what its schema block says: [`Outline::sections`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionEntry {
    /// Where its schema block begins, in bytes from the start of the file.
    pub at: u64,
    /// What its blocks have as [`Entry::schema`]: the check of the schema block.
    pub schema: u32,
    /// What the schema block says.
    pub section: Section<'static>,
}

/// Where a block of records is, and which: [`Outline::blocks`] and [`Slice::index`](crate::Slice::index).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where it begins, in bytes from the start of the file.
    pub at: u64,
    /// What tells to which section it belongs: the check of that section's schema block.
    pub schema: u32,
    /// How many records of the section come before.
    pub first: u64,
    /// How many records it holds.
    pub count: u32,
}

impl Outline {
    /// The outline of a file, from the start of the input to its end, by a walk over the headers: of each
    /// block about 512 bytes are read, and of a schema block all. Where no header stands, all up to the
    /// next mark is read, 64 KiB at a time.
    ///
    /// Bodies of records are not looked at, and may be damaged. Behind a torn block, what begins within
    /// the length that it states is missed; [`Reader`] misses none. A schema block with a body of more than
    /// [`Reader::MAX_BODY`] bytes is passed over. It takes the memory of the entries, and of the schema
    /// blocks.
    ///
    /// The position of the input does not matter, and is unspecified afterwards.
    ///
    /// # Errors
    /// Those of the input.
    pub fn of(input: &mut (impl Read + Seek)) -> Result<Self> {
        let mut bytes = Window::new(input)?;
        let mut walk = Walk::to(bytes.file_len());
        let mut outline = Outline::default();
        while let Some((at, header)) = walk.next(&mut bytes)? {
            outline.blocks.extend(Entry::new(at, &header));
            if header.kind != kind::SCHEMA {
                continue;
            }
            let block = bytes.schema_block(at, Reader::<Empty>::MAX_BODY)?;
            let section = block.and_then(|(_, block)| Section::read(block.get(HEADER..)?));
            let section = section.map(Section::into_owned);
            let schema = header.schema;
            outline.sections.extend(section.map(|section| SectionEntry { at, schema, section }));
        }
        Ok(outline)
    }

    /// The section that a block is of: that which begins before it last, if it is of that (F13).
    #[must_use]
    pub fn section_of(&self, block: &Entry) -> Option<&Section<'static>> {
        let before = self.sections.partition_point(|section| section.at < block.at);
        let last = self.sections.get(before.checked_sub(1)?)?;
        (last.schema == block.schema).then_some(&last.section)
    }
}

impl Entry {
    /// The entry of a block, if it is one of records.
    pub(crate) fn new(at: u64, header: &Header) -> Option<Self> {
        let Header { schema, first, count, .. } = *header;
        header.has_records().then_some(Entry { at, schema, first, count })
    }
}
