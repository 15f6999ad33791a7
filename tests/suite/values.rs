//! Every value that a type of std can hold comes back, not only those that its usual constructors make:
//! random parts, and the extremes of each.

use std::cell::Cell;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;
use std::ffi::CString;
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8,
    NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};
use std::ops::{Bound, RangeInclusive};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use onesheet::de::DeserializeOwned;
use onesheet::list;
use onesheet::list::Seq;
use onesheet::ser::Key;
use onesheet::types::{Be, Fixed, Le, Padded, Padding, Spaces, U16Prefixed, Utf16Le, Zeros};
use onesheet::with::Utf8;
use onesheet::{Error, ErrorKind, Serialize, decode, encode_to_slice, try_encode};
use onesheet_dynamic::random::Random;

/// How many values of each type are drawn.
pub(crate) const VALUES: usize = 400;

/// A number of the whole range: often one of its ends, or near 0 or a power of two.
macro_rules! draws {
    ($($number:ident)*) => {$(
        #[allow(dead_code, reason = "some are for types of other crates")]
        pub(crate) fn $number(random: &mut Random) -> $number {
            let wide = (u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())) as $number;
            match random.below(6) {
                0 => *random.pick(&[$number::MIN, $number::MIN + 1, $number::MAX - 1, $number::MAX, 0, 1]),
                1 => wide % 100,
                2 => wide >> random.below($number::BITS as usize),
                3 => ((1 as $number) << random.below($number::BITS as usize)).wrapping_sub(wide & 1),
                _ => wide,
            }
        }
    )*};
}
draws! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

/// A number from `low` to `high`: often one of them, or near.
pub(crate) fn between(random: &mut Random, low: i128, high: i128) -> i128 {
    match random.below(6) {
        0 => low,
        1 => high,
        2 => low.max(high - random.below(1000) as i128),
        3 => high.min(low + random.below(1000) as i128),
        _ => low + (u128(random) % ((high - low) as u128 + 1)) as i128,
    }
}

pub(crate) fn nanos(random: &mut Random) -> u32 {
    between(random, 0, 999_999_999) as u32
}

pub(crate) fn character(random: &mut Random) -> char {
    const ENDS: &[char] =
        &['\0', ' ', '\u{7f}', '\u{80}', '\u{d7ff}', '\u{e000}', '\u{10ffff}', '\u{10000}'];
    match random.below(3) {
        0 => *random.pick(ENDS),
        1 => (b'!' + random.below(90) as u8) as char,
        _ => char::from_u32(random.below(0x11_0000) as u32).unwrap_or('\u{fffd}'),
    }
}

pub(crate) fn text(random: &mut Random) -> String {
    (0..random.below(20)).map(|_| character(random)).collect()
}

/// Each value comes back as it was: alone, in lists, and as a view.
#[track_caller]
pub(crate) fn come_back_by<T: Serialize + DeserializeOwned + Debug, P: PartialEq + Debug>(
    values: &[T],
    parts: impl Fn(&T) -> P,
) where
    for<'de> <T as onesheet::Deserialize<'de>>::Column: Clone,
{
    for value in values {
        let message = try_encode(value).unwrap();
        let back: T = decode(&message).unwrap_or_else(|error| panic!("{value:?}: {error}"));
        assert_eq!(parts(&back), parts(value), "{value:?}");
        assert_eq!(try_encode(&back), Ok(message));
    }
    for n in [2, 3, 17, values.len()] {
        let values = &values[..n.min(values.len())];
        let message = try_encode(values).unwrap();
        let mut buf = vec![0; message.len()];
        assert_eq!(encode_to_slice(values, &mut buf), Ok(message.len()));
        assert_eq!(buf, message);
        let back: Seq<T> = decode(&message).unwrap();
        assert!(back.iter().map(|value| parts(&value)).eq(values.iter().map(&parts)));
        let back: Vec<T> = decode(&message).unwrap();
        assert!(back.iter().map(&parts).eq(values.iter().map(&parts)));
    }
}

/// The same, of values that equal none but themselves.
#[track_caller]
pub(crate) fn come_back<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone>(
    draw: impl Fn(&mut Random) -> T,
) where
    for<'de> <T as onesheet::Deserialize<'de>>::Column: Clone,
{
    let mut random = Random::new(1);
    let values: Vec<T> = (0..VALUES).map(|_| draw(&mut random)).collect();
    come_back_by(&values, T::clone);
}

/// The same, and sets of them.
#[track_caller]
pub(crate) fn keys_come_back<T>(draw: impl Fn(&mut Random) -> T)
where
    T: Serialize + DeserializeOwned + Debug + Clone + Key + Ord,
    for<'de> <T as onesheet::Deserialize<'de>>::Column: Clone,
{
    come_back(&draw);
    let mut random = Random::new(2);
    let set: BTreeSet<T> = (0..VALUES).map(|_| draw(&mut random)).collect();
    assert_eq!(decode::<BTreeSet<T>>(&try_encode(&set).unwrap()).as_ref(), Ok(&set));
}

/// A value that cannot come back is not written: alone, among others, by any function.
#[track_caller]
pub(crate) fn is_refused<T: Serialize + Clone>(value: &T, other: &T) {
    let kind = |error: Error| error.kind();
    let refused = Err(ErrorKind::Refused);
    assert_eq!(try_encode(value).map_err(kind), refused.map(|()| vec![]));
    let mut buf = [0; 256];
    assert_eq!(encode_to_slice(value, &mut buf).map_err(kind), refused.map(|()| 0));
    for list in [vec![value.clone()], vec![other.clone(), value.clone()], vec![value.clone(); 40]] {
        assert_eq!(try_encode(&list).map_err(kind), refused.map(|()| vec![]));
        assert_eq!(encode_to_slice(&list, &mut buf).map_err(kind), refused.map(|()| 0));
        let pairs: Vec<_> = list.iter().map(|value| (300u16, Some(value.clone()))).collect();
        assert_eq!(try_encode(&pairs).map_err(kind), refused.map(|()| vec![]));
        let mut out = vec![7];
        assert_eq!(list::try_encode_into(&list, &mut out).map_err(kind), refused);
        assert_eq!(out, [7]);
    }
}

#[test]
fn numbers() {
    macro_rules! each {
        ($($number:ident $non_zero:ident;)*) => {$(
            come_back($number);
            come_back(|random| $non_zero::new($number(random)).unwrap_or($non_zero::MAX));
        )*};
    }
    each! {
        u8 NonZeroU8; u16 NonZeroU16; u32 NonZeroU32; u64 NonZeroU64; u128 NonZeroU128;
        usize NonZeroUsize; i8 NonZeroI8; i16 NonZeroI16; i32 NonZeroI32; i64 NonZeroI64;
        i128 NonZeroI128; isize NonZeroIsize;
    }
    keys_come_back(|random| Reverse(i64(random)));
    come_back(|random| Wrapping(u16(random)));
    come_back(|random| Saturating(i128(random)));
    come_back(|random| Cell::new(i32(random)));
    come_back(|random| Be::new(u64(random)));
    come_back(|random| Le::new(i16(random)));
    come_back(|random| Fixed::new(u32(random)));
    keys_come_back(|random| random.one_in(2));
    keys_come_back(character);
    keys_come_back(|random| *random.pick(&[Ordering::Less, Ordering::Equal, Ordering::Greater]));
}

/// Each NaN, and each zero, is another value.
#[test]
fn floats() {
    let mut random = Random::new(3);
    let bits: Vec<u64> = (0..VALUES).map(|_| u64(&mut random)).collect();
    let ends = [f64::NAN, -f64::NAN, f64::INFINITY, f64::MIN, f64::MIN_POSITIVE, -0.0, 0.0];
    let values: Vec<f64> = bits.iter().map(|bits| f64::from_bits(*bits)).chain(ends).collect();
    come_back_by(&values, |float| float.to_bits());
    let bits = bits.iter().map(|bits| (*bits >> 32 | 0x7f80_0000 & *bits << 10) as u32);
    let values: Vec<f32> = bits.map(f32::from_bits).chain([-0.0, f32::NAN]).collect();
    come_back_by(&values, |float| float.to_bits());
    come_back_by(&values.iter().map(|float| Be::new(*float)).collect::<Vec<_>>(), |float| {
        float.get().to_bits()
    });
}

#[test]
fn texts() {
    keys_come_back(text);
    keys_come_back(|random| text(random).into_boxed_str());
    come_back(|random| {
        let bytes: Vec<u8> = (0..random.below(20)).map(|_| u8(random).max(1)).collect();
        CString::new(bytes).unwrap()
    });
    fn padded<const N: usize, E, P: Padding>()
    where
        E: onesheet::types::Encoding,
    {
        come_back(|random| {
            // The longest start of a text that has a form.
            let mut text = text(random);
            loop {
                match Padded::<N, E, P>::new(&text) {
                    Some(padded) => return padded,
                    None => drop(text.pop()),
                }
            }
        });
    }
    padded::<7, Utf8, Zeros>();
    padded::<7, Utf8, Spaces>();
    padded::<8, Utf16Le, Spaces>();
    come_back_by(&[0, 1, 255, 256, 65_535].map(|len| U16Prefixed("x".repeat(len))), |text| {
        text.0.clone()
    });
    let error = try_encode(&U16Prefixed(vec![0u8; 65_536])).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CapacityExceeded);
}

#[test]
fn times() {
    keys_come_back(|random| Duration::new(u64(random), nanos(random)));
    let time = |random: &mut Random| {
        let distance = Duration::new(u64(random), nanos(random));
        let time = if random.one_in(2) {
            UNIX_EPOCH.checked_add(distance)
        } else {
            UNIX_EPOCH.checked_sub(distance)
        };
        time.unwrap_or(UNIX_EPOCH - Duration::from_nanos(1))
    };
    keys_come_back(time);
    // The ends of what the system can tell.
    let mut ends = [UNIX_EPOCH; 2];
    for power in (0..64).rev() {
        for step in [Duration::from_secs(1 << power), Duration::from_nanos(1 << (power / 2))] {
            ends[0] = ends[0].checked_sub(step).unwrap_or(ends[0]);
            ends[1] = ends[1].checked_add(step).unwrap_or(ends[1]);
        }
    }
    come_back_by(&ends, SystemTime::clone);
}

#[test]
fn addresses() {
    let v4 = |random: &mut Random| Ipv4Addr::from_bits(u32(random));
    let v6 = |random: &mut Random| Ipv6Addr::from_bits(u128(random));
    keys_come_back(v4);
    keys_come_back(v6);
    let ip = |random: &mut Random| match random.one_in(2) {
        true => IpAddr::V4(v4(random)),
        false => IpAddr::V6(v6(random)),
    };
    keys_come_back(ip);
    let v4 = |random: &mut Random| SocketAddrV4::new(v4(random), u16(random));
    let v6 =
        |random: &mut Random| SocketAddrV6::new(v6(random), u16(random), u32(random), u32(random));
    keys_come_back(v4);
    keys_come_back(v6);
    keys_come_back(|random| match random.one_in(2) {
        true => SocketAddr::V4(v4(random)),
        false => SocketAddr::V6(v6(random)),
    });
}

#[test]
fn ranges() {
    come_back(|random| u16(random)..u16(random));
    come_back(|random| i64(random)..);
    come_back(|random| ..u8(random));
    come_back(|random| ..=character(random));
    come_back(|random| u32(random)..=u32(random));
    come_back(|random| u8(random)..=u8(random));
    come_back(|random| match random.below(3) {
        0 => Bound::Included(u64(random)),
        1 => Bound::Excluded(u64(random)),
        _ => Bound::Unbounded,
    });
    // One that goes on is as it stands; one that is at its end has no bounds that say so.
    let mut range = 3u8..=5;
    range.next();
    range.next_back();
    assert_eq!(decode(&try_encode(&range).unwrap()), Ok(4u8..=4));
    range.next();
    is_refused(&range, &(3..=5));
    let mut range: RangeInclusive<u32> = 3..=5;
    assert_eq!(range.nth(9), None);
    is_refused(&range, &(3..=5));
    let mut range = i128::MAX..=i128::MAX;
    assert!(range.by_ref().eq([i128::MAX]));
    is_refused(&range, &std::ops::RangeInclusive::new(0, -1));
}

/// In lists of any length, in columns, in fixed values and in rows.
#[test]
fn what_is_refused_is_refused_anywhere() {
    #[derive(Serialize, Clone)]
    struct InFixed(u8, RangeInclusive<u8>, [RangeInclusive<u128>; 2]);

    #[derive(Serialize, Clone)]
    #[onesheet(rows, fallible)]
    struct InRows(u16, RangeInclusive<u16>);

    #[derive(Serialize, Clone)]
    enum InEnum {
        One(InFixed),
        Two { rows: InRows, text: String },
    }

    let used_up = || -> RangeInclusive<u16> {
        let mut range = 3..=5;
        range.nth(9);
        range
    };
    let fixed = |range| InFixed(1, 1..=2, [0..=9, range]);
    let rows = |range| InRows(1, range);
    let text = || "x".to_string();
    for n in [1, 2, 5, 40, 300, 3000, 20_000] {
        for at in [0, n / 2, n - 1] {
            fn list<T: Clone>(n: usize, at: usize, good: T, bad: T) -> Vec<T> {
                let mut list = vec![good; n];
                list[at] = bad;
                list
            }
            fn refused<T: Serialize + Clone>(values: &[T]) {
                let kind = try_encode(values).map_err(|error| error.kind());
                assert_eq!(kind, Err(ErrorKind::Refused));
                let mut buf = vec![0; 100 * values.len()];
                let kind = encode_to_slice(values, &mut buf).map_err(|error| error.kind());
                assert_eq!(kind, Err(ErrorKind::Refused));
            }
            refused(&list(n, at, fixed(0..=0), fixed(used_up_wide())));
            refused(&list(n, at, rows(0..=0), rows(used_up())));
            refused(&list(n, at, (text(), rows(0..=0)), (text(), rows(used_up()))));
            refused(&list(n, at, (300u16, fixed(0..=0)), (300, fixed(used_up_wide()))));
            refused(&list(n, at, vec![(1u32, 0..=0)], vec![(1, 0..=0), (2, used_up())]));
            let two = |range| InEnum::Two { rows: rows(range), text: text() };
            refused(&list(n, at, InEnum::One(fixed(0..=1)), two(used_up())));
            refused(&list(n, at, two(1..=3), InEnum::One(fixed(used_up_wide()))));
        }
    }

    fn used_up_wide() -> RangeInclusive<u128> {
        let mut range = 3..=5;
        range.nth(9);
        range
    }
}
