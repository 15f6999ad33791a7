//! The JSON form of a value.

use serde_json::{Value as Json, json};

use super::kind;
use crate::scope::Scope;
use crate::{Field, Int, Invalid, Struct, Type, Value};

impl Value {
    /// Reads a value of `ty` from JSON.
    ///
    /// Integers may also be JSON numbers where these are exact, floats JSON numbers (the nearest
    /// value is taken).
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or not a value of the type: says where.
    pub fn from_json(ty: &Type, text: &str) -> Result<Self, Invalid> {
        Self::from_json_value(ty, &super::parse(text)?)
    }

    /// As [`from_json`](Self::from_json), from parsed JSON.
    ///
    /// # Errors
    ///
    /// If it is not a value of the type: says where.
    pub fn from_json_value(ty: &Type, json: &Json) -> Result<Self, Invalid> {
        parse(ty, Scope::ROOT, json)
    }

    /// The value of a field, which may be the default that a schema does not know.
    pub(super) fn from_json_field(
        ty: &Type,
        scope: Scope<'_>,
        json: &Json,
    ) -> Result<Self, Invalid> {
        match only(json, "default") {
            Some(Json::Null) => Ok(Value::Default),
            _ => parse(ty, scope, json),
        }
    }

    /// The value in JSON, without loss.
    #[must_use]
    pub fn to_json(&self) -> Json {
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
            Value::Option(Some(value)) => json!({"some": value.to_json()}),
            Value::Result(Ok(value)) => json!({"ok": value.to_json()}),
            Value::Result(Err(value)) => json!({"err": value.to_json()}),
            Value::List(values) => values.iter().map(Value::to_json).collect(),
            Value::Map(entries) => {
                entries.iter().map(|(k, v)| json!([k.to_json(), v.to_json()])).collect()
            }
            Value::Variant(tag, fields) => {
                json!([tag, fields.iter().map(Value::to_json).collect::<Json>()])
            }
            Value::Default => json!({"default": null}),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

fn parse(ty: &Type, scope: Scope<'_>, json: &Json) -> Result<Value, Invalid> {
    let unexpected =
        |expected: &str| Invalid::new(format!("{} where {expected} belongs", kind(json)));
    match (ty, json) {
        (Type::Unit, Json::Null) => Ok(Value::Unit),
        (Type::Unit, _) => Err(unexpected("null, the value of unit,")),
        (Type::Bool, Json::Bool(b)) => Ok(Value::Bool(*b)),
        (Type::Bool, _) => Err(unexpected("true or false")),
        (Type::Char, Json::String(s)) if s.chars().count() == 1 => {
            Ok(Value::Char(s.chars().next().unwrap_or_default()))
        }
        (Type::Char, _) => Err(unexpected("a string of one character")),
        (Type::Int(int) | Type::Fixed(int), _) => integer(*int, json)
            .ok_or_else(|| unexpected(&format!("{} as a decimal string", int.name()))),
        (Type::F32, _) => float(json, 8, |x| u64::from((x as f32).to_bits()))
            .map(|bits| Value::F32(bits as u32))
            .ok_or_else(|| unexpected("the bits of an f32, such as \"0x3f800000\",")),
        (Type::F64, _) => float(json, 16, f64::to_bits)
            .map(Value::F64)
            .ok_or_else(|| unexpected("the bits of an f64, such as \"0x3ff0000000000000\",")),
        (Type::Str { .. }, Json::String(s)) => Ok(Value::Str(s.clone())),
        (Type::Str { .. }, _) => Err(unexpected("a string")),
        (Type::Bytes { .. }, Json::String(s)) => {
            unhex(s).map(Value::Bytes).ok_or_else(|| unexpected("bytes in hex"))
        }
        (Type::Bytes { .. }, _) => Err(unexpected("bytes in hex, a string,")),
        (Type::Option(_), Json::Null) => Ok(Value::Option(None)),
        (Type::Option(item), _) => match only(json, "some") {
            Some(json) => {
                let value = parse(item, scope, json).map_err(|e| e.inside("?"))?;
                Ok(Value::Option(Some(Box::new(value))))
            }
            None => Err(unexpected("null or {\"some\": value}")),
        },
        (Type::Result(ok, err), _) => match (only(json, "ok"), only(json, "err")) {
            (Some(json), _) => parse(ok, scope, json)
                .map(|value| Value::Result(Ok(Box::new(value))))
                .map_err(|e| e.inside("::Ok")),
            (_, Some(json)) => parse(err, scope, json)
                .map(|value| Value::Result(Err(Box::new(value))))
                .map_err(|e| e.inside("::Err")),
            _ => Err(unexpected("{\"ok\": value} or {\"err\": value}")),
        },
        (Type::Tuple(parts), Json::Array(items)) if items.len() == parts.len() => {
            let pairs = parts.iter().zip(items).enumerate();
            let values = pairs.map(|(i, (ty, json))| {
                parse(ty, scope, json).map_err(|e| e.inside(format_args!(".{i}")))
            });
            Ok(Value::List(values.collect::<Result<_, _>>()?))
        }
        (Type::Tuple(parts), _) => Err(unexpected(&format!("an array of {}", parts.len()))),
        (Type::Struct(Struct { fields, .. }), _) => {
            Ok(Value::List(parse_fields(fields, scope, json)?))
        }
        (Type::Array(_, len), Json::Array(items)) if items.len() as u64 != *len => {
            Err(unexpected(&format!("an array of {len}")))
        }
        (
            Type::Array(item, _) | Type::Seq { item, .. } | Type::Set { item, .. },
            Json::Array(items),
        ) => {
            let values = items.iter().enumerate().map(|(i, json)| {
                parse(item, scope, json).map_err(|e| e.inside(format_args!("[{i}]")))
            });
            Ok(Value::List(values.collect::<Result<_, _>>()?))
        }
        (Type::Array(..) | Type::Seq { .. } | Type::Set { .. }, _) => Err(unexpected("an array")),
        (Type::Map { key, value, .. }, Json::Array(items)) => {
            let entry = |(i, json): (usize, &Json)| match json.as_array().map(Vec::as_slice) {
                Some([k, v]) => {
                    let k = parse(key, scope, k).map_err(|e| e.inside(format_args!("[{i}].0")))?;
                    let v =
                        parse(value, scope, v).map_err(|e| e.inside(format_args!("[{i}].1")))?;
                    Ok((k, v))
                }
                _ => Err(Invalid::new(format!("{} where [key, value] belongs", kind(json)))
                    .inside(format_args!("[{i}]"))),
            };
            Ok(Value::Map(items.iter().enumerate().map(entry).collect::<Result<_, _>>()?))
        }
        (Type::Map { .. }, _) => Err(unexpected("an array of [key, value]")),
        (Type::Enum(e), _) => {
            let parts = match json.as_array().map(Vec::as_slice) {
                Some([tag, fields]) => tag.as_u64().map(|tag| (tag, fields)),
                _ => None,
            };
            let (tag, fields) = parts.ok_or_else(|| unexpected("[tag, [fields]]"))?;
            let variant = e.variants.iter().find(|variant| u64::from(variant.tag) == tag);
            let variant = variant
                .ok_or_else(|| Invalid::new(format!("the enum has no variant with tag {tag}")))?;
            let fields = parse_fields(&variant.fields, scope, fields)
                .map_err(|e| e.inside(variant.label()))?;
            Ok(Value::Variant(variant.tag, fields))
        }
        (Type::Rows { name, row }, _) => parse(row, scope.around(name, row).inside(), json),
        (Type::Ref(name), _) => match scope.find(name) {
            Some((row, scope)) => parse(row, scope, json),
            None => Err(Invalid::new(format!("ref {name} is not inside a rows type"))),
        },
    }
}

fn parse_fields(fields: &[Field], scope: Scope<'_>, json: &Json) -> Result<Vec<Value>, Invalid> {
    let items = match json.as_array() {
        Some(items) if items.len() == fields.len() => items,
        _ => {
            let n = fields.len();
            return Err(Invalid::new(format!("{} where an array of {n} belongs", kind(json))));
        }
    };
    let values = fields.iter().zip(items).map(|(field, json)| {
        Value::from_json_field(&field.ty, scope, json)
            .map_err(|e| e.inside(format_args!(".{}", field.name)))
    });
    values.collect()
}

/// The value of the only key of an object.
fn only<'a>(json: &'a Json, key: &str) -> Option<&'a Json> {
    json.as_object().filter(|object| object.len() == 1)?.get(key)
}

fn integer(int: Int, json: &Json) -> Option<Value> {
    let text = match json {
        Json::String(s) => s.clone(),
        Json::Number(n) if n.is_u64() || n.is_i64() => n.to_string(),
        _ => return None,
    };
    let digits = text.strip_prefix('-').filter(|_| int.signed).unwrap_or(&text);
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
