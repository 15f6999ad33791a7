//! The input: a place in the bytes, what may still be claimed, and who is told what the bytes mean.

use crate::limits::MAX_NESTING;
use crate::{Error, Limits, Part, Span};

pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Where this input ends: that of the message, or of an extensible struct inside it (W29).
    end: usize,
    alloc_left: u64,
    depth_left: u32,
    nesting_left: u32,
    path: Vec<String>,
    trace: Option<&'a mut dyn FnMut(Span)>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        bytes: &'a [u8],
        limits: &Limits,
        trace: Option<&'a mut dyn FnMut(Span)>,
    ) -> Self {
        Self {
            bytes,
            at: 0,
            end: bytes.len(),
            alloc_left: limits.max_alloc,
            depth_left: limits.max_depth,
            nesting_left: MAX_NESTING,
            path: Vec::new(),
            trace,
        }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Bytes left in this input.
    pub(crate) fn left(&self) -> usize {
        self.end - self.at
    }

    /// The next `n` bytes (W22).
    pub(crate) fn take(&mut self, n: u128) -> Result<&'a [u8], Error> {
        match usize::try_from(n) {
            Ok(n) if n <= self.left() => {
                let taken = &self.bytes[self.at..self.at + n];
                self.at += n;
                Ok(taken)
            }
            _ => Err(self.error(22, self.end, "the input ends early")),
        }
    }

    /// The next `n` bytes, or those that are left, which stay.
    pub(crate) fn peek(&self, n: usize) -> &'a [u8] {
        &self.bytes[self.at..self.end.min(self.at.saturating_add(n))]
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Error> {
        Ok(self.take(1)?[0])
    }

    /// Makes the next `len` bytes an input of their own; gives the end of the one around it (W29).
    pub(crate) fn open(&mut self, len: u64) -> Result<usize, Error> {
        if len > self.left() as u64 {
            return Err(self.error(22, self.end, "the input ends early"));
        }
        let outer = self.end;
        self.end = self.at + len as usize;
        Ok(outer)
    }

    /// Skips what is left of an input that [`open`](Self::open) began.
    pub(crate) fn close(&mut self, outer: usize) {
        let start = self.at;
        self.at = self.end;
        self.end = outer;
        if self.at > start {
            self.note(start, 29, Part::Skipped, || "unknown fields, skipped".to_owned());
        }
    }

    /// Counts `bytes` of memory against the bound, before they are claimed (W33, W34).
    pub(crate) fn claim(&mut self, bytes: u128) -> Result<(), Error> {
        match u64::try_from(bytes).ok().and_then(|bytes| self.alloc_left.checked_sub(bytes)) {
            Some(left) => {
                self.alloc_left = left;
                Ok(())
            }
            None => {
                Err(self.error(33, self.at, "decoding needs more memory than max_alloc allows"))
            }
        }
    }

    /// What is left of the bound.
    #[cfg(feature = "serde")]
    pub(crate) fn alloc_left(&self) -> u64 {
        self.alloc_left
    }

    /// Enters one more type inside the types around it.
    pub(crate) fn nest(&mut self) -> Result<(), Error> {
        match self.nesting_left.checked_sub(1) {
            Some(left) => self.nesting_left = left,
            None => return Err(self.error(33, self.at, "the types are nested too deeply")),
        }
        Ok(())
    }

    pub(crate) fn unnest(&mut self) {
        self.nesting_left += 1;
    }

    /// Enters one more row inside the rows around it (W33).
    pub(crate) fn deepen(&mut self) -> Result<(), Error> {
        match self.depth_left.checked_sub(1) {
            Some(left) => self.depth_left = left,
            None => {
                return Err(self.error(
                    33,
                    self.at,
                    "values are nested deeper than max_depth allows",
                ));
            }
        }
        Ok(())
    }

    pub(crate) fn undeepen(&mut self) {
        self.depth_left += 1;
    }

    pub(crate) fn error(&self, rule: u8, offset: usize, what: &'static str) -> Error {
        Error { rule, offset, what }
    }

    /// Whether someone is told what the bytes mean.
    pub(crate) fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    /// Says what the bytes from `start` to here mean.
    pub(crate) fn note(
        &mut self,
        start: usize,
        rule: u8,
        part: Part,
        text: impl FnOnce() -> String,
    ) {
        let (at, path) = (self.at, &self.path);
        if let Some(trace) = &mut self.trace {
            let (path, text) = (path.concat(), text());
            trace(Span { offset: start, len: at - start, rule, path, text, part });
        }
    }

    /// The notes that follow are about `part` of the value.
    pub(crate) fn enter(&mut self, part: impl FnOnce() -> String) {
        if self.trace.is_some() {
            self.path.push(part());
        }
    }

    pub(crate) fn leave(&mut self) {
        self.path.pop();
    }

    /// The place in the value that is being read.
    pub(crate) fn path(&self) -> String {
        self.path.concat()
    }
}
