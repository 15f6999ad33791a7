//! `import`: the rows of Parquet, Arrow, CSV or JSON files to a file of records.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, new_null_array};
use arrow_schema::{Field, Schema, SchemaRef};
use onesheet_arrow::{Decoder, Error, cast, casts, type_of};
use onesheet_dynamic::{Inference, Logical, Natural, Style, Type, Value, encode};
use onesheet_file::{BlockWriter, Options, Outline, Section};

use super::checks::{Checks, narrow};
use super::csv::{Dialect, Rows, Table};
use super::documents::Documents;
use super::logical::data_type_as;
use super::source::Source;
use crate::args::{Format, Import, InferArgs, SourceArgs};
use crate::failure::{Failure, say};
use crate::file::Blocks;
use crate::progress::Progress;
use crate::text::Text;
use crate::{files, logical};

pub fn import(args: &Import) -> Result<(), Failure> {
    let inputs = args.inputs()?;
    let format = args.source.format(&inputs)?;
    let output = args.output();
    for input in &inputs {
        files::other(input, output)?;
    }
    let mut options = args.blocks.options()?;
    let mut given = args.ty.as_ref().map(|ty| ty.read()).transpose()?;
    if args.append {
        let section = last_section(args)?;
        given = Some(
            section
                .schema()
                .parse()
                .map_err(|e| Failure::found(format_args!("{}: schema: {e}", output.display())))?,
        );
        options.about = section.about().map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
    }
    let given = given.map(|ty| Given::of(ty, &options.about)).transpose()?;
    let rows = open(&args.source, format, &inputs, given.as_ref())?;
    let rows = match &args.columns {
        Some(columns) => rows.project(columns)?,
        None => rows,
    };
    if !args.append {
        logical::check(&rows.ty, &options.about)?;
    }
    for (key, value) in &rows.about {
        options.about.entry(key.clone()).or_insert(value.clone());
    }
    let checks = match given {
        Some(_) => Checks::of(&Given::of(rows.ty.clone(), &options.about)?.decoder)?,
        None => Checks::NONE,
    };
    let name = output.display().to_string();
    let failed = |error| files::failure(output, error);
    let mut count = 0;
    if args.append {
        let writer = BlockWriter::append(output, &rows.ty, options.clone());
        let (writer, found) = writer.map_err(failed)?;
        if found.cut > 0 {
            say(format_args!(
                "{name}: truncated: {} bytes at its end that are not a block were removed",
                found.cut
            ));
        }
        rows.write(writer, &options, args.statistics, output, &checks, &mut count)?;
    } else {
        files::write_to(output, |out| {
            let writer = BlockWriter::with_options(out, &rows.ty, options.clone());
            rows.write(
                writer.map_err(failed)?,
                &options,
                args.statistics,
                output,
                &checks,
                &mut count,
            )
        })?;
    }
    files::say(output, &format!("{name}: records: {count}\n"))
}

/// Writes the rows of a file to a new file of records of the type that they have.
pub fn kept(input: &Path, format: Format, output: &Path) -> Result<(), Failure> {
    let rows = open(&SourceArgs::default(), format, &[input.to_owned()], None)?;
    let options = Options { about: rows.about.iter().cloned().collect(), ..Options::default() };
    files::write_with(output, |out| {
        let writer = BlockWriter::with_options(out, &rows.ty, options.clone());
        let writer = writer.map_err(|error| files::failure(output, error))?;
        rows.write(writer, &options, false, output, &Checks::NONE, &mut 0)
    })
}

/// `schema infer`: the type that the rows of files have.
pub fn infer(args: &InferArgs) -> Result<(), Failure> {
    let inputs = args.inputs()?;
    let format = args.source.format(&inputs)?;
    let rows = open(&args.source, format, &inputs, None)?;
    let mut text = format!("{}\n", rows.ty);
    // As `write --about` takes it.
    for (key, value) in &rows.about {
        text.push_str(&format!("--about '{key}={value}'\n"));
    }
    files::write(None, text.as_bytes())
}

/// The last section of the file behind which records are to be written.
fn last_section(args: &Import) -> Result<Section<'static>, Failure> {
    let path = args.output();
    let unreadable = |e| files::unreadable(path, &e);
    let mut file = std::fs::File::open(path).map_err(unreadable)?;
    let sections = Outline::of(&mut file).map_err(unreadable)?.sections;
    let no_section = || {
        let path = path.display();
        Failure::found(format_args!("cannot append to {path}: not a file of records"))
    };
    Ok(sections.last().ok_or_else(no_section)?.section.clone())
}

/// A type that is given, and what its columns are cast to.
#[derive(Clone)]
struct Given {
    decoder: Decoder,
}

impl Given {
    fn of(ty: Type, about: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let wrong = |e: Error| Failure::found(format_args!("--type: {e}"));
        let about = about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        Ok(Given { decoder: Decoder::new(&ty).map_err(wrong)?.cast(about) })
    }

    /// A batch whose columns of the same names as those are of their data types.
    fn narrowed(&self, batch: &RecordBatch, file: &str) -> Result<RecordBatch, Failure> {
        let (mut fields, mut columns) =
            (batch.schema().fields().to_vec(), batch.columns().to_vec());
        let schema = batch.schema();
        let places = onesheet_arrow::places(schema.fields().iter().map(|field| field.name()));
        for place in narrow(&self.decoder) {
            let to = self.decoder.schema().field(place);
            let Some(&place) = places.get(to.name().as_str()) else { continue };
            let wrong = |e| Failure::found(format_args!("{file}: column {}: {e}", to.name()));
            columns[place] = cast(&columns[place], to.data_type()).map_err(wrong)?;
            let field = fields[place].as_ref().clone();
            fields[place] = Arc::new(field.with_data_type(to.data_type().clone()));
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(Failure::found)
    }
}

/// Rows that are read, and the type that they have as records.
struct Input {
    ty: Type,
    /// What the file is to say of columns that are more than their type.
    about: Vec<(String, String)>,
    stream: Stream,
    name: String,
    /// How many there are, if that is known.
    rows: Option<u64>,
}

enum Stream {
    Batches(SchemaRef, Box<dyn Iterator<Item = Result<RecordBatch, Failure>>>),
    Values(Box<dyn Iterator<Item = Result<Value, Failure>>>),
}

fn open(
    args: &SourceArgs,
    format: Format,
    inputs: &[PathBuf],
    given: Option<&Given>,
) -> Result<Input, Failure> {
    match format {
        Format::Csv | Format::Tsv => csv(args, format, inputs, given),
        Format::Json | Format::Jsonl => json(args, format, inputs, given),
        Format::Parquet | Format::Arrow => columnar(format, inputs, given),
    }
}

/// What is said of values that came otherwise than one would think, unless they are refused.
fn tell(args: &SourceArgs, name: &str, words: &[String]) -> Result<(), Failure> {
    for word in words {
        if args.strict {
            return Err(Failure::found(format_args!("{name}: {word}")));
        }
        say(format_args!("{name}: {word}"));
    }
    Ok(())
}

fn texts(args: &SourceArgs, inputs: &[PathBuf]) -> Result<Vec<Arc<Text>>, Failure> {
    inputs.iter().map(|path| Text::new(path, args.encoding).map(Arc::new)).collect()
}

fn csv(
    args: &SourceArgs,
    format: Format,
    inputs: &[PathBuf],
    given: Option<&Given>,
) -> Result<Input, Failure> {
    let tab = (format == Format::Tsv).then_some(b'\t');
    let dialect = Dialect { delimiter: args.delimiter.or(tab), null: args.null.clone() };
    let texts = texts(args, inputs)?;
    let mut tables = Vec::new();
    for text in &texts {
        let table = Table::of(text, &dialect, given.is_none())?;
        tell(args, &text.name, &table.words)?;
        tables.push(table);
    }
    let rows = given.is_none().then(|| tables.iter().map(|table| table.rows).sum());
    let (ty, schema, columns) = match given {
        Some(Given { decoder }) => {
            let columns = Rows::columns_of(decoder);
            let columns = columns.map_err(|why| Failure::found(format_args!("--type: {why}")))?;
            (decoder.ty().clone(), Arc::clone(decoder.schema()), columns)
        }
        None => {
            let whole = Table::merged(&tables);
            if let (true, Some(text)) = (texts.len() > 1, texts.first()) {
                // What all have together may be no number any more.
                let new = |word: &String| !tables.iter().any(|table| table.words.contains(word));
                let words: Vec<_> = whole.words.iter().filter(|word| new(word)).cloned().collect();
                tell(args, &format!("{} and others", text.name), &words)?;
            }
            (whole.ty(), whole.schema(), whole.columns())
        }
    };
    let each = texts.iter().zip(&tables);
    let rows_of = each.map(|(text, table)| Rows::of(text, table, &dialect, &schema, &columns));
    let batches = rows_of.collect::<Result<Vec<_>, _>>()?.into_iter().flatten();
    Input::of_batches(ty, schema, Box::new(batches), texts.first().map(|text| &*text.name), rows)
}

fn json(
    args: &SourceArgs,
    format: Format,
    inputs: &[PathBuf],
    given: Option<&Given>,
) -> Result<Input, Failure> {
    let is_lines = format == Format::Jsonl;
    let texts = texts(args, inputs)?;
    let name = texts.first().map_or(String::new(), |text| text.name.clone());
    let (ty, logical, rows) = match given {
        Some(Given { decoder }) => (decoder.ty().clone(), super::logical(decoder), None),
        None => {
            let (mut inference, mut rows) = (Inference::default(), 0);
            for text in &texts {
                let mut documents = Documents::open(text, is_lines)?;
                let mut said = inference.inexact().is_some();
                while let Some(document) = documents.next()? {
                    let told = inference.json(document);
                    told.map_err(|error| documents.wrong(&error))?;
                    if let (false, Some(error)) = (said, inference.inexact()) {
                        said = true;
                        tell(args, &text.name, &[documents.placed(error).to_string()])?;
                    }
                    rows += 1;
                }
            }
            if rows == 0 {
                return Err(Failure::found(format_args!(
                    "{name}: no values to infer a type from; give --type"
                )));
            }
            (inference.ty(), inference.logical(), Some(rows))
        }
    };
    let wrong = |why: String| Failure::found(format_args!("{name}: {why}"));
    let (ty, about) = match given {
        Some(_) => (ty, Vec::new()),
        None => with_about(ty, logical.as_ref()).map_err(|error| wrong(error.to_string()))?,
    };
    let natural = Natural::with(&ty, logical.as_ref(), Style::default());
    let natural = Arc::new(natural.map_err(|error| wrong(error.to_string()))?);
    let each = texts.iter().map(|text| Documents::open(text, is_lines));
    let each = each.collect::<Result<Vec<_>, _>>()?.into_iter();
    let values = each.flat_map(move |mut documents| {
        let natural = Arc::clone(&natural);
        std::iter::from_fn(move || {
            let read = match documents.next() {
                Ok(None) => return None,
                Ok(Some(document)) => natural.read(document),
                Err(failure) => return Some(Err(failure)),
            };
            Some(read.map_err(|error| documents.wrong(&error)))
        })
    });
    Ok(Input { ty, about, stream: Stream::Values(Box::new(values)), name, rows })
}

/// A type that was inferred, and what `about` says of its numbers that stand for something else. Columns of which
/// it cannot say so, nested too deeply, are of texts.
fn with_about(
    mut ty: Type,
    logical: Option<&Logical>,
) -> Result<(Type, Vec<(String, String)>), Error> {
    let about = about_of(&ty, logical)?;
    let is_said = |name: &str| {
        about.iter().any(|(key, _)| key.strip_prefix(onesheet_arrow::CAST_PREFIX) == Some(name))
    };
    match (&mut ty, logical) {
        (Type::Struct(s), Some(Logical::Fields(parts))) => {
            let names = onesheet_arrow::unique(s.fields.iter().map(|field| field.name.clone()));
            for ((field, name), part) in s.fields.iter_mut().zip(&names).zip(parts) {
                if let Some(part) = part.as_ref().filter(|_| !is_said(name)) {
                    field.ty = part.text_type(&field.ty);
                }
            }
        }
        (other, Some(logical)) if about.is_empty() => *other = logical.text_type(other),
        _ => {}
    }
    Ok((ty, about))
}

/// What `about` says of numbers that stand for something else.
fn about_of(ty: &Type, logical: Option<&Logical>) -> Result<Vec<(String, String)>, Error> {
    let Some(logical) = logical else { return Ok(Vec::new()) };
    let decoder = Decoder::new(ty)?;
    let columns = decoder.schema().fields().iter().enumerate();
    let fields: Vec<Field> = columns
        .map(|(i, field)| {
            let part = match (logical, ty) {
                (Logical::Fields(parts), Type::Struct(_)) => parts.get(i).cloned().flatten(),
                (logical, _) => Some(logical.clone()),
            };
            let data_type = data_type_as(field.data_type(), part.as_ref());
            field.as_ref().clone().with_data_type(data_type)
        })
        .collect();
    casts(ty, &Schema::new(fields))
}

fn columnar(format: Format, inputs: &[PathBuf], given: Option<&Given>) -> Result<Input, Failure> {
    let sources = inputs.iter().map(|path| Source::open(format, path));
    let sources = sources.collect::<Result<Vec<_>, _>>()?;
    let rows = sources.iter().map(Source::rows).sum::<Option<u64>>();
    let name = inputs.first().map_or(String::new(), |path| files::name(Some(path)));
    let schema = match sources.as_slice() {
        [only] => only.schema(),
        _ => Arc::new(merged(&sources)?),
    };
    let wrong = |e: Error| Failure::found(format_args!("{name}: {e}"));
    let ty = match given {
        Some(Given { decoder }) => decoder.ty().clone(),
        None => type_of(&schema).map_err(wrong)?,
    };
    let all = Arc::clone(&schema);
    let is_one = inputs.len() == 1;
    let (given, is_given, file) = (given.cloned(), given.is_some(), name.clone());
    let batches = sources.into_iter().flatten().map(move |batch| {
        let batch = if is_one { batch? } else { with_columns(&batch?, &all)? };
        match &given {
            Some(given) => given.narrowed(&batch, &file),
            None => Ok(batch),
        }
    });
    let mut input = Input::of_batches(ty, schema, Box::new(batches), Some(&name), rows)?;
    if is_given {
        // A type that is given says itself what it is.
        input.about.clear();
    }
    Ok(input)
}

/// The columns of all files by their names; those that one has not may be null.
fn merged(sources: &[Source]) -> Result<Schema, Failure> {
    let mut fields: Vec<Field> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for source in sources {
        for field in source.schema().fields() {
            let place = *places.entry(field.name().clone()).or_insert(fields.len());
            match fields.get_mut(place) {
                None => fields.push(field.as_ref().clone()),
                Some(other) if other.data_type() == field.data_type() => {
                    *other =
                        other.clone().with_nullable(other.is_nullable() || field.is_nullable());
                }
                Some(other) => {
                    let (name, column) = (source.name(), field.name());
                    let (this, before) = (field.data_type(), other.data_type());
                    return Err(Failure::found(format_args!(
                        "{name}: column {column}: expected {before}, as in a file before, found {this}"
                    )));
                }
            }
        }
    }
    for source in sources {
        let schema = source.schema();
        let own = onesheet_arrow::places(schema.fields().iter().map(|field| field.name()));
        for field in &mut fields {
            if !own.contains_key(field.name().as_str()) {
                *field = field.clone().with_nullable(true);
            }
        }
    }
    Ok(Schema::new(fields))
}

fn with_columns(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, Failure> {
    let own = batch.schema();
    let places = onesheet_arrow::places(own.fields().iter().map(|field| field.name()));
    let column = |field: &Arc<Field>| match places.get(field.name().as_str()) {
        Some(place) => Arc::clone(batch.column(*place)),
        None => new_null_array(field.data_type(), batch.num_rows()),
    };
    let columns: Vec<ArrayRef> = schema.fields().iter().map(column).collect();
    RecordBatch::try_new(Arc::clone(schema), columns).map_err(Failure::found)
}

impl Input {
    fn of_batches(
        ty: Type,
        schema: SchemaRef,
        batches: Box<dyn Iterator<Item = Result<RecordBatch, Failure>>>,
        name: Option<&str>,
        rows: Option<u64>,
    ) -> Result<Self, Failure> {
        let name = name.unwrap_or_default().to_owned();
        let about = casts(&ty, &schema);
        let about = about.map_err(|e| Failure::found(format_args!("{name}: {e}")))?;
        Ok(Input { ty, about, stream: Stream::Batches(schema, batches), name, rows })
    }

    /// The same with some of the columns, in this order.
    fn project(self, columns: &[String]) -> Result<Self, Failure> {
        let name = self.name.clone();
        let Type::Struct(mut s) = self.ty else {
            return Err(Failure::found(format_args!(
                "{name}: --columns: the values have no columns"
            )));
        };
        let names = onesheet_arrow::unique(s.fields.iter().map(|field| field.name.clone()));
        let mut places: Vec<usize> = Vec::new();
        for column in columns {
            let place = names
                .iter()
                .position(|name| name == column)
                .ok_or_else(|| Failure::found(format_args!("{name}: unknown column {column:?}")))?;
            if places.contains(&place) {
                return Err(Failure::usage(format_args!("--columns: duplicate column {column:?}")));
            }
            places.push(place);
        }
        s.fields = places.iter().filter_map(|place| s.fields.get(*place).cloned()).collect();
        let is_kept = |key: &str| {
            let column = key.strip_prefix(onesheet_arrow::CAST_PREFIX);
            column.is_some_and(|column| columns.iter().any(|name| name == column))
        };
        let about = self.about.into_iter().filter(|(key, _)| is_kept(key)).collect();
        let stream = match self.stream {
            Stream::Batches(schema, batches) => {
                let whole = Failure::found;
                let schema = Arc::new(schema.project(&places).map_err(whole)?);
                let project = move |batch: Result<RecordBatch, Failure>| {
                    batch?.project(&places).map_err(Failure::found)
                };
                Stream::Batches(schema, Box::new(batches.map(project)))
            }
            Stream::Values(values) => {
                let project = move |value| match value? {
                    Value::List(values) => {
                        let of = |place: &usize| values.get(*place).cloned();
                        Ok(Value::List(places.iter().filter_map(of).collect()))
                    }
                    value => Ok(value),
                };
                Stream::Values(Box::new(values.map(project)))
            }
        };
        Ok(Input { ty: Type::Struct(s), about, stream, name, rows: self.rows })
    }

    fn write<W: Write>(
        self,
        writer: BlockWriter<W>,
        options: &Options,
        statistics: bool,
        path: &Path,
        checks: &Checks,
        count: &mut u64,
    ) -> Result<(), Failure> {
        let (ty, name) = (&self.ty, &self.name);
        let wrong = |why: String| Failure::found(format_args!("{name}: {why}"));
        let mut progress = Progress::new(self.rows);
        match self.stream {
            Stream::Batches(_, batches) => {
                let failure = |error: Error| match error {
                    Error::File(error) => files::failure(path, error),
                    error => wrong(error.to_string()),
                };
                let writer = onesheet_arrow::Writer::on(writer, ty, options.clone());
                let mut writer = writer.map_err(failure)?.statistics(statistics);
                for batch in batches {
                    let batch = batch?;
                    writer.write(&batch).map_err(failure)?;
                    *count += batch.num_rows() as u64;
                    progress.update(*count, "rows");
                }
                writer.finish().map(drop).map_err(failure)
            }
            Stream::Values(values) => {
                let mut blocks = Blocks::new(writer, path, ty, options);
                for value in values {
                    let value = value?;
                    // Bounds, and elements that are there twice, are found here.
                    let wrong = |e: &dyn Display| wrong(format!("record {count}: {e}"));
                    let message = encode(ty, &value).map_err(|e| wrong(&e))?;
                    checks.check(&message).map_err(|e| wrong(&e))?;
                    blocks.push(value, message.len())?;
                    *count += 1;
                    progress.update(*count, "rows");
                }
                blocks.finish()
            }
        }
    }
}
