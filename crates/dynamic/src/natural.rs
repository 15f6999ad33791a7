//! Values as the JSON that people have: what serde's derives would write.
//!
//! | type | JSON |
//! |--|--|
//! | integers | a number; read from a string of digits, too |
//! | `f32`, `f64` | the shortest number that reads back; `"NaN"`, `"Infinity"`, `"-Infinity"`; another NaN is the hex of its bits |
//! | `bool`, `char`, `str`, unit | `true`, a string, a string, `null` |
//! | `bytes` | base64 ([`Style::hex`]: hex) |
//! | option | `null`, or the value; `{"some": value}` where the value may be `null` itself |
//! | struct | an object; an array where no field has a name, and for one such field its value |
//! | tuple, array, seq, set | an array |
//! | map | an object if the keys are `str`, else an array of pairs; objects are read for any keys that are strings or numbers |
//! | enum, `result` | `"Name"` without fields, else `{"Name": …}`, the fields as those of a struct |
//! | an enum whose variants have no names, each of another kind of JSON | the value of its one field |
//! | numbers that are dates or times ([`Logical`]) | ISO 8601 |
//!
//! A field that comes again by the same name, or a variant without a clear one, is called `name_2`, or
//! `#1` by its tag. A field may be missing if it has a default, or its type has `null`. What is not a
//! field of the type is an error.

mod error;
pub(crate) mod lex;
mod logical;
mod plan;
mod read;
mod write;

pub use error::JsonError;
pub use logical::{Logical, Style};
pub use plan::Natural;
pub(crate) use read::{integer, unhex};
pub(crate) use write::hex;
