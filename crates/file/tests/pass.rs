//! Blocks that are passed over by their statistics (F21).

use std::io::{Cursor, Error, Read, Result, Seek, SeekFrom};

use onesheet_file::{BlockWriter, Bounds, Reader, Statistics, What};

const BLOCKS: u64 = 50;
const RECORDS: u64 = 3000;

/// A file of blocks with statistics, each with other numbers.
fn file() -> Vec<u8> {
    let mut writer = BlockWriter::new(Vec::new(), &"fixed u64".parse().unwrap()).unwrap();
    for block in 0..BLOCKS {
        let numbers: Vec<u64> = (block * RECORDS..(block + 1) * RECORDS).collect();
        let list: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let (least, greatest) = (numbers[0].into(), numbers[numbers.len() - 1].into());
        let ints = vec![Bounds { column: 0, least, greatest }];
        let statistics = Statistics { ints, ..Statistics::default() };
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
