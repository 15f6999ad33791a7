//! smallvec: `SmallVec<[T; N]>` is seq(T), of any number of elements.

use ::smallvec::{Array, SmallVec};

lists! { [A: Array] SmallVec<A>, A::Item: SmallVec::with_capacity, SmallVec::push; }
