//! The files that are written.

use std::io::Write;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{Fields, SchemaRef};
use onesheet_arrow::Decoder;
use onesheet_dynamic::Value;
use parquet::arrow::ArrowWriter;
use parquet::basic;
use parquet::file::properties::WriterProperties;

use super::table::Table;
use super::{csv, units};
use crate::args::{Compression, FormArgs, Format};
use crate::failure::Failure;
use crate::files;

/// What is written, and where to.
pub struct Target<'a> {
    /// A table if there is none.
    pub format: Option<Format>,
    pub path: &'a Path,
    /// Those that are written; all if none are named.
    pub columns: Option<&'a [String]>,
    pub form: &'a FormArgs,
}

/// Bytes of a row group of Parquet, which is held in memory until it is written.
const ROW_GROUP: usize = 128 << 20;

type Out<'a> = &'a mut (dyn Write + Send);

/// A file that is written batch by batch.
pub struct Sink<'a> {
    path: &'a Path,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Parquet(Box<ArrowWriter<Out<'a>>>, SchemaRef),
    Arrow(Box<FileWriter<Out<'a>>>),
    Csv(Box<csv::Writer<Out<'a>>>, Fields),
    Table(Box<Table<Out<'a>>>, Fields),
}

impl<'a> Sink<'a> {
    /// A sink of the columns of a decoder, whose places among all columns are `places`: of a format, or
    /// else a table.
    pub fn new(
        target: &Target<'a>,
        decoder: &Decoder,
        places: &[usize],
        out: Out<'a>,
    ) -> Result<Self, Failure> {
        let Target { path, format, form, .. } = *target;
        let schema = decoder.schema();
        let fields =
            || -> Vec<_> { places.iter().copied().zip(schema.fields().iter().cloned()).collect() };
        let kind = match format {
            Some(Format::Parquet) => {
                let properties = WriterProperties::builder()
                    .set_compression(codec(form.compression))
                    .set_max_row_group_bytes(Some(ROW_GROUP))
                    .build();
                let schema = units::of_parquet(schema);
                ArrowWriter::try_new(out, schema.clone(), Some(properties))
                    .map(|writer| Kind::Parquet(Box::new(writer), schema))
                    .map_err(|e| failure(path, e))?
            }
            Some(Format::Arrow) => FileWriter::try_new(out, schema)
                .map(|writer| Kind::Arrow(Box::new(writer)))
                .map_err(|e| failure(path, e))?,
            None => Table::new(out, decoder.ty(), &fields())
                .map(|table| Kind::Table(Box::new(table), schema.fields().clone()))
                .map_err(|e| failure(path, e))?,
            // JSON has no columns, and does not come here.
            Some(format @ (Format::Csv | Format::Tsv | Format::Json | Format::Jsonl)) => {
                let tab = (format == Format::Tsv).then_some(b'\t');
                let delimiter = form.delimiter.or(tab).unwrap_or(b',');
                let null = form.null.clone();
                let writer = csv::Writer::new(out, delimiter, null, decoder.ty(), &fields());
                let writer = writer.map_err(|e| failure(path, e))?;
                Kind::Csv(Box::new(writer), schema.fields().clone())
            }
        };
        Ok(Sink { path, kind })
    }

    /// Whether the values of the records are needed, beside their columns.
    pub fn needs_values(&self) -> bool {
        match &self.kind {
            Kind::Csv(writer, _) => writer.needs_values(),
            Kind::Table(table, _) => table.needs_values(),
            Kind::Parquet(..) | Kind::Arrow(_) => false,
        }
    }

    pub fn write(&mut self, batch: &RecordBatch, values: &[Value]) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Parquet(writer, schema) => {
                let batch = units::cast(batch, schema).map_err(|e| failure(self.path, e))?;
                writer.write(&batch).map_err(|e| failure(self.path, e))
            }
            Kind::Arrow(writer) => writer.write(batch).map_err(|e| failure(self.path, e)),
            Kind::Csv(writer, _) => writer.write(batch, values).map_err(|e| failure(self.path, e)),
            Kind::Table(table, _) => table.write(batch, values).map_err(|e| failure(self.path, e)),
        }
    }

    pub fn finish(self) -> Result<(), Failure> {
        match self.kind {
            Kind::Parquet(writer, _) => writer.close().map(drop).map_err(|e| failure(self.path, e)),
            Kind::Arrow(mut writer) => writer.finish().map_err(|e| failure(self.path, e)),
            Kind::Csv(writer, fields) => writer.finish(&fields).map_err(|e| failure(self.path, e)),
            Kind::Table(table, fields) => table.finish(&fields).map_err(|e| failure(self.path, e)),
        }
    }
}

fn codec(compression: Compression) -> basic::Compression {
    match compression {
        Compression::Zstd => basic::Compression::ZSTD(basic::ZstdLevel::default()),
        Compression::Snappy => basic::Compression::SNAPPY,
        Compression::None => basic::Compression::UNCOMPRESSED,
    }
}

/// What stands against writing: the disk, or columns that the format does not have.
fn failure(path: &Path, error: impl Into<Unwritten>) -> Failure {
    match error.into() {
        Unwritten::Io(error) => files::unwritable(path, &error),
        Unwritten::Columns(why) => Failure::found(format_args!("{}: {why}", path.display())),
    }
}

enum Unwritten {
    Io(std::io::Error),
    Columns(String),
}

impl From<arrow_schema::ArrowError> for Unwritten {
    fn from(error: arrow_schema::ArrowError) -> Self {
        match error {
            arrow_schema::ArrowError::IoError(_, error) => Unwritten::Io(error),
            error => Unwritten::Columns(error.to_string()),
        }
    }
}

impl From<parquet::errors::ParquetError> for Unwritten {
    fn from(error: parquet::errors::ParquetError) -> Self {
        let columns = error.to_string();
        match error {
            parquet::errors::ParquetError::External(error) => match error.downcast() {
                Ok(error) => Unwritten::Io(*error),
                Err(_) => Unwritten::Columns(columns),
            },
            _ => Unwritten::Columns(columns),
        }
    }
}
