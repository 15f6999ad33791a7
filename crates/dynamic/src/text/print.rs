//! Prints the text form.

use std::fmt::{self, Display, Formatter};

use super::is_plain;
use crate::{Enum, Field, Struct, Type};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Str { max: Some(max) } => write!(f, "str(max {max})"),
            Type::Bytes { max: Some(max) } => write!(f, "bytes(max {max})"),
            Type::Seq { item, max } if **item == Type::U8 => Type::Bytes { max: *max }.fmt(f),
            Type::Seq { item, max } => list(f, "seq", &[item], *max),
            Type::Set { item, max } => list(f, "set", &[item], *max),
            Type::Map { key, value, max } => list(f, "map", &[key, value], *max),
            Type::Option(item) => list(f, "option", &[item], None),
            Type::Result(ok, err) => list(f, "result", &[ok, err], None),
            Type::Tuple(parts) => list(f, "tuple", &parts.iter().collect::<Vec<_>>(), None),
            Type::Array(item, len) => write!(f, "array({item}, {len})"),
            Type::Struct(Struct { name, fields, extensible }) => {
                write!(f, "{}struct {}", extensible_word(*extensible), Name(name))?;
                print_fields(f, fields)
            }
            Type::Enum(e) => print_enum(f, e),
            Type::Rows { name, row } => write!(f, "rows {}({row})", Name(name)),
            Type::Ref(name) => write!(f, "ref {}", Name(name)),
            _ => f.write_str(&self.summary()),
        }
    }
}

fn print_enum(f: &mut Formatter<'_>, e: &Enum) -> fmt::Result {
    write!(f, "{}enum {}{{", extensible_word(e.extensible), Name(&e.name))?;
    for (i, variant) in e.variants.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}{} {}", variant.tag, Name(&variant.name))?;
        if !variant.fields.is_empty() {
            print_fields(f, &variant.fields)?;
        }
        if e.other == Some(variant.tag) {
            f.write_str(" other")?;
        }
    }
    f.write_str("}")
}

fn print_fields(f: &mut Formatter<'_>, fields: &[Field]) -> fmt::Result {
    f.write_str("{")?;
    for (i, field) in fields.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}{}: {}", Name(&field.name), field.ty)?;
        if field.default.is_some() {
            f.write_str(" default")?;
        }
    }
    f.write_str("}")
}

fn list(f: &mut Formatter<'_>, word: &str, parts: &[&Type], max: Option<u64>) -> fmt::Result {
    write!(f, "{word}(")?;
    for (i, part) in parts.iter().enumerate() {
        let comma = if i == 0 { "" } else { ", " };
        write!(f, "{comma}{part}")?;
    }
    match max {
        Some(max) => write!(f, ", max {max})"),
        None => f.write_str(")"),
    }
}

fn extensible_word(extensible: bool) -> &'static str {
    if extensible { "extensible " } else { "" }
}

/// A name, quoted where it must be.
struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => f.write_str("_"),
            name if is_plain(name) && name != "_" => f.write_str(name),
            name => write!(f, "{}", serde_json::Value::from(name)),
        }
    }
}
