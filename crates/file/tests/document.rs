//! Documents: what serde's attributes make of a value comes back, and hostile bytes claim little.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Debug};

use onesheet::Limits;
use onesheet_dynamic::{Value, from_value, to_value};
use onesheet_file::{
    Error, Options, Slice, What, from_document, from_document_with, to_document, write_records,
    write_records_as,
};
use proptest::prelude::*;
use serde::de::{self, DeserializeOwned};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// The schema of the records in a document.
fn schema(bytes: &[u8]) -> String {
    match Slice::new(bytes).events().next().map(|event| event.what) {
        Some(What::Section(section)) => section.schema().to_owned(),
        other => panic!("{other:?}"),
    }
}

/// A value, a list of it, and it in an option, a map and a tuple, there and back.
#[track_caller]
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(values: &[T]) {
    for value in values {
        is_same(value);
        // As in JSON, what is null in an option is none.
        if to_value(value).unwrap().1 != Value::Option(None) {
            is_same(&Some(value.clone()));
        }
        is_same(&(1, value.clone(), "a".to_owned()));
    }
    is_same(&values.to_vec());
    is_same(&vec![values.to_vec(), vec![]]);
    is_same(&(0u64..).zip(values.iter().cloned()).collect::<BTreeMap<u64, T>>());
    let named = (0..).zip(values).map(|(i, value): (i32, _)| (format!("k{i}"), value.clone()));
    is_same(&named.collect::<BTreeMap<String, T>>());
}

#[track_caller]
fn is_same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let bytes = to_document(value).unwrap();
    let again: T = from_document(&bytes).unwrap_or_else(|e| panic!("{e}: {}", schema(&bytes)));
    assert_eq!(again, *value, "{}", schema(&bytes));
    let (ty, tree) = to_value(value).unwrap();
    assert_eq!(from_value::<T>(&ty, &tree).unwrap(), *value);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Meters(f64);

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Pair(u8, String);

/// An enum of all four kinds, which nests.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Shape {
    Empty,
    Circle(f64),
    At(Point),
    Line(i32, String),
    Rect { x: i32, y: i32 },
    Inside(Box<Shape>),
    Both { first: Box<Shape>, second: Option<Box<Shape>> },
    Nothing {},
    List(Vec<Shape>),
    Maybe(Option<u8>),
    Void(()),
    Alone { only: u8 },
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::Empty,
        Shape::Circle(1.5),
        Shape::At(Point { x: 1, y: -2 }),
        Shape::Line(-5, "a".into()),
        Shape::Rect { x: 1, y: 2 },
        Shape::Inside(Box::new(Shape::Empty)),
        Shape::Inside(Box::new(Shape::Inside(Box::new(Shape::Rect { x: 9, y: 8 })))),
        Shape::Both { first: Box::new(Shape::Circle(0.5)), second: None },
        Shape::Both {
            first: Box::new(Shape::Nothing {}),
            second: Some(Box::new(Shape::Line(1, String::new()))),
        },
        Shape::Nothing {},
        Shape::List(vec![]),
        Shape::List(vec![Shape::Empty, Shape::List(vec![Shape::Circle(2.0)])]),
        Shape::Maybe(None),
        Shape::Maybe(Some(0)),
        Shape::Void(()),
        Shape::Alone { only: 3 },
    ]
}

#[test]
fn enums_of_all_kinds() {
    comes_back(&shapes());
    let bytes = to_document(&vec![Shape::Empty, Shape::Line(1, "a".into()), Shape::Circle(0.5)]);
    assert_eq!(
        schema(&bytes.unwrap()),
        "enum _{0 Empty, 1 Line{0: i64, 1: str}, 2 Circle{0: f64}}"
    );
}

#[test]
fn structs_of_all_kinds() {
    comes_back(&[Point { x: i32::MIN, y: i32::MAX }]);
    comes_back(&[Unit]);
    comes_back(&[Meters(1.0), Meters(-0.5)]);
    comes_back(&[Pair(255, "a".into()), Pair(0, String::new())]);
}

#[test]
fn tuples_and_arrays() {
    comes_back(&[(1u8, "a".to_owned(), Some(false)), (2, String::new(), None)]);
    comes_back(&[(7u8,)]);
    comes_back(&[[0u64; 0]]);
    comes_back(&[[1.5f32; 3]]);
    comes_back(&[[1u8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 200]]);
    comes_back(&[()]);
    comes_back(&[((1u8, 2u16), (vec![3u32], [true, false]))]);
    assert_eq!(schema(&to_document(&vec![[1u8; 12]]).unwrap()), "array(i64, 12)");
    assert_eq!(schema(&to_document(&vec![(1u8, 'a')]).unwrap()), "tuple(i64, str)");
}

#[test]
fn numbers() {
    comes_back(&[u64::MAX, 0]);
    comes_back(&[i64::MIN, i64::MAX]);
    comes_back(&[i128::MIN, i128::MAX, 0]);
    comes_back(&[u128::MAX, 0]);
    comes_back(&[f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, 0.1]);
    comes_back(&[f64::MIN_POSITIVE, f64::MAX, f64::NEG_INFINITY, 0.1, 1.0, -0.0]);
    comes_back(&[true, false]);
    is_same(&(i128::MIN, u128::MAX));
}

#[test]
fn floats_keep_their_bits() {
    let nan32 = f32::from_bits(0x7fc0_1234);
    let again: Vec<f32> = from_document(&to_document(&[nan32, -0.0]).unwrap()).unwrap();
    assert_eq!(again.iter().map(|x| x.to_bits()).collect::<Vec<_>>(), [0x7fc0_1234, 1 << 31]);
    let nan64 = f64::from_bits(0xfff8_0000_0000_0001);
    let again: (f64, f64) = from_document(&to_document(&(nan64, f64::NAN)).unwrap()).unwrap();
    assert_eq!(again.0.to_bits(), nan64.to_bits());
    assert!(again.1.is_nan());
    assert_eq!(schema(&to_document(&vec![0.5f32]).unwrap()), "f32");
}

#[test]
fn whole_numbers_beside_others_are_told_apart() {
    let list = json!([1, 1.0, -1, 1.5, u64::MAX, "1", true, null, [], {}]);
    is_same(&list);
    is_same(&json!({"a": [{"n": 1}, {"n": 1.0}]}));
}

#[test]
fn texts() {
    comes_back(&['a', 'ä', '\u{10ffff}', '\0']);
    comes_back(&["", "2024-01-02", "2024-01-02T03:04:05Z", "ü", "\0"].map(str::to_owned));
}

#[test]
fn bytes() {
    use serde_bytes::ByteBuf;
    comes_back(&[ByteBuf::from(vec![]), ByteBuf::from(vec![0, 255, 10])]);
    comes_back(&[vec![0u8, 255, 10], vec![]]);
    let bytes = to_document(&vec![ByteBuf::from(vec![1, 255])]).unwrap();
    assert_eq!(schema(&bytes), "bytes");
    assert_eq!(from_document::<Vec<Vec<u8>>>(&bytes).unwrap(), [[1, 255]]);
    assert_eq!(from_document::<Vec<(u8, u8)>>(&bytes).unwrap(), [(1, 255)]);
}

#[test]
fn options() {
    comes_back(&[None, Some(5u8)]);
    comes_back(&[None::<u8>]);
    comes_back(&[Some(vec![None, Some("a".to_owned())]), None]);
    comes_back(&[Some(Shape::Empty), None]);
    // As in JSON, an option of an option that is none is none.
    let bytes = to_document(&Some(None::<u8>)).unwrap();
    assert_eq!(from_document::<Option<Option<u8>>>(&bytes).unwrap(), None);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(untagged)]
enum Untagged {
    Number(u64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Point { x: i32, y: i32 },
    Named { name: String, shape: Option<Shape> },
    Tuple(bool, bool),
    Nothing,
}

#[test]
fn untagged() {
    let named = |shape| Untagged::Named { name: "n".into(), shape };
    let mut all = vec![
        Untagged::Number(1),
        Untagged::Float(1.0),
        Untagged::Text("a".into()),
        Untagged::List(vec![Untagged::Number(2), Untagged::Text("b".into())]),
        Untagged::Point { x: 1, y: 2 },
        named(None),
        Untagged::Tuple(true, false),
        Untagged::Nothing,
    ];
    all.extend(shapes().into_iter().map(|shape| named(Some(shape))).filter(json_has));
    comes_back(&all);
}

/// What comes back through JSON.
fn json_has<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> bool {
    let json = serde_json::to_string(value).unwrap();
    serde_json::from_str::<T>(&json).is_ok_and(|again| again == *value)
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "type")]
enum Internal {
    Start,
    Move(Point),
    Stop { why: Option<String>, at: Vec<u8> },
    Draw { shape: Shape },
}

#[test]
fn internally_tagged() {
    let mut all = vec![
        Internal::Start,
        Internal::Move(Point { x: 1, y: 2 }),
        Internal::Stop { why: None, at: vec![1] },
        Internal::Stop { why: Some("a".into()), at: vec![] },
    ];
    all.extend(shapes().into_iter().map(|shape| Internal::Draw { shape }).filter(json_has));
    comes_back(&all);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Start,
    Number(u8),
    Pair(u8, String),
    Stop { why: Option<String> },
}

#[test]
fn adjacently_tagged() {
    comes_back(&[
        Adjacent::Start,
        Adjacent::Number(1),
        Adjacent::Pair(1, "a".into()),
        Adjacent::Stop { why: None },
    ]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Flat {
    id: u32,
    #[serde(flatten)]
    point: Point,
    #[serde(flatten)]
    rest: BTreeMap<String, Json>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct FlatTagged {
    id: u32,
    #[serde(flatten)]
    point: Option<Point>,
    #[serde(flatten)]
    internal: Internal,
}

#[test]
fn flatten() {
    let of = |rest: &[(&str, Json)]| Flat {
        id: 1,
        point: Point { x: 1, y: 2 },
        rest: rest.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect(),
    };
    comes_back(&[
        of(&[]),
        of(&[("a", json!(1)), ("b", json!({"c": [null]}))]),
        of(&[("a", json!(null))]),
        of(&[("a", json!("text"))]),
    ]);
    let of = |point, internal| FlatTagged { id: 1, point, internal };
    comes_back(&[
        of(None, Internal::Start),
        of(Some(Point { x: 1, y: 2 }), Internal::Stop { why: None, at: vec![] }),
    ]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct FlatEnum {
    id: u32,
    #[serde(flatten)]
    shape: Shape,
}

#[test]
fn flatten_of_an_enum() {
    let all = shapes().into_iter().map(|shape| FlatEnum { id: 1, shape });
    // Serde itself cannot flatten those without content.
    let all: Vec<_> = all.filter(|flat| serde_json::to_string(flat).is_ok()).collect();
    let all: Vec<_> = all.into_iter().filter(json_has).collect();
    assert!(all.len() > 8);
    comes_back(&all);
}

fn seven() -> u8 {
    7
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
#[serde(default)]
struct Defaults {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    option: Option<Option<String>>,
    #[serde(default = "seven", skip_serializing_if = "is_seven")]
    number: u8,
    #[serde(skip)]
    skipped: u8,
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
}

fn is_seven(x: &u8) -> bool {
    *x == 7
}

#[test]
fn default_skip_and_skip_serializing_if() {
    let full = Defaults {
        list: vec![1],
        option: Some(Some("a".into())),
        number: 1,
        skipped: 0,
        text: "b".into(),
    };
    comes_back(&[Defaults::default(), Defaults { number: 7, ..Defaults::default() }, full]);
    // Fields that the document does not have.
    let bytes = to_document(&vec![json!({"text": "a"}), json!({"list": [1]})]).unwrap();
    let read: Vec<Defaults> = from_document(&bytes).unwrap();
    assert_eq!(read[0], Defaults { text: "a".into(), number: 7, ..Defaults::default() });
    assert_eq!(read[1].list, [1]);
}

/// What is missing is not null.
#[test]
fn missing_and_null_are_told_apart() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Wants {
        #[serde(default = "some")]
        a: Option<u8>,
    }
    fn some() -> Option<u8> {
        Some(9)
    }
    let all = json!([{"a": 1, "b": 0}, {"a": null, "b": 0}, {"b": null}]);
    is_same(&all);
    let bytes = to_document(&all).unwrap();
    assert_eq!(
        schema(&bytes),
        "extensible struct _{a: option(option(i64)) default, b: option(i64)}"
    );
    let read: Vec<Wants> = from_document(&bytes).unwrap();
    assert_eq!(read.iter().map(|x| x.a).collect::<Vec<_>>(), [Some(1), None, Some(9)]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Renamed {
    first_field: u8,
    #[serde(rename = "weird name {}:,\"")]
    second: u8,
    #[serde(rename = "")]
    empty: u8,
    #[serde(rename = "_")]
    underscore: u8,
    #[serde(rename = "0")]
    zero: u8,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Place {
    #[serde(rename = "0")]
    zero: Option<u8>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Names {
    OneTwo,
    #[serde(rename = "")]
    Empty,
    #[serde(rename = "_")]
    Underscore(u8),
    #[serde(rename = "a b")]
    Space {
        #[serde(rename = "0")]
        zero: u8,
    },
}

#[test]
fn rename() {
    comes_back(&[Renamed { first_field: 1, second: 2, empty: 3, underscore: 4, zero: 5 }]);
    comes_back(&[Place { zero: Some(1) }, Place { zero: None }]);
    comes_back(&[Names::OneTwo, Names::Empty, Names::Underscore(1), Names::Space { zero: 1 }]);
    comes_back(&[Names::Empty]);
}

/// Maps and structs in one place, their names in another order, and some missing.
#[test]
fn names_in_any_order() {
    #[derive(Serialize)]
    struct One {
        #[serde(rename = "")]
        empty: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<u8>,
        a: u8,
    }
    #[derive(Serialize)]
    struct Other {
        a: u8,
        b: u8,
        #[serde(rename = "")]
        empty: u8,
    }
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Any {
        Map(Json),
        One(One),
        Other(Other),
    }
    let values = [
        Any::Map(json!({"a": 1, "": 2, "b": 3})),
        Any::One(One { empty: 4, b: None, a: 5 }),
        Any::Other(Other { a: 6, b: 7, empty: 8 }),
        Any::Map(json!({"b": 9})),
        Any::One(One { empty: 10, b: Some(11), a: 12 }),
        Any::One(One { empty: 13, b: None, a: 14 }),
    ];
    let bytes = to_document(&values[..]).unwrap();
    let read: Json = from_document(&bytes).unwrap();
    assert_eq!(read, serde_json::to_value(&values[..]).unwrap());
}

/// What a struct of the fields `x` and `y` is read to: by names alone, as JSON has them, or from values in
/// the order in which it wants them.
#[derive(Serialize, PartialEq, Debug, Clone)]
struct ByHand<const ORDER: u8> {
    x: i32,
    y: i32,
}

impl<'de, const ORDER: u8> Deserialize<'de> for ByHand<ORDER> {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Visitor<const ORDER: u8>;

        impl<'de, const ORDER: u8> de::Visitor<'de> for Visitor<ORDER> {
            type Value = ByHand<ORDER>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("x and y")
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                match ORDER {
                    0 => Err(de::Error::invalid_type(de::Unexpected::Seq, &self)),
                    1 => Ok(ByHand { x: seq.next_element()?.unwrap_or(0), y: 0 }),
                    _ => Err(de::Error::custom(seq.next_element::<String>().is_ok())),
                }
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut read = ByHand { x: 0, y: 0 };
                while let Some(name) = map.next_key::<String>()? {
                    match &*name {
                        "x" => read.x = map.next_value()?,
                        _ => read.y = map.next_value()?,
                    }
                }
                Ok(read)
            }
        }
        d.deserialize_struct("ByHand", &["x", "y"], Visitor)
    }
}

#[test]
fn structs_that_are_read_by_names_alone() {
    comes_back(&[ByHand::<0> { x: 1, y: 2 }, ByHand { x: 3, y: 4 }]);
    comes_back(&[ByHand::<1> { x: 1, y: 2 }, ByHand { x: 3, y: 4 }]);
    comes_back(&[ByHand::<2> { x: 1, y: 2 }, ByHand { x: 3, y: 4 }]);

    // Where what cannot be read is left out, too.
    fn read<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<ByHand<0>>, D::Error> {
        Ok(ByHand::deserialize(d).ok())
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Holder {
        #[serde(deserialize_with = "read")]
        held: Option<ByHand<0>>,
    }
    #[derive(Serialize)]
    struct Held {
        held: ByHand<0>,
    }
    let document = to_document(&Held { held: ByHand { x: 1, y: 2 } }).unwrap();
    let read: Holder = from_document(&document).unwrap();
    assert_eq!(read.held, Some(ByHand { x: 1, y: 2 }));
}

#[test]
fn an_error_names_the_field() {
    #[derive(Deserialize, Debug)]
    struct Outer {
        _inner: Inner,
    }
    #[derive(Deserialize, Debug)]
    struct Inner {
        _n: u8,
    }
    let document = to_document(&json!({"_inner": {"_n": 256}})).unwrap();
    let error = from_document::<Outer>(&document).unwrap_err().to_string();
    assert!(error.contains("at ._inner._n: "), "{error}");
}

#[test]
fn alias() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct New {
        #[serde(alias = "x", alias = "old")]
        new: i32,
        y: i32,
    }
    let bytes = to_document(&Point { x: 1, y: 2 }).unwrap();
    assert_eq!(from_document::<New>(&bytes).unwrap(), New { new: 1, y: 2 });
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(x: &u32, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{x:x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u32, D::Error> {
        let text = String::deserialize(d)?;
        u32::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
    }
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct WithHex {
    #[serde(with = "hex")]
    color: u32,
}

#[test]
fn with() {
    comes_back(&[WithHex { color: 0xff00 }, WithHex { color: 0 }]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(transparent)]
struct Transparent {
    inner: Point,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(from = "String", into = "String")]
struct Converted(String);

impl From<String> for Converted {
    fn from(text: String) -> Self {
        Converted(text)
    }
}

impl From<Converted> for String {
    fn from(Converted(text): Converted) -> Self {
        text
    }
}

#[test]
fn transparent_from_and_into() {
    comes_back(&[Transparent { inner: Point { x: 1, y: 2 } }]);
    comes_back(&[Converted("a".into())]);
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Other {
    Known,
    #[serde(other)]
    Unknown,
}

#[test]
fn other() {
    let bytes = to_document(&vec!["Known", "New"]).unwrap();
    assert_eq!(from_document::<Vec<Other>>(&bytes).unwrap(), [Other::Known, Other::Unknown]);
}

#[test]
fn borrow() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Borrows<'a> {
        text: &'a str,
        #[serde(borrow)]
        cow: Cow<'a, str>,
        bytes: &'a [u8],
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Owns {
        text: String,
        cow: Cow<'static, str>,
        bytes: serde_bytes::ByteBuf,
    }
    let owned =
        Owns { text: "a".into(), cow: "b".into(), bytes: serde_bytes::ByteBuf::from(vec![1]) };
    is_same(&owned);
    let (ty, value) = to_value(&owned).unwrap();
    let read: Borrows = from_value(&ty, &value).unwrap();
    assert_eq!(read, Borrows { text: "a", cow: "b".into(), bytes: &[1] });
    assert!(matches!(read.cow, Cow::Borrowed(_)));
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Clone)]
enum Key {
    A,
    B(u8),
}

#[test]
fn maps_with_keys_of_any_kind() {
    comes_back(&[BTreeMap::from([(1u8, 'a'), (255, 'b')]), BTreeMap::new()]);
    comes_back(&[BTreeMap::from([(-1i64, ()), (i64::MIN, ())])]);
    comes_back(&[BTreeMap::from([('a', 1), ('b', 2)])]);
    comes_back(&[BTreeMap::from([(true, 1), (false, 2)])]);
    comes_back(&[BTreeMap::from([(Key::A, 1), (Key::B(7), 2)])]);
    comes_back(&[BTreeMap::from([((1u8, "a".to_owned()), 1), ((2, String::new()), 2)])]);
    comes_back(&[BTreeMap::from([(None, 1), (Some("a".to_owned()), 2)])]);
    comes_back(&[BTreeMap::from([(vec![1u8], 1), (vec![], 2)])]);
    comes_back(&[HashMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]), HashMap::new()]);
    let many = (0..1000u32).map(|i| (format!("key{i}"), i)).collect::<BTreeMap<_, _>>();
    is_same(&vec![many.clone()]);
    assert_eq!(schema(&to_document(&many).unwrap()), "map(str, i64)");
}

/// Keys that no map of the format has: pairs.
#[test]
fn maps_with_floats_for_keys() {
    #[derive(PartialEq, Debug, Clone)]
    struct Steps(Vec<(f64, u8)>);
    impl Serialize for Steps {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            s.collect_map(self.0.iter().map(|(k, v)| (k, v)))
        }
    }
    impl<'de> Deserialize<'de> for Steps {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            struct Entries;
            impl<'de> serde::de::Visitor<'de> for Entries {
                type Value = Steps;

                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("a map")
                }

                fn visit_map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<Steps, A::Error> {
                    let mut steps = Vec::new();
                    while let Some(entry) = map.next_entry()? {
                        steps.push(entry);
                    }
                    Ok(Steps(steps))
                }
            }
            d.deserialize_map(Entries)
        }
    }
    comes_back(&[Steps(vec![(0.5, 1), (-1.0, 2)]), Steps(vec![])]);
}

#[test]
fn results_and_library_types() {
    comes_back(&[Ok::<u8, String>(1), Err("a".into())]);
    comes_back(&["127.0.0.1".parse::<std::net::IpAddr>().unwrap(), "::1".parse().unwrap()]);
    comes_back(&[std::time::Duration::new(5, 7)]);
    comes_back(&[1..5u8, 0..0]);
}

#[test]
fn a_name_twice_is_refused() {
    #[derive(Serialize)]
    struct Twice {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }
    let twice = Twice { a: 1, rest: BTreeMap::from([("a".to_owned(), 2)]) };
    let error = to_document(&twice).unwrap_err().to_string();
    assert_eq!(error, "the document: duplicate field \"a\"");
}

/// Entries of a map, in their order.
struct Entries(Vec<(String, usize)>);

impl Serialize for Entries {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[test]
fn many_fields_in_any_order_and_some_missing() {
    let record = |i: usize| {
        let names = (0..100).map(|k| (k * 7 + i * 13) % 100).filter(|k| k % 10 != i % 10);
        names.map(|k| (format!("f{k}"), k + i)).collect::<Vec<_>>()
    };
    let bytes = to_document(&(0..20).map(|i| Entries(record(i))).collect::<Vec<_>>()).unwrap();
    assert!(schema(&bytes).starts_with("extensible struct _{f7: "), "{}", schema(&bytes));
    let read: Vec<BTreeMap<String, usize>> = from_document(&bytes).unwrap();
    assert_eq!(read, (0..20).map(|i| record(i).into_iter().collect()).collect::<Vec<_>>());
}

#[test]
fn numbers_that_no_type_has_together_are_refused() {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Either {
        Signed(i128),
        Unsigned(u128),
    }
    let both = [Either::Signed(-1), Either::Unsigned(u128::MAX)];
    let error = to_document(&both[..]).unwrap_err().to_string();
    assert!(error.ends_with("no type has this number and negative ones"), "{error}");
}

#[test]
fn what_a_document_is() {
    let list = to_document(&vec![Point { x: 1, y: 2 }, Point { x: 3, y: 4 }]).unwrap();
    let one = to_document(&Point { x: 1, y: 2 }).unwrap();
    assert_eq!(schema(&list), "struct _{x: i64, y: i64}");
    assert_eq!(schema(&one), schema(&list));
    // One record is not a list of one.
    assert!(from_document::<Vec<Point>>(&one).is_err());
    assert!(from_document::<Point>(&list).is_err());
    assert_eq!(from_document::<Json>(&one).unwrap(), json!({"x": 1, "y": 2}));
    is_same(&Vec::<Point>::new());
    is_same(&vec![Point { x: 1, y: 2 }]);
    is_same(&vec![vec![1u8]]);
    // Two files, one behind the other, are one list; as are records of different types.
    let mut both = list.clone();
    both.extend(to_document(&vec![json!({"x": 5, "y": 6, "z": 7})]).unwrap());
    let points: Vec<Point> = from_document(&both).unwrap();
    assert_eq!(points.iter().map(|point| point.x).collect::<Vec<_>>(), [1, 3, 5]);
}

/// The bytes that the packages for Python and TypeScript read in their tests.
#[test]
fn the_document_of_the_vectors() {
    let case: Json =
        serde_json::from_str(include_str!("../../../tests/vectors/document.json")).unwrap();
    let bytes = to_document(&case["value"]).unwrap();
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(case["hex"], hex);
    assert_eq!(case["schema"], schema(&bytes));
    is_same(&case["value"]);
}

#[test]
fn records_of_an_iterator() {
    for records in [vec![], shapes(), (0..1000).flat_map(|_| shapes()).collect()] {
        let file = write_records(Vec::new(), || &records, Options::default()).unwrap();
        assert_eq!(from_document::<Vec<Shape>>(&file).unwrap(), records);
        if !records.is_empty() {
            assert_eq!(schema(&file), schema(&to_document(&records).unwrap()));
        }
    }
    // Of a type that is known.
    let ty = "struct Line{at: u64, name: option(str)}".parse().unwrap();
    let lines = (0..3u64).map(|at| json!({"name": (at > 1).then_some("a"), "at": at}));
    let file = write_records_as(Vec::new(), &ty, lines.clone(), Options::default()).unwrap();
    assert_eq!(schema(&file), ty.to_string());
    assert!(from_document::<Vec<Json>>(&file).unwrap().into_iter().eq(lines));
    let wrong =
        [json!({"at": -1, "name": null}), json!({"at": 1, "other": 2}), json!({"name": "a"})];
    for line in wrong {
        let error = write_records_as(Vec::new(), &ty, [line], Options::default()).unwrap_err();
        assert!(matches!(error, Error::Document(_)), "{error}");
    }
}

/// Only a block of records is in memory, whose number is bounded, too.
#[test]
fn records_of_an_iterator_are_written_block_by_block() {
    let names = |n: u32| move || (0..n).map(|i| format!("a name of some length: {i}"));
    let claimed = |n| {
        let options = Options { block_bytes: 1 << 14, ..Options::default() };
        allocation_counter::measure(|| {
            write_records(std::io::sink(), names(n), options).unwrap();
        })
    };
    let (some, many) = (claimed(20_000).bytes_max, claimed(100_000).bytes_max);
    assert!(many < some + some / 4, "{many} bytes, and {some}");

    let options = Options { block_records: 10, ..Options::default() };
    let file = write_records(Vec::new(), names(25), options).unwrap();
    let counts = Slice::new(&file).events().filter_map(|event| match event.what {
        What::Records(block) => Some(block.count()),
        _ => None,
    });
    assert_eq!(counts.collect::<Vec<_>>(), [10, 10, 5]);
}

/// What `Writer` writes is read, too: types that serde never told.
#[test]
fn files_of_declared_types() {
    use onesheet_file::Writer;
    #[derive(onesheet::Serialize, Deserialize, PartialEq, Debug)]
    struct Declared {
        at: u64,
        initial: char,
        level: Level,
        raw: Vec<u8>,
        pair: (i8, Option<f32>),
        outcome: Result<u8, String>,
        tree: Tree,
    }
    #[derive(onesheet::Serialize, Deserialize, PartialEq, Debug)]
    enum Level {
        Low,
        High(u16),
        Custom { name: String, value: i32 },
    }
    #[derive(onesheet::Serialize, Deserialize, PartialEq, Debug)]
    #[onesheet(rows)]
    struct Tree {
        value: u8,
        children: Vec<Tree>,
    }
    let leaf = |value| Tree { value, children: vec![] };
    let of = |level| Declared {
        at: 1,
        initial: 'x',
        level,
        raw: vec![],
        pair: (-1, Some(0.5)),
        outcome: Err("no".into()),
        tree: Tree { value: 1, children: vec![leaf(2), leaf(3)] },
    };
    let all =
        [of(Level::Low), of(Level::High(3)), of(Level::Custom { name: "a".into(), value: -1 })];
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&all).unwrap();
    let bytes = writer.finish().unwrap();
    assert_eq!(from_document::<Vec<Declared>>(&bytes).unwrap(), all);
}

/// JSON values up to some size, of which a list is likely to have several alike.
fn json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        (-3i64..3).prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        (-3i32..3).prop_map(|x| Json::from(f64::from(x))),
        "[a-c]{0,2}".prop_map(Json::from),
        any::<String>().prop_map(Json::from),
        Just(json!("2024-01-02")),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        let key = prop_oneof!["[a-e0-2_]{0,1}", any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Json::from),
            prop::collection::vec((key, inner), 0..8)
                .prop_map(|entries| Json::Object(entries.into_iter().collect())),
        ]
    })
}

/// JSON of public APIs: `json/README.md` says of which.
#[cfg(feature = "zstd")]
#[test]
fn json_of_public_apis() {
    for name in [
        "canada_geometry",
        "citm_catalog",
        "github_events",
        "golang_source",
        "synthea_fhir",
        "twitter_status",
    ] {
        let path = format!("{}/tests/json/{name}.json.zst", env!("CARGO_MANIFEST_DIR"));
        let json = zstd::decode_all(std::fs::File::open(path).unwrap()).unwrap();
        let value: Json = serde_json::from_slice(&json).unwrap();
        let document = to_document(&value).unwrap_or_else(|e| panic!("{name}: {e}"));
        let again: Json = from_document(&document).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(again == value, "{name}");
    }
}

/// What JSON has that two records may differ in.
#[test]
fn json_of_mixed_records() {
    for value in [
        json!([{"a": null}, {"a": 1}, {}]),
        json!([{"a": 1}, {"a": 1.5}, {"a": -1}, {"a": 1.0}, {"a": -0.0}]),
        json!([1, 1.0, -0.0, 0, 0.0, u64::MAX, i64::MIN]),
        json!([u64::MAX, 1]),
        json!([[], [1], ["a"], [null], [[]]]),
        json!({"a": [], "b": {}, "c": [{}], "d": [[]]}),
        json!([{"a": []}, {"a": {}}, {"a": [{}]}, {"a": null}, {"a": "x"}, {"a": true}]),
        json!({"1": "a", "2": "b", "10": null}),
        json!({"0": 1}),
        json!({"0": 1, "1": 2}),
        json!([{"0": 1, "1": 2}, [1, 2], {"0": 1}]),
        json!({"": {"": {"": null}}}),
        json!([null, null]),
        json!([{"a": {"1": {"x": 1}, "2": {"x": 2, "y": null}}}, {"a": {}}]),
        json!(
            (0..30)
                .map(|i| (format!("{i}"), json!({"x": i, "y": [i]})))
                .collect::<serde_json::Map<_, _>>()
        ),
    ] {
        // Numbers that are equal are alike, too: 1 is not 1.0.
        is_same(&value);
    }
}

proptest! {
    #[test]
    fn any_json(value in json()) {
        is_same(&value);
        is_same(&vec![value.clone(), value]);
    }

    /// Blocks whose checks are right, of a type that was found, with other bytes in their lists.
    #[test]
    fn any_list(value in json(), at in any::<prop::sample::Index>(), bits in 1u8.., cut in 0usize..4) {
        let records = vec![value.clone(), value];
        let ty = schema(&to_document(&records).unwrap());
        let (list, _) = list_of(&records);
        let mut list = list;
        if !list.is_empty() {
            let at = at.index(list.len());
            list[at] ^= bits;
            list.truncate(list.len() - cut.min(list.len()));
        }
        let limits = Limits::default().max_alloc(1 << 20);
        let bytes = file(&ty, &list, 2);
        if let Ok(read) = from_document_with::<Json>(&bytes, &limits) {
            // What is read has one encoding.
            is_same(&read);
        }
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(from_document::<Json>(&bytes).is_err());
    }
}

#[test]
fn damage_is_an_error() {
    let list: Vec<Shape> = shapes();
    let bytes = to_document(&list).unwrap();
    for len in 0..bytes.len() {
        assert!(from_document::<Json>(&bytes[..len]).is_err(), "{len}");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(from_document::<Json>(&damaged).is_err(), "{at}");
    }
}

/// The list of the records in a document, and their number.
fn list_of(records: &[Json]) -> (Vec<u8>, u32) {
    let bytes = to_document(records).unwrap();
    let mut events = Slice::new(&bytes).events();
    let block = events.find_map(|event| match event.what {
        What::Records(block) => Some(block),
        _ => None,
    });
    let block = block.unwrap();
    (block.list(&Limits::default()).unwrap().into_owned(), block.count())
}

/// A file of a schema and a list that need not be one of it.
fn file(schema: &str, list: &[u8], count: u32) -> Vec<u8> {
    let ty = schema.parse().unwrap();
    let mut writer = onesheet_file::BlockWriter::new(Vec::new(), &ty).unwrap();
    writer.write_list(list, count).unwrap();
    writer.finish().unwrap()
}

#[test]
fn hostile_documents_claim_little() {
    let limits = Limits::default().max_alloc(1 << 20);
    let huge = format!("struct A{{{}}}", wide(20_000));
    let unit = onesheet::encode(&u64::MAX);
    let zeros = vec![0u8; 200_000];
    let ones = vec![0xff; 1_000];
    for (name, bytes) in [
        ("units", file("unit", &[], u32::MAX)),
        ("lists of units", file("seq(unit)", &unit, 1)),
        ("bools", file("bool", &zeros, 8 * zeros.len() as u32)),
        ("wide", file(&huge, &zeros, 1)),
        ("a deep row", file("rows A(option(ref A))", &ones, 1)),
        ("arrays", file("array(array(unit, 4294967295), 4294967295)", &[], 1)),
    ] {
        let mut result = None;
        let claimed = allocation_counter::measure(|| {
            result = Some(from_document_with::<serde::de::IgnoredAny>(&bytes, &limits).is_err());
        });
        assert_eq!(result, Some(true), "{name}");
        let most = 2 * limits.max_alloc as u64 + 2 * bytes.len() as u64;
        assert!(claimed.bytes_max < most, "{name}: {} bytes", claimed.bytes_max);
    }
    // Many blocks, each within the bounds.
    let mut writer = onesheet_file::BlockWriter::new(Vec::new(), &"bool".parse().unwrap()).unwrap();
    for _ in 0..100 {
        writer.write_list(&[0; 100], 800).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let error = from_document_with::<Json>(&bytes, &limits).unwrap_err();
    assert!(
        error.to_string().contains("decoding needs more memory than max_alloc allows"),
        "{error}"
    );
    assert!(from_document::<Json>(&bytes).is_ok());
}

fn wide(n: usize) -> String {
    (0..n).map(|i| format!("f{i}: bool")).collect::<Vec<_>>().join(", ")
}

#[test]
fn what_is_deep_comes_back_or_is_refused() {
    fn list(depth: usize) -> Json {
        (0..depth).fold(json!(1), |inner, _| json!([inner, null]))
    }
    fn object(depth: usize) -> Json {
        (0..depth).fold(json!(1), |inner, i| json!({"a": inner, "b": [i]}))
    }
    for depth in 0..130 {
        for value in [list(depth), object(depth)] {
            match to_document(&value) {
                Ok(bytes) => assert_eq!(from_document::<Json>(&bytes).unwrap(), value),
                Err(Error::Document(why)) => {
                    assert!(depth > 30 && why.ends_with("nested too deeply"), "{depth}: {why}");
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

/// Lines of a log, as a service writes them.
#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Line {
    at: u64,
    level: Level,
    host: String,
    path: String,
    status: u16,
    bytes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    tags: Vec<String>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Level {
    Info,
    Warn,
    Error,
}

fn lines() -> Vec<Line> {
    let mut random = 1u64;
    let mut next = |n: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % n
    };
    let mut at = 1_700_000_000_000;
    let line = |_| {
        at += next(2_000);
        Line {
            at,
            level: [Level::Info, Level::Info, Level::Warn, Level::Error][next(4) as usize],
            host: format!("web-{}", next(8)),
            path: format!("/api/v1/items/{}", next(10_000)),
            status: [200, 200, 200, 404, 500][next(5) as usize],
            bytes: next(50_000),
            seconds: next(1_000_000) as f64 / 1e6,
            user: (next(3) > 0).then(|| format!("user{}", next(500))),
            tags: (0..next(3)).map(|i| format!("tag{i}")).collect(),
        }
    };
    (0..1_000).map(line).collect()
}

#[test]
fn a_log_is_smaller_than_in_other_formats() {
    let lines = lines();
    is_same(&lines);
    let document = to_document(&lines).unwrap().len();
    let named = rmp_serde::to_vec_named(&lines).unwrap().len();
    let mut cbor = Vec::new();
    ciborium::into_writer(&lines, &mut cbor).unwrap();
    let json = serde_json::to_vec(&lines).unwrap().len();
    println!("document {document}, rmp-serde {named}, ciborium {}, JSON {json}", cbor.len());
    let smallest = named.min(cbor.len()).min(json);
    assert!(document * 10 <= smallest * 6, "{document} of {smallest}");
}
