//! A line of JSON for each record.

use std::io::{BufRead, BufReader, BufWriter, Write};

use bytes::Bytes;
use serde::Deserialize;

use super::{Format, LEVEL};
use crate::data::Data;
use crate::log::Log;
use crate::sums::{Column, Sums};

pub struct Json {
    name: &'static str,
    compressed: bool,
}

impl Json {
    pub const PLAIN: Self = Json { name: "JSON lines", compressed: false };
    pub const ZSTD: Self = Json { name: "JSON lines, zstd", compressed: true };
}

#[derive(Deserialize)]
struct Size {
    size: u64,
}

fn write(data: &Data<'_>, mut file: impl Write) {
    for line in data.lines() {
        serde_json::to_writer(&mut file, line).unwrap();
        file.write_all(b"\n").unwrap();
    }
    file.flush().unwrap();
}

fn read(mut file: impl BufRead, mut each: impl FnMut(&[u8])) {
    let mut line = Vec::new();
    while file.read_until(b'\n', &mut line).unwrap() > 0 {
        each(&line);
        line.clear();
    }
}

impl Json {
    fn each(&self, file: &Bytes, each: impl FnMut(&[u8])) {
        match self.compressed {
            true => read(BufReader::new(zstd::Decoder::new(file.as_ref()).unwrap()), each),
            false => read(file.as_ref(), each),
        }
    }
}

impl Format for Json {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        if self.compressed {
            let encoder = zstd::Encoder::new(file, LEVEL).unwrap();
            write(data, BufWriter::new(encoder.auto_finish()));
        } else {
            write(data, file);
        }
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        self.each(file, |line| sums.add(&serde_json::from_slice::<Log>(line).unwrap()));
        sums
    }

    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        self.each(file, |line| column.add(serde_json::from_slice::<Size>(line).unwrap().size));
        column
    }
}
