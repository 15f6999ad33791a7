//! Borrowing types beside the owned ones that have the same messages.

use std::num::NonZeroU16;
use std::time::Duration;

use onesheet::{Bounded, Deserialize, ErrorKind, Fixed, Indexed, Result, Schema, Seq, Serialize};
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
fn list<'a, T>(message: &'a [u8])
where
    T: Deserialize<'a, Column: Clone> + Serialize + Indexed,
{
    let view = decode_with::<Seq<T>>(message, &LIMITS);
    let owned = decode_with::<Vec<T>>(message, &LIMITS);
    if let (Ok(view), Ok(owned)) = (&view, &owned) {
        let same = |a: Option<T>, b: Option<&T>| {
            assert_eq!(a.as_ref().map(encode), b.map(encode), "{}", std::any::type_name::<T>());
        };
        assert_eq!(view.len(), owned.len());
        for i in [0, 1, owned.len() / 2, owned.len().wrapping_sub(1), owned.len()] {
            same(view.get(i), owned.get(i));
            same(view.iter().nth(i), owned.get(i));
        }
        let mut steps = view.iter().step_by(3);
        owned.iter().step_by(3).for_each(|value| same(steps.next(), Some(value)));
        same(view.iter().last(), owned.last());
    }
    pair(view, owned);
}

macro_rules! views {
    (lists { $($item:ty;)* } pairs { $($view:ty, $owned:ty;)* }) => {
        pub const VIEWS: &[View] = &[
            $(View { schema: <Vec<$item>>::SCHEMA, check: |message| list::<$item>(message) },)*
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
    lists {
        u8; u16; u32; u64; u128; usize; i8; i16; i32; i64; i128; isize; f32; f64; bool; char; ();
        [u16; 3]; [u8; 0]; (u16, bool, char); Pixel; Sample;
    }
    pairs {
        &str, String;
        &[u8], Vec<u8>;
        Option<&str>, Option<String>;
        Result<&str, &[u8]>, Result<String, Vec<u8>>;
        [&str; 2], [String; 2];
        Bounded<&str, 8>, Bounded<String, 8>;
        Bounded<Seq<u16>, 4>, Bounded<Vec<u16>, 4>;
        Seq<Bounded<Seq<i16>, 4>>, Vec<Bounded<Vec<i16>, 4>>;
        Seq<&str>, Vec<String>;
        Seq<&[u8]>, Vec<Vec<u8>>;
        Seq<Option<&str>>, Vec<Option<String>>;
        Seq<Result<u16, &str>>, Vec<Result<u16, String>>;
        Seq<Seq<u16>>, Vec<Vec<u16>>;
        Seq<Seq<Seq<bool>>>, Vec<Vec<Vec<bool>>>;
        Seq<Seq<()>>, Vec<Vec<()>>;
        Seq<(&str, u8)>, Vec<(String, u8)>;
        Seq<[Option<&str>; 2]>, Vec<[Option<String>; 2]>;
        EntryView, Entry;
        Seq<EntryView>, Vec<Entry>;
        Seq<Seq<EntryView>>, Vec<Vec<Entry>>;
        Seq<LevelView>, Vec<Level>;
        ConfigView, Config;
        Seq<ConfigView>, Vec<Config>;
        EventView, Event;
        Seq<EventView>, Vec<Event>;
        Seq<Seq<EventView>>, Vec<Vec<Event>>;
        RowView, Row;
        Seq<RowView>, Vec<Row>;
        Seq<Seq<RowView>>, Vec<Vec<Row>>;
        Seq<Option<RowView>>, Vec<Option<Row>>;
        Seq<Duration>, Vec<Duration>;
        Seq<Seq<NonZeroU16>>, Vec<Vec<NonZeroU16>>;
    }
}
