//! Derived types and the dynamic codec, through `T::SCHEMA`: the same bytes, the same verdict.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{Saturating, Wrapping};
use std::ops::{Bound, Range};
use std::rc::Rc;
use std::sync::Arc;

use onesheet::types::{Bounded, Fixed};
use onesheet::{Deserialize, Serialize};
use onesheet_dynamic::mutants::mutants;
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Error, Limits, Type, Value, decode, decode_traced, encode};

/// Random messages of `T`, and broken ones.
const MESSAGES: usize = 60;
const BROKEN: usize = 30;

#[track_caller]
fn agree<T: Serialize + for<'de> Deserialize<'de>>() {
    let ty = Type::from_schema(T::SCHEMA).unwrap();
    forms_agree::<T>(&ty);
    let mut random = Random::new(ty.fingerprint());
    for _ in 0..MESSAGES {
        let Some(value) = random.value(&ty) else { return };
        let bytes = encode(&ty, &value).unwrap();
        let derived: T = match onesheet::decode(&bytes) {
            Ok(derived) => derived,
            Err(e) => panic!("{ty}\n{bytes:02x?}: the derived type says {e}"),
        };
        assert_eq!(onesheet::encode(&derived), bytes, "{ty}\n{}", value.to_exact_json());
        let mut spans = Vec::new();
        let mut trace = |span| spans.push(span);
        let traced = decode_traced(&ty, &bytes, &Limits::default(), &mut trace).unwrap();
        // Who is told what the bytes mean has them read value by value.
        let plain = decode(&ty, &bytes, &Limits::default()).unwrap();
        assert_eq!(traced, plain, "{ty}");
        for mutant in mutants(&bytes, &spans, BROKEN, &mut random) {
            same_verdict::<T>(&ty, &mutant);
        }
        // From an earlier or a later version of the extensible types inside (W29 to W32).
        let version = random.evolve(&ty);
        let Some(value) = random.value(&version) else { continue };
        same_verdict::<T>(&ty, &encode(&version, &value).unwrap());
    }
}

/// The forms of the schema are the same from both crates, and can be read back.
#[track_caller]
fn forms_agree<T: Serialize>(ty: &Type) {
    let text = T::SCHEMA.to_string();
    assert_eq!(ty.to_string(), text);
    assert_eq!(text.parse::<Type>().unwrap(), *ty);
    let json = T::SCHEMA.json().to_string();
    assert_eq!(ty.to_json().to_string(), json);
    assert_eq!(Type::from_json(&json).unwrap(), *ty);
    assert_eq!(T::SCHEMA.fingerprint(), ty.fingerprint(), "{text}\n{}", ty.wire_form());
}

#[track_caller]
fn same_verdict<T: Serialize + for<'de> Deserialize<'de>>(ty: &Type, bytes: &[u8]) {
    match (onesheet::decode::<T>(bytes), decode(ty, bytes, &Limits::default())) {
        (Ok(derived), Ok(value)) => {
            let again = onesheet::encode(&derived);
            if has_default(&value) {
                assert!(decode(ty, &again, &Limits::default()).is_ok(), "{ty}\n{bytes:02x?}");
            } else {
                assert_eq!(encode(ty, &value).unwrap(), again, "{ty}\n{bytes:02x?}");
            }
        }
        // Where two rules are broken at once, each may name its own: the vectors settle the rest.
        (Err(_), Err(_)) => {}
        // The dynamic codec takes more memory for a value, and so meets its limit earlier.
        (Ok(_), Err(Error { rule: 33, .. })) => {}
        (Ok(_), Err(e)) => panic!("{ty}\n{bytes:02x?}: only the dynamic codec says {e}"),
        (Err(e), Ok(_)) => panic!("{ty}\n{bytes:02x?}: only the derived type says {e}"),
    }
}

fn has_default(value: &Value) -> bool {
    match value {
        Value::Default => true,
        Value::Option(Some(value)) | Value::Result(Ok(value) | Err(value)) => has_default(value),
        Value::List(values) | Value::Variant(_, values) => values.iter().any(has_default),
        Value::Map(entries) => entries.iter().any(|(_, value)| has_default(value)),
        _ => false,
    }
}

#[derive(Serialize, Deserialize)]
struct Plain {
    id: u32,
    name: String,
    flags: Option<bool>,
    delta: i64,
}

#[derive(Serialize, Deserialize)]
struct AllFixed {
    a: u8,
    b: [f32; 3],
    c: Fixed<u32>,
    #[onesheet(fixed)]
    d: i16,
    e: (),
    f: u128,
    g: i128,
}

#[derive(Serialize, Deserialize)]
struct Wrapper(u64);

#[derive(Serialize, Deserialize)]
struct Nothing;

#[derive(Serialize, Deserialize)]
struct Table {
    rows: Vec<Plain>,
    fixed: Vec<AllFixed>,
    wrapped: Vec<Wrapper>,
    nothing: Vec<Nothing>,
    pairs: Vec<(u8, u16)>,
    arrays: Vec<[u16; 3]>,
    empty: Vec<[u16; 0]>,
    texts: Vec<String>,
    bytes: Vec<Vec<u8>>,
    options: Vec<Option<char>>,
    results: Vec<Result<i32, String>>,
    bools: Vec<bool>,
    nested: Vec<Vec<Vec<i16>>>,
}

#[derive(Serialize, Deserialize)]
struct Sorted {
    set: BTreeSet<i32>,
    map: BTreeMap<String, Vec<f64>>,
    sets: Vec<BTreeSet<(bool, char)>>,
    maps: Vec<BTreeMap<Option<u8>, u8>>,
    of_sets: BTreeSet<BTreeSet<u16>>,
    of_enums: BTreeSet<Shape>,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Empty,
    #[onesheet(tag = 700)]
    Square(u16),
    #[onesheet(tag = 3)]
    Named {
        name: String,
        sides: [u8; 2],
    },
}

#[derive(Serialize, Deserialize)]
struct Shapes {
    one: Shape,
    many: Vec<Shape>,
    fixed: Vec<FixedShape>,
}

#[derive(Serialize, Deserialize)]
enum FixedShape {
    A(u8, f32),
    B(i8),
}

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
struct Config {
    host: String,
    port: u16,
    #[onesheet(default = 7)]
    retries: u8,
    #[onesheet(default)]
    tags: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
enum Event {
    Started,
    Moved {
        x: i32,
        #[onesheet(default)]
        y: i32,
    },
    #[onesheet(other, tag = 100)]
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
enum Strict {
    A(u8),
    B,
}

#[derive(Serialize, Deserialize)]
struct Extensible {
    config: Config,
    configs: Vec<Config>,
    events: Vec<Event>,
    event: Event,
    strict: Vec<Strict>,
    empty: Vec<NoFields>,
}

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
struct NoFields {}

#[derive(Serialize, Deserialize)]
#[onesheet(rows)]
struct Tree {
    value: u16,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize)]
#[onesheet(rows)]
enum Expression {
    Number(i64),
    Sum(Vec<Expression>),
    Negated(Box<Expression>),
    Call { name: String, block: Option<Box<Block>> },
}

#[derive(Serialize, Deserialize)]
struct Block {
    label: u8,
    body: Vec<Expression>,
    scope: Vec<Scope>,
}

#[derive(Serialize, Deserialize)]
#[onesheet(rows)]
struct Scope {
    block: Option<Box<Block>>,
    inner: Vec<Scope>,
}

#[derive(Serialize, Deserialize)]
struct Generic<T> {
    before: Vec<T>,
    value: T,
}

#[derive(Serialize, Deserialize)]
struct Limited {
    name: Bounded<String, 20>,
    data: Bounded<Vec<u8>, 4>,
    samples: Bounded<Vec<u16>, 3>,
    names: Vec<Bounded<String, 9>>,
}

macro_rules! agree {
    ($($name:ident: $($ty:ty),+;)+) => {$(
        #[test]
        fn $name() {
            $(agree::<$ty>();)+
        }
    )+};
}

agree! {
    w1_fixed: u8, i8, u128, i128, f32, f64, (), [u8; 4], (u8, f32), AllFixed, Nothing, Vec<AllFixed>,
        Vec<(u8, [[i8; 2]; 3], [(); 2], [f32; 2])>;
    w2_w3_integers: u16, u32, u64, usize, char, i16, i32, i64, isize, Vec<u16>, Vec<u32>, Vec<u64>,
        Vec<char>, Vec<i16>, Vec<i32>, Vec<i64>, [u16; 1], [u64; 5], [i32; 9], Wrapper;
    w4_bool: bool, Vec<bool>, [bool; 11];
    w5_str: String, Vec<String>, [String; 2];
    w6_option: Option<u16>, Vec<Option<i32>>, Option<Option<()>>, Vec<Option<Option<bool>>>;
    w7_structs: Plain, (u16, String), Generic<u8>, Generic<Plain>, Generic<Generic<Option<i16>>>;
    w8_arrays: [[u16; 3]; 2], [Plain; 2], [String; 0], Vec<[Option<u8>; 3]>;
    w9_seqs: Table, Vec<u8>, Vec<()>, Vec<Vec<()>>, Vec<Vec<Plain>>;
    w10_sorted: Sorted, BTreeSet<String>, BTreeMap<u8, u8>, Vec<BTreeMap<u16, String>>;
    w11_enums: Shape, Shapes, Result<u16, ()>, Vec<Result<String, u8>>;
    w12_w13_extensible: Config, Event, Strict, Extensible, Vec<Config>, Vec<Event>, Vec<NoFields>;
    w14_rows: Tree, Vec<Tree>, Expression, Block, Scope, Generic<Tree>, Generic<Expression>;
    bounds: Limited, Vec<Limited>;
    pointers: Box<u16>, Rc<str>, Arc<[Plain]>, Cow<'static, str>, Box<[i32]>, Vec<Box<Wrapper>>;
    collections: VecDeque<u16>, LinkedList<String>, HashMap<String, u8>, HashSet<i64>,
        Vec<HashMap<u8, Vec<bool>>>;
    std_types: Range<u32>, Range<i8>, Vec<Range<u16>>, Bound<u16>, Ordering, Vec<Ordering>,
        Reverse<u16>, Wrapping<i32>, Saturating<u8>, Cell<u64>, Vec<Cell<bool>>;
    addresses: IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, Vec<IpAddr>, Vec<SocketAddr>;
}
