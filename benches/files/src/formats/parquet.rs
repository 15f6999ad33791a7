//! Parquet files.

use arrow_array::RecordBatch;
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::{ArrowWriter, ProjectionMask};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::lines::{SIZE, add_lines, add_size, schema, to_batch};
use super::{Format, LEVEL};
use crate::data::Data;
use crate::sums::{Column, Sums};

pub struct Parquet {
    name: &'static str,
    compressed: bool,
}

impl Parquet {
    pub const PLAIN: Self = Parquet { name: "Parquet", compressed: false };
    pub const ZSTD: Self = Parquet { name: "Parquet, zstd", compressed: true };
}

/// All batches of a file, or a column of them.
fn batches(file: &Bytes, column: Option<usize>, mut each: impl FnMut(&RecordBatch)) {
    let mut builder = ParquetRecordBatchReaderBuilder::try_new(file.clone()).unwrap();
    if let Some(column) = column {
        let mask = ProjectionMask::leaves(builder.parquet_schema(), [column]);
        builder = builder.with_projection(mask);
    }
    for batch in builder.with_batch_size(8192).build().unwrap() {
        each(&batch.unwrap());
    }
}

impl Format for Parquet {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        let compression = match self.compressed {
            true => Compression::ZSTD(ZstdLevel::try_new(LEVEL).unwrap()),
            false => Compression::UNCOMPRESSED,
        };
        let properties = WriterProperties::builder().set_compression(compression).build();
        let schema = schema();
        let mut writer = ArrowWriter::try_new(file, schema.clone(), Some(properties)).unwrap();
        for list in data.lists() {
            writer.write(&to_batch(list, &schema)).unwrap();
        }
        writer.close().unwrap();
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        batches(file, None, |batch| add_lines(batch, &mut sums));
        sums
    }

    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        batches(file, Some(SIZE), |batch| add_size(batch, &mut column));
        column
    }
}
