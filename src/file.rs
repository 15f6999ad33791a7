//! Files of records from a device: `spec/FILES.md`.
//!
//! A file is a sequence of blocks. Each block holds a list of records, and the file is valid after every
//! block. [`Section`] writes blocks to flash or to a card, and needs a buffer for one block. After a power
//! failure, all blocks written before it can be read. Programs with the standard library read, write and
//! recover files with the crate `onesheet-file`, and people with the command `onesheet`.
//!
//! Nothing here allocates or panics.
//!
//! ```
//! use onesheet::Serialize;
//! use onesheet::file::{self, Section};
//!
//! /// The schema block of `u16`, as `onesheet schema file` prints it.
//! const SCHEMA_BLOCK: [u8; 49] = [
//!     0x89, 0x6f, 0x73, 0x31, 0x0d, 0x0a, 0x1a, 0x0a, 0x5e, 0xbb, 0xb3, 0x50, 0xf8, 0xe2, 0xf0, 0xc1,
//!     0x0d, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xf8, 0xe2, 0xf0, 0xc1, 0x00, 0x00, 0x00, 0x00,
//!     0x00, 0x00, 0x00, 0x00, 0xbf, 0xf3, 0x7e, 0x3e, 0x19, 0xd3, 0x24, 0x4d, 0x03, 0x75, 0x31, 0x36,
//!     0x00,
//! ];
//!
//! let mut card = Vec::new(); // or whatever keeps bytes
//! let mut section = const { Section::new(&SCHEMA_BLOCK).unwrap() };
//! card.extend(SCHEMA_BLOCK);
//!
//! let mut buf = [0; file::max_len(<[u16; 16]>::MAX_LEN)];
//! let len = section.write_block(&[1000u16, 1001, 1002], &mut buf)?;
//! card.extend(&buf[..len]);
//! assert_eq!(card.len(), 49 + 40);
//! # Ok::<(), onesheet::Error>(())
//! ```

mod escape;
mod header;
mod section;

pub use escape::escape;
pub use header::{ESCAPE, FIRST_END, HEADER_LEN, Header, MARK, START, kind};
pub use section::{Section, max_len};
