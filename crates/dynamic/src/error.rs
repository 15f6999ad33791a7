//! What is wrong with a message, and what is wrong with a type or a value.

use std::fmt;

/// The rule of the format that a message breaks, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// The number of the rule in `spec/WIRE_FORMAT.md`: 16 for W16. 0 for a bound that the type
    /// itself declares.
    pub rule: u8,
    /// Where the offending part begins, in bytes from the start of the message.
    pub offset: usize,
    /// What is wrong there, in a few words.
    pub what: &'static str,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.offset)?;
        match self.rule {
            0 => Ok(()),
            rule => write!(f, " (W{rule})"),
        }
    }
}

impl std::error::Error for Error {}

/// A type that the format does not have, a value that does not fit its type, or text or JSON that
/// is neither: says what and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(Box<What>);

/// In a box, so that what may be an error is small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct What {
    path: String,
    message: String,
}

impl Invalid {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Invalid(Box::new(What { path: String::new(), message: message.into() }))
    }

    /// The same, found inside `part` of something larger.
    #[must_use]
    pub(crate) fn inside(mut self, part: impl fmt::Display) -> Self {
        self.0.path = format!("{part}{}", self.0.path);
        self
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let What { path, message } = &*self.0;
        if path.is_empty() { f.write_str(message) } else { write!(f, "at {path}: {message}") }
    }
}

impl std::error::Error for Invalid {}
