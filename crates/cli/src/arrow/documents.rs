//! JSON values, one after the other.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use onesheet_dynamic::JsonError;

use crate::failure::Failure;
use crate::text::Text;

/// Bytes of the longest value.
const MAX_DOCUMENT: usize = 256 << 20;

/// The values of a text: lines, or values with white space between them, or the elements of an array.
pub struct Documents {
    text: Arc<Text>,
    input: BufReader<Box<dyn Read>>,
    document: Vec<u8>,
    is_lines: bool,
    /// Whether the values are the elements of an array.
    is_array: Option<bool>,
    done: bool,
    /// Where the value begins that is held: its line, and the bytes before it there.
    line: u64,
    column: u64,
    /// Where the next one may begin.
    next_line: u64,
    next_column: u64,
}

impl Documents {
    pub fn open(text: &Arc<Text>, is_lines: bool) -> Result<Self, Failure> {
        Ok(Documents {
            text: Arc::clone(text),
            input: BufReader::with_capacity(1 << 18, text.open()?),
            document: Vec::new(),
            is_lines,
            is_array: None,
            done: false,
            line: 1,
            column: 0,
            next_line: 1,
            next_column: 0,
        })
    }

    /// The next value, if there is one.
    pub fn next(&mut self) -> Result<Option<&str>, Failure> {
        self.document.clear();
        let there = if self.is_lines { self.next_line()? } else { self.next_value()? };
        if !there {
            return Ok(None);
        }
        match std::str::from_utf8(&self.document) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                let at = error.valid_up_to() as u64 + 1;
                let what = "not UTF-8; give its --encoding".to_owned();
                let before = &self.document[..error.valid_up_to()];
                let lines = before.iter().filter(|byte| **byte == b'\n').count() as u64;
                let start =
                    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |n| n as u64 + 1);
                let (line, column) = (lines + 1, at - start);
                Err(self.wrong(&JsonError { line, column, path: "$".to_owned(), what }))
            }
        }
    }

    fn next_line(&mut self) -> Result<bool, Failure> {
        loop {
            (self.line, self.column) = (self.next_line, 0);
            self.next_line += 1;
            self.document.clear();
            let most = MAX_DOCUMENT as u64 + 1;
            let read = self.input.by_ref().take(most).read_until(b'\n', &mut self.document);
            let read = read.map_err(|e| self.text.unreadable(&e))?;
            if read > MAX_DOCUMENT {
                return Err(self.too_long());
            }
            if !self.document.trim_ascii().is_empty() {
                self.document.truncate(self.document.trim_ascii_end().len());
                return Ok(true);
            }
            if read == 0 {
                return Ok(false);
            }
        }
    }

    fn next_value(&mut self) -> Result<bool, Failure> {
        if self.done {
            return Ok(false);
        }
        let first = self.skip_space()?;
        if self.is_array.is_none() {
            self.is_array = Some(first == Some(b'['));
            if first == Some(b'[') {
                self.step();
                if self.skip_space()? == Some(b']') {
                    self.step();
                    return self.end();
                }
                return self.take();
            }
        }
        if self.is_array == Some(true) {
            match first {
                Some(b',') => {
                    self.step();
                    self.skip_space()?;
                    return self.take();
                }
                Some(b']') => {
                    self.step();
                    return self.end();
                }
                _ => return Err(self.here("not JSON: expected ',' or ']'")),
            }
        }
        if first.is_none() { Ok(false) } else { self.take() }
    }

    /// Nothing may follow the array.
    fn end(&mut self) -> Result<bool, Failure> {
        self.done = true;
        match self.skip_space()? {
            None => Ok(false),
            Some(_) => Err(self.here("not JSON: more text after the value")),
        }
    }

    fn here(&mut self, what: &str) -> Failure {
        (self.line, self.column) = (self.next_line, self.next_column);
        let what = what.to_owned();
        self.wrong(&JsonError { line: 1, column: 1, path: "$".to_owned(), what })
    }

    fn peek(&mut self) -> Result<Option<u8>, Failure> {
        let bytes = self.input.fill_buf().map_err(|e| self.text.unreadable(&e))?;
        Ok(bytes.first().copied())
    }

    /// Steps over a byte that is no line break.
    fn step(&mut self) {
        self.input.consume(1);
        self.next_column += 1;
    }

    fn skip_space(&mut self) -> Result<Option<u8>, Failure> {
        loop {
            match self.peek()? {
                Some(b'\n') => {
                    self.input.consume(1);
                    (self.next_line, self.next_column) = (self.next_line + 1, 0);
                }
                Some(b' ' | b'\t' | b'\r') => self.step(),
                other => return Ok(other),
            }
        }
    }

    /// Takes a value: up to where its brackets are closed, or what is behind it begins.
    fn take(&mut self) -> Result<bool, Failure> {
        (self.line, self.column) = (self.next_line, self.next_column);
        let (mut depth, mut quoted, mut escaped, mut ended) = (0u64, false, false, false);
        while !ended {
            let bytes = self.input.fill_buf().map_err(|e| self.text.unreadable(&e))?;
            if bytes.is_empty() {
                break;
            }
            let mut taken = bytes.len();
            for (i, byte) in bytes.iter().enumerate() {
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if quoted => escaped = true,
                    b'"' => quoted = !quoted,
                    _ if quoted => {}
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' if depth > 1 => depth -= 1,
                    b']' | b'}' if depth == 1 => {
                        (taken, ended) = (i + 1, true);
                        break;
                    }
                    b']' | b'}' | b',' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => {
                        (taken, ended) = (i, true);
                        break;
                    }
                    _ => {}
                }
            }
            let bytes = &bytes[..taken];
            match bytes.iter().rposition(|byte| *byte == b'\n') {
                Some(last) => {
                    self.next_line += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
                    self.next_column = (taken - last - 1) as u64;
                }
                None => self.next_column += taken as u64,
            }
            self.document.extend_from_slice(bytes);
            self.input.consume(taken);
            if self.document.len() > MAX_DOCUMENT {
                return Err(self.too_long());
            }
        }
        if self.document.is_empty() {
            return Err(self.here("not JSON: expected a value"));
        }
        Ok(true)
    }

    fn too_long(&self) -> Failure {
        let (name, line) = (&self.text.name, self.line);
        Failure::found(format_args!(
            "{name}: line {line}: the value is longer than {MAX_DOCUMENT} bytes"
        ))
    }

    /// An error in the value that is held, with its place in the text.
    pub fn wrong(&self, error: &JsonError) -> Failure {
        Failure::found(format_args!("{}: {}", self.text.name, self.placed(error)))
    }

    /// An error in the value that is held, in the text.
    pub fn placed(&self, error: &JsonError) -> JsonError {
        let column = if error.line == 1 { self.column + error.column } else { error.column };
        JsonError { line: self.line + error.line - 1, column, ..error.clone() }
    }
}
