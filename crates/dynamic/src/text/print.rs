//! Prints the text form.

use std::fmt::{self, Display, Formatter, Write};

use super::is_plain;
use crate::{Enum, Field, Struct, Type};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // A text is faster to write to than what it is for.
        let mut text = String::new();
        print(self, &mut text);
        f.write_str(&text)
    }
}

fn print(ty: &Type, out: &mut String) {
    match ty {
        Type::Str { max: Some(max) } => _ = write!(out, "str(max {max})"),
        Type::Bytes { max: Some(max) } => _ = write!(out, "bytes(max {max})"),
        Type::Seq { item, max } if **item == Type::U8 => print(&Type::Bytes { max: *max }, out),
        Type::Seq { item, max } => list("seq", [&**item], *max, out),
        Type::Set { item, max } => list("set", [&**item], *max, out),
        Type::Map { key, value, max } => list("map", [&**key, &**value], *max, out),
        Type::Option(item) => list("option", [&**item], None, out),
        Type::Result(ok, err) => list("result", [&**ok, &**err], None, out),
        Type::Tuple(parts) => list("tuple", parts, None, out),
        Type::Array(item, len) => {
            out.push_str("array(");
            print(item, out);
            _ = write!(out, ", {len})");
        }
        Type::Struct(Struct { name, fields, extensible }) => {
            out.push_str(if *extensible { "extensible struct " } else { "struct " });
            print_name(name, out);
            print_fields(fields, out);
        }
        Type::Enum(e) => print_enum(e, out),
        Type::Rows { name, row } => {
            out.push_str("rows ");
            print_name(name, out);
            list("", [&**row], None, out);
        }
        Type::Ref(name) => {
            out.push_str("ref ");
            print_name(name, out);
        }
        _ => out.push_str(&ty.summary()),
    }
}

fn print_enum(e: &Enum, out: &mut String) {
    out.push_str(if e.extensible { "extensible enum " } else { "enum " });
    print_name(&e.name, out);
    out.push('{');
    for (i, variant) in e.variants.iter().enumerate() {
        _ = write!(out, "{}{} ", comma(i), variant.tag);
        print_name(&variant.name, out);
        if !variant.fields.is_empty() {
            print_fields(&variant.fields, out);
        }
        if e.other == Some(variant.tag) {
            out.push_str(" other");
        }
    }
    out.push('}');
}

fn print_fields(fields: &[Field], out: &mut String) {
    out.push('{');
    for (i, field) in fields.iter().enumerate() {
        out.push_str(comma(i));
        print_name(&field.name, out);
        out.push_str(": ");
        print(&field.ty, out);
        if field.default.is_some() {
            out.push_str(" default");
        }
    }
    out.push('}');
}

fn list<'t>(
    word: &str,
    parts: impl IntoIterator<Item = &'t Type>,
    max: Option<u64>,
    out: &mut String,
) {
    out.push_str(word);
    out.push('(');
    for (i, part) in parts.into_iter().enumerate() {
        out.push_str(comma(i));
        print(part, out);
    }
    if let Some(max) = max {
        _ = write!(out, ", max {max}");
    }
    out.push(')');
}

/// What stands before part `i` of several.
fn comma(i: usize) -> &'static str {
    if i == 0 { "" } else { ", " }
}

/// A name, quoted where it must be.
fn print_name(name: &str, out: &mut String) {
    match name {
        "" => out.push('_'),
        name if is_plain(name) && name != "_" => out.push_str(name),
        name => _ = write!(out, "{}", serde_json::Value::from(name)),
    }
}
