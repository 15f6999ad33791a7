//! A serialization format that fits on one page, and its encoder and decoder.
#![no_std]
#![deny(unsafe_code)]
#![warn(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::multiple_unsafe_ops_per_block,
    clippy::panic,
    clippy::undocumented_unsafe_blocks,
    clippy::unwrap_used,
    missing_docs
)]
#![cfg_attr(test, allow(clippy::indexing_slicing, reason = "a test may panic"))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bounded;
mod de;
mod endian;
mod error;
pub mod frame;
mod key;
mod limits;
mod list;
mod max_len;
mod packed;
mod raw;
mod reader;
pub mod schema;
mod schema_text;
mod ser;
mod types;
mod utf8;
mod varint;
mod view;
mod writer;

pub use bounded::{Bounded, Counted};
pub use de::Deserialize;
pub use endian::{Be, Fixed, Le, Number};
pub use error::{Error, ErrorKind, Result};
pub use key::Key;
pub use limits::Limits;
pub use list::{Convert, List, Project, Select};
#[cfg(feature = "derive")]
pub use onesheet_derive::{Deserialize, Serialize};
pub use reader::Reader;
pub use schema::Schema;
pub use ser::Serialize;
pub use types::via::With;
pub use view::{Indexed, Seq, SeqIter};
pub use writer::{SliceWriter, Writer};

/// Encodes a value.
#[cfg(feature = "alloc")]
#[must_use]
pub fn encode<T: Serialize + ?Sized>(value: &T) -> alloc::vec::Vec<u8> {
    let mut out = alloc::vec::Vec::with_capacity(value.len_hint());
    encode_into(value, &mut out);
    out
}

/// Encodes a value to the end of `out`, whose memory is reused.
#[cfg(feature = "alloc")]
#[inline]
pub fn encode_into<T: Serialize + ?Sized>(value: &T, out: &mut alloc::vec::Vec<u8>) {
    let Ok(()) = value.serialize(out);
}

/// Encodes a value to the start of `buf` and returns its length in bytes.
///
/// # Errors
/// [`BufferFull`](ErrorKind::BufferFull) if it does not fit; what `buf` holds is then unspecified.
#[inline]
pub fn encode_to_slice<T: Serialize + ?Sized>(value: &T, buf: &mut [u8]) -> Result<usize> {
    let mut w = SliceWriter::new(buf);
    value.serialize(&mut w)?;
    Ok(w.position())
}

/// The length of the encoded value, in bytes.
#[must_use]
pub fn encoded_len<T: Serialize + ?Sized>(value: &T) -> usize {
    let mut counter = writer::Counter::default();
    let Ok(()) = value.serialize(&mut counter);
    counter.position()
}

/// Decodes a message under the default [`Limits`].
///
/// # Errors
/// The first rule of the format that the message breaks, and where.
#[inline]
pub fn decode<'de, T: Deserialize<'de>>(message: &'de [u8]) -> Result<T> {
    decode_with(message, &Limits::default())
}

/// Decodes a message into a value that borrows from it: the same as [`decode`], for types such as
/// `&str`, `&[u8]`, [`Seq`], and structs of them, which need no allocation.
///
/// # Errors
/// As [`decode`].
#[inline]
pub fn decode_view<'de, V: Deserialize<'de>>(message: &'de [u8]) -> Result<V> {
    decode(message)
}

/// Decodes a message under limits of your own.
///
/// # Errors
/// As [`decode`].
#[inline]
pub fn decode_with<'de, T: Deserialize<'de>>(message: &'de [u8], limits: &Limits) -> Result<T> {
    let mut r = Reader::new(message, limits);
    let value = T::deserialize(&mut r)?;
    r.finish()?;
    Ok(value)
}

/// Decodes the message at the start of `bytes`, and returns the bytes after it too.
///
/// # Errors
/// As [`decode`], but for what follows the message.
#[inline]
pub fn decode_prefix<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<(T, &'de [u8])> {
    let mut r = Reader::new(bytes, &Limits::default());
    let value = T::deserialize(&mut r)?;
    Ok((value, r.rest()))
}

#[doc(hidden)]
pub mod __private {
    pub use crate::types::enumeration::{self, EnumColumn, Tags};
    pub use crate::types::extensible::{self, FieldColumn};
    pub use crate::types::fixed::{self, FixedColumn};
    pub use crate::types::rows::{self, RowsColumn};
    pub use crate::types::tuple::{StructColumn, all, fixed_size};
    pub use crate::types::via::{AsFixed, Via};
}
