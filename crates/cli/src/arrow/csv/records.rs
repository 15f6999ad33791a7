//! The cells of a text, line by line.

use std::borrow::Cow;
use std::io::Read;
use std::sync::Arc;

use memchr::{memchr, memchr_iter};

use super::shown;
use crate::failure::Failure;
use crate::text::Text;

/// Bytes of the longest line.
const MAX_RECORD: usize = 256 << 20;
const CHUNK: usize = 1 << 18;

/// The lines of a text, cell by cell; those in quotes may have line breaks.
pub struct Records {
    text: Arc<Text>,
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    /// Where the next line begins in `buffer`, and where what was read ends.
    at: usize,
    end: usize,
    ended: bool,
    delimiter: u8,
    /// The number of the line that is held, and of that behind it.
    pub line: u64,
    next_line: u64,
    cells: Vec<Cell>,
    /// Bytes that were read.
    pub position: u64,
}

#[derive(Clone, Copy)]
struct Cell {
    from: usize,
    to: usize,
    quoted: bool,
    /// Whether there are quotes in it, which are doubled.
    doubled: bool,
}

enum Scan {
    /// The line ends before this place.
    Line(usize),
    More,
}

impl Records {
    pub fn open(text: &Arc<Text>, delimiter: u8) -> Result<Self, Failure> {
        Ok(Records {
            text: Arc::clone(text),
            input: text.open()?,
            buffer: vec![0; CHUNK],
            at: 0,
            end: 0,
            ended: false,
            delimiter,
            line: 0,
            next_line: 1,
            cells: Vec::new(),
            position: 0,
        })
    }

    /// Goes to the next line, if there is one.
    pub fn next(&mut self) -> Result<bool, Failure> {
        loop {
            self.line = self.next_line;
            if let Scan::Line(end) = self.scan()? {
                let breaks = |cell: &Cell| match cell.quoted {
                    true => memchr_iter(b'\n', &self.buffer[cell.from..cell.to]).count(),
                    false => 0,
                };
                self.next_line += self.cells.iter().map(breaks).sum::<usize>() as u64 + 1;
                self.at = end;
                return Ok(true);
            }
            if self.ended && self.at == self.end {
                return Ok(false);
            }
            self.read_more()?;
        }
    }

    fn read_more(&mut self) -> Result<(), Failure> {
        self.buffer.copy_within(self.at..self.end, 0);
        (self.end, self.at) = (self.end - self.at, 0);
        if self.end > self.buffer.len() / 2 {
            if self.end > MAX_RECORD {
                return Err(
                    self.wrong(format_args!("the record is longer than {MAX_RECORD} bytes"))
                );
            }
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        // Until it is full: the line is looked at anew each time.
        while self.end < self.buffer.len() && !self.ended {
            let read = self.input.read(&mut self.buffer[self.end..]);
            let read = read.map_err(|e| self.text.unreadable(&e))?;
            self.end += read;
            self.position += read as u64;
            self.ended = read == 0;
        }
        Ok(())
    }

    fn scan(&mut self) -> Result<Scan, Failure> {
        self.cells.clear();
        let bytes = &self.buffer[..self.end];
        let mut at = self.at;
        if at == self.end {
            return Ok(Scan::More);
        }
        loop {
            let mut cell = Cell { from: at, to: at, quoted: false, doubled: false };
            if bytes.get(at) == Some(&b'"') {
                cell.quoted = true;
                cell.from += 1;
                at += 1;
                loop {
                    let Some(quote) = memchr(b'"', &bytes[at..]).map(|found| at + found) else {
                        if self.ended {
                            let start = &bytes[cell.from..];
                            let what = format!("unterminated quote before {}", shown(start));
                            return Err(self.wrong(what));
                        }
                        return Ok(Scan::More);
                    };
                    match bytes.get(quote + 1) {
                        Some(b'"') => {
                            cell.doubled = true;
                            at = quote + 2;
                        }
                        None if !self.ended => return Ok(Scan::More),
                        _ => {
                            cell.to = quote;
                            at = quote + 1;
                            break;
                        }
                    }
                }
            } else {
                while bytes.get(at).is_some_and(|byte| !self.ends(*byte)) {
                    at += 1;
                }
                cell.to = at;
            }
            let next = bytes.get(at).copied();
            let is_last = at + 1 >= bytes.len();
            if !self.ended && (next.is_none() || (is_last && next == Some(b'\r'))) {
                return Ok(Scan::More);
            }
            self.cells.push(cell);
            at += 1;
            match next {
                Some(byte) if byte == self.delimiter => {}
                None => return Ok(Scan::Line(at - 1)),
                Some(b'\n') => return Ok(Scan::Line(at)),
                Some(b'\r') => {
                    return Ok(Scan::Line(if bytes.get(at) == Some(&b'\n') { at + 1 } else { at }));
                }
                Some(_) => {
                    let what = shown(&bytes[cell.from..cell.to]);
                    let n = self.cells.len();
                    return Err(
                        self.wrong(format_args!("value {n}: more text after the quotes of {what}"))
                    );
                }
            }
        }
    }

    fn ends(&self, byte: u8) -> bool {
        byte == self.delimiter || byte == b'\n' || byte == b'\r'
    }

    fn wrong(&self, what: impl std::fmt::Display) -> Failure {
        Failure::found(format_args!("{}: line {}: {what}", self.text.name, self.line))
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether the line is empty.
    pub fn is_blank(&self) -> bool {
        matches!(self.cells.as_slice(), [cell] if cell.from == cell.to && !cell.quoted)
    }

    /// A cell, and whether it is in quotes; what is not there is as nothing.
    pub fn cell(&self, i: usize) -> (Cow<'_, [u8]>, bool) {
        let Some(cell) = self.cells.get(i) else { return (Cow::Borrowed(b""), false) };
        let bytes = &self.buffer[cell.from..cell.to];
        if !cell.doubled {
            return (Cow::Borrowed(bytes), cell.quoted);
        }
        let mut text = Vec::with_capacity(bytes.len());
        let mut bytes = bytes.iter();
        while let Some(byte) = bytes.next() {
            text.push(*byte);
            if *byte == b'"' {
                bytes.next();
            }
        }
        (Cow::Owned(text), true)
    }
}

/// The delimiter of a text: a comma if the first line has one, else what all of the first lines have
/// as often as the first.
pub fn delimiter_of(text: &Arc<Text>) -> Result<u8, Failure> {
    const LINES: usize = 20;
    for delimiter in [b',', b'\t', b';', b'|'] {
        let mut records = Records::open(text, delimiter)?;
        let mut first = None;
        let mut same = true;
        for _ in 0..LINES {
            // What is wrong is said when all is read.
            if !records.next().unwrap_or(false) {
                break;
            }
            if records.is_blank() {
                continue;
            }
            same &= *first.get_or_insert(records.len()) == records.len();
        }
        if first.is_some_and(|n| n > 1) && (same || delimiter == b',') {
            return Ok(delimiter);
        }
    }
    Ok(b',')
}
