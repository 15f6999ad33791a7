//! Files in memory, whole or in parts.

use std::ops::Range;

use crate::block::{Good, Header, Look, MARK, Reason, first_used, look};
use crate::earlier_sections::Before;
use crate::event::{Block, Event, What, event};
use crate::outline::Entry;
use crate::place::{Place, Role};
use crate::scan::memmem;
use crate::walk::Walk;

/// A file whose bytes are in memory, or are mapped there.
///
/// ```
/// use onesheet_file::{Slice, What, Writer};
///
/// let mut writer = Writer::<u16, _>::new(Vec::new())?;
/// writer.write_block(&[1000, 1001, 1002])?;
/// let bytes = writer.finish()?;
///
/// let mut records = Vec::new();
/// for event in Slice::new(&bytes).events() {
///     if let What::Records(block) = event.what {
///         records.extend(block.decode::<u16>(&onesheet::Limits::default())?);
///     }
/// }
/// assert_eq!(records, [1000, 1001, 1002]);
/// # Ok::<(), onesheet_file::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a> {
    pub(crate) bytes: &'a [u8],
    max_body: usize,
}

impl<'a> Slice<'a> {
    /// A file. Bodies are not bounded, for they are there already.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Slice { bytes, max_body: usize::MAX }
    }

    /// The same, of which bodies of more than `max_body` bytes are [too long](Reason::TooLong).
    #[must_use]
    pub fn max_body(self, max_body: usize) -> Self {
        Slice { max_body, ..self }
    }

    /// All that is in the file.
    #[must_use]
    pub fn events(&self) -> Events<'a> {
        let blocks = Blocks { file: *self, at: 0, end: self.bytes.len(), found: None };
        Events { blocks, place: Place::default(), before: Before::new(0), next: None }
    }

    /// What is in a part of the file: the blocks that begin in it (F15), and the bytes between these
    /// that are none. So the parts of a file together give each block once, and each range that is
    /// skipped.
    ///
    /// A section that began before the part comes in front of the first block of it. Where it is not that
    /// of the file's first block, the headers before the part are looked at for it, and if damage hides it
    /// from these, all bytes before the part.
    #[must_use]
    pub fn part(&self, part: Range<usize>) -> Events<'a> {
        let end = part.end.min(self.bytes.len());
        let mut blocks = Blocks { file: *self, at: 0, end, found: None };
        if part.is_empty() {
            blocks.at = self.bytes.len();
        } else if part.start > 0 {
            blocks.begin(part.start);
        }
        let before = Before::new(part.start as u64);
        Events { blocks, place: Place::default(), before, next: None }
    }

    /// The file in `n` parts of about the same number of bytes, for [`part`](Self::part).
    pub fn split(&self, n: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        let len = self.bytes.len();
        let n = n.max(1);
        let place = move |part: usize| (len as u128 * part as u128 / n as u128) as usize;
        (0..n).map(move |part| place(part)..place(part + 1))
    }

    /// Where the blocks of records are, in order, by a walk over the headers: bodies are not looked at,
    /// and may be damaged. Behind a torn block, those that begin within the length that it states are
    /// missed; [`events`](Self::events) misses none.
    #[must_use]
    pub fn index(&self) -> Vec<Entry> {
        let (mut bytes, mut walk) = (self.bytes, Walk::to(self.bytes.len() as u64));
        let headers = std::iter::from_fn(|| {
            let Ok(found) = walk.next(&mut bytes);
            found
        });
        headers.filter_map(|(at, header)| Entry::new(at, &header)).collect()
    }

    /// The block of an entry of the [index](Self::index), if it is good.
    #[must_use]
    pub fn block_at(&self, entry: &Entry) -> Option<Block<'a>> {
        let at = usize::try_from(entry.at).ok()?;
        let good = self.good_block(at).filter(|good| good.header.has_records())?;
        Block::new(entry.at, good, self.block(at, &good)?)
    }

    /// The block with record `k` of a file that has one section, counted from 0: in about as many looks
    /// as the number of blocks has bits.
    #[must_use]
    pub fn block_of(&self, k: u64) -> Option<Block<'a>> {
        let (mut start, mut end) = (0, self.bytes.len());
        while start < end {
            let middle = start + (end - start) / 2;
            match self.records_from(middle, end) {
                Some((_, block)) if block.holds(k) => return Some(block),
                Some((at, block)) if block.first() < k => start = at + 1,
                _ => end = middle,
            }
        }
        None
    }

    /// The first good block of records that begins in some bytes.
    fn records_from(&self, start: usize, end: usize) -> Option<(usize, Block<'a>)> {
        let mut blocks = Blocks { file: *self, at: 0, end, found: None };
        blocks.begin(start);
        blocks.find_map(|piece| match piece {
            Piece::Good(at, good) if good.header.has_records() => {
                Some((at, Block::new(at as u64, good, self.block(at, &good)?)?))
            }
            _ => None,
        })
    }

    /// The good blocks of all bytes, or from the first mark on that begins one.
    pub(crate) fn good_blocks(
        &self,
        part: bool,
    ) -> impl Iterator<Item = (usize, Header)> + use<'a> {
        let mut blocks = Blocks { file: *self, at: 0, end: self.bytes.len(), found: None };
        if part {
            blocks.begin(0);
        }
        blocks.filter_map(|piece| match piece {
            Piece::Good(at, good) => Some((at, good.header)),
            Piece::Bad { .. } => None,
        })
    }

    /// The good block at a place.
    pub(crate) fn good_block(&self, at: usize) -> Option<Good> {
        match look(self.bytes.get(at..)?, true, self.max_body) {
            Look::Good(good) => Some(good),
            Look::Bad(_) | Look::More(_) => None,
        }
    }

    fn block(&self, at: usize, good: &Good) -> Option<&'a [u8]> {
        self.bytes.get(at..)?.get(..good.header.block_len())
    }
}

/// The good blocks of a part, and what lies between.
#[derive(Clone, Debug)]
struct Blocks<'a> {
    file: Slice<'a>,
    at: usize,
    /// Blocks from here on belong to another part.
    end: usize,
    /// The good block that is next, if it was seen already.
    found: Option<(usize, Good)>,
}

enum Piece {
    Good(usize, Good),
    Bad { at: usize, len: usize, reason: Reason },
}

impl Blocks<'_> {
    /// Goes to the first good block from a place on.
    fn begin(&mut self, at: usize) {
        self.found = self.search(at, self.end);
        self.at = self.found.map_or(self.file.bytes.len(), |(at, _)| at);
    }

    /// The first good block that begins in some bytes, behind which it does not search.
    fn search(&self, start: usize, end: usize) -> Option<(usize, Good)> {
        let end = end.saturating_add(MARK.len() - 1).min(self.file.bytes.len());
        let bytes = self.file.bytes.get(..end)?;
        let mut at = start;
        loop {
            at += memmem::find(bytes.get(at..)?, &MARK)?;
            match self.file.good_block(at) {
                Some(good) => return Some((at, good)),
                None => at += 1,
            }
        }
    }
}

impl Iterator for Blocks<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let (at, good) = match self.found.take() {
            Some(found) => found,
            None => {
                let rest = self.file.bytes.get(self.at..)?;
                let at = self.at + first_used(rest)?;
                match look(self.file.bytes.get(at..)?, true, self.file.max_body) {
                    Look::Good(good) => (at, good),
                    Look::More(_) => return None,
                    Look::Bad(reason) => {
                        self.found = self.search(at + 1, self.file.bytes.len());
                        self.at = self.found.map_or(self.file.bytes.len(), |(at, _)| at);
                        return Some(Piece::Bad { at, len: self.at - at, reason });
                    }
                }
            }
        };
        if at >= self.end {
            self.at = self.file.bytes.len();
            return None;
        }
        self.at = at + good.header.block_len();
        Some(Piece::Good(at, good))
    }
}

/// What is in a file, or in a part of one: [`Slice::events`].
#[derive(Clone, Debug)]
pub struct Events<'a> {
    blocks: Blocks<'a>,
    place: Place,
    before: Before,
    next: Option<Event<'a>>,
}

impl<'a> Events<'a> {
    /// Goes to the section of a block, if that is another that began before the part, and returns it.
    fn enter(&mut self, header: &Header) -> Option<Event<'a>> {
        if !self.before.take(header, &self.place) {
            return None;
        }
        let Slice { mut bytes, max_body } = self.blocks.file;
        let Ok(found) = self.before.section(header.schema, &mut bytes, max_body);
        let (at, place) = found?;
        self.before.leave(std::mem::replace(&mut self.place, place));
        let at = usize::try_from(at).ok()?;
        let file = self.blocks.file;
        let good = file.good_block(at)?;
        event(at as u64, Role::Section, good, file.block(at, &good)?)
    }
}

impl<'a> Iterator for Events<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        if let Some(event) = self.next.take() {
            return Some(event);
        }
        let (at, good) = match self.blocks.next()? {
            Piece::Good(at, good) => (at, good),
            Piece::Bad { at, len, reason } => {
                let what = What::Skipped { len: len as u64, reason };
                return Some(Event { at: at as u64, what, bytes: &[] });
            }
        };
        if let Some(section) = self.enter(&good.header) {
            self.blocks.found = Some((at, good));
            return Some(section);
        }
        let bytes = self.blocks.file.block(at, &good)?;
        let (role, gap) = self.place.take(&good.header);
        let event = event(at as u64, role, good, bytes);
        let Some((expected, found)) = gap else { return event };
        self.next = event;
        Some(Event { at: at as u64, what: What::Gap { expected, found }, bytes: &[] })
    }
}
