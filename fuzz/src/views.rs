//! Borrowing types beside the owned ones that have the same messages.

use std::num::NonZeroU16;
use std::time::Duration;

use onesheet::list::{Indexed, Seq};
use onesheet::types::{Bounded, Fixed};
use onesheet::{Deserialize, ErrorKind, Result, Schema, Serialize};
use onesheet::{decode_with, encode};

use crate::LIMITS;

macro_rules! types {
    ($($item:item)*) => {$(
        #[derive(Serialize, Deserialize, Clone)]
        $item
    )*};
}

types! {
    struct Entry {
        time: u64,
        name: String,
        tags: Vec<String>,
        data: Vec<u8>,
        level: Option<Level>,
    }

    struct EntryView<'a> {
        time: u64,
        name: &'a str,
        tags: Seq<'a, &'a str>,
        data: &'a [u8],
        level: Option<LevelView<'a>>,
    }

    enum Level {
        Info,
        Error(String),
        #[onesheet(tag = 300)]
        Codes { codes: Vec<u16>, at: [bool; 3] },
    }

    enum LevelView<'a> {
        Info,
        Error(&'a str),
        #[onesheet(tag = 300)]
        Codes { codes: Seq<'a, u16>, at: [bool; 3] },
    }

    #[onesheet(extensible)]
    struct Config {
        host: String,
        #[onesheet(default = 7)]
        level: u8,
        #[onesheet(default)]
        ports: Option<Vec<u16>>,
    }

    #[onesheet(extensible)]
    struct ConfigView<'a> {
        host: &'a str,
        #[onesheet(default = 7)]
        level: u8,
        #[onesheet(default)]
        ports: Option<Seq<'a, u16>>,
    }

    #[onesheet(extensible)]
    enum Event {
        #[onesheet(other)]
        Unknown,
        Text(String, #[onesheet(default = 7)] u8),
        List { list: Vec<i32> },
    }

    #[onesheet(extensible)]
    enum EventView<'a> {
        #[onesheet(other)]
        Unknown,
        Text(&'a str, #[onesheet(default = 7)] u8),
        List { list: Seq<'a, i32> },
    }

    #[onesheet(rows)]
    struct Row {
        a: u16,
        list: Vec<u16>,
    }

    #[onesheet(rows)]
    struct RowView<'a> {
        a: u16,
        list: Seq<'a, u16>,
    }

    struct Pixel {
        #[onesheet(fixed)]
        at: u32,
        depth: Fixed<i16>,
        rgb: [u8; 3],
    }

    /// In memory as on the wire, if numbers are little-endian.
    struct Vertex {
        position: [f32; 3],
        colour: [u8; 4],
    }

    struct Sample(u16, bool, [i32; 2]);
}

/// A borrowing type and the check that it is the same as the owned one.
pub struct View {
    pub schema: &'static Schema,
    pub check: fn(&[u8]),
}

/// Same verdict, and the same value: the one that has the same message.
fn pair<V: Serialize, O: Serialize>(view: Result<V>, owned: Result<O>) {
    let name = std::any::type_name::<V>();
    match (view, owned) {
        (Ok(view), Ok(owned)) => assert_eq!(encode(&view), encode(&owned), "{name}"),
        (Err(_), Err(_)) => {}
        // What is owned claims memory.
        (Ok(_), Err(error)) => assert_eq!(error.kind(), ErrorKind::MemoryLimit, "{name}"),
        (Err(error), Ok(_)) => panic!("{name} is refused: {error}"),
    }
}

/// Every way to take the values of a list gives those of the owned one.
fn seq<'a, T, O>(message: &'a [u8])
where
    T: Deserialize<'a, Column: Clone> + Serialize,
    O: Deserialize<'a> + Serialize,
{
    let view = decode_with::<Seq<T>>(message, &LIMITS);
    let owned = decode_with::<Vec<O>>(message, &LIMITS);
    if let (Ok(view), Ok(owned)) = (&view, &owned) {
        assert_eq!(view.len(), owned.len());
        for i in places(owned.len()) {
            let mut iter = view.iter();
            same(iter.nth(i), owned.get(i));
            let rest = owned.get(i + 1..).unwrap_or_default();
            assert_eq!(iter.len(), rest.len());
            let mut copy = iter.clone();
            rest.iter().take(20).for_each(|value| same(iter.next(), Some(value)));
            same(copy.nth(3), rest.get(3));
            same(copy.last(), rest.get(4..).and_then(<[O]>::last));
        }
        let mut steps = view.iter().step_by(3);
        owned.iter().step_by(3).for_each(|value| same(steps.next(), Some(value)));
        same(steps.next(), None::<&O>);
    }
    pair(view, owned);
}

/// As [`seq`], and each value at once.
fn indexed<'a, T: Deserialize<'a, Column: Clone> + Serialize + Indexed>(message: &'a [u8]) {
    if let Ok(view) = decode_with::<Seq<T>>(message, &LIMITS) {
        get(&view);
    }
    if let Ok(views) = decode_with::<Seq<Seq<T>>>(message, &LIMITS) {
        for i in places(views.len()) {
            views.iter().nth(i).iter().for_each(get);
        }
    }
    seq::<T, T>(message);
}

fn get<'a, T: Deserialize<'a, Column: Clone> + Serialize + Indexed>(view: &Seq<'a, T>) {
    let all: Vec<T> = view.iter().collect();
    places(all.len()).into_iter().for_each(|i| same(view.get(i), all.get(i)));
}

fn places(len: usize) -> [usize; 5] {
    [0, 1, len / 2, len.saturating_sub(1), len]
}

#[track_caller]
fn same<A: Serialize, B: Serialize>(a: Option<A>, b: Option<&B>) {
    assert_eq!(a.as_ref().map(encode), b.map(encode), "{}", std::any::type_name::<A>());
}

macro_rules! views {
    (
        indexed { $($item:ty;)* }
        seqs { $($seq_view:ty, $seq_owned:ty;)* }
        pairs { $($view:ty, $owned:ty;)* }
    ) => {
        pub const VIEWS: &[View] = &[
            $(View { schema: <Vec<$item>>::SCHEMA, check: |message| indexed::<$item>(message) },)*
            $(View {
                schema: <Vec<$seq_owned>>::SCHEMA,
                check: |message| seq::<$seq_view, $seq_owned>(message),
            },)*
            $(View {
                schema: <$owned>::SCHEMA,
                check: |message| {
                    let view = decode_with::<$view>(message, &LIMITS);
                    pair(view, decode_with::<$owned>(message, &LIMITS));
                },
            },)*
        ];
    };
}

views! {
    indexed {
        u8; u16; u32; u64; u128; usize; i8; i16; i32; i64; i128; isize; f32; f64; bool; char; ();
        [u16; 3]; [u8; 0]; (u16, bool, char); (f32, f32); Vertex; Pixel; Sample;
    }
    seqs {
        Bounded<Seq<i16>, 4>, Bounded<Vec<i16>, 4>;
        &str, String;
        &[u8], Vec<u8>;
        Option<&str>, Option<String>;
        Result<u16, &str>, Result<u16, String>;
        Seq<u16>, Vec<u16>;
        Seq<Seq<bool>>, Vec<Vec<bool>>;
        Seq<()>, Vec<()>;
        (&str, u8), (String, u8);
        [Option<&str>; 2], [Option<String>; 2];
        EntryView, Entry;
        Seq<EntryView>, Vec<Entry>;
        LevelView, Level;
        ConfigView, Config;
        EventView, Event;
        Seq<EventView>, Vec<Event>;
        RowView, Row;
        Seq<RowView>, Vec<Row>;
        Option<RowView>, Option<Row>;
        Duration, Duration;
        Seq<NonZeroU16>, Vec<NonZeroU16>;
    }
    pairs {
        &str, String;
        &[u8], Vec<u8>;
        Option<&str>, Option<String>;
        Result<&str, &[u8]>, Result<String, Vec<u8>>;
        [&str; 2], [String; 2];
        Bounded<&str, 8>, Bounded<String, 8>;
        Bounded<Seq<u16>, 4>, Bounded<Vec<u16>, 4>;
        EntryView, Entry;
        ConfigView, Config;
        EventView, Event;
        RowView, Row;
    }
}
