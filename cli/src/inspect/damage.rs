//! What is wrong with bytes that are no good block: what they state, and what was found.

use std::io::{self, Read, Seek, SeekFrom};

use onesheet_file::Reason;

use super::header::{COMPRESSED, END, HEADER, Header, MARK, RECORDS, SCHEMA, hex};

/// A file, of which any part can be read.
pub trait Source: Read + Seek {}

impl<T: Read + Seek> Source for T {}

/// The first bytes of a range that begins at `at`, at most those of a header, and what is wrong there.
pub fn explain(
    source: &mut Box<dyn Source>,
    at: u64,
    reason: Reason,
    max_body: usize,
) -> io::Result<(Vec<u8>, String)> {
    source.seek(SeekFrom::Start(at))?;
    let mut head = Vec::new();
    source.take(HEADER as u64).read_to_end(&mut head)?;
    let what = match Header::read(&head) {
        None if MARK.starts_with(&head[..head.len().min(MARK.len())]) => {
            format!("the file ends {} bytes before the header does", HEADER - head.len())
        }
        None => "no mark".to_owned(),
        Some(header) => of_block(&header, reason, max_body, source)?,
    };
    Ok((head, what))
}

/// What is wrong with a block that begins with a mark, of which the body comes next.
fn of_block(
    header: &Header<'_>,
    reason: Reason,
    max_body: usize,
    source: &mut Box<dyn Source>,
) -> io::Result<String> {
    let len = header.len() as usize;
    if reason == Reason::Noise {
        let (stated, own) = (hex(header.check()), hex(header.computed_check()));
        return Ok(format!("the header's check is {stated}, and is to be {own}"));
    }
    if len > max_body {
        return Ok(format!("{len} bytes, more than --max-body {max_body}"));
    }
    let mut body = Vec::new();
    source.take(len as u64).read_to_end(&mut body)?;
    Ok(match reason {
        Reason::Truncated => match body.windows(MARK.len()).position(|bytes| bytes == MARK) {
            Some(place) => format!("of {len} bytes of the body {place} are there: a mark follows"),
            None => format!("the file ends {} bytes before the block does", len - body.len()),
        },
        Reason::Checksum => {
            let (stated, own) = (hex(header.body_check()), hex(crc32c::crc32c(&body)));
            format!("the body check is {stated}, and is to be {own}")
        }
        _ => broken_rule(header).to_owned(),
    })
}

/// What a block says that it may not, though its checks are right.
fn broken_rule(header: &Header<'_>) -> &'static str {
    let (kind, count) = (header.kind(), header.count());
    match kind {
        _ if header.first() >> 56 > 0 => "first is not below 2^56 (F1)",
        SCHEMA if count > 0 || header.first() > 0 => "a schema block with records (F3)",
        SCHEMA if header.schema() != header.body_check() => {
            "the schema of a schema block is not its own body check (F1)"
        }
        SCHEMA => "the payload is not the message of a schema block (F2, F3)",
        END if count > 0 || header.len() > 0 => "an end block with records or a payload (F3)",
        RECORDS | COMPRESSED if count == 0 => "a block of records without any (F3)",
        _ => "the body is that of no payload (F2)",
    }
}
