//! What is encoded is decoded, by every function, into the same value; and the bytes are those that
//! the dynamic codec, which shares no code, writes too.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::CString;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::num::{NonZeroI16, NonZeroU8, NonZeroU64, Saturating, Wrapping};
use std::ops::Bound;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use onesheet::types::{Be, Bounded, Fixed, Le};
use onesheet::{
    Deserialize, ErrorKind, Serialize, decode, decode_prefix, decode_view, encode, encode_into,
    encode_to_slice, encoded_len,
};
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value};
use proptest::prelude::*;

use crate::limits::varint;
use crate::types::{
    Block, Case, Colour, KeyEnum, Option3, Packet, Pair, Pixel, Property, Single, Small, Telemetry,
    each_complete, each_refusing,
};
use crate::vectors::unhex;

/// Random values of each type.
const VALUES: usize = 40;

/// Every way to encode `value` gives one message, which is returned; every way to decode that
/// message gives a value with the same message.
#[track_caller]
fn identity<T: Serialize + for<'de> Deserialize<'de>>(value: &T) -> Vec<u8> {
    let message = encode(value);
    let len = message.len();
    assert_eq!(encoded_len(value), len);

    let mut appended = b"before".to_vec();
    encode_into(value, &mut appended);
    assert_eq!(appended, [b"before", message.as_slice()].concat());

    let mut exact = Vec::with_capacity(len);
    let capacity = exact.capacity();
    encode_into(value, &mut exact);
    assert_eq!((&exact, exact.capacity()), (&message, capacity));

    let mut buf = vec![0xa5; len + 1];
    assert_eq!(encode_to_slice(value, &mut buf), Ok(len));
    assert_eq!((&buf[..len], buf[len]), (message.as_slice(), 0xa5));
    assert_eq!(encode_to_slice(value, &mut buf[..len]), Ok(len));
    for too_small in [0, len / 2, len.saturating_sub(1)] {
        if too_small < len {
            let error = encode_to_slice(value, &mut buf[..too_small]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BufferFull);
            assert!(error.offset() <= too_small);
        }
    }

    assert_eq!(encode(&decode::<T>(&message).unwrap()), message);
    assert_eq!(encode(&decode_view::<T>(&message).unwrap()), message);
    let followed = [message.as_slice(), &[0, 1, 2]].concat();
    let (prefix, rest) = decode_prefix::<T>(&followed).unwrap();
    assert_eq!((encode(&prefix), rest), (message.clone(), &followed[len..]));
    let error = decode::<T>(&followed).err().unwrap();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, len));
    message
}

/// As [`identity`], for a value that equals itself.
#[track_caller]
fn equal<T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(value: &T) {
    let message = identity(value);
    assert_eq!(&decode::<T>(&message).unwrap(), value);
}

/// Random values, which the dynamic codec writes.
struct Identity {
    /// Whether every value of the format type is one of the Rust type.
    complete: bool,
}

impl Property for Identity {
    fn check<T: Case>(&mut self) {
        let ty = Type::from_schema(T::SCHEMA).unwrap();
        let mut random = Random::new(ty.fingerprint());
        let mut values = 0;
        for _ in 0..VALUES {
            let message = onesheet_dynamic::encode(&ty, &random.value(&ty).unwrap()).unwrap();
            match decode::<T>(&message) {
                Ok(value) => {
                    assert_eq!(identity(&value), message, "{ty}");
                    values += 1;
                }
                Err(error) => assert!(
                    !self.complete && error.kind() == ErrorKind::OutOfRange,
                    "{ty}: {error}: {message:02x?}",
                ),
            }
        }
        assert!(values > 0, "{ty}: no value was found");
    }
}

/// Writes a number behind three bytes to outputs of every length, too short and too long ones among them.
#[track_caller]
fn fits_or_not<T: Serialize>(x: T, bytes: &[u8]) {
    let value = (true, (7u8, 9u8), x);
    let message = [&[1, 7, 9], bytes].concat();
    for room in 0..message.len() + 18 {
        let mut out = Vec::with_capacity(room);
        encode_into(&value, &mut out);
        assert_eq!(out, message, "{room}");

        let mut buf = [0xa5; 40];
        let written = encode_to_slice(&value, &mut buf[..room]);
        assert!(buf[room..].iter().all(|byte| *byte == 0xa5), "{room}");
        if room < message.len() {
            assert_eq!(written.map_err(|error| error.kind()), Err(ErrorKind::BufferFull), "{room}");
        } else {
            assert_eq!(written, Ok(message.len()), "{room}");
            let (used, behind) = buf.split_at(message.len());
            assert_eq!(used, message, "{room}");
            assert!(behind.iter().all(|byte| *byte == 0xa5), "{room}");
        }
    }
}

#[test]
fn a_number_of_any_length_fits_where_there_is_room() {
    for bits in 0..=64 {
        let greatest = u64::MAX.checked_shr(64 - bits).unwrap_or(0);
        for x in [greatest, greatest / 2 + 1, greatest / 3] {
            fits_or_not(x, &varint(x));
            if let Ok(x) = u32::try_from(x) {
                fits_or_not(x, &varint(x.into()));
            }
            if let Ok(x) = u16::try_from(x) {
                fits_or_not(x, &varint(x.into()));
            }
        }
    }
}

#[test]
fn a_list_of_no_elements_is_bounded_whatever_they_would_be() {
    assert_eq!((<[String; 0]>::MAX_LEN, <(u8, [Vec<u8>; 0])>::MAX_LEN), (0, 1));
    // Their count.
    assert_eq!(Bounded::<Vec<String>, 0>::MAX_LEN, 1);
    assert_eq!(Bounded::<BTreeMap<u8, String>, 0>::MAX_LEN, 1);
    let none: [Vec<u8>; 0] = [];
    assert_eq!(encode(&(7u8, none)), [7]);
}

#[test]
fn every_type_agrees_with_the_dynamic_codec() {
    each_complete(&mut Identity { complete: true });
}

#[test]
fn so_does_every_type_that_refuses_values() {
    each_refusing(&mut Identity { complete: false });
}

macro_rules! values {
    ($($name:ident: $($ty:ty),+;)*) => {
        proptest! {
            $(#[test]
            fn $name(values in any::<($($ty,)+)>()) {
                equal(&values);
            })*
        }
    };
}

values! {
    unsigned: u8, u16, u32, u64, u128, usize;
    signed: i8, i16, i32, i64, i128, isize;
    floats: f32, f64, Vec<f32>, Vec<f64>;
    small: bool, char, (), Option<bool>, Vec<bool>, Vec<char>;
    text: String, Vec<String>, Option<String>, Box<str>;
    numbers: Vec<u8>, Vec<u16>, Vec<u32>, Vec<u64>, Vec<u128>;
    signed_numbers: Vec<i8>, Vec<i16>, Vec<i32>, Vec<i64>, Vec<i128>;
    arrays: [u16; 3], [[i32; 2]; 3], [String; 2], Vec<[u8; 4]>, [(u8, bool); 5];
    lists: Vec<Vec<u16>>, Vec<Option<Vec<i64>>>, VecDeque<u32>, LinkedList<(u8, String)>;
    sets: BTreeSet<i16>, HashSet<u32>, BTreeSet<String>, BTreeSet<Vec<bool>>;
    maps: BTreeMap<u8, i8>, HashMap<String, Vec<u16>>, BTreeMap<Option<i32>, BTreeMap<u8, ()>>;
    results: Result<u8, String>, Vec<Result<u32, ()>>, Option<Result<Vec<u8>, i16>>;
    times: Duration, SystemTime, Vec<Duration>, Vec<SystemTime>;
    addresses: IpAddr, SocketAddr, Vec<SocketAddr>;
    wrappers: Wrapping<u32>, Box<u16>, Rc<String>, Arc<(u8, bool)>, NonZeroU8, Vec<NonZeroU64>;
    structs: Vec<(u16, String, Option<bool>)>, ((u8, u16), (i32, char), Vec<(f64, ())>);
}

/// The value has the message that the page says, and both are those of the format type.
#[track_caller]
fn form<T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(
    value: T,
    ty: &str,
    hex: &str,
) {
    assert_eq!(encode(&value), unhex(&hex.replace(' ', "")));
    assert_eq!(T::SCHEMA.to_string(), ty);
    equal(&value);
}

#[test]
fn numbers_have_their_forms() {
    form(200u8, "u8", "c8");
    form(300u16, "u16", "ac02");
    form(u32::MAX, "u32", "ffffffff0f");
    form(u64::MAX, "u64", "ffffffffffffffffff01");
    form(1u128 << 120, "u128", "00000000000000000000000000000001");
    form(300usize, "u64", "ac02");
    form(-1i8, "i8", "ff");
    form(-3i16, "i16", "05");
    form(i32::MIN, "i32", "ffffffff0f");
    form(64i64, "i64", "8001");
    form(-2i128, "i128", "feffffffffffffffffffffffffffffff");
    form(-3isize, "i64", "05");
    form(1.0f32, "f32", "0000803f");
    form(-2.0f64, "f64", "00000000000000c0");
    form(true, "bool", "01");
    form('€', "char", "ac41");
    form((), "unit", "");
    form(PhantomData::<String>, "unit", "");
    form(NonZeroU8::new(7).unwrap(), "u8", "07");
    form(NonZeroI16::new(-1).unwrap(), "i16", "01");
    form(Wrapping(300u16), "u16", "ac02");
    form(Saturating(-1i32), "i32", "01");
    form(Fixed::new(300u16), "fixed u16", "2c01");
    form(Le::new(300u32), "fixed u32", "2c010000");
    form(Le::new(1.0f32), "f32", "0000803f");
    form(Be::new(300u32), "array(u8, 4)", "0000012c");
    form(Be::new(-2i64), "array(u8, 8)", "fffffffffffffffe");
}

#[test]
fn pointers_and_cells_have_the_forms_of_what_they_hold() {
    form(Box::new(300u16), "u16", "ac02");
    form(Rc::new(true), "bool", "01");
    form(Arc::new((1u8, false)), "tuple(u8, bool)", "0100");
    form(Cow::<str>::Owned("hi".into()), "str", "026869");
    form(Cow::<[u16]>::Owned(vec![1, 2, 3]), "seq(u16)", "030239");
    form(Cell::new(300u16), "u16", "ac02");
    form(Reverse(300u16), "u16", "ac02");
    assert_eq!(encode(&&300u16), [0xac, 2]);
    assert_eq!(encode("hi"), [2, 0x68, 0x69]);
    assert_eq!(encode([1u16, 2, 3].as_slice()), [3, 2, 0x39]);
}

#[test]
fn text_and_lists_have_their_forms() {
    form(String::from("hi"), "str", "026869");
    form(Box::<str>::from("hi"), "str", "026869");
    form(Rc::<str>::from("hi"), "str", "026869");
    form(Arc::<str>::from("hi"), "str", "026869");
    form(CString::new("hi").unwrap(), "bytes", "026869");
    form(vec![1u8, 2], "bytes", "020102");
    form(vec![1u16, 2, 3], "seq(u16)", "030239");
    form(vec![1000u16, 1001, 1002], "seq(u16)", "0382e80724");
    form(VecDeque::from([1u16, 2, 3]), "seq(u16)", "030239");
    form(LinkedList::from([1u16, 2, 3]), "seq(u16)", "030239");
    form(Box::<[u16]>::from([1, 2, 3]), "seq(u16)", "030239");
    form(Rc::<[u16]>::from([1, 2, 3]), "seq(u16)", "030239");
    form(Arc::<[u16]>::from([1, 2, 3]), "seq(u16)", "030239");
    form(vec![true, false, true], "seq(bool)", "0305");
    // -1, 0, -1 are the zigzags 1, 0, 1: one bit each.
    form(vec![-1i64, 0, -1], "seq(i64)", "030105");
    form([1u8, 2, 3], "array(u8, 3)", "010203");
    form([1u16, 2, 3], "array(u16, 3)", "0239");
    form([[true, false], [false, true]], "array(array(bool, 2), 2)", "09");
    form(Some(5u16), "option(u16)", "0105");
    form(vec![Some(true), None, Some(false)], "seq(option(bool))", "030501");
    form((5u16, true), "tuple(u16, bool)", "0501");
    form((5u8,), "tuple(u8)", "05");
    // Lengths 2 and 0 in two bits, then the elements of both.
    form(vec![vec![7u8, 8], vec![]], "seq(bytes)", "0202020708");
}

/// Of more parts than `Debug` and `PartialEq` of std have.
#[test]
fn tuples_of_sixteen_parts() {
    let tuple =
        (0u16, 1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8, 12u8, 13u8, 14u8, true);
    let message = identity(&tuple);
    assert_eq!(message, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 1]);
    assert_eq!(identity(&vec![tuple; 2])[..3], [2, 1, 0]);
}

#[test]
fn sets_and_maps_have_their_forms_whatever_their_order_in_memory() {
    form(BTreeSet::from([2u8, 1]), "set(u8)", "020102");
    form(HashSet::from([2u8, 1]), "set(u8)", "020102");
    form(
        BTreeMap::from([("b".to_owned(), 2u8), ("a".to_owned(), 1)]),
        "map(str, u8)",
        "02 0103 6162 0102",
    );
    form(
        HashMap::from([("b".to_owned(), 2u8), ("a".to_owned(), 1)]),
        "map(str, u8)",
        "02 0103 6162 0102",
    );
    // Fixed keys and values stand entry by entry (W1).
    form(BTreeMap::from([(1u8, 9i8), (2, -9)]), "map(u8, i8)", "02 0109 02f7");
    // `Reverse` iterates from 2 down; the format ascends.
    form(BTreeSet::from([Reverse(2u8), Reverse(1)]), "set(u8)", "020102");
    // So do the elements of the element {1, 2}, which is less than {2}.
    let sets = [[Reverse(2u8), Reverse(1)].into(), [Reverse(2)].into()];
    form(BTreeSet::<BTreeSet<_>>::from(sets), "set(set(u8))", "020206010202");
    let maps = [[(Reverse(2u8), 7u8), (Reverse(1), 8)].into(), [(Reverse(2), 9)].into()];
    form(BTreeSet::<BTreeMap<_, _>>::from(maps), "set(map(u8, u8))", "020206010802070209");
    form(
        BTreeMap::from([(Reverse(2u16), true), (Reverse(1), false)]),
        "map(u16, bool)",
        "02 02 09 02",
    );
}

#[test]
fn results_and_enums_of_std_have_their_forms() {
    form(Ok::<u16, String>(300), "result(u16, str)", "00ac02");
    form(Err::<u16, String>("hi".into()), "result(u16, str)", "01026869");
    form(vec![Ok(5u8), Err(true), Ok(6)], "seq(result(u8, bool))", "03 0102 0506 01");
    form(Ordering::Greater, "enum Ordering{0 Less, 1 Equal, 2 Greater}", "02");
    form(
        Bound::Excluded(300u16),
        "enum Bound{0 Included{0: u16}, 1 Excluded{0: u16}, 2 Unbounded}",
        "01ac02",
    );
    form(
        IpAddr::from([127, 0, 0, 1]),
        "enum IpAddr{0 V4{0: array(u8, 4)}, 1 V6{0: array(u8, 16)}}",
        "007f000001",
    );
}

#[test]
fn ranges_times_and_addresses_have_their_forms() {
    form(300u16..301, "tuple(u16, u16)", "ac02ad02");
    form(1u16.., "u16", "01");
    form(..1u16, "u16", "01");
    form(..=1u16, "u16", "01");
    form(.., "unit", "");
    form(Duration::new(300, 5), "tuple(u64, u32)", "ac0205");
    form(UNIX_EPOCH + Duration::new(1, 5), "tuple(i64, u32)", "0205");
    // Half a second before 1970 is second -1 and 500,000,000 nanoseconds.
    form(UNIX_EPOCH - Duration::from_millis(500), "tuple(i64, u32)", "0180cab5ee01");
    form(Ipv4Addr::LOCALHOST, "array(u8, 4)", "7f000001");
    form(Ipv6Addr::LOCALHOST, "array(u8, 16)", "00000000000000000000000000000001");
    form(
        SocketAddr::from(([127, 0, 0, 1], 8080)),
        "enum SocketAddr{0 V4{0: tuple(array(u8, 4), u16)}, \
         1 V6{0: tuple(array(u8, 16), u16, u32, u32)}}",
        "00 7f000001 903f",
    );
    form(
        SocketAddrV6::new(Ipv6Addr::LOCALHOST, 8080, 1, 300),
        "tuple(array(u8, 16), u16, u32, u32)",
        "00000000000000000000000000000001 903f 01 ac02",
    );
}

#[test]
fn values_that_a_type_of_std_does_not_have_are_refused() {
    #[track_caller]
    fn refused<T: for<'de> Deserialize<'de>>(hex: &str) {
        let error = decode::<T>(&unhex(hex)).err().unwrap();
        assert_eq!(error.kind(), ErrorKind::OutOfRange);
    }
    refused::<NonZeroU8>("00");
    refused::<NonZeroU64>("00");
    refused::<Vec<NonZeroU8>>("020100");
    refused::<Duration>("0080 94ebdc03".replace(' ', "").as_str()); // 10^9 nanoseconds
    refused::<SystemTime>("008094ebdc03");
    refused::<CString>("0100");
    refused::<u16>("808004"); // 65,536
    refused::<Vec<u16>>("0281ffff0302"); // 65,535 and 65,536
}

/// Types whose values are bounded in size, and whether `MAX_LEN` is exactly the longest.
macro_rules! bounded {
    ($($ty:ty: $max_len:literal, $exact:literal;)*) => {
        #[test]
        fn no_value_is_longer_than_max_len() {
            $(longest::<$ty>(<$ty>::MAX_LEN, $max_len, $exact);)*
        }
    };
}

#[track_caller]
fn longest<T: Case>(max_len: usize, by_hand: usize, exact: bool) {
    let ty = Type::from_schema(T::SCHEMA).unwrap();
    assert_eq!(max_len, by_hand, "{ty}");
    let mut most = 0;
    let extremes = extremes(&ty);
    for value in &extremes {
        let message = onesheet_dynamic::encode(&ty, value).unwrap();
        let mut buf = vec![0; max_len];
        match decode::<T>(&message) {
            Ok(value) => {
                assert_eq!(encode_to_slice(&value, &mut buf), Ok(message.len()), "{ty}");
                most = most.max(message.len());
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::OutOfRange),
        }
    }
    let mut random = Random::new(1);
    for _ in 0..VALUES {
        let message = onesheet_dynamic::encode(&ty, &random.value(&ty).unwrap()).unwrap();
        assert!(message.len() <= max_len, "{ty}");
    }
    assert_eq!(most == max_len, exact, "{ty}: of {max_len} bytes at most {most} were needed");
}

/// Values among which is the longest, for the types below: every number its greatest, or that and
/// 0 in turns, every container full, every variant.
fn extremes(ty: &Type) -> Vec<Value> {
    let at = |ty: &Type, n: u64| -> Vec<Value> {
        let choices = extremes(ty);
        (0..n as usize).map(|i| choices[i % choices.len()].clone()).collect()
    };
    match ty {
        Type::Unit => vec![Value::Unit],
        Type::Bool => vec![Value::Bool(true)],
        Type::Char => vec![Value::Char(char::MAX), Value::Char('\0')],
        Type::F32 => vec![Value::F32(0)],
        Type::F64 => vec![Value::F64(0)],
        Type::Int(int) | Type::Fixed(int) if int.signed => {
            vec![Value::Signed(i128::MIN >> (128 - int.bits)), Value::Signed(0)]
        }
        Type::Int(int) | Type::Fixed(int) => {
            vec![Value::Unsigned(u128::MAX >> (128 - int.bits)), Value::Unsigned(0)]
        }
        Type::Str { max } => {
            vec![Value::Str("x".repeat(max.unwrap() as usize)), Value::Str("".into())]
        }
        Type::Bytes { max } => vec![Value::Bytes(vec![0; max.unwrap() as usize])],
        Type::Option(ty) => {
            extremes(ty).into_iter().map(|v| Value::Option(Some(Box::new(v)))).collect()
        }
        Type::Tuple(parts) => product(parts.iter()).into_iter().map(Value::List).collect(),
        Type::Struct(ty) => {
            product(ty.fields.iter().map(|f| &f.ty)).into_iter().map(Value::List).collect()
        }
        Type::Array(ty, n) => vec![Value::List(at(ty, *n))],
        Type::Seq { item, max } => vec![Value::List(at(item, max.unwrap())), Value::List(vec![])],
        Type::Set { max, .. } => {
            vec![Value::List((0..max.unwrap() as u128).map(Value::Unsigned).collect())]
        }
        Type::Enum(ty) => ty
            .variants
            .iter()
            .flat_map(|v| {
                product(v.fields.iter().map(|f| &f.ty))
                    .into_iter()
                    .map(|p| Value::Variant(v.tag, p))
            })
            .collect(),
        other => panic!("{other} is not in the table"),
    }
}

/// The first extremes of all parts, then the second of those that have one, and so on.
fn product<'a>(parts: impl Iterator<Item = &'a Type>) -> Vec<Vec<Value>> {
    let parts: Vec<Vec<Value>> = parts.map(extremes).collect();
    let n = parts.iter().map(Vec::len).max().unwrap_or(1);
    (0..n).map(|i| parts.iter().map(|part| part[i % part.len()].clone()).collect()).collect()
}

bounded! {
    u8: 1, true;
    u16: 3, true;
    u32: 5, true;
    u64: 10, true;
    u128: 16, true;
    i16: 3, true;
    i64: 10, true;
    char: 3, true;
    bool: 1, true;
    f64: 8, true;
    (): 0, true;
    Option<u32>: 6, true;
    [u16; 2]: 5, true;
    [u64; 3]: 25, true;
    [i32; 67]: 269, true;
    [char; 2]: 9, true;
    [bool; 9]: 2, true;
    [[u16; 2]; 2]: 9, true;
    (u8, u16, bool): 5, true;
    Pair: 4, true;
    Pixel: 11, true;
    [Pixel; 2]: 22, true;
    Telemetry: 21, true;
    Option<Telemetry>: 22, true;
    Block<5>: 41, true;
    Bounded<String, 5>: 6, true;
    Bounded<Vec<u16>, 3>: 8, true;
    Bounded<Vec<u8>, 300>: 302, true;
    Small: 25, true;
    Option3: 2, true;
    Single: 7, true;
    Colour: 1, true;
    KeyEnum: 5, true;
    Packet: 22, true;
    Duration: 15, false;
}
