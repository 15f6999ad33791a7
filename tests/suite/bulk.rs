//! Every way to write or read a list gives what the plainest way does: neighbours in memory, values
//! that lie apart, values that are computed, and the dynamic codec; value by value, in bulk, and
//! from the middle.

use std::cell::Cell;
use std::num::Wrapping;

use onesheet::de::Reader;
use onesheet::list;
use onesheet::ser::{Items, ListWriter, Writer};
use onesheet::types::{Be, Fixed, Le};
use onesheet::{
    Deserialize, ErrorKind, Limits, Schema, Serialize, decode, encode, encode_into,
    encode_to_slice, encoded_len,
};
use onesheet_dynamic::{Type, Value};

use crate::types::{Case, Colour, Command, InRows, Pair, Pixel, Row, Shape, Version};

/// Around the sizes of bytes, words, blocks and parts.
const LENGTHS: [usize; 12] = [0, 1, 2, 7, 8, 9, 63, 64, 65, 127, 129, 1100];

/// A list without its count, as a value.
struct Listed<'a, T>(Items<'a, T>);

impl<T: Serialize> Serialize for Listed<'_, T> {
    const SCHEMA: &'static Schema = T::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_list(self.0)
    }

    fn serialize_slice(items: Items<'_, Self>, _: &mut ListWriter<'_, '_>) {
        panic!("{items:?}")
    }
}

/// A value that is written as one that is computed.
struct Computed<'a, T>(&'a T);

impl<T: Serialize + Clone> Serialize for Computed<'_, T> {
    const SCHEMA: &'static Schema = T::SCHEMA;

    fn serialize(&self, w: &mut Writer<'_>) {
        self.0.serialize(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.convert(items, |computed| computed.0.clone())
    }
}

/// Checks the list of `values` and that of each shorter length.
#[track_caller]
fn check<T: Case + Clone>(values: &[T]) {
    for n in LENGTHS {
        if let Some(values) = values.get(..n) {
            let bytes = written(values);
            read(values, &bytes);
        }
    }
    kept(values);
}

/// The bytes of the list, by every writer.
#[track_caller]
fn written<T: Case + Clone>(values: &[T]) -> Vec<u8> {
    let bytes = plainest(values);
    let refs: Vec<&T> = values.iter().collect();
    let pairs: Vec<(u8, T)> = values.iter().map(|value| (0, value.clone())).collect();
    let pair_refs: Vec<&(u8, T)> = pairs.iter().collect();
    let boxes: Vec<Box<T>> = values.iter().cloned().map(Box::new).collect();
    let computed: Vec<Computed<'_, T>> = values.iter().map(Computed).collect();

    fn by<T: Serialize>(items: Items<'_, T>, bytes: &[u8], what: &str) {
        // Something before it, for offsets from the start of the output would show.
        let mut out = vec![0xa5; 3];
        encode_into(&Listed(items), &mut out);
        assert_eq!(out[3..], *bytes, "{what} into a vector");
        let mut buf = vec![0xa5; bytes.len() + 3];
        let mut w = Writer::new(&mut buf);
        w.write_bytes(&[1, 2, 3]);
        w.write_list(items);
        assert_eq!(w.finish(), Ok(bytes.len() + 3));
        assert_eq!(buf[3..], *bytes, "{what} into a slice");
        if let Some(room) = bytes.len().checked_sub(1) {
            let mut w = Writer::new(&mut buf[..room]);
            w.write_list(items);
            assert!(w.finish().is_err(), "{what} into too small a slice");
        }
        assert_eq!(encoded_len(&Listed(items)), bytes.len(), "{what} counted");
    }
    by(Items::of(values), &bytes, "neighbours");
    by(Items::refs(&refs), &bytes, "references");
    by(Items::of(&pairs).field(|pair| &pair.1), &bytes, "a field");
    by(Items::refs(&pair_refs).field(|pair| &pair.1), &bytes, "a field behind references");
    by(Items::of(&boxes), &bytes, "borrowed values");
    by(Items::of(&computed), &bytes, "computed values");
    assert_eq!(list::encode(values), bytes);

    let whole = encode(values);
    assert_eq!(encoded_len(values), whole.len());
    assert!(whole.ends_with(&bytes));
    bytes
}

/// Values that take memory, so that few of them are a long list, and no bytes.
#[derive(Clone, Debug, PartialEq)]
struct Weight([u64; 400]);

impl Default for Weight {
    fn default() -> Self {
        Weight([7; 400])
    }
}

/// A value in each of the ways in which others hold one.
#[derive(Serialize, Clone, Debug, PartialEq)]
struct Heavy<T> {
    one: T,
    few: Vec<T>,
    maybe: Option<T>,
    either: Result<T, u8>,
    #[onesheet(skip)]
    weight: Weight,
}

/// Checks lists of values so large that their columns are kept, a few values at a time.
#[track_caller]
fn kept<T: Case + Clone>(values: &[T]) {
    let heavy = |(place, value): (usize, &T)| Heavy {
        one: value.clone(),
        few: vec![value.clone(); place % 4],
        maybe: (place % 5 < 2).then(|| value.clone()),
        either: if place % 3 == 0 { Err(place as u8) } else { Ok(value.clone()) },
        weight: Weight::default(),
    };
    let item = Type::from_schema(<Heavy<T>>::SCHEMA).unwrap();
    let limits = onesheet_dynamic::Limits::default();
    for n in [9, 70] {
        let list: Vec<Heavy<T>> = values.iter().take(n).enumerate().map(heavy).collect();
        let parse = |value| onesheet_dynamic::decode(&item, &encode(value), &limits).unwrap();
        let parsed = Value::List(list.iter().map(parse).collect());
        let ty = Type::Seq { item: Box::new(item.clone()), max: None };
        let plainest = onesheet_dynamic::encode(&ty, &parsed).unwrap();
        let mut out = vec![0xa5; 3];
        encode_into(&list, &mut out);
        assert_eq!(out[3..], plainest, "{n} values behind others");
        assert_eq!(encode(&list), plainest, "{n} values alone");
        let mut buf = vec![0; plainest.len()];
        assert_eq!(encode_to_slice(&list, &mut buf), Ok(plainest.len()));
        assert_eq!(buf, plainest);
    }
}

/// What the dynamic codec writes, which has no bulk.
fn plainest<T: Case>(values: &[T]) -> Vec<u8> {
    let item = Type::from_schema(T::SCHEMA).unwrap();
    let parse = |value| {
        onesheet_dynamic::decode(&item, &encode(value), &onesheet_dynamic::Limits::default())
    };
    let list = Value::List(values.iter().map(|value| parse(value).unwrap()).collect());
    onesheet_dynamic::encode(&Type::Array(Box::new(item), values.len() as u64), &list).unwrap()
}

/// The values of the list, by every reader.
#[track_caller]
fn read<'de, T: Deserialize<'de> + PartialEq + std::fmt::Debug>(values: &[T], bytes: &'de [u8]) {
    let n = values.len();
    let open = || {
        let mut r = Reader::new(bytes, &Limits::default());
        let column = T::deserialize_many(&mut r, n).unwrap();
        r.finish().unwrap();
        column
    };

    let mut column = open();
    let one_by_one: Vec<T> = (0..n).map(|_| T::next(&mut column).unwrap()).collect();
    assert_eq!(one_by_one, values, "one by one");
    assert_eq!(T::next_vec(&mut open(), n).unwrap(), values, "a vector");

    // In parts, so that each way begins where the one before it left off.
    for first in [0, 1, 3, 8, 65] {
        let Some(after) = n.checked_sub(first + 3) else { continue };
        let mut column = open();
        T::skip(&mut column, first).unwrap();
        assert_eq!(T::next_array::<2>(&mut column).unwrap(), values[first..first + 2], "an array");
        assert_eq!(T::next(&mut column).unwrap(), values[first + 2], "after an array");
        let half = after / 2;
        assert_eq!(T::next_vec(&mut column, half).unwrap(), values[first + 3..][..half]);
        T::skip(&mut column, after - half - usize::from(after > half)).unwrap();
        if after > half {
            assert_eq!(T::next(&mut column).unwrap(), values[n - 1], "the last, after a skip");
        }
    }
}

/// Numbers of every width with and without a base, from one seed.
macro_rules! numbers {
    ($($name:ident: $ty:ty, $uint:ty;)*) => {$(
        #[test]
        fn $name() {
            let most = LENGTHS[LENGTHS.len() - 1];
            for bits in [0, 1, 2, 4, 5, 8, 9, 16, 17, 32, 33, 64] {
                if bits > <$uint>::BITS {
                    continue;
                }
                let mask = <$uint>::MAX.checked_shr(<$uint>::BITS - bits).unwrap_or(0);
                for base in [0, 1, <$uint>::MAX / 50, <$uint>::MAX - mask] {
                    let Some(_) = base.checked_add(mask) else { continue };
                    let mut random = onesheet_dynamic::random::Random::new(bits.into());
                    let values: Vec<$ty> = (0..most)
                        .map(|_| (base + (random.next_u64() as $uint & mask)) as $ty)
                        .collect();
                    check(&values);
                }
            }
        }
    )*};
}

numbers! {
    lists_of_u8: u8, u8;
    lists_of_i8: i8, u8;
    lists_of_u16: u16, u16;
    lists_of_i16: i16, u16;
    lists_of_u32: u32, u32;
    lists_of_i32: i32, u32;
    lists_of_u64: u64, u64;
    lists_of_i64: i64, u64;
    lists_of_usize: usize, u64;
}

/// A list whose one odd value is late, where a check that stops early would not look.
#[test]
fn the_width_of_a_late_value_counts() {
    for n in [65, 130, 1000] {
        for odd in [1u32, 2, 16, 255, 256, 70_000, u32::MAX] {
            let mut values = vec![0u32; n];
            values[n - 1] = odd;
            check_at(&values, n);
            let mut values = vec![1_000_000; n];
            values[n - 1] = odd;
            check_at(&values, n);
        }
    }
    fn check_at(values: &[u32], n: usize) {
        read(values, &written(&values[..n]));
    }
}

/// The same of a value anywhere, of other lists.
#[test]
fn the_width_of_any_value_counts() {
    fn check_at<T: Case + Copy + From<u16>>(n: usize, odd: T) {
        for (usual, other) in [(0, 0), (0, 200), (40_000, 40_000), (50_000, 50_100)] {
            for at in [n / 2, n - 2, n - 1] {
                let mut values: Vec<T> = [usual.into(), other.into()].repeat(n.div_ceil(2));
                values[at] = odd;
                read(&values[..n], &written(&values[..n]));
            }
        }
    }
    for n in [130, 1100] {
        for odd in [1u32, 2, 16, 255, 256, 70_000, 1 << 31] {
            check_at(n, odd);
            check_at(n, odd as i32);
            check_at(n, odd.wrapping_neg() as i32);
        }
        for odd in [0u64, 255, 65_536, 1 << 32, 1 << 63] {
            check_at(n, odd);
            check_at(n, odd as i64);
        }
    }
}

/// On 32 bits it was dropped without an error.
#[test]
fn a_column_of_more_than_a_gibibyte_is_counted() {
    let mebibyte = Box::new([0u8; 1 << 20]);
    let list = vec![(&*mebibyte, false); 1100];
    // The count, the bytes, and a bit for each element.
    assert_eq!(encoded_len(&list), 2 + (1100 << 20) + 1100 / 8 + 1);
    let error = encode_to_slice(&list, &mut [0; 16]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BufferFull);
}

/// Arrays alone have a reader of their own: it takes and refuses what that of lists does, with the
/// same error at the same place.
#[test]
fn arrays_of_numbers_are_read_like_lists() {
    use std::fmt::Debug;

    fn list<'de, T: Deserialize<'de>, const N: usize>(
        bytes: &'de [u8],
    ) -> onesheet::Result<[T; N]> {
        let mut r = Reader::new(bytes, &Limits::default());
        let mut column = T::deserialize_many(&mut r, N)?;
        r.finish()?;
        T::next_array(&mut column)
    }

    fn same<T, const N: usize>(values: [T; N])
    where
        T: Case + Copy + for<'de> Deserialize<'de> + PartialEq + Debug,
    {
        let bytes = plainest(&values);
        assert_eq!(encode(&values), bytes);
        assert_eq!(onesheet::decode(&bytes), Ok(values), "{bytes:x?}");
        for at in 0..bytes.len() {
            for flipped in [1, 2, 3, 0x80, 0x90, 0xff] {
                let mut wrong = bytes.clone();
                wrong[at] ^= flipped;
                assert_eq!(onesheet::decode(&wrong), list::<T, N>(&wrong), "{wrong:x?}");
            }
            assert_eq!(onesheet::decode(&bytes[..at]), list::<T, N>(&bytes[..at]), "{bytes:x?}");
        }
    }

    macro_rules! arrays {
        ($($ty:ty, $uint:ty: $($n:literal)*;)*) => {$(
            for bits in [0, 1, 2, 3, 4, 7, 8, 11, 16, 24, 32, 64] {
                let mask = <$uint>::MAX.checked_shr(<$uint>::BITS.saturating_sub(bits)).unwrap_or(0);
                for base in [0, 1, 200, <$uint>::MAX - mask] {
                    let Some(_) = base.checked_add(mask) else { continue };
                    let mut random = onesheet_dynamic::random::Random::new(bits.into());
                    let mut value = |_| (base + (random.next_u64() as $uint & mask)) as $ty;
                    $(same::<$ty, $n>(std::array::from_fn(&mut value));)*
                }
            }
        )*};
    }
    arrays! {
        u16, u16: 0 1 2 3 4 5 7 8 9 16 17 64 65;
        i16, u16: 0 1 2 3 4 5 7 8 9 16 17 64 65;
        u32, u32: 1 2 3 8 16 64;
        i32, u32: 1 2 3 8 16 64;
        u64, u64: 1 2 3 8 16 64;
        i64, u64: 1 2 3 8 16 64;
    }
}

/// The `i`-th of different values.
macro_rules! others {
    ($($name:ident: $ty:ty, $value:expr;)*) => {$(
        #[test]
        fn $name() {
            let value: fn(usize) -> $ty = $value;
            check(&(0..LENGTHS[LENGTHS.len() - 1]).map(value).collect::<Vec<_>>());
        }
    )*};
}

others! {
    lists_of_u128: u128, |i| (i as u128) << 90;
    lists_of_f32: f32, |i| i as f32 / 3.0;
    lists_of_f64: f64, |i| i as f64 / 3.0;
    lists_of_bool: bool, |i| i % 3 == 0;
    lists_of_char: char, |i| char::from_u32(i as u32 * 50).unwrap();
    lists_of_unit: (), |_| ();
    lists_of_fixed: Fixed<u32>, |i| Fixed::new(i as u32 * 1_000_003);
    lists_of_be: Be<u16>, |i| Be::new((i as u16).wrapping_mul(61));
    lists_of_le: Le<i64>, |i| Le::new(-(i as i64));
    lists_of_wrapping: Wrapping<u16>, |i| Wrapping(i as u16);
    lists_of_cells: Cell<u32>, |i| Cell::new(i as u32);
    lists_of_arrays: [u16; 3], |i| [i as u16, 3, 500];
    lists_of_fixed_arrays: [u8; 3], |i| [i as u8, 3, 5];
    lists_of_arrays_of_none: [u16; 0], |_| [];
    lists_of_tuples: (u16, bool), |i| (i as u16, i % 2 == 0);
    lists_of_fixed_tuples: (u8, f32), |i| (i as u8, i as f32);
    lists_of_options: Option<u16>, |i| (i % 3 > 0).then_some(i as u16);
    lists_of_results: Result<u16, bool>, |i| if i % 5 == 0 { Err(i % 2 == 0) } else { Ok(7) };
    lists_of_strings: String, |i| "äxy".repeat(i % 4);
    lists_of_bytes: Vec<u8>, |i| vec![i as u8; i % 5];
    lists_of_lists: Vec<Vec<u16>>, |i| vec![vec![i as u16; i % 3]; i % 4];
    lists_of_sets: std::collections::BTreeSet<u16>, |i| (0..i as u16 % 4).collect();
    lists_of_fixed_structs: Pixel, |i| Pixel { rgb: [i as u8, 1, 2], at: i as u32, depth: 0.5, nothing: () };
    lists_of_pairs: Pair, |i| Pair { number: i as u16, flag: i % 2 == 0 };
    lists_of_structs: Row, |i| Row { number: i as u16, text: "x".repeat(i % 3), flag: (i % 4 > 1).then_some(i % 3 == 0) };
    lists_of_enums: Colour, |i| [Colour::Red, Colour::Blue, Colour::Green][i % 3];
    lists_of_enums_with_fields: Shape, |i| match i % 4 {
        0 => Shape::Nothing,
        1 => Shape::Circle(i as u8),
        2 => Shape::Polygon { corners: vec![(i as i16, 0)], name: String::new() },
        _ => Shape::Last(i as u64),
    };
    lists_of_extensible_structs: Version, |i| Version { major: i as u8, minor: 500 };
    lists_of_extensible_enums: Command, |i| if i % 2 == 0 { Command::Stop } else { Command::Start(i as u8) };
    lists_of_rows: InRows, |i| InRows(i as u16);
    lists_of_boxes: Box<u16>, |i| Box::new(i as u16);
}

/// Wherever their bits begin, as the lists before them have any length.
#[test]
fn arrays_in_lists_begin_at_any_bit() {
    #[track_caller]
    fn check<T, const N: usize>(element: impl Fn(usize) -> T)
    where
        T: Serialize + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug,
    {
        for n in (0..40).chain([100, 300]) {
            let array = |i: usize| std::array::from_fn::<T, N, _>(|j| element(N * i + j));
            let arrays: Vec<[T; N]> = (0..n).map(array).collect();
            let flat: Vec<T> = (0..N * n).map(&element).collect();
            // W8: the elements of all arrays are one list.
            let message = encode(&arrays);
            assert_eq!(message[encode(&n).len()..], encode(&flat)[encode(&flat.len()).len()..]);
            assert_eq!(decode(&message), Ok(arrays));
            let lists: Vec<Vec<[T; N]>> =
                (0..n).map(|i| (0..i % 5).map(|j| array(i + j)).collect()).collect();
            assert_eq!(decode(&encode(&lists)), Ok(lists));
        }
    }
    check::<u16, 3>(|i| (i * i) as u16);
    check::<u32, 1>(|i| i as u32 % 2);
    check::<u64, 2>(|i| 1000 + i as u64 % 4);
    check::<i16, 3>(|i| i as i16 % 7 - 3);
    check::<i32, 5>(|i| (i as i32).wrapping_mul(0x0765_4321));
    check::<i64, 2>(|i| -(i as i64 * i as i64));
    // Of less than a byte each, and enough of them in an inner list that they are not read one by one.
    check::<u16, 7>(|i| i as u16 % 2);
    check::<u32, 9>(|i| i as u32 % 4);
    check::<i16, 31>(|i| i as i16 % 7 - 3);
    check::<u64, 5>(|i| 1000 + i as u64 % 13);
    check::<bool, 3>(|i| i % 3 == 0);
    check::<bool, 16>(|i| i * i % 5 < 2);
    check::<char, 2>(|i| char::from(b'a' + i as u8 % 20));
    check::<[u16; 2], 2>(|i| [i as u16, 9]);
    check::<String, 2>(|i| "x".repeat(i % 4));
    check::<u8, 0>(|i| i as u8);
    check::<u16, 0>(|i| i as u16);
    check::<bool, 0>(|i| i > 0);
}

/// Counts whose sum has more than 32 bits, of elements that take none.
#[cfg(target_pointer_width = "64")]
#[test]
fn counts_beyond_32_bits() {
    const MANY: usize = 1 << 33;
    static UNITS: [(); MANY] = [(); MANY];

    for n in [2usize, 16, 64, 65, 200] {
        // Based, for the counts do not differ: one bit each, after 2^33 as a varint (W2).
        let mut expected = vec![];
        expected.extend(encode(&n));
        expected.extend([0x81, 0x80, 0x80, 0x80, 0x80, 0x20]);
        expected.resize(expected.len() + n.div_ceil(8), 0);
        assert_eq!(encode(&vec![&UNITS[..]; n]), expected, "{n} lists");
    }
}

/// Texts are copied in parts, of a length that is chosen by what they have on average.
#[test]
fn texts_of_every_length() {
    for most in [2, 5, 12, 20, 33, 40, 70, 150] {
        let text = |i: usize| -> String {
            (0..i * 7 % most).map(|j| "aé€z".chars().nth((i + j) % 4).unwrap()).collect()
        };
        let values: Vec<String> = (0..1000).map(text).collect();
        check(&values);
    }
}

/// Runs of numbers of every width are copied in parts, and packed as one list.
#[test]
fn runs_of_every_number() {
    fn runs<N: Clone>(number: impl Fn(usize) -> N) -> Vec<Vec<N>> {
        // Some are longer than what is copied without a call, and than what is put together with others.
        let len = |i: usize| if i % 50 < 3 { i * 7 % 83 } else { i * 7 % 11 };
        (0..1000).map(|i| (0..len(i)).map(|j| number(i + j)).collect()).collect()
    }
    check(&runs(|i| i % 3 == 0));
    check(&runs(|i| i as i8));
    check(&runs(|i| i as u16));
    check(&runs(|i| -(i as i32)));
    check(&runs(|i| (i as u64).pow(5)));
    check(&runs(|i| char::from(i as u8)));
    check(&runs(|i| i));
    check(&runs(|i| i as f32));
    check(&runs(|i| u128::from(i as u64)));
    check(&runs(|i| Fixed::new(i as u16)));
}

/// Enums of few variants and of many, with tags that are not their places.
#[test]
fn variants_by_their_tags() {
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    enum Few {
        #[onesheet(tag = 900)]
        Last(u16, String),
        #[onesheet(tag = 3)]
        First,
        #[onesheet(tag = 70_000)]
        Middle(u8, u8),
    }
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    enum Many {
        #[onesheet(tag = 5)]
        A(Few),
        #[onesheet(tag = 300)]
        B {
            number: u64,
        },
        #[onesheet(tag = 20)]
        C,
        #[onesheet(tag = 2)]
        D(Option<Box<Few>>),
        E(Vec<u16>),
        #[onesheet(tag = 9)]
        F(u8, f32),
    }
    fn few(i: usize) -> Few {
        match i % 3 {
            0 => Few::Last(i as u16, "x".repeat(i % 5)),
            1 => Few::First,
            _ => Few::Middle(i as u8, 1),
        }
    }
    fn many(i: usize) -> Many {
        match i * 5 % 7 {
            0 => Many::A(few(i)),
            1 => Many::B { number: i as u64 * 1000 },
            2 => Many::C,
            3 => Many::E(vec![i as u16; i % 3]),
            4 => Many::F(i as u8, i as f32),
            _ => Many::D(None),
        }
    }
    check(&(0..1100).map(few).collect::<Vec<_>>());
    check(&(0..1100).map(many).collect::<Vec<_>>());
}

/// Few lengths are packed in a register: in every width, with a base and without, and beyond a byte.
#[test]
fn few_texts_of_every_form() {
    for least in [0, 1, 3, 4, 15, 16, 40, 127, 128, 200, 254, 255, 256, 300] {
        for spread in [0, 1, 2, 3, 4, 15, 16, 55, 100, 255] {
            let steps = [0, spread, spread / 2, 1, spread / 3, 0, spread, 2, spread / 4];
            let text = |step: usize| "t".repeat(least + step.min(spread));
            let mut values = steps.map(text);
            check(&values);
            values.reverse();
            check(&values);
        }
    }
}

/// Lengths of texts, and counts of lists, whose sum has more than 64 bits.
#[test]
fn sums_beyond_64_bits() {
    // Two, based: a bit each after 2^63 as a varint (W2, W16).
    let based = [2, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1];
    // One bit is 1, for else the form would not be the prescribed one.
    let message = [&based[..], &[0b10]].concat();
    assert_eq!(decode::<Vec<&str>>(&message).unwrap_err().kind(), ErrorKind::UnexpectedEnd);
    assert_eq!(decode::<Vec<Vec<u16>>>(&message).unwrap_err().kind(), ErrorKind::CountTooLarge);
    assert_eq!(decode::<Vec<Vec<()>>>(&message).unwrap_err().kind(), ErrorKind::MemoryLimit);
}

/// Numbers whose width is known early, in lists whose number is not.
#[test]
fn full_columns_of_lists() {
    type Record = (u8, Vec<u16>, Option<Vec<i64>>, [u32; 2]);
    let record = |at: usize| -> Record {
        let some = (at % 3 > 0).then(|| vec![i64::MIN, i64::MAX, at as i64]);
        (at as u8, vec![0, u16::MAX, at as u16], some, [0, u32::MAX])
    };
    let list: Vec<Record> = (0..1_000).map(record).collect();
    let bytes = written_once(&list);
    assert_eq!(decode::<Vec<Record>>(&bytes), Ok(list));
}

/// The bytes of a value, by every output and by the dynamic codec.
#[track_caller]
fn written_once<T: Serialize>(value: &T) -> Vec<u8> {
    let bytes = encode(value);
    let ty = Type::from_schema(T::SCHEMA).unwrap();
    let parsed = onesheet_dynamic::decode(&ty, &bytes, &onesheet_dynamic::Limits::default());
    assert_eq!(onesheet_dynamic::encode(&ty, &parsed.unwrap()).unwrap(), bytes);
    let mut buf = vec![0; bytes.len()];
    assert_eq!(encode_to_slice(value, &mut buf), Ok(bytes.len()));
    assert_eq!(buf, bytes);
    assert_eq!(encoded_len(value), bytes.len());
    bytes
}

/// An entry of a map of units is a fixed tuple (W1), and a key alone is not: what follows is in its place.
#[test]
fn what_follows_maps_of_units() {
    use std::collections::{BTreeMap, BTreeSet};

    let rows: Vec<_> = (0..3000u16)
        .map(|i| {
            let map = BTreeMap::from_iter((i % 3 == 0).then_some(((), ())));
            (map, BTreeSet::from_iter((i % 2 == 0).then_some(())), i, i % 2 == 1)
        })
        .collect();
    assert_eq!(decode(&encode(&rows)), Ok(rows));
}
