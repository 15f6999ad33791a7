//! The sections that a part is in (F15).

use std::collections::BTreeMap;

use onesheet::file::START;

use crate::block::{Header, first_used, kind};
use crate::section::Place;
use crate::slice::Slice;
use crate::work::memmem;

/// The sections whose schema blocks begin before a part. Of these a block in it may be, up to the first
/// schema block that is in it.
#[derive(Clone, Debug)]
pub(crate) struct Before<'a> {
    file: Slice<'a>,
    /// Whether the headers were looked at.
    walked: bool,
    /// The schema blocks that begin from here on are known.
    at: usize,
    /// Where a schema block of each check is, the nearest, unless the file's first is of that check; and
    /// what comes next in that section.
    known: BTreeMap<u32, (usize, Place)>,
}

impl<'a> Before<'a> {
    /// Those before a part that begins at a place.
    pub(crate) fn new(file: Slice<'a>, at: usize) -> Self {
        let mut before = Before { file, walked: false, at, known: BTreeMap::new() };
        let first = first_used(file.bytes);
        if let Some(first) = first.filter(|first| *first < at) {
            before.learn(first);
        }
        before
    }

    /// The schema block of that check, and what comes next in its section.
    ///
    /// A walk over the headers finds it, unless damage hides it from that. What was looked at is not looked
    /// at again, so that all searches of a part together take the time of one.
    pub(crate) fn section(&mut self, schema: u32) -> Option<(usize, Place)> {
        if !self.known.contains_key(&schema) && !self.walked {
            self.walked = true;
            let before = self.file.headers().take_while(|(at, _)| *at < self.at);
            let schemas = before.filter(|(_, header)| header.kind == kind::SCHEMA);
            let places: Vec<_> = schemas.map(|(at, _)| at).collect();
            places.into_iter().rev().for_each(|at| self.learn(at));
        }
        while !self.known.contains_key(&schema) {
            let end = self.at.saturating_add(START.len() - 1).min(self.file.bytes.len());
            let found = memmem::rfind(self.file.bytes.get(..end)?, &START);
            self.at = found.unwrap_or(0);
            self.learn(found?);
        }
        self.known.get(&schema).copied()
    }

    /// Keeps what comes next in a section, of which blocks may come again.
    pub(crate) fn leave(&mut self, place: Place) {
        if let Some((_, known)) = place.schema().and_then(|schema| self.known.get_mut(&schema)) {
            *known = place;
        }
    }

    /// Learns of a schema block, if one is there.
    fn learn(&mut self, at: usize) {
        if let Some(Header { kind: kind::SCHEMA, schema, .. }) = self.file.good_block(at) {
            self.known.entry(schema).or_insert((at, Place::within(schema)));
        }
    }
}
