//! Values that take no bits (W34) come back from every list that they may be in, and each counts a byte.

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::num::Wrapping;
use std::ops::{Bound, Range, RangeFrom, RangeFull};
use std::rc::Rc;
use std::sync::Arc;

use onesheet::de::DeserializeOwned;
use onesheet::list;
use onesheet::list::Seq;
use onesheet::page::{encode_fitting, max_seq_items};
use onesheet::ser::Key;
use onesheet::types::{Bounded, Fixed, Padded, Spaces, Utf16Be, Utf16Le, Zeros};
use onesheet::with::{Utf8, With};
use onesheet::{
    Deserialize, ErrorKind, Limits, Serialize, decode, decode_with, encode, encode_to_slice,
    encoded_len,
};

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Clone, Default)]
struct Unit;

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
struct Parts<T> {
    text: Padded<0>,
    none: [T; 0],
    unit: Unit,
    fixed: [Fixed<u32>; 0],
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
#[onesheet(rows)]
struct Row(Padded<0>, ());

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
#[onesheet(rows)]
struct OwnRow([Box<OwnRow>; 0]);

/// Written as the text that it is made of, none.
#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, Default)]
#[onesheet(from = "Padded<0>", into = "Padded<0>")]
struct Converted;

impl From<Padded<0>> for Converted {
    fn from(_: Padded<0>) -> Self {
        Converted
    }
}

impl From<Converted> for Padded<0> {
    fn from(_: Converted) -> Self {
        Padded::default()
    }
}

struct AsNothing;

impl With<u64> for AsNothing {
    type Wire<'a> = ();

    fn to_wire(_: &u64) {}

    fn from_wire((): ()) -> Option<u64> {
        Some(7)
    }
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Marked(
    #[onesheet(with = AsNothing)] u64,
    #[onesheet(with = [AsNothing; 2])] [u64; 2],
    #[onesheet(skip)] u16,
);

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
enum Variant<T> {
    None,
    One(T),
    Named { first: T, then: T },
    Beside(u16, T),
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
#[onesheet(extensible)]
struct Block<T> {
    number: u16,
    nothing: T,
}

trait Value: Serialize + DeserializeOwned + PartialEq + Debug + Clone {}

impl<T: Serialize + DeserializeOwned + PartialEq + Debug + Clone> Value for T {}

#[track_caller]
fn comes_back<T: Value>(value: T) {
    let message = encode(&value);
    assert_eq!(encoded_len(&value), message.len());
    let mut buf = vec![0; message.len()];
    assert_eq!(encode_to_slice(&value, &mut buf), Ok(message.len()));
    assert_eq!(buf, message);
    assert_eq!(decode(&message).as_ref(), Ok(&value), "{}", std::any::type_name::<T>());
    let ty = onesheet_dynamic::Type::from_schema(T::SCHEMA).unwrap();
    let limits = onesheet_dynamic::Limits::default();
    let read = onesheet_dynamic::decode(&ty, &message, &limits).unwrap();
    assert_eq!(onesheet_dynamic::encode(&ty, &read).unwrap(), message);
}

/// A type whose values take no bits, in all that can hold it.
#[track_caller]
fn nothing<T: Value>(value: T)
where
    for<'de> <T as Deserialize<'de>>::Column: Clone,
{
    assert!(encode(&value).is_empty());
    assert!(<T as Deserialize>::MAY_BE_EMPTY, "{}", std::any::type_name::<T>());
    for n in [0, 1, 2, 3, 16, 17, 100] {
        let list = vec![value.clone(); n];
        let message = encode(&list);
        assert_eq!(decode(&message).as_ref(), Ok(&list), "{}", std::any::type_name::<T>());
        assert!(decode::<Seq<T>>(&message).unwrap().iter().eq(list.iter().cloned()));
        // A list in which it is a part of fixed values, and one in which it is a column.
        let some = [value.clone(), value.clone(), value.clone()];
        comes_back(vec![(1u8, [some.clone(), some.clone()]); n]);
        comes_back(vec![(some, Some(300u16), list.clone()); n]);
        // A byte each, beside what memory the values themselves take.
        let limits = |max_alloc| Limits::default().max_alloc(max_alloc);
        if n > 0 {
            let error = decode_with::<Vec<T>>(&message, &limits(n * (1 + size_of::<T>()) - 1));
            assert_eq!(error.unwrap_err().kind(), ErrorKind::MemoryLimit);
            let error = decode_with::<Seq<T>>(&message, &limits(n - 1)).map(|seq| seq.len());
            assert_eq!(error.unwrap_err().kind(), ErrorKind::MemoryLimit);
        }
    }
    let far = [0xff; 9].into_iter().chain([1]).collect::<Vec<u8>>();
    assert_eq!(decode::<Vec<T>>(&far).unwrap_err().kind(), ErrorKind::MemoryLimit);
}

/// The same, in every container.
#[track_caller]
fn nothing_anywhere<T: Value + Key + Ord + std::hash::Hash>(value: T)
where
    for<'de> <T as Deserialize<'de>>::Column: Clone,
{
    nothing(value.clone());
    let of = |n| vec![value.clone(); n];
    for n in [0, 1, 2, 17, 100] {
        comes_back(vec![of(n), of(1), of(0), of(n)]);
        comes_back(VecDeque::from(of(n)));
        comes_back(LinkedList::from_iter(of(n)));
        comes_back(Rc::<[T]>::from(of(n)));
        comes_back(Bounded::<_, 100>::new(of(n)).unwrap());
        let results = of(n).into_iter().flat_map(|one| [Ok(one.clone()), Err(one)]);
        comes_back(results.collect::<Vec<Result<T, T>>>());
        let bounds =
            |one: T| [Bound::Included(one.clone()), Bound::Excluded(one), Bound::Unbounded];
        comes_back(of(n).into_iter().flat_map(bounds).collect::<Vec<_>>());
        comes_back(of(n).into_iter().map(|one| Box::new(one.clone()..one)).collect::<Vec<_>>());
        let variants = |one: T| {
            let (first, then) = (one.clone(), one.clone());
            let beside = Variant::Beside(300, one.clone());
            [Variant::None, Variant::One(one), Variant::Named { first, then }, beside]
        };
        comes_back(of(n).into_iter().flat_map(variants).collect::<Vec<_>>());
        let blocks = of(n).into_iter().map(|nothing| Block { number: 300, nothing });
        comes_back(blocks.collect::<Vec<_>>());
        comes_back((0..n as u32).map(|i| (i, value.clone())).collect::<BTreeMap<_, _>>());
        comes_back(vec![HashMap::from([(1u8, value.clone()), (2, value.clone())]); n]);
        // Of a set or a map one at most.
        comes_back(vec![BTreeSet::from([value.clone()]); n]);
        comes_back(vec![BTreeMap::from([(value.clone(), value.clone())]); n]);
        comes_back(vec![HashSet::from([value.clone()]), HashSet::new()]);

        let message = encode(&of(n));
        let list = list::encode(&of(n));
        assert!(list.is_empty());
        assert_eq!(list::decode(&list, n), Ok(of(n)));
        assert!(list::decode_view::<T>(&list, n).unwrap().iter().eq(of(n)));
        let mut page = [0; 4];
        assert_eq!(encode_fitting(&of(n), &mut page), Ok((n, message.len())));
    }
    assert_eq!(decode::<BTreeSet<T>>(&[2]).unwrap_err().kind(), ErrorKind::NotAscending);
    assert_eq!(decode::<HashMap<T, T>>(&[2]).unwrap_err().kind(), ErrorKind::NotAscending);
}

#[test]
fn in_every_container() {
    nothing_anywhere(());
    nothing_anywhere(<Padded<0>>::default());
    nothing_anywhere([[0u16; 0]; 3]);
}

#[test]
fn what_std_has_of_it() {
    nothing([0u8; 0]);
    nothing::<[String; 0]>([]);
    nothing([(); 4]);
    nothing(((), [0u32; 0]));
    nothing(PhantomData::<String>);
    nothing(Reverse(()));
    nothing(Box::new(()));
    nothing(Arc::new([0u8; 0]));
    nothing::<RangeFull>(..);
    nothing::<Range<()>>(()..());
    nothing::<RangeFrom<[f32; 0]>>([]..);
    nothing(Wrapping(()));
    nothing(Cell::new(()));
    nothing(Cow::<'static, [u8; 0]>::Owned([]));
    nothing::<[Box<u8>; 0]>([]);
    nothing(((), ((), [(); 2]), [[[0u8; 0]; 5]; 2]));
}

#[test]
fn text_of_no_bytes() {
    nothing(<Padded<0, Utf8, Spaces>>::default());
    nothing(<Padded<0, Utf16Be>>::default());
    nothing(<Padded<0, Utf16Le, Zeros>>::default());
    nothing(([<Padded<0>>::default(); 3], (), Box::new(<Padded<0>>::default())));
}

#[test]
fn what_is_declared() {
    nothing(Unit);
    nothing(<Parts<String>>::default());
    nothing([(); 2].map(|()| <Parts<bool>>::default()));
    nothing(Row::default());
    nothing([Row::default(), Row::default()]);
    nothing(OwnRow::default());
    nothing((Converted, [Converted, Converted]));
    nothing(Marked(7, [7, 7], 0));
}

#[test]
fn as_many_fit_as_the_count_can_say() {
    assert_eq!(max_seq_items::<()>(1), 127);
    assert_eq!(max_seq_items::<Padded<0>>(1), 127);
    assert_eq!(max_seq_items::<[Parts<u8>; 3]>(2), (1 << 14) - 1);
}

/// A capacity of none takes its count.
#[test]
fn capacities_of_none() {
    for n in [0, 1, 2, 3, 17, 100] {
        comes_back(vec![Bounded::<Vec<u8>, 0>::new(vec![]).unwrap(); n]);
        comes_back(vec![Bounded::<String, 0>::new(String::new()).unwrap(); n]);
        comes_back(vec![(Bounded::<Vec<Padded<0>>, 0>::new(vec![]).unwrap(), ()); n]);
        comes_back(vec![[(); 3].map(|()| Bounded::<BTreeSet<()>, 0>::default()); n]);
    }
}

#[cfg(all(
    feature = "arrayvec-0_7",
    feature = "heapless-0_9",
    feature = "mint-0_5",
    feature = "smallvec-1",
    feature = "tinyvec-1",
    feature = "either-1",
    feature = "indexmap-2",
))]
#[test]
fn what_other_crates_have_of_it() {
    use either::Either;

    let text = <Padded<0>>::default();
    nothing(mint::Vector2 { x: (), y: () });
    nothing(mint::RowMatrix3::from([[[0u8; 0]; 3]; 3]));
    for n in [0, 1, 2, 3, 8, 17, 100] {
        let texts = || std::iter::repeat_n(text, n);
        comes_back(vec![arrayvec::ArrayVec::<u16, 0>::new(); n]);
        comes_back(vec![arrayvec::ArrayString::<0>::new(); n]);
        comes_back(vec![texts().take(8).collect::<arrayvec::ArrayVec<_, 8>>(); n]);
        comes_back(texts().collect::<smallvec::SmallVec<[_; 2]>>());
        comes_back(vec![texts().collect::<smallvec::SmallVec<[_; 0]>>(); n]);
        comes_back(vec![smallvec::SmallVec::<[u16; 0]>::from_vec(vec![1, 2]); n]);
        comes_back(vec![tinyvec::ArrayVec::<[u16; 0]>::new(); n]);
        comes_back(vec![tinyvec::TinyVec::<[(); 2]>::from_iter(vec![(); n]); 3]);
        comes_back(vec![heapless_0_9::Vec::<u16, 0>::new(); n]);
        comes_back(vec![heapless_0_9::String::<0>::new(); n]);
        comes_back(vec![texts().take(8).collect::<heapless_0_9::Vec<_, 8>>(); n]);
        comes_back(vec![heapless_0_9::LinearMap::<u8, u8, 0>::new(); n]);
        comes_back(vec![Either::<Padded<0>, ()>::Left(text); n]);
        comes_back(
            (0..n).map(|i| (i, text)).collect::<indexmap::IndexMap<_, _, std::hash::RandomState>>(),
        );
    }
}
