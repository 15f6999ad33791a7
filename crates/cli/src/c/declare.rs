//! The C types of a schema.

use super::shape::{Enum, Order, Shape, Struct, smallest};

/// Adds the typedef of a named type, and the constants of an enum's tags.
pub(super) fn typedef(shape: &Shape, out: &mut String) {
    let name = match shape {
        Shape::Struct(Struct { name: Some(name), .. })
        | Shape::Enum(Enum { name: Some(name), .. }) => name,
        _ => return,
    };
    if let Shape::Enum(e) = shape {
        let upper = name.to_uppercase();
        for variant in &e.variants {
            *out += &format!("#define {upper}_{} {}u\n", variant.name.to_uppercase(), variant.tag);
        }
    }
    let body = body(shape, 0);
    *out += &format!("typedef {body} {name}_t;\n\n");
}

/// `type name;`, or nothing for a type without members.
pub(super) fn member(shape: &Shape, name: &str, depth: usize) -> String {
    match shape {
        _ if shape.is_void() => String::new(),
        Shape::Array(item, len) => member(item, &format!("{name}[{len}]"), depth),
        Shape::Struct(Struct { name: Some(ty), .. }) | Shape::Enum(Enum { name: Some(ty), .. }) => {
            format!("{ty}_t {name};")
        }
        _ => format!("{} {name};", body(shape, depth)),
    }
}

/// `type name;` for the type of the message, which has a C type even if it has no members.
pub(super) fn root(shape: &Shape, name: &str) -> String {
    if shape.is_void() { format!("{} {name};", members(&[], 0)) } else { member(shape, name, 0) }
}

/// The type itself, written out.
fn body(shape: &Shape, depth: usize) -> String {
    match shape {
        Shape::Unit | Shape::Array(..) => members(&[], depth),
        Shape::Bool => "bool".to_owned(),
        Shape::Number(number) => number.c_type.to_owned(),
        Shape::Fixed { c_type, .. } => (*c_type).to_owned(),
        Shape::Str { max } => {
            let len = format!("{} len; /* bytes, at most {max} */", smallest(*max).0);
            // One more, for the 0 that reading puts behind the text.
            members(&[len, format!("char data[{}];", max + 1)], depth)
        }
        Shape::Seq { item, max, order } => {
            let order = match order {
                Order::None => "",
                Order::Element => ", ascending",
                Order::Key => ", the keys ascending",
            };
            let len = format!("{} len; /* at most {max}{order} */", smallest(*max).0);
            members(&[len, member(item, &format!("items[{}]", max.max(&1)), depth + 1)], depth)
        }
        Shape::Option(item) => {
            members(&["bool some;".to_owned(), member(item, "value", depth + 1)], depth)
        }
        Shape::Struct(s) => {
            let fields = s.fields.iter();
            let fields: Vec<_> =
                fields.map(|field| member(&field.shape, &field.name, depth + 1)).collect();
            members(&fields, depth)
        }
        Shape::Enum(e) if e.is_plain() => e.tag_type().0.to_owned(),
        Shape::Enum(e) => {
            let variants = e.variants.iter().filter(|variant| !variant.fields.is_void());
            let variants: Vec<_> = variants
                .map(|variant| {
                    let fields = Shape::Struct(variant.fields.clone());
                    member(&fields, &variant.name, depth + 2)
                })
                .collect();
            let union = members(&variants, depth + 1).replacen("struct", "union", 1);
            members(&[format!("{} tag;", e.tag_type().0), format!("{union} u;")], depth)
        }
    }
}

fn members(members: &[String], depth: usize) -> String {
    let indent = "    ".repeat(depth + 1);
    let mut out = "struct {\n".to_owned();
    for member in members.iter().filter(|member| !member.is_empty()) {
        out += &format!("{indent}{member}\n");
    }
    if members.iter().all(String::is_empty) {
        out += &format!("{indent}uint8_t unused; /* the type has no members */\n");
    }
    out + &"    ".repeat(depth) + "}"
}
