//! Texts of other formats and protocols.

use onesheet::list::Seq;
use onesheet::types::{Padded, Spaces, U16Prefixed, Utf16Be, Utf16Le};
use onesheet::with::Utf8;
use onesheet::{
    Deserialize, Error, ErrorKind, Serialize, decode, decode_prefix, encode, encode_to_slice,
    try_encode,
};
use proptest::prelude::*;

type Name = Padded<8>;
type Label = Padded<8, Utf8, Spaces>;
type Wide = Padded<8, Utf16Be>;
type Narrow = Padded<8, Utf16Le, Spaces>;

#[test]
fn text_stands_in_so_many_bytes() {
    assert_eq!(encode(&Name::new("añb").unwrap()), b"a\xc3\xb1b\0\0\0\0");
    assert_eq!(encode(&Label::new("añb").unwrap()), b"a\xc3\xb1b    ");
    assert_eq!(encode(&Wide::new("a😀").unwrap()), b"\0a\xd8\x3d\xde\0\0\0");
    assert_eq!(encode(&Narrow::new("añb").unwrap()), b"a\0\xf1\0b\0 \0");
    assert_eq!(encode(&Name::default()), [0; 8]);
    assert_eq!(encode(&Narrow::default()), b" \0 \0 \0 \0");
    assert_eq!(Name::new("12345678").unwrap().as_str(), "12345678");
    assert_eq!(
        format!("{:?} {}", Wide::new("a\n").unwrap(), Wide::new("ñ").unwrap()),
        "\"a\\n\" ñ"
    );
    assert_eq!(Wide::SCHEMA.to_string(), "array(u8, 8)");
    assert_eq!(<(u8, Wide)>::MAX_LEN, 9);
}

#[test]
fn text_that_has_no_form_is_refused() {
    assert!(Name::new("123456789").is_none());
    assert!(Wide::new("12345").is_none());
    assert!(Name::new("a\0").is_none() && Name::new("a\0b").is_none());
    assert!(Label::new("a ").is_none() && Label::new(" ").is_none());
    assert_eq!(Label::new(" a\0").unwrap().as_str(), " a\0");
    assert!(Narrow::new("a ").is_none());

    fn refused<T>(kind: ErrorKind, at: usize) -> onesheet::Result<T> {
        Err(Error::new(kind, at))
    }
    assert_eq!(decode::<Name>(b"ab\0c\0\0\0\0"), refused(ErrorKind::Refused, 2));
    assert_eq!(decode::<Name>(b"ab\xff\0\0\0\0\0"), refused(ErrorKind::InvalidUtf8, 2));
    assert_eq!(decode::<Label>(b"ab\xc3     "), refused(ErrorKind::InvalidUtf8, 2));
    assert_eq!(decode::<Wide>(b"\0a\xd8\x3d\0b\0\0"), refused(ErrorKind::InvalidChar, 2));
    assert_eq!(decode::<Wide>(b"\0a\0\0\0b\0\0"), refused(ErrorKind::Refused, 2));
    assert_eq!(decode::<Name>(b"abc"), refused(ErrorKind::UnexpectedEnd, 0));
    let error = decode::<(u8, Wide)>(b"\x07\0a\xd8\x3d\0b\0\0").unwrap_err();
    assert_eq!(error, Error::new(ErrorKind::InvalidChar, 3));
}

#[test]
fn lists_of_padded_text() {
    let texts = ["", "a", "ab", "12345678"];
    for n in [1, 2, 4, 1000] {
        let names: Vec<Name> = (0..n).map(|at| Name::new(texts[at % 4]).unwrap()).collect();
        let twins: Vec<[u8; 8]> = names.iter().map(|name| *name.as_bytes()).collect();
        assert_eq!(encode(&names), encode(&twins));
        assert_eq!(decode(&encode(&twins)), Ok(names.clone()));
        let message = encode(&twins);
        let seq: Seq<Name> = decode(&message).unwrap();
        assert_eq!(seq.get(n - 1), names.last().copied());
    }
    let bad = encode(&vec![*b"a\0\0\0\0\0\0\0", *b"\0b\0\0\0\0\0\0"]);
    assert_eq!(decode::<Vec<Name>>(&bad).unwrap_err().kind(), ErrorKind::Refused);
    assert_eq!(decode::<Seq<Name>>(&bad).unwrap_err().kind(), ErrorKind::Refused);
}

proptest! {
    /// What is accepted is what the text is written as, and the other way round.
    #[test]
    fn padded_text_has_one_form(bytes: [u8; 8], text in "[ -~\u{0}é😀]{0,5}") {
        fn both<E: onesheet::types::Encoding, P: onesheet::types::Padding>(bytes: [u8; 8], text: &str) {
            if let Ok(read) = decode::<Padded<8, E, P>>(&bytes) {
                assert_eq!(read.as_bytes(), &bytes);
                assert!(Padded::new(&read.to_string()) == Some(read));
            }
            if let Some(made) = Padded::<8, E, P>::new(text) {
                assert_eq!(made.to_string(), text);
                assert_eq!(decode(&encode(&made)), Ok(made));
            }
        }
        both::<Utf8, onesheet::types::Zeros>(bytes, &text);
        both::<Utf8, Spaces>(bytes.map(|b| b & 0x7f), &text);
        both::<Utf16Be, onesheet::types::Zeros>(bytes, &text);
        both::<Utf16Le, Spaces>(bytes, &text);
    }
}

/// The variable header and payload of an MQTT CONNECT, after the example of section 3.1 of its
/// specification.
#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Connect<'a> {
    #[onesheet(with = U16Prefixed)]
    protocol: &'a str,
    level: u8,
    flags: u8,
    keep_alive: onesheet::types::Be<u16>,
    #[onesheet(with = U16Prefixed)]
    client: String,
    #[onesheet(with = Option<U16Prefixed>)]
    will: Option<&'a [u8]>,
    topics: [U16Prefixed<&'a str>; 2],
}

const CONNECT: &[u8] = b"\x00\x04MQTT\x04\xce\x00\x0a\x00\x02id\x01\x00\x01w\x00\x01a\x00\x03b/c";

#[test]
fn text_behind_a_length_of_two_bytes() {
    let connect = Connect {
        protocol: "MQTT",
        level: 4,
        flags: 0xce,
        keep_alive: 10.into(),
        client: "id".into(),
        will: Some(b"w"),
        topics: [U16Prefixed("a"), U16Prefixed("b/c")],
    };
    assert_eq!(try_encode(&connect).unwrap(), CONNECT);
    let mut buf = [0; 64];
    assert_eq!(encode_to_slice(&connect, &mut buf), Ok(CONNECT.len()));
    assert_eq!(decode(CONNECT), Ok(connect));
    for len in 0..CONNECT.len() {
        assert!(decode::<Connect>(&CONNECT[..len]).is_err());
    }
    assert_eq!(<U16Prefixed<&str>>::MAX_LEN, 65_537);
}

#[test]
fn what_such_a_length_does_not_hold_is_refused() {
    let long = "x".repeat(65_536);
    let fits = try_encode(&U16Prefixed(&long[1..])).unwrap();
    assert_eq!((&fits[..2], fits.len()), (&[255, 255][..], 65_537));
    let error = try_encode(&U16Prefixed(&long)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CapacityExceeded);
    let list = vec![(1u8, U16Prefixed("a")), (2, U16Prefixed(&long))];
    assert_eq!(try_encode(&list).unwrap_err().kind(), ErrorKind::CapacityExceeded);

    let error = decode::<U16Prefixed<&str>>(b"\x00\x02a").unwrap_err();
    assert_eq!(error, Error::new(ErrorKind::UnexpectedEnd, 2));
    let error = decode::<U16Prefixed<String>>(b"\x00\x02a\xff").unwrap_err();
    assert_eq!(error, Error::new(ErrorKind::InvalidUtf8, 3));
    let limits = onesheet::Limits::default().max_alloc(9);
    let error = onesheet::decode_with::<U16Prefixed<Vec<u8>>>(b"\x00\x0a0123456789", &limits);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::MemoryLimit);
}

#[test]
fn in_a_list_they_stand_one_behind_the_other() {
    for n in [2, 3, 500] {
        let list: Vec<_> = (0..n).map(|at| U16Prefixed(at.to_string())).collect();
        let message = try_encode(&list).unwrap();
        let (count, rest) = decode_prefix::<u64>(&message).unwrap();
        let each: Vec<u8> = list.iter().flat_map(|text| try_encode(text).unwrap()).collect();
        assert_eq!((count, rest), (n as u64, &each[..]));
        assert_eq!(decode(&message), Ok(list.clone()));
        let seq: Seq<U16Prefixed<&str>> = decode(&message).unwrap();
        assert!(seq.iter().map(|text| text.0.to_string()).eq((0..n).map(|at| at.to_string())));
    }
}

#[test]
fn no_other_reader_takes_such_a_schema() {
    let schema = <U16Prefixed<&str>>::SCHEMA;
    assert_eq!(schema.to_string(), "foreign \"behind a big-endian u16 length\"");
    let error = onesheet_dynamic::Type::from_schema(schema).unwrap_err();
    assert!(error.to_string().contains("outside of the format"), "{error}");
    assert!(onesheet_dynamic::Type::from_text_or_json(&schema.to_string()).is_err());
}
