//! What can go wrong.

use std::fmt;

use arrow_schema::ArrowError;

/// Why records could not become arrays, or arrays records.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The type has no columns, or the columns are of no type: says which and why.
    Type(String),
    /// The bytes are not so many records of the type, or break the limits.
    Message(onesheet::Error),
    /// The same, of records or parts of them that are of a rows type (W14).
    Rows(onesheet_dynamic::Error),
    /// Texts or elements of more than 2^31 - 1 bytes or elements in one block, which an array does
    /// not hold.
    TooLarge,
    /// A value that the type of the records does not have: its column, and what is wrong.
    Value {
        /// The name of the column.
        column: String,
        /// What is wrong.
        why: String,
    },
    /// What the file is at, or lacks.
    File(onesheet_file::Error),
    /// What Arrow says of arrays.
    Arrow(ArrowError),
}

impl Error {
    /// The same about a block of a file.
    pub(crate) fn in_block(self, at: u64) -> Self {
        match self {
            Error::Message(error) => Error::File(onesheet_file::Error::Message { at, error }),
            error => error,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Type(why) => f.write_str(why),
            Error::Message(error) => error.fmt(f),
            Error::Rows(error) => error.fmt(f),
            Error::TooLarge => {
                f.write_str("a column of a block has more than 2^31 - 1 bytes or elements; write smaller blocks")
            }
            Error::Value { column, why } => write!(f, "column {column}: {why}"),
            Error::File(error) => error.fmt(f),
            Error::Arrow(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Message(error) => Some(error),
            Error::Rows(error) => Some(error),
            Error::File(error) => Some(error),
            Error::Arrow(error) => Some(error),
            Error::Type(_) | Error::TooLarge | Error::Value { .. } => None,
        }
    }
}

impl From<onesheet::Error> for Error {
    fn from(error: onesheet::Error) -> Self {
        Error::Message(error)
    }
}

impl From<onesheet_file::Error> for Error {
    fn from(error: onesheet_file::Error) -> Self {
        Error::File(error)
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Self {
        Error::Arrow(error)
    }
}

impl From<Error> for ArrowError {
    fn from(error: Error) -> Self {
        match error {
            Error::Arrow(error) => error,
            error => ArrowError::ExternalError(Box::new(error)),
        }
    }
}

/// Why a value cannot be written.
#[derive(Debug)]
pub(crate) struct Wrong(pub(crate) String);

impl Wrong {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Wrong(why.into())
    }
}

impl From<arrow_schema::ArrowError> for Wrong {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Wrong(error.to_string())
    }
}

/// The values of an array of another type than its column, which is none of ours.
pub(crate) fn mismatch(array: &dyn arrow_array::Array, expected: &str) -> Wrong {
    Wrong(format!("expected {expected}, found {}", array.data_type()))
}
