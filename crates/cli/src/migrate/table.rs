//! What becomes of each derive, attribute and function: the tables of the guides.

use std::fmt;

/// What something becomes.
#[derive(Clone, Copy, PartialEq)]
pub enum Becomes {
    /// This.
    Is(&'static str),
    /// It is left out.
    Gone(&'static str),
    /// There is none; why, or what to do.
    Nothing(&'static str),
}

use Becomes::{Gone, Is, Nothing};

impl fmt::Display for Becomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Is(text) => f.write_str(text),
            Gone(why) => write!(f, "leave it out: {why}"),
            Nothing(why) => write!(f, "no counterpart: {why}"),
        }
    }
}

const OURS: Becomes = Is("derive onesheet::Serialize for Encode, onesheet::Deserialize for Decode");
const BESIDE: Becomes = Is("derive onesheet's of the same name, also beside serde's");
const MAX_SIZE: Becomes = Gone("T::MAX_LEN is there without a derive or an impl");
/// Postcard's POSTCARD_MAX_SIZE.
pub const MAX_LEN: Becomes = Is("T::MAX_LEN");
/// Enums with fields that a list of fixed capacity holds.
pub const ROWS: Becomes = Is(
    "#[onesheet(rows)] on the enum if devices send or receive it; see the guide on enums on a device",
);
const SCHEMA: Becomes = Gone("T::SCHEMA is there without a derive or an impl");

const DERIVES: &[(&str, Becomes)] = &[
    ("bincode::Encode", OURS),
    ("bincode::Decode", OURS),
    ("bincode::BorrowDecode", OURS),
    ("bincode::enc::Encode", OURS),
    ("bincode::de::Decode", OURS),
    ("serde::Serialize", BESIDE),
    ("serde::Deserialize", BESIDE),
    ("serde_derive::Serialize", BESIDE),
    ("serde_derive::Deserialize", BESIDE),
    ("postcard::experimental::max_size::MaxSize", MAX_SIZE),
    ("postcard_schema::Schema", SCHEMA),
];

const NAMES: Becomes = Gone("names are not written");
const TWO_TYPES: Becomes = Nothing("what is written is what is read; make two types");

/// `default` of a field that is skipped.
pub const SKIPPED_DEFAULT: Becomes = Gone("a skipped field is always Default::default()");

const SERDE: &[(&str, Becomes)] = &[
    ("alias", NAMES),
    ("borrow", Is("#[onesheet(borrow)] for a Cow; nothing for &str and &[u8]")),
    ("bound", Is("#[onesheet(bound = …)]")),
    ("content", Gone("an enum is its tag and its fields")),
    ("crate", Is("#[onesheet(crate = …)]")),
    (
        "default",
        Is("#[onesheet(default)], of a type that is #[onesheet(extensible)], for old messages"),
    ),
    ("deny_unknown_fields", Gone("only extensible types have others")),
    ("deserialize_with", Is("#[onesheet(with = Marker)]")),
    ("expecting", NAMES),
    (
        "flatten",
        Nothing(
            "a struct within a struct has the bytes of its fields; a map of unknown fields has none",
        ),
    ),
    ("from", Is("#[onesheet(from = …)], with into")),
    ("getter", Is("#[onesheet(with = Marker)] where the type is a field")),
    ("into", Is("#[onesheet(into = …)]")),
    ("other", Is("#[onesheet(other)], of an enum that is #[onesheet(extensible)]")),
    ("remote", Is("#[onesheet(with = Marker)] where the type is a field")),
    ("rename", NAMES),
    ("rename_all", NAMES),
    ("rename_all_fields", NAMES),
    ("serialize_with", Is("#[onesheet(with = Marker)]")),
    ("skip", Is("#[onesheet(skip)]")),
    ("skip_deserializing", TWO_TYPES),
    ("skip_serializing", TWO_TYPES),
    ("skip_serializing_if", Gone("None takes a bit or a byte, and so does an empty list")),
    ("tag", Gone("an enum is its tag and its fields")),
    ("transparent", Gone("a struct of one field has its bytes")),
    ("try_from", Is("#[onesheet(try_from = …)], with into")),
    ("untagged", Gone("a variant is known by its tag, which takes a byte")),
    ("variant_identifier", NAMES),
    ("field_identifier", NAMES),
    ("with", Is("#[onesheet(with = Marker)], in containers too; or with = onesheet::with::Serde")),
];

const CONTEXT: Becomes =
    Nothing("there is no context: decode what is stored, then build what needs it");

const BINCODE: &[(&str, Becomes)] = &[
    ("bounds", Is("#[onesheet(bound = …)]")),
    ("borrow_decode_bounds", Is("#[onesheet(bound(deserialize = …))]")),
    ("crate", Is("#[onesheet(crate = …)]")),
    ("decode_bounds", Is("#[onesheet(bound(deserialize = …))]")),
    ("decode_context", CONTEXT),
    ("encode_bounds", Is("#[onesheet(bound(serialize = …))]")),
    ("with_serde", Is("#[onesheet(with = onesheet::with::Serde)], feature serde-1")),
];

const BY_HAND: Becomes =
    Is("#[onesheet(from = …, into = …)], with = Marker, or by hand: the guide by_hand");
const IS_ENCODE: Becomes = Is("onesheet::encode(&v), or encode_into in a loop");
const IS_DECODE: Becomes = Is("onesheet::decode(&bytes)?, or decode_prefix if more follows");
const IS_PREFIX: Becomes = Is("onesheet::decode_prefix(&bytes)?, with the bytes that follow");
const TO_SLICE: Becomes = Is("onesheet::encode_to_slice(&v, &mut buf)?");
const TO_WRITER: Becomes = Is(
    "onesheet::io::encode_to_writer(&v, w)? for one message, frame::prefixed::write for several",
);
const FROM_READER: Becomes = Is(
    "onesheet::io::decode_from_reader(r, &limits)? to the end, frame::prefixed::read for one of several",
);
const FRAME: Becomes = Is("onesheet::frame::encode, with a CRC");
const UNFRAME: Becomes = Is("onesheet::frame::Receiver");
const ERROR: Becomes =
    Is("onesheet::Error; one's own: try_from with an onesheet::ErrorKind, or Fallible");
const RESULT: Becomes = Is("onesheet::Result; of streams std::io::Result");
const FLAVOR: Becomes =
    Nothing("encode_to_slice, then over that slice what the flavor did; undo it before decode");
const BOUND: Becomes = Is("the bound onesheet::Serialize, which has MAX_LEN and SCHEMA");
const READ_BOUND: Becomes = Is("the bound onesheet::de::DeserializeOwned, or Deserialize<'de>");
const LEN: Becomes = Is("onesheet::encoded_len(&v)");
const CONFIG: Becomes =
    Gone("one value has one form; a limit goes to decode_with, fixed widths to #[onesheet(fixed)]");

/// By the crate and a name in the path.
const CALLS: &[(&str, &str, Becomes)] = &[
    ("bincode", "Compat", Is("#[onesheet(with = onesheet::with::Serde)], feature serde-1")),
    ("bincode", "Configuration", CONFIG),
    ("bincode", "DecodeError", ERROR),
    ("bincode", "DefaultOptions", CONFIG),
    ("bincode", "EncodeError", ERROR),
    ("bincode", "Error", ERROR),
    ("bincode", "ErrorKind", ERROR),
    ("bincode", "Options", CONFIG),
    ("bincode", "Result", RESULT),
    ("bincode", "borrow_decode_from_slice", IS_DECODE),
    ("bincode", "decode_from_reader", FROM_READER),
    ("bincode", "decode_from_slice", IS_DECODE),
    ("bincode", "decode_from_std_read", FROM_READER),
    ("bincode", "deserialize", IS_DECODE),
    ("bincode", "deserialize_from", FROM_READER),
    ("bincode", "encode_into_slice", TO_SLICE),
    ("bincode", "encode_into_std_write", TO_WRITER),
    ("bincode", "encode_into_writer", TO_WRITER),
    ("bincode", "encode_to_vec", IS_ENCODE),
    ("bincode", "impl_borrow_decode", Gone("Deserialize is for what borrows, too")),
    ("bincode", "legacy", CONFIG),
    ("bincode", "options", CONFIG),
    ("bincode", "serialize", IS_ENCODE),
    ("bincode", "serialize_into", TO_WRITER),
    ("bincode", "serialized_size", LEN),
    ("bincode", "standard", CONFIG),
    ("postcard", "CobsAccumulator", UNFRAME),
    ("postcard", "Deserializer", Nothing("onesheet::decode_prefix, once for each value")),
    ("postcard", "Error", ERROR),
    ("postcard", "Result", RESULT),
    ("postcard", "Serializer", FLAVOR),
    ("postcard", "de_flavors", FLAVOR),
    ("postcard", "from_bytes", IS_DECODE),
    ("postcard", "from_bytes_cobs", UNFRAME),
    ("postcard", "from_bytes_crc32", UNFRAME),
    ("postcard", "from_eio", FROM_READER),
    ("postcard", "from_io", FROM_READER),
    ("postcard", "ser_flavors", FLAVOR),
    ("postcard", "serialize_with_flavor", FLAVOR),
    ("postcard", "serialized_size", LEN),
    ("postcard", "take_from_bytes", IS_PREFIX),
    ("postcard", "take_from_bytes_cobs", UNFRAME),
    ("postcard", "to_allocvec", IS_ENCODE),
    ("postcard", "to_allocvec_cobs", FRAME),
    ("postcard", "to_eio", TO_WRITER),
    ("postcard", "to_extend", Is("onesheet::encode_into(&v, &mut vec)")),
    ("postcard", "to_io", TO_WRITER),
    ("postcard", "to_slice", TO_SLICE),
    ("postcard", "to_slice_cobs", FRAME),
    ("postcard", "to_slice_crc32", FRAME),
    ("postcard", "to_stdvec", IS_ENCODE),
    ("postcard", "to_stdvec_cobs", FRAME),
    ("postcard", "to_vec", TO_SLICE),
    ("postcard", "to_vec_cobs", FRAME),
];

/// Traits in bounds, by the crate and the last name of a path.
const BOUNDS: &[(&str, &str, Becomes)] = &[
    ("bincode", "BorrowDecode", READ_BOUND),
    ("bincode", "Decode", READ_BOUND),
    ("bincode", "Encode", BOUND),
    ("postcard", "MaxSize", BOUND),
    ("postcard_schema", "Schema", BOUND),
    ("serde", "Deserialize", READ_BOUND),
    ("serde", "DeserializeOwned", READ_BOUND),
    ("serde", "Serialize", BOUND),
];

/// Methods of bincode 1's trait Options.
const OPTIONS: &[(&str, Becomes)] = &[
    ("allow_trailing_bytes", IS_PREFIX),
    ("deserialize", IS_DECODE),
    ("deserialize_from", FROM_READER),
    ("deserialize_from_custom", FROM_READER),
    ("deserialize_from_seed", CONTEXT),
    ("deserialize_seed", CONTEXT),
    ("reject_trailing_bytes", Gone("decode refuses bytes that follow")),
    ("serialize", IS_ENCODE),
    ("serialize_into", TO_WRITER),
    ("serialized_size", LEN),
    ("with_big_endian", Is("onesheet::types::Be, for a field")),
    ("with_fixint_encoding", CONFIG),
    ("with_limit", CONFIG),
    ("with_little_endian", CONFIG),
    ("with_native_endian", CONFIG),
    ("with_no_limit", CONFIG),
    ("with_varint_encoding", CONFIG),
];

fn find(table: &[(&str, Becomes)], name: &str) -> Option<Becomes> {
    table.iter().find(|(other, _)| *other == name).map(|(_, becomes)| *becomes)
}

/// A derive, by its full path.
pub fn derive(path: &str) -> Option<Becomes> {
    find(DERIVES, path)
}

/// An attribute of serde or bincode.
pub fn attribute(krate: &str, name: &str) -> Becomes {
    let table = if krate == "serde" { SERDE } else { BINCODE };
    find(table, name).unwrap_or(Nothing("this attribute is not known here"))
}

/// A trait that is implemented by hand, by its full path.
pub fn by_hand(path: &str) -> Option<Becomes> {
    let (krate, name) = (path.split("::").next()?, path.rsplit("::").next()?);
    match (krate, name) {
        ("bincode", "Encode" | "Decode" | "BorrowDecode") => Some(BY_HAND),
        ("serde", "Serialize" | "Deserialize" | "DeserializeSeed") => Some(BY_HAND),
        ("postcard", "MaxSize") => Some(MAX_SIZE),
        ("postcard_schema", "Schema") => Some(SCHEMA),
        _ => None,
    }
}

/// A trait in a bound, by its full path.
pub fn bound(path: &str) -> Option<Becomes> {
    let (krate, name) = (path.split("::").next()?, path.rsplit("::").next()?);
    BOUNDS.iter().find(|(c, n, _)| *c == krate && *n == name).map(|(_, _, becomes)| *becomes)
}

/// A function, type or macro, by its full path, or what is within it.
pub fn call(path: &str) -> Option<Becomes> {
    let (krate, names) = path.split_once("::")?;
    let row = |name| CALLS.iter().find(|(c, n, _)| *c == krate && *n == name);
    names.split("::").find_map(row).map(|(_, _, becomes)| *becomes)
}

/// A method of bincode 1's options.
pub fn method(name: &str) -> Option<Becomes> {
    find(OPTIONS, name)
}

/// Whether a full path is in a table.
pub fn is_known(path: &str) -> bool {
    derive(path).or(by_hand(path)).or(bound(path)).or(call(path)).is_some()
}
