//! Small files of every kind, with every cut and every byte changed.

use std::cmp::Ordering;

use crate::damage::File;
use crate::made::{Block, MARK, Section, block, blocks};
use crate::reading::check;

/// Records of a few bytes.
fn texts(from: u8, n: u8) -> Vec<Vec<u8>> {
    (from..from + n).map(|k| vec![b'a' + k % 26; usize::from(k % 5)]).collect()
}

fn one() -> Section {
    Section { lists: vec![texts(0, 3), texts(3, 2)], ended: true, ..Section::default() }
}

/// A file by its blocks, and before which of these is unused space.
struct Sample {
    name: &'static str,
    blocks: Vec<Block>,
    unused: Vec<usize>,
}

/// Files of different kinds.
fn samples() -> Vec<Sample> {
    let open = Section { ended: false, ..one() };
    let inner = File::new(&blocks(&[one()])).bytes;
    let marks: Vec<_> = (1..=7).map(|len| MARK[..len].to_vec()).collect();
    let escapes =
        vec![MARK.repeat(2), b"\x89os1\r\n\x1b".to_vec(), b"\x89os1\r\n\x1b\0\x1a".to_vec()];
    let lists = |lists: &[Vec<Vec<u8>>]| Section { lists: lists.to_vec(), ..one() };
    let ends_in = |len: usize| vec![b"a".to_vec(), MARK[..len].to_vec()];
    let sample =
        |name, sections: &[Section]| Sample { name, blocks: blocks(sections), unused: vec![] };
    vec![
        sample("one section", &[one()]),
        sample("several sections", &[one(), open.clone(), lists(&[]), one()]),
        sample("compressed", &[Section { compressed: true, ..one() }]),
        sample("marks", &[lists(&[marks, escapes])]),
        sample("starts of marks", &[lists(&[ends_in(1), ends_in(3), ends_in(6)])]),
        sample("a file in a record", &[lists(&[vec![inner]])]),
        Sample { unused: vec![0, 1, 2, 3, 5, 6], ..sample("unused space", &[one(), open.clone()]) },
        sample("not ended", &[open]),
        sample("unknown kinds", &[Section { unknown: vec![0x41, 0x61], ..one() }, one()]),
    ]
}

/// These files as they were written, by name.
pub fn files() -> Vec<(&'static str, File)> {
    let file = |sample: Sample| (sample.name, sample.with(|_, block| block.bytes.clone()));
    samples().into_iter().map(file).collect()
}

const UNUSED: &[u8] = b"\0\xff\0\0\xff\xff\0";

/// What a block becomes: given whether it comes before or behind the one that is changed, its bytes,
/// and the place of the change.
type Change = dyn Fn(Ordering, &[u8], usize) -> Vec<u8>;

impl Sample {
    /// The file, with other bytes in the place of each block.
    fn with(&self, change: impl Fn(usize, &Block) -> Vec<u8>) -> File {
        let mut file = File::default();
        for (place, block) in self.blocks.iter().enumerate() {
            if self.unused.contains(&place) {
                file.push_other(UNUSED);
            }
            file.push(block, change(place, block));
        }
        file
    }

    /// Checks the file with changes at each byte of each block.
    fn check_each(&self, changes: &[&Change]) {
        let mut seed = 0;
        for (place, block) in self.blocks.iter().enumerate() {
            for at in 0..block.bytes.len() {
                for change in changes {
                    seed += 1;
                    let file =
                        self.with(|other, block| change(other.cmp(&place), &block.bytes, at));
                    check(&file, usize::MAX, seed);
                }
            }
        }
    }
}

#[test]
fn every_cut() {
    for sample in samples() {
        println!("{}", sample.name);
        sample.check_each(&[
            // The file ends there.
            &|order, block, at| match order {
                Ordering::Less => block.to_vec(),
                Ordering::Equal => block[..at].to_vec(),
                Ordering::Greater => vec![],
            },
            // It goes on with the next block.
            &|order, block, at| block[..if order.is_eq() { at } else { block.len() }].to_vec(),
            // It begins there.
            &|order, block, at| match order {
                Ordering::Less => vec![],
                Ordering::Equal => block[at..].to_vec(),
                Ordering::Greater => block.to_vec(),
            },
        ]);
    }
}

#[test]
fn every_byte_changed() {
    let changed = |value: fn(u8) -> u8| {
        move |order: Ordering, block: &[u8], at: usize| {
            let mut block = block.to_vec();
            if order.is_eq() {
                block[at] = value(block[at]);
            }
            block
        }
    };
    let values: [fn(u8) -> u8; 12] = [
        |byte| byte ^ 1,
        |byte| byte ^ 0x80,
        |_| 0,
        |_| 0xff,
        |_| 0x89,
        |_| b'o',
        |_| b's',
        |_| b'1',
        |_| b'\r',
        |_| b'\n',
        |_| 0x1a,
        |_| 0x1b,
    ];
    for sample in samples() {
        println!("{}", sample.name);
        for value in values {
            sample.check_each(&[&changed(value)]);
        }
    }
}

#[test]
fn unused_space_with_a_byte_changed() {
    let blocks = blocks(&[one()]);
    for at in 0..UNUSED.len() {
        for value in 0..=u8::MAX {
            let mut between = UNUSED.to_vec();
            between[at] = value;
            let mut file = File::default();
            for block in &blocks {
                file.push(block, block.bytes.clone());
                file.push_other(&between);
            }
            check(&file, usize::MAX, u64::from(value));
        }
    }
}

#[test]
fn the_start_of_a_block_hides_no_file_behind_it() {
    let unknown = block(0x41, b"");
    for at in 0..unknown.len() {
        let mut file = File::new(&blocks(&[one()]));
        file.push_other(&unknown[..at]);
        let next = blocks(&[one()]);
        next.iter().for_each(|block| file.push(block, block.bytes.clone()));
        check(&file, usize::MAX, at as u64);
    }
}
