//! Avro's object container files.

use apache_avro::types::Value;
use apache_avro::{Codec, Reader, Schema, Writer, ZstandardSettings, from_value};
use bytes::Bytes;

use super::{Format, LEVEL};
use crate::data::Data;
use crate::log::Log;
use crate::sums::{Column, Sums};

const SCHEMA: &str = r#"{"type": "record", "name": "Log", "fields": [
    {"name": "address", "type": {"type": "record", "name": "Address", "fields": [
        {"name": "x0", "type": "int"},
        {"name": "x1", "type": "int"},
        {"name": "x2", "type": "int"},
        {"name": "x3", "type": "int"}
    ]}},
    {"name": "identity", "type": "string"},
    {"name": "userid", "type": "string"},
    {"name": "date", "type": "string"},
    {"name": "request", "type": "string"},
    {"name": "code", "type": "int"},
    {"name": "size", "type": "long"}
]}"#;

pub struct Avro {
    name: &'static str,
    codec: Codec,
}

impl Avro {
    pub const PLAIN: Self = Avro { name: "Avro", codec: Codec::Null };
    pub const ZSTD: Self = Avro {
        name: "Avro, zstd",
        codec: Codec::Zstandard(ZstandardSettings { compression_level: LEVEL as u8 }),
    };
}

impl Format for Avro {
    fn name(&self) -> &'static str {
        self.name
    }

    fn write(&self, data: &Data<'_>, file: &mut Vec<u8>) {
        let schema = Schema::parse_str(SCHEMA).unwrap();
        let mut writer = Writer::with_codec(&schema, file, self.codec);
        for line in data.lines() {
            writer.append_ser(line).unwrap();
        }
        writer.flush().unwrap();
    }

    fn read(&self, file: &Bytes) -> Sums {
        let mut sums = Sums::default();
        for value in Reader::new(file.as_ref()).unwrap() {
            sums.add(&from_value::<Log>(&value.unwrap()).unwrap());
        }
        sums
    }

    // With a reader's schema of this field alone, it takes twice as long: all fields are read all the
    // same, and then resolved.
    fn column(&self, file: &Bytes) -> Column {
        let mut column = Column::default();
        for value in Reader::new(file.as_ref()).unwrap() {
            let Value::Record(fields) = value.unwrap() else { panic!("no record") };
            let Some((_, Value::Long(size))) = fields.last() else { panic!("no size") };
            column.add(*size as u64);
        }
        column
    }
}
