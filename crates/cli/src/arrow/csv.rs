//! CSV (RFC 4180), in which columns of parts are JSON.
//!
//! Nothing between two delimiters is null; `""` is the empty text.

mod column;
mod infer;
mod numbers;
mod read;
mod records;
mod write;

pub use column::{Kind, data_type};
pub use infer::Table;
pub use read::{Rows, columns_of, content};
pub use write::Writer;

use crate::failure::Failure;

/// What a file of values between delimiters is like.
#[derive(Clone, Debug)]
pub struct Dialect {
    pub delimiter: Option<u8>,
    /// Texts that are null, besides nothing.
    pub null: Vec<String>,
}

impl Dialect {
    fn is_null(&self, text: &[u8], quoted: bool) -> bool {
        !quoted && (text.is_empty() || self.null.iter().any(|null| null.as_bytes() == text))
    }
}

/// What is wrong in a place of a file.
fn wrong(name: &str, line: u64, column: &str, what: impl std::fmt::Display) -> Failure {
    Failure::found(format_args!("{name}: line {line}, column {column}: {what}"))
}

/// A value in a message: not all of a long one.
fn shown(text: &[u8]) -> String {
    const MOST: usize = 60;
    let text = String::from_utf8_lossy(text);
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{:?}…", &text[..at]),
        None => format!("{text:?}"),
    }
}
