//! The derives: every kind of type, every attribute, and what the bytes are.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::marker::PhantomData;
use std::path::PathBuf;

use onesheet::de::{DeserializeOwned, Reader};
use onesheet::list::Seq;
use onesheet::ser::{Items, Key, ListWriter, Writer};
use onesheet::with::With;
use onesheet::{Deserialize, Error, ErrorKind, Schema, Serialize, decode, decode_view, encode};

#[track_caller]
fn bytes<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: T, expected: &[u8]) {
    assert_eq!(encode(&value), expected);
    assert_eq!(decode::<T>(expected), Ok(value));
}

/// A list of the value, whose columns have other code than a value alone.
#[track_caller]
fn twice<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug + Clone>(
    value: T,
    expected: &[u8],
) {
    bytes(vec![value.clone(), value], &[&[2], expected].concat());
}

#[test]
fn structs_of_every_kind() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Unit;
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct NoFields {}
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct NoParts();
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Newtype(u16);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Tuple(u16, bool);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Named {
        a: u16,
        b: bool,
    }
    bytes(Unit, &[]);
    bytes(NoFields {}, &[]);
    bytes(NoParts(), &[]);
    bytes(Newtype(300), &[0xac, 2]);
    bytes(Tuple(300, true), &[0xac, 2, 1]);
    bytes(Named { a: 300, b: true }, &[0xac, 2, 1]);
    twice(Unit, &[]);
    twice(NoFields {}, &[]);
    // Two equal values above 255 have a base: 128 + 1 bit, the base, both differences 0.
    twice(Newtype(300), &[0x81, 0xac, 2, 0]);
    twice(Tuple(300, true), &[0x81, 0xac, 2, 0, 3]);
    twice(Named { a: 300, b: true }, &[0x81, 0xac, 2, 0, 3]);
    assert_eq!(Named::SCHEMA.to_string(), "struct Named{a: u16, b: bool}");
    assert_eq!(Tuple::SCHEMA.to_string(), "struct Tuple{0: u16, 1: bool}");
}

#[test]
fn variants_of_every_kind() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Kinds {
        Unit,
        Braces {},
        Parentheses(),
        Tuple(u8, u16),
        Named { a: bool, b: u8 },
    }
    bytes(Kinds::Unit, &[0]);
    bytes(Kinds::Braces {}, &[1]);
    bytes(Kinds::Parentheses(), &[2]);
    bytes(Kinds::Tuple(7, 300), &[3, 7, 0xac, 2]);
    bytes(Kinds::Named { a: true, b: 7 }, &[4, 1, 7]);
    bytes(
        vec![Kinds::Named { a: true, b: 7 }, Kinds::Unit, Kinds::Tuple(9, 1)],
        // Tags in four bits; then the fields by ascending tag.
        &[3, 4, 0x04, 3, 9, 1, 1, 7],
    );
}

#[test]
fn tags_by_attribute_by_discriminant_and_by_place() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum ByPlace {
        A,
        B,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum ByAttribute {
        #[onesheet(tag = 9)]
        A,
        /// The place, 1, although the variant before it has another tag.
        B,
        #[onesheet(tag = 4_294_967_295)]
        C,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum ByDiscriminant {
        A = 300,
        /// As in Rust, one more than the one before it.
        B,
        C = 0x05,
        #[onesheet(tag = 1)]
        D = -7,
    }
    bytes(ByPlace::A, &[0]);
    bytes(ByPlace::B, &[1]);
    bytes(ByAttribute::A, &[9]);
    bytes(ByAttribute::B, &[1]);
    bytes(ByAttribute::C, &[0xff, 0xff, 0xff, 0xff, 0x0f]);
    bytes(ByDiscriminant::A, &[0xac, 2]);
    bytes(ByDiscriminant::B, &[0xad, 2]);
    bytes(ByDiscriminant::C, &[5]);
    bytes(ByDiscriminant::D, &[1]);
    let error = decode::<ByAttribute>(&[0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidTag, 0));
    let error = decode::<Vec<ByAttribute>>(&[2, 4, 0x90]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidTag, 1));
}

#[test]
fn generics_get_the_bounds_that_they_need() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Pair<A, B> {
        a: A,
        b: Vec<B>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Bounded<T: Clone + Default>
    where
        T: Debug,
    {
        value: Option<T>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Either<A, B = u8> {
        A(A),
        B { b: B },
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Block<T, const N: usize>([T; N]);
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Marked<T> {
        number: u16,
        of: PhantomData<T>,
    }
    /// Its field is of an associated type.
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Associated<I: IntoIterator> {
        last: Option<I::Item>,
    }
    /// What a missing or a skipped field takes.
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(extensible)]
    struct Defaults<T, U> {
        #[onesheet(default)]
        number: T,
        #[onesheet(skip)]
        cache: Option<U>,
    }
    /// Has neither trait, nor need it.
    #[derive(Debug, PartialEq)]
    struct Neither;

    bytes(Pair { a: true, b: vec![1u8] }, &[1, 1, 1]);
    bytes(Bounded { value: Some(5u16) }, &[1, 5]);
    bytes(Either::<u16>::A(300), &[0, 0xac, 2]);
    bytes(Either::<u16, bool>::B { b: true }, &[1, 1]);
    bytes(Block([1u16, 2]), &[2, 0x09]);
    bytes(Block::<u16, 0>([]), &[]);
    bytes(Marked { number: 5, of: PhantomData::<Neither> }, &[5]);
    bytes(Defaults { number: 5u16, cache: None::<Neither> }, &[1, 5]);
    assert_eq!(decode(&[0]), Ok(Defaults { number: 0u16, cache: None::<Neither> }));
    bytes(Associated::<Vec<u8>> { last: Some(7) }, &[1, 7]);
}

#[test]
fn lifetimes_borrow_from_the_message() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    struct One<'a> {
        text: &'a str,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Two<'a, 'b: 'a, T> {
        one: One<'a>,
        bytes: &'b [u8],
        value: T,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Choice<'message> {
        Text(&'message str),
        List(Seq<'message, One<'message>>),
    }
    let message = encode(&Two { one: One { text: "ab" }, bytes: &[9], value: 300u16 });
    assert_eq!(message, b"\x02ab\x01\x09\xac\x02");
    let view: Two<u16> = decode_view(&message).unwrap();
    assert_eq!(view, Two { one: One { text: "ab" }, bytes: &[9], value: 300 });
    assert!(std::ptr::eq(view.one.text.as_bytes(), &message[1..3]), "borrowed, not copied");

    let message = [1, 2, 2, 9, b'a', b'b', b'c'];
    let Choice::List(list) = decode_view(&message).unwrap() else { panic!() };
    assert_eq!(list.iter().map(|one| one.text).collect::<Vec<_>>(), ["a", "bc"]);
    assert_eq!(encode(&Choice::List(list)), message);
    assert_eq!(decode_view(&[0, 1, b'x']), Ok(Choice::Text("x")));
}

#[test]
fn raw_identifiers_lose_their_mark_in_the_schema() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct r#Struct {
        r#type: u16,
        r#fn: Vec<r#Enum>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum r#Enum {
        r#Match { r#in: u8 },
        Else,
    }
    bytes(
        r#Struct { r#type: 5, r#fn: vec![r#Enum::r#Match { r#in: 7 }, r#Enum::Else] },
        &[5, 2, 1, 0b10, 7],
    );
    assert_eq!(
        r#Struct::SCHEMA.to_string(),
        "struct Struct{type: u16, fn: seq(enum Enum{0 Match{in: u8}, 1 Else})}",
    );
}

#[test]
fn fixed_fields_have_their_full_width() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Header {
        #[onesheet(fixed)]
        magic: u32,
        #[onesheet(fixed)]
        offset: i16,
        kind: u8,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Item {
        Fixed(#[onesheet(fixed)] u16, u8),
        Mixed(#[onesheet(fixed)] u64, u16),
    }
    let header = Header { magic: 0x0102_0304, offset: -2, kind: 9 };
    bytes(header.clone(), &[4, 3, 2, 1, 0xfe, 0xff, 9]);
    twice(header, &[4, 3, 2, 1, 0xfe, 0xff, 9, 4, 3, 2, 1, 0xfe, 0xff, 9]);
    assert_eq!(<Header as Serialize>::FIXED, Some(7));
    bytes(Item::Fixed(300, 7), &[0, 0x2c, 1, 7]);
    bytes(Item::Mixed(1, 300), &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0xac, 2]);
    bytes(
        vec![Item::Fixed(1, 2), Item::Fixed(3, 4), Item::Mixed(5, 6)],
        &[3, 1, 0b100, 1, 0, 2, 3, 0, 4, 5, 0, 0, 0, 0, 0, 0, 0, 6],
    );
    assert_eq!(
        Header::SCHEMA.to_string(),
        "struct Header{magic: fixed u32, offset: fixed i16, kind: u8}",
    );
}

#[test]
fn skipped_fields_take_their_default() {
    /// Neither trait of onesheet.
    #[derive(Debug, PartialEq, Default, Clone)]
    struct Cache(Option<PathBuf>);
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Document {
        #[onesheet(skip)]
        cache: Cache,
        text: String,
        #[onesheet(skip)]
        opened: u64,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Node {
        Leaf(#[onesheet(skip)] Cache, u8),
        Only(#[onesheet(skip)] Cache),
    }
    let document = || Document { cache: Cache(Some("/a".into())), text: "hi".into(), opened: 7 };
    let read = || Document { cache: Cache(None), text: "hi".into(), opened: 0 };
    assert_eq!(encode(&document()), b"\x02hi");
    assert_eq!(decode(b"\x02hi"), Ok(read()));
    assert_eq!(encode(&vec![document(), document()]), b"\x02\x02\x0ahihi");
    assert_eq!(decode(b"\x02\x02\x0ahihi"), Ok(vec![read(), read()]));
    bytes(Node::Leaf(Cache(None), 7), &[0, 7]);
    bytes(vec![Node::Only(Cache(None)), Node::Leaf(Cache(None), 7)], &[2, 1, 0b01, 7]);
    assert_eq!(Document::SCHEMA.to_string(), "struct Document{text: str}");
}

#[test]
fn fields_with_a_marker_are_written_as_it_says() {
    struct AsText;
    impl With<PathBuf> for AsText {
        type Wire<'a> = String;
        fn to_wire(path: &PathBuf) -> String {
            path.to_str().unwrap().to_owned()
        }
        fn from_wire(text: String) -> Option<PathBuf> {
            text.starts_with('/').then(|| text.into())
        }
    }
    /// For any number that a `u8` can hold.
    struct InOneByte;
    impl<T: TryInto<u8> + From<u8> + Copy> With<T> for InOneByte {
        type Wire<'a> = u8;
        fn to_wire(number: &T) -> u8 {
            (*number).try_into().unwrap_or(u8::MAX)
        }
        fn from_wire(byte: u8) -> Option<T> {
            Some(byte.into())
        }
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Backup {
        #[onesheet(with = AsText)]
        path: PathBuf,
        #[onesheet(with = InOneByte)]
        level: u64,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Action {
        Stop,
        Restore(#[onesheet(with = AsText)] PathBuf),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    struct Options {
        #[onesheet(with = AsText, default = "/tmp")]
        folder: PathBuf,
    }
    let backup = Backup { path: "/a".into(), level: 7 };
    bytes(backup.clone(), b"\x02/a\x07");
    twice(backup, b"\x02\x0a/a/a\x07\x07");
    bytes(vec![Action::Restore("/a".into()), Action::Stop], b"\x02\x01\x01\x02/a");
    bytes(Options { folder: "/a".into() }, b"\x03\x02/a");
    assert_eq!(decode(b"\x00"), Ok(Options { folder: "/tmp".into() }));
    assert_eq!(Backup::SCHEMA.to_string(), "struct Backup{path: str, level: u8}");
    let error = decode::<Backup>(b"\x01a\x07").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Refused, 0));
    let error = decode::<Vec<Backup>>(b"\x01\x01a\x07").unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Refused, 1));
}

const LIMIT: u16 = 300;

mod defaults {
    pub const NAME: &str = "none";
    pub fn port() -> u16 {
        8080
    }
}

#[test]
fn defaults_by_trait_literal_constant_function_and_expression() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
    enum Mode {
        #[default]
        Slow,
        Fast,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    struct Config<'a> {
        id: u16,
        #[onesheet(default)]
        mode: Mode,
        #[onesheet(default = -5)]
        level: i32,
        #[onesheet(default = "text")]
        text: String,
        #[onesheet(default = LIMIT)]
        limit: u16,
        #[onesheet(default = defaults::NAME)]
        name: &'a str,
        #[onesheet(default = defaults::port)]
        port: u16,
        #[onesheet(default = Vec::new)]
        list: Vec<u8>,
        #[onesheet(default = vec![LIMIT; 2])]
        limits: Vec<u16>,
        #[onesheet(default = Some(Mode::Fast))]
        other: Option<Mode>,
        #[onesheet(default = Mode::Fast)]
        last: Mode,
    }
    let defaults = Config {
        id: 7,
        mode: Mode::Slow,
        level: -5,
        text: "text".into(),
        limit: 300,
        name: "none",
        port: 8080,
        list: vec![],
        limits: vec![300, 300],
        other: Some(Mode::Fast),
        last: Mode::Fast,
    };
    assert_eq!(decode_view::<Config>(&[1, 7]), Ok(defaults.clone()));
    assert_eq!(decode_view::<Config>(&[2, 7, 1]), Ok(Config { mode: Mode::Fast, ..defaults }));
    let error = decode_view::<Config>(&[0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::MissingField, 1));
}

#[test]
fn bounds_replace_those_that_are_inferred() {
    trait Named {
        const NAME: &'static str;
    }
    /// The derive would ask for `T: Serialize`, which is not needed.
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(bound = "T: Named")]
    struct Label<T> {
        #[onesheet(with = NameOf)]
        of: PhantomData<T>,
    }
    struct NameOf;
    impl<T: Named> With<PhantomData<T>> for NameOf {
        type Wire<'a> = String;
        fn to_wire(_: &PhantomData<T>) -> String {
            T::NAME.to_owned()
        }
        fn from_wire(name: String) -> Option<PhantomData<T>> {
            (name == T::NAME).then_some(PhantomData)
        }
    }
    #[derive(Debug, PartialEq)]
    struct Metre;
    impl Named for Metre {
        const NAME: &'static str = "m";
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(bound(serialize = "T: Serialize + Copy", deserialize = "T: Deserialize<'de>"))]
    struct Wrapped<T> {
        value: T,
    }
    bytes(Label::<Metre> { of: PhantomData }, b"\x01m");
    bytes(Wrapped { value: 300u16 }, &[0xac, 2]);
    let error = decode::<Label<Metre>>(b"\x01s").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
}

#[test]
fn rows_stay_whole_and_may_contain_themselves() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Point {
        x: u16,
        y: u16,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    enum Json {
        Null,
        Number(i64),
        List(Vec<Json>),
        Object(BTreeMap<String, Json>),
        Optional(Option<Box<Json>>),
        Pair(Box<(Json, Json)>),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Node<T> {
        value: T,
        next: Option<Box<Node<T>>>,
    }
    // Columns would be x 1, 3 and y 2, 4.
    bytes(vec![Point { x: 1, y: 2 }, Point { x: 3, y: 4 }], &[2, 1, 2, 3, 4]);
    let json = Json::List(vec![
        Json::Null,
        Json::Number(-1),
        Json::Object(BTreeMap::from([("a".into(), Json::Null), ("b".into(), Json::Number(1))])),
        Json::Optional(Some(Box::new(Json::Null))),
        Json::Pair(Box::new((Json::Null, Json::List(vec![])))),
    ]);
    bytes(json.clone(), &[2, 5, 0, 1, 1, 3, 2, 1, 3, b'a', b'b', 0, 1, 2, 4, 1, 0, 5, 0, 2, 0]);
    bytes(vec![Some(json.clone()), None], &[&[2, 1][..], &encode(&json)].concat());
    let list = Node { value: 1u16, next: Some(Box::new(Node { value: 2, next: None })) };
    bytes(list.clone(), &[1, 1, 2, 0]);
    bytes(vec![vec![list.clone()], vec![]], &[2, 1, 1, 1, 1, 2, 0]);
}

#[test]
fn types_may_contain_each_other() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    enum Expression {
        Number(u8),
        Block(Vec<Statement>),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Statement {
        value: Expression,
        semicolon: bool,
    }
    let block = Expression::Block(vec![
        Statement { value: Expression::Number(7), semicolon: true },
        Statement { value: Expression::Block(vec![]), semicolon: false },
    ]);
    bytes(block, &[1, 2, 0, 7, 1, 0, 0b01]);
}

/// They are no keys then, which is an error only where one is used as such.
#[test]
fn rows_may_contain_themselves_in_what_is_no_key() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
    #[onesheet(rows)]
    struct Node {
        children: HashMap<String, Node>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    enum Json {
        Null,
        Number(f64),
        Object(HashMap<String, Json>),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Edge {
        to: Vec<(f32, Edge)>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Block {
        weights: Vec<(f32, Statement)>,
        named: HashMap<String, Statement>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    enum Statement {
        Nothing,
        Block(Box<Block>),
        Both([Box<Statement>; 2]),
    }
    let children = HashMap::from([("a".into(), Node::default())]);
    bytes(Node { children }, b"\x01\x01a\x00");
    let members = HashMap::from([("a".into(), Json::Number(1.0)), ("b".into(), Json::Null)]);
    bytes(Json::Object(members), b"\x02\x02\x01\x03ab\x01\0\0\0\0\0\0\xf0\x3f\x00");
    bytes(Edge { to: vec![(1.0, Edge { to: vec![] })] }, &[1, 0, 0, 0x80, 0x3f, 0]);
    let inner = Block { weights: vec![(1.0, Statement::Nothing)], named: HashMap::new() };
    let both = Statement::Both([Box::new(Statement::Nothing), Box::new(Statement::Nothing)]);
    let named = HashMap::from([("a".into(), both)]);
    bytes(
        Block { weights: vec![(1.0, Statement::Block(Box::new(inner)))], named },
        b"\x01\0\0\x80\x3f\x01\x01\0\0\x80\x3f\x00\x00\x01\x01a\x02\x00\x00",
    );
}

/// Part by part, through all that a key may hold itself in.
#[test]
fn recursive_keys_have_an_order() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Default)]
    #[onesheet(rows)]
    struct Tree {
        list: Vec<(u8, Tree)>,
        maybe: Option<Box<Tree>>,
        map: BTreeMap<Reverse<u8>, Self>,
        set: BTreeSet<Tree>,
        pair: [Vec<Tree>; 2],
        last: i16,
    }
    let leaf = |last| Tree { last, ..Tree::default() };
    let map = |keys: &[u8]| keys.iter().map(|key| (Reverse(*key), leaf(0))).collect();
    let ascending = [
        leaf(-1),
        leaf(0),
        Tree { pair: [vec![], vec![leaf(-1)]], ..leaf(0) },
        Tree { pair: [vec![leaf(-1)], vec![]], ..leaf(0) },
        Tree { set: BTreeSet::from([leaf(-1)]), ..leaf(0) },
        Tree { set: BTreeSet::from([leaf(-1), leaf(0)]), ..leaf(0) },
        // The format orders entries by 1, 2; memory holds them as 2, 1.
        Tree { map: map(&[1]), ..leaf(0) },
        Tree { map: map(&[1, 2]), ..leaf(0) },
        Tree { map: map(&[2]), ..leaf(0) },
        Tree { maybe: Some(Box::new(leaf(-1))), ..leaf(0) },
        Tree { maybe: Some(Box::new(leaf(0))), ..leaf(0) },
        Tree { list: vec![(0, leaf(0))], ..leaf(0) },
        Tree { list: vec![(0, leaf(1))], ..leaf(0) },
        Tree { list: vec![(1, leaf(0))], ..leaf(0) },
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            assert_eq!(a.order(b), i.cmp(&j), "{i} {j}");
        }
    }
}

/// The compiler does not look at lifetimes when it looks for the impl of a trait.
#[test]
fn fields_may_differ_in_a_lifetime_alone() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    struct Static<'a> {
        a: &'a str,
        b: &'static str,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Two<'a, 'b> {
        a: &'a str,
        b: &'b str,
        c: Cow<'a, str>,
        d: Cow<'static, str>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Outer<'a, 'b> {
        a: Two<'a, 'a>,
        b: Two<'a, 'b>,
        c: Two<'b, 'b>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    struct Of<'a, T> {
        name: &'a str,
        value: T,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    struct Generic<'a, 'b, T> {
        a: Of<'a, T>,
        b: Of<'b, T>,
    }
    #[derive(Serialize, Debug, PartialEq)]
    struct Inner<'a> {
        a: Of<'a, u8>,
        b: Of<'static, u8>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Variants<'a, 'b> {
        Texts(&'a str, &'b str),
        Inner { a: Of<'a, u8>, b: Of<'b, u8> },
    }
    #[track_caller]
    fn view<'de, T: Serialize + Deserialize<'de> + PartialEq + Debug>(
        message: &'de [u8],
        value: &T,
    ) {
        assert_eq!(encode(value), message);
        assert_eq!(decode_view::<T>(message).as_ref(), Ok(value));
    }
    view(b"\x01a\x01b", &Static { a: "a", b: "b" });
    let (a, b) = (String::from("a"), String::from("b"));
    let two = Two { a: &a, b: &b, c: Cow::Borrowed("c"), d: Cow::Borrowed("d") };
    let message = b"\x01a\x01b\x01c\x01d".to_vec();
    view(&message, &two);
    let message = message.repeat(3);
    view(&message, &Outer { a: two.clone(), b: two.clone(), c: two });
    let (one, other) = (Of { name: &a, value: 1u8 }, Of { name: "b", value: 2u8 });
    view(b"\x01a\x01\x01b\x02", &Generic { a: one, b: other });
    assert_eq!(encode(&Inner { a: one, b: other }), b"\x01a\x01\x01b\x02");
    let list = vec![Variants::Texts(&a, "b"), Variants::Inner { a: one, b: other }];
    view(b"\x02\x01\x02\x01a\x01b\x01a\x01\x01b\x02", &list);
}

/// As serde has it: the bound of code that keeps what it decodes.
#[test]
fn what_borrows_nothing_is_owned() {
    fn copy<T: Serialize + DeserializeOwned>(value: &T) -> T {
        let message = encode(value);
        decode(&message).unwrap()
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Owned<T> {
        values: Vec<T>,
    }
    let owned = Owned { values: vec![String::from("a")] };
    assert_eq!(copy(&owned), owned);
}

#[test]
fn a_view_may_have_a_default() {
    #[derive(Deserialize)]
    #[onesheet(extensible)]
    struct View<'a> {
        id: u8,
        #[onesheet(default)]
        numbers: Seq<'a, u16>,
        #[onesheet(default)]
        pairs: Seq<'a, (&'a str, Option<u8>)>,
    }
    let view: View = decode_view(&[1, 7]).unwrap();
    assert_eq!((view.id, view.numbers.len(), view.numbers.get(0)), (7, 0, None));
    assert!(view.pairs.is_empty());
    assert_eq!(view.pairs.iter().next(), None);
}

/// An array of none of a type inside that type: not useful, but not without end either.
#[test]
fn an_array_of_none_of_itself() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Odd {
        number: u8,
        none: [Box<Odd>; 0],
    }
    bytes(vec![Odd { number: 7, none: [] }], &[1, 7]);
}

#[test]
fn catch_alls_of_every_kind() {
    macro_rules! catch_all {
        ($name:ident, $($other:tt)*) => {{
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            #[onesheet(extensible)]
            enum $name {
                Known(#[onesheet(default)] u8),
                #[onesheet(other)]
                $($other)*,
            }
            assert_eq!(decode::<$name>(&[0, 1, 7]), Ok($name::Known(7)));
            // Tag 9 with a block of two bytes.
            let other = decode::<$name>(&[9, 2, 1, 2]).unwrap();
            assert_eq!(encode(&other), [1, 0], "written as the catch-all itself");
            let mixed = decode::<Vec<$name>>(&[3, 4, 0x90, 0x01, 1, 7, 0, 2, 1, 2]).unwrap();
            assert_eq!(mixed, [$name::Known(7), other.clone(), other]);
        }};
    }
    catch_all!(Unit, Other);
    catch_all!(Braces, Other {});
    catch_all!(Parentheses, Other());
}

/// The order of the format, where `Ord` has another.
#[test]
fn keys_in_another_order_than_ord() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Clone, Copy)]
    enum Priority {
        #[onesheet(tag = 9)]
        Low,
        #[onesheet(tag = 1)]
        High(Reverse<u8>),
    }
    use Priority::{High, Low};
    assert!(Low < High(Reverse(1)) && High(Reverse(2)) < High(Reverse(1)));
    assert_eq!(Key::order(&Low, &High(Reverse(1))), Ordering::Greater);
    // Three tags in four bits, 1, 1, 9; then the fields of tag 1, ascending.
    let expected = [3, 4, 0x11, 0x09, 1, 2];
    bytes(BTreeSet::from([Low, High(Reverse(1)), High(Reverse(2))]), &expected);
    bytes(HashSet::from([Low, High(Reverse(1)), High(Reverse(2))]), &expected);
    bytes(BTreeMap::from([(Low, 'l'), (High(Reverse(1)), 'h')]), &[2, 4, 0x91, 1, 8, b'h', b'l']);
    let error = decode::<BTreeSet<Priority>>(&[3, 4, 0x19, 0x01, 1, 2]).unwrap_err();
    assert_eq!((error.kind(), error.rule()), (ErrorKind::NotAscending, "W10"));

    /// `Ord` by the last field, backwards.
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, Hash, Clone, Copy)]
    struct Version {
        major: u8,
        minor: u8,
    }
    impl Ord for Version {
        fn cmp(&self, other: &Self) -> Ordering {
            (other.minor, other.major).cmp(&(self.minor, self.major))
        }
    }
    impl PartialOrd for Version {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }
    let (a, b) = (Version { major: 1, minor: 9 }, Version { major: 2, minor: 0 });
    assert!(a < b);
    let versions = BTreeMap::from([(b, true), (a, false), (Version { major: 1, minor: 0 }, true)]);
    bytes(versions, &[3, 1, 0, 1, 9, 2, 0, 0b101]);
}

#[test]
fn maps_with_any_hasher() {
    type Hasher = BuildHasherDefault<DefaultHasher>;
    let map: HashMap<u16, bool, Hasher> = (0..100).map(|i| (i, i % 2 == 0)).collect();
    let set: HashSet<String, Hasher> = (0..100).map(|i| format!("{i:03}")).collect();
    let sorted: BTreeMap<u16, bool> = map.iter().map(|(key, value)| (*key, *value)).collect();
    bytes(map, &encode(&sorted));
    let sorted: BTreeSet<String> = set.iter().cloned().collect();
    bytes(set, &encode(&sorted));
}

#[test]
fn recursive_types_can_be_keys() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[onesheet(rows)]
    struct Path(u8, Vec<Path>);
    let leaf = |n| Path(n, vec![]);
    bytes(
        BTreeSet::from([Path(1, vec![leaf(3)]), leaf(2), Path(1, vec![])]),
        &[3, 1, 0, 1, 1, 3, 0, 2, 0],
    );
}

/// The compiler cannot find out by itself whether these are keys.
#[test]
fn types_that_contain_each_other_can_be_keys() {
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[onesheet(rows, bound(key = ""))]
    enum Pattern {
        Word(String),
        Any(BTreeSet<Reverse<Rule>>),
        Of(BTreeMap<Choice<u8>, Box<Choice<bool>>>),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[onesheet(rows)]
    struct Rule(Vec<Pattern>);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[onesheet(rows, bound(key = "T: Key"))]
    struct Choice<T>(T, Vec<Pattern>);

    let word = |text: &str| Pattern::Word(text.to_owned());
    // Memory descends; the format ascends.
    let any = Pattern::Any(BTreeSet::from([
        Reverse(Rule(vec![word("b")])),
        Reverse(Rule(vec![word("a"), word("c")])),
        Reverse(Rule(vec![])),
    ]));
    let of = Pattern::Of(BTreeMap::from([
        (Choice(2, vec![]), Box::new(Choice(false, vec![]))),
        (Choice(1, vec![any]), Box::new(Choice(true, vec![word("d")]))),
    ]));
    bytes(of, b"\x02\x02\x01\x01\x01\x03\x00\x02\x00\x01a\x00\x01c\x01\x00\x01b\x02\x00\x01\x01\x00\x01d\x00\x00");
    assert!(word("z").order(&Pattern::Any(BTreeSet::new())).is_lt());
}

/// A hand-written impl inside derived types.
#[test]
fn impls_by_hand_beside_derived_ones() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Even(u16);
    impl Serialize for Even {
        const SCHEMA: &'static Schema = u16::SCHEMA;
        fn serialize(&self, w: &mut Writer<'_>) {
            (self.0 / 2).serialize(w)
        }
        fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
            w.convert(items, |even| even.0 / 2)
        }
    }
    impl<'de> Deserialize<'de> for Even {
        type Column = <u16 as Deserialize<'de>>::Column;
        fn deserialize(r: &mut Reader<'de>) -> Result<Self, Error> {
            let start = r.position();
            let half = u16::deserialize(r)?;
            half.checked_mul(2).map(Even).ok_or(Error::new(ErrorKind::OutOfRange, start))
        }
        fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column, Error> {
            u16::deserialize_many(r, n)
        }
        fn next(column: &mut Self::Column) -> Result<Self, Error> {
            let half = u16::next(column)?;
            half.checked_mul(2).map(Even).ok_or(Error::new(ErrorKind::OutOfRange, 0))
        }
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Holder {
        even: Even,
        list: Vec<Even>,
        maybe: Option<Even>,
    }
    bytes(
        Holder { even: Even(600), list: vec![Even(2), Even(6)], maybe: Some(Even(4)) },
        &[0xac, 2, 2, 2, 0b1101, 1, 2],
    );
    let error = decode::<Even>(&[0x80, 0x80, 2]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::OutOfRange, 0));
    // A view of values that may be refused refuses when it is decoded, not when it is read.
    assert!(decode_view::<Seq<Even>>(&[2, 16, 0, 0x80, 0, 0]).is_err());
    let message = encode(&vec![Even(2), Even(4)]);
    let view: Seq<Even> = decode_view(&message).unwrap();
    assert_eq!(view.iter().collect::<Vec<_>>(), [Even(2), Even(4)]);
}

#[test]
fn many_fields_and_many_variants() {
    macro_rules! wide {
        ($($field:ident)*) => {
            #[derive(Serialize, Deserialize, Debug, PartialEq, Default, Clone)]
            struct Wide { $($field: u8,)* last: u16 }
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            #[allow(non_camel_case_types)]
            enum Many { $($field(u8),)* Last(u16) }
        };
    }
    wide! {
        a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9
        c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 d0 d1 d2 d3 d4 d5 d6 d7 d8 d9
        e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
    }
    let wide = Wide { a0: 1, last: 300, ..Wide::default() };
    let mut expected = vec![0; 62];
    (expected[0], expected[60], expected[61]) = (1, 0xac, 2);
    bytes(wide, &expected);
    bytes(vec![Many::f9(7), Many::a0(8)], &[2, 8, 59, 0, 8, 7]);
    bytes(Many::Last(1), &[60, 1]);
}

/// The fields of a variant of a type with many are read otherwise: the bytes, and what is rejected, are those of
/// a type with the same variants and no others.
#[test]
fn variants_of_a_type_with_many_fields_are_as_those_of_one_with_few() {
    macro_rules! both {
        ($($filler:ident)*) => {
            both! { @ Few<T>; }
            both! { @ Many<T>; $($filler(u8, u8, u8, u8, u8, u8, u8, u8),)* }
        };
        (@ $name:ident<$part:ident>; $($fillers:tt)*) => {
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            enum $name<$part> {
                Unit,
                Text(String),
                Fixed { #[onesheet(fixed)] a: u32, b: u8, #[onesheet(skip)] skipped: u64 },
                Mixed { a: u32, list: Vec<u16>, part: $part },
                Marked(#[onesheet(with = Even)] u16, bool),
                Parts([u16; 3], Option<$part>, (u8, String)),
                Long(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, String),
                $($fillers)*
            }

            impl $name<String> {
                fn all() -> Vec<Self> {
                    let text = |n: u32| "text".repeat(n as usize % 4);
                    let each = |n: u32| {
                        [
                            $name::Unit,
                            $name::Text(text(n)),
                            $name::Fixed { a: n << 20, b: 7, skipped: 0 },
                            $name::Mixed { a: n, list: vec![n as u16; n as usize], part: text(n + 1) },
                            $name::Marked(2 * n as u16, n % 3 == 0),
                            $name::Parts([1, n as u16, 300], (n % 2 == 0).then(|| text(n)), (3, text(2))),
                            $name::Long(n as u8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, text(n)),
                        ]
                    };
                    (0..5).flat_map(each).collect()
                }
            }
        };
    }
    /// Even numbers, as their half.
    struct Even;
    impl With<u16> for Even {
        type Wire<'a> = u32;

        fn to_wire(even: &u16) -> u32 {
            u32::from(*even) / 2
        }

        fn from_wire(half: u32) -> Option<u16> {
            u16::try_from(2 * u64::from(half)).ok()
        }
    }
    both! { A B C D E F G H }

    let (few, many) = (Few::all(), Many::all());
    // As text, for the types differ.
    fn text<T: Debug>(all: onesheet::Result<T>, name: &str) -> Result<String, ErrorKind> {
        all.map(|all| format!("{all:?}").replace(name, "")).map_err(|error| error.kind())
    }
    let same = |bytes: &[u8]| {
        let few = text(decode::<Vec<Few<String>>>(bytes), "Few");
        // Tags of others are no tags of few.
        if few != Err(ErrorKind::InvalidTag) {
            assert_eq!(text(decode::<Vec<Many<String>>>(bytes), "Many"), few);
        }
        let in_place = decode_view::<Seq<Few<String>>>(bytes).map(|all| Vec::from_iter(&all));
        let few = text(in_place, "Few");
        if few != Err(ErrorKind::InvalidTag) {
            let in_place = decode_view::<Seq<Many<String>>>(bytes).map(|all| Vec::from_iter(&all));
            assert_eq!(text(in_place, "Many"), few);
        }
    };
    for n in 0..=few.len() {
        for start in [0, n / 2, few.len() - n] {
            let end = (start + n).min(few.len());
            let bytes = encode(&few[start..end]);
            assert_eq!(encode(&many[start..end]), bytes);
            assert_eq!(decode::<Vec<Many<String>>>(&bytes).unwrap(), many[start..end]);
            same(&bytes);
        }
    }
    for (few, many) in few.iter().zip(&many) {
        assert_eq!(encode(few), encode(many));
        assert_eq!(decode::<Many<String>>(&encode(few)).as_ref(), Ok(many));
    }
    // Each byte changed, and the end cut off.
    let bytes = encode(&few);
    for place in 0..bytes.len() {
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut bytes = bytes.clone();
            bytes[place] ^= flip;
            same(&bytes);
        }
        same(&bytes[..place]);
    }
}

/// More fields and variants than types may be nested in each other.
#[test]
fn hundreds_of_fields_and_variants() {
    macro_rules! hundreds {
        ($($name:ident)*) => {
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            #[onesheet(extensible)]
            struct Wide {
                $(#[onesheet(default)] $name: u8,)*
                #[onesheet(default)]
                last: u16,
            }
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            #[allow(non_camel_case_types)]
            enum Many { $($name(u8),)* Last(u16) }
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            struct Plain { $($name: u8,)* last: u16, name: String }
            impl Plain {
                fn of(last: u16, name: &str) -> Self {
                    Plain { $($name: 3,)* last, name: name.into() }
                }
            }
        };
    }
    hundreds! {
        f000 f001 f002 f003 f004 f005 f006 f007 f008 f009 f010 f011 f012 f013 f014 f015
        f016 f017 f018 f019 f020 f021 f022 f023 f024 f025 f026 f027 f028 f029 f030 f031
        f032 f033 f034 f035 f036 f037 f038 f039 f040 f041 f042 f043 f044 f045 f046 f047
        f048 f049 f050 f051 f052 f053 f054 f055 f056 f057 f058 f059 f060 f061 f062 f063
        f064 f065 f066 f067 f068 f069 f070 f071 f072 f073 f074 f075 f076 f077 f078 f079
        f080 f081 f082 f083 f084 f085 f086 f087 f088 f089 f090 f091 f092 f093 f094 f095
        f096 f097 f098 f099 f100 f101 f102 f103 f104 f105 f106 f107 f108 f109 f110 f111
        f112 f113 f114 f115 f116 f117 f118 f119 f120 f121 f122 f123 f124 f125 f126 f127
        f128 f129 f130 f131 f132 f133 f134 f135 f136 f137 f138 f139 f140 f141 f142 f143
        f144 f145 f146 f147 f148 f149 f150 f151 f152 f153 f154 f155 f156 f157 f158 f159
        f160 f161 f162 f163 f164 f165 f166 f167 f168 f169 f170 f171 f172 f173 f174 f175
        f176 f177 f178 f179 f180 f181 f182 f183 f184 f185 f186 f187 f188 f189 f190 f191
        f192 f193 f194 f195 f196 f197 f198 f199
    }
    // The first field, and the others missing.
    let wide = decode::<Vec<Wide>>(&[2, 2, 7, 8]).unwrap();
    assert_eq!((wide[0].f000, wide[1].f000, wide[1].last), (7, 8, 0));
    let wide = Wide { f199: 9, last: 300, ..wide[0].clone() };
    let mut block = vec![0; 202];
    (block[0], block[199], block[200], block[201]) = (7, 9, 0xac, 2);
    bytes(wide, &[&[0xca, 1][..], &block].concat());
    bytes(
        vec![Many::f199(7), Many::Last(1), Many::f000(8), Many::f009(9)],
        &[4, 8, 199, 200, 0, 9, 8, 9, 7, 1],
    );
    // A field may stand apart in the code, but not on the wire.
    let mut one = vec![3; 200];
    one.extend([0xac, 2, 2, b'a', b'b']);
    bytes(Plain::of(300, "ab"), &one);
    let list = vec![Plain::of(300, "ab"), Plain { f100: 4, ..Plain::of(299, "c") }];
    assert_eq!(decode(&encode(&list)), Ok(list));
}

/// Deprecated things are the user's to use.
#[test]
#[deny(warnings)]
fn deprecated_types_fields_and_variants() {
    #[deprecated]
    #[derive(Serialize, Deserialize)]
    struct Old {
        #[deprecated]
        field: u8,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    enum Kinds {
        #[deprecated]
        Before(u8),
        After {
            #[deprecated]
            size: u8,
        },
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(bits)]
    struct Flags {
        #[deprecated]
        #[onesheet(bits = 8)]
        all: u8,
    }
    #[allow(deprecated)]
    {
        assert_eq!(encode(&Old { field: 1 }), [1]);
        assert_eq!(decode::<Old>(&[1]).unwrap().field, 1);
        bytes(Kinds::Before(1), &[0, 1]);
        bytes(Kinds::After { size: 1 }, &[1, 1]);
        bytes(Flags { all: 7 }, &[7]);
    }
}

/// What a marker makes may be static where the input is not.
#[test]
fn a_marker_makes_a_static_text() {
    struct Unit;

    impl With<&'static str> for Unit {
        type Wire<'a> = u8;

        fn to_wire(unit: &&'static str) -> u8 {
            u8::from(*unit == "m")
        }

        fn from_wire(wire: u8) -> Option<&'static str> {
            ["s", "m"].get(usize::from(wire)).copied()
        }
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Measure<'a> {
        #[onesheet(with = Unit)]
        unit: &'static str,
        #[onesheet(with = Option<Unit>)]
        other: Option<&'static str>,
        name: &'a str,
    }

    let message = vec![1, 1, 0, 1, b'x'];
    let measure = decode::<Measure>(&message).unwrap();
    assert_eq!(measure, Measure { unit: "m", other: Some("s"), name: "x" });
    assert_eq!(encode(&measure), message);
}

/// `'de` in bounds is the lifetime of the input, whatever the type calls its own.
#[test]
fn bounds_that_say_de() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de>"))]
    struct Named<'a, T> {
        name: &'a str,
        value: T,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(bound(serialize = "T: Serialize", deserialize = "T: for<'de> Deserialize<'de>"))]
    struct Owned<'a, T> {
        name: &'a str,
        value: T,
    }

    let message = vec![1, b'x', 1, b'y'];
    let named = decode::<Named<&str>>(&message).unwrap();
    assert_eq!(named, Named { name: "x", value: "y" });
    let owned = decode::<Owned<String>>(&message).unwrap();
    assert_eq!((owned.name, owned.value.as_str()), ("x", "y"));
    assert_eq!((encode(&named), encode(&owned)), (message.clone(), message));
}

/// A bound in the declaration may say already that a field can be read.
#[test]
fn bounds_by_a_trait() {
    trait Part: Serialize + DeserializeOwned {}
    impl Part for u16 {}
    impl Part for String {}
    trait Other {}
    impl Other for u16 {}
    trait Holder {
        type Item: Serialize + DeserializeOwned;
    }
    #[derive(Debug, PartialEq, Clone)]
    struct Texts;
    impl Holder for Texts {
        type Item = String;
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Owned<T: DeserializeOwned> {
        one: T,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Any<T: for<'a> Deserialize<'a>>(T, u8);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Parts<T: Part> {
        one: T,
        pair: (T, Vec<T>),
        array: [T; 2],
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Clause<T>
    where
        T: Part,
        Vec<T>: DeserializeOwned,
    {
        one: T,
        list: Vec<T>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Items<H: Holder> {
        one: H::Item,
        list: Vec<<H as Holder>::Item>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Iterated<I: Iterator>
    where
        I::Item: DeserializeOwned,
    {
        one: I::Item,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Choice<T: Part, U: Other> {
        None,
        One(T),
        Both { one: T, other: U },
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    struct Block<T: Part + Default> {
        one: T,
        #[onesheet(default)]
        later: T,
        #[onesheet(skip)]
        cache: T,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    enum Event<T: Part + Default> {
        Moved {
            #[onesheet(default)]
            to: T,
        },
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Tree<T: Part> {
        value: T,
        children: Vec<Tree<T>>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Pairs<T: DeserializeOwned>(T, Vec<(T, Pairs<T>)>);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    struct Others<T: Other>(T, Vec<(T, Others<T>)>);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Named<'a, T: Part> {
        name: &'a str,
        value: T,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Inside<T: Part> {
        one: Parts<T>,
        #[onesheet(with = Vec<_>)]
        marked: Vec<T>,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(from = T, into = T)]
    struct Converted<T: Part + Clone + From<Converted<T>>>(T);
    impl<T: Part + Clone + From<Converted<T>>> From<T> for Converted<T> {
        fn from(value: T) -> Self {
            Converted(value)
        }
    }
    impl From<Converted<u16>> for u16 {
        fn from(value: Converted<u16>) -> u16 {
            value.0
        }
    }

    bytes(Owned { one: 300u16 }, &[0xac, 2]);
    twice(Owned { one: 300u16 }, &[0x81, 0xac, 2, 0]);
    twice(Any(7u8, 9), &[7, 9, 7, 9]);
    let parts = |text: &str| Parts {
        one: text.to_owned(),
        pair: ("b".to_owned(), vec!["c".to_owned()]),
        array: ["d".to_owned(), text.to_owned()],
    };
    bytes(parts("a"), b"\x01a\x01b\x01\x01c\x01\x03da");
    bytes(Clause { one: 1u16, list: vec![2] }, &[1, 1, 2]);
    bytes(Items::<Texts> { one: "a".into(), list: vec!["b".into()] }, b"\x01a\x01\x01b");
    let one = Iterated::<std::vec::IntoIter<u16>> { one: 5 };
    assert_eq!(
        decode(&encode(&one)).map(|back: Iterated<std::vec::IntoIter<u16>>| back.one),
        Ok(5)
    );
    bytes(
        vec![Choice::None, Choice::One(1u16), Choice::Both { one: 2, other: 3u16 }],
        &[3, 2, 0b10_01_00, 1, 2, 3],
    );
    bytes(Block { one: 1u16, later: 2, cache: 0 }, &[2, 1, 2]);
    assert_eq!(decode(&[1, 1]), Ok(Block { one: 1u16, later: 0, cache: 0 }));
    bytes(Event::Moved { to: 7u16 }, &[0, 1, 7]);
    let leaf = |value: u16| Tree { value, children: vec![] };
    bytes(Tree { value: 1, children: vec![leaf(2), leaf(3)] }, &[1, 2, 2, 0, 3, 0]);
    bytes(Pairs(1u16, vec![(2, Pairs(3, vec![]))]), &[1, 1, 2, 3, 0]);
    bytes(Others(1u16, vec![(2, Others(3, vec![]))]), &[1, 1, 2, 3, 0]);
    let named = Named { name: "x", value: 300u16 };
    assert_eq!(decode(&encode(&named)), Ok(named));
    let inside = Inside { one: parts("a"), marked: vec!["e".to_owned()] };
    assert_eq!(decode(&encode(&inside)), Ok(inside));
    bytes(Converted(7u16), &[7]);

    // Values are charged what they are.
    let message = encode(&vec![Owned { one: "abc".to_owned() }; 9]);
    let least = 9 * (size_of::<String>() + 3);
    for (max_alloc, enough) in [(least - 1, false), (least, true)] {
        let limits = onesheet::Limits::default().max_alloc(max_alloc);
        let decoded = onesheet::decode_with::<Vec<Owned<String>>>(&message, &limits);
        assert_eq!(decoded.is_ok(), enough);
    }
    // And found at once, as without the bound.
    let message = encode(&vec![Owned { one: 7u16 }, Owned { one: 9 }]);
    let list: Seq<Owned<u16>> = decode_view(&message).unwrap();
    assert_eq!(list.get(1), Some(Owned { one: 9 }));
}

/// There are no references to the fields of a packed struct.
#[test]
fn packed_structs() {
    struct Doubled;
    impl With<u32> for Doubled {
        type Wire<'a> = u64;
        fn to_wire(number: &u32) -> u64 {
            u64::from(*number) * 2
        }
        fn from_wire(wire: u64) -> Option<u32> {
            u32::try_from(wire / 2).ok()
        }
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone, Copy)]
    #[repr(C, packed)]
    struct Header {
        kind: u8,
        size: u32,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct Plain {
        kind: u8,
        size: u32,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[repr(Rust, packed)]
    struct Marked {
        kind: u8,
        #[onesheet(with = Doubled)]
        a: u32,
        #[onesheet(with = [Option<Doubled>; 2])]
        b: [Option<u32>; 2],
        #[onesheet(skip)]
        c: u64,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[repr(Rust, packed)]
    struct Generic<T: Copy>(u8, T);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[repr(Rust, packed)]
    struct Text<'a>(u8, &'a str);
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Copy)]
    #[repr(Rust, packed)]
    #[onesheet(bits)]
    struct Bits {
        #[onesheet(bits = 4)]
        a: u16,
        #[onesheet(bits = 12)]
        b: u16,
    }

    twice(Header { kind: 1, size: 2 }, &[1, 1, 2, 0b1010]);
    for n in [0, 1, 2, 3, 300, 5000] {
        let packed: Vec<_> = (0..n).map(|i| Header { kind: i as u8, size: i * 77 }).collect();
        let plain: Vec<_> = (0..n).map(|i| Plain { kind: i as u8, size: i * 77 }).collect();
        assert_eq!(encode(&packed), encode(&plain), "{n}");
        assert_eq!(decode(&encode(&plain)), Ok(packed), "{n}");
    }
    let marked = Marked { kind: 1, a: 2, b: [None, Some(3)], c: 0 };
    bytes(marked, &[1, 4, 0b10, 6]);
    assert_eq!(decode(&encode(&vec![marked; 300])), Ok(vec![marked; 300]));
    twice(Generic(1, 'x'), &[1, 1, 8, b'x', b'x']);
    assert_eq!(decode(&encode(&vec![Text(1, "ab"); 3])), Ok(vec![Text(1, "ab"); 3]));
    bytes(BTreeMap::from([(Header { kind: 1, size: 2 }, 3u8)]), &[1, 1, 2, 3]);
    let mut buf = [0; Bits::MAX_LEN];
    assert_eq!(onesheet::encode_to_slice(&Bits { a: 1, b: 2 }, &mut buf), Ok(2));
    assert_eq!((buf, decode(&buf)), ([0x10, 2], Ok(Bits { a: 1, b: 2 })));
}

/// A type that has no value is in no message.
#[test]
fn enums_without_variants() {
    use std::convert::Infallible;

    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
    enum Never {}
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    enum NotYet {}
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    enum Rows {}
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(bits = 3)]
    enum Bits {}

    #[track_caller]
    fn none<T: Serialize + for<'de> Deserialize<'de, Column: Clone> + Debug>(kind: ErrorKind) {
        for tag in [0u32, 1, 7, 300, u32::MAX] {
            let (one, two) = (encode(&tag), encode(&vec![tag, 5]));
            assert_eq!(decode::<T>(&one).unwrap_err().kind(), kind);
            let list = [&[1], &one[..]].concat();
            assert_eq!(decode::<Vec<T>>(&list).unwrap_err().kind(), kind);
            assert_eq!(decode::<Option<T>>(&list).unwrap_err().kind(), kind);
            assert_eq!(decode::<Result<u8, T>>(&list).unwrap_err().kind(), kind);
            assert_eq!(decode::<[T; 1]>(&one).unwrap_err().kind(), kind);
            assert_eq!(decode_view::<Seq<T>>(&list).unwrap_err().kind(), kind);
            assert_eq!(decode::<Vec<T>>(&two).unwrap_err().kind(), kind);
            assert_eq!(decode_view::<Seq<T>>(&two).unwrap_err().kind(), kind);
        }
        assert_eq!(decode::<T>(&[]).unwrap_err().kind(), ErrorKind::UnexpectedEnd);
        assert_eq!(encode(&(Vec::<T>::new(), None::<T>)), [0, 0]);
        assert!(decode::<(Vec<T>, Option<T>)>(&[0, 0]).is_ok());
        assert_eq!(T::MAX_LEN, 0);
    }
    none::<Never>(ErrorKind::InvalidTag);
    none::<NotYet>(ErrorKind::UnknownVariant);
    none::<Rows>(ErrorKind::InvalidTag);
    none::<Bits>(ErrorKind::InvalidTag);
    none::<Infallible>(ErrorKind::InvalidTag);
    assert_eq!(Never::SCHEMA.to_string(), "enum Never{}");
    bytes(Ok::<u8, Never>(7), &[0, 7]);
    bytes(BTreeMap::<Never, Infallible>::new(), &[0]);
    bytes(BTreeSet::<Infallible>::new(), &[0]);
}

const FIRST: u32 = 3;

/// A tag is what the compiler makes of it.
#[test]
fn computed_tags() {
    const LETTER: u8 = b'a';
    mod elsewhere {
        pub const LAST: u32 = 300;
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
    enum Attributes {
        #[onesheet(tag = 1)]
        Number,
        #[onesheet(tag = FIRST)]
        Constant(u8),
        #[onesheet(tag = FIRST + 1)]
        Sum { value: u16 },
        #[onesheet(tag = LETTER as u32)]
        Letter,
        #[onesheet(tag = elsewhere::LAST)]
        Last(String),
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[repr(u8)]
    enum Discriminants {
        A = LETTER,
        B,
        C {
            value: u8,
        } = 1 << 7,
        D,
        #[onesheet(tag = FIRST + 300)]
        E = 0xfe,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    enum Letters {
        A = b'a' as isize,
        B,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(extensible)]
    enum Open {
        #[onesheet(tag = FIRST)]
        Known(u8),
        #[onesheet(tag = FIRST + 1, other)]
        Unknown,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(rows)]
    enum Tree {
        #[onesheet(tag = FIRST)]
        Node(Vec<Tree>),
        #[onesheet(tag = FIRST + 1)]
        Leaf,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(bits = 4)]
    enum Half {
        #[onesheet(tag = FIRST)]
        A,
        #[onesheet(tag = FIRST * 5)]
        B,
    }
    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    #[onesheet(bits)]
    struct Byte {
        high: Half,
        low: Half,
    }
    macro_rules! tagged {
        ($first:expr, $second:literal) => {
            #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
            enum ByMacro {
                #[onesheet(tag = $second)]
                B,
                #[onesheet(tag = $first)]
                A,
            }
        };
    }
    tagged!(FIRST + 6, 5);

    bytes(Attributes::Constant(5), &[3, 5]);
    bytes(Attributes::Sum { value: 7 }, &[4, 7]);
    bytes(Attributes::Letter, &[97]);
    bytes(Attributes::Last("x".into()), &[0xac, 2, 1, b'x']);
    let list = vec![Attributes::Sum { value: 7 }, Attributes::Number, Attributes::Constant(9)];
    bytes(list, &[3, 4, 0x14, 3, 9, 7]);
    assert_eq!(
        Attributes::SCHEMA.to_string(),
        "enum Attributes{1 Number, 3 Constant{0: u8}, 4 Sum{value: u16}, 97 Letter, 300 Last{0: str}}"
    );
    bytes(BTreeMap::from([(Attributes::Constant(1), 1u8)]), &[1, 3, 1, 1]);
    bytes(Letters::A, &[97]);
    bytes(Letters::B, &[98]);
    bytes(Open::Known(7), &[3, 1, 7]);
    assert_eq!(decode(&[9, 0]), Ok(Open::Unknown));
    bytes(Tree::Node(vec![Tree::Leaf, Tree::Leaf]), &[3, 2, 4, 4]);
    bytes(Byte { high: Half::B, low: Half::A }, &[0xf3]);
    assert_eq!(decode::<Byte>(&[0xf4]).unwrap_err().kind(), ErrorKind::InvalidTag);
    bytes(ByMacro::A, &[9]);
    bytes(ByMacro::B, &[5]);
    bytes(Discriminants::A, &[97]);
    bytes(Discriminants::B, &[98]);
    bytes(Discriminants::C { value: 1 }, &[0x80, 1, 1]);
    bytes(Discriminants::D, &[0x81, 1]);
    bytes(Discriminants::E, &[0xaf, 2]);
}
