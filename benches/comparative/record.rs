//! Single records of a service: a log record, a scene, a struct of every primitive type.

use onesheet::list::Seq;

use crate::codec::{Onesheet, borrowing_codecs, codecs};
use crate::field::fields;
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, views};

codecs! {
    pub struct LogRecord {
        pub timestamp: u64,
        pub level: u8,
        pub message: String,
        pub tags: Vec<String>,
        #[serde(with = "serde_bytes")]
        pub payload: Vec<u8>,
    }

    pub struct Rect {
        pub top_left: (f32, f32),
        pub bottom_right: (f32, f32),
        pub color: u32,
    }

    pub struct Scene {
        pub name: String,
        pub main_rect: Rect,
        pub count: u32,
    }

    pub struct Primitives {
        pub bool: bool,
        pub u8: u8,
        pub u16: u16,
        pub u32: u32,
        pub u64: u64,
        pub u128: u128,
        pub i8: i8,
        pub i16: i16,
        pub i32: i32,
        pub i64: i64,
        pub i128: i128,
        pub f32: f32,
        pub f64: f64,
        #[borsh(serialize_with = "borsh_char::serialize", deserialize_with = "borsh_char::deserialize")]
        pub char: char,
        pub string: String,
    }
}

borrowing_codecs! {
    pub struct LogRecordView<'a> {
        pub timestamp: u64,
        pub level: u8,
        pub message: &'a str,
        #[serde(borrow)]
        pub tags: Vec<&'a str>,
        #[serde(with = "serde_bytes")]
        pub payload: &'a [u8],
    }

    #[derive(bitcode::Decode)]
    pub struct SceneView<'a> {
        pub name: &'a str,
        pub main_rect: Rect,
        pub count: u32,
    }

    #[derive(bitcode::Decode)]
    pub struct PrimitivesView<'a> {
        pub bool: bool,
        pub u8: u8,
        pub u16: u16,
        pub u32: u32,
        pub u64: u64,
        pub u128: u128,
        pub i8: i8,
        pub i16: i16,
        pub i32: i32,
        pub i64: i64,
        pub i128: i128,
        pub f32: f32,
        pub f64: f64,
        pub char: char,
        pub string: &'a str,
    }
}

#[derive(onesheet::Deserialize)]
pub struct LogRecordSheet<'a> {
    pub timestamp: u64,
    pub level: u8,
    pub message: &'a str,
    pub tags: Seq<'a, &'a str>,
    pub payload: &'a [u8],
}

/// bitcode borrows text, but not bytes.
#[derive(bitcode::Decode)]
pub struct LogRecordBitcode<'a> {
    pub timestamp: u64,
    pub level: u8,
    pub message: &'a str,
    pub tags: Vec<&'a str>,
    pub payload: Vec<u8>,
}

fields!(
    { timestamp, level, message, tags, payload }
    for LogRecord, LogRecordView<'_>, LogRecordSheet<'_>, LogRecordBitcode<'_>, ArchivedLogRecord
);
fields!({ top_left, bottom_right, color } for Rect, ArchivedRect);
fields!({ name, main_rect, count } for Scene, SceneView<'_>, ArchivedScene);
fields!(
    { bool, u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64, char, string }
    for Primitives, PrimitivesView<'_>, ArchivedPrimitives
);

/// borsh has no `char`.
mod borsh_char {
    use std::io::{Error, ErrorKind, Read, Result, Write};

    pub fn serialize<W: Write>(value: &char, writer: &mut W) -> Result<()> {
        borsh::BorshSerialize::serialize(&u32::from(*value), writer)
    }

    pub fn deserialize<R: Read>(reader: &mut R) -> Result<char> {
        let value = <u32 as borsh::BorshDeserialize>::deserialize_reader(reader)?;
        char::from_u32(value).ok_or_else(|| Error::from(ErrorKind::InvalidData))
    }
}

fn text(random: &mut Random, start: usize, end: usize) -> String {
    let len = random.count(start, end);
    random.text(len)
}

pub fn log_record(random: &mut Random) -> LogRecord {
    let tags = random.count(2, 5);
    LogRecord {
        timestamp: 1_700_000_000_000 + random.below(1 << 36),
        level: random.below(6) as u8,
        message: text(random, 40, 90),
        tags: random.list(tags, |random| text(random, 4, 13)),
        payload: random.bytes(256),
    }
}

pub fn scene(random: &mut Random) -> Scene {
    Scene {
        name: text(random, 8, 25),
        main_rect: Rect {
            top_left: (random.f32() * 100.0, random.f32() * 100.0),
            bottom_right: (random.f32() * 1000.0, random.f32() * 1000.0),
            color: random.u32(),
        },
        count: random.below(1_000) as u32,
    }
}

pub fn primitives(random: &mut Random) -> Primitives {
    Primitives {
        bool: random.chance(0.5),
        u8: random.u8(),
        u16: random.mixed(16) as u16,
        u32: random.mixed(32) as u32,
        u64: random.mixed(64),
        u128: u128::from(random.u64()) << 64 | u128::from(random.u64()),
        i8: random.u8() as i8,
        i16: random.mixed(15) as i16,
        i32: -(random.mixed(31) as i32),
        i64: -(random.mixed(63) as i64),
        i128: -i128::from(random.u64()),
        f32: random.f32(),
        f64: random.f64(),
        char: random.pick(&['a', 'é', '€', '🦀']),
        string: text(random, 4, 33),
    }
}

pub fn rows(bench: &mut Bench) {
    let name = "record/log_record";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [LogRecord] = Random::new(name).list(64, log_record).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        row.hand::<Onesheet, _>(pool, hand::log_record);
        views!(row, pool, LogRecordView, onesheet LogRecordSheet, bitcode LogRecordBitcode, rkyv ArchivedLogRecord);
        row.run(bench);
    }
    let name = "record/scene";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [Scene] = Random::new(name).list(64, scene).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        row.hand::<Onesheet, _>(pool, hand::scene);
        views!(row, pool, SceneView, onesheet SceneView, bitcode SceneView, rkyv ArchivedScene);
        row.run(bench);
    }
    let name = "record/primitives";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [Primitives] = Random::new(name).list(64, primitives).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        row.hand::<Onesheet, _>(pool, hand::primitives);
        views!(row, pool, PrimitivesView, onesheet PrimitivesView, bitcode PrimitivesView, rkyv ArchivedPrimitives);
        row.run(bench);
    }
}
