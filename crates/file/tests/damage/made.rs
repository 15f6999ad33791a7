//! Blocks of which is known what is in them.

use std::collections::BTreeMap;
use std::io::Write;

use onesheet_file::{Options, Writer};
use proptest::collection::vec;
use proptest::prelude::*;

pub const MARK: &[u8] = b"\x89os1\r\n\x1a";
pub const HEADER: usize = 36;

pub type Record = Vec<u8>;

/// A block as it was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub bytes: Vec<u8>,
    /// In which section. Each says something else, so that none takes the other's records.
    pub section: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Schema,
    Records { first: u64, records: Vec<Record> },
    End { first: u64 },
    Unknown { kind: u8 },
}

impl Block {
    pub fn body_len(&self) -> usize {
        self.bytes.len() - HEADER
    }

    pub fn is_too_long(&self, max_body: usize) -> bool {
        self.body_len() > max_body
    }
}

/// What is chosen about a section.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The records of each block.
    pub lists: Vec<Vec<Record>>,
    pub compressed: bool,
    pub ended: bool,
    /// The kinds of what comes before the end.
    pub unknown: Vec<u8>,
}

/// The blocks of sections.
pub fn blocks(sections: &[Section]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (place, section) in sections.iter().enumerate() {
        let about = BTreeMap::from([("section".to_owned(), place.to_string())]);
        let compression = section.compressed.then_some(3);
        let options = Options { about, compression, ..Options::default() };
        let mut writer = Writer::<Record, _>::with_options(Calls::default(), options).unwrap();
        let (mut kinds, mut first) = (vec![Kind::Schema], 0);
        for records in &section.lists {
            writer.write_block(records).unwrap();
            kinds.push(Kind::Records { first, records: records.clone() });
            first += records.len() as u64;
        }
        kinds.push(Kind::End { first });
        let Calls(calls) = writer.finish().unwrap();
        assert_eq!(calls.len(), kinds.len());
        let made = calls.into_iter().zip(kinds);
        let mut made: Vec<_> =
            made.map(|(bytes, kind)| Block { bytes, section: place, kind }).collect();
        let end = made.pop();
        blocks.append(&mut made);
        for kind in &section.unknown {
            let bytes = block(*kind, b"unknown to all");
            blocks.push(Block { bytes, section: place, kind: Kind::Unknown { kind: *kind } });
        }
        blocks.extend(end.filter(|_| section.ended));
    }
    blocks
}

/// A block of any kind and body (F1).
pub fn block(kind: u8, body: &[u8]) -> Vec<u8> {
    let fields = [crc32c::crc32c(body), body.len() as u32, 0, 0, 0, 0];
    let fields: Vec<u8> = fields.into_iter().flat_map(u32::to_le_bytes).collect();
    let start = [MARK, &[kind]].concat();
    let check = crc32c::crc32c(&[&start[..], &fields].concat());
    [&start[..], &check.to_le_bytes(), &fields, body].concat()
}

/// What each call wrote.
#[derive(Default)]
struct Calls(Vec<Vec<u8>>);

impl Write for Calls {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Bytes as they may stand in a record: marks, parts of them, what stands for them, unused space.
pub fn record() -> impl Strategy<Value = Record> {
    let piece = prop_oneof![
        Just(MARK.to_vec()),
        Just(b"\x89os1\r\n\x1b\0".to_vec()),
        (1..7usize).prop_map(|len| MARK[..len].to_vec()),
        vec(any::<u8>(), 0..20),
        vec(prop_oneof![Just(0u8), Just(0xff)], 0..9),
    ];
    vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// The blocks of a few sections.
pub fn file() -> impl Strategy<Value = Vec<Block>> {
    let lists = vec(vec(record(), 1..5), 0..4);
    let unknown =
        prop_oneof![3 => Just(vec![]), 1 => vec(prop_oneof![Just(0x41), Just(0x61)], 1..3)];
    let section = (lists, any::<bool>(), any::<bool>(), unknown).prop_map(
        |(lists, compressed, ended, unknown)| Section { lists, compressed, ended, unknown },
    );
    vec(section, 1..4).prop_map(|sections| blocks(&sections))
}
