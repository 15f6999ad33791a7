//! `export`: the records of a file as Parquet, Arrow or CSV.

use std::path::Path;

use onesheet_arrow::{Decoder, Error};
use onesheet_dynamic::Type;
use onesheet_file::{Block, Section, What};

use super::sink::Sink;
use crate::args::Export;
use crate::failure::Failure;
use crate::file::{Found, Input, Problem, Step, shown};
use crate::files;

pub fn export(args: &Export) -> Result<(), Failure> {
    let format = args.format()?;
    let mut decoder = newest(&args.file.file)?.map(|section| decoder(&section, args)).transpose()?;
    let mut input = Input::open(&args.file)?;
    let mut rows = 0;
    files::write_with(&args.output, |out| {
        let mut out = Some(out);
        let mut sink = None;
        let mut fits = false;
        input.each(|found| {
            match &found.event.what {
                What::Section(section) => {
                    let decoder = match &decoder {
                        Some(decoder) => decoder,
                        // Of what is read from a pipe, the first section says what is written.
                        None => decoder.insert(self::decoder(section, args)?),
                    };
                    if let Err(why) = section.is_read_as(decoder.ty()) {
                        fits = false;
                        return Ok(Step::Wrong(Problem::new("F14", "schema", shown(&why))));
                    }
                    fits = true;
                    if let Some(out) = out.take() {
                        sink = Some(Sink::new(format, args.compression, &args.output, decoder.schema(), out)?);
                    }
                }
                What::Records(block) if fits => {
                    if let (Some(decoder), Some(sink)) = (&decoder, &mut sink) {
                        match batch(decoder, found, block) {
                            Ok(batch) => {
                                sink.write(&batch)?;
                                rows += batch.num_rows();
                            }
                            Err(problem) => return Ok(Step::Wrong(problem)),
                        }
                    }
                }
                _ => {}
            }
            Ok(Step::On)
        })?;
        match sink {
            Some(sink) => sink.finish(),
            None => Err(Failure::found(format_args!("{}: no schema block that is whole", input.name()))),
        }
    })?;
    let problems = input.problems;
    drop(input);
    files::write(None, format!("{}: records: {rows}\n", args.output.display()).as_bytes())?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}
