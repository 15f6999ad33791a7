//! How many values a page holds, before they are there and when they are.

use std::fmt::Debug;

use onesheet::page::{encode_fitting, max_seq_items, max_seq_len};
use onesheet::types::Bounded;
use onesheet::{Deserialize, ErrorKind, Serialize, decode, encode};
use proptest::collection::vec;
use proptest::prelude::*;

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Event {
    Idle,
    Moved { x: i16, y: i16 },
    Named(Bounded<String, 5>),
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        Just(Event::Idle),
        any::<(i16, i16)>().prop_map(|(x, y)| Event::Moved { x, y }),
        "[a-z]{0,5}".prop_map(|name| Event::Named(Bounded::new(name).unwrap())),
    ]
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[onesheet(extensible)]
struct Growing {
    at: u64,
    on: bool,
}

fn holds<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug + Clone>(values: &[T]) {
    let n = values.len();
    assert!(encode(values).len() <= max_seq_len::<T>(n));

    let whole = encode(values).len();
    for bytes in 1..=whole + 1 {
        let sure = max_seq_items::<T>(bytes);
        let mut buf = vec![0; bytes];
        let (fit, len) = encode_fitting(values, &mut buf).unwrap();
        assert!(fit >= sure.min(n), "{fit} of {n} in {bytes}");
        assert_eq!(buf[..len], encode(&values[..fit]));
        assert_eq!(decode(&buf[..len]), Ok(values[..fit].to_vec()));
        assert!(fit == n || encode(&values[..=fit]).len() > bytes);
        assert!(max_seq_len::<T>(sure) <= bytes && max_seq_len::<T>(sure + 1) > bytes);
    }
    assert_eq!(encode_fitting(values, &mut []).unwrap_err().kind(), ErrorKind::BufferFull);
}

proptest! {
    #[test]
    fn numbers(values in vec(any::<u8>().prop_map(|x| u64::from(x) << (x % 50)), 0..60)) {
        holds(&values);
    }

    #[test]
    fn pairs(values in vec(any::<(u8, u16)>(), 0..40)) {
        holds(&values);
    }

    #[test]
    fn options(values in vec(any::<Option<(bool, i32)>>(), 0..40)) {
        holds(&values);
    }

    #[test]
    fn enums(values in vec(event(), 0..30)) {
        holds(&values);
    }

    #[test]
    fn blocks(values in vec(any::<(u64, bool)>(), 0..30)) {
        holds(&values.iter().map(|&(at, on)| Growing { at, on }).collect::<Vec<_>>());
    }
}

/// By hand: a count of a byte; of n u16 at full width a byte, and two each.
#[test]
fn a_page_is_cut_when_it_is_compiled() {
    const KEYS: usize = max_seq_items::<u16>(64);
    assert_eq!(KEYS, (64 - 2) / 2);
    assert_eq!(max_seq_len::<u16>(KEYS), 64);
    assert_eq!(max_seq_len::<u16>(200), 2 + 1 + 400);
    assert_eq!(max_seq_items::<u16>(0), 0);
    assert_eq!(max_seq_items::<[u8; 4]>(1), 0);
    assert_eq!(max_seq_items::<bool>(3), 16);
    assert_eq!(max_seq_items::<()>(1), 127);
    assert_eq!(max_seq_items::<()>(10), usize::MAX);
}

macro_rules! nested {
    ($($outer:ident($inner:ty))+) => {$(
        #[derive(Serialize)]
        #[expect(dead_code, reason = "only its lengths are asked for")]
        enum $outer {
            A,
            B { inner: $inner, more: u8 },
            C(u16),
        }
    )+};
}
nested!(E1(u8) E2(E1) E3(E2) E4(E3) E5(E4) E6(E5) E7(E6) E8(E7));
nested!(E9(E8) E10(E9) E11(E10) E12(E11) E13(E12) E14(E13) E15(E14) E16(E15));

/// Enums sixteen deep are within what the compiler computes. By hand: four bytes of a tag and a u16 in the
/// innermost, and in each of the others a tag and a u8 around it.
#[test]
fn enums_inside_enums() {
    const ITEMS: usize = max_seq_items::<E16>(256);
    assert_eq!(E16::MAX_LEN, 4 + 15 * 2);
    assert!(max_seq_len::<E16>(ITEMS) <= 256 && max_seq_len::<E16>(ITEMS + 1) > 256);
}

#[test]
fn none_all_and_a_list_that_shrinks() {
    assert_eq!(encode_fitting::<u16>(&[], &mut [0]), Ok((0, 1)));
    assert_eq!(encode_fitting(&[300u16], &mut [0]), Ok((0, 1)));
    assert_eq!(encode_fitting(&[1u16, 2, 3], &mut [0; 10]), Ok((3, 3)));
    // Nine of 128 take two bytes for the least and two for the bits, and with a 127 one and two.
    let mut values = [128u16; 10];
    values[9] = 127;
    assert_eq!((encode(&values[..9]).len(), encode(&values[..]).len()), (6, 5));
    let (fit, len) = encode_fitting(&values, &mut [0; 5]).unwrap();
    assert!((fit, len) == (8, 5) || (fit, len) == (10, 5));
}

/// The bound of a sequence is no `usize`: the largest there is, at run time too.
#[test]
fn bounds_that_are_no_usize_are_the_largest() {
    for n in [usize::MAX, usize::MAX / 2, usize::MAX / 9] {
        let n = std::hint::black_box(n);
        assert_eq!(max_seq_len::<(u64, u128)>(n), usize::MAX);
        assert_eq!(max_seq_len::<[u64; 3]>(n), usize::MAX);
        assert_eq!(max_seq_len::<Option<Result<u64, u128>>>(n), usize::MAX);
    }
    // Two bits each, and 10 bytes of count.
    assert_eq!(max_seq_len::<Option<bool>>(usize::MAX), 10 + 2 * (1 << (usize::BITS - 3)));
    assert_eq!(max_seq_len::<()>(usize::MAX), 10);
    assert_eq!(max_seq_items::<(u64, u128)>(usize::MAX), usize::MAX / 24);
}
