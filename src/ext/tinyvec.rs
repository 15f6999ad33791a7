//! tinyvec: `ArrayVec<[T; N]>` is seq(T) of at most N elements, `TinyVec<[T; N]>` of any number.

use ::tinyvec::{Array, ArrayVec};

use crate::types::capacity::{Sequence, sequence};

impl<A: Array> Sequence for ArrayVec<A> {
    type Item = A::Item;
    const CAPACITY: usize = A::CAPACITY;
    type Slots = crate::raw::Slots<A::Item, { crate::raw::Permutation::FEW }>;
    const SLOTS: Self::Slots = crate::raw::Slots::new();

    fn new() -> Self {
        ArrayVec::default()
    }

    fn try_push(&mut self, value: A::Item) -> Option<()> {
        ArrayVec::try_push(self, value).is_none().then_some(())
    }
}

sequence! { [A: Array] ArrayVec<A>, A::Item }

#[cfg(feature = "alloc")]
lists! {
    [A: ::tinyvec::Array] ::tinyvec::TinyVec<A>, A::Item:
    ::tinyvec::TinyVec::with_capacity, ::tinyvec::TinyVec::push;
}
