//! `cat`: the records of a file, or its schemas, as text.

use std::io::{BufWriter, IsTerminal, Write, stdout};

use onesheet_file::{Section, What};
use serde_json::Value as Json;

use super::{Input, Step, shown};
use crate::args::Cat;
use crate::failure::Failure;

pub fn cat(args: &Cat) -> Result<(), Failure> {
    let mut input = Input::open(&args.file)?;
    if stdout().is_terminal() {
        input.progress.hide();
    }
    let mut out = BufWriter::new(stdout().lock());
    let error = |e| Failure::write("standard output", &e);
    let (mut skip, mut left) = (args.from, args.count.unwrap_or(u64::MAX));
    input.each(|found| {
        match &found.event.what {
            What::Section(section) if args.schema => {
                writeln!(out, "{}", line_of(section)).map_err(error)?;
            }
            What::Records(_) if args.schema => {}
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
                for record in records.into_iter().skip(leave_out) {
                    if left == 0 {
                        break;
                    }
                    let json = match found.ty.filter(|_| args.names) {
                        Some(ty) => record.to_named_json(ty),
                        None => record.to_json(),
                    };
                    writeln!(out, "{json}").map_err(error)?;
                    left -= 1;
                }
            }
            _ => {}
        }
        Ok(if left == 0 { Step::Stop } else { Step::On })
    })?;
    out.flush().map_err(error)?;
    if input.problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// The schema of a section, and behind a tab what else it says, if anything.
fn line_of(section: &Section<'_>) -> String {
    let about: serde_json::Map<_, _> =
        section.about().map(|(key, value)| (key.to_owned(), Json::from(value))).collect();
    let schema = shown(section.schema());
    if about.is_empty() { schema } else { format!("{schema}\t{}", Json::from(about)) }
}
