//! What serde is told of errors, and what becomes of its own.

use core::fmt;

use crate::error::{Error, ErrorKind};

/// An [`Error`], but for the offset where it comes from an impl of serde's traits, which does not
/// know it.
#[derive(Debug)]
pub(super) struct SerdeError {
    pub(super) kind: ErrorKind,
    offset: Option<usize>,
}

impl SerdeError {
    /// The type asks for what the bytes do not say (S9).
    pub(super) const NOT_SELF_DESCRIBING: Self =
        SerdeError { kind: ErrorKind::NotSelfDescribing, offset: None };

    /// The impls of a type do not agree with each other, or with the value.
    pub(super) const REFUSED: Self = SerdeError { kind: ErrorKind::Refused, offset: None };

    /// The error, noticed at `offset` if nothing said where before.
    pub(super) fn at(self, offset: usize) -> Error {
        Error::new(self.kind, self.offset.unwrap_or(offset))
    }
}

impl From<Error> for SerdeError {
    fn from(error: Error) -> Self {
        SerdeError { kind: error.kind(), offset: Some(error.offset()) }
    }
}

impl From<ErrorKind> for SerdeError {
    fn from(kind: ErrorKind) -> Self {
        SerdeError { kind, offset: None }
    }
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.text())
    }
}

impl core::error::Error for SerdeError {}

impl ::serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        SerdeError::REFUSED
    }
}

impl ::serde::de::Error for SerdeError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        SerdeError::REFUSED
    }
}
