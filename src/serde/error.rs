//! What serde is told of errors.

use core::fmt;

/// That something failed. What it was stands in the [`Writer`](crate::ser::Writer) or beside the reader, the
/// first of all; if nothing does, it came from an impl of serde's traits.
///
/// It has no bytes, so that a result with a number in it is returned in registers.
#[derive(Debug)]
pub(super) struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value cannot be written, or the bytes are not of its type")
    }
}

impl core::error::Error for Failed {}

impl ::serde::ser::Error for Failed {
    #[cold]
    fn custom<T: fmt::Display>(_: T) -> Self {
        Failed
    }
}

impl ::serde::de::Error for Failed {
    #[cold]
    fn custom<T: fmt::Display>(_: T) -> Self {
        Failed
    }
}
