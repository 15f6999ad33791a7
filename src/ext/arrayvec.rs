//! arrayvec.
//!
//! | Rust | format |
//! |--|--|
//! | `ArrayVec<T, N>` | seq(T) of at most N elements |
//! | `ArrayString<N>` | str of at most N bytes |

use ::arrayvec::{ArrayString, ArrayVec};

use crate::types::capacity::{Sequence, sequence, text};

impl<T, const N: usize> Sequence for ArrayVec<T, N> {
    type Item = T;
    const CAPACITY: usize = N;
    type Slots = crate::raw::Slots<T, N>;
    const SLOTS: Self::Slots = crate::raw::Slots::new();

    fn new() -> Self {
        ArrayVec::new()
    }

    fn try_push(&mut self, value: T) -> Option<()> {
        ArrayVec::try_push(self, value).ok()
    }
}

sequence! { [T, const N: usize] ArrayVec<T, N>, T }
text! { [const N: usize] ArrayString<N>, |text| ArrayString::from(text).ok() }
