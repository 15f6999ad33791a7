//! Lists of structs of numbers are the numbers one after another, wherever the compiler puts them
//! in memory, and whatever else there is beside them.

use std::cell::Cell;

use onesheet::types::{Be, Fixed, Le};
use onesheet::{Deserialize, Serialize, decode, encode};

/// Encodes and decodes `n` values; each is written as `bytes` says.
#[track_caller]
fn check<T>(value: impl Fn(u8) -> T, bytes: impl Fn(&T) -> Vec<u8>)
where
    T: Serialize + for<'de> Deserialize<'de>,
{
    for n in [0, 1, 16, 17, 100] {
        let values: Vec<T> = (0..n).map(&value).collect();
        let message = encode(&values);
        let mut expected = vec![n];
        expected.extend(values.iter().flat_map(&bytes));
        assert_eq!(message, expected, "{n} values");
        let decoded: Vec<T> = decode(&message).unwrap();
        let decoded: Vec<_> = decoded.iter().map(&bytes).collect();
        assert_eq!(decoded, values.iter().map(&bytes).collect::<Vec<_>>(), "{n} values");
        assert!(
            decode::<Vec<T>>(&message[..message.len() - usize::from(n > 0)]).is_ok() == (n == 0)
        );
    }
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}

#[derive(Serialize, Deserialize)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Serialize, Deserialize)]
struct Segment {
    from: Point,
    to: Point,
    ports: [Be<u16>; 2],
    mark: Le<u32>,
}

#[test]
fn in_the_order_of_the_wire() {
    check(
        |i| Segment {
            from: Point { x: f32::from(i), y: -0.0 },
            to: Point { x: f32::NAN, y: f32::from(i) },
            ports: [Be::new(u16::from(i)), Be::new(0x1234)],
            mark: Le::new(u32::from(i) << 20),
        },
        |s| {
            let floats = [s.from.x, s.from.y, s.to.x, s.to.y].map(f32::to_le_bytes).concat();
            let ports = s.ports.map(|port| port.get().to_be_bytes()).concat();
            joined(&[&floats, &ports, &s.mark.get().to_le_bytes()])
        },
    );
}

/// Without padding, but with the widest fields last: the compiler is free to put them first.
#[derive(Serialize, Deserialize)]
struct Mixed {
    flags: [u8; 3],
    level: i8,
    ratio: f32,
    serial: f64,
    key: u128,
}

#[test]
fn in_an_order_of_the_compiler() {
    check(
        |i| Mixed {
            flags: [i, 1, 2],
            level: -(i as i8),
            ratio: f32::from(i) / 3.0,
            serial: f64::from(i) / 7.0,
            key: u128::from(i) << 100 | 9,
        },
        |m| {
            let level = m.level.to_le_bytes();
            let (ratio, serial) = (m.ratio.to_le_bytes(), m.serial.to_le_bytes());
            joined(&[&m.flags, &level, &ratio, &serial, &m.key.to_le_bytes()])
        },
    );
}

/// As large as what is written of it, for what is skipped takes nothing.
#[derive(Serialize, Deserialize)]
struct Skips {
    #[onesheet(skip)]
    nothing: (),
    #[onesheet(fixed)]
    number: u32,
}

#[test]
fn beside_what_is_skipped() {
    check(
        |i| Skips { nothing: (), number: u32::from(i) * 77 },
        |s| {
            let () = s.nothing;
            s.number.to_le_bytes().into()
        },
    );
}

#[test]
fn in_tuples_and_arrays() {
    check(
        |i| (f32::from(i), [i, 1], Fixed::new(i16::from(i) - 50)),
        |t| joined(&[&t.0.to_le_bytes(), &t.1, &t.2.get().to_le_bytes()]),
    );
    check(
        |i| [[f64::from(i), 0.5], [1.5, f64::MIN]],
        |a| a.concat().iter().flat_map(|x| x.to_le_bytes()).collect(),
    );
}

/// To whose fields there are no references, so that it can only be decoded.
#[derive(Deserialize, Clone, Copy, Debug, PartialEq)]
#[repr(C, packed(2))]
struct Packed {
    kind: u8,
    ratio: f32,
}

#[test]
fn without_references_to_fields() {
    let pairs: Vec<(u8, f32)> = (0..100).map(|i| (i, f32::from(i) / 8.0)).collect();
    let decoded: Vec<Packed> = decode(&encode(&pairs)).unwrap();
    let expected: Vec<_> = pairs.iter().map(|&(kind, ratio)| Packed { kind, ratio }).collect();
    assert_eq!(decoded, expected);
}

thread_local! {
    static DROPPED: Cell<usize> = const { Cell::new(0) };
}

#[derive(Serialize, Deserialize)]
struct Handle {
    index: u8,
}

impl Drop for Handle {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

#[test]
fn no_more_values_than_there_are() {
    let message = encode(&(0..50).map(|index| Handle { index }).collect::<Vec<_>>());
    DROPPED.set(0);
    let handles: Vec<Handle> = decode(&message).unwrap();
    assert_eq!(DROPPED.get(), 0);
    drop(handles);
    assert_eq!(DROPPED.get(), 50);
}
