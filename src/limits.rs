//! What one decode call may cost.

/// Bounds on the memory and the nesting of one decode call (W33).
///
/// ```
/// use onesheet::{Limits, decode_with};
///
/// let limits = Limits::default().max_alloc(1000);
/// let message = onesheet::encode(&vec![7u64; 200]);
/// assert!(decode_with::<Vec<u64>>(&message, &limits).is_err()); // 1,600 bytes
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes that decoding may claim in all, over every container of the message together; 256 MiB
    /// by default, and on 16 bits all that there is.
    ///
    /// The decoder charges these before it allocates them:
    /// - a container of n elements: n times the element's size in memory, and n bytes more if an element may
    ///   take no bits on the wire (W34); a set or a map: its nodes or table, with the spare room in them;
    /// - a default that is filled in (W30): all that it claims, as
    ///   [`Deserialize::heap_size`](crate::Deserialize::heap_size) says;
    /// - a list of more than 16 enums with fields: nine bytes a value while it is read; where the enums are a part of
    ///   other values in a list, their memory once more.
    ///
    /// It does not charge:
    /// - what an allocator adds to each allocation;
    /// - the first default of a field, which is built to find its size;
    /// - what `Default` of a skipped field allocates;
    /// - what `from_wire` of a [`With`](crate::with::With) allocates: for a path, a second copy of its text.
    pub max_alloc: usize,
    /// Depth of nested [rows](crate#rows) types; 128 by default. Through serde, each struct, tuple, enum, option, newtype,
    /// sequence and map is a level.
    ///
    /// It also bounds the stack, to 12 KiB for each level allowed: 1.5 MiB by default, of the 2 MiB
    /// that threads of std have. Each level counts as 16 times the size of its type in memory, plus
    /// 16 times the size of each boxed type on the way to it. Types larger than 768 bytes therefore reach
    /// the stack bound first. Decoding then fails with [`DepthLimit`](crate::ErrorKind::DepthLimit), as it does
    /// beyond `max_depth`.
    pub max_depth: u32,
}

impl Limits {
    /// The default limits.
    #[must_use]
    pub const fn new() -> Self {
        Limits { max_alloc: 256usize.saturating_mul(1024).saturating_mul(1024), max_depth: 128 }
    }

    /// With another [`max_alloc`](Self::max_alloc), in bytes.
    #[must_use]
    pub const fn max_alloc(self, bytes: usize) -> Self {
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
