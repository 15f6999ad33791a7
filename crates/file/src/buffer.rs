//! The bytes of an input from a place on, as far as they were read.

use std::io::{ErrorKind, Read, Result, Seek, SeekFrom};

use crate::block::{HEADER, Header};

/// Bytes that are read at a time, at least.
const CHUNK: usize = 64 << 10;

/// Bytes that are read behind a block that is passed over, at most: a header, mostly statistics, and the
/// header behind these.
const PEEK: usize = 4 << 10;

/// An input, of which some bytes are there.
#[derive(Debug)]
pub(crate) struct Buffer<R> {
    input: R,
    /// Bytes that were read, and room for more.
    buf: Vec<u8>,
    /// The bytes in `buf` that are not done with.
    start: usize,
    end: usize,
    /// Where these begin in the input.
    at: u64,
    /// [`Seek::seek`], of an input that can.
    seek: Option<fn(&mut R, SeekFrom) -> Result<u64>>,
    /// Where the input is to be read next, if it was left elsewhere.
    back: Option<u64>,
}

impl<R: Read> Buffer<R> {
    /// An input from its start.
    pub(crate) fn new(input: R) -> Self {
        Buffer { input, buf: Vec::new(), start: 0, end: 0, at: 0, seek: None, back: None }
    }

    /// Where the bytes begin that are there.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// The input, and where it is to be left.
    pub(crate) fn input(&mut self) -> (&mut R, u64) {
        let end = self.at + (self.end - self.start) as u64;
        (&mut self.input, self.back.unwrap_or(end))
    }

    /// The bytes that are there.
    pub(crate) fn rest(&self) -> &[u8] {
        self.buf.get(self.start..self.end).unwrap_or_default()
    }

    /// Goes so many bytes on.
    pub(crate) fn consume(&mut self, len: usize) {
        self.start += len;
        self.at += len as u64;
    }

    /// Reads until so many bytes are there, and returns whether they are.
    pub(crate) fn fill(&mut self, needed: usize) -> Result<bool> {
        self.buf.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if let (Some(seek), Some(back), true) = (self.seek, self.back, self.end < needed) {
            seek(&mut self.input, SeekFrom::Start(back))?;
            self.back = None;
        }
        while self.end < needed {
            // No memory is claimed for bytes that have not come, but for a chunk, or as many again.
            let more = (needed - self.end).min(self.end).max(CHUNK);
            let room = self.end + more;
            if self.buf.len() < room {
                self.buf.reserve_exact(room - self.buf.len());
                self.buf.resize(room, 0);
            }
            match self.input.read(self.buf.get_mut(self.end..room).unwrap_or_default()) {
                Ok(0) => return Ok(false),
                Ok(read) => self.end += read.min(more),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    /// Appends `len` bytes, of which the first is `place` bytes on, or as many as there are.
    pub(crate) fn copy(&mut self, place: usize, len: usize, out: &mut Vec<u8>) -> Result<()> {
        if let Some(bytes) = self.rest().get(place..).and_then(|rest| rest.get(..len)) {
            out.extend_from_slice(bytes);
        } else if let Some(seek) = self.seek {
            self.leave();
            seek(&mut self.input, SeekFrom::Start(self.at + place as u64))?;
            // No memory is claimed for bytes that have not come.
            self.input.by_ref().take(len as u64).read_to_end(out)?;
        }
        Ok(())
    }

    /// Notes where the input is to be read next, before it is read elsewhere.
    fn leave(&mut self) {
        self.back.get_or_insert(self.at + (self.end - self.start) as u64);
    }

    /// Goes so many bytes on, if a header stands there, or the file ends.
    pub(crate) fn step_over(&mut self, len: usize) -> Result<bool> {
        if let Some(header) = self.rest().get(len..).and_then(<[u8]>::first_chunk) {
            let is_header = Header::from_bytes(header).is_some();
            self.consume(if is_header { len } else { 0 });
            return Ok(is_header);
        }
        let Some(seek) = self.seek else { return Ok(false) };
        let to = self.at + len as u64;
        // Unless all goes well, what is next is read from here.
        self.leave();
        seek(&mut self.input, SeekFrom::Start(to))?;
        let (mut piece, mut read) = ([0; PEEK], 0);
        while read < HEADER {
            match self.input.read(piece.get_mut(read..).unwrap_or_default()) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let is_there = match piece.get(..read).unwrap_or_default().first_chunk() {
            Some(header) => Header::from_bytes(header).is_some(),
            None => read == 0 && seek(&mut self.input, SeekFrom::End(0))? == to,
        };
        if is_there {
            let piece = piece.get(..read).unwrap_or_default();
            self.buf.resize(self.buf.len().max(read), 0);
            if let Some(start) = self.buf.get_mut(..read) {
                start.copy_from_slice(piece);
            }
            (self.start, self.end, self.at, self.back) = (0, read, to, None);
        }
        Ok(is_there)
    }
}

impl<R: Read + Seek> Buffer<R> {
    /// An input that can seek, from a place on.
    pub(crate) fn from(mut input: R, at: u64) -> Result<Self> {
        input.seek(SeekFrom::Start(at))?;
        Ok(Buffer { at, seek: Some(R::seek), ..Buffer::new(input) })
    }
}
