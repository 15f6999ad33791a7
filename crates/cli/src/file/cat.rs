//! `cat`: the records of a file, or its schemas, as text.

use std::collections::VecDeque;
use std::io::{IsTerminal, Write, stdout};
use std::path::Path;

use onesheet_file::{Outline, Section, What};

use super::{Input, Records, Step};
use crate::args::Cat;
use crate::failure::{Failure, shown};
use crate::files;

pub fn cat(args: &Cat) -> Result<(), Failure> {
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    if args.follow {
        input = input.follow();
    }
    if stdout().is_terminal() {
        input.progress.hide();
    }
    let mut out = Out { lines: Vec::new(), to: stdout().lock() };
    let mut left = args.head.unwrap_or(u64::MAX);
    let (mut skip, mut last) = match args.tail {
        // Those of which it is known how many come before are not looked at.
        Some(n) => (before(&args.file.file, n)?, Some(Last { most: n, lines: VecDeque::new() })),
        None => (args.from, None),
    };
    let mut json = None;
    let waits = args.follow;
    input.each(|found| {
        match &found.event.what {
            What::Section(section) if args.schema => {
                out.lines.extend(line_of(section).into_bytes());
                out.line(waits)?;
            }
            What::Records(_) if args.schema => {}
            What::Section(section) => {
                let name = args.file.file.display().to_string();
                let columns = args.columns.as_deref();
                let of = |ty| Records::of(&args.json, columns, &name, ty, section);
                json = found.ty.map(of).transpose()?;
            }
            _ if left == 0 => return Ok(Step::Stop),
            // What is left out is not decoded.
            What::Records(block) if skip >= u64::from(block.count()) => {
                skip -= u64::from(block.count());
            }
            What::Records(block) => {
                let leave_out = std::mem::take(&mut skip) as usize;
                let records = match found.values(block) {
                    Ok(records) => records,
                    Err(problem) => return Ok(Step::Wrong(problem)),
                };
                let Some(json) = &json else { return Ok(Step::On) };
                for record in records.into_iter().skip(leave_out) {
                    if left == 0 {
                        break;
                    }
                    json.write(&record, &mut out.lines);
                    match &mut last {
                        Some(last) => last.push(std::mem::take(&mut out.lines)),
                        None => out.line(false)?,
                    }
                    left -= 1;
                }
                if waits {
                    out.flush()?;
                }
            }
            _ => {}
        }
        Ok(if left == 0 { Step::Stop } else { Step::On })
    })?;
    for line in last.into_iter().flat_map(|last| last.lines) {
        out.lines.extend(line);
        out.line(false)?;
    }
    out.flush()?;
    if input.problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// Standard output, line by line.
struct Out<W> {
    lines: Vec<u8>,
    to: W,
}

impl<W: Write> Out<W> {
    /// Ends a line, which is written soon, or at once if someone `waits` for it.
    fn line(&mut self, waits: bool) -> Result<(), Failure> {
        self.lines.push(b'\n');
        if waits || self.lines.len() > 1 << 16 { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let written = self.to.write_all(&self.lines).and_then(|()| self.to.flush());
        self.lines.clear();
        written.map_err(|e| Failure::write("standard output", &e))
    }
}

/// The last lines, of which more are dropped.
struct Last {
    most: u64,
    lines: VecDeque<Vec<u8>>,
}

impl Last {
    fn push(&mut self, line: Vec<u8>) {
        self.lines.push_back(line);
        if self.lines.len() as u64 > self.most {
            self.lines.pop_front();
        }
    }
}

/// How many records are not among the last `n`, as far as the file says: 0 of a pipe.
fn before(path: &Path, n: u64) -> Result<u64, Failure> {
    let unreadable = |e| files::unreadable(path, &e);
    if path == Path::new("-") {
        return Ok(0);
    }
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Ok(0);
    }
    let blocks = Outline::of(&mut file).map_err(unreadable)?.blocks;
    let all: u64 = blocks.iter().map(|block| u64::from(block.count)).sum();
    Ok(all.saturating_sub(n))
}

/// The schema of a section, and behind a tab what else it says, if anything.
fn line_of(section: &Section<'_>) -> String {
    let about: serde_json::Map<_, _> = section
        .about()
        .map(|(key, value)| (key.to_owned(), serde_json::Value::from(value)))
        .collect();
    let schema = shown(section.schema());
    if about.is_empty() { schema } else { format!("{schema}\t{}", serde_json::Value::from(about)) }
}
