//! The formats, each on the fastest path that its documentation names, with its default settings.

mod arrow;
mod avro;
mod json;
mod lines;
mod onesheet;
mod parquet;
mod stream;

use bytes::Bytes;

use crate::data::Data;
use crate::sums::{Column, Sums};

/// The level of Zstandard, wherever it is used.
const LEVEL: i32 = 3;

/// A format of files. What it writes and reads is in memory.
pub trait Format {
    fn name(&self) -> &'static str;

    /// Writes a file with all lines.
    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>);

    /// Reads each line to a value that owns its texts.
    fn read(&self, file: &Bytes) -> Sums;

    /// Reads the field `size` of each line.
    fn column(&self, file: &Bytes) -> Column;
}

pub fn all() -> Vec<Box<dyn Format>> {
    vec![
        Box::new(onesheet::Onesheet::PLAIN),
        Box::new(onesheet::Onesheet::FIELDS),
        Box::new(stream::Postcard),
        Box::new(stream::Bincode),
        Box::new(avro::Avro::PLAIN),
        Box::new(arrow::Arrow),
        Box::new(parquet::Parquet::PLAIN),
        Box::new(json::Json::PLAIN),
        Box::new(onesheet::Onesheet::ZSTD),
        Box::new(avro::Avro::ZSTD),
        Box::new(parquet::Parquet::ZSTD),
        Box::new(json::Json::ZSTD),
    ]
}
