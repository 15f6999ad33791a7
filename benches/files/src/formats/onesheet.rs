//! onesheet's files.

use std::io::Cursor;

use bytes::Bytes;
use onesheet::{Limits, list};
use onesheet_file::{Options, Reader, Slice, What, Writer};

use super::{Format, LEVEL};
use crate::data::Data;
use crate::log::{Log, LogView};
use crate::sums::{Column, Sums};

pub struct Onesheet {
    name: &'static str,
    compression: Option<i32>,
    /// Whether blocks say where their fields are.
    fields: bool,
}

/// The place of `size` among the fields.
const SIZE: usize = 6;

impl Onesheet {
    pub const PLAIN: Self = Onesheet { name: "onesheet", compression: None, fields: false };
    pub const FIELDS: Self = Onesheet { name: "onesheet, fields", fields: true, ..Self::PLAIN };
    pub const ZSTD: Self =
        Onesheet { name: "onesheet, zstd", compression: Some(LEVEL), ..Self::PLAIN };
}

impl Format for Onesheet {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        let Onesheet { compression, fields, .. } = *self;
        let options = Options { compression, fields, ..Options::default() };
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
        if self.fields {
            let mut reader = Reader::part(Cursor::new(file), 0..u64::MAX).unwrap();
            while let Some(event) = reader.next_event().unwrap() {
                match event.what {
                    What::Statistics(_) => reader.only(&[SIZE]),
                    What::Fields(fields) => {
                        let sizes = list::decode_view(fields.bytes(), fields.count() as usize);
                        sizes.unwrap().iter().for_each(|size| column.add(size));
                    }
                    What::Section(_) | What::End { .. } => {}
                    other => panic!("{other:?}"),
                }
            }
            return column;
        }
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
