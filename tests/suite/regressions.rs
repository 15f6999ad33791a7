//! What fuzzing found.

#![allow(clippy::rc_clone_in_vec_init, reason = "shared or not, each is written")]

use std::collections::LinkedList;
use std::rc::Rc;
use std::sync::Arc;

use onesheet::{Deserialize, ErrorKind, Limits, Serialize, decode_with, encode};

/// Decoding `value` is refused one byte below `bytes`, which its containers take at the least.
#[track_caller]
fn claims<T: Serialize + for<'de> Deserialize<'de>>(value: &T, bytes: usize) {
    let limits = Limits::default().max_alloc(bytes - 1);
    let result = decode_with::<T>(&encode(value), &limits);
    assert_eq!(result.err().map(|error| error.kind()), Some(ErrorKind::MemoryLimit));
}

/// The counts of an `Rc` of a slice or str are claimed even where it is empty, and what it holds is
/// rounded up to words.
#[test]
fn shared_slices_claim_their_counts() {
    const WORD: usize = size_of::<usize>();
    claims(&vec![Rc::<str>::from(""); 100], 100 * 4 * WORD);
    claims(&vec![Arc::<str>::from("a"); 100], 100 * 5 * WORD);
    claims(&vec![Rc::<[u8]>::from([]); 100], 100 * 4 * WORD);
    claims(&vec![Arc::<[u8]>::from([1]); 100], 100 * 5 * WORD);
    claims(&vec![Rc::new(1u8); 100], 100 * 4 * WORD);
    claims(&LinkedList::from([1u8; 100]), 100 * 3 * WORD + 100);
}
