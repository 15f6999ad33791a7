//! Values and types in a few words, for people.

use crate::{Type, Value, Variant};

/// Most parts that are shown of anything.
const SHOWN: usize = 8;
/// Most characters of a text that are shown.
const SHOWN_CHARS: usize = 60;

pub(crate) fn list(parts: impl ExactSizeIterator<Item = String>) -> String {
    let n = parts.len();
    let shown: Vec<_> = parts.take(SHOWN).collect();
    let rest = if n > SHOWN { format!(", … {n} in all") } else { String::new() };
    shown.join(", ") + &rest
}

pub(crate) fn text(s: &str) -> String {
    let shown: String = s.chars().take(SHOWN_CHARS).collect();
    if shown.len() < s.len() { format!("{shown:?}… {} bytes", s.len()) } else { format!("{s:?}") }
}

pub(crate) fn bytes(bytes: &[u8]) -> String {
    if bytes.len() <= SHOWN {
        list(bytes.iter().map(u8::to_string))
    } else {
        format!("{} bytes", bytes.len())
    }
}

pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::Unit => "()".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Char(c) => format!("{c:?}"),
        Value::Unsigned(x) => x.to_string(),
        Value::Signed(x) => x.to_string(),
        Value::F32(bits) => format!("{:?}", f32::from_bits(*bits)),
        Value::F64(bits) => format!("{:?}", f64::from_bits(*bits)),
        Value::Str(s) => text(s),
        Value::Bytes(b) => format!("{} bytes", b.len()),
        Value::Option(None) => "none".to_owned(),
        Value::Option(Some(_)) => "some".to_owned(),
        Value::Result(Ok(_)) => "ok".to_owned(),
        Value::Result(Err(_)) => "err".to_owned(),
        Value::List(values) => format!("{} values", values.len()),
        Value::Map(entries) => format!("{} entries", entries.len()),
        Value::Variant(tag, _) => format!("variant {tag}"),
        Value::Default => "of the declaration".to_owned(),
    }
}

impl Value {
    pub(crate) fn show(&self) -> String {
        value(self)
    }
}

impl Variant {
    /// The variant as a part of a path.
    pub(crate) fn label(&self) -> String {
        if self.name.is_empty() { format!("::{}", self.tag) } else { format!("::{}", self.name) }
    }
}

impl Type {
    /// The type without what is inside it.
    pub(crate) fn summary(&self) -> String {
        match self {
            Type::Unit => "unit".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Char => "char".to_owned(),
            Type::F32 => "f32".to_owned(),
            Type::F64 => "f64".to_owned(),
            Type::Int(int) => int.name().to_owned(),
            Type::Fixed(int) => format!("fixed {}", int.name()),
            Type::Str { .. } => "str".to_owned(),
            Type::Bytes { .. } => "bytes".to_owned(),
            Type::Option(_) => "option".to_owned(),
            Type::Tuple(parts) => format!("a tuple of {}", parts.len()),
            Type::Struct(s) => format!("struct {} of {}", s.name, s.fields.len()),
            Type::Array(_, len) => format!("an array of {len}"),
            Type::Seq { .. } => "seq".to_owned(),
            Type::Set { .. } => "set".to_owned(),
            Type::Map { .. } => "map".to_owned(),
            Type::Result(..) => "result".to_owned(),
            Type::Enum(e) => format!("enum {}", e.name),
            Type::Rows { name, .. } => format!("rows {name}"),
            Type::Ref(name) => format!("ref {name}"),
        }
    }
}
