//! Values and types in a few words, for people.

use std::borrow::Cow;

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
    pub(crate) fn summary(&self) -> Cow<'static, str> {
        match self {
            Type::Unit => "unit".into(),
            Type::Bool => "bool".into(),
            Type::Char => "char".into(),
            Type::F32 => "f32".into(),
            Type::F64 => "f64".into(),
            Type::Int(int) => int.name().into(),
            Type::Fixed(int) => format!("fixed {}", int.name()).into(),
            Type::Str { .. } => "str".into(),
            Type::Bytes { .. } => "bytes".into(),
            Type::Option(_) => "option".into(),
            Type::Tuple(parts) => format!("a tuple of {}", parts.len()).into(),
            Type::Struct(s) if s.name.is_empty() => {
                format!("a struct of {}", s.fields.len()).into()
            }
            Type::Struct(s) => format!("struct {} of {}", s.name, s.fields.len()).into(),
            Type::Array(_, len) => format!("an array of {len}").into(),
            Type::Seq { .. } => "seq".into(),
            Type::Set { .. } => "set".into(),
            Type::Map { .. } => "map".into(),
            Type::Result(..) => "result".into(),
            Type::Enum(e) => format!("enum {}", e.name).into(),
            Type::Rows { name, .. } => format!("rows {name}").into(),
            Type::Ref(name) => format!("ref {name}").into(),
        }
    }
}
