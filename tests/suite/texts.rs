//! Long lists of records of several texts, which a vector is filled with in another order: its bytes
//! are those that a slice is given.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt::Debug;

use onesheet::{Deserialize, Serialize, decode, encode, encode_to_slice};

use crate::by_hand::ByHand;

/// Bytes in every record, so that few of them are a long list.
const WEIGHT: usize = 1000;

/// More than a vector is filled with in the plain order, and one.
const LONG: usize = 257;

#[track_caller]
fn check<T>(record: impl Fn(usize) -> T)
where
    T: Serialize + for<'de> Deserialize<'de> + Debug + PartialEq,
{
    for n in [0, 1, 2, 33, 64, LONG - 1, LONG] {
        // A text before the list and one after it, which must stay where they are.
        let value = ("before", (0..n).map(&record).collect::<Vec<T>>(), "after");
        let message = encode(&value);
        let mut buf = vec![0; message.len()];
        assert_eq!(encode_to_slice(&value, &mut buf), Ok(buf.len()), "{n} records");
        assert!(message == buf, "{n} records");
        let (_, records, after) = decode::<(String, Vec<T>, String)>(&message).unwrap();
        assert!(records == value.1, "{n} records");
        assert_eq!(after, "after");
    }
}

/// Text of up to `most` bytes, some of them more than one to a character.
fn text(i: usize, most: usize) -> String {
    let len = i.wrapping_mul(0x9e37_79b9) % (most + 1);
    let mut text = "añb€c".chars().cycle().skip(i % 5).take(len).collect::<String>();
    while text.len() > len {
        text.pop();
    }
    text
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Level {
    Low,
    High,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    weight: [u8; WEIGHT],
    at: u64,
    short: String,
    level: Level,
    place: (Cow<'static, str>, u8, f32),
    long: Box<str>,
    none_or_some: Option<String>,
    pair: [String; 2],
    tags: Vec<String>,
    queue: VecDeque<(String, String)>,
    payload: Vec<u8>,
    flag: bool,
    longest: String,
}

#[test]
fn records_of_texts_are_as_if_written_by_columns() {
    check(|i| Line {
        weight: [i as u8; WEIGHT],
        at: i as u64 * 1000,
        short: text(i, 3),
        level: if i % 3 == 0 { Level::High } else { Level::Low },
        place: (Cow::Owned(text(i + 1, 12)), i as u8, i as f32),
        long: text(i + 2, 60).into(),
        none_or_some: (i % 2 == 0).then(|| text(i, 8)),
        pair: [text(i + 3, 5), String::new()],
        tags: (0..i % 4).map(|n| text(n, 6)).collect(),
        queue: (0..i % 2).map(|n| (text(n, 6), text(i, 9))).collect(),
        payload: vec![i as u8; i % 5],
        flag: i % 2 == 1,
        longest: text(i, 900),
    });
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[onesheet(extensible)]
struct Growing {
    weight: [u8; WEIGHT],
    name: String,
    part: Inner,
    value: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[onesheet(extensible)]
struct Inner {
    key: String,
    number: u32,
    value: String,
}

#[test]
fn texts_within_blocks_move_with_them() {
    check(|i| Growing {
        weight: [0; WEIGHT],
        name: text(i, 20),
        part: Inner { key: text(i + 1, 20), number: i as u32, value: text(i + 2, 9) },
        value: text(i + 3, 20),
    });
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithByHand {
    weight: [u8; WEIGHT],
    first: String,
    by_hand: Option<ByHand<String>>,
    last: String,
}

#[test]
fn a_shorter_way_by_hand_is_right_in_long_lists_too() {
    check(|i| WithByHand {
        weight: [0; WEIGHT],
        first: text(i, 9),
        by_hand: (i % 3 == 0).then(|| ByHand(text(i, 7))),
        last: text(i + 1, 9),
    });
}
