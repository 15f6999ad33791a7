//! A file that is read, and what is found wrong in it.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{Cursor, Read};
use std::path::Path;

use onesheet_dynamic::{Limits, Type, Value, decode};
use onesheet_file::{Block, Error, Event, Reader, Reason, Section, What};

use super::problem::Problem;
use super::start::{ENOUGH, how_mangled, what_else};
use crate::args::MaxBody;
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// Bytes of memory that the records of a block may take. A block of 1 MiB may have eight million
/// bools, and a value takes 64 bytes here.
const MAX_ALLOC: u64 = 1 << 30;

/// How long it takes until a file that grows is looked at again.
const WAIT: std::time::Duration = std::time::Duration::from_millis(100);

pub struct Input {
    name: String,
    reader: Reader<Box<dyn Read>>,
    /// How the file was made text, or what else it is, if it does not begin as one of records.
    mangled: Option<String>,
    what_else: Option<String>,
    pub progress: Progress,
    limits: onesheet::Limits,
    /// The type of the section, if its schema is one.
    ty: Option<Type>,
    /// Records in the blocks so far.
    records: u64,
    pub problems: u64,
    quiet: bool,
    /// Whether more is waited for at the end.
    waits: bool,
}

/// What was found in a file.
pub struct Found<'a> {
    pub event: &'a Event<'a>,
    /// The type of the section, if its schema is one.
    pub ty: Option<&'a Type>,
    pub problem: Option<Problem>,
    limits: onesheet::Limits,
}

/// What follows for a command.
pub enum Step {
    On,
    Stop,
    /// Something more is wrong, and reading goes on.
    Wrong(Problem),
    /// Something at a place is to be said that is not wrong.
    Note(u64, Problem),
}

impl Input {
    pub fn open(path: &Path, max_body: &MaxBody) -> Result<Self, Failure> {
        let (input, len) = files::open(Some(path))?;
        Input::new(files::name(Some(path)), input, len, max_body)
    }

    pub fn new(
        name: String,
        mut input: Box<dyn Read>,
        len: Option<u64>,
        max_body: &MaxBody,
    ) -> Result<Self, Failure> {
        let mut start = Vec::new();
        input
            .by_ref()
            .take(ENOUGH)
            .read_to_end(&mut start)
            .map_err(|e| Failure::usage(format_args!("cannot read {name}: {e}")))?;
        let mangled = how_mangled(&start).map(|how| format!("the file was sent as text: {how}"));
        let what_else = mangled.is_none().then(|| what_else(&start)).flatten();
        let input: Box<dyn Read> = Box::new(Cursor::new(start).chain(input));
        Ok(Input {
            name,
            reader: Reader::new(input).max_body(max_body.bytes),
            mangled,
            what_else,
            progress: Progress::new(len),
            limits: onesheet::Limits::default().max_alloc(max_body.bytes),
            ty: None,
            records: 0,
            problems: 0,
            quiet: false,
            waits: false,
        })
    }

    /// The same for a file that grows: at its end, waits for more, until the file is ended.
    pub fn follow(self) -> Self {
        Input { reader: self.reader.follow(), waits: true, ..self }
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same without a line on standard error for what is wrong.
    pub fn quiet(self) -> Self {
        Input { quiet: true, what_else: None, ..self }
    }

    /// Calls `f` with all that is found, in turn, and writes a line on standard error for each that is
    /// wrong.
    pub fn each(
        &mut self,
        mut f: impl FnMut(&Found<'_>) -> Result<Step, Failure>,
    ) -> Result<(), Failure> {
        loop {
            self.progress.update_records(self.reader.position(), self.records);
            let event = self
                .reader
                .next_event()
                .map_err(|e| Failure::usage(format_args!("cannot read {}: {e}", self.name)))?;
            let Some(event) = event else {
                if !self.waits {
                    return Ok(());
                }
                std::thread::sleep(WAIT);
                continue;
            };
            let mut problem = Problem::of(&event);
            match &event.what {
                What::Section(section) => {
                    let read = type_of(section);
                    (self.ty, problem) =
                        (read.0, read.1.map(|why| Problem::new("F5", "schema", why)));
                }
                What::Records(block) => self.records += u64::from(block.count()),
                What::Skipped { reason: Reason::TooLong, .. } if !self.quiet => {
                    if let Some(problem) = &mut problem {
                        problem.hint = Some("--max-body allows longer ones".to_owned());
                    }
                }
                What::Skipped { .. } if event.at == 0 => {
                    let what = self.mangled.as_ref().or(self.what_else.as_ref());
                    if let (Some(problem), Some(what)) = (&mut problem, what) {
                        problem.hint = Some(what.clone());
                    }
                }
                _ => {}
            }
            let ty = self.ty.as_ref();
            let found = Found { event: &event, ty, problem, limits: self.limits };
            let (name, progress) = (&self.name, &self.progress);
            let say = |at: u64, problem: &Problem| {
                if !self.quiet {
                    progress.say(&format!("{name}: byte {at}: {problem}"));
                }
            };
            let mut wrong = |problem: &Problem| {
                self.problems += 1;
                say(found.event.at, problem);
            };
            found.problem.iter().for_each(&mut wrong);
            let is_end = matches!(event.what, What::End { .. });
            match f(&found)? {
                Step::On if is_end && self.waits => return Ok(()),
                Step::On => {}
                Step::Stop => return Ok(()),
                Step::Wrong(problem) => wrong(&problem),
                Step::Note(at, problem) => say(at, &problem),
            }
        }
    }
}

/// The type of a section, and what is wrong about it.
fn type_of(section: &Section<'_>) -> (Option<Type>, Option<String>) {
    let ty = match section.schema().parse::<Type>() {
        Ok(ty) => ty,
        Err(error) => return (None, Some(error.to_string())),
    };
    let (own, stated) = (ty.fingerprint(), section.fingerprint());
    let wrong = format!("expected the fingerprint {own:016x}, found {stated:016x}");
    (Some(ty), (own != stated).then_some(wrong))
}

impl Found<'_> {
    /// The bytes of the records of a block, or what is wrong about them.
    pub fn list<'b>(&self, block: &Block<'b>) -> Result<Cow<'b, [u8]>, Problem> {
        block.list(&self.limits).map_err(|error| match error {
            Error::Compressed { why, .. } => wrong(why),
            error => wrong(error),
        })
    }

    /// The records of a block, or what is wrong about them.
    pub fn values(&self, block: &Block<'_>) -> Result<Vec<Value>, Problem> {
        let Some(ty) = self.ty else {
            return Err(Problem::new("F5", "schema", "the type of the records is unknown"));
        };
        self.values_of(ty, block)
    }

    /// The records of a block as those of a type that reads them.
    pub fn values_of(&self, ty: &Type, block: &Block<'_>) -> Result<Vec<Value>, Problem> {
        let list = self.list(block)?;
        match decode(&list_of(ty, block.count().into()), &list, &limits()) {
            Ok(Value::List(values)) => Ok(values),
            Ok(_) => Err(wrong("not a list")),
            Err(error) => Err(wrong(error)),
        }
    }
}

/// A payload that is not the list that it is to be (F14).
fn wrong(what: impl Display) -> Problem {
    Problem::new("F14", "message", what)
}

/// The type of a list of records: without its count it has the form of an array.
pub fn list_of(ty: &Type, count: u64) -> Type {
    Type::Array(Box::new(ty.clone()), count)
}

/// What the records of a block may claim.
pub fn limits() -> Limits {
    Limits::default().max_alloc(MAX_ALLOC)
}
