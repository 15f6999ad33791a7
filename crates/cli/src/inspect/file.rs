//! Files of records: sections, blocks, and what is wrong between them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Cursor, IsTerminal, Read, stdout};
use std::rc::Rc;

use onesheet::file::{HEADER_LEN, Header};
use onesheet_file::{Event, Section, What};

use super::damage::{self, Source};
use super::header::{FIELDS, meaning, summary, word};
use super::message;
use crate::args::Inspect;
use crate::failure::{Failure, shown};
use crate::file::{Found, Input, Problem, Step, limits, list_of};
use crate::files;
use crate::listing::{LINE, Listing};

pub fn inspect(args: &Inspect) -> Result<(), Failure> {
    let (input, len, source) = open(args)?;
    let name = files::name(args.input.as_deref());
    let mut input = Input::new(name, input, len, &args.max_body)?.quiet();
    if stdout().is_terminal() {
        input.progress.hide();
    }
    let mut inspector = Inspector {
        listing: Listing::new(args.color, args.full),
        source,
        max_body: args.max_body.bytes,
        kinds: BTreeSet::new(),
        section: None,
        counts: [0; 3],
    };
    input.each(|found| inspector.found(found))?;
    let [sections, blocks, records] = inspector.counts;
    let problems = input.problems;
    let line =
        format!("sections: {sections}, blocks: {blocks}, records: {records}, problems: {problems}");
    inspector.listing.say(&line);
    inspector.listing.finish()?;
    if problems == 0 { Ok(()) } else { Err(damaged(input.name(), problems)) }
}

fn damaged(name: &str, problems: u64) -> Failure {
    Failure::found(format_args!("{name}: damaged; problems: {problems}"))
}

/// The file to be read from front to back, with its length, and the same to look at places of it again,
/// unless it comes only once.
type Opened = (Box<dyn Read>, Option<u64>, Option<Box<dyn Source>>);

fn open(args: &Inspect) -> Result<Opened, Failure> {
    let path = args.input.as_deref();
    if args.hex {
        let bytes: Rc<[u8]> = files::read_message(path, true)?.into();
        let (input, len) = (Cursor::new(bytes.clone()), bytes.len() as u64);
        return Ok((Box::new(input), Some(len), Some(Box::new(Cursor::new(bytes)))));
    }
    let (input, len) = files::open(path)?;
    // Only files have a length.
    let Some(path) = path.filter(|_| len.is_some()) else { return Ok((input, len, None)) };
    let again = File::open(path).map_err(|e| files::unreadable(path, &e))?;
    Ok((input, len, Some(Box::new(again))))
}

struct Inspector {
    listing: Listing,
    source: Option<Box<dyn Source>>,
    max_body: usize,
    /// The kinds of which a block was explained.
    kinds: BTreeSet<u8>,
    /// The check of the section's schema block.
    section: Option<u32>,
    /// Sections, blocks and records.
    counts: [u64; 3],
}

impl Inspector {
    fn found(&mut self, found: &Found<'_>) -> Result<Step, Failure> {
        let Event { at, what, bytes } = found.event;
        if !self.listing.is_open() {
            return Ok(Step::Stop);
        }
        let mut step = Step::On;
        if let Some(header) = bytes.first_chunk().and_then(Header::from_bytes) {
            if let What::Section(_) = what {
                self.section = Some(header.schema);
            }
            if self.header(*at, &header, bytes) {
                step = self.body(found, &header);
            }
        }
        match what {
            What::Section(section) => self.section(section),
            What::Records(block) => self.counts[2] += u64::from(block.count()),
            _ => {}
        }
        if let Some(problem) = &found.problem {
            self.problem(found, problem)?;
        }
        Ok(step)
    }

    /// A header in full, if it is the first of its kind, or a line; returns which.
    fn header(&mut self, at: u64, header: &Header, bytes: &[u8]) -> bool {
        self.counts[1] += 1;
        if !self.kinds.insert(header.kind) && !self.listing.is_full() {
            let text = summary(header);
            self.listing.part(at, &bytes[..LINE], "F3", &word(header), &text);
            return false;
        }
        for field in &FIELDS {
            let (start, end) = (field.at, field.at + field.len);
            let text = meaning(header, field, self.section);
            self.listing.part(at + start as u64, &bytes[start..end], field.rule, field.name, &text);
        }
        true
    }

    /// The body of a block: byte by byte if all is to be shown, and the records stand there as they are.
    fn body(&mut self, found: &Found<'_>, header: &Header) -> Step {
        let Event { at, what, bytes } = found.event;
        let at = at + HEADER_LEN as u64;
        if let (What::Records(block), Some(ty), true) = (what, found.ty, self.listing.is_full()) {
            if let (false, Cow::Borrowed(list)) = (block.is_compressed(), block.payload()) {
                let ty = list_of(ty, block.count().into());
                return match message::explain(&mut self.listing, &ty, list, at, &limits()) {
                    Ok(()) => Step::On,
                    Err((error, _)) => Step::Wrong(Problem::new("F14", "message", error)),
                };
            }
        }
        if bytes.len() > HEADER_LEN {
            let text = format!("{} bytes, {}", header.len, word(header));
            self.listing.part(at, &bytes[HEADER_LEN..], "F2", "body", &text);
        }
        Step::On
    }

    fn section(&mut self, section: &Section<'_>) {
        self.counts[0] += 1;
        self.listing.note("F5", "fingerprint", &format!("{:016x}", section.fingerprint()));
        self.listing.note("F5", "schema", &shown(section.schema()));
        for (key, value) in section.about() {
            self.listing.note("F5", &format!("about.{}", shown(key)), &shown(value));
        }
    }

    fn problem(&mut self, found: &Found<'_>, problem: &Problem) -> Result<(), Failure> {
        let Problem { rule, word, what, hint } = problem;
        let hint = hint.as_ref().map_or(String::new(), |hint| format!("; {hint}"));
        let at = found.event.at;
        if let (What::Skipped { reason, .. }, Some(source)) = (&found.event.what, &mut self.source)
        {
            let (head, why) = damage::explain(source, at, *reason, self.max_body).map_err(|e| {
                Failure::usage(format_args!("cannot read the file a second time: {e}"))
            })?;
            let head = &head[..head.len().min(LINE)];
            self.listing.wrong(at, head, rule, word, &format!("{what}: {why}{hint}"));
        } else {
            self.listing.wrong(at, &[], rule, word, &format!("{what}{hint}"));
        }
        Ok(())
    }
}
