//! The output.

use crate::Invalid;
use crate::limits::MAX_NESTING;

pub(crate) struct Writer {
    pub(crate) out: Vec<u8>,
    nesting_left: u32,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { out: Vec::new(), nesting_left: MAX_NESTING }
    }

    pub(crate) fn nest(&mut self) -> Result<(), Invalid> {
        match self.nesting_left.checked_sub(1) {
            Some(left) => self.nesting_left = left,
            None => return Err(Invalid::new("the value is nested too deeply")),
        }
        Ok(())
    }

    pub(crate) fn unnest(&mut self) {
        self.nesting_left += 1;
    }
}
