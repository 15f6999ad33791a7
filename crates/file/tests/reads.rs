//! What is read of a file: of a part about its own bytes, and of an outline the headers.

use std::io::{Cursor, Read, Seek, SeekFrom};
use std::ops::Range;

use onesheet_file::{Error, Options, Outline, Reader, Reason, Slice, What, Writer};

/// An input of bytes, and which of them were read.
struct Input<'a> {
    bytes: Cursor<&'a [u8]>,
    reads: &'a mut Vec<Range<u64>>,
}

impl Read for Input<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let from = self.bytes.position();
        let read = self.bytes.read(buf)?;
        self.reads.push(from..from + read as u64);
        Ok(read)
    }
}

impl Seek for Input<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// How many bytes were read of some.
fn read_of(reads: &[Range<u64>], of: Range<u64>) -> u64 {
    let within = |read: &Range<u64>| read.end.min(of.end).saturating_sub(read.start.max(of.start));
    reads.iter().map(within).sum()
}

/// What is read ahead of a reader.
const CHUNK: u64 = 64 << 10;
/// What is read for a header.
const HEADER: u64 = 512;
const BLOCKS: u64 = 200;
/// Bytes of a block of `RECORDS` records.
const BLOCK: u64 = 40_000;
const RECORDS: u64 = 5_000;

/// A section with so many blocks, whose records are numbers of 8 bytes, those of block `k` from
/// `k * RECORDS` on.
fn section(name: &str, blocks: u64) -> Vec<u8> {
    let about = [("name".to_owned(), name.to_owned())].into();
    let options = Options { about, ..Options::default() };
    let mut writer = Writer::with_options(Vec::new(), options).unwrap();
    for block in 0..blocks {
        writer.write_block(&numbers(block..block + 1)).unwrap();
    }
    writer.finish().unwrap()
}

/// The records of some blocks: numbers of which no byte can be spared.
fn numbers(blocks: Range<u64>) -> Vec<u64> {
    let numbers = blocks.start * RECORDS..blocks.end * RECORDS;
    numbers.map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect()
}

/// The records of a part, and what was read.
fn records(bytes: &[u8], part: Range<u64>) -> (Result<Vec<u64>, Error>, Vec<Range<u64>>) {
    let mut reads = Vec::new();
    let input = Input { bytes: Cursor::new(bytes), reads: &mut reads };
    let records = Reader::part(input, part).unwrap().records::<u64>().collect();
    (records, reads)
}

#[test]
fn a_part_reads_its_own_bytes_and_the_first_block() {
    let bytes = section("one", BLOCKS);
    let index = Slice::new(&bytes).index();
    let [from, to] = [100, 110].map(|block| index[block].at);
    // It begins and ends within a block.
    let (found, reads) = records(&bytes, from - 100..to - 100);
    assert!(found.unwrap() == numbers(100..110));
    assert_eq!(read_of(&reads, 0..from - 100), HEADER);
    assert_eq!(read_of(&reads, from - 100..to), to - from + 100);
    // The block behind it, whether it is good.
    assert!(read_of(&reads, to..u64::MAX) <= BLOCK + 1_000 + CHUNK, "{reads:?}");
}

#[test]
fn a_part_reads_headers_for_a_section_that_is_not_the_first() {
    let bytes = [section("one", 5), section("two", BLOCKS)].concat();
    let index = Slice::new(&bytes).index();
    let [from, to] = [105, 115].map(|block| index[block].at);
    let (found, reads) = records(&bytes, from..to);
    assert!(found.unwrap() == numbers(100..110));
    // Those of 105 blocks of records, two schema blocks and an end.
    let before = read_of(&reads, 0..from);
    assert!((105 * HEADER..=(105 + 4) * HEADER).contains(&before), "{before}");
}

#[test]
fn a_part_reads_what_is_before_it_for_a_section_that_damage_hides() {
    let mut bytes = section("one", BLOCKS);
    // The last block claims what is three blocks, and so hides the schema block of the second section.
    let len = bytes.len();
    bytes.extend(section("two", BLOCKS));
    let at = Slice::new(&bytes).index()[BLOCKS as usize - 1].at as usize;
    let mut header: [u8; 36] = bytes[at..at + 36].try_into().unwrap();
    header[16..20].copy_from_slice(&(BLOCK as u32 * 3).to_le_bytes());
    let check = onesheet::file::Header::check_of(&header);
    header[8..12].copy_from_slice(&check.to_le_bytes());
    bytes[at..at + 36].copy_from_slice(&header);
    let index = Slice::new(&bytes).index();
    let [from, to] = [300, 302].map(|block| index[block].at);
    let (found, reads) = records(&bytes, from..to);
    // The first two blocks of that begin in what is claimed too.
    assert!(found.unwrap() == numbers(102..104));
    let before = read_of(&reads, 0..from);
    let hidden = from - len as u64;
    let most = hidden + 300 * HEADER + 4 * CHUNK;
    assert!((hidden..=most).contains(&before), "{before} of {hidden} to {most}");
}

#[test]
fn a_part_without_a_block_is_not_read_on_from() {
    let bytes = [section("one", 1), vec![b'a'; 1_000_000], section("two", 1)].concat();
    let (found, reads) = records(&bytes, 300_000..400_000);
    assert!(found.unwrap().is_empty());
    assert_eq!(read_of(&reads, 0..300_000), 0);
    assert!(read_of(&reads, 400_000..u64::MAX) <= CHUNK, "{reads:?}");
}

#[test]
fn an_outline_reads_headers_and_schema_blocks() {
    let bytes = [section("one", BLOCKS), section("two", 3)].concat();
    let mut reads = Vec::new();
    let outline =
        Outline::of(&mut Input { bytes: Cursor::new(&bytes), reads: &mut reads }).unwrap();
    assert_eq!(outline.blocks, Slice::new(&bytes).index());
    let counts: Vec<_> = outline.blocks.iter().map(|block| u64::from(block.count)).collect();
    assert_eq!(counts, [RECORDS; BLOCKS as usize + 3]);
    let sections: Vec<_> = Slice::new(&bytes)
        .events()
        .filter_map(|event| match event.what {
            What::Section(section) => Some((event.at, section)),
            _ => None,
        })
        .collect();
    let found: Vec<_> =
        outline.sections.iter().map(|entry| (entry.at, entry.section.clone())).collect();
    assert_eq!(found, sections);
    assert_eq!(outline.section_of(&outline.blocks[0]), Some(&sections[0].1));
    assert_eq!(outline.section_of(&outline.blocks[BLOCKS as usize]), Some(&sections[1].1));
    // Of schema blocks, ends and blocks of records.
    let read = read_of(&reads, 0..u64::MAX);
    assert!(read <= (2 + 2 + BLOCKS + 3) * HEADER, "{read}");
}

#[test]
fn an_outline_goes_on_behind_noise_and_without_damaged_schema_blocks() {
    let one = section("one", 2);
    let noise = vec![b'a'; 1_000_000];
    let bytes = [&one[..], &noise, &section("two", 1), &section("three", 1)].concat();
    let three = bytes.len() - section("three", 1).len();
    let mut bytes = bytes;
    bytes[three + 40] ^= 1;
    let mut reads = Vec::new();
    let outline =
        Outline::of(&mut Input { bytes: Cursor::new(&bytes), reads: &mut reads }).unwrap();
    let places: Vec<_> = outline.sections.iter().map(|section| section.at as usize).collect();
    assert_eq!(places, [0, one.len() + noise.len()]);
    assert_eq!(outline.blocks, Slice::new(&bytes).index());
    // The records of a damaged section are orphans.
    let sections = [Some(0), Some(0), Some(1), None];
    let sections = sections.map(|place: Option<usize>| place.map(|p| &outline.sections[p].section));
    let found: Vec<_> = outline.blocks.iter().map(|block| outline.section_of(block)).collect();
    assert_eq!(found, sections);
    // Searched in pieces that grow, of which the last goes on behind the noise.
    let read = read_of(&reads, 0..u64::MAX);
    assert!(read <= noise.len() as u64 + CHUNK + 10 * HEADER, "{read}");
}

#[test]
fn records_of_a_part_end_at_the_first_problem_or_pass_over_it() {
    let mut bytes = section("one", 10);
    let index = Slice::new(&bytes).index();
    let [from, bad] = [3, 5].map(|block| index[block].at);
    bytes[bad as usize + 36] ^= 1;
    let (found, _) = records(&bytes, from..u64::MAX);
    let len = index[6].at - bad;
    assert!(matches!(
        found.unwrap_err(),
        Error::Skipped { at, len: found, reason: Reason::Checksum } if (at, found) == (bad, len)
    ));
    let part = Reader::part(Cursor::new(&bytes), from..index[8].at).unwrap();
    let lossy: Result<Vec<u64>, _> = part.records_lossy().collect();
    assert!(lossy.unwrap() == [numbers(3..5), numbers(6..8)].concat());
}
