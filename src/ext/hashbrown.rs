//! hashbrown: `HashMap<K, V, S>` and `HashSet<T, S>` are map(K, V) and set(T), as those of std.

use crate::key::Key;
use crate::types::map::{map, set, table_heap};

macro_rules! hashbrown {
    ($module:ident, $krate:ident) => {
        mod $module {
            use super::*;
            use $krate::{HashMap, HashSet};

            set! {
                HashSet<T, S> [Eq + core::hash::Hash] table_heap, Self::capacity,
                |count| HashSet::with_capacity_and_hasher(count, S::default())
            }
            map! {
                HashMap<K, V, S> [Eq + core::hash::Hash] table_heap, Self::capacity,
                |count| HashMap::with_capacity_and_hasher(count, S::default())
            }
        }
    };
}

#[cfg(feature = "hashbrown-0_16")]
hashbrown! { hashbrown_16, hashbrown_0_16 }
#[cfg(feature = "hashbrown-0_17")]
hashbrown! { hashbrown_17, hashbrown_0_17 }
