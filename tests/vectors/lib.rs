//! Test vectors of the onesheet wire format: each line a JSON object, as the README of this crate says.
#![no_std]

macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!($name))),*]
    };
}

/// The name of each file with vectors of `spec/WIRE_FORMAT.md`, and its text.
pub const WIRE_FORMAT: &[(&str, &str)] = files![
    "array.jsonl" "boolean.jsonl" "enumeration.jsonl" "extensible.jsonl" "fixed.jsonl" "int.jsonl"
    "limits.jsonl" "map.jsonl" "message.jsonl" "option.jsonl" "rows.jsonl" "seq.jsonl" "text.jsonl"
    "tuple.jsonl"
];

/// The same of other pages: files, frames, and values through serde.
pub const OTHER_PAGES: &[(&str, &str)] = files!["files.jsonl" "frames.jsonl" "serde.jsonl"];
