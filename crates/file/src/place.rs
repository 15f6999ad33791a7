//! What is expected next in a section (F12, F13).

use crate::block::{Header, kind};

/// The section that is being read, and what comes next in it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The body check of its schema block.
    schema: Option<u32>,
    /// The next `first`; none at the start of a part, where any may come (F15).
    expected: Option<u64>,
}

/// What a good block is, where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Section,
    Records,
    Orphan,
    End,
    Statistics,
    Unknown,
    Passed,
}

impl Place {
    /// The middle of a section.
    pub(crate) fn within(schema: u32) -> Self {
        Place { schema: Some(schema), expected: None }
    }

    /// The body check of the section's schema block.
    pub(crate) fn schema(&self) -> Option<u32> {
        self.schema
    }

    /// Whether the next block is one of records of this section, and the one that is expected.
    pub(crate) fn expects(&self, header: &Header) -> bool {
        header.has_records()
            && Some(header.schema) == self.schema
            && self.expected.is_none_or(|expected| expected == header.first)
    }

    /// Takes the next block, and says what it is, and whether something else was expected: `first`s
    /// of (expected, found).
    pub(crate) fn take(&mut self, header: &Header) -> (Role, Option<(u64, u64)>) {
        match header.kind {
            kind::SCHEMA => {
                *self = Place { schema: Some(header.body_check), expected: Some(0) };
                (Role::Section, None)
            }
            kind::RECORDS | kind::COMPRESSED | kind::END if Some(header.schema) == self.schema => {
                let gap = self.expected.filter(|expected| *expected != header.first);
                self.expected = Some(header.first + u64::from(header.count));
                let role = if header.kind == kind::END { Role::End } else { Role::Records };
                (role, gap.map(|expected| (expected, header.first)))
            }
            kind::RECORDS | kind::COMPRESSED => (Role::Orphan, None),
            kind::END => (Role::Passed, None),
            kind::STATISTICS if Some(header.schema) == self.schema && header.count == 0 => {
                (Role::Statistics, None)
            }
            other if other & kind::SILENT == 0 => (Role::Unknown, None),
            _ => (Role::Passed, None),
        }
    }
}
