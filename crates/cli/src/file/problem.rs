//! What is wrong in a file, in the words of its page.

use std::fmt::{self, Display};

use onesheet_file::{Event, What};

/// What is wrong at a place.
pub struct Problem {
    /// The rule that has a word for it.
    pub rule: &'static str,
    /// That word.
    pub word: String,
    /// What was found.
    pub what: String,
    /// What the whole file may be instead, and what to do then.
    pub hint: Option<String>,
}

impl Problem {
    pub fn new(rule: &'static str, word: impl Display, what: impl Display) -> Self {
        Problem { rule, word: word.to_string(), what: what.to_string(), hint: None }
    }

    /// What is wrong about an event, records and schemas aside.
    pub fn of(event: &Event<'_>) -> Option<Self> {
        Some(match &event.what {
            What::Orphan(block) => Problem::new(
                "F13",
                "orphan",
                format_args!("{} records without a schema block before them", block.count()),
            ),
            What::Gap { expected, found } if found > expected => Problem::new(
                "F12",
                "gap",
                format_args!("records {expected} to {} are missing", found - 1),
            ),
            What::Gap { expected, found } => Problem::new(
                "F12",
                "gap",
                format_args!("expected record {expected}, found {found}"),
            ),
            What::Unknown { kind } => Problem::new(
                "F3",
                "unknown",
                format_args!("a block of the unknown kind {kind:#04x}"),
            ),
            What::Skipped { len, reason } => {
                Problem::new("F11", reason, format_args!("{len} bytes are not a block"))
            }
            _ => return None,
        })
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Problem { rule, word, what, hint } = self;
        write!(f, "{word}: {what} ({rule})")?;
        hint.as_ref().map_or(Ok(()), |hint| write!(f, "; {hint}"))
    }
}
