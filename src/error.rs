//! What can go wrong, and where.

mod kind;
mod parts;

use core::fmt;

pub use kind::ErrorKind;
use parts::Parts;

/// The result of decoding, and of encoding into a buffer of fixed size.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Why a message was not accepted, or did not fit, and at which byte.
///
/// It is small and `Copy`, holds no input, and is the same in every build profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Error(Parts);

impl Error {
    /// An error of the given kind at a byte offset from the start of the message.
    ///
    /// For hand-written impls; [`Reader::error`](crate::de::Reader::error) knows the offset. On 64-bit
    /// targets offsets saturate at 2^56 - 1, more than there is memory for.
    #[cold]
    #[inline]
    #[must_use]
    pub const fn new(kind: ErrorKind, offset: usize) -> Self {
        Error(Parts::new(kind, offset))
    }

    /// The rule that was broken.
    #[inline]
    #[must_use]
    pub const fn kind(&self) -> ErrorKind {
        self.0.kind()
    }

    /// The byte offset, from the start of the message, at which this was noticed.
    ///
    /// For an error in a list, this is the offset of the list. For text that is not UTF-8, it is the offset of
    /// the first invalid byte. For [`BufferFull`](ErrorKind::BufferFull), it is the number of bytes written.
    #[inline]
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.0.offset()
    }

    /// The number of the broken rule in `spec/WIRE_FORMAT.md`, such as `"W16"`; empty where the
    /// rule is not the format's but the program's own.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        self.kind().rule()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.kind().text(), self.offset())?;
        match self.rule() {
            "" => Ok(()),
            rule => write!(f, " ({rule})"),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error").field("kind", &self.kind()).field("offset", &self.offset()).finish()
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Error {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Error {{ kind: {}, offset: {} }}", self.kind(), self.offset());
    }
}

impl core::error::Error for Error {}

impl From<Error> for ErrorKind {
    fn from(error: Error) -> Self {
        error.kind()
    }
}

impl From<core::num::TryFromIntError> for ErrorKind {
    fn from(_: core::num::TryFromIntError) -> Self {
        ErrorKind::OutOfRange
    }
}

impl From<core::char::CharTryFromError> for ErrorKind {
    fn from(_: core::char::CharTryFromError) -> Self {
        ErrorKind::InvalidChar
    }
}

impl From<core::str::Utf8Error> for ErrorKind {
    fn from(_: core::str::Utf8Error) -> Self {
        ErrorKind::InvalidUtf8
    }
}
