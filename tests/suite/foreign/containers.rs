//! Containers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasherDefault;

use either::Either;
use indexmap::{IndexMap, IndexSet};
use onesheet::{ErrorKind, Serialize, decode, encode};
use rustc_hash::FxHasher;
use smallvec::{SmallVec, smallvec};
use tinyvec::{ArrayVec, TinyVec};

use super::{charged, twins};

type Fx = BuildHasherDefault<FxHasher>;

#[test]
fn maps_and_sets_are_in_order_whatever_the_hasher() {
    let map: BTreeMap<u16, String> = (0..50).map(|x| (x * 7, x.to_string())).collect();
    let set: BTreeSet<u64> = (0..50).map(|x| x * x).collect();
    macro_rules! each {
        ($($map:ty, $set:ty;)*) => {$(
            let foreign: $map = map.clone().into_iter().rev().collect();
            assert_eq!(encode(&foreign), encode(&map));
            assert_eq!(encode(&vec![foreign.clone(); 3]), encode(&vec![map.clone(); 3]));
            assert_eq!(decode(&encode(&map)), Ok(foreign.clone()));
            assert_eq!(decode(&encode(&vec![map.clone(); 3])), Ok(vec![foreign; 3]));
            let foreign: $set = set.clone().into_iter().rev().collect();
            assert_eq!(encode(&foreign), encode(&set));
            assert_eq!(decode(&encode(&set)), Ok(foreign));
            let descending = encode(&vec![(7u16, "a"), (6, "b")]);
            assert_eq!(decode::<$map>(&descending).unwrap_err().kind(), ErrorKind::NotAscending);
            charged::<$map>(&encode(&map));
        )*};
    }
    each! {
        HashMap<u16, String, Fx>, std::collections::HashSet<u64, Fx>;
        hashbrown_0_17::HashMap<u16, String, Fx>, hashbrown_0_17::HashSet<u64, Fx>;
        IndexMap<u16, String, Fx>, IndexSet<u64, Fx>;
    }
    #[cfg(feature = "hashbrown-0_16")]
    each! {
        hashbrown_0_16::HashMap<u16, String, Fx>, hashbrown_0_16::HashSet<u64, Fx>;
    }
}

#[test]
fn vectors_of_other_crates_are_sequences() {
    let pairs: [(SmallVec<[String; 2]>, Vec<String>); 3] = [
        (smallvec![], vec![]),
        (smallvec!["a".into()], vec!["a".into()]),
        (smallvec!["a".into(), "b".into(), "c".into()], ["a", "b", "c"].map(String::from).into()),
    ];
    twins(&pairs, "[[],[\"a\"],[\"a\",\"b\",\"c\"]]");
    let pair = |values: &[u16]| (values.iter().copied().collect(), values.to_vec());
    twins::<TinyVec<[u16; 2]>, _>(
        &[pair(&[]), pair(&[1, 2]), pair(&[1000, 2, 3])],
        "[[],[\"1\",\"2\"],[\"1000\",\"2\",\"3\"]]",
    );
    charged::<SmallVec<[u64; 1]>>(&encode(&vec![1u64; 100]));
    charged::<Vec<TinyVec<[u64; 1]>>>(&encode(&vec![vec![1u64; 100]]));
}

#[test]
fn vectors_of_fixed_capacity_refuse_more() {
    let values: ArrayVec<[u16; 4]> = [1, 2, 3].into_iter().collect();
    assert_eq!(encode(&values), encode(&vec![1u16, 2, 3]));
    assert_eq!(decode(&encode(&values)), Ok(values));
    assert_eq!(<ArrayVec<[u16; 4]>>::MAX_LEN, 1 + 1 + 8);
    let long = vec![1u16, 2, 3, 4, 5];
    let kind = |e: onesheet::Error| e.kind();
    let error = decode::<ArrayVec<[u16; 4]>>(&encode(&long)).map_err(kind);
    assert_eq!(error, Err(ErrorKind::CapacityExceeded));
    let error = decode::<Vec<ArrayVec<[u16; 4]>>>(&encode(&vec![long; 2])).map_err(kind);
    assert_eq!(error, Err(ErrorKind::CapacityExceeded));
}

#[test]
fn either_is_a_result() {
    type Is = Either<u16, String>;
    type As = Result<u16, String>;
    let pairs: [(Is, As); 3] = [
        (Either::Left(300), Ok(300)),
        (Either::Right("a".into()), Err("a".into())),
        (Either::Left(0), Ok(0)),
    ];
    twins(&pairs, "[{\"ok\":\"300\"},{\"err\":\"a\"},{\"ok\":\"0\"}]");
    assert_eq!(decode::<Is>(&[2, 0]).unwrap_err().kind(), ErrorKind::InvalidTag);
}
