//! The functions of `onesheet::serde`: one value has the same bytes by all of them, and comes back.
#![cfg(feature = "serde-1")]

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Display};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use allocation_counter::measure;
use onesheet::serde::{
    encoded_len, extend, from_prefix, from_reader, from_slice, from_slice_with, to_slice, to_vec,
    to_writer,
};
use onesheet::with::Serde;
use onesheet::{
    Deserialize, Error, ErrorKind, Limits, Serialize, decode, encoded_len as len, try_encode,
};
use proptest::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize as SerdeDeserialize, Serialize as SerdeSerialize};

/// A value has one byte string, whichever function writes it, and comes back from each that reads it.
#[track_caller]
fn comes_back<T>(value: &T) -> Vec<u8>
where
    T: SerdeSerialize + DeserializeOwned + Debug + PartialEq,
{
    let bytes = to_vec(value).unwrap();
    assert_eq!(encoded_len(value), Ok(bytes.len()));
    for before in [&[][..], &[7; 300]] {
        let mut out = before.to_vec();
        extend(value, &mut out).unwrap();
        assert_eq!(out, [before, &bytes].concat());
    }
    let mut buf = vec![0xee; bytes.len() + 20];
    assert_eq!(to_slice(value, &mut buf), Ok(&mut bytes.clone()[..]));
    assert!(buf[bytes.len()..].iter().all(|byte| *byte == 0xee));
    assert_eq!(to_slice(value, &mut buf[..bytes.len()]).map(|used| used.len()), Ok(bytes.len()));
    // Every length where few are, and the greatest.
    for len in (0..bytes.len().min(40)).chain(bytes.len().checked_sub(1)) {
        let error = to_slice(value, &mut buf[..len]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::BufferFull, len));
    }
    let mut file = Vec::new();
    assert_eq!(to_writer(value, &mut file).unwrap(), bytes.len());
    assert_eq!(file, bytes);

    assert_eq!(from_slice(&bytes).as_ref(), Ok(value));
    assert_eq!(from_reader::<T>(&bytes[..]).unwrap(), *value);
    let more = [&bytes, &b"more"[..]].concat();
    assert_eq!(from_prefix::<T>(&more), Ok((from_slice(&bytes).unwrap(), &b"more"[..])));
    let error = from_slice::<T>(&more).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, bytes.len()));
    bytes
}

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
enum Kind {
    None,
    One(u64),
    Pair(i16, String),
    Fields { text: String, inner: Box<Kind> },
}

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Unit;

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct Newtype(i64);

#[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq, Clone)]
struct All {
    numbers: (u8, i8, u16, i16, u32, i32, u64, i64, u128, i128),
    floats: [f32; 3],
    double: f64,
    flag: bool,
    letter: char,
    text: String,
    unit: (),
    unit_struct: Unit,
    newtype: Newtype,
    option: Option<Option<u16>>,
    kinds: Vec<Kind>,
    bytes: [u8; 8],
    map: BTreeMap<String, Vec<u16>>,
    table: HashMap<i32, Option<u8>>,
    nested: HashMap<(u16, String), BTreeMap<u32, bool>>,
    pause: Duration,
    ip: IpAddr,
}

fn kinds() -> impl Strategy<Value = Kind> {
    let leaf = prop_oneof![
        Just(Kind::None),
        any::<u64>().prop_map(Kind::One),
        (any::<i16>(), ".{0,5}").prop_map(|(number, text)| Kind::Pair(number, text)),
    ];
    leaf.prop_recursive(4, 8, 1, |inner| {
        (".{0,140}", inner).prop_map(|(text, inner)| Kind::Fields { text, inner: inner.into() })
    })
}

fn all() -> impl Strategy<Value = All> {
    let numbers = any::<(u8, i8, u16, i16, u32, i32, u64, i64, u128, i128)>();
    let floats = (any::<[i16; 3]>(), any::<i64>());
    let plain = any::<(bool, char, String, i64, Option<Option<u16>>, [u8; 8])>();
    let lists = (
        prop::collection::vec(kinds(), 0..6),
        prop::collection::btree_map(".{0,3}", any::<Vec<u16>>(), 0..5),
        prop::collection::hash_map(any::<i32>(), any::<Option<u8>>(), 0..40),
        prop::collection::hash_map(any::<(u16, String)>(), any::<BTreeMap<u32, bool>>(), 0..4),
    );
    let std = any::<(Duration, IpAddr)>();
    (numbers, floats, plain, lists, std).prop_map(|(numbers, floats, plain, lists, std)| All {
        numbers,
        floats: floats.0.map(f32::from),
        double: floats.1 as f64,
        flag: plain.0,
        letter: plain.1,
        text: plain.2,
        unit: (),
        unit_struct: Unit,
        newtype: Newtype(plain.3),
        option: plain.4,
        kinds: lists.0,
        bytes: plain.5,
        map: lists.1,
        table: lists.2,
        nested: lists.3,
        pause: std.0,
        ip: std.1,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_kind_of_value_comes_back(value in all()) {
        let bytes = comes_back(&value);
        // A field holds the same bytes.
        let message = try_encode(&Held(value)).unwrap();
        prop_assert_eq!(decode(&message), Ok(bytes.clone()));
        // What a reader takes, a writer writes.
        for (at, bit) in (0..bytes.len().min(60)).map(|at| (at, 1 << (at % 8))) {
            let mut other = bytes.clone();
            other[at] ^= bit;
            if let Ok(value) = from_slice::<All>(&other) {
                prop_assert_eq!(to_vec(&value), Ok(other));
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Held(#[onesheet(with = Serde)] All);

#[test]
fn values_of_std_come_back() {
    assert_eq!(comes_back(&"127.0.0.1:80".parse::<SocketAddr>().unwrap()), [0, 127, 0, 0, 1, 80]);
    comes_back(&"x".repeat(5000));
    comes_back(&vec![(1u8, "a".to_string()); 3000]);
    assert!(comes_back(&()).is_empty());
    assert_eq!(comes_back(&vec![(); 300]), [0xac, 2]);
}

#[test]
fn text_and_bytes_borrow() {
    #[derive(SerdeSerialize, SerdeDeserialize, Debug, PartialEq)]
    struct Borrowed<'a> {
        name: &'a str,
        data: &'a [u8],
        list: Vec<&'a str>,
    }
    let value = Borrowed { name: "door", data: &[1, 2], list: vec!["a", "b"] };
    let list = to_vec(&("door", [2u8, 1, 2], vec!["a", "b"])).unwrap();
    assert_eq!(list, b"\x04door\x02\x01\x02\x02\x01a\x01b");
    // To serde a slice of u8 is a sequence of numbers: it has the same bytes.
    assert_eq!(to_vec(&value), Ok(list.clone()));
    let read: Borrowed = from_slice(&list).unwrap();
    assert_eq!(read, value);
    assert!(list.as_ptr_range().contains(&read.name.as_ptr()));
    assert!(list.as_ptr_range().contains(&read.data.as_ptr()));

    // In a field, too.
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Field<'a>(#[onesheet(with = Serde)] Borrowed<'a>);
    let message = try_encode(&Field(value)).unwrap();
    let read: Field = decode(&message).unwrap();
    assert_eq!(read.0.name, "door");
    assert!(message.as_ptr_range().contains(&read.0.name.as_ptr()));
}

/// Numbers for which the order of the bytes is another than their own, long and short values.
#[test]
fn maps_are_sorted_by_their_bytes() {
    for n in [0u32, 1, 2, 3, 20, 127, 128, 700] {
        let of = |i: u32| (i.wrapping_mul(0x9e37_79b1) >> (i % 31), "v".repeat(i as usize % 150));
        let map: HashMap<u32, String> = (0..n).map(of).collect();
        let bytes = comes_back(&map);
        let again: BTreeMap<u32, String> = map.into_iter().collect();
        assert_eq!(comes_back(&again), bytes);
        // A map in a map in a list, and a map as a key.
        let inner: HashMap<String, HashMap<i64, u8>> = (0..n.min(40))
            .map(|i| (i.to_string(), (0..i).map(|j| (i64::from(j) * 99 - 500, 1)).collect()))
            .collect();
        comes_back(&vec![inner; 2]);
        let keys: BTreeMap<BTreeMap<u16, u8>, u8> =
            (0..n.min(40)).map(|i| ((0..i).map(|j| (j as u16 * 50, 1)).collect(), 1)).collect();
        comes_back(&(1u8, keys, 2u8));
    }
}

/// A value that is written by its `Display`.
struct Shown<T>(T);

impl<T: Display> SerdeSerialize for Shown<T> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&self.0)
    }
}

/// A sequence whose length is not known before.
struct Unknown<'a>(&'a [u16]);

impl SerdeSerialize for Unknown<'_> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(self.0.iter().filter(|number| **number > 0))
    }
}

#[test]
fn lengths_that_are_not_known_before_need_no_memory() {
    let mut buf = vec![0; 2000];
    for n in [0, 1, 127, 128, 400] {
        let list = vec![7u16; n];
        assert_eq!(to_vec(&(1u8, Unknown(&list), 2u8)), to_vec(&(1u8, &list, 2u8)));
        let text = "x".repeat(n);
        assert_eq!(to_vec(&(1u8, Shown(&text), 2u8)), to_vec(&(1u8, &text, 2u8)));
        let count = measure(|| {
            let len = to_slice(&(Unknown(&list), Shown(&text)), &mut buf).unwrap().len();
            assert_eq!(encoded_len(&(Unknown(&list), Shown(&text))), Ok(len));
        });
        assert_eq!(count.count_total, 0);
        // Where it does not fit, it does not matter where.
        for end in 0..n {
            let error = to_slice(&(Unknown(&list), 1u8), &mut buf[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BufferFull);
        }
    }
    struct Fails;
    impl Display for Fails {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Err(std::fmt::Error)
        }
    }
    assert_eq!(to_vec(&Shown(Fails)).unwrap_err().kind(), ErrorKind::Refused);
}

#[test]
fn memory_is_claimed_for_results_alone() {
    let value = (vec![(1u32, "text"); 500], Some([1.5f32; 4]), BTreeMap::from([(1u8, 2u8)]));
    let size = to_vec(&value).unwrap().len();
    let mut buf = vec![0; size];
    let counted = measure(|| {
        assert_eq!(encoded_len(&(&value.0, value.1)), Ok(size - 3));
        assert!(to_slice(&(&value.0, value.1), &mut buf).is_ok());
        assert!(from_slice::<(u16, &str, [f32; 4])>(b"\x01\x02ab").is_err());
    });
    assert_eq!(counted.count_total, 0);
    let mut out = Vec::with_capacity(size);
    let counted = measure(|| extend(&(&value.0, value.1), &mut out).unwrap());
    assert_eq!(counted.count_total, 0);
    // A short value claims its own vector alone.
    let counted = measure(|| drop(to_vec(&(1u8, "text", [1.0f64; 3]))));
    assert_eq!(counted.count_total, 1);
}

/// What cannot come, and its error.
#[test]
fn what_cannot_come_is_an_error() {
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    struct Skips {
        #[serde(skip_serializing_if = "Option::is_none", default)]
        number: Option<u8>,
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    struct Flat {
        #[serde(flatten)]
        pair: (),
        #[serde(flatten)]
        more: BTreeMap<String, u8>,
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    #[serde(untagged)]
    enum Untagged {
        A(u8),
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    #[serde(tag = "kind")]
    enum Tagged {
        A { n: u8 },
    }
    #[derive(SerdeSerialize, SerdeDeserialize, Debug)]
    #[serde(tag = "kind", content = "of")]
    enum Beside {
        A(u8),
    }
    const KIND: ErrorKind = ErrorKind::NotSelfDescribing;
    fn written<T: SerdeSerialize>(value: T) -> Error {
        let mut out = vec![1, 2];
        let error = extend(&value, &mut out).unwrap_err();
        assert_eq!(out, [1, 2]);
        assert_eq!(to_slice(&value, &mut [0; 100]).unwrap_err(), error);
        assert_eq!(encoded_len(&value), Err(error));
        let io = to_writer(&value, std::io::sink()).unwrap_err();
        assert_eq!(io.kind(), std::io::ErrorKind::InvalidInput);
        assert_eq!(io.get_ref().and_then(|e| e.downcast_ref::<Error>()), Some(&error));
        error
    }
    fn read<T: SerdeSerialize + DeserializeOwned + Debug>(value: T) -> Error {
        let bytes = to_vec(&value).unwrap();
        let error = from_slice::<T>(&bytes).unwrap_err();
        let io = from_reader::<T>(&bytes[..]).unwrap_err();
        assert_eq!(io.kind(), std::io::ErrorKind::InvalidData);
        error
    }
    assert_eq!(written((300u16, Skips { number: None })), Error::new(KIND, 2));
    assert_eq!(comes_back(&(300u16, 5u8)), [0xac, 2, 5]);
    assert_eq!(written(Flat { pair: (), more: BTreeMap::new() }).kind(), KIND);
    assert_eq!(read((300u16, Untagged::A(1))), Error::new(KIND, 2));
    assert_eq!(read(Tagged::A { n: 1 }).kind(), KIND);
    assert_eq!(read(Beside::A(1)).kind(), KIND);
    assert_eq!(read(serde_json::json!([1])).kind(), KIND);

    let limits = Limits::default().max_depth(2);
    assert_eq!(from_slice_with(&[1, 1, 5], &limits), Ok(Some(Some(5u8))));
    let error = from_slice_with::<Option<Option<Option<u8>>>>(&[1, 1, 1, 5], &limits);
    assert_eq!(error, Err(Error::new(ErrorKind::DepthLimit, 2)));
}

/// Whoever catches an error of a part does not make a value of what is none.
#[test]
fn a_failed_part_is_not_written() {
    struct Catches;
    impl SerdeSerialize for Catches {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeTuple as _;
            let mut tuple = s.serialize_tuple(2)?;
            let _ = tuple.serialize_element(&Shown(std::path::Path::new("a").display()));
            let _ = tuple.serialize_element(&serde_json::json!({"a": 1}));
            let _ = tuple.serialize_element(&NoCount);
            tuple.end()
        }
    }
    struct NoCount;
    impl SerdeSerialize for NoCount {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            s.serialize_map(None).map(|_| unreachable!())
        }
    }
    assert_eq!(to_vec(&Catches).unwrap_err().kind(), ErrorKind::NotSelfDescribing);
}

/// A list of rows with a value that is refused is refused as a whole, wherever it stands.
#[test]
fn refused_rows_are_refused_in_long_lists() {
    #[derive(Serialize, Clone)]
    #[onesheet(rows, fallible)]
    struct Row {
        number: u8,
        #[onesheet(with = Serde)]
        value: Option<BadOr>,
    }
    #[derive(Clone)]
    struct BadOr(bool);
    impl SerdeSerialize for BadOr {
        fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
            if self.0 { Err(serde::ser::Error::custom("bad")) } else { s.serialize_u8(1) }
        }
    }
    for n in [1usize, 2, 300, 3000] {
        let good = vec![Row { number: 1, value: Some(BadOr(false)) }; n];
        let size = try_encode(&good).unwrap().len();
        assert_eq!(len(&good), size);
        for bad in [0, n / 2, n - 1] {
            let mut rows = good.clone();
            rows[bad].value = Some(BadOr(true));
            for value in [vec![(1u8, rows.clone()), (2, vec![])], vec![(1, rows); 300 / n + 1]] {
                let error = try_encode(&value).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Refused);
            }
        }
    }
}

/// Text and bytes end early in the same way.
#[test]
fn what_is_cut_ends_early() {
    #[derive(SerdeSerialize, Debug, PartialEq)]
    struct Bytes<'a>(&'a [u8]);
    impl<'de> SerdeDeserialize<'de> for Bytes<'de> {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            <&[u8] as SerdeDeserialize>::deserialize(d).map(Bytes)
        }
    }
    #[derive(Debug)]
    struct Owned;
    impl<'de> SerdeDeserialize<'de> for Owned {
        fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
            struct Any;
            impl serde::de::Visitor<'_> for Any {
                type Value = Owned;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }
                fn visit_bytes<E>(self, _: &[u8]) -> Result<Owned, E> {
                    Ok(Owned)
                }
            }
            d.deserialize_byte_buf(Any)
        }
    }
    for cut in [&[][..], &[3], &[3, 1, 2], &[0x80], &[0xff, 0xff, 0xff, 0xff, 0x0f]] {
        let error = from_slice::<Bytes>(cut).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{cut:?}");
        assert_eq!(from_slice::<&str>(cut).unwrap_err(), error, "{cut:?}");
        let error = from_reader::<Owned>(cut).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof, "{cut:?}");
    }
    assert_eq!(from_slice::<Bytes>(&[3, 1, 2, 3]), Ok(Bytes(&[1, 2, 3])));
    from_reader::<Owned>(&[3, 1, 2, 3][..]).unwrap();
}

/// The first error is returned, even if the next value is wrong at the same byte.
#[test]
fn the_first_of_errors_that_a_type_passes_over_is_said() {
    fn or_zero<'de, D: serde::Deserializer<'de>, T>(d: D) -> Result<T, D::Error>
    where
        T: SerdeDeserialize<'de> + Default,
    {
        Ok(T::deserialize(d).unwrap_or_default())
    }
    #[derive(SerdeDeserialize, Debug, PartialEq)]
    struct Two<A: Default, B: Default>
    where
        A: for<'a> SerdeDeserialize<'a>,
        B: for<'a> SerdeDeserialize<'a>,
    {
        #[serde(deserialize_with = "or_zero")]
        a: A,
        #[serde(deserialize_with = "or_zero")]
        b: B,
    }
    let wrong = |kind, offset| Error::new(kind, offset);
    // Two bytes are too few for an `f32`; as a varint, they could be one byte.
    let bytes = [0x80, 0];
    let end = wrong(ErrorKind::UnexpectedEnd, 0);
    let long = wrong(ErrorKind::NotShortest, 0);
    assert_eq!(from_slice::<Two<f32, u16>>(&bytes), Err(end));
    assert_eq!(from_slice::<Two<u16, f32>>(&bytes), Err(long));
    // The first error is in the second field.
    let bytes = [1, 0, 0, 0, 0x80, 0];
    assert_eq!(from_slice::<Two<f32, f32>>(&bytes), Err(wrong(ErrorKind::UnexpectedEnd, 4)));
    assert_eq!(from_slice::<Two<f32, u16>>(&bytes), Err(wrong(ErrorKind::NotShortest, 4)));
    // Too few bytes for the first field, enough for the second.
    assert_eq!(from_slice::<Two<u128, f64>>(&[7; 9]), Err(wrong(ErrorKind::UnexpectedEnd, 0)));
    // A limit is exceeded first; then the bytes end.
    let limits = Limits::default().max_alloc(0);
    let alloc = from_slice_with::<Two<String, f32>>(&[1, b'a', 0], &limits);
    assert_eq!(alloc.unwrap_err().kind(), ErrorKind::MemoryLimit);
}

/// What comes behind such an error would be read from a place in the middle of a value.
#[test]
fn errors_that_a_type_passes_over_are_errors() {
    fn or_zero<'de, D: serde::Deserializer<'de>>(d: D) -> Result<u8, D::Error> {
        Ok(<u8 as SerdeDeserialize>::deserialize(d).unwrap_or(0))
    }
    fn or_empty<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Vec<u16>, D::Error> {
        Ok(<Vec<u16> as SerdeDeserialize>::deserialize(d).unwrap_or_default())
    }
    fn or_none<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<Even>, D::Error> {
        Ok(<Even as SerdeDeserialize>::deserialize(d).ok())
    }
    /// Of a number that was read as a whole, the type refuses some.
    #[derive(SerdeDeserialize, Debug, PartialEq)]
    #[serde(try_from = "u16")]
    struct Even(u16);
    impl TryFrom<u16> for Even {
        type Error = &'static str;
        fn try_from(number: u16) -> Result<Self, &'static str> {
            if number % 2 == 0 { Ok(Even(number)) } else { Err("odd") }
        }
    }
    #[derive(SerdeDeserialize, Debug, PartialEq)]
    struct Lenient {
        #[serde(deserialize_with = "or_empty")]
        list: Vec<u16>,
        #[serde(deserialize_with = "or_none")]
        even: Option<Even>,
        #[serde(deserialize_with = "or_zero")]
        last: u8,
    }
    let good = Lenient { list: vec![300], even: Some(Even(4)), last: 9 };
    assert_eq!(from_slice(&[1, 0xac, 2, 4, 9]), Ok(good));
    // An impl that refuses what it has read leaves the place where the next value begins.
    assert_eq!(
        from_slice(&[1, 0xac, 2, 5, 9]),
        Ok(Lenient { list: vec![300], even: None, last: 9 })
    );
    let kind = |bytes| from_slice::<Lenient>(bytes).unwrap_err().kind();
    assert_eq!(kind(&[1, 0xac, 2, 4]), ErrorKind::UnexpectedEnd);
    assert_eq!(kind(&[1, 0x80, 0, 4, 9]), ErrorKind::NotShortest);
    assert_eq!(kind(&[1, 0xac, 2, 0xff, 0xff, 0xff, 0xff, 0xff]), ErrorKind::OutOfRange);
    let limits = Limits::default().max_alloc(100);
    let long = [&[200, 1][..], &[1; 200], &[4, 9]].concat();
    assert_eq!(
        from_slice_with::<Lenient>(&long, &limits).unwrap_err().kind(),
        ErrorKind::MemoryLimit
    );
}
