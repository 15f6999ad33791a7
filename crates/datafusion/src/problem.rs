//! What is wrong with a file.

use std::fmt;
use std::path::Path;

/// What is wrong with a file, and where: records that are not in the result of a query, or may not be.
#[derive(Debug)]
#[non_exhaustive]
pub struct Problem<'a> {
    /// The file.
    pub path: &'a Path,
    /// Where in it, in bytes from its start.
    pub at: u64,
    /// What is wrong.
    pub error: &'a onesheet_arrow::Error,
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: byte {}: {}", self.path.display(), self.at, self.error)
    }
}
