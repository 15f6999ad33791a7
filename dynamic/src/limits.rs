//! What one message may claim (W33).

/// What decoding one message may claim (W33).
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of memory in all; a value here takes more of them than in a compiled program.
    pub max_alloc: u64,
    /// Depth of nested rows.
    pub max_depth: u32,
}

impl Default for Limits {
    /// 256 MiB and 128 rows.
    fn default() -> Self {
        Self { max_alloc: 256 << 20, max_depth: 128 }
    }
}

/// Types, rows and parts of values that may lie inside one another; keeps the call stack bounded.
pub(crate) const MAX_NESTING: u32 = 1000;
