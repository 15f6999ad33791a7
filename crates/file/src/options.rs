//! What a writer may choose (F18).

use std::collections::BTreeMap;

/// What a writer may choose (F18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bytes of records from which on [`Writer::push`](crate::Writer::push) writes a block; 1 MiB by
    /// default.
    pub block_bytes: usize,
    /// The most records that [`Writer::push`](crate::Writer::push) puts in a block; 1,048,576 by
    /// default.
    pub block_records: usize,
    /// The level at which blocks are compressed with Zstandard, if at all; not by default.
    #[cfg(feature = "zstd")]
    pub compression: Option<i32>,
    /// Whether a block of statistics says where the fields of each block are (F22), so that readers may read some
    /// of them alone; not by default. It takes about 45 bytes, and 12 for each field. There is none for records
    /// that are no structs or tuples, or are fixed (W1), nor for compressed ones.
    pub fields: bool,
    /// What the schema block says beside the type: nothing by default.
    pub about: BTreeMap<String, String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            block_bytes: 1 << 20,
            block_records: 1 << 20,
            #[cfg(feature = "zstd")]
            compression: None,
            fields: false,
            about: BTreeMap::new(),
        }
    }
}
