//! Natural JSON to values.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::error::JsonError;
use super::lex::{Fault, Kind, Lex};
use super::logical::Logical;
use super::plan::{Body, Fields, Natural, Node, Variants, kinds};
use crate::limits::MAX_NESTING;
use crate::{Int, Value};

impl Natural {
    /// Reads a value, which is all of the text.
    ///
    /// # Errors
    ///
    /// If the text is not JSON or not a value of the type: says where.
    pub fn read(&self, text: &str) -> Result<Value, JsonError> {
        let mut lex = Lex::new(text);
        let read = self.value(self.root, &mut lex, MAX_NESTING);
        let read = read.and_then(|value| match lex.is_end() {
            true => Ok(value),
            false => lex.fail("not JSON: more text after the value"),
        });
        read.map_err(|fault| fault.in_text(text))
    }

    fn value(&self, place: usize, lex: &mut Lex<'_>, nesting: u32) -> Result<Value, Fault> {
        let kind = lex.kind()?;
        let Some(nesting) = nesting.checked_sub(1) else {
            return lex.fail("the value is nested too deeply");
        };
        match &self.nodes[place] {
            Node::Same(item) => self.value(*item, lex, nesting),
            Node::Newtype(item) => Ok(Value::List(vec![self.value(*item, lex, nesting)?])),
            Node::Option { .. } if kind == Kind::Null => {
                lex.word(kind);
                Ok(Value::Option(None))
            }
            Node::Option { item, wrapped: false } => {
                Ok(Value::Option(Some(Box::new(self.value(*item, lex, nesting)?))))
            }
            Node::Option { item, wrapped: true } => {
                let expected = "null or {\"some\": value}";
                let value = self.only(lex, expected, |lex, key, at| match key {
                    "some" => self.value(*item, lex, nesting).map_err(|f| f.in_field("some")),
                    _ => Err(Fault::new(at, format!("expected \"some\", found {key:?}"))),
                })?;
                Ok(Value::Option(Some(Box::new(value))))
            }
            Node::Tuple(items) => self.tuple(items, lex, nesting).map(Value::List),
            Node::Fields(fields) => self.members(fields, lex, nesting).map(Value::List),
            Node::List { item, len, max } => {
                let start = lex.at;
                if kind != Kind::List {
                    return unexpected(lex, "an array");
                }
                let mut values = Vec::new();
                lex.list(|lex, _| {
                    values.push(self.value(*item, lex, nesting)?);
                    Ok(())
                })?;
                let n = values.len();
                if let Some(len) = len.filter(|len| *len != n as u64) {
                    return Err(Fault::new(start, format!("expected {len} elements, found {n}")));
                }
                bounded(*max, n, start)?;
                Ok(Value::List(values))
            }
            Node::Map { key, value, max, .. } => {
                let start = lex.at;
                let entries = self.map(*key, *value, lex, nesting)?;
                bounded(*max, entries.len(), start)?;
                Ok(Value::Map(entries))
            }
            Node::Enum(e) => self.variant(e, kind, lex, nesting),
            leaf => self.leaf(leaf, kind, lex),
        }
    }

    /// The value of an object's only member.
    fn only<T>(
        &self,
        lex: &mut Lex<'_>,
        expected: &str,
        mut f: impl FnMut(&mut Lex<'_>, &str, usize) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let start = lex.at;
        if lex.kind()? != Kind::Object {
            return unexpected(lex, expected);
        }
        let mut value = None;
        lex.object(|lex, key, at| {
            if value.is_some() {
                return Err(Fault::new(at, format!("expected {expected}, found a second member")));
            }
            value = Some(f(lex, &key, at)?);
            Ok(())
        })?;
        value
            .ok_or_else(|| Fault::new(start, format!("expected {expected}, found an empty object")))
    }

    fn tuple(&self, items: &[usize], lex: &mut Lex<'_>, nesting: u32) -> Result<Vec<Value>, Fault> {
        let (start, n) = (lex.at, items.len());
        if lex.kind()? != Kind::List {
            return unexpected(lex, &format!("an array of {n}"));
        }
        let mut values = Vec::with_capacity(n);
        let len = lex.list(|lex, i| match items.get(i) {
            Some(item) => {
                values.push(self.value(*item, lex, nesting)?);
                Ok(())
            }
            None => lex.fail(format!("expected {n} elements, found more")),
        })?;
        if len < n {
            return Err(Fault::new(start, format!("expected {n} elements, found {len}")));
        }
        Ok(values)
    }

    fn members(
        &self,
        fields: &Fields,
        lex: &mut Lex<'_>,
        nesting: u32,
    ) -> Result<Vec<Value>, Fault> {
        let start = lex.at;
        if lex.kind()? != Kind::Object {
            return unexpected(lex, "an object");
        }
        let mut values: Vec<Option<Value>> = vec![None; fields.names.len()];
        // Members are most often in the order of the fields.
        let mut next = 0;
        lex.object(|lex, key, at| {
            let is_next = fields.names.get(next).is_some_and(|name| *name == key);
            let place = if is_next { Some(next) } else { fields.places.get(&*key).copied() };
            let Some(place) = place else {
                return Err(Fault::new(at, format!("unknown field {key:?}")));
            };
            if values[place].is_some() {
                return Err(Fault::new(at, format!("duplicate field {key:?}")));
            }
            next = place + 1;
            let value = self.value(fields.items[place], lex, nesting);
            values[place] = Some(value.map_err(|fault| fault.in_field(&key))?);
            Ok(())
        })?;
        let each = values.into_iter().enumerate();
        each.map(|(i, value)| {
            let missing = || match &fields.defaults[i] {
                Some(default) => Some(default.clone()),
                None => self.null(fields.items[i], &mut Vec::new()),
            };
            let what = || Fault::new(start, format!("missing field {:?}", fields.names[i]));
            value.or_else(missing).ok_or_else(what)
        })
        .collect()
    }

    fn map(
        &self,
        key: usize,
        value: usize,
        lex: &mut Lex<'_>,
        nesting: u32,
    ) -> Result<Vec<(Value, Value)>, Fault> {
        let mut entries = Vec::new();
        match lex.kind()? {
            Kind::Object => lex.object(|lex, name, at| {
                let k = self.key(key, &name, at)?;
                let v = self.value(value, lex, nesting).map_err(|fault| fault.in_field(&name))?;
                entries.push((k, v));
                Ok(())
            })?,
            Kind::List => {
                lex.list(|lex, _| match self.tuple(&[key, value], lex, nesting)?.as_mut_slice() {
                    [k, v] => {
                        entries.push((
                            std::mem::replace(k, Value::Unit),
                            std::mem::replace(v, Value::Unit),
                        ));
                        Ok(())
                    }
                    _ => lex.fail("expected a pair"),
                })?;
            }
            _ => return unexpected(lex, "an object or an array of pairs"),
        }
        Ok(entries)
    }

    /// A key of an object: of a map with other keys, what its text stands for.
    fn key(&self, place: usize, name: &str, at: usize) -> Result<Value, Fault> {
        let quoted = serde_json::Value::from(name).to_string();
        let mut lex = Lex::new(&quoted);
        self.value(place, &mut lex, MAX_NESTING).map_err(|fault| Fault::new(at, fault.what))
    }

    fn variant(
        &self,
        e: &Variants,
        kind: Kind,
        lex: &mut Lex<'_>,
        nesting: u32,
    ) -> Result<Value, Fault> {
        if let Some(all) = &e.kinds {
            if kind != Kind::Object || !self.has_label(e, lex) {
                // No whole number has that sign.
                let is_float = kind == Kind::Integer && lex.is_minus_zero();
                let takes_floats = all.iter().any(|kinds| kinds & kinds::FLOAT != 0);
                let kind = if is_float && takes_floats { Kind::Float } else { kind };
                let of = all.iter().position(|kinds| kinds & bit(kind) != 0);
                let Some((variant, Body::One(item))) =
                    of.map(|i| &e.variants[i]).map(|variant| (variant, &variant.body))
                else {
                    return unexpected(lex, "a value of one of the variants");
                };
                return Ok(Value::Variant(variant.tag, vec![self.value(*item, lex, nesting)?]));
            }
        }
        let find = |label: &str, at: usize| {
            let found = e.variants.iter().find(|variant| variant.label == label);
            found.ok_or_else(|| Fault::new(at, format!("unknown variant {label:?}")))
        };
        if kind == Kind::Text {
            let start = lex.at;
            let label = lex.string()?;
            let variant = find(&label, start)?;
            return match variant.body {
                Body::None => Ok(Value::Variant(variant.tag, Vec::new())),
                _ => Err(Fault::new(
                    start,
                    format!(
                        "expected an object with the fields of {label:?}, found its name alone"
                    ),
                )),
            };
        }
        let expected = "the name of a variant, or an object with that name and the fields";
        self.only(lex, expected, |lex, label, at| {
            let variant = find(label, at)?;
            let read = match &variant.body {
                Body::None => match lex.kind()? {
                    Kind::Null => {
                        lex.word(Kind::Null);
                        Ok(Vec::new())
                    }
                    _ => self.members(&Fields::default(), lex, nesting),
                },
                Body::One(item) => self.value(*item, lex, nesting).map(|value| vec![value]),
                Body::Tuple(items) => self.tuple(items, lex, nesting),
                Body::Fields(fields) => self.members(fields, lex, nesting),
            };
            let mut values = read.map_err(|fault| fault.in_field(label))?;
            if !e.is_result {
                return Ok(Value::Variant(variant.tag, values));
            }
            let value = Box::new(values.pop().unwrap_or(Value::Unit));
            Ok(Value::Result(if variant.tag == 0 { Ok(value) } else { Err(value) }))
        })
    }

    /// Whether the object that is there begins with the label of a variant.
    fn has_label(&self, e: &Variants, lex: &mut Lex<'_>) -> bool {
        let start = lex.at;
        lex.at += 1;
        lex.space();
        let key = if lex.kind().ok() == Some(Kind::Text) { lex.string().ok() } else { None };
        lex.at = start;
        key.is_some_and(|key| e.variants.iter().any(|variant| variant.label == key))
    }

    /// A value with no others inside.
    fn leaf(&self, node: &Node, kind: Kind, lex: &mut Lex<'_>) -> Result<Value, Fault> {
        let start = lex.at;
        let value = match (node, kind) {
            (Node::Unit, Kind::Null) => {
                lex.word(kind);
                Some(Value::Unit)
            }
            (Node::Bool, Kind::Bool(b)) => {
                lex.word(kind);
                Some(Value::Bool(b))
            }
            (Node::Int(int), Kind::Integer) => integer(*int, lex.number()?),
            (Node::Int(int), Kind::Text) => integer(*int, &lex.string()?),
            (Node::Logical(int, logical), Kind::Text) => {
                let text = lex.string()?;
                match logical.number(&text) {
                    Some(number) => integer(*int, &number.to_string()),
                    None => integer(*int, &text),
                }
            }
            (Node::Logical(int, _), Kind::Integer) => integer(*int, lex.number()?),
            (Node::F32, Kind::Integer | Kind::Float) => {
                let x = lex.number()?.parse().ok().filter(|x: &f32| x.is_finite());
                x.map(|x| Value::F32(x.to_bits()))
            }
            (Node::F64, Kind::Integer | Kind::Float) => {
                let x = lex.number()?.parse().ok().filter(|x: &f64| x.is_finite());
                x.map(|x| Value::F64(x.to_bits()))
            }
            (Node::F32, Kind::Text) => match &*lex.string()? {
                "NaN" => Some(f32::NAN.to_bits()),
                "Infinity" => Some(f32::INFINITY.to_bits()),
                "-Infinity" => Some(f32::NEG_INFINITY.to_bits()),
                text => bits(text, 8).and_then(|bits| u32::try_from(bits).ok()),
            }
            .map(Value::F32),
            (Node::F64, Kind::Text) => match &*lex.string()? {
                "NaN" => Some(f64::NAN.to_bits()),
                "Infinity" => Some(f64::INFINITY.to_bits()),
                "-Infinity" => Some(f64::NEG_INFINITY.to_bits()),
                text => bits(text, 16),
            }
            .map(Value::F64),
            (Node::Char, Kind::Text) => {
                let text = lex.string()?;
                let mut chars = text.chars();
                chars.next().filter(|_| chars.next().is_none()).map(Value::Char)
            }
            (Node::Str { max }, Kind::Text) => {
                let text = lex.string()?;
                bounded(*max, text.len(), start)?;
                Some(Value::Str(text.into_owned()))
            }
            (Node::Bytes { max }, Kind::Text) => {
                let text = lex.string()?;
                let bytes =
                    if self.style.hex { unhex(&text) } else { STANDARD.decode(&*text).ok() };
                bounded(*max, bytes.as_ref().map_or(0, Vec::len), start)?;
                bytes.map(Value::Bytes)
            }
            _ => None,
        };
        if let Some(value) = value {
            return Ok(value);
        }
        lex.at = start;
        let expected = match node {
            Node::Unit => "null",
            Node::Bool => "true or false",
            Node::Char => "a string of one character",
            Node::Int(int) => &format!("{} {}", article(int.name()), int.name()),
            Node::Logical(_, Logical::Date | Logical::DateMillis) => "a date such as 2024-01-02",
            Node::Logical(_, Logical::Time(_)) => "a time of day such as 03:04:05",
            Node::Logical(_, Logical::Timestamp(_, None)) => "a time such as 2024-01-02T03:04:05",
            Node::Logical(..) => "a time such as 2024-01-02T03:04:05Z",
            Node::F32 => "an f32",
            Node::F64 => "an f64",
            Node::Bytes { .. } if self.style.hex => "bytes in hex",
            Node::Bytes { .. } => "bytes in base64",
            _ => "a string",
        };
        unexpected(lex, expected)
    }
}

fn article(name: &str) -> &'static str {
    if name.starts_with('i') { "an" } else { "a" }
}

fn bit(kind: Kind) -> u8 {
    match kind {
        Kind::Null => kinds::NULL,
        Kind::Bool(_) => kinds::BOOL,
        Kind::Integer => kinds::INTEGER,
        Kind::Float => kinds::FLOAT,
        Kind::Text => kinds::TEXT,
        Kind::List => kinds::LIST,
        Kind::Object => kinds::OBJECT,
    }
}

fn unexpected<T>(lex: &mut Lex<'_>, expected: &str) -> Result<T, Fault> {
    let found = lex.shown();
    lex.fail(format!("expected {expected}, found {found}"))
}

fn bounded(max: Option<u64>, len: usize, at: usize) -> Result<(), Fault> {
    match crate::rows::encode_len(max, len) {
        Ok(_) => Ok(()),
        Err(error) => Err(Fault::new(at, error.to_string())),
    }
}

pub(crate) fn integer(int: Int, text: &str) -> Option<Value> {
    let digits = text.strip_prefix('-').filter(|_| int.signed).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if int.signed {
        text.parse().ok().filter(|x| int.has(*x)).map(Value::Signed)
    } else {
        let max = u128::MAX >> (128 - int.bits);
        text.parse().ok().filter(|x| *x <= max).map(Value::Unsigned)
    }
}

fn bits(text: &str, digits: usize) -> Option<u64> {
    let hex = text.strip_prefix("0x").filter(|hex| hex.len() == digits)?;
    let all_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    if all_hex { u64::from_str_radix(hex, 16).ok() } else { None }
}

pub(crate) fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

impl Fault {
    /// The fault with its line and column.
    pub(crate) fn in_text(self, text: &str) -> JsonError {
        let before = &text.as_bytes()[..self.at.min(text.len())];
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let line = before.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
        let path: String = self.path.iter().rev().map(String::as_str).collect();
        let column = (before.len() - start) as u64 + 1;
        JsonError { line, column, path: format!("${path}"), what: self.what }
    }
}
