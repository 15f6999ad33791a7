//! JSON values, one a line.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use onesheet_dynamic::{Type, Value, encode};

use crate::args::{Json, Misread};
use crate::failure::Failure;
use crate::files;
use crate::logical::Checks;

/// Bytes of the longest line.
const MAX_LINE: u64 = 256 << 20;

/// Records of a type that are read line by line.
pub struct Lines<'a> {
    ty: &'a Type,
    json: &'a Json,
    checks: &'a Checks,
    input: BufReader<Box<dyn Read>>,
    name: String,
    line: Vec<u8>,
    number: u64,
    position: u64,
    len: Option<u64>,
}

impl<'a> Lines<'a> {
    pub fn open(
        path: Option<&Path>,
        ty: &'a Type,
        json: &'a Json,
        checks: &'a Checks,
    ) -> Result<Self, Failure> {
        let (input, len) = files::open(path)?;
        let name = files::name(path);
        let unreadable = |e| Failure::usage(format_args!("cannot read {name}: {e}"));
        let input = BufReader::new(crate::compressed::decompressed(input).map_err(unreadable)?);
        Ok(Lines { ty, json, checks, input, name, line: Vec::new(), number: 0, position: 0, len })
    }

    /// Bytes in all, if that is known.
    pub fn len(&self) -> Option<u64> {
        self.len
    }

    /// Bytes that were read.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The value in the next line that has one, and the bytes that it takes alone.
    pub fn next(&mut self) -> Result<Option<(Value, usize)>, Failure> {
        loop {
            self.line.clear();
            self.number += 1;
            let read = Read::by_ref(&mut self.input)
                .take(MAX_LINE)
                .read_until(b'\n', &mut self.line)
                .map_err(|e| Failure::usage(format_args!("cannot read {}: {e}", self.name)))?;
            self.position += read as u64;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 == MAX_LINE {
                return Err(self.wrong(format_args!(": the line is longer than {MAX_LINE} bytes")));
            }
            self.line.truncate(self.line.trim_ascii_end().len());
            if !self.line.is_empty() {
                return self.value().map(Some);
            }
        }
    }

    fn value(&self) -> Result<(Value, usize), Failure> {
        let text = std::str::from_utf8(&self.line)
            .map_err(|e| self.wrong(format_args!(", column {}: not UTF-8", e.valid_up_to() + 1)))?;
        let value = self.json.read(text).map_err(|Misread { place, what }| match place {
            Some((_, column)) => self.wrong(format_args!(", column {column}, {what}")),
            None => self.wrong(format_args!(": {what}")),
        })?;
        // Bounds, and elements that are there twice, are found here.
        let message = encode(self.ty, &value).map_err(|e| self.wrong(format_args!(": {e}")))?;
        self.checks.check(&message).map_err(|e| self.wrong(format_args!(": {e}")))?;
        Ok((value, message.len()))
    }

    fn wrong(&self, what: std::fmt::Arguments<'_>) -> Failure {
        Failure::found(format_args!("{}: line {}{what}", self.name, self.number))
    }
}
