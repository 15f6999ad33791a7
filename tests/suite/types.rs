//! The matrix: one type for each thing that a type can be made of or declared as.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::convert::Infallible;
use std::ffi::CString;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{NonZeroI16, NonZeroU8, NonZeroU64, Saturating, Wrapping};
use std::ops::{Bound, Range, RangeFrom};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use onesheet::de::DeserializeOwned;
use onesheet::types::{Be, Bounded, Fixed, Le};
use onesheet::{Deserialize, Serialize};
use onesheet_dynamic::parse_json;
use serde_json::{Value as Json, json};

/// What every type of the matrix can do.
pub trait Case: Serialize + for<'de> Deserialize<'de> + Debug + PartialEq {}

impl<T: Serialize + for<'de> Deserialize<'de> + Debug + PartialEq> Case for T {}

/// A trait of a user's that says what can be read.
pub trait Element: Serialize + DeserializeOwned {}

impl Element for u16 {}
impl Element for String {}

/// A property of every type.
pub trait Property {
    fn check<T: Case>(&mut self);
}

macro_rules! types {
    ($($item:item)*) => {$(
        #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
        $item
    )*};
}

types! {
    pub struct Empty;

    pub struct Newtype(pub u32);

    pub struct Pair {
        pub number: u16,
        pub flag: bool,
    }

    /// Fixed as a whole (W1).
    pub struct Pixel {
        pub rgb: [u8; 3],
        #[onesheet(fixed)]
        pub at: u32,
        pub depth: f32,
        pub nothing: (),
    }

    /// Fixed but for one field.
    pub struct Almost {
        pub a: u8,
        #[onesheet(fixed)]
        pub b: i64,
        pub c: u16,
    }

    pub struct Primitives {
        pub a: u8,
        pub b: u16,
        pub c: u32,
        pub d: u64,
        pub e: u128,
        pub f: i8,
        pub g: i16,
        pub h: i32,
        pub i: i64,
        pub j: i128,
        pub k: f32,
        pub l: f64,
        pub m: bool,
        pub n: char,
        pub o: String,
        pub p: Vec<u8>,
        pub q: (),
    }

    pub struct Row {
        pub number: u16,
        pub text: String,
        pub flag: Option<bool>,
    }

    pub struct Telemetry {
        pub seq: u16,
        pub time: u32,
        pub temperature: i16,
        pub flags: u8,
        pub samples: [i16; 4],
    }

    pub enum Source {
        Kernel,
        User,
        Driver(String),
    }

    pub struct Entry {
        pub time: u64,
        pub source: Source,
        pub device: Option<String>,
        pub codes: Vec<u16>,
    }

    pub struct Disk {
        pub name: String,
        pub size: Option<u128>,
        pub tags: BTreeSet<String>,
    }

    pub struct Arrays {
        pub none: [u16; 0],
        pub three: [i32; 3],
        pub grid: [[bool; 3]; 2],
        pub units: [(); 4],
        pub words: [String; 2],
        pub pixels: [Pixel; 2],
    }

    pub struct Block<const N: usize>(pub [u64; N]);

    pub struct Generic<A, B> {
        pub a: A,
        pub b: Vec<B>,
        pub of: PhantomData<A>,
    }

    /// A bound that says already that the field can be read.
    pub struct Bounds<T: Element> {
        pub one: T,
        pub list: Vec<T>,
        pub pair: (T, u8),
    }

    #[derive(Copy)]
    #[repr(C, packed)]
    pub struct Packed {
        pub a: u8,
        pub b: u32,
        #[onesheet(fixed)]
        pub c: u64,
        pub d: Option<u16>,
        pub e: PackedFixed,
    }

    #[derive(Copy)]
    #[repr(Rust, packed(2))]
    pub struct PackedFixed(pub u8, pub f64, pub [i8; 3]);

    #[derive(Copy)]
    #[repr(C, packed)]
    #[onesheet(rows)]
    pub struct PackedRows {
        pub a: u8,
        pub b: i32,
    }

    #[derive(Copy)]
    #[repr(C, packed)]
    #[onesheet(extensible)]
    pub struct PackedBlock {
        pub a: u8,
        #[onesheet(default = 7)]
        pub b: i64,
    }

    pub enum Never {}

    #[onesheet(extensible)]
    pub enum NeverYet {}

    #[onesheet(rows)]
    pub enum NeverRows {}

    pub struct WithoutValues {
        pub option: Option<Never>,
        pub list: Vec<NeverYet>,
        pub result: Result<u16, Infallible>,
        pub none: [Never; 0],
        pub rows: Option<Vec<NeverRows>>,
    }

    pub enum Partly {
        Never(Never, u8),
        Number(u8),
        Rows { a: NeverRows },
        Texts(Vec<String>),
    }

    pub struct Skipping {
        pub kept: u16,
        #[onesheet(skip)]
        pub left_out: u32,
        pub last: String,
    }

    pub struct Nested {
        pub rows: Vec<Row>,
        pub lists: Vec<Vec<Pair>>,
        pub maybe: Option<Box<Entry>>,
        pub result: Result<Row, Shape>,
    }

    pub struct Packet {
        pub port: Be<u16>,
        pub crc: Le<u32>,
        pub id: Fixed<u64>,
        pub address: [Be<u32>; 2],
    }

    pub struct Small {
        pub name: Bounded<String, 8>,
        pub data: Bounded<Vec<u8>, 4>,
        pub numbers: Bounded<Vec<u16>, 3>,
        pub keys: Bounded<BTreeSet<u8>, 2>,
    }

    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum Colour {
        Red,
        Green,
        Blue,
    }

    pub enum Option3 {
        Nothing,
        #[onesheet(tag = 3)]
        Byte(u8),
    }

    #[derive(Eq, PartialOrd, Ord, Hash)]
    pub enum KeyEnum {
        Nothing,
        #[onesheet(tag = 5)]
        Two(u16, u8),
    }

    pub enum Alone {
        Only,
    }

    pub enum Single {
        Only(u32, bool),
    }

    /// Tags by discriminants and by attribute, not in declaration order.
    #[repr(u32)]
    pub enum Shape {
        Polygon { corners: Vec<(i16, i16)>, name: String } = 700,
        Circle(u8) = 3,
        Pixels(Pixel, u8) = 4,
        #[onesheet(tag = 0)]
        Nothing,
        #[onesheet(tag = 4_294_967_295)]
        Last(u64),
    }

    #[derive(Eq, PartialOrd, Ord, Hash)]
    pub struct Key {
        pub number: u16,
        pub text: String,
    }

    #[onesheet(extensible)]
    pub struct NoFields;

    #[onesheet(extensible)]
    pub struct OneByte(#[onesheet(default)] pub u8);

    #[onesheet(extensible)]
    pub struct TwoBytes(#[onesheet(default)] pub u8, #[onesheet(default)] pub u8);

    #[onesheet(extensible)]
    pub struct Version {
        #[onesheet(default = 7)]
        pub major: u8,
        #[onesheet(default = 500)]
        pub minor: u16,
    }

    #[onesheet(extensible)]
    pub struct Release {
        #[onesheet(default = 7)]
        pub id: u8,
        #[onesheet(default = Version { major: 8, minor: 9 })]
        pub version: Version,
    }

    /// The first field is required.
    #[onesheet(extensible)]
    pub struct Config {
        pub host: String,
        #[onesheet(default = 8080)]
        pub port: u16,
        #[onesheet(default)]
        pub tags: Vec<String>,
    }

    #[onesheet(extensible)]
    pub struct FiveU64(#[onesheet(default = 5)] pub u64);

    #[onesheet(extensible)]
    pub struct NineU8(#[onesheet(default = 9)] pub u8);

    #[onesheet(extensible)]
    pub struct TextOnly(#[onesheet(default)] pub String);

    #[onesheet(extensible)]
    pub struct BytesOnly(#[onesheet(default)] pub Vec<u8>);

    #[onesheet(extensible)]
    pub struct BoolOnly(#[onesheet(default)] pub bool);

    #[onesheet(extensible)]
    pub enum One {
        Only,
    }

    #[onesheet(extensible)]
    pub enum Nine {
        Zero,
        One(#[onesheet(default = 9)] u8),
    }

    #[onesheet(extensible)]
    pub enum Command {
        Stop,
        Start(#[onesheet(default = 7)] u8),
    }

    #[onesheet(extensible)]
    pub enum Notice {
        #[onesheet(other)]
        Unknown,
        Level(#[onesheet(default = 7)] u8),
    }

    #[onesheet(extensible)]
    pub enum Event {
        #[onesheet(tag = 5, other)]
        Unknown,
        #[onesheet(tag = 1)]
        Two(#[onesheet(default = 7)] u8, #[onesheet(default = 8)] u8),
        #[onesheet(tag = 300)]
        Text {
            #[onesheet(default = "d")]
            text: String,
        },
    }

    #[onesheet(rows)]
    #[derive(Eq, PartialOrd, Ord)]
    pub struct InRows(pub u16);

    #[onesheet(extensible)]
    pub struct LastUnit {
        pub a: u8,
        pub b: (),
    }

    #[onesheet(extensible)]
    pub struct OnlyUnit(pub ());

    #[onesheet(extensible)]
    pub struct LastArray {
        pub a: u8,
        pub b: [String; 0],
    }

    #[onesheet(extensible)]
    pub struct LastStructs {
        pub a: u8,
        pub b: [((), Empty); 2],
    }

    #[onesheet(extensible)]
    pub struct LastRows {
        pub a: u8,
        pub b: UnitRows,
        pub c: [UnitRows; 2],
    }

    #[onesheet(extensible)]
    pub struct NoBytes {
        pub a: (),
        pub b: [u16; 0],
    }

    #[onesheet(extensible)]
    pub struct NoDefault {
        pub a: u8,
        pub b: u8,
    }

    #[onesheet(extensible)]
    pub struct LastExtensible {
        pub a: u8,
        pub b: NoFields,
    }

    #[onesheet(extensible)]
    pub enum LastOfVariants {
        A(()),
        B(u8, [u16; 0]),
    }

    #[onesheet(rows)]
    pub struct BoolRows(pub bool);

    #[onesheet(rows)]
    pub struct ListRows(pub Vec<u16>);

    #[onesheet(rows)]
    pub struct Folder(pub BTreeMap<String, Folder>);

    #[onesheet(rows)]
    pub enum Sum {
        Number(i64),
        Of(Box<Sum>, Box<Sum>),
    }

    #[onesheet(rows)]
    pub struct UnitRows(pub ());

    #[onesheet(rows)]
    pub struct Tree {
        pub value: u8,
        pub children: Vec<Tree>,
    }

    #[onesheet(rows)]
    pub struct Chain(pub Option<Box<Link>>);

    /// One of two types that contain each other.
    pub struct Link {
        pub number: u16,
        pub next: Chain,
    }

    #[onesheet(rows)]
    pub struct Onion(pub Option<Box<Onion>>);

    #[onesheet(rows)]
    pub enum Expression {
        Number(i32),
        Sum(Vec<Expression>),
        #[onesheet(tag = 9)]
        Call { name: String, arguments: Vec<Expression> },
    }

    #[onesheet(rows, extensible)]
    pub struct Growing {
        #[onesheet(default)]
        pub number: u16,
        #[onesheet(default)]
        pub inner: Vec<Growing>,
    }
}

/// The extensible types with the values of their defaults, which a schema does not hold, in the
/// form of `tests/vectors`.
const DECLARED: &[(&str, &str)] = &[
    ("NoFields", r#"{"ext_struct": []}"#),
    ("OneByte", r#"{"ext_struct": [["u8", "0"]]}"#),
    ("TwoBytes", r#"{"ext_struct": [["u8", "0"], ["u8", "0"]]}"#),
    ("Version", r#"{"ext_struct": [["u8", "7"], ["u16", "500"]]}"#),
    (
        "Release",
        r#"{"ext_struct": [["u8", "7"],
            [{"ext_struct": [["u8", "7"], ["u16", "500"]]}, ["8", "9"]]]}"#,
    ),
    ("FiveU64", r#"{"ext_struct": [["u64", "5"]]}"#),
    ("NineU8", r#"{"ext_struct": [["u8", "9"]]}"#),
    ("TextOnly", r#"{"ext_struct": [["str", ""]]}"#),
    ("BytesOnly", r#"{"ext_struct": [["bytes", ""]]}"#),
    ("BoolOnly", r#"{"ext_struct": [["bool", false]]}"#),
    ("One", r#"{"ext_enum": [[0, []]], "other": null}"#),
    ("Nine", r#"{"ext_enum": [[0, []], [1, [["u8", "9"]]]], "other": null}"#),
    ("Command", r#"{"ext_enum": [[0, []], [1, [["u8", "7"]]]], "other": null}"#),
    ("Notice", r#"{"ext_enum": [[0, []], [1, [["u8", "7"]]]], "other": 0}"#),
    (
        "Event",
        r#"{"ext_enum": [[1, [["u8", "7"], ["u8", "8"]]], [5, []], [300, [["str", "d"]]]],
            "other": 5}"#,
    ),
];

/// A type's JSON such that equal types have equal JSON: no names, one spelling of each type, the
/// values of defaults.
pub fn plain_json(json: &Json) -> Json {
    plain(json, &mut Vec::new())
}

/// `rows` are the names of the rows types around.
fn plain(json: &Json, rows: &mut Vec<String>) -> Json {
    let Some(object) = json.as_object() else {
        return match json.as_str() {
            Some("usize") => json!("u64"),
            Some("isize") => json!("i64"),
            _ => json.clone(),
        };
    };
    let name = object.get("name").and_then(Json::as_str);
    if let Some((_, declared)) = DECLARED.iter().find(|(declared, _)| name == Some(*declared)) {
        return plain(&parse_json(declared).unwrap(), rows);
    }
    let list = |types: &Json, rows: &mut Vec<String>| -> Json {
        types.as_array().unwrap().iter().map(|ty| plain(ty, rows)).collect()
    };
    // A field with its default.
    let field = |field: &Json, rows: &mut Vec<String>| -> Json {
        let mut field = field.as_array().unwrap().clone();
        field[0] = plain(&field[0], rows);
        Json::Array(field)
    };
    if object.contains_key("max") {
        return json.clone();
    }
    let (kind, inner) = object.iter().next().unwrap();
    match kind.as_str() {
        "seq" if inner == "u8" => json!("bytes"),
        "option" | "seq" | "set" => json!({kind: plain(inner, rows)}),
        "array" => json!({"array": [plain(&inner[0], rows), inner[1]]}),
        "tuple" | "struct" => match inner.as_array().unwrap().as_slice() {
            [] => json!("unit"),
            [one] => plain(one, rows),
            _ => json!({"tuple": list(inner, rows)}),
        },
        "map" => json!({"map": list(inner, rows)}),
        "result" => {
            let parts = list(inner, rows);
            json!({"enum": [[0, [parts[0]]], [1, [parts[1]]]]})
        }
        "enum" | "ext_enum" => {
            let mut variants: Vec<Json> = inner.as_array().unwrap().clone();
            variants.sort_by_key(|variant| variant[0].as_u64());
            for variant in &mut variants {
                let fields = variant[1].as_array().unwrap();
                variant[1] = if kind == "enum" {
                    fields.iter().map(|ty| plain(ty, rows)).collect()
                } else {
                    fields.iter().map(|f| field(f, rows)).collect()
                };
            }
            match object.get("other") {
                Some(other) => json!({kind: variants, "other": other}),
                None => json!({kind: variants}),
            }
        }
        "ext_struct" => {
            let fields = inner.as_array().unwrap();
            json!({kind: fields.iter().map(|f| field(f, rows)).collect::<Json>()})
        }
        "rows" => json!({"rows": plain(inner, rows)}),
        "def" => {
            rows.push(inner.as_str().unwrap().to_owned());
            let ty = &object["type"];
            let ty = plain(ty.get("rows").unwrap_or(ty), rows);
            rows.pop();
            json!({"rows": ty})
        }
        "ref" => {
            let distance = rows.iter().rev().position(|name| Some(name.as_str()) == inner.as_str());
            json!({"ref": distance.unwrap()})
        }
        _ => json.clone(),
    }
}

macro_rules! for_each {
    ($(#[$doc:meta])* $name:ident: $($ty:ty,)*) => {
        $(#[$doc])*
        pub fn $name(property: &mut impl Property) {
            $(property.check::<$ty>();)*
        }
    };
}

for_each! {
    /// Holds the property against every type that has all values of its format type.
    each_complete:

    // Rows 1 to 5: leaves, alone and in lists.
    (), bool, char, String, Vec<u8>,
    u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64,
    Fixed<u16>, Fixed<u32>, Fixed<u64>, Fixed<i16>, Fixed<i32>, Fixed<i64>,
    Vec<()>, Vec<bool>, Vec<char>, Vec<String>, Vec<Vec<u8>>,
    Vec<i8>, Vec<u16>, Vec<u32>, Vec<u64>, Vec<u128>, Vec<usize>,
    Vec<i16>, Vec<i32>, Vec<i64>, Vec<isize>, Vec<f32>, Vec<f64>,
    Vec<Fixed<u16>>, Vec<Fixed<u32>>, Vec<Fixed<i64>>,

    // Rows 6 to 9.
    Option<u8>, Option<u16>, Option<Option<u8>>, Option<String>, Vec<Option<u16>>,
    Vec<Option<String>>, Vec<Option<()>>, Option<[u16; 2]>, [Option<u8>; 3], [Pair; 2],
    [(bool, u16); 2], (u8, Fixed<u16>, i8), Vec<(u8, Fixed<u16>)>, (bool, bool), (u8, u8),
    (u64, u64), (f32, f32), (char, char), (String, String), (Vec<u8>, Vec<u8>), ((), ()),
    (Option<u16>, Option<u16>), (Vec<u16>, Vec<u16>), ([u16; 2], [u16; 2]), (Key, Key),
    (BTreeSet<u8>, BTreeSet<u8>), (KeyEnum, KeyEnum), (InRows, InRows), (Fixed<u32>, Fixed<u32>),
    (u8,), (u8, u16), ((), bool), (bool, (u16, String)),
    (u16, u32, u64, i8, i16, i32, i64, f64, bool, char, (), String),
    [u8; 3], [u16; 0], [u16; 2], [u16; 3], [u16; 4], [u16; 67],
    [u32; 2], [u32; 3], [u32; 67], [u64; 2], [u64; 3], [u64; 67],
    [i16; 2], [i16; 3], [i16; 67], [i32; 67], [bool; 9], [char; 2], [String; 2], [Vec<u8>; 2],
    [[u16; 2]; 2], [(); 4], [Pair; 3], [BTreeSet<u8>; 2], [Result<(), ()>; 2],
    Vec<[bool; 3]>, Vec<[u64; 0]>, Vec<[(); 3]>, Vec<[u16; 2]>, Vec<((), bool)>, Vec<((), ())>,
    Vec<Vec<u16>>, Vec<Vec<()>>, Vec<Vec<Vec<u8>>>, Vec<Vec<Option<bool>>>,

    // Row 10.
    BTreeSet<u8>, BTreeSet<i8>, BTreeSet<u16>, BTreeSet<i16>, BTreeSet<u64>, BTreeSet<u128>,
    BTreeSet<bool>, BTreeSet<char>, BTreeSet<()>, BTreeSet<String>, BTreeSet<Vec<u8>>,
    BTreeSet<Fixed<u32>>, BTreeSet<Fixed<i64>>, BTreeSet<Option<u16>>, BTreeSet<[u16; 2]>,
    BTreeSet<Vec<u16>>, BTreeSet<BTreeSet<u8>>, BTreeSet<BTreeMap<u8, bool>>, BTreeSet<Key>,
    BTreeSet<(u8, u8)>, BTreeSet<Result<u8, String>>, BTreeSet<KeyEnum>, BTreeSet<Colour>,
    BTreeMap<u8, u8>, BTreeMap<u8, bool>, BTreeMap<String, u8>, BTreeMap<String, bool>,
    BTreeMap<Option<u16>, bool>, BTreeMap<BTreeMap<u8, bool>, bool>, BTreeMap<u8, BTreeSet<u8>>,
    BTreeMap<i8, bool>, BTreeMap<bool, bool>, BTreeMap<char, bool>, BTreeMap<u128, bool>,
    BTreeMap<Vec<u8>, bool>, BTreeMap<Vec<u16>, bool>, BTreeMap<[u16; 2], bool>,
    BTreeMap<(u8, u8), bool>, BTreeMap<(u16, i16), bool>, BTreeMap<Key, bool>,
    BTreeMap<KeyEnum, bool>, BTreeMap<BTreeSet<u8>, bool>, BTreeMap<Result<u8, String>, bool>,
    BTreeMap<Fixed<i64>, bool>, BTreeMap<InRows, bool>, BTreeSet<InRows>, BTreeSet<(u16, i16)>,
    Vec<BTreeSet<u8>>, Vec<BTreeMap<u8, bool>>, BTreeMap<String, Disk>, BTreeMap<i16, bool>, BTreeMap<u64, bool>, BTreeMap<Fixed<u32>, bool>,
    HashMap<String, u8>, HashMap<u32, Row>, HashSet<i16>, HashSet<String>,
    Vec<BTreeSet<()>>, Vec<BTreeMap<(), ()>>, Vec<BTreeSet<u16>>, Vec<HashMap<u8, String>>,

    // Row 11.
    Result<u16, String>, Result<u8, u8>, Vec<Result<u16, String>>, Vec<Result<(), ()>>,
    Colour, Vec<Colour>, Option3, Vec<Option3>, Single, Vec<Single>, Shape, Vec<Shape>,
    Option<Never>, Vec<Never>, WithoutValues, Vec<WithoutValues>, Partly, Vec<Partly>,
    KeyEnum, Vec<KeyEnum>, Source, Alone, Vec<Alone>, Vec<Result<u8, String>>,

    // Structs.
    Empty, Vec<Empty>, Newtype, Vec<Newtype>, Pair, Vec<Pair>, Pixel, Vec<Pixel>, Almost,
    Vec<Almost>, Primitives, Vec<Primitives>, Row, Vec<Row>, Telemetry, Vec<Telemetry>,
    Vec<Entry>, Disk, Arrays, Vec<Arrays>, Block<5>, Generic<u16, String>,
    Vec<Generic<Option<u8>, Pair>>, Bounds<u16>, Vec<Bounds<u16>>, Vec<Bounds<String>>,
    Packed, Vec<Packed>, PackedFixed, Vec<PackedFixed>, PackedRows, Vec<PackedRows>, PackedBlock,
    Vec<PackedBlock>, Option<Packed>, [Packed; 3], Skipping, Vec<Skipping>, Nested, Vec<Nested>,

    // Rows 12 and 13.
    NoFields, Vec<NoFields>, OneByte, Vec<OneByte>, Vec<TwoBytes>, Version, Vec<Version>, Release,
    (Version, Version), FiveU64, Vec<FiveU64>, NineU8, Vec<NineU8>, TextOnly, (TextOnly, u8),
    BytesOnly, BoolOnly, One, Vec<One>, Nine, Vec<Nine>, (Nine, Nine), (Notice, u8),
    Vec<Release>, Config, Vec<Config>, (Version, u8), Command, Vec<Command>, Notice, Vec<Notice>,
    Event, Vec<Event>, LastUnit, Vec<LastUnit>, OnlyUnit, LastArray, LastStructs, LastRows,
    Vec<NoBytes>, NoDefault, LastExtensible, Vec<LastOfVariants>,

    // Row 14.
    InRows, Vec<InRows>, [InRows; 2], Vec<UnitRows>, Vec<BoolRows>, Vec<ListRows>, Folder, Sum, Tree, Vec<Tree>, Vec<Vec<Tree>>, Chain,
    Vec<Chain>, Vec<Link>, Onion, Expression, Vec<Expression>, Growing, Vec<Option<Growing>>,

    // Types of std that are written as another.
    Box<u16>, Rc<Row>, Arc<[u16]>, Rc<[Row]>, Box<[String]>, Box<str>, Rc<str>, Arc<str>,
    Cow<'static, str>, Cow<'static, [u16]>, VecDeque<u16>, LinkedList<Option<i16>>, VecDeque<Row>,
    Wrapping<u32>, Saturating<i16>, Reverse<String>, Cell<u16>, PhantomData<String>, IpAddr,
    Vec<IpAddr>, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6, Range<u32>, Vec<Range<u8>>,
    RangeFrom<u8>, Bound<u16>, Vec<Bound<String>>, Ordering, Vec<Ordering>,
    Be<u16>, Vec<Be<u32>>, Le<f64>, Packet, Vec<Packet>,
}

for_each! {
    /// Holds the property against the types that refuse some values of their format type.
    each_refusing:

    NonZeroU8, Vec<NonZeroU64>, Option<NonZeroI16>, CString, Vec<CString>, Duration,
    Vec<Duration>, SystemTime, Vec<SystemTime>, Bounded<String, 5>, Vec<Bounded<Vec<u16>, 3>>,
    Small, Vec<Small>,
}
