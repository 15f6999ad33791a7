//! Types that have only serde's traits: the bytes of `spec/SERDE.md`, and what is an error.
#![cfg(feature = "serde-1")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsString};
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use allocation_counter::measure;
use onesheet::list::Seq;
use onesheet::with::Serde;
use onesheet::{
    Deserialize, Error, ErrorKind, Limits, Serialize, decode, decode_view, decode_with, try_encode,
};
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize as SerdeDeserialize, Serialize as SerdeSerialize};

use crate::vectors::unhex;

/// A message that is one value through serde.
#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[onesheet(bound(
    serialize = "T: SerdeSerialize + DeserializeOwned",
    deserialize = "T: SerdeSerialize + DeserializeOwned"
))]
struct One<T>(#[onesheet(with = Serde)] T);

trait Through: SerdeSerialize + DeserializeOwned {}

impl<T: SerdeSerialize + DeserializeOwned> Through for T {}

/// The bytes of a value, without the length before them.
#[track_caller]
fn rows<T: Through>(value: T) -> Vec<u8> {
    let message = try_encode(&One(value)).unwrap();
    let rows: &[u8] = decode_view(&message).unwrap();
    rows.to_vec()
}

fn of_rows_with<T: Through>(rows: &[u8], limits: &Limits) -> Result<T, Error> {
    decode_with::<One<T>>(&onesheet::encode(rows), limits).map(|one| one.0)
}

fn of_rows<T: Through>(rows: &[u8]) -> Result<T, Error> {
    of_rows_with(rows, &Limits::default())
}

/// A value has these bytes, alone and in a list, and nothing less is the value.
#[track_caller]
fn is<T: Through + Debug + PartialEq + Clone>(value: T, hex: &str) {
    let bytes = unhex(&hex.replace(' ', ""));
    assert_eq!(rows(value.clone()), bytes);
    assert_eq!(of_rows(&bytes), Ok(value.clone()));
    for end in 0..bytes.len() {
        let error = of_rows::<T>(&bytes[..end]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{end} of {hex}");
    }
    let more = [bytes.as_slice(), &[0]].concat();
    assert_eq!(of_rows::<T>(&more).unwrap_err().kind(), ErrorKind::TrailingBytes);

    let list = vec![One(value.clone()), One(value.clone()), One(value)];
    let message = try_encode(&list).unwrap();
    assert_eq!(message, onesheet::encode(&vec![bytes; 3]));
    assert_eq!(decode(&message), Ok(list));
}

#[track_caller]
fn refuses<T: Through + Debug>(hex: &str, kind: ErrorKind, offset: usize) {
    let bytes = unhex(&hex.replace(' ', ""));
    // After the length.
    let error = of_rows::<T>(&bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, offset + 1), "{hex}");
}

#[track_caller]
fn is_not_written<T: Through>(value: T, kind: ErrorKind) {
    assert_eq!(try_encode(&One(value)).unwrap_err().kind(), kind);
}

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Row {
    number: u16,
    text: String,
    flag: Option<bool>,
}

fn row() -> Row {
    Row { number: 300, text: "a".into(), flag: Some(true) }
}

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Unit;

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Newtype(u16);

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Pair(u16, String);

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
enum Shape {
    Empty,
    Circle(u8),
    Square { side: u16, filled: bool },
    Line(u8, i8),
}

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Tree {
    value: u8,
    children: Vec<Tree>,
}

#[test]
fn values_have_the_bytes_of_the_page() {
    is(300u16, "ac 02");
    is(-3i32, "05");
    is('ä', "e4 01");
    is(String::from("hi"), "02 68 69");
    is(Some(Some(true)), "01 01 01");
    is(u128::from(u64::MAX), "ffffffffffffffff 0000000000000000");
    is(-1i128, "ffffffffffffffff ffffffffffffffff");
    is((1.0f32, -2.0f64, -1i8), "0000803f 00000000000000c0 ff");
    is(row(), "ac 02 01 61 01 01");
    is(Newtype(300), "ac 02");
    is(Pair(300, "a".into()), "ac 02 01 61");
    is([1000u16, 1, 300], "e8 07 01 ac 02");
    is(vec![1000u16, 1, 300], "03 e8 07 01 ac 02");
    is(vec![7u8, 200], "02 07 c8");
    is(VecDeque::from([Unit, Unit]), "02");
    is(BTreeSet::from([5u8, 3]), "02 03 05");
    is(vec![row(), row()], "02 ac 02 01 61 01 01 ac 02 01 61 01 01");
    is(Tree { value: 1, children: vec![Tree { value: 2, children: vec![] }] }, "01 01 02 00");
    // A type of std, as serde has it, which is a struct of two.
    is(Duration::new(300, 5), "ac 02 05");
    assert!(rows(Unit).is_empty());
    assert_eq!(of_rows::<Unit>(&[]), Ok(Unit));
    assert_eq!(rows(None::<Row>), [0]);
}

#[test]
fn variants_stand_behind_their_index() {
    use Shape::{Circle, Empty, Line, Square};
    is(vec![Empty, Circle(9), Square { side: 300, filled: true }], "03 00 01 09 02 ac 02 01");
    is(Line(9, -1), "03 09 ff");
    is(Ok::<u8, String>(9), "00 09");
    refuses::<Shape>("04", ErrorKind::InvalidTag, 0);
    refuses::<Shape>("ff ff ff ff 0f", ErrorKind::InvalidTag, 0);
    refuses::<Shape>("80 80 80 80 10", ErrorKind::OutOfRange, 0);
    refuses::<Vec<Shape>>("02 00 04", ErrorKind::InvalidTag, 2);
}

#[test]
fn maps_ascend_by_the_bytes_of_their_keys() {
    let entries = [("b".to_owned(), 2u8), ("aa".to_owned(), 1)];
    is(BTreeMap::from(entries.clone()), "02 01 62 02 02 61 61 01");
    is(HashMap::from(entries), "02 01 62 02 02 61 61 01");
    is(BTreeMap::from([(129u16, 0u8), (256, 1)]), "02 80 02 01 81 01 00");
    let nested = HashMap::from([(2u8, HashMap::from([(5u8, 6u8), (4, 7)])), (1, HashMap::new())]);
    is(nested, "02 01 00 02 02 04 07 05 06");
    let many: HashMap<u32, String> = (0..1000).map(|i| (i * 77, i.to_string())).collect();
    let reversed: HashMap<u32, String> = (0..1000).rev().map(|i| (i * 77, i.to_string())).collect();
    assert_eq!(rows(many.clone()), rows(reversed));
    assert_eq!(of_rows(&rows(many.clone())), Ok(many));

    refuses::<HashMap<u8, u8>>("02 02 00 01 00", ErrorKind::NotAscending, 3);
    refuses::<BTreeMap<u8, u8>>("02 01 00 01 00", ErrorKind::NotAscending, 3);
    refuses::<BTreeMap<u16, u8>>("02 81 01 00 80 02 00", ErrorKind::NotAscending, 4);
}

#[test]
fn what_no_writer_writes_is_refused() {
    refuses::<bool>("02", ErrorKind::PaddingBits, 0);
    refuses::<Option<u8>>("02 00", ErrorKind::PaddingBits, 0);
    refuses::<Row>("80 00 01 61 00", ErrorKind::NotShortest, 0);
    refuses::<Row>("80 80 04 01 61 00", ErrorKind::OutOfRange, 0);
    refuses::<Row>("05 01 ff 00", ErrorKind::InvalidUtf8, 2);
    refuses::<char>("80 b0 03", ErrorKind::InvalidChar, 0);
    refuses::<Vec<u8>>("80 00", ErrorKind::NotShortest, 0);
    refuses::<std::num::NonZero<u8>>("00", ErrorKind::Refused, 1);
    // The length before it lies.
    assert_eq!(decode::<One<u16>>(&[3, 5]).unwrap_err().kind(), ErrorKind::UnexpectedEnd);
    assert_eq!(decode::<One<u16>>(&[0]).unwrap_err().kind(), ErrorKind::UnexpectedEnd);
    let error = decode::<One<u16>>(&[1, 5, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, 2));
}

/// The place of what is wrong is in the whole message, in lists too.
#[test]
fn errors_say_where() {
    let list = vec![(7u8, One(row())), (8, One(row()))];
    let mut message = try_encode(&list).unwrap();
    // The flag of the second row.
    let last = message.len() - 1;
    assert_eq!(message[last], 1);
    message[last] = 2;
    let error = decode::<Vec<(u8, One<Row>)>>(&message).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::PaddingBits, last));
    let error = decode_view::<Seq<(u8, One<Row>)>>(&message).err().unwrap();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::PaddingBits, last));
}

#[test]
fn what_needs_names_or_kinds_is_an_error() {
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
        Text(String),
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    #[serde(tag = "kind")]
    enum Inside {
        Circle { radius: u8 },
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    #[serde(tag = "kind", content = "of")]
    enum Beside {
        Circle { radius: u8 },
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    struct Flat {
        number: u8,
        #[serde(flatten)]
        more: BTreeMap<String, u8>,
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    struct LeftOut {
        #[serde(skip_serializing_if = "Option::is_none", default)]
        number: Option<u8>,
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    enum LeftOutOfVariant {
        Some {
            #[serde(skip_serializing_if = "Option::is_none", default)]
            number: Option<u8>,
        },
    }
    const KIND: ErrorKind = ErrorKind::NotSelfDescribing;
    is_not_written(Flat { number: 1, more: BTreeMap::new() }, KIND);
    is_not_written(LeftOut { number: None }, KIND);
    is_not_written(LeftOutOfVariant::Some { number: None }, KIND);
    is_not_written(vec![vec![LeftOut { number: None }]], KIND);
    assert_eq!(rows(LeftOut { number: Some(5) }), [1, 5]);
    // Two in a list, which is refused as a whole.
    let list = vec![One(LeftOut { number: Some(5) }), One(LeftOut { number: None })];
    let mut out = vec![7];
    let error = onesheet::try_encode_into(&list, &mut out).unwrap_err();
    assert_eq!((error.kind(), out), (KIND, vec![7]));

    for value in [Untagged::Number(5), Untagged::Text("a".into())] {
        let rows = rows(value);
        assert_eq!(of_rows::<Untagged>(&rows).unwrap_err().kind(), KIND);
    }
    let inside = rows(Inside::Circle { radius: 5 });
    assert_eq!(of_rows::<Inside>(&inside).unwrap_err().kind(), KIND);
    let beside = rows(Beside::Circle { radius: 5 });
    assert_eq!(of_rows::<Beside>(&beside).unwrap_err().kind(), KIND);
    assert_eq!(of_rows::<Flat>(&[1, 0]).unwrap_err().kind(), KIND);
    let json = serde_json::json!({"a": [1, null, "text"]});
    assert_eq!(of_rows::<serde_json::Value>(&rows(json)).unwrap_err().kind(), KIND);
    assert_eq!(of_rows::<serde_json::Value>(&[0]).unwrap_err().kind(), KIND);
}

/// What an impl does by hand.
mod by_hand {
    use super::*;
    use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
    use serde::{Deserializer, Serializer};

    /// A sequence that says another count than it has, or none, or a map with a key twice.
    #[derive(Clone, Copy)]
    enum Odd {
        Unknown,
        TooFew,
        TooMany,
        Twice,
        Uncounted,
        Fewer,
        ValueFirst,
        Fails,
    }

    impl SerdeSerialize for Odd {
        fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            let count = match self {
                Odd::Unknown => None,
                Odd::TooFew => Some(1),
                Odd::TooMany => Some(300),
                Odd::Twice | Odd::Fewer | Odd::ValueFirst => {
                    let mut map = s.serialize_map(Some(2))?;
                    if let Odd::ValueFirst = self {
                        map.serialize_value(&1u8)?;
                    }
                    map.serialize_entry(&1u8, &1u8)?;
                    if let Odd::Twice = self {
                        map.serialize_entry(&1u8, &2u8)?;
                    }
                    return map.end();
                }
                Odd::Uncounted => return s.serialize_map(None)?.end(),
                Odd::Fails => return Err(S::Error::custom("no")),
            };
            let mut seq = s.serialize_seq(count)?;
            for element in [7u8, 8] {
                seq.serialize_element(&element)?;
            }
            seq.end()
        }
    }

    impl<'de> SerdeDeserialize<'de> for Odd {
        fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
            Err(serde::de::Error::custom("no"))
        }
    }

    #[test]
    fn counts_are_those_of_what_is_written() {
        for odd in [Odd::Unknown, Odd::TooFew, Odd::TooMany] {
            assert_eq!(rows((1u8, odd, 9u8)), [1, 2, 7, 8, 9]);
        }
        assert_eq!(rows((1u8, Odd::Fewer, 9u8)), [1, 1, 1, 1, 9]);
    }

    #[test]
    fn what_has_no_form_is_refused() {
        is_not_written(Odd::Twice, ErrorKind::NotAscending);
        is_not_written(Odd::Uncounted, ErrorKind::NotSelfDescribing);
        is_not_written(Odd::ValueFirst, ErrorKind::Refused);
        is_not_written(Odd::Fails, ErrorKind::Refused);
        let error = of_rows::<(u16, Odd)>(&[0xac, 2, 0]).err().unwrap();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Refused, 3));
    }

    /// Takes the first element of a sequence.
    #[derive(SerdeSerialize, Debug)]
    struct First(u8);

    impl<'de> SerdeDeserialize<'de> for First {
        fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = First;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("a sequence")
                }

                fn visit_seq<A: serde::de::SeqAccess<'de>>(
                    self,
                    mut seq: A,
                ) -> Result<First, A::Error> {
                    Ok(First(seq.next_element()?.unwrap_or(0)))
                }
            }
            d.deserialize_seq(Visitor)
        }
    }

    #[test]
    fn elements_that_are_not_taken_are_refused() {
        assert_eq!(of_rows::<First>(&[1, 5]).map(|first| first.0), Ok(5));
        assert_eq!(of_rows::<First>(&[2, 5, 6]).unwrap_err().kind(), ErrorKind::Refused);
    }
}

#[test]
fn depth_is_bounded() {
    fn tree(depth: u32) -> Tree {
        let children = if depth == 1 { vec![] } else { vec![tree(depth - 1)] };
        Tree { value: 7, children }
    }
    // Each is a struct and a sequence.
    let bytes = rows(tree(64));
    assert_eq!(of_rows(&bytes), Ok(tree(64)));
    assert_eq!(of_rows::<Tree>(&rows(tree(65))).unwrap_err().kind(), ErrorKind::DepthLimit);
    let limits = Limits::default().max_depth(127);
    let error = of_rows_with::<Tree>(&bytes, &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);
    let endless = [7, 1].repeat(1_000_000);
    let error = of_rows::<Tree>(&endless).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::DepthLimit);

    #[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq)]
    enum Onion {
        Core,
        Layer(Box<Onion>),
        Shell { of: Option<Box<Onion>> },
        Map(BTreeMap<u8, Onion>),
    }
    for level in [&[1][..], &[2, 1], &[3, 1, 0]] {
        let error = of_rows::<Onion>(&level.repeat(100_000)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit);
    }
}

#[test]
fn counts_that_lie_claim_nothing() {
    #[track_caller]
    fn lie<T: Through>() {
        for count in ["808080808020", "ffffffffffffffffff01", "ffffffff0f"] {
            let rows = unhex(count);
            let limits = Limits::default().max_alloc(1 << 20);
            let message = onesheet::encode(&rows);
            let mut result = None;
            let info = measure(|| result = Some(decode_with::<One<T>>(&message, &limits)));
            let error = result.unwrap().err().unwrap();
            assert_eq!((error.kind(), error.offset()), (ErrorKind::MemoryLimit, 1));
            assert_eq!(info.bytes_max, 0);
        }
    }
    lie::<Vec<()>>();
    lie::<Vec<u64>>();
    lie::<HashSet<()>>();
    lie::<BTreeMap<(), ()>>();
    lie::<HashMap<u64, String>>();
    assert_eq!(of_rows::<Vec<()>>(&[0xff, 0xff, 3]).unwrap().len(), 0xffff);
    refuses::<String>("80 80 80 80 80 20", ErrorKind::UnexpectedEnd, 0);
}

#[track_caller]
fn within<T: Through>(value: T) {
    let message = try_encode(&vec![One(value)]).unwrap();
    for bound in [0, 1, 24, 100, 256, 1000, 5000, 20_000, 100_000, 1 << 20, 4 << 20] {
        let limits = Limits::default().max_alloc(bound);
        let mut result = None;
        let info = measure(|| {
            result = Some(decode_with::<Vec<One<T>>>(&message, &limits).map(drop));
        });
        assert!(
            info.bytes_max <= bound as u64,
            "{}: {} bytes of {bound}, {result:?}",
            std::any::type_name::<T>(),
            info.bytes_max,
        );
    }
    assert!(decode::<Vec<One<T>>>(&message).is_ok());
}

/// Whatever the bound, no value claims more, and what it needs is enough.
#[test]
fn max_alloc_is_never_exceeded() {
    for n in [1u32, 5, 11, 12, 15, 100, 1000] {
        let words = || (0..n).map(|i| format!("word {i}"));
        within("x".repeat(n as usize));
        within(vec![7u8; n as usize]);
        within((0..n).collect::<Vec<u32>>());
        within((0..n).collect::<VecDeque<u32>>());
        within(words().collect::<Vec<String>>());
        within((0..n).map(|i| vec![i as u8]).collect::<Vec<_>>());
        within((0..n).map(|i| BTreeSet::from([i])).collect::<Vec<_>>());
        within((0..n).map(|i| HashMap::from([(i as u8, u64::from(i))])).collect::<Vec<_>>());
        within((0..n).collect::<BTreeSet<u32>>());
        within((0..n).map(|i| i as u8).collect::<HashSet<u8>>());
        within(words().zip(0..n).collect::<BTreeMap<String, u32>>());
        within((0..n).map(|i| (i as u8, u128::from(i))).collect::<HashMap<u8, u128>>());
        within((0..n).map(|i| (i, i as u8)).collect::<BTreeMap<u32, u8>>());
        // A byte each, and in memory a hundred.
        within(vec![None::<Box<[u64; 12]>>; n as usize]);
        within((0..n).map(|_| Box::new(None::<[u64; 12]>)).collect::<Vec<_>>());
        within(vec![Some(Box::new(row())); n as usize]);
        // Every other collection and pointer of std.
        within((0..n).map(|i| i as u8).collect::<LinkedList<u8>>());
        within((0..n).collect::<LinkedList<u32>>());
        within(words().collect::<LinkedList<String>>());
        within(LinkedList::from_iter(vec![(); n as usize]));
        within(vec![LinkedList::from([1u8, 2, 3]); n as usize]);
        within((0..n).collect::<BinaryHeap<u32>>().into_vec());
        within(words().collect::<VecDeque<String>>());
        within((0..n).map(u64::from).collect::<Box<[u64]>>());
        within(words().map(String::into_boxed_str).collect::<Box<[Box<str>]>>());
        within((0..n).map(|i| Box::new(i as u8)).collect::<Vec<_>>());
        within((0..n).map(|i| Box::new(u128::from(i))).collect::<Vec<_>>());
        within((0..n).map(|i| Box::new(Box::new(i))).collect::<Vec<_>>());
        within((0..n).map(|i| (i as u8, Box::new(i))).collect::<Vec<_>>());
        within((0..n).map(|i| Some(Box::new(i as u8))).collect::<Vec<_>>());
        within((0..n).map(|i| Ok(Box::new(i as u8))).collect::<Vec<Result<_, ()>>>());
        within((0..n).map(|i| Box::new(Wrapped(Box::new(i as u8)))).collect::<Vec<_>>());
        within(words().map(Box::new).collect::<Vec<_>>());
        within(words().map(|word| Box::new(CString::new(word).unwrap())).collect::<Vec<_>>());
        within(words().map(PathBuf::from).collect::<Vec<_>>());
        within(words().map(OsString::from).collect::<Vec<_>>());
        within(words().map(Cow::<str>::Owned).collect::<Vec<_>>());
        within((0..n).map(|_| Box::new(())).collect::<Vec<_>>());
        within((0..n).map(|i| Mutex::new(vec![i])).collect::<Vec<_>>());
        within((0..n).map(|i| (i, Box::new([i; 12]))).collect::<BTreeMap<_, _>>());
        within((0..n).map(|i| (Box::new(i as u8), i)).collect::<HashMap<_, _>>());
        within((0..n).map(|i| Box::new(u64::from(i))).collect::<BTreeSet<_>>());
        within((0..n).map(|i| LinkedList::from([i; 4])).collect::<VecDeque<_>>());
        within((0..n).map(|i| BTreeMap::from([(i, vec![Box::new(i)])])).collect::<Box<[_]>>());
        within((0..n).map(|i| BinaryHeap::from([i, 7]).into_vec()).collect::<LinkedList<_>>());
    }
}

#[derive(SerdeSerialize, SerdeDeserialize)]
struct Wrapped(Box<u8>);

/// What `Rc` and `Arc` point to, as the feature `rc` of serde reads them, which is off here.
mod shared {
    use std::rc::Rc;

    use super::*;

    pub struct Shared<T: ?Sized>(pub Rc<T>);

    impl<T: ?Sized> Clone for Shared<T> {
        fn clone(&self) -> Self {
            Shared(self.0.clone())
        }
    }

    impl<T: SerdeSerialize + ?Sized> SerdeSerialize for Shared<T> {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            self.0.serialize(s)
        }
    }

    impl<'de, T: ?Sized> SerdeDeserialize<'de> for Shared<T>
    where
        Box<T>: SerdeDeserialize<'de>,
    {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            Box::<T>::deserialize(d).map(|value| Shared(value.into()))
        }
    }
}

#[test]
fn max_alloc_holds_for_shared_values() {
    use shared::Shared;

    for n in [1usize, 7, 14, 28, 56, 100, 112, 1000, 1792, 4000] {
        let numbers: Vec<[u64; 3]> = vec![[7; 3]; n];
        within(Shared::<[_]>(numbers.into()));
        within(vec![Shared(7u8.into()); n]);
        within(vec![Shared(std::rc::Rc::new([7u128; 2])); n]);
        within(vec![Shared::<str>("text of some length".into()); n]);
        within(Shared::<str>("x".repeat(n).into()));
        within(vec![Shared::<[u8]>([7; 5].into()); n]);
        within(
            (0..n)
                .map(|i| (i, Shared(std::rc::Rc::new(i.to_string()))))
                .collect::<BTreeMap<_, _>>(),
        );
        within(vec![Some(Shared(std::rc::Rc::new(()))); n]);
    }
}

/// What a value says of its length is a hint, and what is written is what there is.
#[test]
fn lengths_that_lie_are_hints() {
    /// Gives its elements, and says that there are others.
    #[derive(Clone, Copy)]
    struct Lie {
        said: (usize, Option<usize>),
        left: u8,
    }

    impl Iterator for Lie {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            self.left = self.left.checked_sub(1)?;
            Some(self.left)
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            self.said
        }
    }

    #[derive(SerdeDeserialize)]
    #[serde(from = "()")]
    struct List(Lie);

    #[derive(SerdeDeserialize)]
    #[serde(from = "()")]
    struct Map(Lie);

    impl From<()> for List {
        fn from((): ()) -> Self {
            unreachable!("it is only written")
        }
    }

    impl From<()> for Map {
        fn from((): ()) -> Self {
            unreachable!("it is only written")
        }
    }

    impl SerdeSerialize for List {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            s.collect_seq(self.0)
        }
    }

    impl SerdeSerialize for Map {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            s.collect_map(self.0.map(|key| (key, u16::from(key) * 300)))
        }
    }

    for left in [0, 1, 2, 127, 128, 200] {
        for said in [0, 1, 5, 127, 128, 200, 1 << 20, usize::MAX / 2, usize::MAX] {
            let exact = Lie { said: (said, Some(said)), left };
            let elements: Vec<u8> = exact.collect_slowly();
            assert_eq!(rows(List(exact)), rows(elements.clone()));
            let map: BTreeMap<u8, u16> =
                elements.iter().map(|key| (*key, u16::from(*key) * 300)).collect();
            assert_eq!(rows(Map(exact)), rows(map));
            for said in [(said, None), (0, Some(said)), (usize::MAX, Some(said))] {
                assert_eq!(rows(List(Lie { said, left })), rows(elements.clone()));
            }
        }
    }

    impl Lie {
        fn collect_slowly(self) -> Vec<u8> {
            let mut elements = Vec::new();
            for element in self {
                elements.push(element);
            }
            elements
        }
    }
}

/// A value in a list may need more room than was measured, until its count is corrected: it is refused then.
#[test]
fn a_length_that_lies_in_a_list_costs_an_error_at_most() {
    use serde::ser::SerializeSeq as _;

    #[derive(SerdeDeserialize, PartialEq, Debug)]
    struct Long(Vec<u8>, usize);

    impl SerdeSerialize for Long {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            let mut list = s.serialize_seq(Some(self.1))?;
            self.0.iter().try_for_each(|element| list.serialize_element(element))?;
            list.end()
        }
    }

    for said in [2, 3, 127, 128, 200, 1 << 20] {
        for n in [1, 2, 5, 17, 300] {
            for liar in [0, n / 2, n - 1] {
                let list = |said: usize| -> Vec<One<Long>> {
                    let one = |i| One(Long(vec![1, 2, 3], if i == liar { said } else { 3 }));
                    (0..n).map(one).collect()
                };
                match try_encode(&list(said)) {
                    Ok(message) => assert_eq!(message, try_encode(&list(3)).unwrap()),
                    // A count of one byte needs no other room, and nothing is measured of a value alone.
                    Err(error) => {
                        assert!(said > 127 && n > 1, "{said} of {n}");
                        assert_eq!(error.kind(), ErrorKind::Refused);
                    }
                }
            }
        }
    }
}

/// Lists that are read where they are, in other lists and beside them.
#[test]
fn lists_are_views_too() {
    let rows = |n: u16| (0..n).map(|number| One(Row { number, ..row() })).collect::<Vec<_>>();
    let message = try_encode(&rows(5)).unwrap();
    let view: Seq<One<Row>> = decode_view(&message).unwrap();
    assert_eq!(view.iter().collect::<Vec<_>>(), rows(5));
    assert_eq!(view.iter().nth(3), rows(5).pop().map(|_| rows(4)[3].clone()));

    let lists = vec![(1u8, rows(3)), (2, vec![]), (3, rows(300))];
    let message = try_encode(&lists).unwrap();
    assert_eq!(decode(&message), Ok(lists.clone()));
    let views: Seq<(u8, Seq<One<Row>>)> = decode_view(&message).unwrap();
    for (view, list) in views.iter().zip(&lists) {
        assert_eq!(view.1.iter().collect::<Vec<_>>(), list.1);
    }
    let views: Vec<(u8, Seq<One<Row>>)> = decode(&message).unwrap();
    assert_eq!(views[2].1.iter().nth(299), Some(lists[2].1[299].clone()));
    assert!(decode_view::<Seq<(u8, Seq<One<Row>>)>>(&message[..message.len() - 1]).is_err());
}

#[test]
fn in_containers_and_as_keys() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Held {
        #[onesheet(with = Option<Serde>)]
        some: Option<Pair>,
        #[onesheet(with = BTreeMap<Serde, _>)]
        sizes: BTreeMap<std::net::Ipv4Addr, u8>,
        #[onesheet(with = [Serde; 2])]
        two: [Newtype; 2],
    }
    let held = Held {
        some: Some(Pair(5, "a".into())),
        sizes: BTreeMap::from([([9, 0, 0, 1].into(), 1), ([8, 0, 0, 1].into(), 2)]),
        two: [Newtype(300), Newtype(5)],
    };
    let message = try_encode(&held).unwrap();
    let plain = (
        Some(b"\x05\x01a".to_vec()),
        BTreeMap::from([(vec![9u8, 0, 0, 1], 1u8), (vec![8, 0, 0, 1], 2)]),
        [vec![0xacu8, 2], vec![5]],
    );
    assert_eq!(message, onesheet::encode(&plain));
    assert_eq!(decode(&message), Ok(held));
}

#[test]
fn a_field_may_be_missing() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(extensible)]
    struct Config {
        port: u16,
        #[onesheet(with = Serde, default = Duration::from_secs(5))]
        timeout: Duration,
    }
    let timeout = Duration::from_secs(5);
    assert_eq!(decode(&[1, 80]), Ok(Config { port: 80, timeout }));
    let message = try_encode(&Config { port: 80, timeout }).unwrap();
    assert_eq!(message, [4, 80, 2, 5, 0]);
    assert_eq!(decode(&message), Ok(Config { port: 80, timeout }));
}

/// The types of the vectors, each by its JSON.
#[test]
fn vectors() {
    type Again = fn(&[u8]) -> Result<Vec<u8>, Error>;
    fn again<T: Through>(bytes: &[u8]) -> Result<Vec<u8>, Error> {
        of_rows::<T>(bytes).map(rows)
    }

    /// What serde has as bytes.
    #[derive(Debug)]
    struct Bytes(Vec<u8>);

    impl SerdeSerialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            s.serialize_bytes(&self.0)
        }
    }

    impl<'de> SerdeDeserialize<'de> for Bytes {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl serde::de::Visitor<'_> for Visitor {
                type Value = Bytes;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }

                fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                    Ok(Bytes(bytes.to_vec()))
                }
            }
            d.deserialize_byte_buf(Visitor)
        }
    }

    #[derive(SerdeSerialize, SerdeDeserialize)]
    enum Three {
        A,
        B(u8),
        C { x: u16, y: bool },
    }
    let types: &[(&str, Again)] = &[
        (r#""bool""#, again::<bool>),
        (r#""u8""#, again::<u8>),
        (r#""i8""#, again::<i8>),
        (r#""u16""#, again::<u16>),
        (r#""i16""#, again::<i16>),
        (r#""u32""#, again::<u32>),
        (r#""i32""#, again::<i32>),
        (r#""u64""#, again::<u64>),
        (r#""i64""#, again::<i64>),
        (r#""u128""#, again::<u128>),
        (r#""i128""#, again::<i128>),
        (r#""f32""#, again::<f32>),
        (r#""f64""#, again::<f64>),
        (r#""char""#, again::<char>),
        (r#""str""#, again::<String>),
        (r#""bytes""#, again::<Bytes>),
        (r#""unit""#, again::<()>),
        (r#"{"option":"u16"}"#, again::<Option<u16>>),
        (r#"{"option":{"option":"u8"}}"#, again::<Option<Option<u8>>>),
        (r#"{"tuple":["u16","str",{"option":"bool"}]}"#, again::<Row>),
        (r#"{"seq":"u16"}"#, again::<Vec<u16>>),
        (r#"{"seq":"unit"}"#, again::<Vec<()>>),
        (r#"{"map":["str","u8"]}"#, again::<HashMap<String, u8>>),
        (r#"{"map":["u16","bool"]}"#, again::<HashMap<u16, bool>>),
        (r#"{"enum":["unit","u8",{"tuple":["u16","bool"]}]}"#, again::<Three>),
    ];
    let lines = include_str!("../vectors/serde.jsonl").lines();
    let cases: Vec<serde_json::Value> =
        lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    for case in &cases {
        let ty = case["type"].to_string();
        let (_, again) = types.iter().find(|known| known.0 == ty).expect(&ty);
        let bytes = unhex(case["hex"].as_str().unwrap());
        match case.get("reject") {
            Some(_) => assert!(again(&bytes).is_err(), "{}", case["name"]),
            None => assert_eq!(again(&bytes), Ok(bytes), "{}", case["name"]),
        }
    }
    assert!(cases.len() > 50);
}

/// Most of what is possible, in one type.
#[derive(SerdeSerialize, SerdeDeserialize, Debug)]
struct All {
    row: Option<Row>,
    shapes: Vec<Shape>,
    map: HashMap<u16, Vec<Pair>>,
    tree: Tree,
    numbers: (u8, i64, char, u128),
}

/// Bytes that are often those of a value.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![8 => 0u8..4, 1 => any::<u8>()];
    proptest::collection::vec(byte, 0..60)
}

proptest! {
    #[test]
    fn what_is_accepted_is_written_again(bytes in noise()) {
        fn check<T: Through>(bytes: &[u8]) {
            if let Ok(value) = of_rows::<T>(bytes) {
                assert_eq!(rows(value), bytes);
            }
        }
        check::<All>(&bytes);
        check::<Row>(&bytes);
        check::<Vec<Shape>>(&bytes);
        check::<HashMap<u8, Option<Shape>>>(&bytes);
        check::<BTreeMap<Option<u8>, (bool, char)>>(&bytes);
        check::<Tree>(&bytes);
        check::<Vec<Duration>>(&bytes);
        let _ = decode::<Vec<One<Shape>>>(&bytes);
        let _ = decode_view::<Seq<(u8, One<Tree>)>>(&bytes).map(|seq| seq.iter().count());
        let _ = of_rows::<serde_json::Value>(&bytes);
    }
}
