//! `tests/vectors/files.jsonl`, by the reader of bytes in memory, by that of a stream, and by that of a part of
//! a file.

use std::io::{Cursor, Read, Seek, SeekFrom};
use std::ops::Range;

use onesheet::Limits;
use onesheet_file::{Event, Reader, Slice, What};
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/vectors/files.jsonl"
    ));
    text.unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn unhex(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An event in the form of the vectors, which have none of blocks that are passed over.
fn form(event: &Event<'_>) -> Option<Value> {
    let at = event.at;
    Some(match &event.what {
        What::Section(section) => {
            let about: Vec<_> = section.about().collect();
            let fingerprint = format!("{:016x}", section.fingerprint());
            json!({"at": at, "schema": section.schema(), "fingerprint": fingerprint, "about": about})
        }
        What::Records(block) | What::Orphan(block) => {
            let name = match &event.what {
                What::Orphan(_) => "orphan",
                _ if block.is_compressed() => "compressed",
                _ => "records",
            };
            let payload = hex(&block.payload());
            json!({"at": at, name: payload, "count": block.count(), "first": block.first()})
        }
        What::End { first } => json!({"at": at, "end": first}),
        What::Passed | What::Statistics(_) => return None,
        What::Gap { expected, found } => json!({"at": at, "gap": [expected, found]}),
        What::Unknown { kind } => json!({"at": at, "unknown": kind}),
        What::Skipped { len, reason } => json!({"at": at, reason.to_string(): len}),
        What::Unread { count } => json!({"at": at, "unread": count}),
        _ => panic!("an event that the page does not have"),
    })
}

fn read<R: Read>(mut reader: Reader<R>) -> Vec<Value> {
    let mut events = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        events.extend(form(&event));
    }
    events
}

/// A part of an input, without the schema blocks before it.
fn read_part(input: impl Read + Seek, part: Range<u64>, max: usize) -> Vec<Value> {
    let mut events = read(Reader::part(input, part.clone()).unwrap().max_body(max));
    events.retain(|event| event["at"].as_u64().unwrap() >= part.start);
    events
}

/// Gives a byte at a time.
struct Slowly<R>(R);

impl<R: Read> Read for Slowly<R> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let most = buf.len().min(1);
        self.0.read(&mut buf[..most])
    }
}

impl<R: Seek> Seek for Slowly<R> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn every_vector() {
    let cases = cases();
    assert!(cases.len() > 400);
    for case in &cases {
        let bytes = unhex(case["hex"].as_str().unwrap());
        let max = case["max"].as_u64().unwrap() as usize;
        let expected = case["events"].as_array().unwrap();
        let note = &case["note"];
        let slice = Slice::new(&bytes).max_body(max);
        let part = case.get("part").map(|part| [0, 1].map(|end| part[end].as_u64().unwrap()));
        let [from, to] = part.unwrap_or([0, bytes.len() as u64]);
        assert_eq!(&read_part(Cursor::new(&bytes), from..to, max), expected, "{note}");
        assert_eq!(&read_part(Slowly(Cursor::new(&bytes)), from..to, max), expected, "{note}");
        // It gives the schema blocks before the part too.
        let events = slice.part(from as usize..to as usize).filter(|event| event.at >= from);
        let events: Vec<_> = events.filter_map(|event| form(&event)).collect();
        assert_eq!(&events, expected, "{note}");
        if part.is_some() {
            continue;
        }
        let events: Vec<_> = slice.events().filter_map(|event| form(&event)).collect();
        assert_eq!(&events, expected, "{note}");
        let whole = Reader::new(bytes.as_slice()).max_body(max);
        assert_eq!(&read(whole), expected, "{note}");
        assert_eq!(&read(Reader::new(Slowly(&bytes[..])).max_body(max)), expected, "{note}");
    }
}

/// What is left out of the blocks that have statistics.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Nothing,
    /// The fields at these places.
    Fields(&'static [usize]),
}

/// F21, F23: what is left out of blocks with statistics is not read, and all else is as before. Returns the
/// notes of the cases in which something was left out.
fn every_vector_without(wanted: Wanted) -> Vec<String> {
    let mut notes = Vec::new();
    for case in &cases() {
        let note = case["note"].as_str().unwrap();
        // What is wrong in a body that is not read is not seen.
        if note == "a body that was changed behind statistics"
            || wanted == Wanted::Nothing && note.starts_with("a field of a body that was changed")
            || note == "a field of a body that was changed beside it"
        {
            continue;
        }
        let bytes = unhex(case["hex"].as_str().unwrap());
        let max = case["max"].as_u64().unwrap() as usize;
        let part = case.get("part").map(|part| [0, 1].map(|end| part[end].as_u64().unwrap()));
        let [from, to] = part.unwrap_or([0, bytes.len() as u64]);
        let mut reader = Reader::part(Slowly(Cursor::new(&bytes)), from..to).unwrap().max_body(max);
        let (mut events, mut left_out) = (Vec::new(), Vec::new());
        while let Some(event) = reader.next_event().unwrap() {
            match event.what {
                What::Unread { count } => left_out.push((event.at, count, Vec::new())),
                What::Fields(fields) => {
                    let mut rest = fields.bytes();
                    let mut lists = Vec::new();
                    for place in fields.places() {
                        let (list, behind) = rest.split_at(place.len as usize);
                        lists.push((place.at as usize, hex(list)));
                        rest = behind;
                    }
                    assert!(rest.is_empty(), "{note}");
                    left_out.push((event.at, fields.count(), lists));
                }
                _ => events.extend(form(&event).filter(|_| event.at >= from)),
            }
            if let What::Statistics(_) = event.what {
                match wanted {
                    Wanted::Nothing => reader.pass(),
                    Wanted::Fields(fields) => reader.only(fields),
                }
            }
        }
        let mut expected = case["events"].as_array().unwrap().clone();
        for (at, count, lists) in &left_out {
            let place = expected.iter().position(|event| {
                event["at"] == *at && event["count"] == *count && event.get("orphan").is_none()
            });
            let block = expected.remove(place.unwrap());
            for (at, list) in lists {
                let records = block["records"].as_str().unwrap();
                assert_eq!(&records[2 * at..][..list.len()], list, "{note}");
            }
        }
        assert_eq!(events, expected, "{note}");
        notes.extend((!left_out.is_empty()).then(|| note.to_owned()));
    }
    notes
}

#[test]
fn every_vector_without_the_blocks_that_have_statistics() {
    let notes = every_vector_without(Wanted::Nothing);
    assert!(notes.len() >= 15, "{notes:?}");
    for note in ["statistics of the block before", "statistics twice", "fields in another order"] {
        assert_eq!(notes.iter().any(|other| other == note), note == "statistics twice", "{note}");
    }
}

#[test]
fn every_vector_with_some_of_the_fields() {
    let of_one = every_vector_without(Wanted::Fields(&[0]));
    let expected = [
        "a field",
        "two fields",
        "fields with bytes between them",
        "fields without bytes",
        "fields of which the second has another check",
    ];
    assert_eq!(of_one, expected);
    let expected = ["two fields", "fields with bytes between them", "fields without bytes"];
    assert_eq!(every_vector_without(Wanted::Fields(&[1, 0])), expected);
    assert_eq!(every_vector_without(Wanted::Fields(&[2])), ["fields without bytes"]);
}

/// F14: what is a list of records, and what is none, compressed or not.
#[cfg(feature = "zstd")]
#[test]
fn payloads_of_every_vector_that_says_what_they_are() {
    let cases: Vec<_> = cases().into_iter().filter(|case| case.get("messages").is_some()).collect();
    assert!(cases.len() > 40);
    for case in &cases {
        let (bytes, note) = (unhex(case["hex"].as_str().unwrap()), &case["note"]);
        let mut found = Vec::new();
        for event in Slice::new(&bytes).events() {
            let What::Records(block) = event.what else { continue };
            match block.decode::<u16>(&Limits::default()) {
                Ok(records) => assert_eq!(records.len(), block.count() as usize, "{note}"),
                Err(error) => {
                    assert!(error.to_string().starts_with("message: "), "{note}: {error}");
                    found.push(event.at);
                }
            }
        }
        assert_eq!(json!(found), case["messages"], "{note}");
        let records: Result<Vec<u16>, _> = Reader::new(bytes.as_slice()).records().collect();
        assert_eq!(records.is_err(), !found.is_empty(), "{note}");
    }
}
