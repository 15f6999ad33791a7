//! `export`: the records of a file as Parquet, Arrow, CSV or JSON.

use std::io::Write;
use std::path::Path;

use arrow_array::RecordBatch;
use onesheet::Limits;
use onesheet_arrow::Decoder;
use onesheet_dynamic::Type;
use onesheet_file::{Block, Outline, Section, What};

use super::sink::{Sink, Target};
use crate::args::{Export, Format};
use crate::failure::Failure;
use crate::file::{Found, Input, Problem, Records, Step};
use crate::files;

pub fn export(args: &Export) -> Result<(), Failure> {
    let format = Some(args.format()?);
    files::other(&args.file.file, &args.output)?;
    let newest = newest(&args.file.file)?;
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    let (path, columns, form) = (&*args.output, args.columns.as_deref(), &args.form);
    let target = Target { format, path, columns, form };
    let mut rows = 0;
    files::write_to(path, |out| {
        rows = copy(&mut input, newest, &target, out)?;
        Ok(())
    })?;
    let problems = input.problems;
    drop(input);
    files::say(path, &format!("{}: records: {rows}\n", path.display()))?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// Writes the records of a file, as the type of its newest section, or its first if that is not known;
/// returns how many there were.
pub fn copy(
    input: &mut Input,
    newest: Option<Section<'static>>,
    target: &Target<'_>,
    out: Out<'_>,
) -> Result<u64, Failure> {
    let (rows, begun) = match target.format {
        Some(Format::Json | Format::Jsonl) => json(input, newest, target, out)?,
        None | Some(Format::Parquet | Format::Arrow | Format::Csv | Format::Tsv) => {
            columns(input, newest, target, out)?
        }
    };
    match begun {
        true => Ok(rows),
        false => Err(Failure::found(format_args!("{}: no whole schema block", input.name()))),
    }
}

type Out<'a> = &'a mut (dyn Write + Send);

/// The records as columns; how many there were, and whether there was a section.
fn columns(
    input: &mut Input,
    newest: Option<Section<'static>>,
    target: &Target<'_>,
    out: Out<'_>,
) -> Result<(u64, bool), Failure> {
    let name = input.name().to_owned();
    let mut columns = newest.map(|section| Columns::of(section, &name, target)).transpose()?;
    let mut rows = 0;
    let mut out = Some(out);
    let mut sink = None;
    let mut fits = false;
    input.each(|found| {
        match &found.event.what {
            What::Section(section) => {
                let columns = match &columns {
                    Some(columns) => columns,
                    // Of what is read from a pipe, the first section says what is written.
                    None => {
                        let section = section.clone().into_owned();
                        columns.insert(Columns::of(section, &name, target)?)
                    }
                };
                if let Err(why) = columns.decoder.takes(section) {
                    fits = false;
                    return Ok(Step::Wrong(Problem::new("F14", "schema", why)));
                }
                fits = true;
                if let Some(out) = out.take() {
                    let (decoder, places) = (&columns.decoder, &columns.places);
                    sink = Some(Sink::new(target, decoder, places, out)?);
                }
                if columns.lack_some_of(section) {
                    let what = "its fields that the first section does not have are left out";
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
                            rows += batch.num_rows() as u64;
                        }
                        Err(problem) => return Ok(Step::Wrong(problem)),
                    }
                }
            }
            _ => {}
        }
        Ok(Step::On)
    })?;
    let begun = sink.is_some();
    if let Some(sink) = sink {
        sink.finish()?;
    }
    Ok((rows, begun))
}

/// The same as JSON: one a line, or as an array.
fn json(
    input: &mut Input,
    mut newest: Option<Section<'static>>,
    target: &Target<'_>,
    out: Out<'_>,
) -> Result<(u64, bool), Failure> {
    let error = |e| files::unwritable(target.path, &e);
    let is_array = target.format == Some(Format::Json);
    let name = input.name().to_owned();
    let (mut rows, mut begun) = (0u64, false);
    let mut reading: Option<(Type, Records)> = None;
    let mut line = Vec::new();
    if is_array {
        out.write_all(b"[").map_err(error)?;
    }
    input.each(|found| {
        match &found.event.what {
            What::Section(section) => {
                begun = true;
                let newest = newest.get_or_insert_with(|| section.clone().into_owned());
                let table = Decoder::of_section(newest).ok();
                let fits = table.filter(|table| table.takes(section).is_ok());
                // What is not read as the newest is as it says itself.
                let (ty, section) = match (fits, found.ty) {
                    (Some(table), _) => (table.ty().clone(), &*newest),
                    (None, Some(ty)) => (ty.clone(), section),
                    (None, None) => return Ok(Step::On),
                };
                let records = Records::of(&target.form.json, target.columns, &name, &ty, section)?;
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
                    if is_array {
                        line.extend(if rows > 0 { &b",\n"[..] } else { b"\n" });
                    }
                    records.write(value, &mut line);
                    if !is_array {
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
    if is_array {
        out.write_all(b"\n]\n").map_err(error)?;
    }
    Ok((rows, begun))
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
    fn of(section: Section<'static>, name: &str, target: &Target<'_>) -> Result<Self, Failure> {
        let (decoder, places) = decoder(&section, name, target.columns)?;
        Ok(Columns { section, decoder, places })
    }

    /// Whether a section that is read as this one is of a newer type.
    fn lack_some_of(&self, section: &Section<'_>) -> bool {
        let newest = onesheet_arrow::newest([&self.section, section]);
        newest.is_some_and(|newest| newest.fingerprint() != self.section.fingerprint())
    }
}

/// What makes columns of the records of a section, of those that were asked for.
fn decoder(
    section: &Section<'_>,
    name: &str,
    columns: Option<&[String]>,
) -> Result<(Decoder, Vec<usize>), Failure> {
    let wrong = |why: String| Failure::found(format_args!("{name}: {why}"));
    let decoder = Decoder::of_section(section).map_err(|error| wrong(error.to_string()))?;
    let Some(columns) = columns else {
        let places = (0..decoder.schema().fields().len()).collect();
        return Ok((decoder, places));
    };
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        let place = decoder.schema().index_of(column);
        let place = place.map_err(|_| wrong(format!("unknown column {column:?}")))?;
        if places.contains(&place) {
            return Err(Failure::usage(format_args!("--columns: duplicate column {column:?}")));
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
