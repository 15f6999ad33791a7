//! Files that are read from front to back.

use std::io::{ErrorKind, Read, Result, Seek, SeekFrom};
use std::ops::Range;

use crate::block::{FIRST_END, Good, HEADER, Header, Look, MARK, Reason, first_used, look};
use crate::earlier_sections::{Before, Found};
use crate::event::{Event, What, event};
use crate::place::{Place, Role};
use crate::scan::memmem;
use crate::statistics::Statistics;

/// Bytes that are read at a time, at least.
const CHUNK: usize = 64 << 10;

/// Bytes that are read behind a block that is passed over, at most: a header, mostly statistics, and the
/// header behind these.
const PEEK: usize = 4 << 10;

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
    input: R,
    /// Bytes that were read, and room for more.
    buf: Vec<u8>,
    /// The bytes in `buf` that are not done with.
    start: usize,
    end: usize,
    /// Where these begin in the file.
    at: u64,
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
    /// [`Seek::seek`], of an input that can.
    seek: Option<fn(&mut R, SeekFrom) -> Result<u64>>,
    /// Where the input is to be read next, if it was left elsewhere.
    back: Option<u64>,
    /// What the block that begins at a place is to be, so that it is passed over if that was asked for.
    stated: Option<Stated>,
    /// The schema block that was found last.
    section: Vec<u8>,
}

/// Finds the section of a check in an input, which it leaves at a place.
type Find<R> = fn(&mut Before, u32, &mut R, u64, usize) -> Result<Option<Found>>;

/// Which block statistics are about (F19).
#[derive(Clone, Copy, Debug)]
struct Stated {
    at: u64,
    body_check: u32,
    schema: u32,
    first: u64,
    /// Whether it is not wanted.
    pass: bool,
}

impl<R: Read> Reader<R> {
    /// The bound on bodies, unless [`max_body`](Self::max_body) sets another: 64 MiB.
    pub const MAX_BODY: usize = 64 << 20;

    /// A reader from the start of a file.
    pub fn new(input: R) -> Self {
        Reader {
            input,
            buf: Vec::new(),
            start: 0,
            end: 0,
            at: 0,
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
            seek: None,
            back: None,
            stated: None,
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
        self.at + self.given as u64
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
            stated.pass = true;
        }
    }

    /// What comes next, or `None` at the end of the file. Called again when the file has grown, it goes
    /// on.
    ///
    /// # Errors
    /// Those of the input. Called again, it goes on.
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>> {
        let given = std::mem::take(&mut self.given);
        self.consume(given);
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
            let at = self.at;
            if let Some(count) = self.pass_over(stated)? {
                return Ok(Some(Event { at, what: What::Unread { count }, bytes: &[] }));
            }
            match if there { self.look()? } else { Look::More(1) } {
                Look::Good(good) => {
                    if let Some((at, reason)) = self.range.take() {
                        return Ok(Some(self.skipped(at, reason)));
                    }
                    if self.at >= self.part_end {
                        return Ok(None);
                    }
                    if let Some((at, good)) = self.enter(&good.header)? {
                        return Ok(event(at, Role::Section, good, &self.section));
                    }
                    let (role, gap) = self.place.take(&good.header);
                    self.next = Some((role, good));
                    if let Some((expected, found)) = gap {
                        let what = What::Gap { expected, found };
                        return Ok(Some(Event { at: self.at, what, bytes: &[] }));
                    }
                }
                Look::Bad(reason) => {
                    self.range.get_or_insert((self.at, reason));
                    self.consume(1);
                }
                Look::More(_) => {
                    let range = if self.follows { None } else { self.range.take() };
                    return Ok(range.map(|(at, reason)| self.skipped(at, reason)));
                }
            }
        };
        self.given = good.header.block_len();
        let Header { schema, first, .. } = good.header;
        let at = self.position();
        let bytes = self.buf.get(self.start..self.end).and_then(|rest| rest.get(..self.given));
        let event = event(self.at, role, good, bytes.unwrap_or_default());
        if let Some(Event { what: What::Statistics(Statistics { block, .. }), .. }) = &event {
            let body_check = *block;
            self.stated = Some(Stated { at, body_check, schema, first, pass: false });
        }
        Ok(event)
    }

    /// Passes over the block that comes next, if it is the one that was stated and F21 allows it, and returns how many
    /// records are in it.
    fn pass_over(&mut self, stated: Option<Stated>) -> Result<Option<u32>> {
        let Some(stated) = stated.filter(|stated| stated.pass && stated.at == self.at) else {
            return Ok(None);
        };
        if self.range.is_some() || self.at >= self.part_end || !self.fill(HEADER)? {
            return Ok(None);
        }
        let header = self.rest().first_chunk().and_then(Header::from_bytes);
        let is_stated = |header: &Header| {
            let Stated { body_check, schema, first, .. } = stated;
            (header.body_check, header.schema, header.first) == (body_check, schema, first)
                && header.count > 0
                && header.first < FIRST_END
                && header.len as usize <= self.max_body
                && self.place.expects(header)
        };
        let Some(header) = header.filter(is_stated) else { return Ok(None) };
        if !self.step_over(header.block_len())? {
            return Ok(None);
        }
        self.place.take(&header);
        Ok(Some(header.count))
    }

    /// Goes so many bytes on, if a header stands there, or the file ends.
    fn step_over(&mut self, len: usize) -> Result<bool> {
        let there = self.end - self.start;
        if let Some(header) = self.rest().get(len..).and_then(<[u8]>::first_chunk) {
            let is_header = Header::from_bytes(header).is_some();
            self.consume(if is_header { len } else { 0 });
            return Ok(is_header);
        }
        let Some(seek) = self.seek else { return Ok(false) };
        let to = self.at + len as u64;
        // What is next is read from here, unless all goes well.
        let back = self.back.unwrap_or(self.at + there as u64);
        self.back = Some(back);
        seek(&mut self.input, SeekFrom::Start(to))?;
        let (mut piece, mut read) = ([0; PEEK], 0);
        while read < HEADER {
            match self.input.read(piece.get_mut(read..).unwrap_or_default()) {
                Ok(0) => break,
                Ok(more) => read += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let is_there = match piece.get(..read).unwrap_or_default().first_chunk() {
            Some(header) => Header::from_bytes(header).is_some(),
            None => read == 0 && seek(&mut self.input, SeekFrom::End(0))? == to,
        };
        if is_there {
            let piece = piece.get(..read).unwrap_or_default();
            self.buf.resize(self.buf.len().max(read), 0);
            if let Some(start) = self.buf.get_mut(..read) {
                start.copy_from_slice(piece);
            }
            (self.start, self.end, self.at, self.back) = (0, read, to, None);
        }
        Ok(is_there)
    }

    fn skipped(&self, at: u64, reason: Reason) -> Event<'static> {
        Event { at, what: What::Skipped { len: self.at - at, reason }, bytes: &[] }
    }

    /// Goes to the first good block of the part, and returns whether there is one.
    fn begin(&mut self) -> Result<bool> {
        while !self.begun && self.find_mark(self.part_end)? {
            match self.look()? {
                Look::Good(_) => self.begun = true,
                Look::Bad(_) => self.consume(1),
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
        let back = self.at + (self.end - self.start) as u64;
        let found = find(&mut self.before, header.schema, &mut self.input, back, self.max_body)?;
        Ok(found.map(|Found { at, place, good, block }| {
            self.before.leave(std::mem::replace(&mut self.place, place));
            self.section = block;
            (at, good)
        }))
    }

    /// Looks at what comes next, of which there is a byte: `More` if the file has to grow before.
    fn look(&mut self) -> Result<Look> {
        loop {
            match look(self.rest(), false, self.max_body) {
                Look::More(needed) if self.fill(needed)? => {}
                Look::More(_) if !self.follows => {
                    return Ok(look(self.rest(), true, self.max_body));
                }
                found => return Ok(found),
            }
        }
    }

    /// Passes over unused space (F8), and returns whether something comes behind it.
    fn skip_unused(&mut self) -> Result<bool> {
        loop {
            let rest = self.rest();
            let used = first_used(rest);
            let unused = used.unwrap_or(rest.len());
            self.consume(unused);
            if used.is_some() {
                return Ok(true);
            }
            if !self.fill(1)? {
                return Ok(false);
            }
        }
    }

    /// Passes over all up to the next mark, and returns whether there is one that begins before a place.
    fn find_mark(&mut self, before: u64) -> Result<bool> {
        while self.at < before {
            let rest = self.rest();
            if let Some(place) = memmem::find(rest, &MARK) {
                self.consume(place);
                return Ok(self.at < before);
            }
            // The last bytes may be the start of one.
            let needless = rest.len().saturating_sub(MARK.len() - 1);
            self.consume(needless);
            if self.at < before && !self.fill(MARK.len())? {
                if !self.follows {
                    self.consume(self.end - self.start);
                }
                return Ok(false);
            }
        }
        Ok(false)
    }

    fn rest(&self) -> &[u8] {
        self.buf.get(self.start..self.end).unwrap_or_default()
    }

    fn consume(&mut self, len: usize) {
        self.start += len;
        self.at += len as u64;
    }

    /// Reads until so many bytes are there, and returns whether they are.
    fn fill(&mut self, needed: usize) -> Result<bool> {
        self.buf.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if let (Some(seek), Some(back), true) = (self.seek, self.back, self.end < needed) {
            seek(&mut self.input, SeekFrom::Start(back))?;
            self.back = None;
        }
        while self.end < needed {
            // No memory is claimed for bytes that have not come, but for a chunk, or as many again.
            let more = (needed - self.end).min(self.end).max(CHUNK);
            let room = self.end + more;
            if self.buf.len() < room {
                self.buf.reserve_exact(room - self.buf.len());
                self.buf.resize(room, 0);
            }
            match self.input.read(self.buf.get_mut(self.end..room).unwrap_or_default()) {
                Ok(0) => return Ok(false),
                Ok(read) => self.end += read.min(more),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(true)
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
    pub fn part(mut input: R, part: Range<u64>) -> Result<Self> {
        input.seek(SeekFrom::Start(part.start))?;
        Ok(Reader {
            at: part.start,
            part_end: part.end,
            begun: part.contains(&0),
            before: Before::new(part.start),
            find: Some(Before::find),
            seek: Some(R::seek),
            ..Reader::new(input)
        })
    }
}
