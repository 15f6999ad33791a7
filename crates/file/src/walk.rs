//! A walk over the headers of a file, which passes over bodies.

use crate::block::{HEADER, Header, kind};
use crate::bytes::Bytes;

/// A walk over the headers of a file, each behind the length that the one before states; where none
/// stands, it goes on at the next mark. Behind a torn block, it misses those that begin within the length
/// that it states.
pub(crate) struct Walk {
    at: u64,
    /// It ends where a header begins here, or behind.
    end: u64,
}

impl Walk {
    pub(crate) fn to(end: u64) -> Self {
        Walk { at: 0, end }
    }

    /// The next header, of a block that ends within the file, and where it is.
    pub(crate) fn next<B: Bytes>(
        &mut self,
        bytes: &mut B,
    ) -> Result<Option<(u64, Header)>, B::Error> {
        while let Some(at) = bytes.find_mark(self.at, self.end)? {
            let header = bytes.rest(at, HEADER)?.first_chunk().and_then(Header::from_bytes);
            let rest = bytes.file_len().saturating_sub(at);
            if let Some(header) = header.filter(|header| header.block_len() as u64 <= rest) {
                self.at = at + header.block_len() as u64;
                return Ok(Some((at, header)));
            }
            self.at = at + 1;
        }
        Ok(None)
    }

    /// The next schema block that is good: its check, and where it is.
    pub(crate) fn next_schema<B: Bytes>(
        &mut self,
        bytes: &mut B,
        max_body: usize,
    ) -> Result<Option<(u64, u32)>, B::Error> {
        while let Some((at, header)) = self.next(bytes)? {
            let is_good =
                header.kind == kind::SCHEMA && bytes.schema_block(at, max_body)?.is_some();
            if is_good {
                return Ok(Some((at, header.schema)));
            }
        }
        Ok(None)
    }
}
