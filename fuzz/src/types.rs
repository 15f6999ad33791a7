//! One derived type for each thing that a type can hold or be declared as.
//!
//! A default that a field declares is that of [`defaults`](crate::defaults).

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroI16, NonZeroU8, NonZeroU64, Wrapping};
use std::ops::{Bound, Range};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use arbitrary::{Arbitrary, Unstructured};
use onesheet::types::{Be, Bounded, Fixed, Le};
use onesheet::with::With;
use onesheet::{Deserialize, Serialize};

macro_rules! types {
    ($($item:item)*) => {$(
        #[derive(Arbitrary, Serialize, Deserialize, Clone, Debug, PartialEq)]
        $item
    )*};
}

types! {
    pub struct Nothing;

    pub struct Unsigned {
        a: u8,
        b: u16,
        c: u32,
        d: u64,
        e: u128,
        f: usize,
    }

    pub struct Signed {
        a: i8,
        b: i16,
        c: i32,
        d: i64,
        e: i128,
        f: isize,
    }

    pub struct Floats {
        a: f32,
        b: f64,
    }

    /// In memory as on the wire, if numbers are little-endian.
    pub struct Vertex {
        position: [f32; 3],
        colour: [u8; 4],
    }

    /// Fixed as a whole (W1).
    pub struct Pixel {
        rgb: [u8; 3],
        #[onesheet(fixed)]
        at: u32,
        depth: f32,
        nothing: (),
    }

    /// Fixed but for one field.
    pub struct Almost {
        a: u8,
        #[onesheet(fixed)]
        b: i64,
        c: u16,
    }

    pub struct Flags(bool, bool, u8);

    pub struct Letter(char);

    pub struct Text {
        text: String,
        letters: Vec<char>,
    }

    pub struct Maybe {
        number: Option<u16>,
        nested: Option<Option<bool>>,
        unit: Option<()>,
        text: Option<String>,
    }

    pub struct Arrays {
        none: [u16; 0],
        three: [i32; 3],
        grid: [[bool; 3]; 2],
        units: [(); 4],
        words: [String; 2],
    }

    pub struct Block<const N: usize>([u64; N]);

    pub struct Lists {
        numbers: Vec<u16>,
        bytes: Vec<u8>,
        lists: Vec<Vec<i64>>,
        units: Vec<()>,
    }

    pub struct Others {
        deque: VecDeque<Flags>,
        linked: LinkedList<Option<i16>>,
        boxed: Box<[String]>,
        shared: Rc<str>,
        arc: Arc<[u8]>,
    }

    pub struct Sets {
        numbers: BTreeSet<u32>,
        words: BTreeSet<String>,
        pairs: BTreeSet<(bool, i16)>,
        sets: BTreeSet<BTreeSet<u8>>,
    }

    pub struct Maps {
        fixed: BTreeMap<u8, i8>,
        lists: BTreeMap<String, Vec<u16>>,
        maps: BTreeMap<Option<i32>, BTreeMap<u8, bool>>,
    }

    pub struct Hashed {
        map: HashMap<u32, String>,
        set: HashSet<i16>,
    }

    #[derive(Copy, Eq, PartialOrd, Ord)]
    pub enum Colour {
        Red,
        Green,
        Blue,
    }

    #[derive(Eq, PartialOrd, Ord)]
    pub enum Shape {
        Nothing,
        #[onesheet(tag = 3)]
        Circle(u8),
        #[onesheet(tag = 700)]
        Polygon { corners: Vec<(i16, i16)>, name: String },
        #[onesheet(tag = 4_294_967_295)]
        Last(u64),
    }

    pub enum Single {
        Only(u32, bool),
    }

    #[derive(Eq, PartialOrd, Ord)]
    pub struct Key {
        colour: Colour,
        text: String,
    }

    pub struct Keyed {
        shapes: BTreeSet<Shape>,
        keys: BTreeMap<Key, Colour>,
        letters: BTreeSet<char>,
    }

    #[onesheet(rows)]
    pub struct Tree {
        label: u8,
        children: Vec<Tree>,
    }

    #[onesheet(rows)]
    pub enum Expr {
        Number(i64),
        Name(String),
        Sum(Box<Expr>, Box<Expr>),
        Call { name: String, arguments: Vec<Expr> },
    }

    /// Rows of columns, in columns.
    pub struct Forest {
        trees: Vec<Tree>,
        plots: [Option<Row>; 2],
    }

    #[onesheet(rows)]
    #[derive(Eq, PartialOrd, Ord)]
    pub struct Row {
        a: u16,
        b: Vec<u16>,
    }

    pub struct Pair<A, B> {
        a: A,
        b: B,
    }

    pub struct Results {
        one: Result<u16, String>,
        many: Vec<Result<u8, i32>>,
    }

    pub struct Pointers {
        boxed: Box<u32>,
        rc: Rc<String>,
        arc: Arc<Vec<u16>>,
        #[arbitrary(with = cow)]
        cow: Cow<'static, str>,
    }

    pub struct Wrapped {
        wrapping: Wrapping<u16>,
        reverse: Reverse<u8>,
        #[arbitrary(with = ordering)]
        ordering: Ordering,
        cell: Cell<i32>,
    }

    pub struct Networks {
        ip: IpAddr,
        socket: SocketAddr,
    }

    pub struct NonZeros {
        a: NonZeroU8,
        b: NonZeroI16,
        c: NonZeroU64,
    }

    pub struct Times {
        duration: Duration,
        #[arbitrary(with = system_time)]
        time: SystemTime,
    }

    pub struct Ranges {
        range: Range<u16>,
        wide: Range<i32>,
        bound: Bound<u8>,
    }

    pub struct CText(CString);

    pub struct Limited {
        #[arbitrary(with = bounded_text)]
        text: Bounded<String, 8>,
        #[arbitrary(with = bounded_list)]
        list: Bounded<Vec<u16>, 4>,
    }

    pub struct Header {
        #[arbitrary(with = be)]
        length: Be<u32>,
        #[arbitrary(with = le)]
        kind: Le<u16>,
        #[arbitrary(with = fixed)]
        check: Fixed<u64>,
    }

    pub struct Skipped {
        a: u16,
        #[onesheet(skip)]
        #[arbitrary(default)]
        cache: u32,
        b: String,
    }

    pub struct Custom {
        #[onesheet(with = Halved)]
        #[arbitrary(with = even)]
        even: u32,
        rest: u8,
    }

    pub struct Sixteen(u8, u16, bool, char, i8, i16, u8, u16, bool, char, i8, i16, (), u32, i64, u8);

    pub struct Entry {
        time: u64,
        level: Level,
        device: Option<String>,
        codes: Vec<u16>,
    }

    pub enum Level {
        Info,
        Warning,
        Error(String),
    }

    pub struct Telemetry {
        sequence: u16,
        time: u32,
        temperature: i16,
        flags: u8,
        samples: [i16; 4],
    }

    #[onesheet(extensible)]
    pub struct Extensible {
        #[onesheet(default = 7)]
        a: u8,
        #[onesheet(default = 500)]
        b: u16,
    }

    #[onesheet(extensible)]
    pub struct Required {
        id: u32,
        names: Vec<String>,
        #[onesheet(default)]
        note: Option<String>,
        #[onesheet(default)]
        more: Vec<u32>,
    }

    #[onesheet(extensible)]
    pub struct NoFields {}

    #[onesheet(extensible)]
    pub enum Open {
        #[onesheet(other)]
        Unknown,
        Number(#[onesheet(default = 7)] u8),
        #[onesheet(tag = 300)]
        Text {
            text: String,
            #[onesheet(default = true)]
            bold: bool,
        },
    }

    #[onesheet(extensible)]
    pub enum Closed {
        Start,
        Number(#[onesheet(default = 7)] u8),
    }

    #[onesheet(extensible)]
    pub struct Outer {
        inner: Extensible,
        list: Vec<Open>,
        #[onesheet(default)]
        maybe: Option<Closed>,
    }

    #[onesheet(extensible, rows)]
    pub struct Branch {
        label: u8,
        #[onesheet(default)]
        children: Vec<Branch>,
    }
}

/// Even numbers, written as their halves.
pub struct Halved;

impl With<u32> for Halved {
    type Wire<'a> = u32;

    fn to_wire(even: &u32) -> u32 {
        even / 2
    }

    fn from_wire(half: u32) -> Option<u32> {
        half.checked_mul(2)
    }
}

fn even(u: &mut Unstructured) -> arbitrary::Result<u32> {
    Ok(u.arbitrary::<u32>()? & !1)
}

fn system_time(u: &mut Unstructured) -> arbitrary::Result<SystemTime> {
    let distance = Duration::new(u.arbitrary::<u32>()?.into(), u.int_in_range(0..=999_999_999)?);
    let epoch = SystemTime::UNIX_EPOCH;
    Ok(if u.arbitrary()? { epoch + distance } else { epoch - distance })
}

fn bounded_text(u: &mut Unstructured) -> arbitrary::Result<Bounded<String, 8>> {
    let text: String = u.arbitrary()?;
    Ok(Bounded::new(text).unwrap_or_default())
}

fn bounded_list(u: &mut Unstructured) -> arbitrary::Result<Bounded<Vec<u16>, 4>> {
    let list: Vec<u16> = u.arbitrary()?;
    Ok(Bounded::new(list).unwrap_or_default())
}

fn be(u: &mut Unstructured) -> arbitrary::Result<Be<u32>> {
    u.arbitrary().map(Be::<u32>::new)
}

fn le(u: &mut Unstructured) -> arbitrary::Result<Le<u16>> {
    u.arbitrary().map(Le::<u16>::new)
}

fn fixed(u: &mut Unstructured) -> arbitrary::Result<Fixed<u64>> {
    u.arbitrary().map(Fixed::<u64>::new)
}

fn cow(u: &mut Unstructured) -> arbitrary::Result<Cow<'static, str>> {
    u.arbitrary().map(Cow::Owned)
}

fn ordering(u: &mut Unstructured) -> arbitrary::Result<Ordering> {
    u.choose(&[Ordering::Less, Ordering::Equal, Ordering::Greater]).copied()
}
