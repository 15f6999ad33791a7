//! What the logger writes to its flash. The host compiles this file too.

use onesheet::file::{self, Section};
use onesheet::types::Bounded;
use onesheet::{Deserialize, Serialize};

/// A reading of the sensor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub at: u32,
    pub millivolts: u16,
    pub celsius: i16,
}

impl Reading {
    /// The reading of this number. There is no sensor: the host knows all of them.
    pub fn of(at: u32) -> Self {
        let noise = at.wrapping_mul(0x9e37_79b9) >> 24;
        Reading { at, millivolts: 3300 - noise as u16, celsius: 215 - (at % 40) as i16 }
    }
}

/// Readings in a block.
pub const BLOCK: usize = 48;

/// Bytes of the longest block.
pub const BLOCK_LEN: usize = file::max_len(<[Reading; BLOCK]>::MAX_LEN);

/// The schema block of [`Reading`], as `onesheet schema file` prints it.
pub const SCHEMA_BLOCK: [u8; 100] = [
    0x89, 0x6f, 0x73, 0x31, 0x0d, 0x0a, 0x1a, 0x0a, 0xc8, 0x2f, 0x50, 0x66, 0x48, 0x7a, 0xa5, 0x4a,
    0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x48, 0x7a, 0xa5, 0x4a, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x12, 0xf1, 0x54, 0x5e, 0xb7, 0x86, 0x3d, 0x39, 0x36, 0x73, 0x74, 0x72,
    0x75, 0x63, 0x74, 0x20, 0x52, 0x65, 0x61, 0x64, 0x69, 0x6e, 0x67, 0x7b, 0x61, 0x74, 0x3a, 0x20,
    0x75, 0x33, 0x32, 0x2c, 0x20, 0x6d, 0x69, 0x6c, 0x6c, 0x69, 0x76, 0x6f, 0x6c, 0x74, 0x73, 0x3a,
    0x20, 0x75, 0x31, 0x36, 0x2c, 0x20, 0x63, 0x65, 0x6c, 0x73, 0x69, 0x75, 0x73, 0x3a, 0x20, 0x69,
    0x31, 0x36, 0x7d, 0x00,
];

/// A section before its first block.
pub const SECTION: Section = Section::new(&SCHEMA_BLOCK).unwrap();

/// Bytes of a page of the flash.
pub const PAGE: usize = 256;

/// What the logger tells the host about its flash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Report<'a> {
    /// All of it was erased, and the numbers of the readings begin at 0.
    Erased,
    /// A page was written to.
    Page { number: u16, bytes: Bounded<&'a [u8], PAGE> },
    /// The power was cut. So many readings are in the flash, for all that the logger was told.
    Cut { acknowledged: u32 },
}
