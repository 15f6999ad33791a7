//! The most memory that a function of the crate claims at once, as a multiple of what it gives back.

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;

use allocation_counter::measure;
use onesheet::io::{decode_from_reader, encode_to_writer};
use onesheet::list;
use onesheet::list::Seq;
use onesheet::page::encode_fitting;
use onesheet::{
    Deserialize, Limits, Serialize, decode, decode_prefix, decode_view, decode_with, encode,
    encode_into, encode_to_slice, encoded_len, frame, try_encode, try_encode_into,
};

/// Bytes that do not grow with the value: of some values, such as the entries of maps in order.
const SLACK: u64 = 16 << 10;

/// Bytes of heap that are claimed at once, at most: by a thread that keeps none of an earlier call.
fn peak<T>(f: impl FnOnce() -> T + Send) -> u64 {
    let measured = || {
        let mut result = None;
        let info = measure(|| result = Some(f()));
        black_box(&result);
        info.bytes_max
    };
    std::thread::scope(|scope| scope.spawn(measured).join().unwrap())
}

#[derive(Serialize, Deserialize, Clone)]
struct Line {
    time: u64,
    level: Option<u8>,
    text: String,
    tags: Vec<(u16, bool)>,
}

#[derive(Serialize, Deserialize, Clone)]
enum Event {
    Idle,
    Moved { x: i32, y: f32 },
    Named(String, Vec<u16>),
}

#[derive(Serialize, Deserialize, Clone)]
#[onesheet(extensible)]
struct Grown {
    number: u32,
    #[onesheet(default)]
    name: String,
}

#[derive(Serialize, Deserialize, Clone)]
#[onesheet(rows)]
struct Comment {
    text: String,
    replies: Vec<Comment>,
}

/// Calls `$with` with the name and the values of each list.
macro_rules! each_list {
    ($with:ident) => {{
        let text = |i: u32| "some text of a line ".repeat(i as usize % 4) + &i.to_string();
        $with("numbers", (0..40_000u64).map(|i| i * i).collect::<Vec<_>>());
        $with("small numbers", (0..40_000u32).map(|i| i as u16 % 5).collect::<Vec<_>>());
        $with("floats", (0..20_000).map(f64::from).collect::<Vec<_>>());
        $with("bools", (0..80_000).map(|i| i % 3 == 0).collect::<Vec<_>>());
        $with("texts", (0..5_000).map(text).collect::<Vec<_>>());
        $with("long texts", (0..20).map(|i| text(i + 1).repeat(300)).collect::<Vec<_>>());
        $with("bytes", (0..200).map(|i| vec![i as u8; i * 5]).collect::<Vec<_>>());
        $with("lists", (0..4_000).map(|i| vec![i; i as usize % 9]).collect::<Vec<Vec<u32>>>());
        let line = |i: u32| Line {
            time: u64::from(i) * 1000,
            level: (i % 3 == 0).then_some(i as u8),
            text: text(i),
            tags: vec![(i as u16, i % 2 == 0); i as usize % 3],
        };
        $with("structs", (0..3_000).map(line).collect::<Vec<_>>());
        let event = |i: u32| match i % 3 {
            0 => Event::Idle,
            1 => Event::Moved { x: i as i32, y: i as f32 },
            _ => Event::Named(text(i), vec![i as u16; 3]),
        };
        $with("enums", (0..3_000).map(event).collect::<Vec<_>>());
        $with(
            "many enums",
            (0..100_000).map(|i| (i % 5 == 0).then_some(i).ok_or(i)).collect::<Vec<_>>(),
        );
        $with("options", (0..3_000).map(|i| (i % 3 != 0).then(|| line(i))).collect::<Vec<_>>());
        let grown = |i: u32| Grown { number: i, name: text(i) };
        $with("extensible", (0..3_000).map(grown).collect::<Vec<_>>());
        let comment = |i: u32| Comment {
            text: text(i),
            replies: vec![Comment { text: text(i + 1), replies: vec![] }; i as usize % 3],
        };
        $with("rows", (0..2_000).map(comment).collect::<Vec<_>>());
        let map = |i: u32| (0..i % 20).map(|j| (j, text(i + j))).collect::<BTreeMap<_, _>>();
        $with("maps", (0..500).map(map).collect::<Vec<_>>());
        let table = |i: u32| (0..i % 20).map(|j| (j, text(i + j))).collect::<HashMap<_, _>>();
        $with("tables", (0..500).map(table).collect::<Vec<_>>());
    }};
}

/// At most `bytes`, of what a function of that name claims.
#[track_caller]
fn at_most(bytes: u64, peak: u64, name: &str, function: &str) {
    assert!(peak <= bytes + SLACK, "{function} of {name} claims {peak} bytes of {bytes}");
}

/// The message, what of the value `encode` foresees, and the columns that are kept beside it; nothing but
/// the columns into memory of the caller's, and nothing into a slice but for the order of enum values.
#[test]
fn writing_claims_a_multiple_of_the_message() {
    fn check<T: Serialize + Clone + Sync>(name: &str, values: Vec<T>) {
        let (len, own) = (encoded_len(&values) as u64, peak(|| values.clone().len()));
        let within = |bytes, function: &str, peak| at_most(bytes, peak, name, function);
        let message = 4 * len + own;
        within(message, "encode", peak(|| encode(&values)));
        within(message, "try_encode", peak(|| try_encode(&values)));
        within(message, "encode_to_writer", peak(|| encode_to_writer(&values, std::io::sink())));
        within(message, "write", peak(|| frame::prefixed::write(&mut std::io::sink(), &values)));
        within(4 * len, "encode_list", peak(|| list::encode(&values)));

        let columns = 4 * len;
        let out = || Vec::with_capacity(len as usize);
        let (mut a, mut b, mut c, mut d) = (out(), out(), out(), out());
        within(columns, "encode_into", peak(|| encode_into(&values, &mut a)));
        within(columns, "try_encode_into", peak(|| try_encode_into(&values, &mut b)));
        within(columns, "encode_list_into", peak(|| list::encode_into(&values, &mut c)));
        within(columns, "try_encode_list_into", peak(|| list::try_encode_into(&values, &mut d)));
        assert!([a, b, c, d].iter().all(|out| out.capacity() as u64 == len));

        // A reference to each.
        let sorted = if name.contains("enums") { 8 * values.len().min(1 << 15) as u64 } else { 0 };
        let mut buf = vec![0; len as usize + 10];
        within(sorted, "encode_to_slice", peak(|| encode_to_slice(&values, &mut buf)));
        within(sorted, "prefixed::encode", peak(|| frame::prefixed::encode(&values, &mut buf)));
        within(sorted, "encode_fitting", peak(|| encode_fitting(&values, &mut buf[..1000])));
        within(sorted, "encoded_len", peak(|| encoded_len(&values)));
    }
    each_list!(check);
}

/// A list of structs is measured before the vector claims memory, unless it is short.
#[test]
fn a_message_is_claimed_once() {
    #[derive(Serialize)]
    struct Trade {
        id: u64,
        kind: u8,
        price: f64,
    }
    for n in [600, 1000, 4000, 20_000] {
        let trade = |n: u64| Trade { id: n * n, kind: n as u8, price: n as f64 / 7.0 };
        let trades: Vec<Trade> = (0..n).map(trade).collect();
        let len = encoded_len(&trades) as u64;
        let claimed = peak(|| encode(&trades));
        assert!(claimed <= len + len / 10, "{n}: {claimed} bytes for {len}");
    }
}

/// The value; of enums their order, and of trees the nodes that an ascending walk fills less. From a stream
/// the message in addition, in a vector that grows. A view is read where it is.
#[test]
fn reading_claims_what_the_value_is() {
    fn check<T>(name: &str, values: Vec<T>)
    where
        T: Serialize + for<'de> Deserialize<'de> + Clone + Send + Sync,
        for<'de> <T as Deserialize<'de>>::Column: Clone,
    {
        let own = peak(|| values.clone());
        let value = own + own / 5;
        let (message, list, n) = (encode(&values), list::encode(&values), values.len());
        let limits = Limits::default();
        let within = |bytes, function: &str, peak| at_most(bytes, peak, name, function);
        within(value, "decode", peak(|| decode::<Vec<T>>(&message)));
        within(value, "decode_with", peak(|| decode_with::<Vec<T>>(&message, &limits)));
        within(value, "decode_view", peak(|| decode_view::<Vec<T>>(&message)));
        within(
            value,
            "decode_prefix",
            peak(|| decode_prefix::<Vec<T>>(&message).map(|read| read.0)),
        );
        within(value, "decode_list", peak(|| list::decode::<T>(&list, n)));
        within(value, "decode_list_with", peak(|| list::decode_with::<T>(&list, n, &limits)));

        let grown = 3 * message.len() as u64;
        let read = peak(|| decode_from_reader::<Vec<T>>(&message[..], &limits).unwrap());
        within(value + grown, "decode_from_reader", read);
        let mut framed = Vec::new();
        frame::prefixed::write(&mut framed, &values).unwrap();
        let mut buf = Vec::new();
        let mut input = &framed[..];
        let read = peak(|| frame::prefixed::read(&mut input, framed.len(), &mut buf).map(drop));
        within(grown, "frame::prefixed::read", read);

        within(0, "Seq", peak(|| decode_view::<Seq<T>>(&message).map(|seq| seq.len())));
        within(
            0,
            "decode_list_view",
            peak(|| list::decode_view::<T>(&list, n).map(|seq| seq.len())),
        );
        let read = peak(|| list::decode_view_with::<T>(&list, n, &limits).map(|seq| seq.len()));
        within(0, "decode_list_view_with", read);
    }
    each_list!(check);
}
