//! Files that are read in parts: each gives what is its own, and together they give all, once (F15).

use std::collections::BTreeMap;
use std::io::{Cursor, Error, Read, Seek, SeekFrom};
use std::ops::Range;

use onesheet::Limits;
use onesheet_file::{Reader, Slice, What};
use proptest::prelude::*;

use crate::damage::{File, damages};
use crate::made::{Record, Section, blocks, file};
use crate::reading::{Pieces, expected, gives, shown};

/// Checks that a part gives what begins in it, in memory and from an input.
fn check(file: &File, part: Range<usize>, max_body: usize) {
    let slice = Slice::new(&file.bytes).max_body(max_body);
    let events: Vec<_> = slice.part(part.clone()).collect();
    let from_to = part.start as u64..part.end as u64;
    let input = Pieces::new(&file.bytes, from_to.start + from_to.end);
    gives(Reader::part(input, from_to).unwrap().max_body(max_body), &events);
    let found = events.iter().filter_map(|event| {
        let at = event.at as usize;
        // It gives the schema blocks before it too, that one may know the type of what comes.
        if at < part.start {
            assert!(matches!(event.what, What::Section(_)), "before the part: {event:?}");
            return None;
        }
        Some((at, shown(event)?))
    });
    let mut whole = file.whole(part.start, max_body);
    whole.retain(|(at, _)| *at < part.end);
    let sections = file.sections(part.start, max_body);
    assert_eq!(found.collect::<Vec<_>>(), expected(&whole, sections), "{part:?}");
}

/// Checks every two parts of a file.
fn check_cuts(file: &File, max_body: usize) {
    for cut in 0..=file.bytes.len() {
        check(file, 0..cut, max_body);
        check(file, cut..file.bytes.len(), max_body);
    }
}

/// Where a record belongs: the check of its section's schema block, and its number in that section.
type Number = (u32, u64);

/// All records of a file by their numbers, and the ranges that were skipped.
type Found = (BTreeMap<Number, Vec<Record>>, Vec<(u64, u64)>);

/// Reads a file in `n` parts, each by a thread.
fn read(bytes: &[u8], n: usize) -> Found {
    let slice = Slice::new(bytes);
    let parts = std::thread::scope(|scope| {
        let read = |part| {
            let (mut records, mut skipped) = (Vec::new(), Vec::new());
            for event in slice.part(part) {
                match event.what {
                    What::Records(block) | What::Orphan(block) => {
                        let found = block.decode::<Record>(&Limits::default()).unwrap();
                        for (number, record) in (block.first()..).zip(found) {
                            records.push(((block.schema(), number), record));
                        }
                    }
                    What::Skipped { len, .. } => skipped.push((event.at, len)),
                    _ => {}
                }
            }
            (records, skipped)
        };
        let threads: Vec<_> = slice.split(n).map(|part| scope.spawn(move || read(part))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let (mut records, mut skipped) = (BTreeMap::<_, Vec<_>>::new(), Vec::new());
    for (some, ranges) in parts {
        some.into_iter()
            .for_each(|(number, record)| records.entry(number).or_default().push(record));
        skipped.extend(ranges);
    }
    // The records of a block that is there twice are there twice.
    records.values_mut().for_each(|records| records.sort());
    (records, skipped)
}

#[test]
fn each_record_of_a_whole_file_comes_once_with_its_number() {
    let records = |k: u64, n| (k..k + n).map(|k| k.to_le_bytes().to_vec()).collect::<Vec<_>>();
    let lists = |n| (0..n).map(|block| records(block * 10, 10)).collect();
    let section =
        |n, compressed| Section { lists: lists(n), compressed, ended: true, unknown: vec![] };
    let sections = [section(30, false), section(1, true), section(0, false), section(20, true)];
    let file = File::new(&blocks(&sections));
    for n in [1, 2, 7, 64] {
        let (found, skipped) = read(&file.bytes, n);
        assert_eq!(skipped, []);
        assert_eq!(found.len(), 510);
        for ((_, number), records) in found {
            assert_eq!(records, [number.to_le_bytes().to_vec()]);
        }
    }
}

#[test]
fn orphans_do_not_hide_the_section_that_they_are_in() {
    let section = |from| Section {
        lists: (from..from + 3).map(|k| vec![vec![k]]).collect(),
        ..Section::default()
    };
    let blocks = blocks(&[section(0), section(10), section(20)]);
    let [a, b, c] = [0, 4, 8].map(|place| &blocks[place..place + 4]);
    // Of the first section and of the last, whose schema block is not there, among those of the second.
    let order =
        [a[0].clone(), a[1].clone(), b[0].clone(), b[1].clone(), a[2].clone(), b[2].clone()];
    let order = [&order[..], &[c[1].clone(), b[3].clone(), c[2].clone(), a[3].clone()]].concat();
    check_cuts(&File::new(&order), usize::MAX);
}

/// Checks parts of files that are read in many pieces, as what is searched before a part is.
#[test]
fn cuts_of_large_files() {
    let lists =
        |from: u8| (from..from + 3).map(|k| vec![vec![k; 9_000 * usize::from(k)]]).collect();
    let section = |from| Section { lists: lists(from), ..Section::default() };
    let made = blocks(&[0, 1, 2, 0].map(section));
    let order = [0, 4, 12, 13, 8, 1, 5, 9, 2, 6, 14, 10, 3, 7, 11, 15];
    // All is whole, or the header of a block is damaged.
    for lost in [None, Some((4, 8)), Some((8, 8)), Some((1, 8))] {
        let mut file = File::default();
        for place in order {
            let mut left = made[place].bytes.clone();
            if let Some((_, at)) = lost.filter(|(block, _)| *block == place) {
                left[at] ^= 1;
            }
            file.push(&made[place], left);
            file.push_other(&vec![0xff; 5_000 * (place % 3)]);
        }
        let mut cuts: Vec<_> = (0..file.bytes.len()).step_by(9_973).collect();
        cuts.push(file.bytes.len());
        for (place, from) in cuts.iter().enumerate() {
            cuts.iter().skip(place).step_by(7).for_each(|to| check(&file, *from..*to, usize::MAX));
        }
    }
}

/// Blocks of three sections, and the schema block of the second is damaged; with a section that began
/// before each of its blocks.
fn mixed() -> Vec<u8> {
    let lists = |from: u8| (from..from + 3).map(|k| vec![vec![k]]).collect();
    let section = |from| Section { lists: lists(from), ..Section::default() };
    let blocks = blocks(&[section(0), section(10), section(20)]);
    let mut file = File::new(&[0, 4, 8, 1, 5, 9, 2, 6, 10].map(|place| blocks[place].clone()));
    let second = blocks[0].bytes.len();
    file.bytes[second + 8] ^= 1;
    file.bytes
}

/// Fails once: the call of this number, from 0.
struct Fails<'a> {
    bytes: Cursor<&'a [u8]>,
    calls_before: usize,
}

impl Fails<'_> {
    fn call(&mut self) -> std::io::Result<()> {
        let fails = self.calls_before == 0;
        self.calls_before = self.calls_before.wrapping_sub(1);
        if fails { Err(Error::other("for once")) } else { Ok(()) }
    }
}

impl Read for Fails<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        self.call()?;
        let most = buf.len().min(1_000);
        self.bytes.read(&mut buf[..most])
    }
}

impl Seek for Fails<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.call()?;
        self.bytes.seek(to)
    }
}

/// Checks that an error of the input, whichever call it is, does not change what comes behind it.
fn check_errors(bytes: &[u8], from: usize) {
    let events: Vec<_> = Slice::new(bytes).part(from..bytes.len()).collect();
    let expected: Vec<_> = events.iter().map(|event| format!("{event:?}")).collect();
    for calls_before in 1.. {
        let input = Fails { bytes: Cursor::new(bytes), calls_before };
        let mut reader = Reader::part(input, from as u64..u64::MAX).unwrap();
        let (mut found, mut failed) = (Vec::new(), false);
        loop {
            match reader.next_event() {
                Ok(None) => break,
                Ok(Some(event)) => found.push(format!("{event:?}")),
                Err(_) => failed = true,
            }
        }
        assert!(found == expected, "from {from} on, call {calls_before}: {found:?}");
        if !failed {
            break;
        }
    }
}

#[test]
fn behind_an_error_of_the_input_a_part_goes_on() {
    let bytes = mixed();
    (0..bytes.len()).for_each(|from| check_errors(&bytes, from));
}

#[test]
fn behind_an_error_a_hidden_section_is_found() {
    let section = |len| Section { lists: vec![vec![vec![7; len]]; 3], ..Section::default() };
    let blocks = blocks(&[section(70_000), section(10)]);
    // The first block of records is torn, and a walk passes over the schema block behind it. That lies
    // across the end of the first 64 KiB, which are searched at a time.
    let torn = (64 << 10) - 10 - blocks[0].bytes.len();
    let mut file = File::default();
    file.push(&blocks[0], blocks[0].bytes.clone());
    file.push(&blocks[1], blocks[1].bytes[..torn].to_vec());
    file.push(&blocks[4], blocks[4].bytes.clone());
    file.push_other(&[0; 5_000]);
    let from = file.bytes.len();
    blocks[5..7].iter().for_each(|block| file.push(block, block.bytes.clone()));
    check(&file, from..file.bytes.len(), usize::MAX);
    check_errors(&file.bytes, from);
}

#[test]
fn every_cut_of_small_files() {
    for (_, file) in crate::every::files() {
        check_cuts(&file, usize::MAX);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(crate::damages())
    })]

    #[test]
    fn a_part_gives_what_begins_in_it(
        blocks in file(),
        damages in damages(),
        cuts in any::<[prop::sample::Index; 2]>(),
        max_body in prop_oneof![3 => Just(usize::MAX), 1 => 20..200usize],
    ) {
        let file = File::damaged(&blocks, &damages);
        let [from, to] = cuts.map(|cut| cut.index(file.bytes.len() + 1));
        check(&file, from.min(to)..from.max(to), max_body);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(crate::damages() / 100)
    })]

    #[test]
    fn parts_together_give_each_record_and_each_range_once(
        blocks in file(),
        damages in damages(),
    ) {
        let file = File::damaged(&blocks, &damages);
        // A part may begin within one of two blocks that overlap, and give the other.
        if !file.has_overlap(usize::MAX) {
            let whole = read(&file.bytes, 1);
            for n in [2, 7, 64] {
                prop_assert_eq!(read(&file.bytes, n), whole.clone());
            }
        }
    }

    #[test]
    fn two_parts_with_every_cut(blocks in file(), damages in damages()) {
        check_cuts(&File::damaged(&blocks, &damages), usize::MAX);
    }
}
