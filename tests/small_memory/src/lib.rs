//! What is read and written without an allocator too. Tested alone, this package has none; with the
//! workspace, it has.
//!
//! A value comes back; whatever is accepted is written again byte for byte, also of bytes that were
//! changed or cut.

#![cfg(test)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::net::Ipv4Addr;

use arrayvec::ArrayVec;
use heapless::index_map::FnvIndexMap;
use heapless::{Deque, LinearMap, Vec as List};
use onesheet::de::DeserializeOwned;
use onesheet::types::Be;
use onesheet::with::Rows;
use onesheet::{Deserialize, ErrorKind, Serialize, decode, encode_to_slice};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 32) % end
    }

    /// A number of at most so many bits.
    fn bits(&mut self, most: u64) -> u64 {
        match self.below(most + 1) {
            0 => 0,
            bits => self.next() >> (64 - bits),
        }
    }
}

#[track_caller]
fn written<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = vec![0; 4096];
    let len = encode_to_slice(value, &mut bytes).unwrap();
    bytes.truncate(len);
    bytes
}

/// The value comes back, and no other bytes are taken for it or for what they would not be written for.
#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, random: &mut Random) {
    let bytes = written(value);
    assert_eq!(decode::<T>(&bytes).as_ref(), Ok(value));
    for end in 0..bytes.len() {
        assert!(decode::<T>(&bytes[..end]).is_err());
    }
    assert!(decode::<T>(&[&bytes[..], &[0]].concat()).is_err());
    for _ in 0..bytes.len().min(24) {
        let mut changed = bytes.clone();
        let at = random.below(bytes.len() as u64) as usize;
        changed[at] = match random.below(3) {
            0 => random.next() as u8,
            1 => changed[at] ^ 1 << random.below(8),
            _ => [0, 1, 0x7f, 0x80, 0x81, 0xff][random.below(6) as usize],
        };
        if let Ok(value) = decode::<T>(&changed) {
            assert_eq!(written(&value), changed);
        }
    }
}

macro_rules! enums {
    ($module:ident, $(#[$rows:meta])*) => {
        mod $module {
            use super::*;

            #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
            $(#[$rows])*
            pub enum Key {
                No,
                Letter(u8),
                Usage(u16),
                #[onesheet(tag = 9)]
                Wide(u64),
            }

            #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
            $(#[$rows])*
            pub enum Action {
                No,
                #[onesheet(tag = 3)]
                Press(Key),
                #[onesheet(tag = 4)]
                With { key: Key, modifiers: u8, held: bool },
                #[onesheet(tag = 200)]
                Move(i8, i8),
                #[onesheet(tag = 70_000)]
                User(i16),
                Last,
            }

            fn key(random: &mut Random) -> Key {
                match random.below(4) {
                    0 => Key::No,
                    1 => Key::Letter(random.next() as u8),
                    2 => Key::Usage(random.bits(16) as u16),
                    _ => Key::Wide(random.bits(64)),
                }
            }

            /// Of the first so many variants.
            fn action(random: &mut Random, variants: u64) -> Action {
                match random.below(variants) {
                    0 => Action::Press(key(random)),
                    1 => Action::No,
                    2 => Action::User(random.bits(16) as i16),
                    3 => {
                        let (key, modifiers) = (key(random), random.next() as u8);
                        Action::With { key, modifiers, held: random.below(2) == 0 }
                    }
                    4 => Action::Move(random.next() as i8, 1),
                    _ => Action::Last,
                }
            }

            #[test]
            fn of_every_length() {
                let random = &mut Random(0x9e37_79b9_7f4a_7c15);
                for n in (0..=70).chain(0..=70) {
                    let variants = 1 + random.below(6);
                    let long: List<Action, 100> = (0..n).map(|_| action(random, variants)).collect();
                    comes_back(&long, random);
                    let long: ArrayVec<Action, 70> = long.into_iter().collect();
                    comes_back(&long, random);
                    if n <= 60 {
                        let list: List<Action, 60> = long.iter().copied().collect();
                        comes_back(&(3u8, list, 7u16), random);
                    }
                    if n <= 16 {
                        let list: List<Action, 16> = long.iter().copied().collect();
                        comes_back(&List::<_, 3>::from([list.clone(), list]), random);
                    }
                }
            }

            #[test]
            fn arrays() {
                fn of<const N: usize>(random: &mut Random) {
                    for variants in 1..=6 {
                        let array: [Action; N] = std::array::from_fn(|_| action(random, variants));
                        comes_back(&array, random);
                        comes_back(&[(array, 1u8), (array, 2)], random);
                    }
                }
                let random = &mut Random(0x1234_5678_9abc_def0);
                of::<0>(random);
                of::<1>(random);
                of::<2>(random);
                of::<4>(random);
                of::<16>(random);
                of::<17>(random);
                of::<63>(random);
                of::<64>(random);
                of::<65>(random);
                let nested: [[Action; 3]; 5] =
                    std::array::from_fn(|_| std::array::from_fn(|_| action(random, 6)));
                comes_back(&nested, random);
                comes_back(&[Some(nested), None], random);
            }

            #[test]
            fn maps() {
                let random = &mut Random(0x0fed_cba9_8765_4321);
                for n in 0..=32 {
                    let (mut map, mut index) = (LinearMap::<u16, Action, 32>::new(), FnvIndexMap::<u16, Action, 32>::new());
                    while map.len() < n {
                        let (key, value) = (random.bits(16) as u16, action(random, 6));
                        map.insert(key, value).unwrap();
                        index.insert(key, value).unwrap();
                    }
                    let bytes = written(&map);
                    assert_eq!(written(&index), bytes);
                    assert_eq!(written(&decode::<LinearMap<u16, Action, 32>>(&bytes).unwrap()), bytes);
                    comes_back(&map, random);
                    comes_back(&index, random);
                    let two: List<_, 2> = [map.clone(), map].into_iter().collect();
                    comes_back(&two, random);
                }
            }
        }
    };
}

enums! { columns, }
enums! { rows, #[onesheet(rows)] }

/// Numbers of one type, of every number of bits, in lists of every class of length.
macro_rules! numbers {
    ($($number:ident)*) => {$(
        #[test]
        fn $number() {
            let random = &mut Random(0x5555_1234_9876_abcd);
            for bits in 0..=u64::from($number::BITS) {
                for n in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 70] {
                    let (base, spread) = (random.bits(bits), random.below(bits + 1));
                    let list: List<$number, 70> =
                        (0..n).map(|_| base.wrapping_add(random.bits(spread)) as $number).collect();
                    comes_back(&list, random);
                    if let Ok(array) = <[$number; 9]>::try_from(&list[..]) {
                        comes_back(&array, random);
                    }
                    let lists: List<List<$number, 70>, 3> =
                        [list.clone(), List::new(), list].into_iter().collect();
                    comes_back(&lists, random);
                }
            }
        }
    )*};
}

numbers! { u16 u32 u64 i16 i32 i64 }

/// Numbers that the marker writes each alone: the bytes of their varints, one after another.
/// An enum of many variants, each with a number of its own width.
macro_rules! wide {
    ($($variant:ident)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        enum Wide {
            $($variant(u16),)*
        }

        const WIDE: &[fn(u16) -> Wide] = &[$(Wide::$variant),*];
    };
}
wide! {
    V0 V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19 V20 V21 V22 V23 V24
    V25 V26 V27 V28 V29 V30 V31 V32 V33 V34 V35 V36 V37 V38 V39
}

/// However a ring is turned, it is written as a list of what is in it.
#[test]
fn rings() {
    fn of<T: Serialize + DeserializeOwned + PartialEq + Debug, const N: usize>(
        mut value: impl FnMut() -> T,
    ) {
        for turned in [0, 1, N / 2, N - 1] {
            for n in [0, 1, 2, N / 2, N] {
                let (mut ring, mut list) = (Deque::<T, N>::new(), List::<T, N>::new());
                for _ in 0..turned {
                    ring.push_back(value()).unwrap();
                    ring.pop_front().unwrap();
                }
                for _ in 0..n {
                    list.push(value()).unwrap();
                }
                let bytes = written(&list);
                for value in list {
                    ring.push_back(value).unwrap();
                }
                assert_eq!(written(&ring), bytes);
                let back: Deque<T, N> = decode(&bytes).unwrap();
                assert!(back.iter().eq(ring.iter()));
                assert_eq!(
                    written(&[ring, back]),
                    written(&[decode::<List<T, N>>(&bytes).unwrap(), decode(&bytes).unwrap()])
                );
            }
        }
    }
    let random = &mut Random(0x1618_0339_8874_9894);
    of::<u16, 4>(|| random.bits(16) as u16);
    of::<u64, 64>(|| random.bits(64));
    of::<u64, 65>(|| random.bits(64));
    of::<Wide, 20>(|| WIDE[random.below(40) as usize](random.bits(16) as u16));
    of::<Wide, 80>(|| WIDE[random.below(40) as usize](random.bits(16) as u16));
    of::<(), 3>(|| ());
}

#[test]
fn maps_whose_entries_have_a_fixed_size() {
    let random = &mut Random(0x2718_2818_2845_9045);
    for n in 0..=8 {
        let mut map = LinearMap::<Ipv4Addr, Be<u16>, 8>::new();
        while map.len() < n {
            let (key, value) = (random.next() as u32, random.next() as u16);
            map.insert(Ipv4Addr::from(key), Be::from(value)).unwrap();
        }
        let entries: BTreeMap<_, _> =
            map.iter().map(|(key, value)| (key.octets(), value.get())).collect();
        let pairs =
            entries.into_iter().flat_map(|(key, value)| [&key[..], &value.to_be_bytes()].concat());
        assert_eq!(written(&map), [n as u8].into_iter().chain(pairs).collect::<Vec<_>>());
        comes_back(&map, random);
    }
}

#[test]
fn lists_of_many_variants() {
    let random = &mut Random(0x3141_5926_5358_9793);
    for n in (0..=70).chain([100, 130]) {
        for variants in [2, 17, 33, 40] {
            let mut value = || WIDE[random.below(variants) as usize](random.bits(16) as u16);
            let list: List<Wide, 130> = (0..n).map(|_| value()).collect();
            comes_back(&list, random);
        }
    }
}

#[test]
fn alone() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Alone {
        #[onesheet(with = [Rows; 5])]
        numbers: [u64; 5],
        #[onesheet(with = Option<Rows>)]
        option: Option<i16>,
        #[onesheet(with = [[Rows; 2]; 2])]
        nested: [[u16; 2]; 2],
    }

    let numbers = [0, 127, 128, 300, u64::MAX];
    let value = Alone { numbers, option: Some(-1), nested: [[1, 2], [3, 400]] };
    let mut bytes = vec![0, 0x7f, 0x80, 1, 0xac, 2];
    bytes.extend([0xff; 9]);
    bytes.extend([1, 1, 1, 1, 2, 3, 0x90, 3]);
    assert_eq!(written(&value), bytes);
    let random = &mut Random(0x7777_1234_9876_abcd);
    comes_back(&value, random);
    for _ in 0..100 {
        let numbers = std::array::from_fn(|_| random.bits(64));
        let option = (random.below(2) == 0).then(|| random.bits(16) as i16);
        let nested = std::array::from_fn(|_| std::array::from_fn(|_| random.bits(16) as u16));
        let value = Alone { numbers, option, nested };
        comes_back(&value, random);
        let other = Alone { numbers: [1; 5], option: None, nested };
        comes_back(&[value, other], random);
    }
}

/// A rows type takes in a list what it takes alone, each time.
#[test]
fn rows_are_bounded() {
    use rows::{Action, Key};

    assert_eq!(Key::MAX_LEN, 1 + 10);
    assert_eq!(Action::MAX_LEN, 1 + 11 + 1 + 1);
    assert_eq!(<[Action; 4]>::MAX_LEN, 4 * 14);
    assert_eq!(<Option<(Action, u8)>>::MAX_LEN, 1 + 14 + 1);
    assert_eq!(List::<Action, 60>::MAX_LEN, 1 + 60 * 14);
    assert_eq!(LinearMap::<u8, Action, 8>::MAX_LEN, 1 + 8 + 8 * 14);
    let long = Action::With { key: Key::Wide(u64::MAX), modifiers: 255, held: true };
    let mut buf = [0; List::<Action, 60>::MAX_LEN];
    let list: List<Action, 60> = [long; 60].into_iter().collect();
    assert_eq!(encode_to_slice(&list, &mut buf), Ok(buf.len()));
}

/// A map of serde's, its entries in the order in which they stand here.
struct Entries<'a>(&'a [(u16, u8)]);

impl serde::Serialize for Entries<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// Three of them, as they are read.
#[derive(PartialEq, Debug)]
struct Three([(u16, u8); 3]);

impl<'de> serde::Deserialize<'de> for Three {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Three;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Three, A::Error> {
                let mut entries = [(0, 0); 3];
                for entry in &mut entries {
                    *entry = map.next_entry()?.unwrap_or_default();
                }
                let end: Option<(u16, u8)> = map.next_entry()?;
                assert_eq!(end, None);
                Ok(Three(entries))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

/// Sorting takes memory; a map whose keys ascend takes none, and counting and reading take none.
#[test]
fn maps_of_serde_that_come_unsorted() {
    let sorted = [(1, 7), (2, 8), (5, 9)];
    let mut buf = [0; 16];
    let written = onesheet::serde::to_slice(&Entries(&sorted), &mut buf).unwrap();
    assert_eq!(written, [3, 1, 7, 2, 8, 5, 9]);
    assert_eq!(onesheet::serde::from_slice(written), Ok(Three(sorted)));

    let unsorted = Entries(&[(2, 8), (1, 7), (5, 9)]);
    assert_eq!(onesheet::serde::encoded_len(&unsorted), Ok(7));
    // With the whole workspace there is an allocator.
    match onesheet::serde::to_slice(&unsorted, &mut buf) {
        Ok(written) => assert_eq!(written, [3, 1, 7, 2, 8, 5, 9]),
        Err(error) => assert_eq!(error.kind(), ErrorKind::NeedsAlloc),
    }
    let read = onesheet::serde::from_slice::<Three>(&[3, 2, 8, 1, 7, 5, 9]);
    assert_eq!(read.unwrap_err().kind(), ErrorKind::NotAscending);
}
