//! Files that are read in parts: each gives what is its own, and together they give all, once (F15).

use std::collections::BTreeMap;
use std::ops::Range;

use onesheet::Limits;
use onesheet_file::{Slice, What};
use proptest::prelude::*;

use crate::damage::{File, damages};
use crate::made::{Record, Section, blocks, file};
use crate::reading::{expected, shown};

/// Checks that a part gives what begins in it.
fn check(file: &File, part: Range<usize>, max_body: usize) {
    let slice = Slice::new(&file.bytes).max_body(max_body);
    let found = slice.part(part.clone()).filter_map(|event| {
        let at = event.at as usize;
        // It gives the schema blocks before it too, that one may know the type of what comes.
        if at < part.start {
            assert!(matches!(event.what, What::Section(_)), "before the part: {event:?}");
            return None;
        }
        Some((at, shown(&event)?))
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
