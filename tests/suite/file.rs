//! Files from a device: spec/FILES.md, written without an allocator.

use onesheet::file::{self, HEADER_LEN, Header, MARK, Section, escape, kind};
use onesheet::{ErrorKind, Serialize};

/// The first example of the page.
const SCHEMA_BLOCK: [u8; 49] =
    *b"\x89os1\r\n\x1a\n\x5e\xbb\xb3\x50\xf8\xe2\xf0\xc1\x0d\0\0\0\0\0\0\0\
    \xf8\xe2\xf0\xc1\0\0\0\0\0\0\0\0\xbf\xf3\x7e\x3e\x19\xd3\x24\x4d\x03u16\0";
const RECORDS: [u8; 40] = *b"\x89os1\r\n\x1aR\x87\x89\xbc\x53\xb6\x43\xbd\xad\x04\0\0\0\x03\0\0\0\
    \xf8\xe2\xf0\xc1\0\0\0\0\0\0\0\0\x82\xe8\x07\x24";
const END: [u8; 36] = *b"\x89os1\r\n\x1aE\x4b\x06\xcf\x95\0\0\0\0\0\0\0\0\0\0\0\0\
    \xf8\xe2\xf0\xc1\x03\0\0\0\0\0\0\0";

#[test]
fn the_example_of_the_page() {
    let mut buf = [0; file::max_len(<[u16; 3]>::MAX_LEN)];
    let mut section = const { Section::new(&SCHEMA_BLOCK).unwrap() };
    let len = section.write_block(&[1000u16, 1001, 1002], &mut buf).unwrap();
    assert_eq!(buf[..len], RECORDS);
    assert_eq!(section.written(), 3);
    assert_eq!(section.write_block::<u16>(&[], &mut buf), Ok(0));
    let len = section.end(&mut buf).unwrap();
    assert_eq!(buf[..len], END);
}

#[test]
fn a_section_begins_with_its_schema_block() {
    let mut buf = [0; 100];
    let (fingerprint, schema) = (u16::SCHEMA.fingerprint(), u16::SCHEMA.to_string());
    let (section, len) = Section::begin(fingerprint, &schema, &[], &mut buf).unwrap();
    assert_eq!(buf[..len], SCHEMA_BLOCK);
    assert_eq!(Some(section), Section::new(&SCHEMA_BLOCK));

    let about = [("boot", "17"), ("unit", "pump")];
    let (section, len) = Section::begin(fingerprint, &schema, &about, &mut buf).unwrap();
    assert_eq!(Section::new(&buf[..len]), Some(section));
    // Two pairs: the lengths of the keys in four bits each, the keys, and the same of the values.
    assert!(
        buf[..len].ends_with(b"\x03u16\x02\x04\x44bootunit\x04\x4217pump"),
        "{:x?}",
        &buf[..len]
    );

    for about in [[("b", ""), ("a", "")], [("a", "1"), ("a", "2")]] {
        let error = Section::begin(fingerprint, &schema, &about, &mut buf).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotAscending);
    }
}

#[test]
fn what_is_no_schema_block_begins_no_section() {
    for at in 0..SCHEMA_BLOCK.len() {
        assert_eq!(Section::new(&SCHEMA_BLOCK[..at]), None);
        let mut changed = SCHEMA_BLOCK;
        changed[at] ^= 1;
        assert_eq!(Section::new(&changed), None, "byte {at}");
    }
    assert_eq!(Section::new(&[&SCHEMA_BLOCK[..], b"\0"].concat()), None);
    assert_eq!(Section::new(&RECORDS), None);
}

#[test]
fn a_block_that_does_not_fit_does_not_count() {
    let mut section = Section::new(&SCHEMA_BLOCK).unwrap();
    for room in 0..RECORDS.len() {
        let error = section.write_block(&[1000u16, 1001, 1002], &mut vec![0; room]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BufferFull);
        assert_eq!(section.written(), 0);
    }
    assert_eq!(section.end(&mut [0; HEADER_LEN - 1]).unwrap_err().kind(), ErrorKind::BufferFull);
}

#[test]
fn no_payload_holds_a_mark() {
    let mut section = Section::new(&SCHEMA_BLOCK).unwrap();
    let mut texts = [[0u8; 16]; 2];
    texts[0][4..11].copy_from_slice(&MARK);
    texts[1][..7].copy_from_slice(b"\x89os1\r\n\x1b");
    let mut buf = [0; file::max_len(<[[u8; 16]; 2]>::MAX_LEN)];
    let len = section.write_block(&texts, &mut buf).unwrap();
    let body = &buf[HEADER_LEN..len];
    let expected = b"\0\0\0\0\x89os1\r\n\x1b\0\0\0\0\0\0\x89os1\r\n\x1b\x01\0\0\0\0\0\0\0\0\0";
    assert_eq!(body, expected);

    // As many as there can be, and no room to spare.
    let payload = [MARK; 9].concat();
    let mut buf = [0; file::max_len(63) - HEADER_LEN];
    buf[..63].copy_from_slice(&payload);
    assert_eq!(escape(&mut buf[..71], 63), None);
    assert_eq!(escape(&mut buf, 63), Some(72));
    assert_eq!(buf[..], [*b"\x89os1\r\n\x1b\0"; 9].concat());
    assert_eq!(escape(&mut buf, 73), None);
}

#[test]
fn a_header_is_read_as_it_was_written() {
    let [schema, records] =
        [&SCHEMA_BLOCK[..], &RECORDS].map(|block| *block.first_chunk().unwrap());
    let header = Header::from_bytes(&records).unwrap();
    let expected = Header {
        kind: kind::RECORDS,
        body_check: 0xadbd_43b6,
        len: 4,
        count: 3,
        schema: 0xc1f0_e2f8,
        first: 0,
    };
    assert_eq!(header, expected);
    assert_eq!(header.to_bytes(), records);
    assert_eq!(Header::from_bytes(&schema).map(|header| header.kind), Some(kind::SCHEMA));
    for at in 0..HEADER_LEN {
        let mut changed = records;
        changed[at] ^= 0x80;
        assert_eq!(Header::from_bytes(&changed), None, "byte {at}");
    }
}
