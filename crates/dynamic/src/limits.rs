//! What one message may claim (W33).

/// What decoding one message may claim (W33).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of memory in all; a value here takes more of them than in a compiled program.
    pub max_alloc: u64,
    /// Depth of nested rows. Besides, at most 500 types may lie inside one another in a value.
    pub max_depth: u32,
}

impl Limits {
    /// The default limits: 256 MiB and 128 rows.
    #[must_use]
    pub const fn new() -> Self {
        Limits { max_alloc: 256 << 20, max_depth: 128 }
    }

    /// With another [`max_alloc`](Self::max_alloc), in bytes.
    #[must_use]
    pub const fn max_alloc(self, bytes: u64) -> Self {
        Limits { max_alloc: bytes, ..self }
    }

    /// With another [`max_depth`](Self::max_depth), in rows.
    #[must_use]
    pub const fn max_depth(self, rows: u32) -> Self {
        Limits { max_depth: rows, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits::new()
    }
}

/// Types that may lie inside one another in a value, those inside rows counted for each row: what
/// 2 MiB of stack are enough for, even without optimisation.
pub(crate) const MAX_NESTING: u32 = 500;

/// Types that may lie inside one another in a schema.
pub(crate) const MAX_TYPE_NESTING: u32 = 128;
