//! `export`: the records of a file as Parquet, Arrow, CSV or JSON.

use std::path::Path;

use arrow_array::RecordBatch;
use onesheet::Limits;
use onesheet_arrow::Decoder;
use onesheet_dynamic::Type;
use onesheet_file::{Block, Outline, Section, What};

use super::sink::Sink;
use crate::args::{Export, Format};
use crate::failure::Failure;
use crate::file::{Found, Input, Problem, Records, Step, shown};
use crate::files;

pub fn export(args: &Export) -> Result<(), Failure> {
    let format = args.format()?;
    files::other(&args.file.file, &args.output)?;
    let mut columns =
        newest(&args.file.file)?.map(|section| Columns::of(section, args)).transpose()?;
    if let Format::Json | Format::Jsonl = format {
        return json(args, format, columns);
    }
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    let mut rows = 0;
    files::write_to(&args.output, |out| {
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
                        let (decoder, places) = (&columns.decoder, &columns.places);
                        sink = Some(Sink::new(args, format, decoder, places, out)?);
                    }
                    if columns.lack_some_of(section) {
                        let what = "it has fields that are left out, for they are not in the first section";
                        return Ok(Step::Wrong(Problem::new("F14", "schema", what)));
                    }
                }
                What::Records(block) if fits => {
                    if let (Some(columns), Some(sink)) = (&columns, &mut sink) {
                        let values = match sink.needs_values() {
                            true => found.values_of(columns.decoder.ty(), block),
                            false => Ok(Vec::new()),
                        };
                        let batch = batch(&columns.decoder, found, block);
                        match batch.and_then(|batch| Ok((batch, values?))) {
                            Ok((batch, values)) => {
                                sink.write(&batch, &values)?;
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
    files::say(&args.output, &format!("{}: records: {rows}\n", args.output.display()))?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// The records as JSON: one a line, or as an array.
fn json(args: &Export, format: Format, columns: Option<Columns>) -> Result<(), Failure> {
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    let (mut rows, mut begun) = (0u64, false);
    let mut newest = columns.map(|columns| columns.section);
    files::write_to(&args.output, |out| {
        let error = |e| files::unwritable(&args.output, &e);
        let mut reading: Option<(Type, Records)> = None;
        let mut line = Vec::new();
        if format == Format::Json {
            out.write_all(b"[").map_err(error)?;
        }
        input.each(|found| {
            match &found.event.what {
                What::Section(section) => {
                    begun = true;
                    let newest = newest.get_or_insert_with(|| section.clone().into_owned());
                    let ty = newest.schema().parse::<Type>().ok();
                    let fits = ty.filter(|ty| section.is_read_as(ty).is_ok());
                    // What is not read as the newest is as it says itself.
                    let (ty, section) = match (fits, found.ty) {
                        (Some(ty), _) => (ty, &*newest),
                        (None, Some(ty)) => (ty.clone(), section),
                        (None, None) => return Ok(Step::On),
                    };
                    let name = args.file.file.display().to_string();
                    let columns = args.columns.as_deref();
                    let records = Records::of(&args.json, columns, &name, &ty, section)?;
                    reading = Some((ty, records));
                }
                What::Records(block) => {
                    let Some((ty, records)) = &reading else { return Ok(Step::On) };
                    let values = match found.values_of(ty, block) {
                        Ok(values) => values,
                        Err(problem) => return Ok(Step::Wrong(problem)),
                    };
                    for value in &values {
                        line.clear();
                        if format == Format::Json {
                            line.extend(if rows > 0 { &b",\n"[..] } else { b"\n" });
                        }
                        records.write(value, &mut line);
                        if format == Format::Jsonl {
                            line.push(b'\n');
                        }
                        out.write_all(&line).map_err(error)?;
                        rows += 1;
                    }
                }
                _ => {}
            }
            Ok(Step::On)
        })?;
        if format == Format::Json {
            out.write_all(b"\n]\n").map_err(error)?;
        }
        match begun {
            true => Ok(()),
            false => {
                let name = input.name();
                Err(Failure::found(format_args!("{name}: no schema block that is whole")))
            }
        }
    })?;
    let problems = input.problems;
    drop(input);
    files::say(&args.output, &format!("{}: records: {rows}\n", args.output.display()))?;
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
    /// The places of its columns among all.
    places: Vec<usize>,
}

impl Columns {
    fn of(section: Section<'static>, args: &Export) -> Result<Self, Failure> {
        let (decoder, places) = decoder(&section, args)?;
        Ok(Columns { section, decoder, places })
    }

    /// Whether a section that is read as this one is of a newer type.
    fn lack_some_of(&self, section: &Section<'_>) -> bool {
        let newest = onesheet_arrow::newest([&self.section, section]);
        newest.is_some_and(|newest| newest.fingerprint() != self.section.fingerprint())
    }
}

/// What makes columns of the records of a section, of those that were asked for.
fn decoder(section: &Section<'_>, args: &Export) -> Result<(Decoder, Vec<usize>), Failure> {
    let name = args.file.file.display();
    let wrong = |why: String| Failure::found(format_args!("{name}: {}", shown(&why)));
    let ty: Type = section.schema().parse().map_err(|error| wrong(format!("schema: {error}")))?;
    let decoder =
        Decoder::new(&ty).map_err(|error| wrong(error.to_string()))?.cast(section.about());
    let Some(columns) = &args.columns else {
        let places = (0..decoder.schema().fields().len()).collect();
        return Ok((decoder, places));
    };
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        let place = decoder.schema().index_of(column);
        let place = place.map_err(|_| wrong(format!("there is no column {column:?}")))?;
        if places.contains(&place) {
            return Err(Failure::usage(format_args!("--columns: {column:?} twice")));
        }
        places.push(place);
    }
    let decoder = decoder.project(&places).map_err(|error| wrong(error.to_string()))?;
    Ok((decoder, places))
}

/// The records of a block, or what is wrong about them.
fn batch(decoder: &Decoder, found: &Found<'_>, block: &Block<'_>) -> Result<RecordBatch, Problem> {
    let list = found.list(block)?;
    let batch = decoder.decode(&list, block.count() as usize, &limits());
    batch.map_err(|error| Problem::new("F14", "message", error))
}

/// What the columns of a block may claim: records of few bits become columns of many more.
fn limits() -> Limits {
    Limits::default().max_alloc(1 << 30)
}
