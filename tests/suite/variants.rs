//! Lists of enums, which are read variant by variant: of any length, within anything, and with any
//! damage.

use std::fmt::Debug;

use allocation_counter::measure;
use onesheet::de::Reader;
use onesheet::list::Seq;
use onesheet::{
    Deserialize, ErrorKind, Limits, Serialize, decode, decode_view, decode_with, encode,
};

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Unit {
    Meter,
    Second,
}

/// A variant of each kind: empty, fixed, columns, texts, an enum; with tags that leave some out.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Value {
    Nothing,
    #[onesheet(tag = 3)]
    Byte(u8),
    Count {
        of: Unit,
        n: u32,
    },
    #[onesheet(tag = 300)]
    Text(String),
    Letter(char),
    List(Vec<u16>),
    Same(Inner),
    Boxed(Box<u8>, [u8; 2]),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Inner {
    A(bool),
    B(String, i32),
    C,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Entry {
    key: u16,
    value: Value,
    other: Option<Inner>,
}

fn inner(i: usize) -> Inner {
    match i % 3 {
        0 => Inner::A(i % 2 == 0),
        1 => Inner::B(i.to_string(), i as i32),
        _ => Inner::C,
    }
}

fn value(i: usize) -> Value {
    let i = i.wrapping_mul(0x9e37_79b9) >> 7;
    match i % 8 {
        0 => Value::Nothing,
        1 => Value::Byte(i as u8),
        2 => Value::Count { of: Unit::Second, n: i as u32 },
        3 => Value::Text("x".repeat(i % 20)),
        4 => Value::Letter('ä'),
        5 => Value::List((0..i as u16 % 5).collect()),
        6 => Value::Same(inner(i / 8)),
        _ => Value::Boxed(Box::new(7), [1, i as u8]),
    }
}

fn entry(i: usize) -> Entry {
    let other = (i % 3 > 0).then(|| inner(i));
    Entry { key: i as u16, value: value(i), other }
}

#[track_caller]
fn kept<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: &T) {
    assert_eq!(decode::<T>(&encode(value)).as_ref(), Ok(value));
}

#[test]
fn lists_of_any_length() {
    for n in (0..40).chain([255, 256, 511, 512, 513, 1030]) {
        let values: Vec<_> = (0..n).map(value).collect();
        kept(&values);
        kept(&values.clone().into_boxed_slice());
        kept(&values.chunks(3).map(<[Value]>::to_vec).collect::<Vec<_>>());
        kept(&values.iter().cloned().map(Some).collect::<Vec<_>>());
        kept(&(0..n).map(entry).collect::<Vec<_>>());
        kept(&(0..n).map(|i| [entry(i), entry(i + 1)]).collect::<Vec<_>>());
        kept(&vec![value(2); n]);
    }
    kept(&[value(1)]);
    kept(&[value(1), value(2), value(3), value(4)]);
    kept(&core::array::from_fn::<_, 16, _>(value));
    kept(&core::array::from_fn::<_, 17, _>(value));
    kept(&vec![core::array::from_fn::<_, 3, _>(value)]);
}

/// W15.
#[test]
fn a_list_of_one_is_a_lone_value() {
    for i in 0..100 {
        let message = [&[1][..], &encode(&value(i))].concat();
        assert_eq!(encode(&vec![value(i)]), message);
        assert_eq!(decode(&message), Ok(vec![value(i)]));
        let message = [&[1][..], &encode(&entry(i))].concat();
        assert_eq!(decode(&message), Ok(vec![entry(i)]));
    }
}

#[test]
fn what_was_read_before_an_error_is_freed() {
    for n in [1, 2, 7, 16, 17, 40] {
        let lists = encode(&(0..n).map(value).collect::<Vec<_>>());
        let entries = encode(&(0..n).map(entry).collect::<Vec<_>>());
        for cut in 0..lists.len() {
            let info = measure(|| assert!(decode::<Vec<Value>>(&lists[..cut]).is_err()));
            assert_eq!(info.bytes_current, 0, "{n} values, {cut} bytes");
        }
        for cut in 0..entries.len() {
            let info = measure(|| assert!(decode::<Vec<Entry>>(&entries[..cut]).is_err()));
            assert_eq!(info.bytes_current, 0, "{n} entries, {cut} bytes");
        }
    }
    // The last variant that is read is the one that is wrong.
    let text = || Value::Text("a text that is longer than a word".into());
    let values = [text(), Value::Letter('a'), text(), Value::Letter('b')];
    let mut message = encode(&values);
    let at = message.len() - 1;
    message[at] = 0xff;
    let info = measure(|| assert!(decode::<[Value; 4]>(&message).is_err()));
    assert_eq!(info.bytes_current, 0);
}

#[test]
fn a_tag_that_is_not_there() {
    for n in [1usize, 2, 16, 17, 600] {
        for tag in [1u32, 8, 299, 301, 1 << 20] {
            let mut tags = vec![0; n];
            tags[n / 2] = tag;
            // A list of such tags, and enough to follow.
            let message = [encode(&tags), vec![0; 64]].concat();
            let error = decode::<Vec<Value>>(&message).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidTag, "{tag} among {n}");
            assert_eq!(error.offset(), if n < 128 { 1 } else { 2 });
        }
    }
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Alone {
    A,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Three {
    A,
    B {},
    C(),
}

/// Tags that leave some out, of which the first is not 0.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Sparse {
    #[onesheet(tag = 2)]
    A,
    #[onesheet(tag = 5)]
    B,
    #[onesheet(tag = 300)]
    C,
}

#[rustfmt::skip]
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Twenty {
    T0, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T18, T19,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Kinds {
    three: Three,
    sparse: [Sparse; 3],
    maybe: Option<Three>,
    lists: Vec<Alone>,
}

/// Their lists are lists of their tags.
#[test]
fn enums_without_fields() {
    #[track_caller]
    fn check<T>(values: &[T], tags: &[u32], others: std::ops::Range<u32>)
    where
        T: Serialize + for<'de> Deserialize<'de, Column: Clone> + Copy + PartialEq + Debug,
    {
        let is_known = |tag: &u32| tags.contains(tag) || others.contains(tag);
        let wrong = (0..400).filter(|tag| !is_known(tag)).step_by(29);
        let wrong: Vec<_> = wrong.chain([u32::MAX, 1 << 16]).collect();
        for n in (0..40).chain([63, 64, 65, 300]) {
            let at = |i: usize| (i * i + i / 3) % values.len();
            let list: Vec<T> = (0..n).map(|i| values[at(i)]).collect();
            let mut numbers: Vec<u32> = (0..n).map(|i| tags[at(i)]).collect();
            let message = encode(&list);
            assert_eq!(message, encode(&numbers), "{n} values");
            kept(&list);
            kept(&list.chunks(5).map(<[T]>::to_vec).collect::<Vec<_>>());
            kept(&list.chunks_exact(3).map(|all| [all[0], all[1], all[2]]).collect::<Vec<_>>());
            let seq = decode_view::<Seq<T>>(&message).unwrap();
            assert!(seq.iter().eq(list.iter().copied()));
            assert!(seq.iter().skip(7).eq(list.iter().copied().skip(7)));
            for (place, wrong) in (0..n).zip(wrong.iter().cycle()) {
                let right = core::mem::replace(&mut numbers[place], *wrong);
                let message = encode(&numbers);
                let offset = if n < 128 { 1 } else { 2 };
                let error = Err((ErrorKind::InvalidTag, offset));
                let place_of = |e: onesheet::Error| (e.kind(), e.offset());
                assert_eq!(decode::<Vec<T>>(&message).map_err(place_of), error, "{place} of {n}");
                let view = decode_view::<Seq<T>>(&message).map(|_| Vec::new()).map_err(place_of);
                assert_eq!(view, error, "{place} of {n}");

                let pairs: Vec<_> = numbers.iter().map(|tag| (7u8, *tag)).collect();
                let read = decode::<Vec<(u8, T)>>(&encode(&pairs)).map_err(place_of);
                assert_eq!(read, Err((ErrorKind::InvalidTag, offset + n)), "{place} of {n} pairs");
                if let (0..3, Some(three)) = (place, numbers.first_chunk::<3>()) {
                    let read = decode::<[T; 3]>(&encode(three)).map_err(place_of);
                    assert_eq!(
                        read,
                        Err((ErrorKind::InvalidTag, 0)),
                        "{place} of {n}, in an array"
                    );
                }
                numbers[place] = right;
            }
        }
    }
    check(&[Alone::A], &[0], 0..0);
    check(&[Unit::Meter, Unit::Second], &[0, 1], 0..0);
    check(&[Three::A, Three::B {}, Three::C()], &[0, 1, 2], 0..0);
    check(&[Sparse::A, Sparse::B, Sparse::C], &[2, 5, 300], 0..0);
    // Their differences from the least are shorter (W2).
    check(&[Twenty::T17, Twenty::T18, Twenty::T19], &[17, 18, 19], 0..20);

    let sparse = [Sparse::C, Sparse::A, Sparse::B];
    let kinds = |n: usize| Kinds {
        three: Three::C(),
        sparse,
        maybe: (n % 2 == 0).then_some(Three::A),
        lists: vec![Alone::A; n % 4],
    };
    for n in [0, 1, 2, 8, 9, 33] {
        kept(&(0..n).map(kinds).collect::<Vec<_>>());
    }
}

thread_local! {
    static DEFAULTS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// What a skipped field holds: its defaults are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Counted;

impl Default for Counted {
    fn default() -> Self {
        DEFAULTS.set(DEFAULTS.get() + 1);
        Counted
    }
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
enum Skipping {
    A(#[onesheet(skip)] Counted),
    B,
}

/// As many as there are values of the variant, and on the stack one value at a time.
#[test]
fn defaults_of_skipped_fields() {
    for n in 0..40 {
        let at = |i: usize| if i % 3 == 0 { Skipping::A(Counted) } else { Skipping::B };
        let list: Vec<_> = (0..n).map(at).collect();
        let pairs: Vec<_> = list.iter().map(|value| (1u8, *value)).collect();
        let message = (encode(&list), encode(&pairs));
        let expected = list.iter().filter(|value| **value != Skipping::B).count();
        DEFAULTS.set(0);
        assert_eq!(decode(&message.0), Ok(list));
        assert_eq!(DEFAULTS.get(), expected, "{n} values");
        DEFAULTS.set(0);
        assert_eq!(decode(&message.1), Ok(pairs));
        assert_eq!(DEFAULTS.get(), expected, "{n} pairs");
    }
}

/// Of the enums of std as well, also where nobody looks at the values.
#[test]
fn a_tag_that_the_enums_of_std_do_not_have() {
    #[track_caller]
    fn tags_below<T: Serialize + for<'de> Deserialize<'de, Column: Clone> + Debug>(end: u32) {
        for (tag, is_there) in [(end - 1, true), (end, false), (end + 1, false), (u32::MAX, false)]
        {
            // The bytes of a list of tags are those of numbers.
            let message = encode(&vec![0, tag]);
            let wrong = (!is_there).then_some((ErrorKind::InvalidTag, 1));
            let lists = decode::<Vec<T>>(&message).map(|_| ());
            let views = decode_view::<Seq<T>>(&message).map(|_| ());
            for list in [lists, views] {
                assert_eq!(list.err().map(|e| (e.kind(), e.offset())), wrong, "{tag}");
            }
            let wrong = (!is_there).then_some((ErrorKind::InvalidTag, 0));
            let array = decode::<[T; 2]>(&message[1..]).map(|_| ());
            let alone = decode::<T>(&encode(&tag)).map(|_| ());
            for one in [array, alone] {
                assert_eq!(one.err().map(|e| (e.kind(), e.offset())), wrong, "{tag}");
            }
        }
    }
    tags_below::<std::cmp::Ordering>(3);
    tags_below::<std::ops::Bound<()>>(3);
    tags_below::<Result<(), ()>>(2);
    #[cfg(feature = "either-1")]
    tags_below::<either::Either<(), ()>>(2);
}

/// The order of many values takes memory, too, while they are read.
#[test]
fn the_memory_bound_holds() {
    for n in [10, 16, 17, 100, 2000] {
        let lists = encode(&(0..n).map(value).collect::<Vec<_>>());
        let entries = encode(&(0..n).map(entry).collect::<Vec<_>>());
        for max_alloc in (0..20).map(|bits| 1usize << bits) {
            let limits = Limits::default().max_alloc(max_alloc);
            let info = measure(|| drop(decode_with::<Vec<Value>>(&lists, &limits)));
            assert!(info.bytes_max <= max_alloc as u64 + 64, "{n} values within {max_alloc}");
            let info = measure(|| drop(decode_with::<Vec<Entry>>(&entries, &limits)));
            assert!(info.bytes_max <= max_alloc as u64 + 64, "{n} entries within {max_alloc}");
        }
    }
}

#[test]
fn an_opened_list_can_be_cloned_anywhere() {
    let lists: Vec<Vec<Value>> =
        (0..30).map(|i| (0..i % 4).map(|j| value(4 * i + j)).collect()).collect();
    let message = encode(&lists);
    let mut r = Reader::new(&message, &Limits::default());
    assert_eq!(r.byte(), Ok(30));
    let mut column = Vec::<Value>::deserialize_many(&mut r, 30).unwrap();
    assert_eq!(r.finish(), Ok(()));
    for (i, list) in lists.iter().enumerate() {
        let mut clone = column.clone();
        for rest in &lists[i..] {
            assert_eq!(&Vec::<Value>::next(&mut clone).unwrap(), rest);
        }
        assert_eq!(&Vec::<Value>::next(&mut column).unwrap(), list);
    }
}

#[test]
fn views_allocate_nothing() {
    let entries: Vec<_> = (0..50).map(|i| (i as u16, inner(3 * i + 2))).collect();
    let message = encode(&entries);
    let pairs = encode(&[(3u8, Inner::B("text".into(), 4)), (4, Inner::A(true))]);

    #[derive(Deserialize, Debug, PartialEq)]
    enum View<'a> {
        A(bool),
        B(&'a str, i32),
        C,
    }

    let info = measure(|| {
        let view: Seq<(u16, View)> = decode_view(&message).unwrap();
        assert_eq!(view.len(), 50);
        assert!(view.iter().all(|(_, view)| view == View::C));
        let array: [(u8, View); 2] = decode_view(&pairs).unwrap();
        assert_eq!(array, [(3, View::B("text", 4)), (4, View::A(true))]);
    });
    assert_eq!(info.count_total, 0);
}
