//! Encodes and decodes any [onesheet](https://docs.rs/onesheet) message from a schema at run time.
//!
//! The codec here is the plainest reading of `spec/WIRE_FORMAT.md`, one file for each row of its
//! table, and shares no code with the crate `onesheet`: each of the two checks the other. It is made
//! for tools and tests; it is slow, and a value takes many times the memory of a compiled type's.
//!
//! ```
//! use onesheet_dynamic::{Limits, Type, Value, decode, encode};
//!
//! let ty: Type = "struct Point{x: i16, y: i16}".parse()?;
//! let value = Value::from_json(&ty, r#"["300", "-1"]"#)?;
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

mod check;
mod compatible;
mod error;
mod fingerprint;
mod from_schema;
mod json;
mod limits;
pub mod mutants;
mod order;
mod packed;
mod properties;
pub mod random;
mod reader;
mod rows;
mod scope;
mod show;
mod text;
mod trace;
mod types;
mod value;
mod varint;
mod writer;

pub use compatible::{Change, Readable, assert_compatible, assert_reads_old, changes};
pub use error::{Error, Invalid};
pub use json::parse as parse_json;
pub use limits::Limits;
pub use trace::{Part, Span};
pub use types::{Enum, Field, Int, Struct, Type, Variant};
pub use value::Value;

use reader::Reader;
use scope::Scope;
use writer::Writer;

/// The one message that `value` has.
///
/// # Errors
///
/// If `ty` is not a type of the format or `value` is not one of its values.
pub fn encode(ty: &Type, value: &Value) -> Result<Vec<u8>, Invalid> {
    check::check(ty)?;
    encode_at(ty, Scope::ROOT, value)
}

/// A message with the elements of sets and maps as they stand in `value`: for tests that need one
/// which a reader must reject (W10).
///
/// # Errors
///
/// As [`encode`], but for elements and keys that are there twice.
pub fn encode_unsorted(ty: &Type, value: &Value) -> Result<Vec<u8>, Invalid> {
    check::check(ty)?;
    encode_as_it_stands(ty, Scope::ROOT, value)
}

fn encode_at(ty: &Type, scope: Scope<'_>, value: &Value) -> Result<Vec<u8>, Invalid> {
    // Before the copy is made: a value that fits is not nested too deeply for it.
    let bytes = encode_as_it_stands(ty, scope, value)?;
    let mut sorted = value.clone();
    order::sort(ty, scope, &mut sorted)?;
    if sorted == *value { Ok(bytes) } else { encode_as_it_stands(ty, scope, &sorted) }
}

fn encode_as_it_stands(ty: &Type, scope: Scope<'_>, value: &Value) -> Result<Vec<u8>, Invalid> {
    let mut w = Writer::new();
    rows::encode(ty, scope, &[value], &mut w)?;
    Ok(w.out)
}

/// The value of the message `bytes`.
///
/// # Errors
///
/// The rule that the message breaks and where. A type that is not one of the format gives W14 or
/// the rule that it breaks, at byte 0; [`Type::check`] says more.
pub fn decode(ty: &Type, bytes: &[u8], limits: &Limits) -> Result<Value, Error> {
    decode_message(ty, &mut Reader::new(bytes, limits, None))
}

/// As [`decode`], and tells `trace` what each part of the message means, in order.
///
/// # Errors
///
/// As [`decode`], with the place in the value at which reading stopped.
pub fn decode_traced(
    ty: &Type,
    bytes: &[u8],
    limits: &Limits,
    trace: &mut dyn FnMut(Span),
) -> Result<Value, (Error, String)> {
    let mut r = Reader::new(bytes, limits, Some(trace));
    decode_message(ty, &mut r).map_err(|error| (error, r.path()))
}

fn decode_message(ty: &Type, r: &mut Reader<'_>) -> Result<Value, Error> {
    if check::check(ty).is_err() {
        return Err(r.error(14, 0, "not a type of the format"));
    }
    let mut values = rows::decode(ty, Scope::ROOT, 1, r)?;
    if r.left() > 0 {
        return Err(r.error(23, r.at(), "bytes after the message"));
    }
    values.pop().ok_or_else(|| r.error(22, 0, "no value"))
}

/// enc(T, v1 … vn) of values of `ty`.
///
/// # Errors
///
/// As [`encode`].
pub fn encode_list(ty: &Type, values: &[Value]) -> Result<Vec<u8>, Invalid> {
    check::check(ty)?;
    let mut sorted = values.to_vec();
    for value in &mut sorted {
        order::sort(ty, Scope::ROOT, value)?;
    }
    let mut w = Writer::new();
    rows::encode(ty, Scope::ROOT, &sorted.iter().collect::<Vec<_>>(), &mut w)?;
    Ok(w.out)
}

/// The `n` values whose enc(T, v1 … vn) stands at the start of `bytes`, and its length in bytes.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_list(
    ty: &Type,
    n: usize,
    bytes: &[u8],
    limits: &Limits,
) -> Result<(Vec<Value>, usize), Error> {
    let mut r = Reader::new(bytes, limits, None);
    if check::check(ty).is_err() {
        return Err(r.error(14, 0, "not a type of the format"));
    }
    rows::check_total(ty, Scope::ROOT, n as u128, &r)?;
    let values = rows::decode(ty, Scope::ROOT, n, &mut r)?;
    Ok((values, r.at()))
}

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

fn check_default(ty: &Type, scope: Scope<'_>, default: &Value) -> Result<(), Invalid> {
    match default {
        Value::Default => Ok(()),
        value => encode_at(ty, scope, value).map(drop),
    }
}
