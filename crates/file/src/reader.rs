//! Files that are read from front to back.

use std::io::{Read, Result, Seek};
use std::ops::Range;

use crate::block::{Good, HEADER, Header, Look, MARK, Reason, first_used, look};
use crate::buffer::Buffer;
use crate::earlier_sections::{Before, Found};
use crate::event::{Event, Fields, What, event};
use crate::place::{Place, Role};
use crate::scan::{crc32c, memmem};
use crate::statistics::FieldList;
use crate::wanted::{Stated, Wanted};

/// Reads a file from front to back, in the memory of one block.
///
/// ```
/// use onesheet_file::{Reader, Writer};
///
/// let mut writer = Writer::<u16, _>::new(Vec::new())?;
/// writer.write_block(&[1000, 1001, 1002])?;
/// let bytes = writer.finish()?;
///
/// let records = Reader::new(bytes.as_slice()).records::<u16>();
/// assert_eq!(records.collect::<Result<Vec<_>, _>>()?, [1000, 1001, 1002]);
/// # Ok::<(), onesheet_file::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    buffer: Buffer<R>,
    /// Bytes of the event that was given last.
    given: usize,
    /// Where the range began that is being skipped, and why.
    range: Option<(u64, Reason)>,
    /// The good block that comes next, of which the gap before it was given already.
    next: Option<(Role, Good)>,
    place: Place,
    max_body: usize,
    follows: bool,
    /// Blocks from here on belong to another part.
    part_end: u64,
    /// Whether the first good block of the part was found: bytes before it belong to another part.
    begun: bool,
    before: Before,
    /// [`Before::find`]; none if all is read, of an input that need not seek.
    find: Option<Find<R>>,
    /// What the block that begins at a place is to be, and what is wanted of it.
    stated: Option<Stated>,
    /// Whether fields are read alone: not behind some that were not what was said of them.
    reads_fields: bool,
    /// Where the fields are that were read last, and their lists.
    places: Vec<FieldList>,
    lists: Vec<u8>,
    /// The schema block that was found last.
    section: Vec<u8>,
}

/// Finds the section of a check in an input, which it leaves at a place.
type Find<R> = fn(&mut Before, u32, &mut R, u64, usize) -> Result<Option<Found>>;

impl<R: Read> Reader<R> {
    /// The bound on bodies, unless [`max_body`](Self::max_body) sets another: 64 MiB.
    pub const MAX_BODY: usize = 64 << 20;

    /// A reader from the start of a file.
    pub fn new(input: R) -> Self {
        Reader::over(Buffer::new(input))
    }

    fn over(buffer: Buffer<R>) -> Self {
        Reader {
            buffer,
            given: 0,
            range: None,
            next: None,
            place: Place::default(),
            max_body: Self::MAX_BODY,
            follows: false,
            part_end: u64::MAX,
            begun: true,
            before: Before::new(0),
            find: None,
            stated: None,
            reads_fields: true,
            places: Vec::new(),
            lists: Vec::new(),
            section: Vec::new(),
        }
    }

    /// The same, for which bodies of more than `max_body` bytes are [too long](Reason::TooLong). It
    /// bounds the memory of the reader: a block, and 64 KiB. A [part](Self::part) takes more for the schema
    /// blocks before it: the one that was found last, and where the others are.
    #[must_use]
    pub fn max_body(self, max_body: usize) -> Self {
        Reader { max_body, ..self }
    }

    /// The same for a file that grows: where it ends within a block, [`next_event`](Self::next_event)
    /// says that nothing is there yet, and not that the block is truncated.
    ///
    /// Bytes that were read are not read again: behind [`Writer::append`](crate::Writer::append), which
    /// cuts off a torn block, it takes a new reader to see what came in its place.
    #[must_use]
    pub fn follow(self) -> Self {
        Reader { follows: true, ..self }
    }

    /// Where the next event begins, or later, in bytes from the start of the file.
    pub fn position(&self) -> u64 {
        self.buffer.at() + self.given as u64
    }

    /// Behind an event of [statistics](What::Statistics): the block that they are about is not wanted.
    ///
    /// Where F21 allows it, that block is not read, and comes as [`Unread`](What::Unread); otherwise this has
    /// no effect. A reader of a [part](Self::part) steps over the bytes of the body, another
    /// one only if they were read already.
    ///
    /// ```
    /// use onesheet_file::{BlockWriter, Bounds, Reader, Statistics, What};
    ///
    /// let mut writer = BlockWriter::new(Vec::new(), &"u16".parse()?)?;
    /// let ints = vec![Bounds { column: 0, least: 1000, greatest: 1002 }];
    /// let statistics = Statistics { ints, ..Statistics::default() };
    /// let list = onesheet::list::encode(&[1000u16, 1001, 1002]);
    /// writer.write_list_with(&list, 3, &statistics)?;
    /// let file = writer.finish()?;
    ///
    /// let mut reader = Reader::new(file.as_slice());
    /// let mut unread = 0;
    /// while let Some(event) = reader.next_event()? {
    ///     match event.what {
    ///         What::Statistics(found) if found.ints[0].greatest < 2000 => reader.pass(),
    ///         What::Unread { count } => unread += count,
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(unread, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pass(&mut self) {
        if let Some(stated) = &mut self.stated {
            stated.pass();
        }
    }

    /// Behind an event of [statistics](What::Statistics): only these fields are wanted of the block that they are
    /// about, each given by its place in [`Statistics::fields`](crate::Statistics::fields).
    ///
    /// Where F23 allows it, their lists are read, and come as [`Fields`](What::Fields); otherwise, or if there is
    /// no such field, this has no effect. A reader of a [part](Self::part) steps over the other bytes of the body,
    /// another one only if they were read already. The lists take memory of their own, up to that of a block.
    /// Behind a field whose check is wrong, blocks are read whole.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use onesheet_file::{BlockWriter, FieldList, Reader, Statistics, What};
    ///
    /// let ty = "tuple(u16, str)".parse()?;
    /// let mut writer = BlockWriter::new(Vec::new(), &ty)?;
    /// let list = onesheet::list::encode(&[(1000u16, "a"), (1001, "bc")]);
    /// let fields = FieldList::of(&ty, 2, &list);
    /// writer.write_list_with(&list, 2, &Statistics { fields, ..Statistics::default() })?;
    /// let file = writer.finish()?;
    ///
    /// let mut reader = Reader::part(Cursor::new(file), 0..u64::MAX)?;
    /// let mut found = Vec::new();
    /// while let Some(event) = reader.next_event()? {
    ///     match event.what {
    ///         What::Statistics(_) => reader.only(&[1]),
    ///         What::Fields(fields) => found.extend_from_slice(fields.bytes()),
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(found, onesheet::list::encode(&["a", "bc"]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only(&mut self, fields: &[usize]) {
        if let Some(stated) = &mut self.stated {
            stated.only(fields);
        }
    }

    /// What comes next, or `None` at the end of the file. Called again when the file has grown, it goes
    /// on.
    ///
    /// # Errors
    /// Those of the input. Called again, it goes on.
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>> {
        let given = std::mem::take(&mut self.given);
        self.buffer.consume(given);
        if !self.begun && !self.begin()? {
            return Ok(None);
        }
        let (role, good) = loop {
            if let Some(next) = self.next.take() {
                break next;
            }
            // A range goes on to the next good block, a mark after the other.
            let stated = self.stated.take();
            let there =
                if self.range.is_some() { self.find_mark(u64::MAX)? } else { self.skip_unused()? };
            let at = self.buffer.at();
            if let Some(what) = self.leave_out(stated)? {
                return Ok(Some(Event { at, what: self.left(what), bytes: &[] }));
            }
            match if there { self.look()? } else { Look::More(1) } {
                Look::Good(good) => {
                    if let Some((at, reason)) = self.range.take() {
                        return Ok(Some(self.skipped(at, reason)));
                    }
                    if self.buffer.at() >= self.part_end {
                        return Ok(None);
                    }
                    if let Some((at, good)) = self.enter(&good.header)? {
                        return Ok(event(at, Role::Section, good, &self.section));
                    }
                    let (role, gap) = self.place.take(&good.header);
                    self.next = Some((role, good));
                    if let Some((expected, found)) = gap {
                        let what = What::Gap { expected, found };
                        return Ok(Some(Event { at: self.buffer.at(), what, bytes: &[] }));
                    }
                }
                Look::Bad(reason) => {
                    self.range.get_or_insert((self.buffer.at(), reason));
                    self.buffer.consume(1);
                }
                Look::More(_) => {
                    let range = if self.follows { None } else { self.range.take() };
                    return Ok(range.map(|(at, reason)| self.skipped(at, reason)));
                }
            }
        };
        self.given = good.header.block_len();
        let at = self.position();
        let bytes = self.buffer.rest().get(..self.given);
        let event = event(self.buffer.at(), role, good, bytes.unwrap_or_default());
        if let Some(Event { what: What::Statistics(statistics), .. }) = &event {
            self.stated = Some(Stated::new(at, &good.header, statistics));
        }
        Ok(event)
    }

    /// Goes behind the block that comes next, if it is the one that was stated, not all of it is wanted, and F21 or F23
    /// allow that. Returns its header, and whether fields of it were read.
    fn leave_out(&mut self, stated: Option<Stated>) -> Result<Option<(Header, bool)>> {
        let Some(stated) = stated else { return Ok(None) };
        let fields = match stated.wanted(self.buffer.at()) {
            Wanted::All => return Ok(None),
            Wanted::None => None,
            Wanted::Fields(_) if !self.reads_fields => return Ok(None),
            Wanted::Fields(fields) => Some(fields),
        };
        let is_part = self.range.is_none() && self.buffer.at() < self.part_end;
        if !is_part || !self.buffer.fill(HEADER)? {
            return Ok(None);
        }
        let header = self.buffer.rest().first_chunk().and_then(Header::from_bytes);
        let is_it = |header: &Header| {
            header.len as usize <= self.max_body && stated.is_of(header, &self.place)
        };
        let Some(header) = header.filter(is_it) else { return Ok(None) };
        let is_right = match fields {
            Some(fields) => self.read_fields(fields)?,
            None => true,
        };
        if !(is_right && self.buffer.step_over(header.block_len())?) {
            // No other block is read twice.
            self.reads_fields &= fields.is_none();
            return Ok(None);
        }
        self.place.take(&header);
        Ok(Some((header, fields.is_some())))
    }

    /// Reads these fields of the block that comes next, and returns whether they are what was said of them.
    fn read_fields(&mut self, fields: &[FieldList]) -> Result<bool> {
        self.places.clear();
        self.lists.clear();
        for field in fields {
            let (start, len) = (self.lists.len(), field.len as usize);
            self.buffer.copy(HEADER + field.at as usize, len, &mut self.lists)?;
            let list = self.lists.get(start..).unwrap_or_default();
            if list.len() != len || crc32c::crc32c(list) != field.check {
                return Ok(false);
            }
            self.places.push(*field);
        }
        Ok(true)
    }

    /// What was left of a block.
    fn left(&self, (header, has_fields): (Header, bool)) -> What<'_> {
        let Header { count, first, .. } = header;
        match has_fields {
            true => {
                let (places, bytes) = (self.places.as_slice(), self.lists.as_slice());
                What::Fields(Fields { count, first, places, bytes })
            }
            false => What::Unread { count },
        }
    }

    fn skipped(&self, at: u64, reason: Reason) -> Event<'static> {
        Event { at, what: What::Skipped { len: self.buffer.at() - at, reason }, bytes: &[] }
    }

    /// Goes to the first good block of the part, and returns whether there is one.
    fn begin(&mut self) -> Result<bool> {
        while !self.begun && self.find_mark(self.part_end)? {
            match self.look()? {
                Look::Good(_) => self.begun = true,
                Look::Bad(_) => self.buffer.consume(1),
                Look::More(_) => break,
            }
        }
        Ok(self.begun)
    }

    /// Goes to the section of a block, if that is another that began before the part, and returns where
    /// its schema block is, and that.
    fn enter(&mut self, header: &Header) -> Result<Option<(u64, Good)>> {
        let Some(find) = self.find else { return Ok(None) };
        if !self.before.take(header, &self.place) {
            return Ok(None);
        }
        // If it fails, nothing is changed, and the same is done again.
        let (input, back) = self.buffer.input();
        let found = find(&mut self.before, header.schema, input, back, self.max_body)?;
        Ok(found.map(|Found { at, place, good, block }| {
            self.before.leave(std::mem::replace(&mut self.place, place));
            self.section = block;
            (at, good)
        }))
    }

    /// Looks at what comes next, of which there is a byte: `More` if the file has to grow before.
    fn look(&mut self) -> Result<Look> {
        loop {
            match look(self.buffer.rest(), false, self.max_body) {
                Look::More(needed) if self.buffer.fill(needed)? => {}
                Look::More(_) if !self.follows => {
                    return Ok(look(self.buffer.rest(), true, self.max_body));
                }
                found => return Ok(found),
            }
        }
    }

    /// Passes over unused space (F8), and returns whether something comes behind it.
    fn skip_unused(&mut self) -> Result<bool> {
        loop {
            let rest = self.buffer.rest();
            let used = first_used(rest);
            let unused = used.unwrap_or(rest.len());
            self.buffer.consume(unused);
            if used.is_some() {
                return Ok(true);
            }
            if !self.buffer.fill(1)? {
                return Ok(false);
            }
        }
    }

    /// Passes over all up to the next mark, and returns whether there is one that begins before a place.
    fn find_mark(&mut self, before: u64) -> Result<bool> {
        while self.buffer.at() < before {
            let rest = self.buffer.rest();
            if let Some(place) = memmem::find(rest, &MARK) {
                self.buffer.consume(place);
                return Ok(self.buffer.at() < before);
            }
            // The last bytes may be the start of one.
            let needless = rest.len().saturating_sub(MARK.len() - 1);
            self.buffer.consume(needless);
            if self.buffer.at() < before && !self.buffer.fill(MARK.len())? {
                if !self.follows {
                    let rest = self.buffer.rest().len();
                    self.buffer.consume(rest);
                }
                return Ok(false);
            }
        }
        Ok(false)
    }
}

impl<R: Read + Seek> Reader<R> {
    /// A reader of a part of a file: of the blocks that begin in these bytes of the input, counted from
    /// its start (F15), and of the bytes between them that are none. It gives what
    /// [`Slice::part`](crate::Slice::part) gives.
    ///
    /// ```
    /// use std::fs::File;
    /// use onesheet_file::{Options, Reader, Writer};
    ///
    /// # let path = std::env::temp_dir().join(format!("part-{}.onesheet", std::process::id()));
    /// # let _ = std::fs::remove_file(&path);
    /// let mut writer = Writer::create(&path, Options::default())?;
    /// (0..100u64).try_for_each(|n| writer.write_block(&[n]))?;
    /// writer.finish()?;
    ///
    /// let middle = std::fs::metadata(&path)?.len() / 2;
    /// let mut records = Vec::new();
    /// for part in [0..middle, middle..u64::MAX] {
    ///     for record in Reader::part(File::open(&path)?, part)?.records::<u64>() {
    ///         records.push(record?);
    ///     }
    /// }
    /// assert!(records.into_iter().eq(0..100));
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), onesheet_file::Error>(())
    /// ```
    ///
    /// It reads the part, and behind it up to the end of the next good block, for what is no block before
    /// that is the part's too; and up to 64 KiB more. A section that began before the part comes in front
    /// of the first block of it: for that it reads the file's first block. Where that is not the section's,
    /// it reads the headers before the part, 512 bytes for each block or a little more; if damage hides the
    /// section from these, the bytes before the part, 64 KiB at a time.
    ///
    /// # Errors
    /// Those of the input.
    pub fn part(input: R, part: Range<u64>) -> Result<Self> {
        let buffer = Buffer::from(input, part.start)?;
        Ok(Reader {
            part_end: part.end,
            begun: part.contains(&0),
            before: Before::new(part.start),
            find: Some(Before::find),
            ..Reader::over(buffer)
        })
    }
}
