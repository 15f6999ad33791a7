//! Types put together from parts that seldom meet: what is encoded is decoded, in lists too.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::num::NonZeroU8;
use std::rc::Rc;
use std::sync::Arc;

use onesheet::list::Seq;
use onesheet::{
    Deserialize, ErrorKind, Limits, Serialize, decode, decode_view, decode_with, encode,
};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Boxed {
    first: Box<u8>,
    second: Rc<i8>,
    third: Arc<(f32, u8)>,
    fourth: Cow<'static, u8>,
}

fn boxed() -> Boxed {
    Boxed { first: 1.into(), second: (-2).into(), third: (3.0, 4).into(), fourth: Cow::Owned(5) }
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Choice {
    None,
    Boxed(Box<u8>, [(); 3]),
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Empty {
    a: [[u8; 0]; 2],
    b: f32,
}

/// Alone, and in every kind of list.
#[track_caller]
fn in_lists<T>(value: T)
where
    T: Serialize + for<'de> Deserialize<'de, Column: Clone> + Clone + Debug + PartialEq,
{
    fn kept<T: Serialize + for<'de> Deserialize<'de> + Debug + PartialEq>(value: &T) {
        assert_eq!(&decode::<T>(&encode(value)).unwrap(), value);
    }
    kept(&value);
    kept(&[value.clone(), value.clone()]);
    kept(&vec![value.clone()]);
    kept(&vec![value.clone(); 3]);
    kept(&vec![value.clone(); 40]);
    kept(&vec![vec![value.clone(); 2]; 3]);
    kept(&vec![Some(value.clone()), None, Some(value.clone())]);
    kept(&BTreeMap::from([(1u8, value.clone()), (2, value.clone())]));
    let bytes = encode(&vec![value.clone(); 3]);
    let seq: Seq<T> = decode_view(&bytes).unwrap();
    assert_eq!(seq.into_iter().collect::<Vec<_>>(), vec![value; 3]);
}

#[test]
fn fixed_types_that_claim_memory() {
    in_lists((Box::new(1u8), 2u8));
    in_lists(boxed());
    in_lists(Choice::Boxed(Box::new(7), [(); 3]));
    in_lists((1u8, [(); 1]));
    in_lists(Empty { a: [[]; 2], b: 1.5 });
    in_lists(((), [(); 2]));
    assert_eq!(encode(&vec![(Box::new(1u8), 2u8); 2]), [2, 1, 2, 1, 2]);
}

/// What a fixed value claims counts against the limit in a list as it does alone.
#[test]
fn fixed_types_are_charged_for_what_they_claim() {
    let list = vec![(Box::new([0u8; 30]), [(); 7]); 10];
    let bytes = encode(&list);
    let claimed = 10 * (size_of::<(Box<[u8; 30]>, [(); 7])>() + 30 + 7);
    let limits = |max_alloc| Limits::default().max_alloc(max_alloc);
    assert_eq!(decode_with(&bytes, &limits(claimed)), Ok(list));
    let error = decode_with::<Vec<(Box<[u8; 30]>, [(); 7])>>(&bytes, &limits(claimed - 1));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::MemoryLimit);
}

/// A view refuses what decoding refuses: no value of a list that was decoded is missing from it.
#[test]
fn views_check_every_value() {
    #[derive(Deserialize, Clone, Debug, PartialEq)]
    struct Checked {
        count: NonZeroU8,
        rest: u8,
    }
    #[derive(Deserialize, Clone, Debug, PartialEq)]
    enum Kind {
        Counted(NonZeroU8),
    }

    fn refused<'de, T: Deserialize<'de, Column: Clone>>(bytes: &'de [u8]) {
        let error = decode_view::<Seq<T>>(bytes).err().expect("a zero was passed over");
        assert_eq!(error.kind(), ErrorKind::OutOfRange);
    }
    assert_eq!(decode_view::<Seq<Checked>>(&[2, 1, 0, 2, 0]).unwrap().iter().count(), 2);
    refused::<Checked>(&[2, 1, 0, 0, 0]);
    refused::<(NonZeroU8, u8)>(&[2, 1, 0, 0, 0]);
    refused::<[(NonZeroU8, u8); 2]>(&[1, 1, 0, 0, 0]);
    refused::<Option<(NonZeroU8, u8)>>(&[1, 1, 0, 0]);
    refused::<Kind>(&[2, 1, 0, 1, 0]);
    refused::<Seq<(NonZeroU8, u8)>>(&[1, 2, 1, 0, 0, 0]);
    refused::<Vec<(NonZeroU8, u8)>>(&[1, 2, 1, 0, 0, 0]);
    refused::<Box<(NonZeroU8, u8)>>(&[2, 1, 0, 0, 0]);
}
