//! Long lists of records that stand apart, which a vector is given in another order of work: its bytes
//! are those that a slice is given.

use std::fmt::Debug;

use onesheet::types::Fixed;
use onesheet::{Deserialize, Serialize, decode, encode, encode_to_slice};

use crate::by_hand::ByHand;

/// Bytes in every record, so that few of them are a long list.
const WEIGHT: usize = 200;

/// Encodes lists of 0 to 2 records each, as many lists as it takes for each way of writing them.
#[track_caller]
fn check<T>(record: impl Fn(usize) -> T)
where
    T: Serialize + for<'de> Deserialize<'de> + Debug + PartialEq,
{
    for n in [0, 1, 40, 130, 400, 25_000] {
        let list = |i: usize| (0..i % 3).map(|place| record(i + place)).collect::<Vec<T>>();
        let value = ("before", (0..n).map(list).collect::<Vec<_>>(), "after");
        let message = encode(&value);
        let mut buf = vec![0; message.len()];
        assert_eq!(encode_to_slice(&value, &mut buf), Ok(buf.len()), "{n} lists");
        assert!(message == buf, "{n} lists");
        let (_, lists, after) = decode::<(String, Vec<Vec<T>>, String)>(&message).unwrap();
        assert!(lists == value.1, "{n} lists");
        assert_eq!(after, "after");
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Bare,
    Half,
    Full,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Small {
    id: u64,
    level: Option<i16>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Unit {
    weight: [u8; WEIGHT],
    flag: bool,
    tiny: i8,
    half: u16,
    signed: (i16, i32, i64),
    whole: u32,
    double: u64,
    real: f64,
    fixed: Fixed<u32>,
    letter: char,
    kind: Option<Kind>,
    maybe: Option<u16>,
    never: Option<i32>,
    seldom: Option<u64>,
    array: [u16; 3],
    name: String,
    flags: Vec<bool>,
    angles: Vec<u16>,
    payload: Vec<u8>,
    parts: Vec<Small>,
    nested: Vec<Vec<i32>>,
    part: Option<Small>,
}

fn unit(i: usize) -> Unit {
    let spread = i.wrapping_mul(0x9e37_79b9);
    let small = |i: usize| Small { id: i as u64 * 77, level: (i % 2 == 0).then_some(-(i as i16)) };
    Unit {
        weight: [i as u8; WEIGHT],
        flag: spread & 8 == 0,
        tiny: i as i8,
        half: 1000 + i as u16 % 7,
        signed: (-(i as i16 % 100), spread as i32, -(spread as i64) << 20),
        whole: spread as u32,
        double: (spread as u64) << (i % 30),
        real: i as f64 / 3.0,
        fixed: Fixed::new(i as u32),
        letter: if i % 5 == 0 { '€' } else { 'a' },
        kind: [None, Some(Kind::Bare), Some(Kind::Half), Some(Kind::Full)][spread % 4],
        maybe: (spread & 4 == 0).then_some(i as u16),
        never: None,
        seldom: (i == 121).then_some(u64::MAX),
        array: [i as u16, 3, i as u16 % 2],
        name: "añb€c".chars().cycle().take(spread % 12).collect(),
        flags: (0..spread % 30).map(|place| (i + place) % 3 == 0).collect(),
        angles: (0..spread % 6).map(|place| (i * place) as u16).collect(),
        payload: vec![i as u8; spread % 41],
        parts: (0..i % 4).map(small).collect(),
        nested: (0..i % 3).map(|n| (0..n).map(|n| (i * n) as i32).collect()).collect(),
        part: (spread & 16 == 0).then(|| small(i)),
    }
}

#[test]
fn records_apart_are_as_if_written_by_columns() {
    check(unit);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[onesheet(extensible)]
struct Growing {
    weight: [u8; WEIGHT],
    flags: Vec<bool>,
    number: u32,
    part: Option<Inner>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[onesheet(extensible)]
struct Inner {
    key: u16,
    number: u32,
    value: Option<u64>,
}

#[test]
fn blocks_within_records_apart_are_closed() {
    check(|i| Growing {
        weight: [0; WEIGHT],
        flags: vec![i % 2 == 0; i % 9],
        number: i as u32,
        part: (i % 5 == 0).then_some(Inner { key: i as u16, number: 7, value: None }),
    });
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct WithByHand {
    weight: [u8; WEIGHT],
    first: u16,
    by_hand: Option<ByHand<u32>>,
    last: u32,
}

#[test]
fn a_list_written_by_hand_is_right_in_records_apart() {
    for step in [3, 70, 100_000] {
        check(|i| WithByHand {
            weight: [0; WEIGHT],
            first: i as u16,
            by_hand: (i % step == 1).then_some(ByHand(i as u32)),
            last: i as u32 + 7,
        });
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Empties {
    weight: [u8; WEIGHT],
    nothing: Vec<()>,
    number: u16,
}

#[test]
#[cfg(target_pointer_width = "64")]
fn counts_of_more_than_32_bits_are_kept() {
    let empties = |i: usize| Empties {
        weight: [0; WEIGHT],
        nothing: vec![(); if i == 100 { 1 << 33 } else { i }],
        number: i as u16,
    };
    let value = (0..400).map(|i| vec![empties(i)]).collect::<Vec<_>>();
    let message = encode(&value);
    let mut buf = vec![0; message.len()];
    assert_eq!(encode_to_slice(&value, &mut buf), Ok(buf.len()));
    assert!(message == buf);
}
