//! The bytes of a file, of which any may be asked for.

use std::convert::Infallible;

use onesheet::file::START;

use crate::block::{Good, HEADER, Look, MARK, first_used, kind, look};
use crate::scan::memmem;

/// Bytes that are searched at a time, at most, if not all are in memory.
const PIECE: usize = 64 << 10;

/// The bytes of a file: those in memory, or a [`Window`](crate::window::Window).
pub(crate) trait Bytes {
    type Error;

    /// How many there are.
    fn file_len(&self) -> u64;

    /// Those from a place on: so many or more, unless the file ends before.
    fn rest(&mut self, at: u64, least: usize) -> Result<&[u8], Self::Error>;

    /// The first place that is not unused space (F8), if it is before another.
    fn first_used(&mut self, before: u64) -> Result<Option<u64>, Self::Error> {
        let (mut at, mut least) = (0, HEADER);
        while at < before {
            let bytes = self.rest(at, least)?;
            if let Some(place) = first_used(bytes) {
                return Ok(Some(at + place as u64).filter(|at| *at < before));
            }
            if bytes.len() < least {
                break;
            }
            at += bytes.len() as u64;
            least = (2 * least).min(PIECE);
        }
        Ok(None)
    }

    /// The first mark from a place on, if it begins before another.
    fn find_mark(&mut self, mut at: u64, before: u64) -> Result<Option<u64>, Self::Error> {
        let mut least = HEADER;
        while at < before {
            let bytes = self.rest(at, least)?;
            if let Some(place) = memmem::find(bytes, &MARK) {
                return Ok(Some(at + place as u64).filter(|at| *at < before));
            }
            if bytes.len() < least {
                break;
            }
            // The last bytes may be the start of one.
            at += (bytes.len() - (MARK.len() - 1)) as u64;
            least = (2 * least).min(PIECE);
        }
        Ok(None)
    }

    /// The last place before another where a schema block may begin.
    fn rfind_start(&mut self, before: u64) -> Result<Option<u64>, Self::Error> {
        let mut end = before;
        while end > 0 {
            // The pieces are the same in each search, so that none is read for each place that is found
            // in it.
            let start = (end - 1) / PIECE as u64 * PIECE as u64;
            let bytes = self.rest(start, PIECE + HEADER)?;
            let len = ((end - start) as usize + START.len() - 1).min(bytes.len());
            if let Some(place) = memmem::rfind(bytes.get(..len).unwrap_or_default(), &START) {
                return Ok(Some(start + place as u64));
            }
            end = start;
        }
        Ok(None)
    }

    /// The good schema block at a place, if one is there.
    fn schema_block(
        &mut self,
        at: u64,
        max_body: usize,
    ) -> Result<Option<(Good, &[u8])>, Self::Error> {
        let mut least = HEADER;
        let good = loop {
            let bytes = self.rest(at, least)?;
            if bytes.get(MARK.len()) != Some(&kind::SCHEMA) {
                return Ok(None);
            }
            match look(bytes, bytes.len() < least, max_body) {
                Look::Good(good) => break good,
                Look::Bad(_) => return Ok(None),
                // Not all of it at once: if a mark comes before its end, it is no block (F11).
                Look::More(needed) => least = needed.min(bytes.len().saturating_mul(2)),
            }
        };
        let bytes = self.rest(at, good.header.block_len())?;
        Ok(bytes.get(..good.header.block_len()).map(|block| (good, block)))
    }
}

impl Bytes for &[u8] {
    type Error = Infallible;

    fn file_len(&self) -> u64 {
        self.len() as u64
    }

    fn rest(&mut self, at: u64, _: usize) -> Result<&[u8], Infallible> {
        let at = usize::try_from(at).ok();
        Ok(at.and_then(|at| self.get(at..)).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;
    use std::io::Cursor;

    use super::*;
    use crate::window::Window;

    /// Checks what is found from a place on, or before it, in zeros with these starts of schema blocks.
    fn check<B: Bytes<Error: Debug>>(bytes: &mut B, starts: &[u64], place: u64) {
        let len = bytes.file_len();
        let next = starts.iter().copied().find(|start| *start >= place);
        let last = starts.iter().copied().rfind(|start| *start < place);
        let first = starts.first().copied().filter(|start| *start < place);
        assert_eq!(bytes.find_mark(place, len).unwrap(), next, "from {place} on");
        assert_eq!(bytes.rfind_start(place).unwrap(), last, "before {place}");
        assert_eq!(bytes.find_mark(0, place).unwrap(), first, "up to {place}");
        assert_eq!(bytes.first_used(place).unwrap(), first, "up to {place}");
    }

    #[test]
    fn marks_are_found_where_pieces_meet() {
        let piece = PIECE as u64;
        for between in -40..40 {
            let start = |pieces: u64| (pieces * piece).saturating_add_signed(between);
            let starts = [start(1), start(2), 3 * piece - START.len() as u64];
            let mut bytes = vec![0; 3 * PIECE];
            for start in starts.map(|start| start as usize) {
                bytes[start..start + START.len()].copy_from_slice(&START);
            }
            let places = starts.into_iter().flat_map(|start| start - 1..=start + 1);
            for place in places.chain([0, piece, 3 * piece]) {
                check(&mut &bytes[..], &starts, place);
                let mut cursor = Cursor::new(&bytes);
                check(&mut Window::new(&mut cursor).unwrap(), &starts, place);
            }
        }
    }
}
