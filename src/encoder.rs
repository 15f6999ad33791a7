//! A buffer that messages are encoded to, one after another.

use alloc::vec::Vec;

use crate::error::Result;
use crate::message::{encode_into, try_encode_into};
use crate::ser::Serialize;

/// A `Vec<u8>` that is cleared before each message: [`encode_into`] does the same.
#[deprecated(note = "clear a `Vec<u8>` and write `encode_into(&value, &mut vec)`")]
#[derive(Debug, Default)]
pub struct Encoder {
    out: Vec<u8>,
}

#[expect(deprecated, reason = "it is kept for one release")]
impl Encoder {
    /// An encoder that has claimed no memory.
    #[must_use]
    pub fn new() -> Self {
        Encoder::default()
    }

    /// Encodes a value to a message, as [`encode`](crate::encode) does.
    pub fn encode<T: Serialize + ?Sized>(&mut self, value: &T) -> &[u8] {
        self.out.clear();
        encode_into(value, &mut self.out);
        &self.out
    }

    /// Encodes a value to a message, of a type that may refuse it.
    ///
    /// # Errors
    /// As [`try_encode`](crate::try_encode).
    pub fn try_encode<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<&[u8]> {
        self.out.clear();
        try_encode_into(value, &mut self.out)?;
        Ok(&self.out)
    }
}
