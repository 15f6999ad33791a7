//! What a reader claims, whatever the bytes are. `GB` is how large the largest file is; 2 by default.

use std::io::{Cursor, Read, repeat};

use onesheet_file::{Options, Outline, Reader, Reason, Slice, What, Writer};

const MAX_BODY: usize = 1 << 20;
/// What is read at a time. Memory that grows counts twice while it is moved.
const CHUNK: u64 = 64 << 10;

/// The skipped ranges of a file, and the most bytes that were claimed while it was read.
fn read(input: impl Read) -> (Vec<(u64, Reason)>, u64) {
    let mut skipped = Vec::with_capacity(1_000);
    let claimed = allocation_counter::measure(|| {
        let mut reader = Reader::new(input).max_body(MAX_BODY);
        while let Some(event) = reader.next_event().unwrap() {
            if let What::Skipped { len, reason } = event.what {
                skipped.push((len, reason));
            }
        }
    });
    (skipped, claimed.bytes_max)
}

/// Gives zeros, as fast as can be: the buffer has them already, or is filled with them.
struct Hole(u64);

impl Read for Hole {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let len = self.0.min(buf.len() as u64);
        buf[..len as usize].fill(0);
        self.0 -= len;
        Ok(len as usize)
    }
}

#[test]
fn a_file_that_is_mostly_hole_takes_no_more() {
    let gb: u64 = std::env::var("GB").map_or(2, |gb| gb.parse().unwrap());
    let hole = || Hole(gb * 1_000_000_000 / 2);
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[1u16]).unwrap();
    let one = writer.finish().unwrap();
    let file = one.chain(hole()).chain(&one[..]).chain(hole()).chain(&one[..]);
    let mut found = Vec::with_capacity(20);
    let claimed = allocation_counter::measure(|| {
        let mut reader = Reader::new(file).max_body(MAX_BODY);
        while let Some(event) = reader.next_event().unwrap() {
            found.push(event.at);
        }
    });
    let starts = [0, 1, 2].map(|n| n * (one.len() as u64 + gb * 500_000_000));
    let expected: Vec<_> =
        starts.iter().flat_map(|at| [0, 49, 86].map(|place| at + place)).collect();
    assert_eq!(found, expected);
    assert!(claimed.bytes_max <= 3 * CHUNK, "{}", claimed.bytes_max);
}

#[test]
fn appending_behind_a_hole_does_not_claim_it() {
    let path = std::env::temp_dir().join(format!("onesheet-hole-{}.onesheet", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    writer.write_block(&[1u16]).unwrap();
    drop(writer);
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(300 << 20).unwrap();
    let claimed = allocation_counter::measure(|| {
        let (mut writer, found) = Writer::append(&path, Options::default()).unwrap();
        assert_eq!((found.records, found.cut), (None, 0));
        writer.write_block(&[2u16]).unwrap();
    });
    // Two blocks of the largest size.
    let most = 2 * Reader::<&[u8]>::MAX_BODY as u64 + 3 * CHUNK;
    let records: Vec<u16> = {
        let reader = Reader::new(std::fs::File::open(&path).unwrap());
        reader.records().collect::<Result<_, _>>().unwrap()
    };
    std::fs::remove_file(&path).unwrap();
    assert_eq!(records, [1, 2]);
    assert!(claimed.bytes_max <= most, "{}", claimed.bytes_max);
}

/// A block that states a body of so many bytes, and has none.
fn stating(len: u32) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[1u16]).unwrap();
    let mut header = writer.finish().unwrap()[49..85].to_vec();
    header[16..20].copy_from_slice(&len.to_le_bytes());
    let check = crc32c::crc32c(&[&header[..8], &header[12..]].concat());
    header[8..12].copy_from_slice(&check.to_le_bytes());
    header
}

#[test]
fn unused_space_and_noise_take_no_memory() {
    for byte in [0, 0xff, b'a'] {
        let (skipped, claimed) = read(repeat(byte).take(200 << 20));
        assert_eq!(skipped.len(), usize::from(byte == b'a'));
        assert!(claimed <= 3 * CHUNK, "{claimed}");
    }
}

#[test]
fn a_stated_length_is_not_claimed_before_the_bytes_came() {
    for len in [MAX_BODY as u32, MAX_BODY as u32 + 1, u32::MAX] {
        let (skipped, claimed) = read(Cursor::new(stating(len)));
        let reason = if len as usize > MAX_BODY { Reason::TooLong } else { Reason::Truncated };
        assert_eq!(skipped, [(36, reason)]);
        assert!(claimed <= 3 * CHUNK, "{claimed}");
    }
}

#[test]
fn a_block_is_claimed_once() {
    let one = [stating(MAX_BODY as u32), vec![b'a'; MAX_BODY]].concat();
    let (skipped, claimed) = read(Cursor::new(one.repeat(20)));
    assert_eq!(skipped, [(20 * (MAX_BODY as u64 + 36), Reason::Checksum)]);
    assert!(claimed <= 2 * MAX_BODY as u64 + 3 * CHUNK, "{claimed}");
}

/// Files of many headers, and of many schema blocks.
fn hostile() -> [Vec<u8>; 3] {
    let schema_block = |number: u32| {
        let about = [("number".to_owned(), number.to_string())].into();
        let mut bytes = Vec::new();
        Writer::<u16, _>::with_options(&mut bytes, Options { about, ..Options::default() })
            .unwrap();
        bytes
    };
    let schema_blocks: Vec<u8> = (0..10_000).flat_map(schema_block).collect();
    let mut orphan = Writer::new(Vec::new()).unwrap();
    orphan.write_block(&[1u16]).unwrap();
    let orphan = orphan.finish().unwrap()[49..86].to_vec();
    [
        stating(1 << 30).repeat(20_000),
        schema_blocks.clone(),
        [schema_blocks, orphan.repeat(1000)].concat(),
    ]
}

#[test]
fn bytes_in_memory_are_read_where_they_stand() {
    for bytes in hostile() {
        let file = Slice::new(&bytes);
        let events = allocation_counter::measure(|| file.events().for_each(drop));
        assert!(events.bytes_max <= 1000, "{}", events.bytes_max);
        // A part keeps where the sections before it begin, at most.
        for part in file.split(7) {
            let claimed = allocation_counter::measure(|| file.part(part.clone()).for_each(drop));
            assert!(claimed.bytes_max <= part.start as u64 + 1000, "{}", claimed.bytes_max);
        }
        let index = allocation_counter::measure(|| drop(file.index()));
        assert!(index.bytes_max <= 2 * bytes.len() as u64, "{}", index.bytes_max);
        let block = allocation_counter::measure(|| assert!(file.block_of(1 << 40).is_none()));
        assert!(block.bytes_max <= 1000, "{}", block.bytes_max);
    }
}

#[test]
fn parts_of_an_input_take_a_block_and_where_schema_blocks_are() {
    for bytes in hostile() {
        let whole = allocation_counter::measure(|| {
            let mut reader = Reader::new(&bytes[..]).max_body(MAX_BODY);
            while reader.next_event().unwrap().is_some() {}
        });
        for part in Slice::new(&bytes).split(7) {
            let part = part.start as u64..part.end as u64;
            let claimed = allocation_counter::measure(|| {
                let reader = Reader::part(Cursor::new(&bytes), part.clone());
                let mut reader = reader.unwrap().max_body(MAX_BODY);
                while reader.next_event().unwrap().is_some() {}
            });
            let most = whole.bytes_max + part.start + 3 * CHUNK;
            assert!(claimed.bytes_max <= most, "{} of {most}", claimed.bytes_max);
        }
        let outline = allocation_counter::measure(|| {
            drop(Outline::of(&mut Cursor::new(&bytes)).unwrap());
        });
        assert!(outline.bytes_max <= 4 * bytes.len() as u64, "{}", outline.bytes_max);
    }
}

#[test]
fn a_part_of_a_hole_takes_no_more() {
    let path = std::env::temp_dir().join(format!("onesheet-part-{}.onesheet", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    writer.write_block(&[1u16]).unwrap();
    drop(writer);
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(300 << 20).unwrap();
    drop(file);
    let claimed = allocation_counter::measure(|| {
        let mut file = std::fs::File::open(&path).unwrap();
        assert_eq!(Outline::of(&mut file).unwrap().blocks.len(), 1);
        let mut reader = Reader::part(file, 1 << 20..u64::MAX).unwrap();
        assert!(reader.next_event().unwrap().is_none());
    });
    std::fs::remove_file(&path).unwrap();
    assert!(claimed.bytes_max <= 4 * CHUNK, "{}", claimed.bytes_max);
}
