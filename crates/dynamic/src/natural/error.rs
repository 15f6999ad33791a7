//! What is wrong in JSON.

use std::fmt;

/// What is wrong in JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The line, from 1 on.
    pub line: u64,
    /// The column in bytes, from 1 on.
    pub column: u64,
    /// The place in the value: `$.readings[3].at`.
    pub path: String,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JsonError { line, column, path, what } = self;
        write!(f, "line {line}, column {column}, {path}: {what}")
    }
}

impl std::error::Error for JsonError {}
