//! The end of a file, behind which is written (F17).

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use crate::block::{HEADER, Header, Look, Reason, first_used, kind, look};
use crate::error::Error;
use crate::reader::Reader;
use crate::slice::Slice;
use crate::walk::Walk;
use crate::window::Window;

/// Bytes of the end that are looked at first.
const LEAST: u64 = 256 << 10;

/// Bytes of it that are looked at, at most: a good block and a torn one, each as large as a reader takes it
/// unless it is told otherwise.
const MOST: u64 = 2 * (HEADER + MAX_BODY) as u64;

const MAX_BODY: usize = Reader::<File>::MAX_BODY;

/// What is at the end of a file.
#[derive(Default)]
pub(crate) struct Tail {
    /// The last block of a section.
    pub(crate) last: Option<Header>,
    /// The check of the last schema block.
    pub(crate) schema: Option<u32>,
    /// Bytes of a torn block.
    pub(crate) torn: u64,
}

impl Tail {
    /// Looks at the end of a file, in as large a piece as has a block of a section.
    pub(crate) fn of(file: &mut File, len: u64) -> Result<Self, Error> {
        let mut tail = Tail::default();
        let most = MOST.min(len);
        let mut size = LEAST.min(most);
        loop {
            file.seek(SeekFrom::Start(len - size))?;
            let mut bytes = Vec::with_capacity(size as usize);
            Read::by_ref(file).take(size).read_to_end(&mut bytes)?;
            let found = tail.find(&bytes, size == len);
            if found || size == most {
                break;
            }
            size = size.saturating_mul(4).min(most);
        }
        if tail.last.is_some() && tail.schema.is_none() {
            tail.schema = last_schema(file, len - size)?;
        }
        if tail.schema.is_none() {
            // The records at the end, if any, are orphans.
            tail.last = None;
        }
        Ok(tail)
    }

    /// Looks at the last bytes of a file, or at all, and returns whether a block of a section is there.
    pub(crate) fn find(&mut self, bytes: &[u8], all: bool) -> bool {
        let mut end = 0;
        for (at, header) in Slice::new(bytes).good_blocks(!all) {
            end = at + header.block_len();
            if header.kind == kind::SCHEMA {
                self.schema = Some(header.body_check);
            }
            if header.is_of_section() {
                self.last = Some(header);
            }
        }
        let rest = bytes.get(end..).unwrap_or_default();
        let used = first_used(rest).unwrap_or(rest.len());
        let rest = rest.get(used..).unwrap_or_default();
        self.torn =
            match rest.is_empty() || look(rest, true, usize::MAX) != Look::Bad(Reason::Truncated) {
                true => 0,
                false => rest.len() as u64,
            };
        self.last.is_some()
    }
}

/// The check of the last schema block that begins before a place, by a walk over the headers, which passes
/// over bodies: where one was torn, it may miss some.
fn last_schema(file: &mut File, before: u64) -> Result<Option<u32>, Error> {
    let (mut bytes, mut walk) = (Window::new(file)?, Walk::to(before));
    let mut last = None;
    while let Some((_, schema)) = walk.next_schema(&mut bytes, MAX_BODY)? {
        last = Some(schema);
    }
    Ok(last)
}
