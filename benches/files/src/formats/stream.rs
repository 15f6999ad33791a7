//! One message after another, each behind its length in four bytes.

use bytes::Bytes;

use super::Format;
use crate::data::Data;
use crate::log::{Log, LogView};
use crate::sums::{Column, Sums};

pub struct Postcard;

pub struct Bincode;

/// Writes each line by `encode`, which puts it behind what is there.
fn write(data: &Data<'_>, file: &mut Vec<u8>, mut encode: impl FnMut(&Log, &mut Vec<u8>)) {
    for line in data.lines() {
        let start = file.len();
        file.extend_from_slice(&[0; 4]);
        encode(line, file);
        let len = (file.len() - start - 4) as u32;
        file[start..start + 4].copy_from_slice(&len.to_le_bytes());
    }
}

fn messages(mut file: &[u8]) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let (len, rest) = file.split_first_chunk::<4>()?;
        let (message, rest) = rest.split_at(u32::from_le_bytes(*len) as usize);
        file = rest;
        Some(message)
    })
}

impl Format for Postcard {
    fn name(&self) -> &'static str {
        "postcard"
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        write(data, file, |line, file| {
            postcard::to_io(line, file).unwrap();
        });
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        for message in messages(file) {
            sums.add(&postcard::from_bytes(message).unwrap());
        }
        sums
    }

    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        for message in messages(file) {
            column.add(postcard::from_bytes::<LogView>(message).unwrap().size);
        }
        column
    }
}

const CONFIG: bincode::config::Configuration = bincode::config::standard();

impl Format for Bincode {
    fn name(&self) -> &'static str {
        "bincode"
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        write(data, file, |line, file| {
            bincode::encode_into_std_write(line, file, CONFIG).unwrap();
        });
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        for message in messages(file) {
            sums.add(&bincode::decode_from_slice::<Log, _>(message, CONFIG).unwrap().0);
        }
        sums
    }

    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        for message in messages(file) {
            let (line, _) =
                bincode::borrow_decode_from_slice::<LogView, _>(message, CONFIG).unwrap();
            column.add(line.size);
        }
        column
    }
}
