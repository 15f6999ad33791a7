//! Promises about the public types themselves.

use std::cell::Cell;
use std::error::Error as _;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;

use onesheet::de::Reader;
use onesheet::list;
use onesheet::list::{Seq, SeqIter};
use onesheet::ser::{Items, ListWriter, Writer};
use onesheet::types::{Be, Bounded, Fixed, Le};
use onesheet::{
    Deserialize, Error, ErrorKind, Limits, Schema, Serialize, decode, encode, encode_into,
    encode_to_slice,
};

fn thread_safe<T: Send + Sync + Unpin + UnwindSafe + RefUnwindSafe>() {}

#[test]
fn public_types_cross_threads() {
    thread_safe::<Error>();
    thread_safe::<ErrorKind>();
    thread_safe::<Limits>();
    thread_safe::<Reader<'static>>();
    thread_safe::<Schema>();
    thread_safe::<Fixed<u32>>();
    thread_safe::<Be<u64>>();
    thread_safe::<Le<f32>>();
    thread_safe::<Bounded<String, 8>>();
    thread_safe::<Seq<'static, u16>>();
    thread_safe::<Seq<'static, &'static str>>();
    thread_safe::<Seq<'static, Option<(u8, Seq<'static, bool>)>>>();
    thread_safe::<SeqIter<'static, &'static str>>();
    fn send<T: Send + Sync>() {}
    // A list in the message is not made of the cells that it is read as.
    send::<Seq<'static, Cell<u16>>>();
    send::<Seq<'static, Rc<u16>>>();
}

#[test]
fn errors_are_small_plain_values() {
    fn plain<T: Copy + Eq + std::hash::Hash + std::fmt::Debug + 'static>() {}
    plain::<Error>();
    plain::<ErrorKind>();
    assert_eq!(size_of::<Result<(), Error>>(), 8);
    // On 32 bits an error is a word for each part.
    let kind = if cfg!(target_pointer_width = "64") { 1 } else { size_of::<usize>() };
    assert_eq!(size_of::<ErrorKind>(), kind);
    assert!(Error::new(ErrorKind::UnexpectedEnd, 0).source().is_none());
    // As a const, without an allocator or a formatter.
    const ERROR: Error = Error::new(ErrorKind::NotShortest, 7);
    assert_eq!((ERROR.kind(), ERROR.offset(), ERROR.rule()), (ErrorKind::NotShortest, 7, "W16"));
    assert_eq!(format!("{ERROR:?}"), "Error { kind: NotShortest, offset: 7 }");
}

#[test]
fn errors_say_the_rule_and_the_place() {
    let error = decode::<(u8, u16)>(&[1, 0x80, 0]).unwrap_err();
    assert_eq!(error.to_string(), "a varint is not in its shortest form at byte 1 (W16)");
    let error = decode::<String>(&[2, b'a', 0xff]).unwrap_err();
    assert_eq!(error.to_string(), "a string is not UTF-8 at byte 2 (W25)");
    let error = encode_to_slice(&(1u8, "abc"), &mut [0; 3]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BufferFull);
    assert!(error.to_string().starts_with("the buffer is full at byte "), "{error}");
    assert_eq!(error.rule(), "");
    let error = decode::<Bounded<String, 2>>(&[3, b'a', b'b', b'c']).unwrap_err();
    assert_eq!(error.to_string(), "more bytes or elements than the container holds at byte 0");
}

#[test]
fn each_rule_that_a_message_can_break_has_its_kind() {
    #[track_caller]
    fn breaks<T: for<'de> Deserialize<'de>>(
        message: &[u8],
        kind: ErrorKind,
        at: usize,
        rule: &str,
    ) {
        let error = decode::<T>(message).err().unwrap();
        assert_eq!((error.kind(), error.offset(), error.rule()), (kind, at, rule));
    }
    breaks::<u16>(&[], ErrorKind::UnexpectedEnd, 0, "W22");
    breaks::<u16>(&[1, 2], ErrorKind::TrailingBytes, 1, "W23");
    breaks::<u16>(&[0x80, 0], ErrorKind::NotShortest, 0, "W16");
    breaks::<u16>(&[0x80, 0x80, 4], ErrorKind::OutOfRange, 0, "W24");
    breaks::<bool>(&[2], ErrorKind::PaddingBits, 0, "W18");
    breaks::<String>(&[1, 0xff], ErrorKind::InvalidUtf8, 1, "W25");
    breaks::<char>(&[0x80, 0xb0, 3], ErrorKind::InvalidChar, 0, "W26");
    breaks::<[u16; 2]>(&[16, 1, 0, 2, 0], ErrorKind::WrongForm, 0, "W27");
    breaks::<Option<Result<u8, u8>>>(&[1, 2, 0], ErrorKind::InvalidTag, 1, "W28");
    breaks::<std::collections::BTreeSet<u8>>(&[2, 2, 1], ErrorKind::NotAscending, 0, "W10");
    breaks::<Vec<bool>>(&[9, 0], ErrorKind::CountTooLarge, 0, "W35");
}

#[test]
fn bounded_values_cannot_be_too_long() {
    assert!(Bounded::<String, 3>::new("abc".into()).is_some());
    assert!(Bounded::<String, 3>::new("abcd".into()).is_none());
    assert!(Bounded::<&str, 3>::new("äö").is_none(), "bytes, not chars");
    assert!(Bounded::<&[u16], 2>::new(&[1, 2]).is_some());
    assert!(Bounded::<Vec<u16>, 2>::new(vec![1, 2, 3]).is_none());
    let name = Bounded::<String, 3>::new("abc".into()).unwrap();
    assert_eq!((name.len(), name.into_inner()), (3, "abc".to_owned()));
    assert_eq!(encode(&Bounded::<&str, 3>::new("ab").unwrap()), encode("ab"));
}

#[test]
fn foreign_numbers_convert_both_ways() {
    let port = Be::new(8080u16);
    assert_eq!(port, Be::from(8080));
    assert_eq!((port.get(), u16::from(port)), (8080, 8080));
    assert_eq!(encode(&port), [0x1f, 0x90]);
    assert_eq!(encode(&Le::from(8080u16)), [0x90, 0x1f]);
    assert_eq!(encode(&Fixed::from(8080u32)), [0x90, 0x1f, 0, 0]);
    assert_eq!(i32::from(Fixed::from(-5i32)), -5);
    assert_eq!(format!("{port} {port:?}"), "8080 Be(8080)");
    assert_eq!(size_of::<[Be<u32>; 4]>(), 16);
    assert_eq!(align_of::<Be<u64>>(), 1, "as the bytes of a header");
    const MAGIC: Be<u32> = Be::from_bytes(*b"\x01\x02\x03\x04");
    assert_eq!(MAGIC, Be::new(0x0102_0304));
    assert!(Fixed::new(1u16) < Fixed::new(256), "ordered as numbers");
}

#[test]
fn default_limits_are_as_documented() {
    assert_eq!(Limits::default(), Limits::new().max_alloc(256 << 20).max_depth(128));
}

#[test]
fn unsized_values_can_be_encoded() {
    fn len<T: Serialize + ?Sized>(value: &T) -> usize {
        onesheet::encoded_len(value)
    }
    assert_eq!(len("abc"), 4);
    assert_eq!(len([1u8, 2].as_slice()), 3);
    assert_eq!(len(&Box::<str>::from("abc")), 4);
}

/// A value whose encoding panics where `fails`, in a list whose columns are kept.
struct Failing(u16, bool, [u64; 100]);

impl Serialize for Failing {
    const SCHEMA: &'static Schema = <(u16, Vec<u16>, [u64; 100])>::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        assert!(!self.1);
        (self.0, vec![self.0], self.2).serialize(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        u16::serialize_slice(items.field(|value| &value.0), w);
        w.sequences(
            items,
            |_| 1,
            |value| {
                assert!(!value.1);
                [value.0]
            },
        );
        <[u64; 100]>::serialize_slice(items.field(|value| &value.2), w)
    }
}

#[test]
fn a_buffer_keeps_nothing_of_a_value() {
    let list = |fails| -> Vec<Failing> {
        (0..300).map(|place| Failing(place, fails && place == 250, [7; 100])).collect()
    };
    fn again<'b, T: Serialize + ?Sized>(value: &T, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        encode_into(value, buffer);
        buffer
    }
    let mut buffer = Vec::new();
    let long: Vec<(u32, String)> = (0..5000).map(|i| (i, format!("text {i}"))).collect();
    for _ in 0..2 {
        assert_eq!(again(&long, &mut buffer), encode(&long));
        assert_eq!(again("short", &mut buffer), b"\x05short");
        assert_eq!(again(&list(false), &mut buffer), encode(&list(false)));
        let failing = list(true);
        let mut taken = std::panic::AssertUnwindSafe(&mut buffer);
        let panics = std::panic::catch_unwind(move || again(&failing, &mut taken).len());
        assert!(panics.is_err());
        assert_eq!(again(&vec![Some(1u8), None], &mut buffer), [2, 1, 1]);
    }
}

/// Written whole, among columns.
#[derive(Serialize)]
#[onesheet(rows)]
struct Whole(Failing);

#[test]
fn what_was_encoded_before_stays_if_a_value_panics() {
    for fails in [None, Some(0), Some(99)] {
        let value = |place| (Whole(Failing(place, Some(place) == fails, [1; 100])), place, "text");
        let list: Vec<(Whole, u16, &str)> = (0..100).map(value).collect();
        let mut out = b"before".to_vec();
        let mut kept = std::panic::AssertUnwindSafe(&mut out);
        let result = std::panic::catch_unwind(move || encode_into(&list, &mut kept));
        assert_eq!(result.is_err(), fails.is_some());
        assert!(out.starts_with(b"before"));
    }
}

#[test]
fn what_was_encoded_before_stays() {
    let list: Vec<(u16, String, bool)> =
        (0..3000).map(|i| (i, "a".repeat(i as usize % 9), true)).collect();
    let mut out = b"before".to_vec();
    encode_into(&list, &mut out);
    list::encode_into(&list, &mut out);
    assert_eq!(out, [b"before", &*encode(&list), &*list::encode(&list)].concat());
}

#[test]
fn lists_without_a_count() {
    let list = [(1u16, "one".to_owned()), (300, String::new()), (7, "seven".to_owned())];
    let bytes = list::encode(&list);
    assert_eq!(encode(&list.to_vec()), [&[3], &*bytes].concat());
    assert_eq!(bytes, encode(&list));
    assert_eq!(list::decode(&bytes, 3), Ok(list.to_vec()));
    let view = list::decode_view::<(u16, &str)>(&bytes, 3).unwrap();
    assert!(view.iter().eq([(1, "one"), (300, ""), (7, "seven")]));

    assert_eq!(list::encode(&list[..1]), encode(&list[0]));
    assert_eq!(list::decode(&encode(&list[0]), 1), Ok(list[..1].to_vec()));
    assert!(list::encode::<String>(&[]).is_empty());
    assert_eq!(list::decode::<String>(&[], 0), Ok(vec![]));
    assert!(list::decode_view::<u16>(&[], 0).unwrap().is_empty());
}

#[test]
fn a_false_number_of_values_is_refused_before_memory_is_claimed() {
    let kind = |result: onesheet::Result<Vec<u64>>| result.unwrap_err().kind();
    let bytes = list::encode(&[5u64, 6, 7]);
    assert_eq!(kind(list::decode(&bytes, 2)), ErrorKind::TrailingBytes);
    assert_eq!(kind(list::decode(&bytes, 0)), ErrorKind::TrailingBytes);
    assert_eq!(kind(list::decode(&bytes, 5)), ErrorKind::UnexpectedEnd);
    assert_eq!(kind(list::decode(&bytes, usize::MAX)), ErrorKind::CountTooLarge);
    let limits = Limits::default().max_alloc(23);
    assert_eq!(kind(list::decode_with(&bytes, 3, &limits)), ErrorKind::MemoryLimit);
    let units = list::decode::<()>(&[], usize::MAX).unwrap_err();
    assert_eq!(units.kind(), ErrorKind::MemoryLimit);

    let view = |n| list::decode_view::<u64>(&bytes, n).unwrap_err().kind();
    assert_eq!(view(2), ErrorKind::TrailingBytes);
    assert_eq!(view(usize::MAX), ErrorKind::CountTooLarge);
    let units = list::decode_view_with::<()>(&[], 24, &limits).unwrap_err();
    assert_eq!(units.kind(), ErrorKind::MemoryLimit);
}
