//! Extensible types: new readers of old messages, old readers of new ones (W29 to W32).

use std::marker::PhantomData;

use onesheet::list::Seq;
use onesheet::{
    Deserialize, ErrorKind, Limits, Serialize, decode, decode_view, decode_with, encode,
};

mod old {
    use super::*;

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    pub struct Device {
        pub name: String,
        #[onesheet(default = 1)]
        pub level: u16,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    pub enum Event {
        #[onesheet(other)]
        Unknown,
        Started(#[onesheet(default)] u16),
        #[onesheet(tag = 5)]
        Stopped,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    pub enum Strict {
        A,
        B(#[onesheet(default)] u8),
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    pub struct Report {
        pub id: u16,
        pub devices: Vec<Device>,
        pub last: Option<Event>,
        pub end: u8,
    }
}

mod new {
    use super::*;

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    pub struct Device {
        pub name: String,
        #[onesheet(default = 1)]
        pub level: u16,
        #[onesheet(default = "none")]
        pub room: String,
        #[onesheet(default)]
        pub history: Vec<Event>,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    pub enum Event {
        #[onesheet(other)]
        Unknown,
        Started(#[onesheet(default)] u16, #[onesheet(default = true)] bool),
        /// Between two tags that the old type knows.
        #[onesheet(tag = 3)]
        Failed {
            code: i32,
            text: String,
        },
        #[onesheet(tag = 5)]
        Stopped,
        #[onesheet(tag = 700)]
        Moved([u8; 3]),
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    pub enum Strict {
        A,
        B(#[onesheet(default)] u8),
        C,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    pub struct Report {
        pub id: u16,
        pub devices: Vec<Device>,
        pub last: Option<Event>,
        pub end: u8,
    }
}

fn old_device(name: &str, level: u16) -> old::Device {
    old::Device { name: name.into(), level }
}

fn new_device(name: &str, level: u16, room: &str, history: Vec<new::Event>) -> new::Device {
    new::Device { name: name.into(), level, room: room.into(), history }
}

fn failed() -> new::Event {
    new::Event::Failed { code: -1, text: "smoke".into() }
}

#[test]
fn an_old_reader_skips_new_fields() {
    let new = new_device("pump", 300, "cellar", vec![failed()]);
    assert_eq!(decode(&encode(&new)), Ok(old_device("pump", 300)));
    let list = vec![new.clone(), new_device("door", 7, "", vec![])];
    let expected = vec![old_device("pump", 300), old_device("door", 7)];
    assert_eq!(decode(&encode(&list)), Ok(expected));
}

#[test]
fn a_new_reader_fills_in_defaults() {
    let old = old_device("pump", 300);
    let expected = new_device("pump", 300, "none", vec![]);
    assert_eq!(decode(&encode(&old)), Ok(expected.clone()));
    assert_eq!(decode(&encode(&vec![old.clone(); 3])), Ok(vec![expected.clone(); 3]));
    // From before `level` was there.
    assert_eq!(decode(b"\x05\x04pump"), Ok(new_device("pump", 1, "none", vec![])));
    assert_eq!(decode(b"\x05\x04pump"), Ok(old_device("pump", 1)));
    // From before there was anything; `name` has no default.
    let error = decode::<new::Device>(&[0]).unwrap_err();
    assert_eq!((error.kind(), error.rule(), error.offset()), (ErrorKind::MissingField, "W30", 1));
    let error = decode::<Vec<new::Device>>(&[2, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::MissingField, 2));
    // A list of none has no block at all (W15).
    assert_eq!(decode(&[0]), Ok(Vec::<new::Device>::new()));
}

#[test]
fn a_message_that_ends_inside_a_field_is_an_error() {
    let message = encode(&new_device("pump", 300, "cellar", vec![]));
    for len in 1..message.len() - 1 {
        let mut cut = message[..len].to_vec();
        cut[0] = (len - 1) as u8;
        let whole = decode::<new::Device>(&cut);
        // After name, level, and room, the block may end.
        let expected = [5, 7, 14].contains(&(len - 1));
        assert_eq!(whole.is_ok(), expected, "{len}: {whole:?}");
    }
}

#[test]
fn unknown_variants_become_the_catch_all() {
    for event in [failed(), new::Event::Moved([1, 2, 3])] {
        assert_eq!(decode(&encode(&event)), Ok(old::Event::Unknown));
        assert_eq!(decode(&encode(&Some(event))), Ok(Some(old::Event::Unknown)));
    }
    let events = vec![
        new::Event::Moved([1, 2, 3]),
        new::Event::Stopped,
        failed(),
        new::Event::Started(7, false),
        new::Event::Unknown,
        failed(),
    ];
    use old::Event::{Started, Stopped, Unknown};
    let expected = vec![Unknown, Stopped, Unknown, Started(7), Unknown, Unknown];
    assert_eq!(decode(&encode(&events)), Ok(expected.clone()));
    let message = encode(&events);
    let view: Seq<old::Event> = decode_view(&message).unwrap();
    assert_eq!(view.iter().collect::<Vec<_>>(), expected);
    assert_eq!(
        decode(&encode(&vec![Started(7), Stopped])),
        Ok(vec![new::Event::Started(7, true), new::Event::Stopped]),
    );
}

#[test]
fn without_a_catch_all_an_unknown_variant_is_an_error() {
    assert_eq!(decode(&encode(&new::Strict::B(7))), Ok(old::Strict::B(7)));
    let error = decode::<old::Strict>(&encode(&new::Strict::C)).unwrap_err();
    assert_eq!((error.kind(), error.rule(), error.offset()), (ErrorKind::UnknownVariant, "W32", 0));
    let list = vec![new::Strict::A, new::Strict::C];
    let error = decode::<Vec<old::Strict>>(&encode(&list)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::UnknownVariant, 1));
}

#[test]
fn what_stands_after_a_changed_type_is_found() {
    let old = old::Report {
        id: 1,
        devices: vec![old_device("pump", 300), old_device("door", 7)],
        last: Some(old::Event::Started(9)),
        end: 0xee,
    };
    let new = new::Report {
        id: 1,
        devices: vec![
            new_device("pump", 300, "cellar", vec![failed(), new::Event::Stopped]),
            new_device("door", 7, "hall", vec![]),
        ],
        last: Some(new::Event::Started(9, false)),
        end: 0xee,
    };
    assert_eq!(decode(&encode(&new)), Ok(old.clone()));
    assert_eq!(decode(&encode(&vec![new.clone(); 3])), Ok(vec![old.clone(); 3]));
    let read: new::Report = decode(&encode(&old)).unwrap();
    assert_eq!((read.id, read.end, read.last), (1, 0xee, Some(new::Event::Started(9, true))));
    assert_eq!(
        read.devices,
        [new_device("pump", 300, "none", vec![]), new_device("door", 7, "none", vec![]),]
    );
    let unknown = new::Report { last: Some(new::Event::Moved([1, 2, 3])), ..new };
    let expected = old::Report { last: Some(old::Event::Unknown), ..old };
    assert_eq!(decode(&encode(&unknown)), Ok(expected));
}

#[test]
fn a_block_is_an_input_of_its_own() {
    // The block ends in the middle of the name, though the message goes on.
    let error = decode::<old::Device>(b"\x03\x04pump").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedEnd, 1));
    // The block is longer than the message.
    let error = decode::<old::Device>(b"\x09\x04pump").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedEnd, 0));
    let error = decode::<old::Device>(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]);
    assert_eq!(error.unwrap_err().kind(), ErrorKind::UnexpectedEnd);
    // What is skipped in it may be anything.
    assert_eq!(decode(b"\x08\x04pump\x01\xff\xff"), Ok(old_device("pump", 1)));
    assert_eq!(decode(b"\x03\x03\x01\x02\x03"), Ok(old::Event::Unknown));
}

/// Filled-in values count against the memory bound, as do unknown variants (W34).
#[test]
fn defaults_cannot_be_had_for_nothing() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    struct Page {
        #[onesheet(default = [7; 1000])]
        bytes: [u8; 1000],
    }
    let count = 50_000_000u32;
    let mut message = encode(&count);
    message.push(0);
    let error = decode::<Vec<Page>>(&message).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    let error = decode::<Seq<Page>>(&message).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
    let two = Limits::default().max_alloc(10_000);
    assert_eq!(decode_with(&[2, 0], &two), Ok(vec![Page { bytes: [7; 1000] }; 2]));
    assert!(decode_with::<Vec<Page>>(&[6, 0], &two).is_err());
}

/// What takes no bytes is there even where a block has ended (W30).
mod without_bytes {
    use super::*;

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    struct Nothing;

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[onesheet(rows)]
    struct Row {
        nothing: Nothing,
        rows: [u16; 0],
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[onesheet(extensible)]
    struct Last {
        a: u8,
        unit: (),
        phantom: PhantomData<u16>,
        numbers: [u16; 0],
        texts: ([[Option<u8>; 0]; 2], ()),
        nothing: [Nothing; 3],
        row: Row,
        rows: [Row; 2],
    }

    const fn last(a: u8) -> Last {
        let row = Row { nothing: Nothing, rows: [] };
        Last {
            a,
            unit: (),
            phantom: PhantomData,
            numbers: [],
            texts: ([[], []], ()),
            nothing: [Nothing; 3],
            row,
            rows: [row; 2],
        }
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[onesheet(extensible)]
    enum Event {
        Unit(()),
        Last { a: u8, nothing: [Nothing; 3] },
    }

    #[test]
    fn fields_at_the_end_need_no_default() {
        assert_eq!(encode(&last(7)), [1, 7]);
        assert_eq!(decode(&[1, 7]), Ok(last(7)));
        let list = vec![last(7), last(8)];
        assert_eq!(encode(&list), [2, 2, 7, 8]);
        assert_eq!(decode(&[2, 2, 7, 8]), Ok(list.clone()));
        let view: Seq<Last> = decode_view(&[2, 2, 7, 8]).unwrap();
        assert_eq!(view.iter().collect::<Vec<_>>(), list);
        let error = decode::<Last>(&[0]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::MissingField, 1));
    }

    #[test]
    fn nor_do_those_of_variants() {
        let last = Event::Last { a: 7, nothing: [Nothing; 3] };
        for (event, bytes) in [(Event::Unit(()), &[0, 0][..]), (last, &[1, 1, 7])] {
            assert_eq!(encode(&event), bytes);
            assert_eq!(decode(bytes), Ok(event));
        }
        let list = vec![Event::Unit(()), last, last];
        let bytes = [3, 1, 0b110, 0, 2, 7, 7];
        assert_eq!(encode(&list), bytes);
        assert_eq!(decode(&bytes), Ok(list));
    }

    #[test]
    fn nor_do_those_behind_defaults() {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[onesheet(extensible)]
        struct Marked<T> {
            #[onesheet(default = 7)]
            a: u8,
            unit: (),
            phantom: std::marker::PhantomData<T>,
            numbers: [String; 0],
            parts: [((), (PhantomData<u8>,)); 3],
            #[onesheet(default)]
            b: u16,
        }
        let marked = |a, b| Marked {
            a,
            unit: (),
            phantom: PhantomData,
            numbers: [],
            parts: [((), (PhantomData,)); 3],
            b,
        };
        assert_eq!(decode::<Marked<u8>>(&[0]), Ok(marked(7, 0)));
        assert_eq!(decode::<Marked<u8>>(&[1, 8]), Ok(marked(8, 0)));
        assert_eq!(decode::<Vec<Marked<u8>>>(&[2, 2, 8, 9]), Ok(vec![marked(8, 0), marked(9, 0)]));
        assert_eq!(decode::<Marked<u8>>(&[2, 8, 5]), Ok(marked(8, 5)));
    }

    /// An extensible struct is at least its length, whatever its fields.
    #[test]
    fn an_extensible_struct_takes_bytes() {
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[onesheet(extensible)]
        struct Outer {
            inner: Inner,
            inners: [Inner; 0],
        }
        #[derive(Serialize, Deserialize, Debug, PartialEq)]
        #[onesheet(extensible)]
        struct Inner {}
        assert_eq!(decode(&[1, 0]), Ok(Outer { inner: Inner {}, inners: [] }));
        let error = decode::<Outer>(&[0]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::MissingField, 1));
        let error = decode::<Vec<Outer>>(&[2, 0, 9]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::MissingField, 2));
    }

    /// W34.
    #[test]
    fn they_cannot_be_had_for_nothing() {
        #[derive(Serialize, Deserialize)]
        #[onesheet(extensible)]
        struct Units {
            units: [(); 1_000_000],
        }
        let error = decode::<Vec<Units>>(&[0xe8, 7, 0]).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::MemoryLimit);
        assert!(decode::<Vec<Units>>(&[10, 0]).is_ok());
    }
}
