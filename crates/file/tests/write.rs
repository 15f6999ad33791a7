//! What is written is read again: by records, in blocks of any size, in files that are appended to.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use onesheet::list;
use onesheet::types::Bounded;
use onesheet::{Deserialize, Limits, Serialize};
use onesheet_dynamic::Type;
use onesheet_file::{Appended, BlockWriter, Error, Options, Reader, Reason, Slice, What, Writer};

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Reading {
    at: u64,
    sensor: String,
    value: Option<f32>,
}

fn readings(n: u64) -> Vec<Reading> {
    let reading = |at| Reading {
        at: 1_700_000_000 + at * 7,
        sensor: format!("sensor {}", at % 5),
        value: (at % 3 > 0).then_some(at as f32),
    };
    (0..n).map(reading).collect()
}

fn records<T: onesheet::de::DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<Vec<T>, Error> {
    Reader::new(bytes).records().collect()
}

/// A folder of its own for a test, removed behind it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("onesheet-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("log.onesheet")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn records_are_put_in_blocks_of_about_the_size_asked_for() {
    for (block_bytes, block_records) in
        [(1 << 20, 1 << 20), (1_000, 1 << 20), (1, 1 << 20), (1 << 20, 7)]
    {
        let options = Options { block_bytes, block_records, ..Options::default() };
        let mut writer = Writer::with_options(Vec::new(), options).unwrap();
        let all = readings(3_000);
        all.iter().for_each(|reading| writer.push(reading.clone()).unwrap());
        let bytes = writer.finish().unwrap();
        assert_eq!(records::<Reading>(&bytes).unwrap(), all);
        let blocks = Slice::new(&bytes).events().filter_map(|event| match event.what {
            What::Records(block) => Some((block.count() as usize, block.payload().len())),
            _ => None,
        });
        let blocks: Vec<_> = blocks.collect();
        for (n, (count, len)) in blocks.iter().copied().enumerate() {
            assert!(count <= block_records && len < 2 * block_bytes + 100, "{count} {len}");
            let is_full = count == block_records || len >= block_bytes - block_bytes / 8;
            assert!(is_full || n + 1 == blocks.len(), "{count} {len}");
        }
    }
}

#[test]
fn compressed_blocks_are_smaller_and_the_same() {
    let options = Options { compression: Some(3), ..Options::default() };
    let mut writer = Writer::with_options(Vec::new(), options).unwrap();
    let mut plain = Writer::new(Vec::new()).unwrap();
    let all = readings(10_000);
    writer.write_block(&all).unwrap();
    plain.write_block(&all).unwrap();
    let (bytes, plain) = (writer.finish().unwrap(), plain.finish().unwrap());
    assert!(bytes.len() < plain.len() / 2, "{} of {}", bytes.len(), plain.len());
    assert_eq!(records::<Reading>(&bytes).unwrap(), all);
}

/// Zstandard copies what it cannot compress, marks included.
#[test]
fn a_mark_in_a_compressed_frame_is_escaped_once() {
    let noise = |n: u32| n.wrapping_mul(0x9e37_79b9).to_be_bytes();
    let record: Vec<u8> =
        (0..9u32).flat_map(noise).chain(*b"\x89os1\r\n\x1a\x89os1\r\n\x1b").collect();
    let options = Options { compression: Some(1), ..Options::default() };
    let mut writer = Writer::with_options(Vec::new(), options).unwrap();
    writer.write_block(std::slice::from_ref(&record)).unwrap();
    let bytes = writer.finish().unwrap();
    assert!(bytes.windows(8).any(|piece| piece.starts_with(b"\x89os1\r\n\x1b")), "none was copied");
    assert_eq!(records::<Vec<u8>>(&bytes).unwrap(), [record]);
}

#[test]
fn a_mark_among_compressed_records_comes_back() {
    let options = Options { compression: Some(3), ..Options::default() };
    let mut writer = Writer::with_options(Vec::new(), options).unwrap();
    // Too short to be compressed, so that they stand in the frame as they are.
    let all = [b"\x89os1\r\n\x1a".to_vec(), b"\x89os1\r\n\x1b".to_vec()];
    writer.write_block(&all).unwrap();
    let bytes = writer.finish().unwrap();
    assert_eq!(records::<Vec<u8>>(&bytes).unwrap(), all);
}

#[test]
fn a_bomb_is_refused_by_what_it_states() {
    let options = Options { compression: Some(19), ..Options::default() };
    let mut writer = Writer::with_options(Vec::new(), options).unwrap();
    writer.write_block(&[vec![0u8; 100 << 20]]).unwrap();
    let bytes = writer.finish().unwrap();
    assert!(bytes.len() < 100_000);
    let limits = Limits::default().max_alloc(1 << 20);
    let mut found = Reader::new(bytes.as_slice()).records::<Vec<u8>>().limits(limits);
    match found.next() {
        Some(Err(Error::Compressed { why, .. })) => {
            assert!(why.contains("above the bound"), "{why}")
        }
        other => panic!("{:?}", other.map(|found| found.map(|record| record.len()))),
    }
    assert!(found.next().is_none());
}

#[test]
fn a_changed_type_reads_old_records_if_it_may() {
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    #[onesheet(extensible)]
    struct Old {
        x: u16,
    }
    #[derive(Debug, Deserialize, PartialEq, Serialize)]
    #[onesheet(extensible)]
    struct New {
        x: u16,
        #[onesheet(default = 7)]
        y: u16,
    }
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[Old { x: 1 }, Old { x: 2 }]).unwrap();
    let bytes = writer.finish().unwrap();
    assert_eq!(records::<New>(&bytes).unwrap(), [New { x: 1, y: 7 }, New { x: 2, y: 7 }]);
    match records::<Reading>(&bytes) {
        Err(Error::Section { at: 0, why }) => {
            assert!(why.contains("no longer extensible"), "{why}")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn reading_ends_at_the_first_problem_or_passes_over_it() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[1u16, 2, 3]).unwrap();
    let first = writer.written();
    writer.write_block(&[4u16, 5, 6]).unwrap();
    writer.write_block(&[7u16, 8]).unwrap();
    assert_eq!((first, writer.written()), (3, 8));
    let mut bytes = writer.finish().unwrap();
    // A schema block of 49 bytes, and a block with a body of two.
    let second = 49 + 38;
    bytes[second + 36] ^= 1;
    let mut found = Reader::new(bytes.as_slice()).records::<u16>();
    let before: Vec<_> = found.by_ref().take(3).collect::<Result<_, _>>().unwrap();
    assert_eq!(before, [1, 2, 3]);
    let error = found.next().unwrap().unwrap_err();
    assert!(
        matches!(error, Error::Skipped { reason: Reason::Checksum, at: 87, len: 39 }),
        "{error}"
    );
    assert!(found.next().is_none());
    let lossy = Reader::new(bytes.as_slice()).records_lossy::<u16>();
    assert_eq!(lossy.collect::<Result<Vec<_>, _>>().unwrap(), [1, 2, 3, 7, 8]);
}

/// A file to which another hand appends.
#[derive(Clone, Default)]
struct Growing(Arc<Mutex<(Vec<u8>, usize)>>);

impl Read for Growing {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let (bytes, read) = &mut *self.0.lock().unwrap();
        let n = (&bytes[*read..]).read(buf)?;
        *read += n;
        Ok(n)
    }
}

#[test]
fn a_growing_file_is_followed() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    for number in 0..20u16 {
        writer.write_block(&[number, number + 1]).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let growing = Growing::default();
    let mut found = Reader::new(growing.clone()).follow().records::<u16>();
    let mut all = Vec::new();
    for piece in bytes.chunks(13) {
        growing.0.lock().unwrap().0.extend_from_slice(piece);
        all.extend(found.by_ref().map(Result::unwrap));
    }
    assert_eq!(all, (0..20).flat_map(|number| [number, number + 1]).collect::<Vec<_>>());
}

#[test]
fn a_file_is_appended_to() {
    let folder = Folder::new("append");
    let path = folder.file();
    let mut writer = Writer::create(&path, Options::default()).unwrap();
    writer.write_block(&[1u16, 2, 3]).unwrap();
    writer.sync().unwrap();
    drop(writer);
    assert!(matches!(Writer::<u16, _>::create(&path, Options::default()), Err(Error::Io(_))));

    let (mut writer, found) = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(found, Appended { records: Some(3), cut: 0 });
    writer.push(4u16).unwrap();
    writer.finish().unwrap();

    // Torn within a block, again and again.
    for n in 5..=40u16 {
        let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
        torn.write_all(&b"\x89os1\r\n\x1aR and so on"[..1 + usize::from(n) % 17]).unwrap();
        let (mut writer, found) = Writer::append(&path, Options::default()).unwrap();
        assert_eq!(found.records, Some(u64::from(n) - 1));
        assert_eq!(found.cut, 1 + u64::from(n) % 17);
        writer.write_block(&[n]).unwrap();
    }
    let bytes = fs::read(&path).unwrap();
    assert_eq!(records::<u16>(&bytes).unwrap(), (1..=40).collect::<Vec<_>>());
}

#[test]
fn lists_that_are_encoded_make_the_same_file() {
    #[derive(Clone, Serialize)]
    #[onesheet(extensible)]
    struct Line {
        host: Bounded<String, 8>,
        #[onesheet(default = 80)]
        port: u16,
    }
    let ty = Type::from_schema(Line::SCHEMA).unwrap();
    let host = Bounded::new("local".to_owned()).unwrap();
    let line = |port| Line { host: host.clone(), port };
    let lines: Vec<_> = (0..500).map(line).collect();
    for compression in [None, Some(3)] {
        let options = Options { compression, ..Options::default() };
        let mut writer = Writer::with_options(Vec::new(), options.clone()).unwrap();
        let mut blocks = BlockWriter::with_options(Vec::new(), &ty, options).unwrap();
        for block in lines.chunks(300) {
            writer.write_block(block).unwrap();
            blocks.write_list(&list::encode(block), block.len() as u32).unwrap();
        }
        blocks.write_list(&[], 0).unwrap();
        assert_eq!(blocks.written(), 500);
        assert_eq!(writer.finish().unwrap(), blocks.finish().unwrap());
    }
    let bytes = BlockWriter::new(Vec::new(), &ty).unwrap().finish().unwrap();
    let first = Slice::new(&bytes).events().next().map(|event| event.what);
    let Some(What::Section(section)) = first else { panic!("{first:?}") };
    assert_eq!(section.schema(), "extensible struct Line{host: str(max 8), port: u16 default}");

    let none = Type::Ref("nothing".to_owned());
    assert!(matches!(BlockWriter::new(Vec::new(), &none), Err(Error::Type(_))));
}

#[test]
fn either_writer_goes_on_with_a_file() {
    let folder = Folder::new("either");
    let (path, ty) = (folder.file(), "u16".parse().unwrap());
    let mut blocks = BlockWriter::create(&path, &ty, Options::default()).unwrap();
    blocks.write_list(&list::encode(&[1u16, 2]), 2).unwrap();
    blocks.sync().unwrap();
    drop(blocks);
    let (mut writer, found) = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(found.records, Some(2));
    writer.write_block(&[3u16]).unwrap();
    drop(writer);
    let (mut blocks, found) = BlockWriter::append(&path, &ty, Options::default()).unwrap();
    assert_eq!(found.records, Some(3));
    blocks.write_list(&list::encode(&[4u16]), 1).unwrap();
    blocks.finish().unwrap();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(records::<u16>(&bytes).unwrap(), [1, 2, 3, 4]);
}

#[test]
fn another_type_or_another_about_begins_a_section() {
    let folder = Folder::new("sections");
    let path = folder.file();
    Writer::create(&path, Options::default()).unwrap().write_block(&[1u16]).unwrap();
    let about = BTreeMap::from([("boot".to_owned(), "2".to_owned())]);
    let options = Options { about, ..Options::default() };
    let (mut writer, found) = Writer::append(&path, options.clone()).unwrap();
    assert_eq!(found.records, None);
    writer.write_block(&[2u16]).unwrap();
    drop(writer);
    let (mut writer, found) = Writer::append(&path, options).unwrap();
    assert_eq!(found.records, Some(1));
    writer.write_block(&[3u16]).unwrap();
    drop(writer);
    let bytes = fs::read(&path).unwrap();
    assert_eq!(records::<u16>(&bytes).unwrap(), [1, 2, 3]);
    let (_, found) = Writer::<u32, _>::append(&path, Options::default()).unwrap();
    assert_eq!(found.records, None);
}

#[test]
fn records_without_a_schema_block_are_not_gone_on_with() {
    let folder = Folder::new("orphans");
    let path = folder.file();
    // A file that is looked at whole, and one of which the end is.
    for n in [1, 200_000u64] {
        let mut writer = Writer::create(&path, Options::default()).unwrap();
        writer.write_block(&(0..n).map(|k| k << 40).collect::<Vec<_>>()).unwrap();
        writer.write_block(&[n]).unwrap();
        drop(writer);
        let (writer, found) = Writer::<u64, _>::append(&path, Options::default()).unwrap();
        assert_eq!(found, Appended { records: Some(n + 1), cut: 0 });
        drop(writer);
        let mut bytes = fs::read(&path).unwrap();
        bytes[40] ^= 1;
        fs::write(&path, bytes).unwrap();

        let (mut writer, found) = Writer::append(&path, Options::default()).unwrap();
        assert_eq!(found, Appended { records: None, cut: 0 });
        writer.write_block(&[7u64]).unwrap();
        drop(writer);
        let bytes = fs::read(&path).unwrap();
        let lossy = Reader::new(bytes.as_slice()).records_lossy::<u64>();
        assert_eq!(lossy.collect::<Result<Vec<_>, _>>().unwrap(), [7]);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_section_that_began_long_before_is_gone_on_with() {
    let folder = Folder::new("long");
    let path = folder.file();
    Writer::create(&path, Options::default()).unwrap().write_block(&[1u16]).unwrap();
    let (mut writer, _) = Writer::append(&path, Options::default()).unwrap();
    writer.write_block(&(0..200_000u64).map(|k| k << 40).collect::<Vec<_>>()).unwrap();
    writer.write_block(&[5u64]).unwrap();
    drop(writer);
    let (_, found) = Writer::<u64, _>::append(&path, Options::default()).unwrap();
    assert_eq!(found, Appended { records: Some(200_001), cut: 0 });
    // Its schema block is damaged, and that of the one before is not.
    let mut bytes = fs::read(&path).unwrap();
    let at = Slice::new(&bytes).events().filter(|e| matches!(e.what, What::Section(_))).nth(1);
    let at = at.unwrap().at as usize;
    bytes[at + 40] ^= 1;
    fs::write(&path, bytes).unwrap();
    let (_, found) = Writer::<u64, _>::append(&path, Options::default()).unwrap();
    assert_eq!(found, Appended { records: None, cut: 0 });
}

#[test]
fn what_is_no_torn_block_is_not_cut_off() {
    let folder = Folder::new("noise");
    let path = folder.file();
    Writer::create(&path, Options::default()).unwrap().write_block(&[1u16]).unwrap();
    let before = fs::metadata(&path).unwrap().len();
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"noise").unwrap();
    let (mut writer, found) = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(found, Appended { records: Some(1), cut: 0 });
    writer.write_block(&[2u16]).unwrap();
    drop(writer);
    let bytes = fs::read(&path).unwrap();
    let skipped: Vec<_> = Slice::new(&bytes)
        .events()
        .filter_map(|event| match event.what {
            What::Skipped { len, reason } => Some((event.at, len, reason)),
            _ => None,
        })
        .collect();
    assert_eq!(skipped, [(before, 5, Reason::Noise)]);
    let lossy = Reader::new(bytes.as_slice()).records_lossy::<u16>();
    assert_eq!(lossy.collect::<Result<Vec<_>, _>>().unwrap(), [1, 2]);
}

#[test]
fn a_record_is_found_by_its_number() {
    for compression in [None, Some(1)] {
        let options = Options { compression, ..Options::default() };
        let mut writer = Writer::with_options(Vec::new(), options).unwrap();
        let mut next = 0u32;
        for n in (0..300u32).map(|block| 1 + block * 7 % 40) {
            writer.write_block(&(next..next + n).collect::<Vec<_>>()).unwrap();
            next += n;
        }
        let bytes = writer.finish().unwrap();
        let file = Slice::new(&bytes);
        for k in 0..u64::from(next) {
            let block = file.block_of(k).unwrap();
            let records = block.decode::<u32>(&Limits::default()).unwrap();
            assert_eq!(records[(k - block.first()) as usize], k as u32);
        }
        assert!(file.block_of(u64::from(next)).is_none());
        let index = file.index();
        assert_eq!(index.len(), 300);
        for entry in &index {
            let block = file.block_at(entry).unwrap();
            assert_eq!((block.first(), block.count()), (entry.first, entry.count));
        }
    }
}

#[test]
fn the_example_of_the_page() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[1000u16, 1001, 1002]).unwrap();
    let bytes = writer.finish().unwrap();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let page = "896f73310d0a1a 0a 5ebbb350 f8e2f0c1 0d000000 00000000 f8e2f0c1 0000000000000000 \
                bff37e3e19d3244d 03753136 00 \
                896f73310d0a1a 52 8789bc53 b643bdad 04000000 03000000 f8e2f0c1 0000000000000000 82e80724 \
                896f73310d0a1a 45 4b06cf95 00000000 00000000 00000000 f8e2f0c1 0300000000000000";
    assert_eq!(hex, page.replace(' ', ""));
}

#[test]
fn a_record_that_cannot_be_encoded_is_refused_with_its_block() {
    struct Digit;

    impl onesheet::with::With<u32> for Digit {
        type Wire<'a> = onesheet::with::Fallible<char>;

        fn to_wire(number: &u32) -> onesheet::with::Fallible<char> {
            onesheet::with::Fallible(char::from_digit(*number, 10))
        }

        fn from_wire(digit: onesheet::with::Fallible<char>) -> Option<u32> {
            digit.0?.to_digit(10)
        }
    }

    #[derive(onesheet::Serialize, onesheet::Deserialize, Debug, PartialEq)]
    struct Record {
        #[onesheet(with = Digit)]
        digit: u32,
    }

    let record = |digit| Record { digit };
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&[record(1), record(2)]).unwrap();
    let error = writer.write_block(&[record(3), record(10)]).unwrap_err();
    assert!(matches!(error, Error::Refused(error) if error.kind() == onesheet::ErrorKind::Refused));
    assert!(matches!(writer.push(record(11)), Err(Error::Refused(error)) if error.offset() == 0));
    writer.write_block(&[record(4)]).unwrap();
    let bytes = writer.finish().unwrap();
    let records: Result<Vec<Record>, _> = Reader::new(&bytes[..]).records().collect();
    assert_eq!(records.unwrap(), [record(1), record(2), record(4)]);
}
