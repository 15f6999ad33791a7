//! The JSON form of a value.

use serde_json::{Map, Value as Json, json};

use super::kind;
use crate::limits::MAX_NESTING;
use crate::natural::{hex, unhex};
use crate::scope::Scope;
use crate::{Enum, Field, Int, Invalid, Type, Value};

impl Value {
    /// Reads a value of `ty` from the exact JSON that [`to_exact_json`](Self::to_exact_json) gives; for
    /// [natural JSON](crate::Natural), see there.
    ///
    /// Integers may also be JSON numbers where these are exact, floats JSON numbers (the nearest
    /// value is taken), and the fields of a struct or a variant an object by their names.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or not a value of the type: says where.
    pub fn from_exact_json(ty: &Type, text: &str) -> Result<Self, Invalid> {
        Self::from_exact_json_value(ty, &super::parse(text)?)
    }

    /// As [`from_exact_json`](Self::from_exact_json), from parsed JSON.
    ///
    /// # Errors
    ///
    /// If it is not a value of the type: says where.
    pub fn from_exact_json_value(ty: &Type, json: &Json) -> Result<Self, Invalid> {
        parse(ty, Place { scope: Scope::ROOT, nesting: MAX_NESTING }, json)
    }

    /// The value of a field, which may be the default that a schema does not know.
    pub(super) fn from_json_field(
        ty: &Type,
        scope: Scope<'_>,
        json: &Json,
    ) -> Result<Self, Invalid> {
        parse_field(ty, Place { scope, nesting: MAX_NESTING }, json)
    }

    /// The value in JSON, without loss.
    #[must_use]
    pub fn to_exact_json(&self) -> Json {
        match self {
            Value::Unit | Value::Option(None) => Json::Null,
            Value::Bool(b) => json!(b),
            Value::Char(c) => json!(c),
            Value::Unsigned(x) => json!(x.to_string()),
            Value::Signed(x) => json!(x.to_string()),
            Value::F32(bits) => json!(format!("{bits:#010x}")),
            Value::F64(bits) => json!(format!("{bits:#018x}")),
            Value::Str(s) => json!(s),
            Value::Bytes(bytes) => json!(hex(bytes)),
            Value::Option(Some(value)) => json!({"some": value.to_exact_json()}),
            Value::Result(Ok(value)) => json!({"ok": value.to_exact_json()}),
            Value::Result(Err(value)) => json!({"err": value.to_exact_json()}),
            Value::List(values) => values.iter().map(Value::to_exact_json).collect(),
            Value::Map(entries) => {
                entries.iter().map(|(k, v)| json!([k.to_exact_json(), v.to_exact_json()])).collect()
            }
            Value::Variant(tag, fields) => {
                json!([tag, fields.iter().map(Value::to_exact_json).collect::<Json>()])
            }
            Value::Default => json!({"default": null}),
        }
    }
}

/// The place of a value that is being read.
#[derive(Clone, Copy)]
struct Place<'a> {
    scope: Scope<'a>,
    /// Types that may still lie inside one another.
    nesting: u32,
}

fn parse(ty: &Type, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    let Some(nesting) = place.nesting.checked_sub(1) else {
        return Err(Invalid::new("the value is nested too deeply"));
    };
    let place = Place { nesting, ..place };
    match ty {
        Type::Option(item) => option(item, place, json),
        Type::Result(ok, err) => result(ok, err, place, json),
        Type::Tuple(parts) => tuple(parts, place, json),
        Type::Struct(s) => fields(&s.fields, place, json).map(Value::List),
        Type::Array(item, len) => list(item, Some(*len), place, json),
        Type::Seq { item, max } | Type::Set { item, max } => {
            bounded(*max, json.as_array().map_or(0, Vec::len))?;
            list(item, None, place, json)
        }
        Type::Map { key, value, max } => {
            bounded(*max, json.as_array().map_or(0, Vec::len))?;
            map(key, value, place, json)
        }
        Type::Enum(e) => variant(e, place, json),
        Type::Rows { name, row } => {
            let around = place.scope.around(name, row);
            parse(row, Place { scope: around.inside(), ..place }, json)
        }
        Type::Ref(name) => match place.scope.find(name) {
            Some((row, scope)) => parse(row, Place { scope, ..place }, json),
            None => Err(Invalid::new(format!(
                "ref {name} is not inside a rows type of that name (W14)"
            ))),
        },
        _ => leaf(ty, json),
    }
}

fn unexpected<T>(json: &Json, expected: &str) -> Result<T, Invalid> {
    Err(Invalid::new(format!("expected {expected}, found {}", kind(json))))
}

/// A value with no others inside.
fn leaf(ty: &Type, json: &Json) -> Result<Value, Invalid> {
    let value = match (ty, json) {
        (Type::Unit, Json::Null) => Some(Value::Unit),
        (Type::Bool, Json::Bool(b)) => Some(Value::Bool(*b)),
        (Type::Char, Json::String(s)) => {
            let mut chars = s.chars();
            chars.next().filter(|_| chars.next().is_none()).map(Value::Char)
        }
        (Type::Int(int) | Type::Fixed(int), _) => integer(*int, json),
        (Type::F32, _) => {
            let bits = float(json, 8, |x| u64::from((x as f32).to_bits()));
            bits.map(|bits| Value::F32(bits as u32))
        }
        (Type::F64, _) => float(json, 16, f64::to_bits).map(Value::F64),
        (Type::Str { .. }, Json::String(s)) => Some(Value::Str(s.clone())),
        (Type::Bytes { .. }, Json::String(s)) => unhex(s).map(Value::Bytes),
        _ => None,
    };
    if let Some(value) = value {
        match (ty, &value) {
            (Type::Str { max }, Value::Str(s)) => bounded(*max, s.len())?,
            (Type::Bytes { max }, Value::Bytes(bytes)) => bounded(*max, bytes.len())?,
            _ => {}
        }
        return Ok(value);
    }
    let expected = match ty {
        Type::Unit => "null",
        Type::Bool => "true or false",
        Type::Char => "a string of one character",
        Type::Int(int) | Type::Fixed(int) => &format!("{} as a decimal string", int.name()),
        Type::F32 => "the bits of an f32, such as \"0x3f800000\"",
        Type::F64 => "the bits of an f64, such as \"0x3ff0000000000000\"",
        Type::Bytes { .. } => "bytes in hex",
        _ => "a string",
    };
    unexpected(json, expected)
}

/// Said here, where the place in the value is known; encoding says it again.
fn bounded(max: Option<u64>, len: usize) -> Result<(), Invalid> {
    crate::rows::encode_len(max, len).map(drop)
}

fn option(item: &Type, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    match (json, only(json, "some")) {
        (Json::Null, _) => Ok(Value::Option(None)),
        (_, Some(json)) => match parse(item, place, json) {
            Ok(value) => Ok(Value::Option(Some(Box::new(value)))),
            Err(e) => Err(e.inside("?")),
        },
        _ => unexpected(json, "null or {\"some\": value}"),
    }
}

fn result(ok: &Type, err: &Type, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    if let Some(json) = only(json, "ok") {
        let value = parse(ok, place, json).map_err(|e| e.inside("::Ok"))?;
        return Ok(Value::Result(Ok(Box::new(value))));
    }
    if let Some(json) = only(json, "err") {
        let value = parse(err, place, json).map_err(|e| e.inside("::Err"))?;
        return Ok(Value::Result(Err(Box::new(value))));
    }
    unexpected(json, "{\"ok\": value} or {\"err\": value}")
}

/// The elements of an array, `n` of them if that is given.
fn elements(json: &Json, n: Option<u64>) -> Result<&[Json], Invalid> {
    match (json.as_array(), n) {
        (Some(items), None) => Ok(items),
        (Some(items), Some(n)) if items.len() as u64 == n => Ok(items),
        (_, Some(n)) => unexpected(json, &format!("an array of {n}")),
        (None, None) => unexpected(json, "an array"),
    }
}

fn tuple(parts: &[Type], place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    let items = elements(json, Some(parts.len() as u64))?;
    let mut values = Vec::with_capacity(items.len());
    for (i, (ty, json)) in parts.iter().zip(items).enumerate() {
        match parse(ty, place, json) {
            Ok(value) => values.push(value),
            Err(e) => return Err(e.inside(format_args!(".{i}"))),
        }
    }
    Ok(Value::List(values))
}

fn fields(fields: &[Field], place: Place<'_>, json: &Json) -> Result<Vec<Value>, Invalid> {
    let items: Vec<&Json> = match json {
        Json::Object(object) => by_name(fields, object)?,
        _ => elements(json, Some(fields.len() as u64))?.iter().collect(),
    };
    let mut values = Vec::with_capacity(items.len());
    for (field, json) in fields.iter().zip(items) {
        match parse_field(&field.ty, place, json) {
            Ok(value) => values.push(value),
            Err(e) => return Err(e.inside(format_args!(".{}", field.name))),
        }
    }
    Ok(values)
}

/// The values of the fields in their order, of an object that has these and no other.
fn by_name<'a>(fields: &[Field], object: &'a Map<String, Json>) -> Result<Vec<&'a Json>, Invalid> {
    if let Some(key) = object.keys().find(|key| !fields.iter().any(|field| field.name == **key)) {
        return Err(Invalid::new(format!("unknown field {key:?}")));
    }
    let value = |field: &Field| {
        let missing = || Invalid::new(format!("missing field {:?}", field.name));
        object.get(&field.name).ok_or_else(missing)
    };
    fields.iter().map(value).collect()
}

fn parse_field(ty: &Type, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    match only(json, "default") {
        Some(Json::Null) => Ok(Value::Default),
        _ => parse(ty, place, json),
    }
}

fn list(item: &Type, n: Option<u64>, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    let items = elements(json, n)?;
    let mut values = Vec::with_capacity(items.len());
    for (i, json) in items.iter().enumerate() {
        match parse(item, place, json) {
            Ok(value) => values.push(value),
            Err(e) => return Err(e.inside(format_args!("[{i}]"))),
        }
    }
    Ok(Value::List(values))
}

fn map(key: &Type, value: &Type, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    let items = elements(json, None)?;
    let mut entries = Vec::with_capacity(items.len());
    for (i, json) in items.iter().enumerate() {
        let entry = elements(json, Some(2)).and_then(|entry| {
            let key = parse(key, place, &entry[0]).map_err(|e| e.inside(".0"))?;
            let value = parse(value, place, &entry[1]).map_err(|e| e.inside(".1"))?;
            Ok((key, value))
        });
        entries.push(entry.map_err(|e| e.inside(format_args!("[{i}]")))?);
    }
    Ok(Value::Map(entries))
}

fn variant(e: &Enum, place: Place<'_>, json: &Json) -> Result<Value, Invalid> {
    let parts = match json.as_array().map(Vec::as_slice) {
        Some([tag, fields]) => tag.as_u64().map(|tag| (tag, fields)),
        _ => None,
    };
    let Some((tag, values)) = parts else { return unexpected(json, "[tag, [fields]]") };
    let Some(variant) = e.variants.iter().find(|variant| u64::from(variant.tag) == tag) else {
        return Err(Invalid::new(format!("the enum has no variant with tag {tag}")));
    };
    match fields(&variant.fields, place, values) {
        Ok(values) => Ok(Value::Variant(variant.tag, values)),
        Err(e) => Err(e.inside(variant.label())),
    }
}

/// The value of the only key of an object.
fn only<'a>(json: &'a Json, key: &str) -> Option<&'a Json> {
    json.as_object().filter(|object| object.len() == 1)?.get(key)
}

fn integer(int: Int, json: &Json) -> Option<Value> {
    match json {
        Json::String(s) => crate::natural::integer(int, s),
        Json::Number(n) if n.is_u64() || n.is_i64() => crate::natural::integer(int, &n.to_string()),
        _ => None,
    }
}

fn float(json: &Json, digits: usize, bits: impl Fn(f64) -> u64) -> Option<u64> {
    match json {
        Json::String(s) => {
            let hex = s.strip_prefix("0x").filter(|hex| !hex.is_empty() && hex.len() <= digits)?;
            let all_hex = hex.bytes().all(|byte| byte.is_ascii_hexdigit());
            if all_hex { u64::from_str_radix(hex, 16).ok() } else { None }
        }
        Json::Number(n) => n.as_f64().map(bits),
        _ => None,
    }
}
