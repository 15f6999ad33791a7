//! What is wrong with bytes that are no good block: what they state, and what was found.

use std::io::{self, Read, Seek, SeekFrom};

use onesheet::file::kind::{COMPRESSED, END, RECORDS, SCHEMA};
use onesheet::file::{FIRST_END, HEADER_LEN, Header, MARK};
use onesheet_file::Reason;

use super::header::hex;

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
    source.take(HEADER_LEN as u64).read_to_end(&mut head)?;
    let what = match head.first_chunk() {
        _ if !MARK.starts_with(&head[..head.len().min(MARK.len())]) => "no mark".to_owned(),
        None => format!("the file ends {} bytes before the header does", HEADER_LEN - head.len()),
        Some(bytes) => match Header::from_bytes(bytes) {
            Some(header) => of_block(&header, reason, max_body, source)?,
            None => {
                let stated = hex(&bytes[8..12]);
                let own = hex(&Header::check_of(bytes).to_le_bytes());
                format!("the header's check is {stated}, expected {own}")
            }
        },
    };
    Ok((head, what))
}

/// What is wrong with a block whose header is right, of which the body comes next.
fn of_block(
    header: &Header,
    reason: Reason,
    max_body: usize,
    source: &mut Box<dyn Source>,
) -> io::Result<String> {
    let len = header.len as usize;
    if len > max_body {
        return Ok(format!("{len} bytes, more than --max-body {max_body}"));
    }
    let mut body = Vec::new();
    source.take(len as u64).read_to_end(&mut body)?;
    Ok(match reason {
        Reason::Truncated => match body.windows(MARK.len()).position(|bytes| bytes == MARK) {
            Some(place) => format!("the body ends after {place} of {len} bytes: a mark follows"),
            None => format!("the file ends {} bytes before the block does", len - body.len()),
        },
        Reason::Checksum => {
            let stated = hex(&header.body_check.to_le_bytes());
            let own = hex(&crc32c::crc32c(&body).to_le_bytes());
            format!("the body check is {stated}, expected {own}")
        }
        _ => broken_rule(header).to_owned(),
    })
}

/// What a block says that it may not, though its checks are right.
fn broken_rule(header: &Header) -> &'static str {
    let Header { kind, count, first, .. } = *header;
    match kind {
        _ if first >= FIRST_END => "first is not below 2^56 (F1)",
        SCHEMA if count > 0 || first > 0 => "a schema block with records (F3)",
        SCHEMA if header.schema != header.body_check => {
            "the schema of a schema block is not its own body check (F1)"
        }
        SCHEMA => "the payload is not the message of a schema block (F2, F3)",
        END if count > 0 || header.len > 0 => "an end block with records or a payload (F3)",
        RECORDS | COMPRESSED if count == 0 => "a block of records with no records (F3)",
        _ => "the body is not that of a payload (F2)",
    }
}
