//! What borrows: no allocation, the same values as what owns.

use std::fmt::Debug;

use allocation_counter::measure;
use onesheet::list::{Indexed, Seq};
use onesheet::types::{Be, Bounded, Fixed, Le};
use onesheet::{Deserialize, Serialize, decode, decode_view, encode};
use proptest::prelude::*;

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Entry<'a> {
    time: u64,
    host: &'a str,
    payload: &'a [u8],
    level: Level<'a>,
    codes: Seq<'a, u16>,
    parent: Option<&'a str>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Level<'a> {
    Info,
    Warning(&'a str),
    Error { code: i32, names: Seq<'a, &'a str> },
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[onesheet(extensible)]
struct Settings<'a> {
    name: &'a str,
    #[onesheet(default = "none")]
    theme: &'a str,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct OwnedEntry {
    time: u64,
    host: String,
    payload: Vec<u8>,
    level: OwnedLevel,
    codes: Vec<u16>,
    parent: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum OwnedLevel {
    Info,
    Warning(String),
    Error { code: i32, names: Vec<String> },
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Sample {
    at: u32,
    value: i16,
    on: bool,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
struct Pixel {
    rgb: [u8; 3],
    #[onesheet(fixed)]
    id: u16,
}

fn level() -> impl Strategy<Value = OwnedLevel> {
    prop_oneof![
        Just(OwnedLevel::Info),
        any::<String>().prop_map(OwnedLevel::Warning),
        any::<(i32, Vec<String>)>().prop_map(|(code, names)| OwnedLevel::Error { code, names }),
    ]
}

prop_compose! {
    fn entry()(
        (time, host, payload) in any::<(u64, String, Vec<u8>)>(),
        level in level(),
        (codes, parent) in any::<(Vec<u16>, Option<String>)>(),
    ) -> OwnedEntry {
        OwnedEntry { time, host, payload, level, codes, parent }
    }
}

/// The entry that owns what this one borrows, built by iterating.
fn owned(entry: &Entry) -> OwnedEntry {
    let level = match &entry.level {
        Level::Info => OwnedLevel::Info,
        Level::Warning(text) => OwnedLevel::Warning(text.to_string()),
        Level::Error { code, names } => {
            OwnedLevel::Error { code: *code, names: names.iter().map(String::from).collect() }
        }
    };
    OwnedEntry {
        time: entry.time,
        host: entry.host.to_owned(),
        payload: entry.payload.to_vec(),
        level,
        codes: entry.codes.iter().collect(),
        parent: entry.parent.map(String::from),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_view_shows_what_was_encoded(entries in prop::collection::vec(entry(), 0..20)) {
        let message = encode(&entries);
        let view: Seq<Entry> = decode_view(&message).unwrap();
        prop_assert_eq!(view.len(), entries.len());
        let shown: Vec<_> = view.iter().map(|entry| owned(&entry)).collect();
        prop_assert_eq!(&shown, &entries);
        prop_assert_eq!(encode(&view), message.clone());
        for (n, expected) in entries.iter().enumerate() {
            prop_assert_eq!(&owned(&view.iter().nth(n).unwrap()), expected);
        }
        prop_assert!(view.iter().nth(entries.len()).is_none());
        for len in (0..message.len()).step_by(1 + message.len() / 50) {
            prop_assert!(decode_view::<Seq<Entry>>(&message[..len]).is_err());
        }
    }

    #[test]
    fn damage_is_seen_by_a_view_as_by_an_owner(
        entries in prop::collection::vec(entry(), 1..5),
        (at, bit) in any::<(prop::sample::Index, u8)>(),
    ) {
        let mut message = encode(&entries);
        let at = at.index(message.len());
        message[at] ^= 1 << (bit % 8);
        let view = decode_view::<Seq<Entry>>(&message);
        let owner = decode::<Vec<OwnedEntry>>(&message);
        match (view, owner) {
            (Ok(view), Ok(owner)) => {
                prop_assert_eq!(view.iter().map(|entry| owned(&entry)).collect::<Vec<_>>(), owner);
            }
            (view, owner) => prop_assert_eq!(view.err(), owner.err()),
        }
    }
}

#[test]
fn decoding_and_reading_a_view_allocates_nothing() {
    let entries: Vec<OwnedEntry> = (0..500)
        .map(|i| OwnedEntry {
            time: 1_700_000_000 + i,
            host: format!("host-{}", i % 7),
            payload: vec![i as u8; 20],
            level: match i % 3 {
                0 => OwnedLevel::Info,
                1 => OwnedLevel::Warning("slow".into()),
                _ => OwnedLevel::Error { code: -1, names: vec!["disk".into(), "net".into()] },
            },
            codes: (0..i as u16 % 9).collect(),
            parent: (i % 2 == 0).then(|| "root".into()),
        })
        .collect();
    let message = encode(&entries);
    let mut sum = 0;
    let info = measure(|| {
        let view: Seq<Entry> = decode_view(&message).unwrap();
        for entry in &view {
            sum += entry.time + entry.host.len() as u64 + entry.payload.len() as u64;
            sum += entry.codes.iter().map(u64::from).sum::<u64>();
            sum += entry.parent.map_or(0, str::len) as u64;
            if let Level::Error { names, .. } = entry.level {
                sum += names.iter().map(str::len).sum::<usize>() as u64;
            }
        }
    });
    assert_eq!(info.count_total, 0);
    let expected: u64 = entries
        .iter()
        .map(|entry| {
            let names = match &entry.level {
                OwnedLevel::Error { names, .. } => names.iter().map(String::len).sum(),
                _ => 0,
            };
            entry.time
                + entry.codes.iter().copied().map(u64::from).sum::<u64>()
                + (entry.host.len() + entry.payload.len() + names) as u64
                + entry.parent.as_ref().map_or(0, String::len) as u64
        })
        .sum();
    assert_eq!(sum, expected);
}

/// Types that borrow, alone, without any allocation.
#[test]
fn every_borrowing_type_decodes_without_allocation() {
    #[track_caller]
    fn check<'a, V: Deserialize<'a> + Serialize>(message: &'a [u8]) {
        let mut view = None;
        let info = measure(|| view = Some(decode_view::<V>(message).unwrap()));
        assert_eq!(info.count_total, 0);
        assert_eq!(encode(&view), [&[1], message].concat());
    }
    check::<&str>(&encode("text"));
    check::<&[u8]>(&encode(&vec![1u8, 2]));
    check::<Seq<()>>(&encode(&vec![(); 3]));
    check::<Seq<bool>>(&encode(&vec![true; 9]));
    check::<Seq<i64>>(&encode(&vec![-1i64, 1 << 40]));
    check::<Seq<&str>>(&encode(&vec!["a", "äö", ""]));
    check::<Seq<&[u8]>>(&encode(&vec![vec![1u8], vec![]]));
    check::<Seq<Seq<u32>>>(&encode(&vec![vec![1u32], vec![], vec![2, 3]]));
    check::<Seq<Seq<Seq<&str>>>>(&encode(&vec![vec![vec!["a"], vec![]], vec![]]));
    check::<Seq<Option<(u8, char)>>>(&encode(&vec![None, Some((1u8, 'x'))]));
    check::<Seq<Result<u16, &str>>>(&encode(&vec![Ok(5u16), Err("no")]));
    check::<Seq<[u16; 3]>>(&encode(&vec![[1u16, 2, 3]]));
    check::<Seq<Settings>>(&encode(&vec![Settings { name: "n", theme: "t" }; 3]));
    check::<Bounded<&str, 4>>(&encode("text"));
    check::<Bounded<Seq<u16>, 4>>(&encode(&vec![1u16, 2]));
    check::<Seq<Bounded<&[u8], 4>>>(&encode(&vec![vec![1u8], vec![2, 3]]));
    check::<Settings>(&encode(&Settings { name: "n", theme: "t" }));
    assert_eq!(
        decode_view(&[2, 1, b'n']),
        Ok(Settings { name: "n", theme: "none" }),
        "the default is borrowed from the program",
    );
}

/// `get` gives what iterating gives, at every index.
#[track_caller]
fn indexed<
    T: Serialize + for<'de> Deserialize<'de, Column: Clone> + Indexed + PartialEq + Debug,
>(
    values: &[T],
) {
    let message = encode(values);
    let seq: Seq<T> = decode_view(&message).unwrap();
    assert_eq!((seq.len(), seq.is_empty()), (values.len(), values.is_empty()));
    for (i, value) in values.iter().enumerate() {
        assert_eq!(seq.get(i).as_ref(), Some(value));
        assert_eq!(seq.iter().nth(i).as_ref(), Some(value));
    }
    for past in [values.len(), values.len() + 1, values.len() + 64, usize::MAX] {
        assert_eq!(seq.get(past), None);
    }
    assert!(seq == *values, "compared with a slice");
    assert_eq!(seq.iter().len(), values.len());
    assert_eq!(seq.iter().last().as_ref(), values.last());
}

proptest! {
    #[test]
    fn any_number_can_be_had_at_once(
        a in any::<(Vec<u8>, Vec<u16>, Vec<u32>, Vec<u64>, Vec<u128>, Vec<usize>)>(),
        b in any::<(Vec<i8>, Vec<i16>, Vec<i32>, Vec<i64>, Vec<i128>, Vec<isize>)>(),
        c in any::<(Vec<f32>, Vec<f64>, Vec<bool>, Vec<char>, Vec<()>)>(),
        shift in 0..64u32,
    ) {
        indexed(&a.0);
        indexed(&a.1);
        indexed(&a.2);
        indexed(&a.3);
        indexed(&a.3.iter().map(|x| x >> shift).collect::<Vec<_>>());
        indexed(&a.4);
        indexed(&a.5);
        indexed(&b.0);
        indexed(&b.1);
        indexed(&b.2);
        indexed(&b.3);
        indexed(&b.3.iter().map(|x| x >> shift).collect::<Vec<_>>());
        indexed(&b.4);
        indexed(&b.5);
        indexed(&c.0);
        indexed(&c.1);
        indexed(&c.2);
        indexed(&c.3);
        indexed(&c.4);
    }

    #[test]
    fn and_any_struct_of_such(
        samples in any::<Vec<(u32, i16, bool)>>(),
        pixels in any::<Vec<([u8; 3], u16)>>(),
        arrays in any::<Vec<[u16; 5]>>(),
    ) {
        indexed(&samples);
        indexed(&samples.iter().map(|&(at, value, on)| Sample { at, value, on }).collect::<Vec<_>>());
        indexed(&pixels.iter().map(|&(rgb, id)| Pixel { rgb, id }).collect::<Vec<_>>());
        indexed(&arrays);
        indexed(&samples.iter().map(|sample| Be::<u32>::new(sample.0)).collect::<Vec<_>>());
        indexed(&samples.iter().map(|sample| Le::<i16>::new(sample.1)).collect::<Vec<_>>());
        indexed(&samples.iter().map(|sample| Fixed::<u32>::new(sample.0)).collect::<Vec<_>>());
    }
}

#[test]
fn reading_at_an_index_allocates_nothing() {
    let message = encode(&(0..10_000u64).map(|i| i * i).collect::<Vec<_>>());
    let info = measure(|| {
        let squares: Seq<u64> = decode_view(&message).unwrap();
        assert_eq!(squares.get(9_999), Some(9_999 * 9_999));
        assert_eq!(squares.get(77), Some(77 * 77));
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_view_outlives_its_place_and_can_be_taken_apart() {
    let message = encode(&vec![vec!["a", "b"], vec!["c"]]);
    let first: Vec<&str> = {
        let lists: Seq<Seq<&str>> = decode_view(&message).unwrap();
        let first = lists.into_iter().next().unwrap();
        first.into_iter().collect()
    };
    assert_eq!(first, ["a", "b"]);
}

/// An even number.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[onesheet(try_from = u8, into = u8)]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = onesheet::ErrorKind;

    fn try_from(n: u8) -> Result<Self, Self::Error> {
        if n % 2 == 0 { Ok(Even(n)) } else { Err(onesheet::ErrorKind::OutOfRange) }
    }
}

impl From<Even> for u8 {
    fn from(even: Even) -> u8 {
        even.0
    }
}

/// A list of fixed values is checked, unless any bytes are a value.
#[test]
fn fixed_values_are_checked_where_they_can_be_wrong() {
    use onesheet::ErrorKind::OutOfRange;

    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    struct Sample {
        at: (f64, [i8; 3]),
        #[onesheet(fixed)]
        id: u32,
        level: Be<i16>,
        nothing: (),
    }

    let sample = |n: u8| Sample {
        at: (f64::from(n) / 8.0, [n as i8, -1, 1]),
        id: u32::from(n) << 20,
        level: Be::new(-i16::from(n)),
        nothing: (),
    };
    let samples: Vec<_> = (0..100).map(sample).collect();
    let message = encode(&samples);
    let seq: Seq<Sample> = decode_view(&message).unwrap();
    assert!(seq.iter().eq(samples));
    // One byte less than the count says.
    assert!(decode_view::<Seq<Sample>>(&message[..message.len() - 1]).is_err());

    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    struct Cell {
        size: f32,
        even: [Even; 2],
    }

    let good = vec![Cell { size: 1.0, even: [Even(2), Even(4)] }; 20];
    let mut message = encode(&good);
    assert!(decode_view::<Seq<Cell>>(&message).unwrap().iter().eq(good));
    assert!(decode_view::<Seq<(f32, [Even; 2])>>(&message).is_ok());
    const {
        assert!(<Sample as Deserialize>::ANY_BYTES && !<Cell as Deserialize>::ANY_BYTES);
        assert!(<std::ops::Range<f32> as Deserialize>::ANY_BYTES);
    }
    // The last byte of the last cell.
    *message.last_mut().unwrap() = 5;
    let kind = |error: onesheet::Error| error.kind();
    assert_eq!(decode_view::<Seq<Cell>>(&message).map_err(kind).err(), Some(OutOfRange));
    assert_eq!(
        decode_view::<Seq<(f32, [Even; 2])>>(&message).map_err(kind).err(),
        Some(OutOfRange)
    );
    assert_eq!(decode::<Vec<Cell>>(&message).map_err(kind), Err(OutOfRange));
}
