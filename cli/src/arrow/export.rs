//! `export`: the records of a file as Parquet, Arrow or CSV.

use std::path::Path;

use arrow_array::RecordBatch;
use onesheet::Limits;
use onesheet_arrow::Decoder;
use onesheet_dynamic::Type;
use onesheet_file::{Block, Outline, Section, What};

use super::sink::Sink;
use crate::args::Export;
use crate::failure::Failure;
use crate::file::{Found, Input, Problem, Step, shown};
use crate::files;

pub fn export(args: &Export) -> Result<(), Failure> {
    let format = args.format()?;
    files::other(&args.file.file, &args.output)?;
    let mut columns =
        newest(&args.file.file)?.map(|section| Columns::of(section, args)).transpose()?;
    let mut input = Input::open(&args.file)?;
    let mut rows = 0;
    files::write_with(&args.output, |out| {
        let mut out = Some(out);
        let mut sink = None;
        let mut fits = false;
        input.each(|found| {
            match &found.event.what {
                What::Section(section) => {
                    let columns = match &columns {
                        Some(columns) => columns,
                        // Of what is read from a pipe, the first section says what is written.
                        None => columns.insert(Columns::of(section.clone().into_owned(), args)?),
                    };
                    if let Err(why) = section.is_read_as(columns.decoder.ty()) {
                        fits = false;
                        return Ok(Step::Wrong(Problem::new("F14", "schema", shown(&why))));
                    }
                    fits = true;
                    if let Some(out) = out.take() {
                        sink = Some(Sink::new(
                            format,
                            args.compression,
                            &args.output,
                            columns.decoder.schema(),
                            out,
                        )?);
                    }
                    if columns.lack_some_of(section) {
                        let what = "it has fields that are left out, for they are not in the first section";
                        return Ok(Step::Wrong(Problem::new("F14", "schema", what)));
                    }
                }
                What::Records(block) if fits => {
                    if let (Some(columns), Some(sink)) = (&columns, &mut sink) {
                        match batch(&columns.decoder, found, block) {
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
            None => {
                Err(Failure::found(format_args!("{}: no schema block that is whole", input.name())))
            }
        }
    })?;
    let problems = input.problems;
    drop(input);
    files::write(None, format!("{}: records: {rows}\n", args.output.display()).as_bytes())?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// The section as whose type the records of a file are written, unless it comes through a pipe.
fn newest(path: &Path) -> Result<Option<Section<'static>>, Failure> {
    let unreadable = |e| files::unreadable(path, &e);
    if path == Path::new("-") {
        return Ok(None);
    }
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Ok(None);
    }
    let sections = Outline::of(&mut file).map_err(unreadable)?.sections;
    Ok(onesheet_arrow::newest(sections.iter().map(|entry| &entry.section)).cloned())
}

/// The section as whose type all records are written, and what makes columns of them.
struct Columns {
    section: Section<'static>,
    decoder: Decoder,
}

impl Columns {
    fn of(section: Section<'static>, args: &Export) -> Result<Self, Failure> {
        Ok(Columns { decoder: decoder(&section, args)?, section })
    }

    /// Whether a section that is read as this one is of a newer type.
    fn lack_some_of(&self, section: &Section<'_>) -> bool {
        let newest = onesheet_arrow::newest([&self.section, section]);
        newest.is_some_and(|newest| newest.fingerprint() != self.section.fingerprint())
    }
}

/// What makes columns of the records of a section, of those that were asked for.
fn decoder(section: &Section<'_>, args: &Export) -> Result<Decoder, Failure> {
    let name = args.file.file.display();
    let wrong = |why: String| Failure::found(format_args!("{name}: {}", shown(&why)));
    let ty: Type = section.schema().parse().map_err(|error| wrong(format!("schema: {error}")))?;
    let decoder =
        Decoder::new(&ty).map_err(|error| wrong(error.to_string()))?.cast(section.about());
    let Some(columns) = &args.columns else { return Ok(decoder) };
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        let place = decoder.schema().index_of(column);
        let place = place.map_err(|_| wrong(format!("there is no column {column:?}")))?;
        if places.contains(&place) {
            return Err(Failure::usage(format_args!("--columns: {column:?} twice")));
        }
        places.push(place);
    }
    decoder.project(&places).map_err(|error| wrong(error.to_string()))
}

/// The records of a block, or what is wrong about them.
fn batch(decoder: &Decoder, found: &Found<'_>, block: &Block<'_>) -> Result<RecordBatch, Problem> {
    let list = found.list(block)?;
    let batch = decoder.decode(&list, block.count() as usize, &limits());
    batch.map_err(|error| Problem::new("F14", "message", error))
}

/// What the columns of a block may claim: records of few bits become columns of many more.
fn limits() -> Limits {
    Limits { max_alloc: 1 << 30, ..Limits::default() }
}
