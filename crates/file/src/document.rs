//! Documents that say what they are: files of values that have serde's traits.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

use onesheet_dynamic::{Field, Inference, ListEncoder, Lists, Type, Variant};
use serde::{Serialize, de::DeserializeOwned};

use crate::block::HEADER;
use crate::block_writer::BlockWriter;
use crate::error::Error;
use crate::event::{Event, What};
use crate::options::Options;
use crate::slice::Slice;

/// What `about` says of a document that is one value, and not a list of records.
const ONE: (&str, &str) = ("document", "value");
/// Bytes of memory that a byte of a block takes before it is written, about.
const MEMORY: usize = 4;
/// Bytes of memory that each byte of a long document may claim.
const CLAIM: usize = 256;
/// Bytes of memory that each byte of a schema claims, at most.
const SCHEMA_CLAIM: usize = size_of::<Field>() + size_of::<Variant>();

/// A value of any type that has serde's `Serialize`, as a whole file: schema and columns.
///
/// The schema is found in the value, as [`to_value`](onesheet_dynamic::to_value) says. A list has its elements for records; anything else
/// is one record, and the file's `about` says so: `document` is `value`. All that reads files
/// reads it, `onesheet cat` for one.
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// #[serde(tag = "kind")]
/// enum Event {
///     Start { at: u64 },
///     Stop { at: u64, why: Option<String> },
/// }
///
/// let events = vec![
///     Event::Start { at: 5 },
///     Event::Stop { at: 9, why: Some("done".into()) },
/// ];
/// let bytes = onesheet_file::to_document(&events)?;
/// assert_eq!(onesheet_file::from_document::<Vec<Event>>(&bytes)?, events);
///
/// // Without the type.
/// let events: serde_json::Value = onesheet_file::from_document(&bytes)?;
/// assert_eq!(events[1]["why"], "done");
/// # Ok::<(), onesheet_file::Error>(())
/// ```
///
/// # Errors
/// [`Document`](Error::Document): what [`to_value`](onesheet_dynamic::to_value) refuses. [`TooLarge`](Error::TooLarge): a record of 2^32
/// bytes or more.
pub fn to_document<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut inference = Inference::exact();
    inference.value(value).map_err(document)?;
    let ty = inference.ty();
    let (item, is_list) = match &ty {
        Type::Seq { item, .. } => (&**item, true),
        ty => (ty, false),
    };
    let mut about = BTreeMap::new();
    if !is_list {
        about.insert(ONE.0.to_owned(), ONE.1.to_owned());
    }
    let told = if is_list { inference.list() } else { &mut inference };
    let mut records = ListEncoder::with_room(item, told).map_err(document)?;
    let pushed = if is_list { records.extend(value) } else { records.push(value) };
    pushed.map_err(document)?;
    let options = Options { about, ..Options::default() };
    let blocks = records.size().div_ceil(MEMORY * options.block_bytes).max(1);
    let per_block = records.count().div_ceil(blocks).min(options.block_records);
    let mut writer = BlockWriter::with_options(Vec::new(), item, options)?;
    while records.count() > 0 {
        let count = take(&mut records, per_block, &mut writer)?;
        // The end as well, so that nothing is copied for its sake.
        let len = 2 * HEADER + writer.list_len();
        writer.out_mut().reserve(len);
        writer.end(count)?;
    }
    writer.finish()
}

/// Writes the values of an iterator as records, whose type has serde's `Serialize`: a file that
/// [`from_document`] reads as a list of them.
///
/// `records` is called twice: in a first pass the schema is found, as by [`to_document`], in a second the
/// records are written, and of these only a block is in memory. Where the type is known before,
/// [`write_records_as`] needs one pass.
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// struct Square {
///     of: u32,
///     is: u64,
/// }
///
/// let squares = || (0..100_000u32).map(|of| Square { of, is: u64::from(of) * u64::from(of) });
/// let file = onesheet_file::write_records(Vec::new(), squares, Default::default())?;
///
/// let read: Vec<Square> = onesheet_file::from_document(&file)?;
/// assert!(read.into_iter().eq(squares()));
/// # Ok::<(), onesheet_file::Error>(())
/// ```
///
/// # Errors
/// Those of `out`, and as [`to_document`].
pub fn write_records<W: Write, I: IntoIterator<Item: Serialize>>(
    out: W,
    mut records: impl FnMut() -> I,
    options: Options,
) -> Result<W, Error> {
    let mut inference = Inference::exact();
    records().into_iter().try_for_each(|record| inference.value(&record)).map_err(document)?;
    write_records_as(out, &inference.ty(), records(), options)
}

/// The same in one pass, of records of a type: such as an
/// [`Inference`](onesheet_dynamic::Inference::exact) found in them before, or a file has that they were in.
///
/// # Errors
/// Those of `out`; [`Document`](Error::Document) for a record that is not of the type, or a type that has a
/// `char`, set, result, rows, or bound.
pub fn write_records_as<W: Write>(
    out: W,
    ty: &Type,
    records: impl IntoIterator<Item: Serialize>,
    options: Options,
) -> Result<W, Error> {
    let memory = options.block_bytes.saturating_mul(MEMORY);
    let (most, mut look_at) = (options.block_records, 1);
    let mut writer = BlockWriter::with_options(out, ty, options)?;
    let mut list = ListEncoder::new(ty).map_err(document)?;
    for record in records {
        list.push(&record).map_err(document)?;
        if list.count() < look_at {
            continue;
        }
        let fits = list.size() < memory && list.count() < most;
        if fits {
            // The size is asked for rarely: it takes a look at each column.
            look_at = (list.count() + list.count() / 8 + 1).min(most);
        } else {
            write_block(&mut list, usize::MAX, &mut writer)?;
        }
    }
    if list.count() > 0 {
        write_block(&mut list, usize::MAX, &mut writer)?;
    }
    writer.finish()
}

/// Writes a block of the first records in a list, and of at most `most`.
fn write_block<W: Write>(
    list: &mut ListEncoder<'_>,
    most: usize,
    writer: &mut BlockWriter<W>,
) -> Result<(), Error> {
    let count = take(list, most, writer)?;
    writer.end(count)
}

/// Begins a block of the first records in a list, and of at most `most`. Returns their number.
fn take<W: Write>(
    list: &mut ListEncoder<'_>,
    most: usize,
    writer: &mut BlockWriter<W>,
) -> Result<usize, Error> {
    let room = list.size().min(writer.options().block_bytes.saturating_mul(MEMORY));
    let block = writer.begin();
    block.reserve(room);
    list.take(most, block).map_err(document)
}

/// A value of any type that has serde's `Deserialize`, from a document, or from any file of records as the list
/// of these.
///
/// What it claims for the records is bounded to 256 MiB, or to 256 bytes for each byte of the document if
/// that is more; [`from_document_with`] takes other bounds.
///
/// # Errors
/// [`Document`](Error::Document) for what is not a whole document, or not one of a `T`. The others as
/// [`Records`](crate::Records) has them.
pub fn from_document<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut limits = onesheet::Limits::default();
    limits.max_alloc = limits.max_alloc.max(bytes.len().saturating_mul(CLAIM));
    from_document_with(bytes, &limits)
}

/// The same under other limits (W33), which hold for all blocks together: for the types and the values
/// from which the `T` is made. What the `T` itself claims is that of its `Deserialize`.
///
/// # Errors
/// As [`from_document`].
pub fn from_document_with<T: DeserializeOwned>(
    bytes: &[u8],
    limits: &onesheet::Limits,
) -> Result<T, Error> {
    let File { sections, is_one, mut left } = read(bytes, limits)?;
    let types_and_blocks = sections.into_iter().map(|section| (section.ty, section.blocks));
    let (types, blocks): (Vec<_>, Vec<_>) = types_and_blocks.unzip();
    let mut lists = Lists::new();
    for (ty, blocks) in types.into_iter().zip(&blocks) {
        lists.begin(ty).map_err(document)?;
        for (at, count, list) in blocks {
            let here = onesheet_dynamic::Limits::new().max_alloc(left).max_depth(limits.max_depth);
            let pushed = lists.push(*count, list, &here);
            left = pushed.map_err(|error| at_block(*at, &error))?;
        }
    }
    match (is_one, lists.count()) {
        (false, _) => lists.read(),
        (true, 1) => lists.read_first(),
        (true, n) => return Err(document(format_args!("expected one value, found {n}"))),
    }
    .map_err(document)
}

struct File<'a> {
    sections: Vec<Section<'a>>,
    is_one: bool,
    /// Bytes of memory that may still be claimed.
    left: u64,
}

struct Section<'a> {
    ty: Type,
    /// Where each block is, the number of its records, and their list.
    blocks: Vec<(u64, usize, Cow<'a, [u8]>)>,
}

fn read<'a>(bytes: &'a [u8], limits: &onesheet::Limits) -> Result<File<'a>, Error> {
    let mut left = limits.max_alloc;
    let mut sections: Vec<Section> = Vec::new();
    let (mut is_one, mut is_whole) = (false, false);
    for Event { at, what, .. } in Slice::new(bytes).events() {
        match what {
            What::Section(section) => {
                if !sections.is_empty() && !is_whole {
                    break;
                }
                is_whole = false;
                claim(&mut left, section.schema().len().saturating_mul(SCHEMA_CLAIM))?;
                let ty: Type = section.schema().parse().map_err(document)?;
                if ty.fingerprint() != section.fingerprint() {
                    return Err(document(
                        "the schema block's fingerprint is not that of its schema",
                    ));
                }
                is_one |= section.about().any(|entry| entry == ONE);
                sections.push(Section { ty, blocks: Vec::new() });
            }
            What::Records(block) => {
                let Some(section) = sections.last_mut() else { continue };
                let here = limits.max_alloc(left);
                let list = block.list(&here)?;
                if block.is_compressed() {
                    claim(&mut left, list.len())?;
                }
                section.blocks.push((at, block.count() as usize, list));
                is_whole = false;
            }
            What::End { .. } => is_whole = true,
            What::Statistics(_) | What::Fields(_) | What::Unread { .. } | What::Passed => {}
            What::Orphan(_) => return Err(Error::Orphan { at }),
            What::Gap { expected, found } => return Err(Error::Gap { at, expected, found }),
            What::Unknown { kind } => return Err(Error::Unknown { at, kind }),
            What::Skipped { len, reason } => return Err(Error::Skipped { at, len, reason }),
        }
    }
    if !is_whole {
        return Err(document("its end is missing: it was cut, or is not finished"));
    }
    Ok(File { sections, is_one, left: left as u64 })
}

fn claim(left: &mut usize, bytes: usize) -> Result<(), Error> {
    *left = left
        .checked_sub(bytes)
        .ok_or_else(|| document("decoding needs more memory than max_alloc allows"))?;
    Ok(())
}

fn at_block(at: u64, why: &dyn std::fmt::Display) -> Error {
    document(format_args!("in the block at byte {at}: {why}"))
}

fn document(why: impl ToString) -> Error {
    Error::Document(why.to_string())
}
