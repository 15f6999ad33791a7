//! Serialization for messages, files and tables, in a format that fits on one page
//! (`spec/WIRE_FORMAT.md`) and gives each value one byte string.
//!
//! ```
//! use onesheet::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, Debug, PartialEq)]
//! struct Reading {
//!     sensor: String,
//!     values: Vec<u16>,
//! }
//!
//! let reading = Reading { sensor: "door".into(), values: vec![1000, 1001, 1002] };
//! let message = onesheet::encode(&reading);
//! assert_eq!(message, b"\x04door\x03\x82\xe8\x07\x24");
//! assert_eq!(onesheet::decode(&message), Ok(reading));
//! ```
//!
//! | to | use |
//! |--|--|
//! | encode | [`encode`]; [`encode_into`] with memory that is reused; [`encode_to_slice`] without any |
//! | know the size | [`encoded_len`] of a value; [`Serialize::MAX_LEN`](const@Serialize::MAX_LEN) of a type, with [`Bounded`] |
//! | decode | [`decode`] |
//! | read without copying or allocating | [`decode_view`], to `&str`, `&[u8]`, [`Seq`] and structs of them |
//! | read what you do not trust | any of them; [`decode_with`] sets the [`Limits`] |
//! | read messages back to back | [`decode_prefix`]; on a line or a stream, [`frame`] |
//! | bound a type parameter | [`Serialize`](trait@Serialize); [`DeserializeOwned`] |
//! | give a type a form | the derives [`Serialize`](derive@Serialize) and [`Deserialize`](derive@Deserialize), and their attributes |
//! | change a type later | `#[onesheet(`[`extensible`](derive@Serialize#extensible)`)]` |
//! | hold a type of another crate | `#[onesheet(`[`with`](derive@Serialize#with)`)]`, or the traits [by hand](trait@Serialize) |
//! | read a foreign header | [`Be`], [`Le`] |
//! | describe a type to other programs | [`Serialize::SCHEMA`](const@Serialize::SCHEMA), a [`Schema`] |
//!
//! What is decoded is strict: of a message that is accepted, encoding the value gives the same bytes again,
//! but for what an [extensible](derive@Serialize#extensible) type skips or fills in. So messages can be compared,
//! hashed and signed. An [`Error`] names the rule of the format that was broken and the byte offset.
//! No input makes a function of this crate panic.
//!
//! # Rows
//!
//! A list is stored in columns: of a `Vec` of structs first all values of the first field, then all of the
//! second. `#[onesheet(`[`rows`](derive@Serialize#rows)`)]` on
//! a type keeps its values whole, one after another. It is there for types that contain themselves, whose columns
//! would have no end, and [`Limits::max_depth`] bounds their nesting. A rows type that is itself in a list
//! of a list, or in a list of structs, is decoded into memory when the list is opened; for a [`Seq`] only the place
//! of each value is kept there. Without the feature `alloc`, where no type can contain itself, it is decoded twice.
//!
//! # Beside serde
//!
//! The traits have the names of serde's; where a type derives both, rename serde's:
//!
//! ```
//! use onesheet::{Deserialize, Serialize};
//! use serde::{Deserialize as SerdeDeserialize, Serialize as SerdeSerialize};
//!
//! #[derive(Serialize, Deserialize, SerdeSerialize, SerdeDeserialize)]
//! struct Player {
//!     name: String,
//!     level: u16,
//! }
//! ```
//!
//! # Features
//!
//! - `std` (default): `HashMap`, `HashSet`, `SystemTime`, [`frame::prefixed`] for `std::io`; implies `alloc`.
//! - `alloc`: `Vec`, `String` and whatever else claims memory; [`encode`], [`encode_into`].
//! - `derive` (default): the derives.
//! - `heapless-0_8`, `heapless-0_9`, `arrayvec`: the containers of these crates, which have a `MAX_LEN` and need no allocator.
//! - `defmt`: `defmt::Format` for [`Error`] and [`ErrorKind`].
//!
//! Without any, all else is there: encoding into `&mut [u8]`, and decoding from `&[u8]` to numbers, text,
//! arrays, structs, enums and borrowed lists. No feature changes a byte of what is written.
#![doc = include_str!("types.md")]
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
#[cfg(feature = "alloc")]
mod columns;
mod de;
mod endian;
mod error;
mod field;
pub mod frame;
mod key;
mod limits;
mod list;
mod load;
mod max_len;
mod packed;
mod raw;
mod reader;
pub mod schema;
mod schema_text;
mod ser;
#[cfg(feature = "alloc")]
mod shape;
#[cfg(feature = "alloc")]
mod texts;
mod types;
mod utf8;
mod varint;
mod view;
mod writer;

pub use bounded::{Bounded, Counted};
pub use de::{Deserialize, DeserializeOwned};
pub use endian::{Be, Fixed, Le, Number};
pub use error::{Error, ErrorKind, Result};
pub use key::Key;
pub use limits::Limits;
pub use list::{Convert, List, Project, Select};
/// Derives the trait [`Deserialize`](trait@Deserialize) for a struct or an enum, which may borrow
/// from the message. The attributes are those of [`Serialize`](derive@Serialize), which documents
/// them.
#[cfg(feature = "derive")]
pub use onesheet_derive::Deserialize;
#[doc = include_str!("derive.md")]
#[cfg(feature = "derive")]
pub use onesheet_derive::Serialize;
pub use reader::Reader;
pub use schema::Schema;
pub use ser::Serialize;
pub use types::via::With;
pub use view::{Indexed, Seq, SeqIter};
pub use writer::{SliceWriter, Writer};

/// Encodes a value to a message: enc(T, v) (W15). It cannot fail.
///
/// ```
/// assert_eq!(onesheet::encode("hi"), b"\x02hi");
/// assert_eq!(onesheet::encode(&vec![1u16, 2, 3]), [3, 2, 0x39]);
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn encode<T: Serialize + ?Sized>(value: &T) -> alloc::vec::Vec<u8> {
    let about = value.len_hint().saturating_add(16);
    let capacity = if about > COUNTED_FIRST { encoded_len(value) } else { about };
    let mut out = alloc::vec::Vec::with_capacity(capacity);
    encode_into(value, &mut out);
    out
}

/// Bytes of a message above which they are counted before memory is claimed for it.
#[cfg(feature = "alloc")]
const COUNTED_FIRST: usize = 4 << 20;

/// Encodes a value to the end of `out`, after what is there, and in memory that it holds already if
/// it has enough. It cannot fail.
///
/// ```
/// let mut out = Vec::new();
/// for number in [300u16, 5] {
///     onesheet::encode_into(&number, &mut out);
/// }
/// assert_eq!(out, [0xac, 2, 5]);
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn encode_into<T: Serialize + ?Sized>(value: &T, out: &mut alloc::vec::Vec<u8>) {
    let Ok(()) = value.serialize(out);
}

/// Encodes a value to the start of `buf`, and returns its length in bytes. It needs no allocator.
///
/// [`MAX_LEN`](const@Serialize::MAX_LEN) is how long `buf` has to be for a type of bounded size.
///
/// ```
/// use onesheet::{ErrorKind, Serialize, encode_to_slice};
///
/// let mut buf = [0; <(u16, bool)>::MAX_LEN];
/// let len = encode_to_slice(&(300u16, true), &mut buf)?;
/// assert_eq!(buf[..len], [0xac, 2, 1]);
///
/// let error = encode_to_slice("text", &mut buf).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::BufferFull);
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// [`BufferFull`](ErrorKind::BufferFull) if it does not fit; what `buf` holds is then unspecified.
#[inline]
pub fn encode_to_slice<T: Serialize + ?Sized>(value: &T, buf: &mut [u8]) -> Result<usize> {
    let mut w = SliceWriter::new(buf);
    value.serialize(&mut w)?;
    Ok(w.position())
}

/// The length of the encoded value, in bytes. It takes about as long as encoding, and no memory.
///
/// ```
/// assert_eq!(onesheet::encoded_len("hi"), 3);
/// ```
#[must_use]
pub fn encoded_len<T: Serialize + ?Sized>(value: &T) -> usize {
    let mut counter = writer::Counter::default();
    let Ok(()) = value.serialize(&mut counter);
    counter.position()
}

/// Decodes a message under the default [`Limits`]. It is one message and nothing else.
///
/// ```
/// use onesheet::{ErrorKind, decode};
///
/// assert_eq!(decode(&[0xac, 2]), Ok(300u16));
///
/// let error = decode::<u16>(&[0xac, 2, 0]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, 2));
/// assert_eq!(error.to_string(), "bytes follow the message at byte 2 (W23)");
/// ```
///
/// # Errors
/// The first rule of the format that the message breaks, and the byte offset. Nothing of a message
/// that breaks one is returned.
#[inline]
pub fn decode<'de, T: Deserialize<'de>>(message: &'de [u8]) -> Result<T> {
    decode_with(message, &Limits::default())
}

/// Decodes a message into a value that borrows from it: the same as [`decode`], for types such as
/// `&str`, `&[u8]`, [`Seq`], and structs of them, which need no allocation.
///
/// All is checked here, so that what is read from the view later cannot fail.
///
/// ```
/// use onesheet::{Deserialize, Seq, decode_view, encode};
///
/// #[derive(Deserialize)]
/// struct Reading<'a> {
///     sensor: &'a str,
///     values: Seq<'a, u16>,
/// }
///
/// let message = encode(&("door", vec![1000u16, 1001, 1002]));
/// let reading: Reading = decode_view(&message)?;
/// assert_eq!(reading.sensor, "door");
/// assert_eq!(reading.values.get(2), Some(1002));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`decode`].
#[inline]
pub fn decode_view<'de, V: Deserialize<'de>>(message: &'de [u8]) -> Result<V> {
    decode(message)
}

/// Decodes a message under limits of your own.
///
/// ```
/// use onesheet::{ErrorKind, Limits, decode_with, encode};
///
/// let limits = Limits { max_alloc: 1000, ..Limits::default() };
/// let error = decode_with::<Vec<u64>>(&encode(&[7u64; 200][..]), &limits).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::MemoryLimit); // for 1,600 bytes
/// ```
///
/// # Errors
/// As [`decode`]; [`MemoryLimit`](ErrorKind::MemoryLimit) and
/// [`DepthLimit`](ErrorKind::DepthLimit) where it would take more than `limits`.
#[inline]
pub fn decode_with<'de, T: Deserialize<'de>>(message: &'de [u8], limits: &Limits) -> Result<T> {
    let mut r = Reader::new(message, limits);
    let value = T::deserialize(&mut r)?;
    r.finish()?;
    Ok(value)
}

/// Decodes the message at the start of `bytes` under the default [`Limits`], and returns the bytes
/// after it too.
///
/// ```
/// use onesheet::decode_prefix;
///
/// let (first, rest) = decode_prefix::<u16>(&[0xac, 2, 5])?;
/// let (second, rest) = decode_prefix::<u16>(rest)?;
/// assert_eq!((first, second, rest), (300, 5, &[][..]));
/// # Ok::<(), onesheet::Error>(())
/// ```
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
    pub use crate::de::Part;
    #[cfg(feature = "alloc")]
    pub use crate::key::by_ascending_parts;
    pub use crate::key::{KeyIn, by_parts, by_value};
    pub use crate::list::Member;
    pub use crate::raw::{Built, Layout, Order, Places};
    pub use crate::types::enumeration::{self, EnumColumn, EnumList, Tags, Variants};
    pub use crate::types::extensible::{self, FieldColumn};
    pub use crate::types::fixed::{self, FixedColumn};
    pub use crate::types::rows::{self, RowsColumn};
    pub use crate::types::tuple::{StructColumn, all, fixed_size, serialize_columns, sum};
    pub use crate::types::via::{AsFixed, Via, claims_with};

    pub mod field {
        pub use crate::field::*;
    }
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
