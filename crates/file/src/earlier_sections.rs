//! The sections that a part is in (F15).

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom};

use crate::block::{Good, Header, kind};
use crate::bytes::Bytes;
use crate::place::Place;
use crate::walk::Walk;
use crate::window::Window;

/// The sections whose schema blocks begin before a part. Of these a block in it may be, up to the first
/// schema block that is in it.
#[derive(Clone, Debug)]
pub(crate) struct Before {
    /// The schema blocks that begin from here on are known.
    at: u64,
    looked: Looked,
    /// Where a schema block of each check is, the nearest, unless the file's first is of that check; and
    /// what comes next in that section.
    known: BTreeMap<u32, (u64, Place)>,
    /// Whether none is of interest, for the part is the start of the file, or a section began in it.
    over: bool,
}

/// Where schema blocks were looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looked {
    Nowhere,
    /// At the file's first block.
    First,
    /// At the headers.
    Headers,
}

/// A section that began before a part, with its schema block.
pub(crate) struct Found {
    pub(crate) at: u64,
    pub(crate) good: Good,
    pub(crate) block: Vec<u8>,
    /// What comes next in it.
    pub(crate) place: Place,
}

impl Before {
    /// Those before a part that begins at a place.
    pub(crate) fn new(at: u64) -> Self {
        Before { at, looked: Looked::Nowhere, known: BTreeMap::new(), over: at == 0 }
    }

    /// Takes the next block of the part, and says whether it may be of a section that is to be looked
    /// for: one before the part, and not the one that is being read.
    pub(crate) fn take(&mut self, header: &Header, place: &Place) -> bool {
        self.over |= header.kind == kind::SCHEMA;
        let is_of_one = header.is_of_section() || header.kind == kind::STATISTICS;
        !self.over && is_of_one && place.schema() != Some(header.schema)
    }

    /// The schema block of that check, and what comes next in its section.
    ///
    /// A walk over the headers finds it, unless damage hides it from that. What was looked at is not looked
    /// at again, so that all searches of a part together take the time of one. Behind an error it may be
    /// asked again.
    pub(crate) fn section<B: Bytes>(
        &mut self,
        schema: u32,
        bytes: &mut B,
        max_body: usize,
    ) -> Result<Option<(u64, Place)>, B::Error> {
        if self.looked == Looked::Nowhere {
            if let Some(first) = bytes.first_used(self.at)? {
                self.learn(first, bytes, max_body)?;
            }
            self.looked = Looked::First;
        }
        if self.looked == Looked::First && !self.known.contains_key(&schema) {
            let (mut walk, mut known) = (Walk::to(self.at), BTreeMap::new());
            while let Some((at, schema)) = walk.next_schema(bytes, max_body)? {
                known.insert(schema, (at, Place::within(schema)));
            }
            // The file's first stays.
            known.extend(std::mem::take(&mut self.known));
            self.known = known;
            self.looked = Looked::Headers;
        }
        while !self.known.contains_key(&schema) {
            let found = bytes.rfind_start(self.at)?;
            if let Some(at) = found {
                self.learn(at, bytes, max_body)?;
            }
            self.at = found.unwrap_or(0);
            if found.is_none() {
                break;
            }
        }
        Ok(self.known.get(&schema).copied())
    }

    /// [`section`](Self::section) of an input, which behind it is at a place again.
    pub(crate) fn find<R: Read + Seek>(
        &mut self,
        schema: u32,
        input: &mut R,
        back: u64,
        max_body: usize,
    ) -> io::Result<Option<Found>> {
        let mut bytes = Window::new(input)?;
        let mut found = None;
        if let Some((at, place)) = self.section(schema, &mut bytes, max_body)? {
            let block = bytes.schema_block(at, max_body)?;
            found = block.map(|(good, block)| Found { at, good, block: block.to_vec(), place });
        }
        input.seek(SeekFrom::Start(back))?;
        Ok(found)
    }

    /// Keeps what comes next in a section, of which blocks may come again.
    pub(crate) fn leave(&mut self, place: Place) {
        if let Some((_, known)) = place.schema().and_then(|schema| self.known.get_mut(&schema)) {
            *known = place;
        }
    }

    /// Learns of a schema block, if one is there.
    fn learn<B: Bytes>(&mut self, at: u64, bytes: &mut B, max_body: usize) -> Result<(), B::Error> {
        if let Some((good, _)) = bytes.schema_block(at, max_body)? {
            let schema = good.header.schema;
            self.known.entry(schema).or_insert((at, Place::within(schema)));
        }
        Ok(())
    }
}
