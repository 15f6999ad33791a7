//! Messages one after another on a line: `spec/FRAMES.md`.
//!
//! Two forms. On a line that damages or loses bytes (a UART, RS-485, radio), [`encode`] makes
//! delimited frames with a CRC, chosen by type: [`Crc16`], or [`Crc32c`] for payloads of more than
//! about 4,000 bytes. [`Receiver`] takes the bytes as they come and finds the next good frame after
//! any damage. On a stream that keeps every byte (TCP, a pipe, a file), [`prefixed`] puts each
//! message after its length.
//!
//! Nothing here allocates, blocks or panics; only `prefixed::{read, write}` need `std`.
//!
//! ```
//! use onesheet::frame::{self, Crc16, Dropped, Receiver};
//!
//! let mut line = [0; 2 * frame::max_len::<Crc16>(5)];
//! let first = frame::encode::<Crc16>(&300u16, &mut line)?;
//! let both = first + frame::encode::<Crc16>(&7u16, &mut line[first..])?;
//! line[2] ^= 0x10; // damages the first frame
//!
//! // However the bytes come (an interrupt, `embedded_io::Read`, `std::io::Read`), push them.
//! let mut receiver = Receiver::new([0; 5]);
//! let mut numbers = Vec::new();
//! for mut bytes in line[..both].chunks(3) {
//!     while let Some(number) = receiver.decode::<u16>(&mut bytes) {
//!         numbers.push(number);
//!     }
//! }
//! assert_eq!(numbers, [Err(Dropped::Checksum), Ok(7)]);
//! assert_eq!((receiver.counts().frames, receiver.counts().checksum), (1, 1));
//! # Ok::<(), onesheet::Error>(())
//! ```

mod cobs;
mod dropped;
pub mod prefixed;
mod receiver;

pub use crate::crc::{Crc, Crc16, Crc32c};
pub use cobs::{DELIMITER, encode, encode_bytes, max_len};
pub use dropped::{Counts, Dropped};
pub use receiver::Receiver;
