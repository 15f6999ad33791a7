//! `recover`: what is whole in a file, to a new one that is whole.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use onesheet::file::{HEADER_LEN, Header, kind};
use onesheet_file::{Event, What};

use super::{Input, Step};
use crate::args::Recover;
use crate::failure::Failure;
use crate::files;

pub fn recover(args: &Recover) -> Result<(), Failure> {
    files::other(&args.file.file, &args.output)?;
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    let name = args.output.display();
    let mut blocks = 0;
    files::write_with(&args.output, |out| {
        let mut whole = Whole::new(out, &args.output);
        input.each(|found| {
            whole.add(found.event)?;
            Ok(Step::On)
        })?;
        whole.finish(input.problems > 0)?;
        blocks = whole.blocks;
        // A file that was there is worth more than one with nothing in it.
        match blocks {
            0 => Err(Failure::found(format_args!("{}: no whole block", input.name()))),
            _ => Ok(()),
        }
    })?;
    let problems = input.problems;
    drop(input);
    files::write(None, format!("{name}: blocks: {blocks}\n").as_bytes())?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// A file of the blocks that are added. Where records are missing, a section begins, so that none
/// are missing in what is written (F6, F12).
struct Whole<'a> {
    out: &'a mut (dyn Write + Send),
    path: &'a Path,
    blocks: u64,
    /// The schema blocks so far, by their checks.
    schemas: HashMap<u32, Vec<u8>>,
    /// That of the section that is written, how many records it has, and whether it has its end.
    schema: Option<u32>,
    first: u64,
    ended: bool,
    /// Whether records before the next block are missing.
    gap: bool,
    /// Statistics, until their block comes.
    statistics: Vec<u8>,
}

impl<'a> Whole<'a> {
    fn new(out: &'a mut (dyn Write + Send), path: &'a Path) -> Self {
        let (schemas, statistics) = (HashMap::new(), Vec::new());
        let (schema, first, ended, gap) = (None, 0, true, false);
        Whole { out, path, blocks: 0, schemas, schema, first, ended, gap, statistics }
    }

    fn add(&mut self, event: &Event<'_>) -> Result<(), Failure> {
        let bytes = event.bytes;
        let head = bytes.first_chunk::<HEADER_LEN>().and_then(Header::from_bytes);
        let Some(header) = head else {
            match event.what {
                What::Gap { .. } => self.gap = true,
                _ => self.statistics.clear(),
            }
            return Ok(());
        };
        match event.what {
            What::Section(_) => {
                self.schemas.insert(header.schema, bytes.to_vec());
                self.begin(header.schema)?;
            }
            What::Records(_) | What::Orphan(_) => self.records(header, bytes)?,
            What::End { .. } => self.end()?,
            What::Statistics(_) => self.statistics = bytes.to_vec(),
            // The end of another section.
            What::Passed if matches!(header.kind, kind::END | kind::STATISTICS) => {}
            What::Passed => self.put(bytes)?,
            // What no reader takes without a word.
            _ => {}
        }
        if !matches!(event.what, What::Statistics(_)) {
            self.gap = false;
            self.statistics.clear();
        }
        Ok(())
    }

    /// Writes a block as the next of its section, of which there may be no schema block: then it is left out.
    fn records(&mut self, header: Header, bytes: &[u8]) -> Result<(), Failure> {
        let has_gap = self.gap && self.first > 0;
        if self.schema != Some(header.schema) || has_gap {
            if !self.schemas.contains_key(&header.schema) {
                return Ok(());
            }
            self.begin(header.schema)?;
        }
        let statistics = std::mem::take(&mut self.statistics);
        for block in [statistics.as_slice(), bytes] {
            let head = block.first_chunk::<HEADER_LEN>().and_then(Header::from_bytes);
            if let (Some(header), Some(body)) = (head, block.get(HEADER_LEN..)) {
                let head = Header { first: self.first, ..header }.to_bytes();
                self.put(&[&head, body].concat())?;
            }
        }
        self.first += u64::from(header.count);
        self.ended = false;
        Ok(())
    }

    /// Begins a section whose schema block came before.
    fn begin(&mut self, schema: u32) -> Result<(), Failure> {
        if !self.ended {
            self.end()?;
        }
        if let Some(block) = self.schemas.get(&schema).cloned() {
            self.put(&block)?;
        }
        (self.schema, self.first, self.ended) = (Some(schema), 0, false);
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        let Some(schema) = self.schema else { return Ok(()) };
        // Of no bytes the check is 0.
        let (first, body_check) = (self.first, 0);
        let end = Header { kind: kind::END, body_check, len: 0, count: 0, schema, first };
        self.ended = true;
        self.put(&end.to_bytes())
    }

    /// Ends the last section, too, if something `is_damaged`.
    fn finish(&mut self, is_damaged: bool) -> Result<(), Failure> {
        if is_damaged && !self.ended { self.end() } else { Ok(()) }
    }

    fn put(&mut self, block: &[u8]) -> Result<(), Failure> {
        self.blocks += 1;
        self.out.write_all(block).map_err(|e| files::unwritable(self.path, &e))
    }
}
