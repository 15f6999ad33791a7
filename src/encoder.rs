//! Encoding again and again, in memory that is kept.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::error::{Error, Result};
use crate::ser::Serialize;
use crate::sink::{Kept, Sheet};

/// Encodes values one after another, in memory that it keeps between them: that of the message, and
/// that of the columns of lists.
///
/// ```
/// use onesheet::Encoder;
///
/// let mut encoder = Encoder::new();
/// assert_eq!(encoder.encode(&vec![1u16, 2, 3]), [3, 2, 0x39]);
/// assert_eq!(encoder.encode("hi"), b"\x02hi");
/// ```
#[derive(Debug, Default)]
pub struct Encoder {
    out: Vec<u8>,
    kept: Kept,
}

impl Encoder {
    /// An encoder that has claimed no memory.
    #[must_use]
    pub fn new() -> Self {
        Encoder::default()
    }

    /// Encodes a value to a message: the same as [`encode`](crate::encode), in memory of the encoder.
    #[inline]
    pub fn encode<T: Serialize + ?Sized>(&mut self, value: &T) -> &[u8] {
        self.out.clear();
        let mut sheet = Sheet::new(&mut self.out, &mut self.kept);
        let Ok::<(), Infallible>(()) = value.serialize(&mut sheet);
        &self.out
    }

    /// Encodes a value to a message, of a type that may refuse it: the same as
    /// [`try_encode`](crate::try_encode), in memory of the encoder.
    ///
    /// # Errors
    /// As [`try_encode`](crate::try_encode).
    pub fn try_encode<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<&[u8]> {
        self.out.clear();
        value.serialize(&mut Sheet::<Error>::new(&mut self.out, &mut self.kept))?;
        Ok(&self.out)
    }
}
