//! Damaged files: no whole block is lost or altered, and no byte goes unreported.

use std::collections::BTreeMap;
use std::ops::Range;

use onesheet_file::{Event, Options, Reader, Slice, What, Writer};
use proptest::collection::vec;
use proptest::prelude::*;

const MARK: &[u8] = b"\x89os1\r\n\x1a";

/// Bytes as they may stand in a record: marks, parts of them, what stands for them, unused space.
///
/// None ends in the start of a mark: where a body that does is torn just before that, the mark of the
/// block behind completes it, and that block is lost (F9).
fn record() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(MARK.to_vec()),
        Just(b"\x89os1\r\n\x1b\0".to_vec()),
        Just(MARK[..5].to_vec()),
        vec(any::<u8>(), 0..20),
        vec(prop_oneof![Just(0u8), Just(0xff)], 0..9),
    ];
    vec(piece, 0..6).prop_map(|pieces| [pieces.concat(), b".".to_vec()].concat())
}

/// A file by its blocks: each section says something else, so that none takes the other's records.
fn blocks() -> impl Strategy<Value = Vec<Vec<u8>>> {
    vec((vec(vec(record(), 1..5), 0..4), any::<bool>(), any::<bool>()), 1..4).prop_map(|sections| {
        let mut blocks = Vec::new();
        for (place, (lists, ended, compressed)) in sections.into_iter().enumerate() {
            let about = BTreeMap::from([("section".to_owned(), place.to_string())]);
            let compression = compressed.then_some(3);
            let options = Options { about, compression, ..Options::default() };
            let mut writer = Writer::<Vec<u8>, _>::with_options(Calls::default(), options).unwrap();
            lists.iter().for_each(|records| writer.write_block(records).unwrap());
            let end = if ended { 1 } else { 0 };
            let calls = writer.finish().unwrap().0;
            blocks.extend(calls.into_iter().take(1 + lists.len() + end));
        }
        blocks
    })
}

/// What each call wrote.
#[derive(Default)]
struct Calls(Vec<Vec<u8>>);

impl std::io::Write for Calls {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[derive(Clone, Debug)]
enum Damage {
    None,
    Cut(prop::sample::Index),
    Change(prop::sample::Index, u8),
    Replace(prop::sample::Index, prop::sample::Index, Vec<u8>),
    Lost(Vec<u8>),
}

fn damage() -> impl Strategy<Value = Damage> {
    let index = any::<prop::sample::Index>;
    prop_oneof![
        5 => Just(Damage::None),
        1 => index().prop_map(Damage::Cut),
        1 => (index(), 1..=u8::MAX).prop_map(|(at, by)| Damage::Change(at, by)),
        1 => (index(), index(), record()).prop_map(|(from, to, by)| Damage::Replace(from, to, by)),
        1 => record().prop_map(Damage::Lost),
    ]
}

/// The damaged file, and where its whole blocks are.
fn damaged(blocks: &[Vec<u8>], damages: &[Damage]) -> (Vec<u8>, Vec<Range<usize>>) {
    let (mut file, mut whole) = (Vec::new(), Vec::new());
    for (block, damage) in blocks.iter().zip(damages.iter().cycle()) {
        let mut block = block.clone();
        match damage {
            Damage::None => whole.push(file.len()..file.len() + block.len()),
            Damage::Cut(at) => block.truncate(at.index(block.len())),
            Damage::Change(at, by) => {
                let at = at.index(block.len());
                block[at] ^= by;
            }
            Damage::Replace(from, to, by) => {
                let (from, to) = (from.index(block.len()), to.index(block.len()));
                block.splice(from.min(to)..from.max(to), by.iter().copied());
            }
            Damage::Lost(by) => block.clone_from(by),
        }
        file.extend(block);
    }
    (file, whole)
}

/// Bytes of an event's block or range.
fn size(event: &Event<'_>) -> usize {
    match event.what {
        What::Skipped { len, .. } => len as usize,
        _ => event.bytes.len(),
    }
}

fn read<R: std::io::Read>(mut reader: Reader<R>) -> Vec<String> {
    let mut events = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        events.push(format!("{event:?}"));
    }
    events
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_whole_block_is_lost_and_no_byte_unreported(
        blocks in blocks(),
        damages in vec(damage(), 1..12),
        max_body in prop_oneof![Just(usize::MAX), 20..200usize],
    ) {
        let (file, whole) = damaged(&blocks, &damages);
        let slice = Slice::new(&file).max_body(max_body);
        let events: Vec<_> = slice.events().collect();

        let mut end = 0;
        let mut covered = Vec::new();
        for event in &events {
            let at = event.at as usize;
            let unused = file.get(end..at).unwrap_or_default();
            prop_assert!(unused.iter().all(|byte| matches!(byte, 0 | 0xff)), "unreported: {:?}", unused);
            end = end.max(at + size(event));
            if !event.bytes.is_empty() {
                prop_assert_eq!(&file[at..end], event.bytes);
                covered.push(at..end);
            }
        }
        for block in whole {
            let too_long = block.len() - 36 > max_body;
            prop_assert!(too_long || covered.contains(&block), "lost: {:?}", block);
        }

        let shown: Vec<_> = events.iter().map(|event| format!("{event:?}")).collect();
        prop_assert_eq!(&read(Reader::new(file.as_slice()).max_body(max_body)), &shown);
    }

    /// The parts of a file give each block once, and each range.
    #[test]
    fn parts_together_are_the_whole(
        blocks in blocks(),
        damages in vec(damage(), 1..12),
        n in prop_oneof![Just(1usize), Just(2), Just(7), Just(64)],
    ) {
        let (file, _) = damaged(&blocks, &damages);
        let slice = Slice::new(&file);
        let places = |event: &Event<'_>| match event.what {
            What::Section(_) | What::Gap { .. } => None,
            What::Skipped { len, .. } => Some((event.at, len)),
            _ => Some((event.at, 0)),
        };
        let mut parts: Vec<_> = slice.split(n).flat_map(|part| slice.part(part)).filter_map(|e| places(&e)).collect();
        let whole: Vec<_> = slice.events().filter_map(|event| places(&event)).collect();
        parts.sort_unstable();
        prop_assert_eq!(parts, whole);
    }
}
