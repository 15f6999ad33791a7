//! Containers of fixed capacity have the bytes of those of std, and refuse what they cannot hold.
#![cfg(all(feature = "arrayvec-0_7", feature = "heapless-0_8", feature = "heapless-0_9"))]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use onesheet::{Deserialize, ErrorKind, Serialize, decode, encode};

/// `small` and each pair of it have the bytes of `std`, both ways.
#[track_caller]
fn same<S, T>(small: S, std: T)
where
    S: Serialize + for<'de> Deserialize<'de> + Clone + Debug,
    T: Serialize + for<'de> Deserialize<'de> + Clone + Debug + PartialEq,
{
    let message = encode(&std);
    assert_eq!(encode(&small), message);
    assert_eq!(encode(&decode::<S>(&message).unwrap()), message);
    let pair = encode(&(vec![std.clone(), std], 7u8));
    assert_eq!(encode(&(vec![small.clone(), small], 7u8)), pair);
    let decoded: (Vec<S>, u8) = decode(&pair).unwrap();
    assert_eq!(encode(&decoded), pair);
    for end in 0..pair.len() {
        assert!(decode::<(Vec<S>, u8)>(&pair[..end]).is_err());
    }
}

/// One element too many is refused, alone and in a list.
#[track_caller]
fn refuses<S: for<'de> Deserialize<'de> + Debug, T: Serialize + Clone>(more: T) {
    let kind = |message: &[u8]| decode::<S>(message).unwrap_err().kind();
    assert_eq!(kind(&encode(&more)), ErrorKind::CapacityExceeded);
    let list = decode::<Vec<S>>(&encode(&vec![more.clone(), more]));
    assert_eq!(list.unwrap_err().kind(), ErrorKind::CapacityExceeded);
}

macro_rules! heapless {
    ($module:ident, $heapless:ident, $history:ident, $map:path, $set:path) => {
        mod $module {
            use super::*;
            use $heapless::{Deque, LinearMap, String, Vec as Small, $history as History};
            use $map as FnvIndexMap;
            use $set as FnvIndexSet;

            #[test]
            fn sequences_and_text() {
                same(Small::<u16, 4>::from_slice(&[1000, 1001]).unwrap(), vec![1000u16, 1001]);
                same(Small::<u8, 4>::new(), Vec::<u8>::new());
                same(String::<8>::try_from("häus").unwrap(), "häus".to_owned());
                refuses::<Small<u16, 1>, _>(vec![1u16, 2]);
                refuses::<String<3>, _>("häus".to_owned());
                // 1 byte of count; 1 of width, and 4 numbers of 2 bytes.
                assert_eq!(Small::<u16, 4>::MAX_LEN, 10);
                assert_eq!(String::<200>::MAX_LEN, 202);
            }

            #[test]
            fn rings() {
                for wrapped in 0..5u16 {
                    let mut deque = Deque::<u16, 4>::new();
                    let mut history = History::<u16, 3>::new();
                    for number in 0..wrapped {
                        deque.push_back(number).unwrap();
                        deque.pop_front().unwrap();
                        history.write(number);
                    }
                    same(deque.clone(), Vec::<u16>::new());
                    for number in [1000, 1001, 1002] {
                        deque.push_back(number).unwrap();
                        history.write(number);
                    }
                    same(deque, vec![1000u16, 1001, 1002]);
                    same(history, vec![1000u16, 1001, 1002]);
                }
                same(History::<u16, 3>::new(), Vec::<u16>::new());
                let texts: Vec<_> = ["a", "bc"].map(std::string::String::from).into();
                let (mut deque, mut history) = (Deque::<_, 2>::new(), History::<_, 2>::new());
                for text in &texts {
                    deque.push_back(text.clone()).unwrap();
                    history.write(text.clone());
                }
                same(deque, texts.clone());
                same(history, texts);
                refuses::<Deque<u16, 1>, _>(vec![1u16, 2]);
                refuses::<History<u16, 1>, _>(vec![1u16, 2]);
                assert_eq!(Deque::<u16, 4>::MAX_LEN, 10);
                assert_eq!(History::<u16, 4>::MAX_LEN, 10);
            }

            #[test]
            fn maps_ascend() {
                let keys = [300u32, 5, 70000, 128];
                let std: BTreeMap<u32, bool> =
                    keys.iter().map(|key| (*key, key % 2 == 0)).collect();
                let linear: LinearMap<u32, bool, 4> = std.clone().into_iter().rev().collect();
                let index: FnvIndexMap<u32, bool, 4> = std.clone().into_iter().rev().collect();
                same(linear, std.clone());
                same(index, std.clone());
                refuses::<LinearMap<u32, bool, 3>, _>(std.clone());
                refuses::<FnvIndexMap<u32, bool, 2>, _>(std);
                let std: BTreeMap<u8, u8> = [(9, 1), (2, 8)].into();
                let linear: LinearMap<u8, u8, 4> = std.clone().into_iter().rev().collect();
                same(linear, std);
                let set: FnvIndexSet<u32, 4> = keys.into_iter().collect();
                same(set, BTreeSet::from(keys));
                // Two entries, of keys 2 and 1.
                let error = decode::<LinearMap<u8, u8, 4>>(&[2, 2, 0, 1, 0]).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NotAscending);
                let error = decode::<LinearMap<u8, u8, 4>>(&[2, 1, 0, 1, 0]).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::NotAscending);
            }
        }
    };
}

heapless! {
    heapless_of_0_8, heapless_0_8, HistoryBuffer, heapless_0_8::FnvIndexMap,
    heapless_0_8::FnvIndexSet
}
heapless! {
    heapless_of_0_9,
    heapless_0_9,
    HistoryBuf,
    heapless_0_9::index_map::FnvIndexMap,
    heapless_0_9::index_set::FnvIndexSet
}

/// The length may be of a smaller type.
#[test]
fn heapless_lengths() {
    use heapless_0_9::{String, Vec as Small};

    same(Small::<u16, 4, u8>::from_slice(&[1000, 1001]).unwrap(), vec![1000u16, 1001]);
    same(Small::<bool, 300, u16>::from_slice(&[true; 300]).unwrap(), vec![true; 300]);
    same(String::<8, u8>::try_from("häus").unwrap(), "häus".to_owned());
    refuses::<Small<u16, 1, u8>, _>(vec![1u16, 2]);
    refuses::<String<3, u32>, _>("häus".to_owned());
    assert_eq!(Small::<u16, 4, u8>::MAX_LEN, 10);
}

#[test]
fn arrayvec() {
    use arrayvec::{ArrayString, ArrayVec};

    same(ArrayVec::<u16, 4>::from_iter([1000, 1001]), vec![1000u16, 1001]);
    same(ArrayVec::<String, 4>::from_iter(["a".to_owned()]), vec!["a".to_owned()]);
    same(ArrayString::<8>::from("häus").unwrap(), "häus".to_owned());
    refuses::<ArrayVec<u16, 1>, _>(vec![1u16, 2]);
    refuses::<ArrayString<3>, _>("häus".to_owned());
    assert_eq!(ArrayString::<15>::MAX_LEN, 16);
}

/// What an element of a list of enums holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Action {
    None,
    Key(u8),
    Text(std::string::String),
    Both { first: Box<Inner>, hold: Inner },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Inner {
    Off,
    Layer(u16),
    Names(std::vec::Vec<std::string::String>),
}

/// Lists of enums as a vector reads them, short and long; nothing of a damaged one is left behind.
#[test]
fn enums_inside_enums() {
    let each = [
        Action::Text("abc".into()),
        Action::None,
        Action::Both { first: Box::new(Inner::Names(vec!["a".into()])), hold: Inner::Layer(300) },
        Action::Key(7),
        Action::Both { first: Box::new(Inner::Off), hold: Inner::Names(vec![]) },
    ];
    for n in 0..40 {
        let values: Vec<Action> = each.iter().cycle().take(n).cloned().collect();
        let bytes = encode(&values);
        let list: heapless_0_9::Vec<Action, 40> = decode(&bytes).unwrap();
        assert_eq!(list.as_slice(), values);
        assert_eq!(decode::<arrayvec::ArrayVec<Action, 40>>(&bytes).unwrap().as_slice(), values);
        for end in 0..bytes.len() {
            let expected = decode::<Vec<Action>>(&bytes[..end]).unwrap_err();
            let error = decode::<heapless_0_9::Vec<Action, 40>>(&bytes[..end]).unwrap_err();
            assert_eq!(error.kind(), expected.kind());
        }
    }
}
