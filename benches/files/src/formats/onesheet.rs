//! onesheet's files.

use bytes::Bytes;
use onesheet::Limits;
use onesheet_file::{Options, Reader, Slice, What, Writer};

use super::{Format, LEVEL};
use crate::data::Data;
use crate::log::{Log, LogView};
use crate::sums::{Column, Sums};

pub struct Onesheet {
    name: &'static str,
    compression: Option<i32>,
}

impl Onesheet {
    pub const PLAIN: Self = Onesheet { name: "onesheet", compression: None };
    pub const ZSTD: Self = Onesheet { name: "onesheet, zstd", compression: Some(LEVEL) };
}

impl Format for Onesheet {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        let options = Options { compression: self.compression, ..Options::default() };
        let mut writer = Writer::with_options(file, options).unwrap();
        for line in data.lines() {
            writer.push(line).unwrap();
        }
        writer.finish().unwrap();
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        for line in Reader::new(file.as_ref()).records::<Log>() {
            sums.add(&line.unwrap());
        }
        sums
    }

    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        for event in Slice::new(file).events() {
            match event.what {
                What::Records(block) => {
                    let mut list = Default::default();
                    let lines = block.view::<LogView>(&mut list, &Limits::default()).unwrap();
                    lines.iter().for_each(|line| column.add(line.size));
                }
                What::Section(_) | What::End { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        column
    }
}
