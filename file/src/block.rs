//! A block (F1): its header, and whether it is good (F9), or why not (F11).

use crate::escape::{self, Escapes};
use crate::section::Section;
use crate::work::crc32c;

/// What a block begins with (F1).
pub(crate) const MARK: [u8; 7] = *b"\x89os1\r\n\x1a";

/// Bytes of a header.
pub(crate) const HEADER: usize = 36;

/// What `first` stays below (F1).
pub(crate) const FIRST_END: u64 = 1 << 56;

/// The kinds of F3.
pub(crate) mod kind {
    pub(crate) const SCHEMA: u8 = 0x0a;
    pub(crate) const RECORDS: u8 = 0x52;
    pub(crate) const COMPRESSED: u8 = 0x5a;
    pub(crate) const END: u8 = 0x45;
    /// The bit of a kind that a reader which does not know it passes over without a word.
    pub(crate) const SILENT: u8 = 0x20;
}

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

/// The fields of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) kind: u8,
    pub(crate) body_check: u32,
    pub(crate) len: u32,
    pub(crate) count: u32,
    pub(crate) schema: u32,
    pub(crate) first: u64,
}

impl Header {
    /// The bytes of the header.
    pub(crate) fn write(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let fields: [&[u8]; 8] = [
            &MARK,
            &[self.kind],
            &[0; 4],
            &self.body_check.to_le_bytes(),
            &self.len.to_le_bytes(),
            &self.count.to_le_bytes(),
            &self.schema.to_le_bytes(),
            &self.first.to_le_bytes(),
        ];
        for (byte, field) in bytes.iter_mut().zip(fields.into_iter().flatten()) {
            *byte = *field;
        }
        let check = check_of(&bytes).to_le_bytes();
        bytes[8..12].copy_from_slice(&check);
        bytes
    }

    /// The header that the bytes are, if its mark and its check are right.
    pub(crate) fn read(bytes: &[u8; HEADER]) -> Option<Self> {
        let mut rest = bytes.as_slice();
        let mark = take::<7>(&mut rest)?;
        let [kind] = take::<1>(&mut rest)?;
        let mut number = || take::<4>(&mut rest).map(u32::from_le_bytes);
        let (check, body_check, len) = (number()?, number()?, number()?);
        let (count, schema) = (number()?, number()?);
        let first = u64::from_le_bytes(take(&mut rest)?);
        let header = Header { kind, body_check, len, count, schema, first };
        (mark == MARK && check == check_of(bytes)).then_some(header)
    }

    /// Whether the block is one of records.
    pub(crate) fn has_records(&self) -> bool {
        matches!(self.kind, kind::RECORDS | kind::COMPRESSED)
    }

    /// Whether the block is one of a section, and no unknown one.
    pub(crate) fn is_of_section(&self) -> bool {
        self.has_records() || matches!(self.kind, kind::SCHEMA | kind::END)
    }

    /// Bytes of the whole block.
    pub(crate) fn size(&self) -> usize {
        HEADER.saturating_add(self.len as usize)
    }

    /// Whether the block, whose checks are right, breaks none of the rules that concern its header
    /// and its body.
    fn is_well_formed(&self, body: &[u8]) -> bool {
        if self.first >= FIRST_END {
            return false;
        }
        match self.kind {
            kind::SCHEMA => {
                (self.count, self.first, self.schema) == (0, 0, self.body_check)
                    && Section::read(body).is_some()
            }
            kind::RECORDS | kind::COMPRESSED => self.count > 0,
            kind::END => self.count == 0 && body.is_empty(),
            _ => true,
        }
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*taken)
}

/// The check of a header, over all of it but the check.
fn check_of(header: &[u8; HEADER]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(&header[..8]), &header[12..])
}

/// What stands at the start of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A good block.
    Good(Header),
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
    let Some(header) = Header::read(head) else { return Look::Bad(Reason::Noise) };
    let len = header.len as usize;
    if len > max_body {
        return Look::Bad(Reason::TooLong);
    }
    let body = rest.get(..len);
    let escapes = escape::escapes(body.unwrap_or(rest));
    if escapes == Escapes::Mark {
        return Look::Bad(Reason::Truncated);
    }
    let Some(body) = body else { return missing(header.size()) };
    if crc32c::crc32c(body) != header.body_check {
        return Look::Bad(Reason::Checksum);
    }
    match escapes == Escapes::Right && header.is_well_formed(body) {
        true => Look::Good(header),
        false => Look::Bad(Reason::Malformed),
    }
}

/// Whether a byte is unused space, where no block is (F8).
pub(crate) fn is_unused(byte: u8) -> bool {
    byte == 0 || byte == 0xff
}
