//! hashbrown: `HashMap<K, V, S>` and `HashSet<T, S>` are map(K, V) and set(T), as those of std.

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::{Key, in_order};
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::map::{
    Map, MapColumn, Set, map, read_map, read_set, set, sorted_entries, table_heap,
};
use crate::types::seq::{SeqColumn, heap_size_of};

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
