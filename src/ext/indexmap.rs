//! indexmap: `IndexMap<K, V, S>` and `IndexSet<T, S>` are map(K, V) and set(T).
//!
//! They are written in the format's order, as all maps and sets, and come back in it. Where their own
//! order counts, which `==` does not look at, a `Vec` of pairs keeps it.

use ::indexmap::{IndexMap, IndexSet};

use crate::key::Key;
use crate::types::map::{map, set, table_heap};

/// Bytes of the entries, each with its hash, and of a table of their places.
const fn heap(count: usize, entry: usize) -> usize {
    let entries = count.saturating_mul(entry.saturating_add(2 * size_of::<usize>()));
    entries.saturating_add(table_heap(count, size_of::<usize>()))
}

set! {
    IndexSet<T, S> [Eq + core::hash::Hash] heap, Self::capacity,
    |count| IndexSet::with_capacity_and_hasher(count, S::default())
}
map! {
    IndexMap<K, V, S> [Eq + core::hash::Hash] heap, Self::capacity,
    |count| IndexMap::with_capacity_and_hasher(count, S::default())
}
