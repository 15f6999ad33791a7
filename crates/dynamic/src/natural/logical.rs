//! What a type leaves open in JSON: dates and times, and the form of bytes.

use crate::time::{Unit, Zone};

/// What the type leaves open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Bytes are hex, and not base64.
    pub hex: bool,
    /// Integers of 64 and 128 bits are strings, for programs that have floats for numbers.
    pub quoted: bool,
}

/// What numbers stand for, in the places of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Logical {
    /// Days since 1970-01-01.
    Date,
    /// Milliseconds since 1970-01-01, of which a date is left where they are whole days.
    DateMillis,
    /// Time since midnight.
    Time(Unit),
    /// Time since 1970-01-01, of UTC if there is a zone.
    Timestamp(Unit, Option<Zone>),
    /// The elements of a list.
    Items(Box<Logical>),
    /// The fields of a struct, those that stand for something else.
    Fields(Vec<Option<Logical>>),
}
