//! A section (F4): a schema block, and the blocks behind it.

use super::escape::escape;
use super::header::{FIRST_END, HEADER_LEN, Header, body_check, kind};
use crate::ser::Items;
use crate::ser::Writer;
use crate::{Error, ErrorKind, Result, Serialize};

/// The greatest length in bytes of a block with a payload of `payload` bytes: the size for the buffer
/// of [`Section::write_block`]. It saturates at `usize::MAX`.
#[must_use]
pub const fn max_len(payload: usize) -> usize {
    // F2: at most one byte for each seven.
    HEADER_LEN.saturating_add(payload).saturating_add(payload / 7)
}

/// The section that is being written (F4), and how many records it has.
///
/// Its blocks are stored one after another, with unused space of 00 or ff between them if that suits (F8).
/// After a restart, and for another type, begin a new section (F6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The body check of its schema block.
    schema: u32,
    first: u64,
}

impl Section {
    /// A section whose schema block is a constant, as `onesheet schema file` prints it; `None` if
    /// the bytes are not a schema block.
    #[must_use]
    pub const fn new(schema_block: &[u8]) -> Option<Self> {
        let Some((header, body)) = schema_block.split_first_chunk::<HEADER_LEN>() else {
            return None;
        };
        let Some(header) = Header::from_bytes(header) else { return None };
        let check = body_check(body);
        if header.kind != kind::SCHEMA
            || header.len as usize != body.len()
            || header.schema != check
        {
            return None;
        }
        Some(Section { schema: check, first: 0 })
    }

    /// Begins a section: writes its schema block to the start of `buf`, and returns the length of
    /// that in bytes.
    ///
    /// `fingerprint` and `schema`, the text form, are those of the records' type: `onesheet schema`
    /// prints them, [`Schema`](crate::Schema) knows them. `about` is metadata of the user's, by
    /// ascending key. A writer on raw flash, where old blocks may lie behind its own, says
    /// something new in it each time (F5): a number that counts the restarts, for instance.
    ///
    /// ```
    /// use onesheet::file::Section;
    /// use onesheet::Serialize;
    ///
    /// let mut buf = [0; 100];
    /// let (fingerprint, schema) = (u16::SCHEMA.fingerprint(), u16::SCHEMA.to_string());
    /// let (section, len) = Section::begin(fingerprint, &schema, &[("boot", "17")], &mut buf)?;
    /// assert_eq!(Section::new(&buf[..len]), Some(section));
    /// # Ok::<(), onesheet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`BufferFull`](ErrorKind::BufferFull) if the block does not fit;
    /// [`NotAscending`](ErrorKind::NotAscending) if the keys of `about` do not ascend (W10). What `buf`
    /// holds is then unspecified.
    // Inlined, so that what writes texts is compiled for those alone who call this: programs without
    // it are smaller.
    #[inline]
    pub fn begin(
        fingerprint: u64,
        schema: &str,
        about: &[(&str, &str)],
        buf: &mut [u8],
    ) -> Result<(Self, usize)> {
        if !about.is_sorted_by(|(a, _), (b, _)| a < b) {
            return Err(Error::new(ErrorKind::NotAscending, 0));
        }
        // The message of F3: a map has the form of a list of pairs.
        let (header, len) = seal(buf, None, Header { kind: kind::SCHEMA, ..EMPTY }, |w| {
            w.write_bytes(&fingerprint.to_le_bytes());
            schema.serialize(w);
            w.write_slice(about)
        })?;
        Ok((Section { schema: header.schema, first: 0 }, len))
    }

    /// Writes a block with `records` to the start of `buf`, and returns its length in bytes; 0 if
    /// there are none.
    ///
    /// [`max_len`] of `<[T; N]>::MAX_LEN` is how long `buf` has to be for `N` records of bounded size.
    /// The records count as written.
    ///
    /// # Errors
    /// [`BufferFull`](ErrorKind::BufferFull) if they do not fit, why a record is refused, and
    /// [`OutOfRange`](ErrorKind::OutOfRange) if a file cannot have so many; what `buf` holds is then unspecified,
    /// and they do not count.
    pub fn write_block<T: Serialize>(&mut self, records: &[T], buf: &mut [u8]) -> Result<usize> {
        if records.is_empty() {
            return Ok(0);
        }
        let count = u32::try_from(records.len()).map_err(|_| full(0))?;
        let next = self.first.saturating_add(u64::from(count));
        if next >= FIRST_END {
            return Err(Error::new(ErrorKind::OutOfRange, 0));
        }
        let header = Header { kind: kind::RECORDS, count, first: self.first, ..EMPTY };
        let (_, len) = seal(buf, Some(self.schema), header, |w| w.write_list(Items::of(records)))?;
        self.first = next;
        Ok(len)
    }

    /// Writes the end block (F7) to the start of `buf`, of which it takes [`HEADER_LEN`] bytes, and
    /// returns its length.
    ///
    /// # Errors
    /// [`BufferFull`](ErrorKind::BufferFull) if `buf` is shorter.
    pub fn end(self, buf: &mut [u8]) -> Result<usize> {
        let header = Header { kind: kind::END, first: self.first, ..EMPTY };
        seal(buf, Some(self.schema), header, |_| {}).map(|(_, len)| len)
    }

    /// How many records were written.
    #[must_use]
    pub const fn written(&self) -> u64 {
        self.first
    }
}

const EMPTY: Header = Header { kind: 0, body_check: 0, len: 0, count: 0, schema: 0, first: 0 };

fn full(at: usize) -> Error {
    Error::new(ErrorKind::BufferFull, at)
}

/// Writes a block to the start of `buf`: in its header what is in `header`, and `schema`, or its own
/// check. Returns the whole header, and the length of the block.
fn seal(
    buf: &mut [u8],
    schema: Option<u32>,
    header: Header,
    payload: impl FnOnce(&mut Writer<'_>),
) -> Result<(Header, usize)> {
    let room = buf.len();
    let Some((head, rest)) = buf.split_first_chunk_mut::<HEADER_LEN>() else {
        return Err(full(room));
    };
    let mut w = Writer::new(rest);
    payload(&mut w);
    let len = w.written()?;
    let Some(len) = escape(rest, len) else { return Err(full(room)) };
    let body = rest.get(..len).unwrap_or_default();
    let body_check = body_check(body);
    let len32 = u32::try_from(len).map_err(|_| full(room))?;
    let schema = schema.unwrap_or(body_check);
    let header = Header { body_check, len: len32, schema, ..header };
    *head = header.to_bytes();
    Ok((header, HEADER_LEN + len))
}
