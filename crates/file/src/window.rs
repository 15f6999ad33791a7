//! The bytes of a file that is read where it is asked for.

use std::io::{Error, Read, Result, Seek, SeekFrom};

use crate::bytes::Bytes;

/// Bytes that are read at a time, at least: a header, and a small block with the header behind it.
const LEAST: usize = 512;

/// The bytes of an input, of which those are kept that were asked for last.
pub(crate) struct Window<'a, R> {
    input: &'a mut R,
    file_len: u64,
    /// Where those begin that are kept.
    at: u64,
    kept: Vec<u8>,
}

impl<'a, R: Read + Seek> Window<'a, R> {
    pub(crate) fn new(input: &'a mut R) -> Result<Self> {
        let file_len = input.seek(SeekFrom::End(0))?;
        Ok(Window { input, file_len, at: 0, kept: Vec::new() })
    }

    /// How many of the bytes that are kept come before a place, if that is among them or behind the last.
    fn before(&self, at: u64) -> Option<usize> {
        let before = usize::try_from(at.checked_sub(self.at)?).ok()?;
        (before <= self.kept.len()).then_some(before)
    }
}

impl<R: Read + Seek> Bytes for Window<'_, R> {
    type Error = Error;

    fn file_len(&self) -> u64 {
        self.file_len
    }

    fn rest(&mut self, at: u64, least: usize) -> Result<&[u8]> {
        let before = self.before(at);
        let there = before.map_or(0, |before| self.kept.len() - before);
        let from = at.saturating_add(there as u64);
        let more = least.max(LEAST).saturating_sub(there) as u64;
        let more = more.min(self.file_len.saturating_sub(from));
        if there < least && more > 0 {
            self.kept.drain(..before.unwrap_or(self.kept.len()));
            self.at = at;
            self.input.seek(SeekFrom::Start(from))?;
            self.kept.reserve_exact(more as usize);
            self.input.by_ref().take(more).read_to_end(&mut self.kept)?;
        }
        Ok(self.before(at).and_then(|before| self.kept.get(before..)).unwrap_or_default())
    }
}
