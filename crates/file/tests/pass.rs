//! Blocks that are passed over by their statistics (F21), or of which some fields are read (F23).

use std::io::{Cursor, Error, Read, Result, Seek, SeekFrom};

use onesheet_file::{BlockWriter, Bounds, FieldList, Reader, Statistics, What};

const BLOCKS: u64 = 50;
const RECORDS: u64 = 3000;

/// A file of blocks with statistics, each with other numbers. The first of them is a field, and so are the others.
fn file() -> Vec<u8> {
    let mut writer = BlockWriter::new(Vec::new(), &"fixed u64".parse().unwrap()).unwrap();
    for block in 0..BLOCKS {
        let numbers: Vec<u64> = (block * RECORDS..(block + 1) * RECORDS).collect();
        let list: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let (least, greatest) = (numbers[0].into(), numbers[numbers.len() - 1].into());
        let ints = vec![Bounds { column: 0, least, greatest }];
        let field = |at: usize, end: usize| {
            let bytes = &list[at..end];
            FieldList { at: at as u32, len: bytes.len() as u32, check: crc32c::crc32c(bytes) }
        };
        let fields = vec![field(0, 8), field(8, list.len())];
        let statistics = Statistics { ints, fields, ..Statistics::default() };
        writer.write_list_with(&list, RECORDS as u32, &statistics).unwrap();
    }
    writer.finish().unwrap()
}

/// An input that counts what is read of it, and fails at one of its calls.
struct Input<'a> {
    bytes: Cursor<&'a [u8]>,
    read: usize,
    calls: usize,
    fails_at: usize,
}

impl<'a> Input<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Input { bytes: Cursor::new(bytes), read: 0, calls: 0, fails_at: usize::MAX }
    }

    fn call(&mut self) -> Result<()> {
        self.calls += 1;
        if self.calls == self.fails_at { Err(Error::other("once")) } else { Ok(()) }
    }
}

impl Read for &mut Input<'_> {
    fn read(&mut self, buf: &mut [u8]) -> Result<usize> {
        self.call()?;
        let read = self.bytes.read(buf)?;
        self.read += read;
        Ok(read)
    }
}

impl Seek for &mut Input<'_> {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.call()?;
        self.bytes.seek(to)
    }
}

/// The numbers of the blocks that are read, and of those that are not, of those whose numbers `wanted` chooses. An
/// error is followed by another try.
fn blocks(input: &mut Input<'_>, wanted: impl Fn(i128) -> bool) -> (Vec<u64>, Vec<u64>) {
    let mut reader = loop {
        // The first call may be the one that fails.
        match Reader::part(&mut *input, 0..u64::MAX) {
            Ok(reader) => break reader,
            Err(_) => continue,
        }
    };
    let (mut read, mut unread, mut next) = (Vec::new(), Vec::new(), 0);
    loop {
        let event = match reader.next_event() {
            Ok(Some(event)) => event,
            Ok(None) => return (read, unread),
            Err(_) => continue,
        };
        match event.what {
            What::Records(block) => {
                assert_eq!(block.first(), next);
                next += u64::from(block.count());
                read.push(block.first() / RECORDS);
            }
            What::Unread { count } => {
                unread.push(next / RECORDS);
                next += u64::from(count);
            }
            What::Statistics(found) => {
                if !wanted(found.ints[0].least / i128::from(RECORDS)) {
                    reader.pass();
                }
            }
            What::Section(_) | What::End { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn one_block_of_many_is_read() {
    let bytes = file();
    for wanted in [0, 17, BLOCKS - 1] {
        let mut input = Input::new(&bytes);
        let (read, unread) = blocks(&mut input, |block| block == i128::from(wanted));
        assert_eq!(read, [wanted]);
        assert_eq!(unread.len() as u64, BLOCKS - 1);
        // A block, and 4 KiB for each other.
        let most = 64 * 1024 + bytes.len() / BLOCKS as usize * 2 + 4096 * BLOCKS as usize;
        assert!(input.read < most, "{} of {} bytes", input.read, bytes.len());
    }
}

#[test]
fn an_error_of_the_input_changes_nothing_but_what_is_read() {
    let bytes = file();
    let mut input = Input::new(&bytes);
    let (wanted, _) = blocks(&mut input, |block| block % 5 == 0);
    for fails_at in 1..=input.calls {
        let mut input = Input { fails_at, ..Input::new(&bytes) };
        let (read, unread) = blocks(&mut input, |block| block % 5 == 0);
        let mut all = [read.clone(), unread].concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..BLOCKS), "call {fails_at}");
        assert!(wanted.iter().all(|block| read.contains(block)), "call {fails_at}");
    }
}

/// What stands where a length ends is looked at before the block is passed over.
#[test]
fn a_block_that_is_torn_is_read() {
    let bytes = file();
    let whole = {
        let mut reader = Reader::new(bytes.as_slice());
        let mut ends = Vec::new();
        while let Some(event) = reader.next_event().unwrap() {
            let end = event.at + event.bytes.len() as u64;
            ends.extend(matches!(event.what, What::Records(_)).then_some((event.at, end)));
        }
        ends
    };
    let (at, end) = whole[20];
    // Bytes are missing within it; the file ends within it.
    let torn = [&bytes[..end as usize - 9], &bytes[end as usize..]].concat();
    for (bytes, behind) in [(torn.as_slice(), BLOCKS - 21), (&bytes[..end as usize - 9], 0)] {
        let mut reader = Reader::part(Cursor::new(bytes), 0..u64::MAX).unwrap();
        let (mut unread, mut skipped, mut gaps) = (0, Vec::new(), 0);
        while let Some(event) = reader.next_event().unwrap() {
            match event.what {
                What::Unread { .. } => unread += 1,
                What::Skipped { .. } => skipped.push(event.at),
                What::Gap { .. } => gaps += 1,
                What::Statistics(_) => reader.pass(),
                _ => {}
            }
        }
        assert_eq!(skipped, [at]);
        // The block behind the gap is read, for it is not the one that was expected.
        let read = u64::from(behind > 0);
        assert_eq!((unread, gaps), (20 + behind - read, read));
    }
}

/// What comes of the blocks of an input if only their first field is wanted: the number in it, or the first of
/// the whole block, and whether the field came alone; and the problems. An error of the input is followed by
/// another try.
fn first_fields(input: &mut Input<'_>, max: usize) -> (Vec<(u64, bool)>, Vec<String>) {
    let mut reader = loop {
        match Reader::part(&mut *input, 0..u64::MAX) {
            Ok(reader) => break reader.max_body(max),
            Err(_) => continue,
        }
    };
    let (mut found, mut problems) = (Vec::new(), Vec::new());
    let number = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().unwrap());
    loop {
        match reader.next_event().map(|event| event.map(|event| event.what)) {
            Ok(Some(What::Statistics(_))) => reader.only(&[0]),
            Ok(Some(What::Fields(fields))) => {
                assert_eq!((fields.count(), fields.bytes().len()), (RECORDS as u32, 8));
                assert_eq!(fields.first(), number(fields.bytes()));
                found.push((number(fields.bytes()), true));
            }
            Ok(Some(What::Records(block))) => found.push((number(&block.payload()), false)),
            Ok(Some(What::Section(_) | What::End { .. })) => {}
            Ok(Some(What::Gap { .. })) => problems.push("gap".to_owned()),
            Ok(Some(What::Skipped { reason, .. })) => problems.push(reason.to_string()),
            Ok(Some(other)) => panic!("{other:?}"),
            Ok(None) => return (found, problems),
            Err(_) => continue,
        }
    }
}

/// Where the body of each block of records begins.
fn bodies(bytes: &[u8]) -> Vec<usize> {
    let mut reader = Reader::new(bytes);
    let mut bodies = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        if let What::Records(_) = event.what {
            bodies.push(event.at as usize + 36);
        }
    }
    bodies
}

#[test]
fn a_field_is_read_alone() {
    let bytes = file();
    let mut input = Input::new(&bytes);
    let (found, problems) = first_fields(&mut input, Reader::<&[u8]>::MAX_BODY);
    assert!(found.into_iter().eq((0..BLOCKS).map(|block| (block * RECORDS, true))));
    assert!(problems.is_empty(), "{problems:?}");
    // What is read at first, and for each block the field and what is behind it.
    let most = 2 * 64 * 1024 + (8 + 4096) * BLOCKS as usize;
    assert!(input.read < most, "{} of {} bytes", input.read, bytes.len());
}

#[test]
fn an_error_of_the_input_loses_no_field() {
    let bytes = file();
    let mut input = Input::new(&bytes);
    let (expected, _) = first_fields(&mut input, Reader::<&[u8]>::MAX_BODY);
    for fails_at in 1..=input.calls {
        let mut input = Input { fails_at, ..Input::new(&bytes) };
        let (found, problems) = first_fields(&mut input, Reader::<&[u8]>::MAX_BODY);
        let numbers = |found: &[(u64, bool)]| found.iter().map(|of| of.0).collect::<Vec<_>>();
        assert_eq!(numbers(&found), numbers(&expected), "call {fails_at}");
        assert!(found.iter().filter(|of| !of.1).count() <= 1, "call {fails_at}");
        assert!(problems.is_empty(), "call {fails_at}: {problems:?}");
    }
}

/// A field that is damaged is not given, nor is the block. Behind it, blocks are read whole: so no file makes a reader
/// read each of its bytes again and again.
#[test]
fn damage_in_a_field_and_beside_it() {
    let bytes = file();
    let bodies = bodies(&bytes);
    let max = Reader::<&[u8]>::MAX_BODY;
    let all = |but: Option<u64>| {
        (0..BLOCKS).filter(move |block| Some(*block) != but).map(|block| block * RECORDS)
    };

    let mut in_field = bytes.clone();
    in_field[bodies[20] + 7] ^= 1;
    let (found, problems) = first_fields(&mut Input::new(&in_field), max);
    assert!(found.iter().map(|of| of.0).eq(all(Some(20))));
    assert_eq!(problems, ["checksum", "gap"]);
    assert!(found.iter().all(|(number, alone)| *alone == (*number < 20 * RECORDS)));

    // Nothing is known of bytes that are not read.
    let mut beside = bytes.clone();
    beside[bodies[20] + 8] ^= 1;
    let (found, problems) = first_fields(&mut Input::new(&beside), max);
    assert!(found.iter().map(|of| of.0).eq(all(None)) && problems.is_empty());

    // The length of the block is not to be trusted.
    let mut torn = bytes.clone();
    torn.drain(bodies[20] + 100..bodies[20] + 200);
    let (found, problems) = first_fields(&mut Input::new(&torn), max);
    assert!(found.iter().map(|of| of.0).eq(all(Some(20))));
    assert_eq!(problems, ["truncated", "gap"]);

    let cut = &bytes[..bodies[20] + 100];
    let (found, problems) = first_fields(&mut Input::new(cut), max);
    assert!(found.iter().map(|of| of.0).eq(all(None).take(20)));
    assert_eq!(problems, ["truncated"]);

    let (found, problems) = first_fields(&mut Input::new(&bytes), 8 * RECORDS as usize - 1);
    assert!(found.is_empty());
    // Behind all of them is the end, which is not the one of a section without records.
    assert_eq!(problems, [vec!["too long"; BLOCKS as usize], vec!["gap"]].concat());
}
