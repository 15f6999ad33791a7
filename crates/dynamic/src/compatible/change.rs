//! A change of a type, and who reads what.

use std::fmt;

/// A difference between two versions of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where: `.servers[].port`, with the names of the old type; empty for the type itself.
    pub path: String,
    /// What is different there.
    pub what: String,
    /// Whether code with the new type reads messages of the old one, as far as this change goes.
    pub new_reads_old: Readable,
    /// Whether code with the old type reads messages of the new one.
    pub old_reads_new: Readable,
}

impl Change {
    /// Whether a field or variant has another name, and no more. Messages do not have names, columns of a table do.
    #[must_use]
    pub fn is_rename(&self) -> bool {
        self.what.starts_with(RENAMED)
    }
}

/// What [`Change::what`] begins with then.
pub(super) const RENAMED: &str = "renamed to ";

/// Which messages of the other version can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Readable {
    /// All.
    Always,
    /// Those whose values the reader's type has too; the others are rejected.
    IfItFits,
    /// None that says anything here: they are rejected, or read as something else.
    Never,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the type" } else { &self.path };
        write!(f, "{path}: {}", self.what)?;
        let reads = |readable| match readable {
            Readable::Always => "reads",
            Readable::IfItFits => "reads only what fits of",
            Readable::Never => "does not read",
        };
        match (self.new_reads_old, self.old_reads_new) {
            (Readable::Always, Readable::Always) => f.write_str(" (compatible)"),
            (new, old) => {
                write!(f, " (new code {} old messages, ", reads(new))?;
                write!(f, "old code {} new messages)", reads(old))
            }
        }
    }
}
