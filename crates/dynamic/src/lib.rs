//! Encodes and decodes any [onesheet](https://docs.rs/onesheet) message from a schema at run time.
//!
//! The codec here is the plainest reading of `spec/WIRE_FORMAT.md`, one file for each row of its
//! table, and shares no code with the crate `onesheet`: each of the two checks the other. It is made
//! for tools and tests; it is slow, and a value takes many times the memory of a compiled type's.
//!
//! Cargo unifies features, so a program with this crate has `serde_json` with `preserve_order` and
//! `float_roundtrip`: a `serde_json::Value` keeps the order of its entries.
//!
//! ```
//! use onesheet_dynamic::{Limits, Natural, Type, decode, encode};
//!
//! let ty: Type = "struct Point{x: i16, y: i16}".parse()?;
//! let value = Natural::new(&ty)?.read(r#"{"x": 300, "y": -1}"#)?;
//! let bytes = encode(&ty, &value)?;
//! assert_eq!(bytes, [0xd8, 0x04, 0x01]);
//! assert_eq!(decode(&ty, &bytes, &Limits::default())?, value);
//!
//! let error = decode(&ty, &[0x80, 0x00, 0x01], &Limits::default()).unwrap_err();
//! assert_eq!((error.rule, error.offset), (16, 0)); // W16: not the shortest varint
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keeping a type compatible
//!
//! [`assert_compatible`] compares a type with the schema that an earlier version of it had. Write
//! `Config::SCHEMA.to_string()` to a file, keep it with the source, and let a test hold the type
//! against it:
//!
//! ```
//! use onesheet::Serialize;
//!
//! #[derive(onesheet::Serialize, onesheet::Deserialize)]
//! #[onesheet(extensible)]
//! struct Config {
//!     hostname: String,
//!     #[onesheet(default = 80)]
//!     port: u16,
//!     #[onesheet(default)]
//!     retries: u8,
//! }
//!
//! // In a project: include_str!("../schema.lock"), in a #[test].
//! let lock = "extensible struct Config{host: str, port: u16 default}";
//! onesheet_dynamic::assert_compatible(lock, Config::SCHEMA);
//! ```
//!
//! A renamed field and one that is added at the end with a default are fine; had `port` become an
//! `i16`, the test would fail and name it. [`changes`] has the table of all changes.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod bytes;
mod check;
mod column;
mod compatible;
#[cfg(feature = "serde")]
mod compound;
mod error;
#[cfg(feature = "serde")]
mod fill;
mod fingerprint;
mod from_schema;
#[cfg(feature = "serde")]
mod from_value;
mod infer;
mod json;
mod limits;
#[cfg(feature = "serde")]
mod list_encoder;
mod message;
pub mod mutants;
#[cfg(feature = "serde")]
mod name;
mod natural;
mod order;
mod packed;
mod properties;
pub mod random;
mod reader;
mod rows;
mod scope;
mod show;
mod text;
pub mod time;
#[cfg(feature = "serde")]
mod to_value;
mod trace;
mod types;
mod unique;
mod value;
mod varint;
mod writer;

pub use compatible::{Change, Readable, assert_compatible, assert_reads_old, changes};
pub use error::{Error, Invalid};
#[cfg(feature = "serde")]
pub use from_value::{Lists, from_value};
pub use infer::{Inference, is_kept};
pub use json::parse as parse_json;
pub use limits::Limits;
#[cfg(feature = "serde")]
pub use list_encoder::ListEncoder;
pub use message::{decode, decode_list, decode_traced, encode, encode_list, encode_unsorted};
pub use natural::{JsonError, Logical, Natural, Style};
#[cfg(feature = "serde")]
pub use to_value::to_value;
pub use trace::{Part, Span};
pub use types::{Enum, Field, Int, Struct, Type, Variant};
#[doc(hidden)]
pub use unique::unique;
pub use value::Value;

use scope::Scope;

impl Type {
    /// Checks what the format asks of a type: tags, catch-all variants, keys, references, defaults.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place and rule.
    pub fn check(&self) -> Result<(), Invalid> {
        check::check(self)
    }

    /// Whether lists of it are value after value (W1).
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        properties::is_fixed(self)
    }

    /// Whether a value may take no bits (W34).
    #[must_use]
    pub fn may_be_empty(&self) -> bool {
        properties::may_be_empty(self, Scope::ROOT)
    }

    /// Whether lists of it take no bytes, however long they are (W30).
    #[must_use]
    pub fn takes_no_bytes(&self) -> bool {
        properties::takes_no_bytes(self, Scope::ROOT)
    }
}
