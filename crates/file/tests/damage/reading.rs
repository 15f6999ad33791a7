//! What is to be read in a file, and what is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Error, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;

use onesheet::Limits;
use onesheet_file::{Event, Reader, Slice, What};

use crate::damage::File;
use crate::made::{Block, Kind, Record};

/// What is to be read of whole blocks (F3, F12, F13), as [`shown`] has it, and where: `sections` are
/// those whose schema blocks come before the part that is read (F15).
pub fn expected(whole: &[(usize, Block)], mut sections: BTreeSet<usize>) -> Vec<(usize, String)> {
    let (mut events, mut next) = (Vec::new(), BTreeMap::new());
    for (at, block) in whole {
        let of_section = sections.contains(&block.section);
        let mut gap = |first: u64, behind: u64| match next.insert(block.section, behind) {
            Some(next) if next != first => events.push((*at, format!("gap {next} {first}"))),
            _ => {}
        };
        let what = match &block.kind {
            Kind::Schema => {
                sections = BTreeSet::from([block.section]);
                next = BTreeMap::from([(block.section, 0)]);
                format!("section {}", block.section)
            }
            Kind::Records { first, records } if of_section => {
                gap(*first, first + records.len() as u64);
                format!("records {first} {records:?}")
            }
            Kind::Records { first, records } => format!("orphan {first} {records:?}"),
            Kind::End { first } if of_section => {
                gap(*first, *first);
                format!("end {first}")
            }
            Kind::Unknown { kind } if kind & 0x20 == 0 => format!("unknown {kind}"),
            Kind::End { .. } | Kind::Unknown { .. } => "passed".to_owned(),
        };
        events.push((*at, what));
    }
    events
}

/// What an event says, unless it is that bytes were skipped.
pub fn shown(event: &Event<'_>) -> Option<String> {
    let records = |block: &onesheet_file::Block<'_>| {
        let records = block.decode::<Record>(&Limits::default()).unwrap();
        assert_eq!(records.len(), block.count() as usize);
        format!("{} {records:?}", block.first())
    };
    Some(match &event.what {
        What::Section(section) => {
            format!("section {}", section.about().next().unwrap().1)
        }
        What::Records(block) => format!("records {}", records(block)),
        What::Orphan(block) => format!("orphan {}", records(block)),
        What::End { first } => format!("end {first}"),
        What::Gap { expected, found } => format!("gap {expected} {found}"),
        What::Unknown { kind } => format!("unknown {kind}"),
        What::Passed | What::Statistics(_) => "passed".to_owned(),
        What::Skipped { .. } => return None,
        _ => panic!("an event that the page has not"),
    })
}

/// The bytes that an event is about.
fn range(event: &Event<'_>) -> Range<usize> {
    let at = event.at as usize;
    let len = match event.what {
        What::Skipped { len, .. } => len as usize,
        _ => event.bytes.len(),
    };
    at..at + len
}

/// Reads a file whole, in memory and as it comes, and checks that each whole block is there as it was written, and
/// nothing else, and that each byte which is in none of them is reported or unused.
pub fn check(file: &File, max_body: usize, seed: u64) {
    let bytes = file.bytes.as_slice();
    let events: Vec<_> = Slice::new(bytes).max_body(max_body).events().collect();
    let whole = file.whole(0, max_body);
    let found = events.iter().filter_map(|event| Some((event.at as usize, shown(event)?)));
    assert_eq!(found.collect::<Vec<_>>(), expected(&whole, BTreeSet::new()));

    let is_unused = |bytes: &[u8]| bytes.iter().all(|byte| matches!(byte, 0 | 0xff));
    let mut end = 0;
    for event in &events {
        let range = range(event);
        assert!(end <= range.start && is_unused(&bytes[end..range.start]), "before {event:?}");
        if !event.bytes.is_empty() {
            assert_eq!(event.bytes, &bytes[range.clone()]);
        }
        end = range.end;
    }
    assert!(is_unused(&bytes[end..]), "at the end");

    gives(Reader::new(Pieces::new(bytes, seed)).max_body(max_body), &events);
}

/// Checks that a reader gives these events, and ends.
pub fn gives<R: Read>(mut reader: Reader<R>, events: &[Event<'_>]) {
    for event in events {
        let found = reader.next_event().unwrap().unwrap();
        assert_eq!(format!("{found:?}"), format!("{event:?}"));
    }
    assert_eq!(reader.next_event().unwrap(), None);
    assert_eq!(reader.next_event().unwrap(), None);
}

/// Gives some bytes at a time, and now and then none yet.
pub struct Pieces<'a> {
    bytes: Cursor<&'a [u8]>,
    most: usize,
    state: u64,
}

impl<'a> Pieces<'a> {
    pub fn new(bytes: &'a [u8], seed: u64) -> Self {
        let most = [1, 60, 60, usize::MAX][(seed % 4) as usize];
        Pieces { bytes: Cursor::new(bytes), most, state: seed }
    }
}

impl Seek for Pieces<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.bytes.seek(to)
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let chance = (self.state >> 33) as usize;
        if chance % 5 == 0 {
            return Err(Error::from(ErrorKind::Interrupted));
        }
        let most = buf.len().min(1 + chance % self.most);
        self.bytes.read(&mut buf[..most])
    }
}
