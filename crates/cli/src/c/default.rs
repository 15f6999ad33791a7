//! W30: the statements that give a field its default.

use std::fmt::Display;

use onesheet_dynamic::Value;

use super::body::Body;
use super::shape::{Order, Shape, Struct};

impl Body {
    /// Stores `value` in `place`; the zero value where the schema knows no more than that there is
    /// a default.
    pub(super) fn assign(&mut self, shape: &Shape, place: &str, value: &Value) {
        match (shape, value) {
            _ if shape.is_void() => {}
            (_, Value::Default) => self.zero(shape, place),
            (Shape::Bool, Value::Bool(x)) => self.set(place, x),
            (Shape::Number(_), Value::Char(x)) => {
                self.set(place, format!("0x{:x}u", u32::from(*x)))
            }
            (Shape::Fixed { size: 16, .. }, Value::Unsigned(x)) => self.set_wide(place, *x),
            (Shape::Fixed { size: 16, .. }, Value::Signed(x)) => self.set_wide(place, *x as u128),
            (Shape::Number(_) | Shape::Fixed { .. }, Value::Unsigned(x)) => {
                self.set(place, unsigned(*x))
            }
            (Shape::Number(_) | Shape::Fixed { .. }, Value::Signed(x)) => {
                self.set(place, signed(*x))
            }
            (Shape::Fixed { size: 4, .. }, Value::F32(bits)) => {
                self.set_bits(place, "uint32_t", u128::from(*bits))
            }
            (Shape::Fixed { size: 8, .. }, Value::F64(bits)) => {
                self.set_bits(place, "uint64_t", u128::from(*bits))
            }
            (Shape::Str { max }, Value::Str(text)) if text.len() as u64 <= *max => {
                self.set(&format!("{place}.len"), text.len());
                let literal = literal(text.as_bytes());
                self.line(format!("memcpy({place}.data, {literal}, {});", text.len() + 1));
            }
            (Shape::Seq { max, .. }, Value::Bytes(bytes)) if bytes.len() as u64 <= *max => {
                self.set(&format!("{place}.len"), bytes.len());
                if !bytes.is_empty() {
                    let literal = literal(bytes);
                    self.line(format!("memcpy({place}.items, {literal}, {});", bytes.len()));
                }
            }
            (Shape::Seq { item, max, .. }, Value::List(values)) if values.len() as u64 <= *max => {
                self.set(&format!("{place}.len"), values.len());
                self.assign_all(item, &format!("{place}.items"), values);
            }
            (Shape::Seq { item, max, order: Order::Key }, Value::Map(entries))
                if entries.len() as u64 <= *max =>
            {
                self.set(&format!("{place}.len"), entries.len());
                for (i, (key, value)) in entries.iter().enumerate() {
                    let entry = Value::List(vec![key.clone(), value.clone()]);
                    self.assign(item, &format!("{place}.items[{i}]"), &entry);
                }
            }
            (Shape::Array(item, len), Value::List(values)) if values.len() as u64 == *len => {
                self.assign_all(item, place, values);
            }
            (Shape::Option(_), Value::Option(None)) => self.set(&format!("{place}.some"), false),
            (Shape::Option(item), Value::Option(Some(value))) => {
                self.set(&format!("{place}.some"), true);
                self.assign(item, &format!("{place}.value"), value);
            }
            (Shape::Struct(s), Value::List(values)) => self.assign_fields(s, place, values),
            (Shape::Enum(_), Value::Result(Ok(value))) => {
                self.assign(shape, place, &Value::Variant(0, vec![(**value).clone()]));
            }
            (Shape::Enum(_), Value::Result(Err(value))) => {
                self.assign(shape, place, &Value::Variant(1, vec![(**value).clone()]));
            }
            (Shape::Enum(e), Value::Variant(tag, values)) => {
                let Some(variant) = e.variants.iter().find(|variant| variant.tag == *tag) else {
                    return self.misfit(place);
                };
                self.set(&e.tag(place), format!("{tag}u"));
                self.assign_fields(&variant.fields, &format!("{place}.u.{}", variant.name), values);
            }
            _ => self.misfit(place),
        }
    }

    fn assign_fields(&mut self, s: &Struct, place: &str, values: &[Value]) {
        if s.fields.len() != values.len() {
            return self.misfit(place);
        }
        for (field, value) in s.fields.iter().zip(values) {
            self.assign(&field.shape, &format!("{place}.{}", field.name), value);
        }
    }

    fn assign_all(&mut self, item: &Shape, array: &str, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            self.assign(item, &format!("{array}[{i}]"), value);
        }
    }

    /// Nothing, 0, false, none, empty; of an enum the variant of the lowest tag.
    fn zero(&mut self, shape: &Shape, place: &str) {
        match shape {
            _ if shape.is_void() => {}
            Shape::Unit => {}
            Shape::Bool => self.set(place, false),
            Shape::Fixed { size: 16, .. } => self.set_wide(place, 0),
            Shape::Number(_) | Shape::Fixed { .. } => self.set(place, 0),
            Shape::Str { .. } => {
                self.set(&format!("{place}.len"), 0);
                self.set(&format!("{place}.data[0]"), 0);
            }
            Shape::Seq { .. } => self.set(&format!("{place}.len"), 0),
            Shape::Option(_) => self.set(&format!("{place}.some"), false),
            Shape::Struct(s) => self.zero_fields(s, place),
            Shape::Array(item, len) => {
                let index = self.name("i");
                let head = format!("for (size_t {index} = 0; {index} < {len}; {index}++)");
                self.block(&head, |body| body.zero(item, &format!("{place}[{index}]")));
            }
            Shape::Enum(e) => match e.variants.first() {
                None => self.misfit(place),
                Some(variant) => {
                    self.set(&e.tag(place), format!("{}u", variant.tag));
                    self.zero_fields(&variant.fields, &format!("{place}.u.{}", variant.name));
                }
            },
        }
    }

    fn zero_fields(&mut self, s: &Struct, place: &str) {
        for field in &s.fields {
            self.zero(&field.shape, &format!("{place}.{}", field.name));
        }
    }

    fn set(&mut self, place: &str, value: impl Display) {
        self.line(format!("{place} = {value};"));
    }

    fn set_wide(&mut self, place: &str, value: u128) {
        self.set(&format!("{place}.lo"), unsigned(value & u128::from(u64::MAX)));
        self.set(&format!("{place}.hi"), unsigned(value >> 64));
    }

    /// A float, which may be any of the many that are not a number.
    fn set_bits(&mut self, place: &str, c_type: &str, bits: u128) {
        self.block("", |body| {
            body.line(format!("const {c_type} bits = {};", unsigned(bits)));
            body.line(format!("memcpy(&{place}, &bits, sizeof bits);"));
        });
    }
}

fn unsigned(x: u128) -> String {
    if x <= u128::from(u32::MAX) { format!("{x}u") } else { format!("UINT64_C({x})") }
}

fn signed(x: i128) -> String {
    match x {
        _ if x == i128::from(i64::MIN) => "INT64_MIN".to_owned(),
        _ if x == i128::from(i32::MIN) => "INT32_MIN".to_owned(),
        _ if i32::try_from(x).is_ok() => x.to_string(),
        _ => format!("INT64_C({x})"),
    }
}

/// A C string of these bytes, each that is not a letter, digit or space in octal.
fn literal(bytes: &[u8]) -> String {
    let mut out = "\"".to_owned();
    for byte in bytes {
        match byte {
            b' ' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => out.push(char::from(*byte)),
            _ => out += &format!("\\{byte:03o}"),
        }
    }
    out + "\""
}
