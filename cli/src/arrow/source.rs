//! The files that are read.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use onesheet_arrow::Decoder;
use onesheet_dynamic::Type;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::lengths;
use crate::args::Format;
use crate::failure::Failure;
use crate::file::shown;
use crate::files;

/// What the IPC file format begins with; its stream format begins with something else.
const ARROW: &[u8] = b"ARROW1";

/// A file that is read batch by batch.
pub struct Source {
    path: PathBuf,
    schema: SchemaRef,
    rows: Option<u64>,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>,
}

impl Source {
    /// Opens a file; `ty` is the type of the records, if it was given.
    pub fn open(format: Format, path: &Path, ty: Option<&Type>) -> Result<Self, Failure> {
        let file = File::open(path).map_err(|e| files::unreadable(path, &e))?;
        let metadata = file.metadata().map_err(|e| files::unreadable(path, &e))?;
        if !metadata.is_file() {
            let path = path.display();
            return Err(Failure::usage(format_args!(
                "cannot read {path}: it is no file, in which to seek"
            )));
        }
        let opened = caught(|| match format {
            Format::Parquet => parquet(path, file),
            Format::Arrow => arrow(path, file),
            Format::Csv => csv(path, file, ty),
        });
        let (schema, rows, batches) = opened.unwrap_or_else(|e| Err(failure(path, &e)))?;
        Ok(Source { path: path.to_owned(), schema, rows, batches })
    }

    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// How many rows there are, if that is known.
    pub fn rows(&self) -> Option<u64> {
        self.rows
    }
}

impl Iterator for Source {
    type Item = Result<RecordBatch, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = caught(|| self.batches.next()).unwrap_or_else(|e| Some(Err(e)));
        Some(next?.map_err(|e| failure(&self.path, &e)))
    }
}

type Opened = (SchemaRef, Option<u64>, Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>);

/// What a reader returns, which panics at some files that are damaged.
fn caught<T>(read: impl FnOnce() -> T) -> Result<T, ArrowError> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    panic::set_hook(hook);
    result.map_err(|why| {
        let text = why.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| why.downcast_ref::<&str>().copied()).unwrap_or_default();
        ArrowError::ParseError(format!("damaged, or of a kind that is not known: {text}"))
    })
}

fn parquet(path: &Path, file: File) -> Result<Opened, Failure> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file);
    let builder = builder.map_err(|e| failure(path, &e.into()))?;
    let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).ok();
    // The reader's own has no metadata.
    let schema = Arc::clone(builder.schema());
    let reader = builder.build().map_err(|e| failure(path, &e.into()))?;
    Ok((schema, rows, Box::new(reader)))
}

fn arrow(path: &Path, mut file: File) -> Result<Opened, Failure> {
    let io = |e| files::unreadable(path, &e);
    let mut start = Vec::new();
    file.by_ref().take(ARROW.len() as u64).read_to_end(&mut start).map_err(io)?;
    lengths::check(&mut file, start == ARROW).map_err(|e| failure(path, &e))?;
    file.rewind().map_err(io)?;
    let file = BufReader::new(file);
    if start == ARROW {
        let reader = FileReader::try_new(file, None).map_err(|e| failure(path, &e))?;
        return Ok((reader.schema(), None, Box::new(reader)));
    }
    let reader = StreamReader::try_new(file, None).map_err(|e| failure(path, &e))?;
    Ok((reader.schema(), None, Box::new(reader)))
}

/// CSV with a header. The columns are of the types that all rows allow, or texts for a type that is
/// given.
fn csv(path: &Path, mut file: File, ty: Option<&Type>) -> Result<Opened, Failure> {
    let format = arrow_csv::reader::Format::default().with_header(true);
    let inferred = format.infer_schema(BufReader::new(&mut file), None);
    let (inferred, rows) = inferred.map_err(|e| failure(path, &e))?;
    file.rewind().map_err(|e| files::unreadable(path, &e))?;
    if let Some(ty) = ty {
        has_texts(path, ty)?;
    }
    let column = |field: &Arc<Field>| {
        let data_type = match (ty, field.data_type()) {
            // A column without a value.
            (Some(_), _) | (None, DataType::Null) => DataType::Utf8,
            (None, other) => other.clone(),
        };
        Field::new(field.name(), data_type, true)
    };
    let schema = Arc::new(Schema::new(inferred.fields().iter().map(column).collect::<Vec<_>>()));
    let reader = arrow_csv::ReaderBuilder::new(Arc::clone(&schema)).with_format(format);
    let reader = reader.build(file).map_err(|e| failure(path, &e))?;
    Ok((schema, Some(rows as u64), Box::new(reader)))
}

/// Whether texts become the values of all columns of a type.
fn has_texts(path: &Path, ty: &Type) -> Result<(), Failure> {
    let decoder = Decoder::new(ty).map_err(|e| Failure::found(format_args!("--type: {e}")))?;
    let wrong = |name: &str, what: &str| {
        let path = path.display();
        Failure::found(format_args!("{path}: column {name}: CSV has no values of {what}"))
    };
    for field in decoder.schema().fields() {
        match field.data_type() {
            DataType::Binary | DataType::FixedSizeBinary(_) => {
                return Err(wrong(field.name(), "bytes"));
            }
            other if other.is_nested() && !matches!(other, DataType::Dictionary(..)) => {
                return Err(wrong(field.name(), "parts"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn failure(path: &Path, error: &ArrowError) -> Failure {
    match error {
        ArrowError::IoError(_, error) => files::unreadable(path, error),
        error => Failure::found(format_args!("{}: {}", path.display(), shown(&error.to_string()))),
    }
}
