//! What can go wrong.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::block::Reason;

/// Why a file could not be written, or its records not be read further.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Reading or writing failed.
    Io(io::Error),
    /// The file has a writer, which may be of another program (F16).
    InUse(PathBuf),
    /// The file is not the one that was found, but another of its name, or was cut
    /// ([`Identity::check`](crate::Identity::check)).
    Replaced,
    /// The type cannot be that of a file.
    Type(String),
    /// A section whose type differs from the reader's in more than W29 to W32 allow (F14).
    Section {
        /// Where its schema block is, in bytes.
        at: u64,
        /// What stands against it.
        why: String,
    },
    /// A range of bytes without a good block (F11).
    Skipped {
        /// Where it begins, in bytes.
        at: u64,
        /// Its length in bytes.
        len: u64,
        /// What is wrong where it begins.
        reason: Reason,
    },
    /// Records that are missing, repeated or misplaced (F12).
    Gap {
        /// Where the block is, in bytes.
        at: u64,
        /// How many records of the section were to come before.
        expected: u64,
        /// How many it says do.
        found: u64,
    },
    /// Records whose schema block is missing (F13).
    Orphan {
        /// Where the block is, in bytes.
        at: u64,
    },
    /// A block of a kind that this reader does not know (F3).
    Unknown {
        /// Where the block is, in bytes.
        at: u64,
        /// Its kind.
        kind: u8,
    },
    /// A block whose payload is not the list of records that it is to be (F14).
    Message {
        /// Where the block is, in bytes.
        at: u64,
        /// The rule that its payload breaks.
        error: onesheet::Error,
    },
    /// A compressed block that cannot be decompressed within the limits, or is none.
    Compressed {
        /// Where the block is, in bytes.
        at: u64,
        /// Why.
        why: String,
    },
    /// What serde writes or reads is no document, or not the one that a type is read from.
    #[cfg(feature = "serde")]
    Document(String),
    /// More than a block can hold, 2^32 - 1 bytes and records, or a section, fewer than 2^56 records (F1).
    TooLarge,
    /// A record that cannot be encoded: see [`Fallible`](onesheet::with::Fallible).
    Refused(onesheet::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(f),
            Error::InUse(path) => write!(f, "{} is in use: it has another writer", path.display()),
            Error::Replaced => {
                f.write_str("the file was replaced or cut since it was found: read it anew")
            }
            Error::Type(why) => write!(f, "the type of the records: {why}"),
            Error::Section { at, why } => {
                write!(f, "the records from byte {at} on are of another type: {why}")
            }
            Error::Skipped { at, len, reason } => {
                write!(f, "{reason}: {len} bytes from byte {at} on are not a block")
            }
            Error::Gap { at, expected, found } => {
                write!(f, "gap: record {found} of the section at byte {at}, not {expected}")
            }
            Error::Orphan { at } => write!(f, "orphan: the block at byte {at} has no schema block"),
            Error::Unknown { at, kind } => {
                write!(f, "the block at byte {at} is of the unknown kind {kind:#04x}")
            }
            Error::Message { at, error } => {
                write!(f, "message: in the block at byte {at}: {error}")
            }
            Error::Compressed { at, why } => write!(f, "message: in the block at byte {at}: {why}"),
            #[cfg(feature = "serde")]
            Error::Document(why) => write!(f, "the document: {why}"),
            Error::TooLarge => f.write_str(
                "too large: a block holds at most 2^32 - 1 bytes and records, a section fewer than 2^56 \
                 records",
            ),
            Error::Refused(error) => write!(f, "the record cannot be encoded: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io(error) => Some(error),
            Error::Message { error, .. } | Error::Refused(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}
