//! The files that are read.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use onesheet_arrow::Decoder;
use onesheet_dynamic::Type;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

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
        let (schema, rows, batches): (_, _, Box<dyn Iterator<Item = _>>) = match format {
            Format::Parquet => {
                let builder = ParquetRecordBatchReaderBuilder::try_new(file);
                let builder = builder.map_err(|e| failure(path, &e.into()))?;
                let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).ok();
                // The reader's own has no metadata.
                let schema = Arc::clone(builder.schema());
                let reader = builder.build().map_err(|e| failure(path, &e.into()))?;
                (schema, rows, Box::new(reader))
            }
            Format::Arrow => arrow(path, file)?,
            Format::Csv => csv(path, file, ty)?,
        };
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
        Some(self.batches.next()?.map_err(|e| failure(&self.path, &e)))
    }
}

type Opened = (SchemaRef, Option<u64>, Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>);

fn arrow(path: &Path, mut file: File) -> Result<Opened, Failure> {
    let io = |e| files::unreadable(path, &e);
    let mut start = Vec::new();
    file.by_ref().take(ARROW.len() as u64).read_to_end(&mut start).map_err(io)?;
    file.rewind().map_err(io)?;
    let file = BufReader::new(file);
    if start == ARROW {
        let reader = FileReader::try_new(file, None).map_err(|e| failure(path, &e))?;
        return Ok((reader.schema(), None, Box::new(reader)));
    }
    let reader = StreamReader::try_new(file, None).map_err(|e| failure(path, &e))?;
    Ok((reader.schema(), None, Box::new(reader)))
}

/// CSV with a header, the types of whose columns are those given, or what all rows allow.
fn csv(path: &Path, mut file: File, ty: Option<&Type>) -> Result<Opened, Failure> {
    let format = arrow_csv::reader::Format::default().with_header(true);
    let inferred = format.infer_schema(BufReader::new(&mut file), None);
    let (inferred, rows) = inferred.map_err(|e| failure(path, &e))?;
    file.rewind().map_err(|e| files::unreadable(path, &e))?;
    let wrong = |e: onesheet_arrow::Error| Failure::found(format_args!("--type: {e}"));
    let given = ty.map(|ty| Decoder::new(ty).map_err(wrong)).transpose()?;
    let column = |field: &Arc<Field>| {
        let name = field.name();
        let given = given.as_ref().and_then(|given| given.schema().field_with_name(name).ok());
        let data_type = match given.map_or(field.data_type(), Field::data_type) {
            // Names, which are looked up as texts; and a column without a value.
            DataType::Dictionary(..) | DataType::Null => DataType::Utf8,
            DataType::Binary | DataType::FixedSizeBinary(_) => {
                return Err(no_csv(path, name, "bytes"));
            }
            other if other.is_nested() => return Err(no_csv(path, name, "parts")),
            other => other.clone(),
        };
        Ok(Field::new(name, data_type, true))
    };
    let fields = inferred.fields().iter().map(column).collect::<Result<Vec<_>, _>>()?;
    let schema = Arc::new(Schema::new(fields));
    let reader = arrow_csv::ReaderBuilder::new(Arc::clone(&schema)).with_format(format);
    let reader = reader.build(file).map_err(|e| failure(path, &e))?;
    Ok((schema, Some(rows as u64), Box::new(reader)))
}

fn no_csv(path: &Path, column: &str, what: &str) -> Failure {
    let path = path.display();
    Failure::found(format_args!("{path}: column {column}: CSV has no values of {what}"))
}

fn failure(path: &Path, error: &ArrowError) -> Failure {
    match error {
        ArrowError::IoError(_, error) => files::unreadable(path, error),
        error => Failure::found(format_args!("{}: {}", path.display(), shown(&error.to_string()))),
    }
}
