//! The header of a block (F1).

use crate::crc::{self, Crc32c};

/// What a block begins with (F1): no payload holds it, as [`escape`](super::escape()) sees to.
pub const MARK: [u8; 7] = *b"\x89os1\r\n\x1a";

/// What a mark in a payload and this are written with, and a byte that says which (F2).
pub const ESCAPE: [u8; 7] = *b"\x89os1\r\n\x1b";

/// What a schema block begins with, and so a file (F4): the mark, and the kind.
pub const START: [u8; 8] = *b"\x89os1\r\n\x1a\x0a";

/// Bytes of a header (F1).
pub const HEADER_LEN: usize = 36;

/// What [`Header::first`] stays below (F1).
pub const FIRST_END: u64 = 1 << 56;

/// The kinds of blocks (F3).
pub mod kind {
    /// What the section is of.
    pub const SCHEMA: u8 = 0x0a;
    /// Records.
    pub const RECORDS: u8 = 0x52;
    /// Records, compressed.
    pub const COMPRESSED: u8 = 0x5a;
    /// The writer was done.
    pub const END: u8 = 0x45;
    /// Bounds of the numbers of the block behind it.
    pub const STATISTICS: u8 = 0x73;
    /// The bit of any other kind that a reader passes over without a word.
    pub const SILENT: u8 = 0x20;
}

/// The header of a block (F1), but for its mark and its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the block is: one of [`kind`], or one that a reader may not know.
    pub kind: u8,
    /// CRC-32C of the body.
    pub body_check: u32,
    /// Bytes of the body.
    pub len: u32,
    /// Records in it.
    pub count: u32,
    /// The body check of the section's schema block.
    pub schema: u32,
    /// How many records of the section come before.
    pub first: u64,
}

impl Header {
    /// The bytes of the header.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let [m0, m1, m2, m3, m4, m5, m6] = MARK;
        let [b0, b1, b2, b3] = self.body_check.to_le_bytes();
        let [l0, l1, l2, l3] = self.len.to_le_bytes();
        let [c0, c1, c2, c3] = self.count.to_le_bytes();
        let [s0, s1, s2, s3] = self.schema.to_le_bytes();
        let [f0, f1, f2, f3, f4, f5, f6, f7] = self.first.to_le_bytes();
        #[rustfmt::skip]
        let mut bytes = [
            m0, m1, m2, m3, m4, m5, m6, self.kind, 0, 0, 0, 0, b0, b1, b2, b3, l0, l1, l2, l3,
            c0, c1, c2, c3, s0, s1, s2, s3, f0, f1, f2, f3, f4, f5, f6, f7,
        ];
        [bytes[8], bytes[9], bytes[10], bytes[11]] = Self::check_of(&bytes).to_le_bytes();
        bytes
    }

    /// The header that the bytes are, if its mark and its check are right. Its fields may be any.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; HEADER_LEN]) -> Option<Self> {
        #[rustfmt::skip]
        let [
            m0, m1, m2, m3, m4, m5, m6, kind, h0, h1, h2, h3, b0, b1, b2, b3, l0, l1, l2, l3,
            c0, c1, c2, c3, s0, s1, s2, s3, f0, f1, f2, f3, f4, f5, f6, f7,
        ] = *bytes;
        let has_mark = matches!([m0, m1, m2, m3, m4, m5, m6], MARK);
        if !has_mark || u32::from_le_bytes([h0, h1, h2, h3]) != Self::check_of(bytes) {
            return None;
        }
        Some(Header {
            kind,
            body_check: u32::from_le_bytes([b0, b1, b2, b3]),
            len: u32::from_le_bytes([l0, l1, l2, l3]),
            count: u32::from_le_bytes([c0, c1, c2, c3]),
            schema: u32::from_le_bytes([s0, s1, s2, s3]),
            first: u64::from_le_bytes([f0, f1, f2, f3, f4, f5, f6, f7]),
        })
    }

    /// The check that the bytes of a header are to have: CRC-32C of all of them but the check.
    #[must_use]
    pub const fn check_of(bytes: &[u8; HEADER_LEN]) -> u32 {
        let (start, rest) = bytes.split_at(8);
        let (_, rest) = rest.split_at(4);
        let sum = crc::extend::<Crc32c>(crc::ones::<Crc32c>(), start);
        crc::extend::<Crc32c>(sum, rest) ^ crc::ones::<Crc32c>()
    }

    /// Whether the block is one of records.
    #[must_use]
    pub const fn has_records(&self) -> bool {
        matches!(self.kind, kind::RECORDS | kind::COMPRESSED)
    }

    /// Whether the block is one of a section, and no unknown one.
    #[must_use]
    pub const fn is_of_section(&self) -> bool {
        self.has_records() || matches!(self.kind, kind::SCHEMA | kind::END)
    }

    /// Bytes of the whole block; saturates at `usize::MAX`.
    #[must_use]
    pub const fn block_len(&self) -> usize {
        HEADER_LEN.saturating_add(self.len as usize)
    }
}

/// The check of a body.
pub(super) const fn body_check(body: &[u8]) -> u32 {
    crc::extend::<Crc32c>(crc::ones::<Crc32c>(), body) ^ crc::ones::<Crc32c>()
}
