//! The files that are written.

use std::io::Write;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic;
use parquet::file::properties::WriterProperties;

use super::csv;
use crate::args::{Compression, Format};
use crate::failure::Failure;
use crate::files;

/// Bytes of a row group of Parquet, which is held in memory until it is written.
const ROW_GROUP: usize = 128 << 20;

type Out<'a> = &'a mut (dyn Write + Send);

/// A file that is written batch by batch.
pub struct Sink<'a> {
    path: &'a Path,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Parquet(Box<ArrowWriter<Out<'a>>>),
    Arrow(Box<FileWriter<Out<'a>>>),
    Csv(Box<csv::Writer<Out<'a>>>),
}

impl<'a> Sink<'a> {
    pub fn new(
        format: Format,
        compression: Compression,
        path: &'a Path,
        schema: &SchemaRef,
        out: Out<'a>,
    ) -> Result<Self, Failure> {
        let kind = match format {
            Format::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(codec(compression))
                    .set_max_row_group_bytes(Some(ROW_GROUP))
                    .build();
                ArrowWriter::try_new(out, schema.clone(), Some(properties))
                    .map(|writer| Kind::Parquet(Box::new(writer)))
                    .map_err(|e| failure(path, e))?
            }
            Format::Arrow => FileWriter::try_new(out, schema)
                .map(|writer| Kind::Arrow(Box::new(writer)))
                .map_err(|e| failure(path, e))?,
            Format::Csv => Kind::Csv(Box::new(csv::Writer::new(out))),
        };
        Ok(Sink { path, kind })
    }

    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match &mut self.kind {
            Kind::Parquet(writer) => writer.write(batch).map_err(|e| failure(self.path, e)),
            Kind::Arrow(writer) => writer.write(batch).map_err(|e| failure(self.path, e)),
            Kind::Csv(writer) => writer.write(batch).map_err(|e| failure(self.path, e)),
        }
    }

    pub fn finish(self) -> Result<(), Failure> {
        match self.kind {
            Kind::Parquet(writer) => writer.close().map(drop).map_err(|e| failure(self.path, e)),
            Kind::Arrow(mut writer) => writer.finish().map_err(|e| failure(self.path, e)),
            Kind::Csv(writer) => writer.finish().map_err(|e| failure(self.path, e)),
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
        Unwritten::Columns(why) => {
            Failure::found(format_args!("{}: {}", path.display(), crate::file::shown(&why)))
        }
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
