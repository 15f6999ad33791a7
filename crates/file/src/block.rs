//! A block (F1): its header, and whether it is good (F9), or why not (F11).

use std::io::{self, Read};

use crate::escape::{self, Escapes};
use crate::scan::crc32c;
use crate::section::Section;

use onesheet::file::START;
pub(crate) use onesheet::file::{FIRST_END, HEADER_LEN as HEADER, Header, MARK, kind};

/// Why a range of bytes holds no good block: the first of these that applies at its start (F11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// It does not begin with a mark, or the check of the header is wrong.
    Noise,
    /// The body is longer than the reader's bound.
    TooLong,
    /// The file ends before the block does, or a whole mark lies in the body.
    Truncated,
    /// The check of the body is wrong.
    Checksum,
    /// It breaks another rule.
    Malformed,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::Noise => "noise",
            Reason::TooLong => "too long",
            Reason::Truncated => "truncated",
            Reason::Checksum => "checksum",
            Reason::Malformed => "malformed",
        })
    }
}

/// Whether a block, whose checks are right, breaks none of the rules that concern its header and its
/// body.
fn is_well_formed(header: &Header, body: &[u8]) -> bool {
    if header.first >= FIRST_END {
        return false;
    }
    match header.kind {
        kind::SCHEMA => {
            (header.count, header.first, header.schema) == (0, 0, header.body_check)
                && Section::read(body).is_some()
        }
        kind::RECORDS | kind::COMPRESSED => header.count > 0,
        kind::END => header.count == 0 && body.is_empty(),
        _ => true,
    }
}

/// A good block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Good {
    pub(crate) header: Header,
    /// Whether its payload differs from its body (F2).
    pub(crate) is_escaped: bool,
}

/// What stands at the start of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A good block.
    Good(Good),
    /// None.
    Bad(Reason),
    /// So many bytes are needed to tell.
    More(usize),
}

/// Looks at the bytes from a place on: all up to the end of the file if it has `ended`, else some of
/// them, and at least one.
///
/// A body is searched for marks, and for what is no body, before its check is computed, so that no byte
/// is looked at more than a few times, wherever the marks are (F10).
pub(crate) fn look(bytes: &[u8], ended: bool, max_body: usize) -> Look {
    let missing = |needed| if ended { Look::Bad(Reason::Truncated) } else { Look::More(needed) };
    if bytes.iter().zip(&MARK).any(|(byte, mark)| byte != mark) {
        return Look::Bad(Reason::Noise);
    }
    let Some((head, rest)) = bytes.split_first_chunk::<HEADER>() else { return missing(HEADER) };
    let Some(header) = Header::from_bytes(head) else { return Look::Bad(Reason::Noise) };
    let len = header.len as usize;
    if len > max_body {
        return Look::Bad(Reason::TooLong);
    }
    let body = rest.get(..len);
    let escapes = escape::escapes(body.unwrap_or(rest));
    if escapes == Escapes::Mark {
        return Look::Bad(Reason::Truncated);
    }
    let Some(body) = body else { return missing(header.block_len()) };
    if crc32c::crc32c(body) != header.body_check {
        return Look::Bad(Reason::Checksum);
    }
    let is_escaped = match escapes {
        Escapes::None => false,
        Escapes::Right => true,
        Escapes::Wrong | Escapes::Mark => return Look::Bad(Reason::Malformed),
    };
    match is_well_formed(&header, body) {
        true => Look::Good(Good { header, is_escaped }),
        false => Look::Bad(Reason::Malformed),
    }
}

/// Where the first byte is that is not unused space (F8).
pub(crate) fn first_used(bytes: &[u8]) -> Option<usize> {
    let is_unused = |byte: &u8| matches!(byte, 0 | 0xff);
    // Pieces without a branch for each byte: holes may be long.
    let pieces = bytes.chunks_exact(64);
    let unused = pieces.take_while(|piece| piece.iter().fold(true, |all, b| all & is_unused(b)));
    let start = 64 * unused.count();
    let place = bytes.get(start..)?.iter().position(|byte| !is_unused(byte))?;
    Some(start + place)
}

/// Whether a file begins as files of records do, unused space aside (F4, F8), as far as it goes: what a program
/// may look at before it appends to a file that it is given. At most 64 KiB are read.
///
/// # Errors
/// Those of `file`.
///
/// ```
/// use onesheet_file::begins_well;
///
/// assert!(begins_well(b"\xff\xff\x89os1\r\n\x1a\n\x5e".as_slice())?);
/// assert!(begins_well(b"".as_slice())? && begins_well(b"\x89os".as_slice())?);
/// assert!(!begins_well(b"at,sensor\n".as_slice())?);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn begins_well(file: impl Read) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(64 << 10).read_to_end(&mut start)?;
    let used = first_used(&start).and_then(|used| start.get(used..)).unwrap_or_default();
    Ok(used.starts_with(&START) || START.starts_with(used))
}
