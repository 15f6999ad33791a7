//! Arrow's IPC files, which are read where they are in memory.

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::root_as_footer;
use arrow_ipc::writer::FileWriter;
use bytes::Bytes;

use super::Format;
use super::lines::{SIZE, add_lines, add_size, schema, to_batch};
use crate::data::Data;
use crate::sums::{Column, Sums};

pub struct Arrow;

/// All batches of a file, or a column of them.
fn batches(file: &Bytes, projection: Option<Vec<usize>>, mut each: impl FnMut(&RecordBatch)) {
    let (rest, trailer) = file.split_last_chunk::<10>().unwrap();
    let len = read_footer_length(*trailer).unwrap();
    let footer = root_as_footer(&rest[rest.len() - len..]).unwrap();
    let mut decoder = FileDecoder::new(schema(), footer.version());
    if let Some(projection) = projection {
        decoder = decoder.with_projection(projection);
    }
    let buffer = Buffer::from(file.clone());
    for block in footer.recordBatches().unwrap() {
        let len = block.bodyLength() as usize + block.metaDataLength() as usize;
        let bytes = buffer.slice_with_length(block.offset() as usize, len);
        each(&decoder.read_record_batch(block, &bytes).unwrap().unwrap());
    }
}

impl Format for Arrow {
    fn name(&self) -> &'static str {
        "Arrow IPC"
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        let schema = schema();
        let mut writer = FileWriter::try_new(file, &schema).unwrap();
        for list in data.lists() {
            writer.write(&to_batch(list, &schema)).unwrap();
        }
        writer.finish().unwrap();
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        batches(file, None, |batch| add_lines(batch, &mut sums));
        sums
    }

    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        batches(file, Some(vec![SIZE]), |batch| add_size(batch, &mut column));
        column
    }
}
