//! Values that are written as something else: `with` and `borrow` on fields, `from` and `into` on
//! types.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};
use std::ffi::OsString;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use onesheet::list;
use onesheet::list::Seq;
use onesheet::with::{Fallible, Utf8, With};
use onesheet::{
    Deserialize, Error, ErrorKind, Serialize, decode, encode, encode_to_slice, encoded_len,
    try_encode, try_encode_into,
};

/// Durations, as milliseconds; up to a minute.
struct Millis;

impl With<Duration> for Millis {
    type Wire<'a> = u32;

    fn to_wire(duration: &Duration) -> u32 {
        duration.as_millis() as u32
    }

    fn from_wire(millis: u32) -> Option<Duration> {
        (millis <= 60_000).then(|| Duration::from_millis(millis.into()))
    }
}

/// Numbers from 0 to 9, as the digit.
struct Digit;

impl With<u32> for Digit {
    type Wire<'a> = Fallible<char>;

    fn to_wire(number: &u32) -> Fallible<char> {
        Fallible(char::from_digit(*number, 10))
    }

    fn from_wire(digit: Fallible<char>) -> Option<u32> {
        digit.0?.to_digit(10)
    }
}

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Containers {
    #[onesheet(with = Millis)]
    alone: Duration,
    #[onesheet(with = Option<Millis>)]
    option: Option<Duration>,
    #[onesheet(with = Vec<Millis>)]
    vec: Vec<Duration>,
    #[onesheet(with = [Millis; 2])]
    array: [Duration; 2],
    #[onesheet(with = (_, Millis))]
    tuple: (u8, Duration),
    #[onesheet(with = BTreeMap<_, Millis>)]
    values: BTreeMap<String, Duration>,
    #[onesheet(with = HashMap<Millis, _>)]
    keys: HashMap<Duration, bool>,
    #[onesheet(with = VecDeque<Option<(Millis, _)>>)]
    nested: VecDeque<Option<(Duration, u8)>>,
    #[onesheet(with = Box<[Vec<Millis>]>)]
    boxed: Box<[Vec<Duration>]>,
    #[onesheet(with = Box<Millis>)]
    one_boxed: Box<Duration>,
    #[onesheet(with = Rc<Millis>)]
    counted: Rc<Duration>,
    #[onesheet(with = Arc<Vec<Millis>>)]
    shared: Arc<Vec<Duration>>,
    #[onesheet(with = Rc<[Millis]>)]
    counted_slice: Rc<[Duration]>,
    #[onesheet(with = Arc<[Option<Millis>]>)]
    shared_slice: Arc<[Option<Duration>]>,
    #[onesheet(with = LinkedList<Millis>)]
    linked: LinkedList<Duration>,
    #[onesheet(with = Result<Millis, _>)]
    result: Result<Duration, u8>,
}

/// The same, of the types that are written.
type Written = (
    (u32, Option<u32>, Vec<u32>, [u32; 2], (u8, u32)),
    (BTreeMap<String, u32>, BTreeMap<u32, bool>, Vec<Option<(u32, u8)>>, Vec<Vec<u32>>),
    (u32, u32, Vec<u32>, Vec<u32>, Vec<Option<u32>>, Vec<u32>, Result<u32, u8>),
);

fn containers(n: u64) -> (Containers, Written) {
    let value = Containers {
        alone: ms(n),
        option: (n % 2 == 0).then_some(ms(300)),
        vec: vec![ms(1000), ms(n), ms(1002)],
        array: [ms(5), ms(n + 1)],
        tuple: (7, ms(n)),
        values: [("a".to_string(), ms(n)), ("b".to_string(), ms(2))].into(),
        keys: [(ms(n + 9), true), (ms(3), false), (ms(400), true)].into(),
        nested: [None, Some((ms(n), 1)), None].into(),
        boxed: [vec![], vec![ms(n), ms(n)]].into(),
        one_boxed: ms(n).into(),
        counted: ms(n + 2).into(),
        shared: vec![ms(7), ms(n)].into(),
        counted_slice: [ms(n)].into(),
        shared_slice: [None, Some(ms(n))].into(),
        linked: [ms(n), ms(4)].into(),
        result: if n % 3 == 0 { Err(5) } else { Ok(ms(n)) },
    };
    let n = n as u32;
    let written = (
        (n, (n % 2 == 0).then_some(300), vec![1000, n, 1002], [5, n + 1], (7, n)),
        (
            [("a".to_string(), n), ("b".to_string(), 2)].into(),
            [(n + 9, true), (3, false), (400, true)].into(),
            vec![None, Some((n, 1)), None],
            vec![vec![], vec![n, n]],
        ),
        (
            n,
            n + 2,
            vec![7, n],
            vec![n],
            vec![None, Some(n)],
            vec![n, 4],
            if n % 3 == 0 { Err(5) } else { Ok(n) },
        ),
    );
    (value, written)
}

#[test]
fn a_marker_goes_through_containers() {
    let (value, written) = containers(8);
    assert_eq!(encode(&value), encode(&written));
    assert_eq!(decode(&encode(&written)), Ok(value.clone()));
    let mut buf = [0; 300];
    let len = encode_to_slice(&value, &mut buf).unwrap();
    assert_eq!(buf[..len], encode(&value));
    assert_eq!(encoded_len(&value), len);
}

#[test]
fn lists_of_them_are_lists_of_what_is_written() {
    for n in [0, 1, 2, 3, 200, 3000] {
        let (values, written): (Vec<_>, Vec<_>) = (0..n).map(containers).unzip();
        assert_eq!(encode(&values), encode(&written), "{n}");
        assert_eq!(decode(&encode(&written)), Ok(values.clone()), "{n}");
        let mut buf = vec![0; encoded_len(&values)];
        assert_eq!(encode_to_slice(&values, &mut buf), Ok(buf.len()), "{n}");
        assert_eq!(buf, encode(&values), "{n}");
    }
}

#[test]
fn what_a_marker_refuses_is_refused_in_every_container() {
    let (_, written) = containers(8);
    let mut wrong: Vec<Written> = vec![written.clone(); 15];
    wrong[0].0.0 = 60_001;
    wrong[1].0.1 = Some(60_001);
    wrong[2].0.2[1] = 60_001;
    wrong[3].0.3[1] = 60_001;
    wrong[4].0.4.1 = 60_001;
    wrong[5].1.0.insert("c".into(), 60_001);
    wrong[6].1.1.insert(60_001, true);
    wrong[7].1.3[1][0] = 60_001;
    wrong[8].2.0 = 60_001;
    wrong[9].2.1 = 60_001;
    wrong[10].2.2[0] = 60_001;
    wrong[11].2.3[0] = 60_001;
    wrong[12].2.4[1] = Some(60_001);
    wrong[13].2.5[0] = 60_001;
    wrong[14].2.6 = Ok(60_001);
    for (place, wrong) in wrong.iter().enumerate() {
        let error = decode::<Containers>(&encode(wrong)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{place}");
        let list = vec![written.clone(), wrong.clone()];
        let error = decode::<Vec<Containers>>(&encode(&list)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{place}");
        let error = decode::<Seq<Containers>>(&encode(&list)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{place}");
    }
}

#[test]
fn keys_ascend_as_they_are_written() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Texts {
        #[onesheet(with = BTreeMap<Reversed, _>)]
        map: BTreeMap<String, u8>,
    }

    struct Reversed;

    impl With<String> for Reversed {
        type Wire<'a> = String;

        fn to_wire(text: &String) -> String {
            text.chars().rev().collect()
        }

        fn from_wire(text: String) -> Option<String> {
            Some(text.chars().rev().collect())
        }
    }

    let texts = Texts { map: [("ab".into(), 1), ("ba".into(), 2)].into() };
    // "ab" is written of "ba", and comes first.
    assert_eq!(encode(&texts), *b"\x02\x02\x0aabba\x02\x01");
    assert_eq!(decode(&encode(&texts)), Ok(texts));
    let error = decode::<Texts>(b"\x02\x02\x0abaab\x01\x02").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotAscending);
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
struct Digits {
    before: u16,
    #[onesheet(with = Digit)]
    one: u32,
    #[onesheet(with = Vec<Option<Digit>>)]
    many: Vec<Option<u32>>,
}

#[test]
fn a_value_that_cannot_be_written_is_refused() {
    let good = || Digits { before: 300, one: 7, many: vec![Some(1), None, Some(9)] };
    let message = try_encode(&good()).unwrap();
    assert_eq!(message, encode(&(300u16, '7', vec![Some('1'), None, Some('9')])));
    assert_eq!(decode(&message), Ok(good()));

    let bad_one = Digits { one: 10, ..good() };
    let bad_many = Digits { many: vec![Some(1), Some(10)], ..good() };
    for bad in [bad_one, bad_many] {
        assert_eq!(try_encode(&bad).unwrap_err().kind(), ErrorKind::Refused);
        assert_eq!(encode_to_slice(&bad, &mut [0; 100]).unwrap_err().kind(), ErrorKind::Refused);
        let mut out = vec![1, 2];
        assert!(try_encode_into(&bad, &mut out).is_err());
        assert!(list::try_encode_into(&[good(), bad], &mut out).is_err());
        assert_eq!(out, [1, 2]);
    }
    let error = try_encode(&Digits { one: 10, ..good() }).unwrap_err();
    assert_eq!((error.offset(), error.rule()), (2, ""));
    assert_eq!(
        error.to_string(),
        "the type's own conversion (`try_from`, `with`) refuses the value at byte 2"
    );
}

#[test]
fn a_refused_value_in_a_long_list() {
    for n in [2, 100, 5000u32] {
        for place in [0, n / 2, n - 1] {
            let digits = |at| Digits {
                before: 1,
                one: if at == place { 10 } else { 1 },
                many: vec![None; at as usize % 3],
            };
            let list: Vec<_> = (0..n).map(digits).collect();
            assert_eq!(try_encode(&list).unwrap_err().kind(), ErrorKind::Refused);
            let good: Vec<_> = (0..n).filter(|at| *at != place).map(digits).collect();
            let message = try_encode(&good).unwrap();
            assert_eq!(decode::<Vec<Digits>>(&message), Ok(good));
        }
    }
}

#[test]
fn paths_are_text() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Paths {
        #[onesheet(with = Utf8)]
        path: PathBuf,
        #[onesheet(with = HashMap<Utf8, Vec<Utf8>>)]
        more: HashMap<PathBuf, Vec<OsString>>,
    }

    let paths =
        Paths { path: "/tmp/é".into(), more: [("a".into(), vec!["b".into(), "".into()])].into() };
    let message = try_encode(&paths).unwrap();
    let written = ("/tmp/é", BTreeMap::from([("a", vec!["b", ""])]));
    assert_eq!(message, encode(&written));
    assert_eq!(decode(&message), Ok(paths));
}

#[cfg(unix)]
#[test]
fn paths_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStringExt;

    #[derive(Serialize)]
    struct Paths {
        #[onesheet(with = Vec<Utf8>)]
        paths: Vec<PathBuf>,
    }

    let paths = vec!["a".into(), OsString::from_vec(vec![b'b', 0xff]).into()];
    assert_eq!(try_encode(&Paths { paths }).unwrap_err().kind(), ErrorKind::Refused);
}

#[test]
fn a_cow_borrows() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Directory<'a> {
        #[onesheet(borrow)]
        path: Cow<'a, str>,
        #[onesheet(borrow)]
        bytes: Option<Cow<'a, [u8]>>,
        #[onesheet(borrow)]
        names: HashMap<u8, (Cow<'a, str>, u16)>,
        owned: Cow<'a, str>,
    }

    let directory = |n: u8| Directory {
        path: format!("/home/{n}").into(),
        bytes: (n % 2 == 0).then(|| vec![n, n].into()),
        names: [(n, ("one".into(), 300))].into(),
        owned: "own".into(),
    };
    let written = |n: u8| {
        let bytes = (n % 2 == 0).then(|| vec![n, n]);
        (format!("/home/{n}"), bytes, BTreeMap::from([(n, ("one", 300u16))]), "own")
    };
    assert_eq!(encode(&directory(4)), encode(&written(4)));
    let message = encode(&directory(4));
    let one: Directory = decode(&message).unwrap();
    assert_eq!(one, directory(4));
    assert!(matches!(one.path, Cow::Borrowed(_)));
    assert!(matches!(one.bytes, Some(Cow::Borrowed(_))));
    assert!(matches!(one.names[&4].0, Cow::Borrowed(_)));
    assert!(matches!(one.owned, Cow::Owned(_)));

    let list: Vec<_> = (0..100).map(directory).collect();
    let message = encode(&list);
    assert_eq!(message, encode(&(0..100).map(written).collect::<Vec<_>>()));
    let list: Vec<Directory> = decode(&message).unwrap();
    assert!(list.iter().all(|directory| matches!(directory.path, Cow::Borrowed(_))));
}

/// A defaulted field is charged for what its default owns.
#[test]
fn defaults_are_charged() {
    #[derive(Deserialize, Debug)]
    #[onesheet(extensible)]
    struct Old {
        #[onesheet(default = "a text of thirty-two bytes or so", with = Utf8)]
        _path: PathBuf,
        #[onesheet(default = "a text of thirty-two bytes or so")]
        _name: Name,
    }

    #[derive(Serialize, Deserialize, Debug, Clone)]
    #[onesheet(from = &str, into = String)]
    struct Name(String);

    impl From<&str> for Name {
        fn from(name: &str) -> Self {
            Name(name.into())
        }
    }

    impl From<Name> for String {
        fn from(name: Name) -> String {
            name.0
        }
    }

    // Any number of them in one block without bytes.
    let message = encode(&(1000u64, 0u64));
    let limits = onesheet::Limits::default().max_alloc(500_000);
    assert!(onesheet::decode_with::<Vec<Old>>(&message, &Default::default()).is_ok());
    let error = onesheet::decode_with::<Vec<Old>>(&message, &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MemoryLimit);
}

/// Whole degrees, at most a circle.
#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
#[onesheet(try_from = u16, into = u16)]
struct Angle(f32);

impl TryFrom<u16> for Angle {
    type Error = ErrorKind;

    fn try_from(degrees: u16) -> Result<Self, ErrorKind> {
        if degrees < 360 { Ok(Angle(degrees.into())) } else { Err(ErrorKind::OutOfRange) }
    }
}

impl From<Angle> for u16 {
    fn from(angle: Angle) -> u16 {
        angle.0 as u16
    }
}

#[test]
fn a_type_is_another_on_the_wire() {
    let angles: Vec<_> = (0..400u16).map(|at| Angle(f32::from(at % 360))).collect();
    let degrees: Vec<_> = (0..400u16).map(|at| at % 360).collect();
    assert_eq!(encode(&angles), encode(&degrees));
    assert_eq!(decode(&encode(&degrees)), Ok(angles));
    assert_eq!(encode(&Angle(300.0)), encode(&300u16));
    assert_eq!(decode(&encode(&300u16)), Ok(Angle(300.0)));

    let error = decode::<Angle>(&encode(&360u16)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::OutOfRange, 0));
    let error = decode::<(u8, Vec<Angle>)>(&encode(&(1u8, vec![1u16, 360]))).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::OutOfRange, 2));

    // As a key, and at an index.
    let message = encode(&vec![5u16, 300]);
    let seq: Seq<Angle> = decode(&message).unwrap();
    assert_eq!(seq.get(1), Some(Angle(300.0)));
}

#[test]
fn a_type_is_a_key_if_what_is_written_is() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
    #[onesheet(from = u8, into = u8)]
    struct Descending(u8);

    impl From<u8> for Descending {
        fn from(x: u8) -> Self {
            Descending(u8::MAX - x)
        }
    }

    impl From<Descending> for u8 {
        fn from(x: Descending) -> u8 {
            u8::MAX - x.0
        }
    }

    let map: BTreeMap<_, _> = [1, 2].map(|x| (Descending(x), x)).into();
    assert_eq!(encode(&map), [2, 253, 2, 254, 1]);
    assert_eq!(decode(&encode(&map)), Ok(map));
}

#[test]
fn a_type_borrows_what_it_is_written_as() {
    /// A name, in lower case.
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(try_from = &str, into = &str)]
    struct Name(Box<str>);

    #[derive(Debug)]
    struct NotLowerCase;

    impl TryFrom<&str> for Name {
        type Error = NotLowerCase;

        fn try_from(name: &str) -> Result<Self, NotLowerCase> {
            let lower = !name.contains(char::is_uppercase);
            lower.then(|| Name(name.into())).ok_or(NotLowerCase)
        }
    }

    impl<'a> From<&'a Name> for &'a str {
        fn from(name: &'a Name) -> &'a str {
            &name.0
        }
    }

    let names: Vec<_> = ["a", "bc", ""].map(|name| Name(name.into())).into();
    assert_eq!(encode(&names), encode(&["a", "bc", ""].to_vec()));
    assert_eq!(decode(&encode(&names)), Ok(names));
    let error = decode::<Name>(&encode("A")).unwrap_err();
    assert_eq!(error, Error::new(ErrorKind::Refused, 0));
}

#[test]
fn a_type_borrows_parts_of_what_it_is_written_as() {
    /// As many marks as names; it has no clone.
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(try_from = (Vec<String>, Vec<u8>), into = (&[String], &[u8]))]
    struct Marks {
        names: Vec<String>,
        marks: Vec<u8>,
    }

    impl TryFrom<(Vec<String>, Vec<u8>)> for Marks {
        type Error = ErrorKind;

        fn try_from((names, marks): (Vec<String>, Vec<u8>)) -> Result<Self, ErrorKind> {
            let same = names.len() == marks.len();
            same.then_some(Marks { names, marks }).ok_or(ErrorKind::OutOfRange)
        }
    }

    impl<'a> From<&'a Marks> for (&'a [String], &'a [u8]) {
        fn from(marks: &'a Marks) -> Self {
            (&marks.names, &marks.marks)
        }
    }

    let one = |names: &[&str], marks: &[u8]| Marks {
        names: names.iter().map(|name| name.to_string()).collect(),
        marks: marks.to_vec(),
    };
    let all = vec![one(&["a", "bc"], &[1, 2]), one(&[], &[]), one(&["d"], &[3])];
    let wire = vec![(vec!["a", "bc"], vec![1u8, 2]), (vec![], vec![]), (vec!["d"], vec![3])];
    assert_eq!(encode(&all), encode(&wire));
    assert_eq!(decode(&encode(&wire)), Ok(all));
    let error = decode::<Marks>(&encode(&(vec!["a"], vec![1u8, 2]))).unwrap_err();
    assert_eq!(error, Error::new(ErrorKind::OutOfRange, 0));
}

#[test]
fn generic_types_are_others() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(from = (T, T), into = (T, T))]
    struct Pair<T> {
        both: [T; 2],
    }

    impl<T> From<(T, T)> for Pair<T> {
        fn from((a, b): (T, T)) -> Self {
            Pair { both: [a, b] }
        }
    }

    impl<T> From<Pair<T>> for (T, T) {
        fn from(pair: Pair<T>) -> (T, T) {
            pair.both.into()
        }
    }

    let pair = Pair { both: ["a".to_string(), "b".to_string()] };
    assert_eq!(encode(&pair), encode(&("a", "b")));
    assert_eq!(decode(&encode(&pair)), Ok(pair));
}
