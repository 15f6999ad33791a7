//! Files of blocks that are whole, or broken in any way: both readers find what the page says, and the same in a
//! part; and fields that are read alone are those that stand there.
#![no_main]

use std::io::{Cursor, Read};

use arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use onesheet_file::{Bounds, Event, FieldList, Reader, Slice, Statistics, What};
use onesheet_fuzz::files::{Fields, MARK, crc32c, read};

fuzz_target!(|input: &[u8]| {
    // An input that is too short for a file makes none.
    let _ = any(&mut Unstructured::new(input));
});

fn any(u: &mut Unstructured) -> Result<()> {
    let max = if u.arbitrary()? { 1 << 20 } else { u.int_in_range(0..=64)? };
    let step = u.int_in_range(1..=40)?;
    let (mut file, mut schema) = (Vec::new(), 0);
    for _ in 0..u.int_in_range(0..=12)? {
        part(u, &mut file, &mut schema)?;
    }
    let expected = read(&file, max);
    let slice = Slice::new(&file).max_body(max);
    assert_eq!(slice.events().filter_map(|event| line(&event)).collect::<Vec<_>>(), expected);
    let mut reader = Reader::new(Steps { rest: &file, step }).max_body(max);
    let mut found = Vec::new();
    while let Some(event) = reader.next_event().expect("memory is read without errors") {
        found.extend(line(&event));
    }
    assert_eq!(found, expected);
    let from = u.int_in_range(0..=file.len())?;
    let to = u.int_in_range(from..=file.len())?;
    let mut reader = Reader::part(Cursor::new(&file), from as u64..to as u64)
        .expect("memory is read without errors")
        .max_body(max);
    for event in slice.part(from..to) {
        let found = reader.next_event().expect("memory is read without errors");
        assert_eq!(found, Some(event));
    }
    assert_eq!(reader.next_event().expect("memory is read without errors"), None);
    left_out(&file, from, max, u.arbitrary()?);
    Ok(())
}

/// Reads a part without the blocks that have statistics, or some of their fields alone.
fn left_out(file: &[u8], from: usize, max: usize, field: Option<u8>) {
    let mut reader = Reader::part(Cursor::new(file), from as u64..u64::MAX)
        .expect("memory is read without errors")
        .max_body(max);
    let mut end = 0;
    while let Some(event) = reader.next_event().expect("memory is read without errors") {
        // A section before the part comes later.
        assert!(event.at < from as u64 || event.at >= end, "{event:?}");
        match event.what {
            What::Statistics(_) => match field {
                Some(field) => reader.only(&[field.into(), 0]),
                None => reader.pass(),
            },
            What::Fields(fields) => {
                let mut rest = fields.bytes();
                assert!(field.is_some() && fields.places().len() == 2);
                for FieldList { at, len, check } in fields.places() {
                    let (list, behind) = rest.split_at(*len as usize);
                    let start = event.at as usize + 36 + *at as usize;
                    assert_eq!(file.get(start..start + list.len()), Some(list));
                    assert_eq!(crc32c(list), *check);
                    rest = behind;
                }
                assert!(rest.is_empty());
                end = event.at + 36;
            }
            What::Unread { .. } => end = event.at + 36,
            _ => {}
        }
    }
}

/// Adds a block, or other bytes, or takes some away.
fn part(u: &mut Unstructured, file: &mut Vec<u8>, schema: &mut u32) -> Result<()> {
    match u.int_in_range(0..=9)? {
        0 => file.extend(bytes(u)?),
        1 => file.truncate(file.len() - u.int_in_range(0..=file.len().min(50))?),
        2 if !file.is_empty() => {
            let at = u.choose_index(file.len())?;
            file[at] ^= u8::arbitrary(u)?;
        }
        kind => {
            let kind = match kind {
                3 => u8::arbitrary(u)?,
                4..=5 => 0x0a,
                6 => 0x45,
                7 => 0x5a,
                _ => 0x52,
            };
            let body = match kind {
                0x0a => {
                    let mut payload = b"\xbf\xf3\x7e\x3e\x19\xd3\x24\x4d\x03u16".to_vec();
                    payload.extend(if u.arbitrary()? { vec![0] } else { bytes(u)? });
                    payload
                }
                0x45 if u.arbitrary()? => Vec::new(),
                _ => bytes(u)?,
            };
            let body_check = crc32c(&body);
            let simple = kind == 0x0a || kind == 0x45;
            let mut fields = Fields {
                kind,
                body_check,
                length: body.len() as u32,
                count: if simple { 0 } else { u.int_in_range(0..=4)? },
                schema: if kind == 0x0a { body_check } else { *schema },
                first: if kind == 0x0a { 0 } else { u.int_in_range(0..=9)? },
            };
            match u.int_in_range(0..=19)? {
                0 => fields.body_check = u.arbitrary()?,
                1 => fields.length = fields.length.wrapping_add_signed(u.int_in_range(-40..=40)?),
                2 => fields.count = u.arbitrary()?,
                3 => fields.schema = u.arbitrary()?,
                4 => fields.first = u.arbitrary()?,
                _ => {}
            }
            if kind == 0x0a {
                *schema = body_check;
            }
            if kind == 0x52 && u.ratio(1, 2)? {
                file.extend(statistics(u, &fields, &body)?);
            }
            file.extend(fields.header());
            file.extend(body);
        }
    }
    Ok(())
}

/// A block of statistics of the block that follows, or of another.
fn statistics(u: &mut Unstructured, block: &Fields, body: &[u8]) -> Result<Vec<u8>> {
    let mut places = Vec::new();
    for _ in 0..u.int_in_range(0..=4)? {
        places.push(u.int_in_range(0..=body.len())?);
    }
    if u.ratio(7, 8)? {
        places.sort_unstable();
    }
    let list = |ends: &[usize]| {
        let bytes = body.get(ends[0]..ends[1])?;
        Some(FieldList { at: ends[0] as u32, len: bytes.len() as u32, check: crc32c(bytes) })
    };
    let mut lists: Vec<FieldList> = places.windows(2).filter_map(list).collect();
    if u.ratio(1, 8)? && !lists.is_empty() {
        let list = u.choose_index(lists.len())?;
        let FieldList { at, len, check } = &mut lists[list];
        match u.int_in_range(0..=2)? {
            0 => *at = u.arbitrary()?,
            1 => *len = len.wrapping_add_signed(u.int_in_range(-40..=40)?),
            _ => *check = u.arbitrary()?,
        }
    }
    let ints = if u.arbitrary()? {
        vec![Bounds { column: u.arbitrary()?, least: u.arbitrary()?, greatest: u.arbitrary()? }]
    } else {
        Vec::new()
    };
    let statistics =
        Statistics { block: block.body_check, ints, floats: Vec::new(), fields: lists };
    let body = onesheet::encode(&statistics);
    let header = Fields {
        kind: 0x73,
        body_check: crc32c(&body),
        length: body.len() as u32,
        count: 0,
        ..*block
    };
    Ok([header.header(), body].concat())
}

/// Bytes with marks, parts of them, what stands for them, and unused space.
fn bytes(u: &mut Unstructured) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for _ in 0..u.int_in_range(0..=4)? {
        match u.int_in_range(0..=5)? {
            0 => bytes.extend(MARK),
            1 => bytes.extend(&MARK[..u.int_in_range(1..=6)?]),
            2 => bytes.extend(*b"\x89os1\r\n\x1b"),
            3 => bytes.push(u.int_in_range(0..=1)?),
            4 => bytes.extend([0xff; 3]),
            _ => bytes.extend(<[u8; 3]>::arbitrary(u)?),
        }
    }
    Ok(bytes)
}

/// An event as the model writes it.
fn line(event: &Event<'_>) -> Option<String> {
    let at = event.at;
    Some(match &event.what {
        What::Section(_) => format!("{at} schema"),
        What::Records(block) => {
            format!("{at} records {} {} {:?}", block.count(), block.first(), block.payload())
        }
        What::Orphan(block) => {
            format!("{at} orphan {} {} {:?}", block.count(), block.first(), block.payload())
        }
        What::End { first } => format!("{at} end {first}"),
        What::Gap { expected, found } => format!("{at} gap {expected} {found}"),
        What::Unknown { kind } => format!("{at} unknown {kind}"),
        What::Skipped { len, reason } => format!("{at} {reason} {len}"),
        What::Passed | What::Statistics(_) => return None,
        _ => unreachable!("an event that the page has not"),
    })
}

/// Gives so many bytes at a time.
struct Steps<'a> {
    rest: &'a [u8],
    step: usize,
}

impl Read for Steps<'_> {
    fn read(&mut self, buf: &mut [u8]) -> std::io::Result<usize> {
        let most = buf.len().min(self.step);
        self.rest.read(&mut buf[..most])
    }
}
