//! `check`, `cat` and `recover`: files of records (spec/FILES.md).

use std::fs::File;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

use onesheet_dynamic::{Type, Value, decode};
use onesheet_file::{Block, Event, Reader, What};

use crate::args::{Cat, Check, FileArgs, Recover};
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// A file that is read, and what was found wrong in it.
struct Input<'a> {
    path: &'a Path,
    reader: Reader<File>,
    progress: Progress,
    limits: onesheet::Limits,
    /// The type of the section, if its schema is one.
    ty: Option<Type>,
    problems: u64,
}

impl<'a> Input<'a> {
    fn open(args: &'a FileArgs) -> Result<Self, Failure> {
        let path = args.file.as_path();
        let error = |e| Failure::usage(format_args!("cannot read {}: {e}", path.display()));
        let file = File::open(path).map_err(error)?;
        let metadata = file.metadata().map_err(error)?;
        if metadata.is_dir() {
            return Err(Failure::usage(format_args!(
                "cannot read {}: a directory",
                path.display()
            )));
        }
        Ok(Input {
            path,
            reader: Reader::new(file).max_body(args.max_body),
            progress: Progress::new(metadata.len()),
            limits: onesheet::Limits { max_alloc: args.max_body, ..Default::default() },
            ty: None,
            problems: 0,
        })
    }

    /// Calls `f` with each event in turn, and what is wrong about it, if anything is; each of these
    /// is a line on standard error.
    fn each(
        &mut self,
        mut f: impl FnMut(&Event<'_>, Option<Vec<Value>>) -> Result<Next, Failure>,
    ) -> Result<(), Failure> {
        loop {
            self.progress.update(self.reader.position(), "");
            let event = self.reader.next_event().map_err(|e| {
                Failure::usage(format_args!("cannot read {}: {e}", self.path.display()))
            })?;
            let Some(event) = event else { return Ok(()) };
            let mut records = None;
            let problem = match &event.what {
                What::Section(section) => {
                    let ty = section.schema().parse::<Type>();
                    let problem = ty.as_ref().err().map(|error| format!("schema: {error}"));
                    self.ty = ty.ok();
                    let stated = section.fingerprint();
                    let other = self.ty.as_ref().filter(|ty| ty.fingerprint() != stated);
                    problem.or(other.map(|ty| {
                        let own = ty.fingerprint();
                        format!("schema: its fingerprint is {own:016x}, not {stated:016x}")
                    }))
                }
                What::Records(block) => match &self.ty {
                    Some(ty) => match values(ty, block, &self.limits) {
                        Ok(values) => {
                            records = Some(values);
                            None
                        }
                        Err(problem) => Some(problem),
                    },
                    None => Some("schema: the records are of no known type".into()),
                },
                What::Orphan(block) => {
                    Some(format!("orphan: {} records without their schema block", block.count()))
                }
                What::Gap { expected, found } if found > expected => {
                    Some(format!("gap: records {expected} to {} are missing", found - 1))
                }
                What::Gap { expected, found } => {
                    Some(format!("gap: record {found} comes where {expected} was expected"))
                }
                What::Unknown { kind } => Some(format!("unknown: a block of kind {kind:#04x}")),
                What::Skipped { len, reason } => {
                    Some(format!("{reason}: {len} bytes are no block"))
                }
                _ => None,
            };
            if let Some(problem) = problem {
                self.problems += 1;
                let line =
                    format!("onesheet: {}: byte {}: {problem}", self.path.display(), event.at);
                self.progress.say(&line);
            }
            if f(&event, records)? == Next::Stop {
                return Ok(());
            }
        }
    }
}

/// Whether a command needs to read on.
#[derive(PartialEq)]
enum Next {
    On,
    Stop,
}

/// The records of a block.
fn values(ty: &Type, block: &Block<'_>, limits: &onesheet::Limits) -> Result<Vec<Value>, String> {
    let list = block.list(limits).map_err(|error| error.to_string())?;
    // A list without its count has the form of an array.
    let array = Type::Array(Box::new(ty.clone()), u64::from(block.count()));
    let limits = onesheet_dynamic::Limits::default();
    match decode(&array, &list, &limits).map_err(|error| format!("message: {error}"))? {
        Value::List(values) => Ok(values),
        _ => Err("message: no records".into()),
    }
}

pub fn check(args: &Check) -> Result<(), Failure> {
    let mut input = Input::open(&args.file)?;
    let (mut records, mut sections, mut ended) = (0, 0, false);
    input.each(|event, found| {
        ended = match event.what {
            What::End { .. } => true,
            What::Passed => ended,
            _ => false,
        };
        sections += u64::from(matches!(event.what, What::Section(_)));
        records += found.map_or(0, |found| found.len() as u64);
        Ok(Next::On)
    })?;
    let state = match (input.problems, ended) {
        (0, true) => "whole",
        (0, false) => "whole, but not ended",
        _ => "damaged",
    };
    drop(input.progress);
    let line =
        format!("{}: {state}; records: {records}, sections: {sections}\n", input.path.display());
    files::write(None, line.as_bytes())?;
    match (input.problems, ended) {
        (0, true) => Ok(()),
        (0, false) => Err(Failure::Said(1)),
        _ => Err(Failure::Said(2)),
    }
}

pub fn cat(args: &Cat) -> Result<(), Failure> {
    let mut input = Input::open(&args.file)?;
    let mut out = BufWriter::new(stdout().lock());
    let (mut skip, mut left) = (args.from, args.count.unwrap_or(u64::MAX));
    input.each(|_, records| {
        for record in records.into_iter().flatten() {
            if left == 0 {
                break;
            }
            if skip > 0 {
                skip -= 1;
                continue;
            }
            writeln!(out, "{}", record.to_json())
                .map_err(|e| Failure::write("standard output", &e))?;
            left -= 1;
        }
        Ok(if left == 0 { Next::Stop } else { Next::On })
    })?;
    out.flush().map_err(|e| Failure::write("standard output", &e))?;
    if input.problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

pub fn recover(args: &Recover) -> Result<(), Failure> {
    let mut input = Input::open(&args.file)?;
    let name = args.output.display();
    let mut blocks = 0u64;
    files::write_with(&args.output, |out| {
        input.each(|event, _| {
            if !event.bytes.is_empty() {
                blocks += 1;
                let error = |e| Failure::usage(format_args!("cannot write {name}: {e}"));
                out.write_all(event.bytes).map_err(error)?;
            }
            Ok(Next::On)
        })
    })?;
    drop(input.progress);
    let line = format!("{name}: blocks: {blocks}\n");
    files::write(None, line.as_bytes())?;
    if input.problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}
