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
//! | encode | [`encode`]; [`encode_into`] to memory of yours; [`encode_to_slice`] without any |
//! | encode again and again | [`encode_into`] to a `Vec` that is cleared |
//! | encode a list that is in no `Vec` | [`FromIter`](list::FromIter), of an iterator |
//! | know the size | [`encoded_len`] of a value; [`Serialize::MAX_LEN`](const@Serialize::MAX_LEN) of a type, with [`Bounded`](types::Bounded) |
//! | fill pages | [`max_seq_items`](page::max_seq_items), how many values surely fit; [`encode_fitting`](page::encode_fitting), as many as do |
//! | decode | [`decode`] |
//! | keep the number of values elsewhere | [`list::encode`], [`list::decode`], [`list::decode_view`] |
//! | read without copying or allocating | [`decode_view`], to `&str`, `&[u8]`, [`Seq`](list::Seq) and structs of them |
//! | read what you do not trust | any of them; [`decode_with`] sets the [`Limits`] |
//! | write to a stream, read from one | [`encode_to_writer`](io::encode_to_writer), [`decode_from_reader`](io::decode_from_reader): one message up to the end of the stream; [`frame::prefixed`]: several messages, each length-prefixed |
//! | read messages back to back | [`decode_prefix`]; on a line or a stream, [`frame`] |
//! | write records to flash or a card, without an allocator | [`mod@file`]; with the standard library, the crate `onesheet-file` |
//! | bound a type parameter | [`Serialize`](trait@Serialize); [`DeserializeOwned`](de::DeserializeOwned) |
//! | give a type a form | the derives [`Serialize`](derive@Serialize) and [`Deserialize`](derive@Deserialize), and their attributes |
//! | change a type later | `#[onesheet(`[`extensible`](derive@Serialize#extensible)`)]` |
//! | hold a type of another crate | `#[onesheet(`[`with`](derive@Serialize#with)`)]`, or the traits [by hand](trait@Serialize) |
//! | read a foreign header | [`Be`](types::Be), [`Le`](types::Le), [`bits`](derive@Serialize#bits), [`Padded`](types::Padded) text, [`U16Prefixed`](types::U16Prefixed) text |
//! | write and read types that have serde's derives | the module `serde`, with the feature `serde-1` |
//! | move here from bincode, postcard or serde_json; change a type; talk over a line | the guides, module `guide` |
//! | describe a type to other programs | [`Serialize::SCHEMA`](const@Serialize::SCHEMA), a [`Schema`] |
//!
//! Decoding is strict: encoding a decoded value again gives the same bytes, except for what an
//! [extensible](derive@Serialize#extensible) type skips or fills in, sets written through serde, and [`with`](derive@Serialize#with)
//! markers that make one value of several. So messages can be compared, hashed and signed. An [`Error`] names the rule of the format that was broken and the byte offset.
//! No input makes a function of this crate panic.
//!
//! # Rows
//!
//! A list is stored in columns: of a `Vec` of structs, first all values of the first field, then all of the
//! second. With `#[onesheet(`[`rows`](derive@Serialize#rows)`)]` on a type, each value is stored whole, one after
//! another. A recursive type needs it, because its columns would be infinite;
//! [`Limits::max_depth`](field@Limits::max_depth) bounds their nesting. A rows type within a list
//! of lists, or of structs, is decoded into memory when the list is opened; a [`Seq`](list::Seq) keeps only the place
//! of each value. Without the feature `alloc`, where no type can contain itself, it is decoded when the list is
//! opened, and again when it is read.
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
//! Where both traits are in scope, `x.serialize(…)` and `u64::deserialize(…)` may be either's (E0034): say whose.
//!
//! ```
//! use onesheet::{Deserialize, Serialize};
//! use serde::{Deserialize as SerdeDeserialize, Serialize as SerdeSerialize};
//!
//! fn to_json<S: serde::Serializer>(level: &u16, serializer: S) -> Result<S::Ok, S::Error> {
//!     SerdeSerialize::serialize(level, serializer)
//! }
//!
//! fn from_json<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u16, D::Error> {
//!     <u16 as SerdeDeserialize>::deserialize(deserializer)
//! }
//! # assert_eq!(to_json(&7, serde_json::value::Serializer).unwrap(), 7);
//! # assert_eq!(from_json(serde_json::json!(7)).unwrap(), 7);
//! ```
//!
//! # Features
//!
//! - `std` (default): `HashMap`, `HashSet`, `SystemTime`, [`frame::prefixed`] for `std::io`; implies `alloc`.
//! - `alloc`: `Vec`, `String` and whatever else claims memory; [`encode`], [`encode_into`].
//! - `derive` (default): the derives.
//! - `serde-1`: whatever has serde's traits, by the functions of the module `serde`, or in a field
//!   [with](derive@Serialize#with) `= Serde`.
//! - `embedded-io-0_6`, `embedded-io-0_7`: streams of the crate embedded-io, in the module of that name.
//! - `defmt`: `defmt::Format` for [`Error`] and [`ErrorKind`].
//! - one for each crate [below](#types-of-other-crates), from `arrayvec-0_7` to `uuid-1`.
//!
//! Without any feature the crate encodes into `&mut [u8]`, and decodes from `&[u8]` to numbers, text,
//! arrays, structs, enums and borrowed lists. No feature changes a byte of what is written.
#![doc = include_str!("types.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
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

mod crc;
pub mod de;
mod error;
mod ext;
mod field;
pub mod file;
mod fixed_column;
pub mod frame;
#[cfg(any(doc, doctest))]
pub mod guide;
pub mod io;
mod key;
mod limits;
pub mod list;
#[cfg(feature = "alloc")]
mod load;
mod max_len;
mod message;
mod packed;
pub mod page;
mod raw;
mod reader;
pub mod schema;
mod schema_text;
pub mod ser;
#[cfg(feature = "serde-1")]
pub mod serde;
pub mod types;
mod utf8;
mod varint;
pub mod with;

pub use de::Deserialize;
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use message::{decode, decode_prefix, decode_view, decode_with, encode_to_slice, encoded_len};
#[cfg(feature = "alloc")]
pub use message::{encode, encode_into, try_encode, try_encode_into};
/// Derives the trait [`Deserialize`](trait@Deserialize) for a struct or an enum, which may borrow
/// from the message. The attributes are those of [`Serialize`](derive@Serialize), which documents
/// them.
#[cfg(feature = "derive")]
pub use onesheet_derive::Deserialize;
#[doc = include_str!("derive.md")]
#[cfg(feature = "derive")]
pub use onesheet_derive::Serialize;
pub use schema::Schema;
pub use ser::Serialize;

/// Keeps code that derived impls have only with an allocator: they cannot ask for this crate's features.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_alloc {
    ($($code:tt)*) => { $($code)* };
}

/// Drops it.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_alloc {
    ($($code:tt)*) => {};
}

#[doc(hidden)]
pub mod __private {
    pub use crate::__if_alloc as if_alloc;
    #[cfg(feature = "alloc")]
    pub use alloc::vec::Vec;

    pub mod bits {
        pub use crate::types::bits::{bytes, from_bytes, part, schema, shifts, to_bytes};
    }

    pub use crate::de::{Part, few_structs, from_parts, in_place};
    #[cfg(feature = "alloc")]
    pub use crate::key::by_ascending_parts;
    pub use crate::key::{KeyIn, by_parts, by_value};
    pub use crate::raw::{Layout, Permutation, ScatterBuild, ScatterWriter};
    pub use crate::schema::variants;
    pub use crate::ser::SerializeVariants;
    pub use crate::types::convert;
    pub use crate::types::enumeration::{
        self, DeserializeVariants, EnumColumn, EnumList, Fieldless, Tags,
    };
    pub use crate::types::extensible::{self, FieldColumn};
    pub use crate::types::fixed::{self, FixedColumn};
    pub use crate::types::rows::{self, RowsColumn, flat};
    pub use crate::types::tuple::{StructColumn, all, any, fixed_size, sum};
    pub use crate::with::adapter::{
        AsFixed, Borrow, DeserializeAs, Identity, Marker, OwnedAdapter, SerializeAs,
    };

    pub mod field {
        pub use crate::field::*;
    }
}

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
