//! Defaults that are filled in are charged for all that they claim (W33, W34).

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, LinkedList, VecDeque};
use std::fmt::Debug;
use std::rc::Rc;

use allocation_counter::measure;
use onesheet::with::With;
use onesheet::{Deserialize, Error, ErrorKind, Limits, decode, decode_with};

const LIMIT: usize = 1 << 20;

fn text() -> String {
    "page ".repeat(120)
}

thread_local! {
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Another default each time, as no default should be.
fn growing() -> Vec<u8> {
    vec![7; 100 * CALLS.replace(CALLS.get() + 1)]
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

/// A list of as many values as the limit is short of by far, each with the default alone.
#[track_caller]
fn charged<T: for<'de> Deserialize<'de>>() {
    // 2^21 values, and an empty block for all of them.
    let message = [0x80, 0x80, 0x80, 0x01, 0x00];
    let limits = Limits::default().max_alloc(LIMIT);
    refused(|| decode_with::<Vec<T>>(&message, &limits).map(drop));
    // 2^11 values that would fit, but for what their defaults claim.
    refused(|| decode_with::<Vec<T>>(&[0x80, 0x10, 0x00], &limits).map(drop));
    // The same, each in a block of its own.
    let message = [&[0x80, 0x10][..], &[0; 1 << 11]].concat();
    refused(|| decode_with::<Vec<Own<T>>>(&message, &limits).map(drop));
    // A few are within it.
    assert_eq!(decode::<Vec<T>>(&[3, 0]).unwrap().len(), 3);
}

#[derive(Deserialize)]
#[onesheet(rows)]
struct Own<T>(T);

#[track_caller]
fn refused(decode: impl FnOnce() -> Result<(), Error>) {
    CALLS.set(0);
    let mut result = Ok(());
    let info = measure(|| result = decode());
    assert_eq!(result.map_err(|error| error.kind()), Err(ErrorKind::MemoryLimit));
    // One default may be made before it is charged.
    let bound = LIMIT as u64 + (200 << 10);
    assert!(info.bytes_max <= bound, "{} bytes were claimed", info.bytes_max);
}

macro_rules! pages {
    ($($name:ident: $ty:ty = $default:expr;)*) => {$(
        #[derive(Deserialize)]
        #[onesheet(extensible)]
        #[allow(dead_code)]
        struct $name {
            #[onesheet(default = $default)]
            field: $ty,
        }
    )*};
}

pages! {
    Text: String = text;
    Shared: Rc<str> = Rc::from(text());
    Borrowed: Cow<'static, String> = Cow::Owned(text());
    Lists: Vec<Vec<u16>> = vec![vec![1; 300]; 2];
    Reserved: Vec<u8> = Vec::with_capacity(1200);
    Deque: VecDeque<u64> = VecDeque::from([9; 150]);
    Linked: LinkedList<u64> = LinkedList::from([9; 50]);
    Boxed: Box<[u64; 150]> = Box::new([5; 150]);
    Tree: BTreeMap<u8, String> = BTreeMap::from([(1, text()), (2, text())]);
    Table: HashMap<u16, [u64; 8]> = HashMap::from([(1, [0; 8]), (2, [1; 8]), (3, [2; 8])]);
    Parts: (u8, Option<String>) = (1, Some(text()));
    Outcome: Result<u8, [String; 2]> = Err([text(), text()]);
    Growing: Vec<u8> = growing;
}

#[derive(Deserialize)]
#[onesheet(extensible)]
#[allow(dead_code)]
struct Other {
    #[onesheet(default = text, with = Reversed)]
    field: String,
}

/// A struct of such a field, and an enum.
#[derive(Deserialize, Debug)]
#[onesheet(extensible)]
#[allow(dead_code)]
struct Nested {
    #[onesheet(default)]
    field: Inner,
    #[onesheet(default = Kind::Named { name: text() })]
    kind: Kind,
}

#[derive(Deserialize, Debug)]
#[allow(dead_code)]
struct Inner(String, u8);

impl Default for Inner {
    fn default() -> Self {
        Inner(text(), 1)
    }
}

#[derive(Deserialize, Debug)]
#[allow(dead_code)]
enum Kind {
    None,
    Named { name: String },
}

#[test]
fn defaults_are_charged_for_what_they_claim() {
    charged::<Text>();
    charged::<Shared>();
    charged::<Borrowed>();
    charged::<Lists>();
    charged::<Reserved>();
    charged::<Deque>();
    charged::<Linked>();
    charged::<Boxed>();
    charged::<Tree>();
    charged::<Table>();
    charged::<Parts>();
    charged::<Outcome>();
    charged::<Other>();
    charged::<Nested>();
}

#[test]
fn a_default_that_grows_is_stopped() {
    let limits = Limits::default().max_alloc(LIMIT);
    refused(|| decode_with::<Vec<Growing>>(&[0x80, 0x10, 0x00], &limits).map(drop));
    let message = [&[0x80, 0x10][..], &[0; 1 << 11]].concat();
    refused(|| decode_with::<Vec<Own<Growing>>>(&message, &limits).map(drop));
}
