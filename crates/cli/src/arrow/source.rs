//! The files that are read.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::convert::try_schema_from_ipc_buffer;
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use parquet::arrow::ARROW_SCHEMA_META_KEY;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::metadata::FileMetaData;

use super::{lengths, units};
use crate::args::Format;
use crate::failure::Failure;
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
    /// Opens a file of columns; what comes through a pipe is kept in a file first, in which to seek.
    pub fn open(format: Format, path: &Path) -> Result<Self, Failure> {
        let unreadable = |e| files::unreadable(path, &e);
        let (mut input, len) = files::open(Some(path))?;
        let file = match len {
            Some(_) => File::open(path).map_err(unreadable)?,
            None => {
                let mut kept = tempfile::tempfile().map_err(unreadable)?;
                std::io::copy(&mut input, &mut kept).map_err(unreadable)?;
                kept.rewind().map_err(unreadable)?;
                kept
            }
        };
        let opened = caught(|| match format {
            Format::Arrow => arrow(path, file),
            _ => parquet(path, file),
        });
        let (schema, rows, batches) = opened.unwrap_or_else(|e| Err(failure(path, &e)))?;
        Ok(Source { path: path.to_owned(), schema, rows, batches })
    }

    /// The name in messages.
    pub fn name(&self) -> String {
        files::name(Some(&self.path))
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
        ArrowError::ParseError(format!("damaged, or of an unknown kind: {text}"))
    })
}

/// The columns as the program had them that wrote the file, if it says so, as programs with Arrow do.
fn stated(metadata: &FileMetaData) -> Option<Schema> {
    let pairs = metadata.key_value_metadata()?;
    let text = pairs.iter().find(|pair| pair.key == ARROW_SCHEMA_META_KEY)?.value.as_ref()?;
    try_schema_from_ipc_buffer(&STANDARD.decode(text).ok()?).ok()
}

fn parquet(path: &Path, file: File) -> Result<Opened, Failure> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(file);
    let builder = builder.map_err(|e| failure(path, &e.into()))?;
    let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).ok();
    // The reader's own has no metadata.
    let schema = Arc::clone(builder.schema());
    let as_was = units::as_was(&schema);
    let as_was = match stated(builder.metadata().file_metadata()) {
        Some(stated) => units::as_stated(&as_was, &stated),
        None => as_was,
    };
    let reader = builder.build().map_err(|e| failure(path, &e.into()))?;
    let made = Arc::clone(&as_was);
    Ok((as_was, rows, Box::new(reader.map(move |batch| units::cast(&batch?, &made)))))
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

fn failure(path: &Path, error: &ArrowError) -> Failure {
    match error {
        ArrowError::IoError(_, error) => files::unreadable(path, error),
        error => Failure::found(format_args!("{}: {error}", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::{Array, ArrayRef, Int32Array, TimestampMillisecondArray, cast::AsArray};
    use arrow_cast::cast;
    use arrow_schema::{DataType, Field, TimeUnit};
    use parquet::arrow::ArrowWriter;
    use parquet::arrow::arrow_writer::ArrowWriterOptions;
    use parquet::arrow::encode_arrow_schema;
    use parquet::file::metadata::KeyValue;
    use parquet::file::properties::WriterProperties;

    use super::*;

    /// As pyarrow writes them: as milliseconds of UTC, with its own schema in the metadata.
    #[test]
    fn seconds_and_their_zones() {
        let time = DataType::Time32(TimeUnit::Second);
        let zones = [None, Some("UTC"), Some("+02:00"), Some("Europe/Berlin")];
        let stamp =
            |zone: Option<&str>| DataType::Timestamp(TimeUnit::Second, zone.map(Into::into));
        for stated in zones.into_iter().map(stamp).chain([time]) {
            let column: ArrayRef = match &stated {
                DataType::Timestamp(_, zone) => {
                    let column = TimestampMillisecondArray::from(vec![Some(5_000), None]);
                    Arc::new(column.with_timezone_opt(zone.as_ref().map(|_| "UTC")))
                }
                _ => {
                    let column = Int32Array::from(vec![Some(5_000), None]);
                    cast(&column, &DataType::Time32(TimeUnit::Millisecond)).unwrap()
                }
            };
            let schema = Schema::new(vec![Field::new("at", stated.clone(), true)]);
            let pair =
                KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), encode_arrow_schema(&schema));
            let properties =
                WriterProperties::builder().set_key_value_metadata(Some(vec![pair])).build();
            let options = ArrowWriterOptions::new()
                .with_properties(properties)
                .with_skip_arrow_metadata(true);
            let made = Schema::new(vec![Field::new("at", column.data_type().clone(), true)]);
            let batch = RecordBatch::try_new(Arc::new(made), vec![column]).unwrap();
            let file = tempfile::NamedTempFile::new().unwrap();
            let mut writer =
                ArrowWriter::try_new_with_options(file.reopen().unwrap(), batch.schema(), options)
                    .unwrap();
            writer.write(&batch).unwrap();
            writer.close().unwrap();
            let Ok(mut source) = Source::open(Format::Parquet, file.path()) else {
                panic!("{stated}");
            };
            assert_eq!(source.schema().field(0).data_type(), &stated);
            let Some(Ok(batch)) = source.next() else { panic!("{stated}") };
            let numbers = match stated {
                DataType::Time32(_) => cast(batch.column(0), &DataType::Int32).unwrap(),
                _ => Arc::clone(batch.column(0)),
            };
            let numbers = cast(&numbers, &DataType::Int64).unwrap();
            let numbers = numbers.as_primitive::<arrow_array::types::Int64Type>();
            assert_eq!((numbers.value(0), numbers.is_null(1)), (5, true), "{stated}");
        }
    }
}
