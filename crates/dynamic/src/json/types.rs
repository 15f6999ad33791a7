//! The JSON form of a type, with or without names.

use serde_json::{Map, Value as Json, json};

use super::kind;
use crate::limits::MAX_TYPE_NESTING;
use crate::scope::Scope;
use crate::{Enum, Field, Int, Invalid, Struct, Type, Value, Variant};

impl Type {
    /// Reads the JSON form, with or without names.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or not a type of the format.
    pub fn from_json(text: &str) -> Result<Self, Invalid> {
        Self::from_json_value(&super::parse(text)?)
    }

    /// As [`from_json`](Self::from_json), from parsed JSON.
    ///
    /// # Errors
    ///
    /// If it is not a type of the format.
    pub fn from_json_value(json: &Json) -> Result<Self, Invalid> {
        let ty = parse(json, Place { scope: Some(Scope::ROOT), nesting: MAX_TYPE_NESTING })?;
        ty.check()?;
        Ok(ty)
    }

    /// The JSON form, with the names that the type has.
    #[must_use]
    pub fn to_json(&self) -> Json {
        print(self)
    }
}

/// The place of a type that is being read.
#[derive(Clone, Copy)]
struct Place<'a> {
    /// Where values of defaults are read; without one, they are only known to be there.
    scope: Option<Scope<'a>>,
    /// Types that may still lie inside one another.
    nesting: u32,
}

fn parse(json: &Json, place: Place<'_>) -> Result<Type, Invalid> {
    let nesting = place.nesting.checked_sub(1);
    let nesting = nesting.ok_or_else(|| Invalid::new("the type is nested too deeply"))?;
    let place = Place { nesting, ..place };
    let object = match json {
        Json::String(name) => return named(name),
        Json::Object(object) => object,
        _ => return Err(unexpected(json, "a type")),
    };
    let row = |key: &str| object.get(key);
    let max = match row("max") {
        None | Some(Json::Null) => None,
        Some(max) => Some(max.as_u64().ok_or_else(|| unexpected(max, "a bound"))?),
    };
    if let Some(name) = row("fixed") {
        let int = name.as_str().and_then(Int::named);
        return int.map(Type::Fixed).ok_or_else(|| unexpected(name, "an integer type"));
    }
    if let Some(item) = row("option") {
        return Ok(Type::Option(part(item, place, "?")?));
    }
    if let Some(item) = row("seq") {
        return Ok(Type::Seq { item: part(item, place, "[]")?, max });
    }
    if let Some(item) = row("set") {
        return Ok(Type::Set { item: part(item, place, "[]")?, max });
    }
    if let Some(parts) = row("map") {
        let [key, value] = exactly(parts, "[key, value]")?;
        return Ok(Type::Map {
            key: part(key, place, "[].0")?,
            value: part(value, place, "[].1")?,
            max,
        });
    }
    if let Some(parts) = row("array") {
        let [item, len] = exactly(parts, "[type, length]")?;
        let len = len.as_u64().ok_or_else(|| unexpected(len, "a length"))?;
        return Ok(Type::Array(part(item, place, "[]")?, len));
    }
    if let Some(parts) = row("tuple") {
        let parts = array(parts)?.iter().enumerate();
        let parts =
            parts.map(|(i, part)| parse(part, place).map_err(|e| e.inside(format_args!(".{i}"))));
        return Ok(Type::Tuple(parts.collect::<Result<_, _>>()?));
    }
    if let Some(parts) = row("result") {
        let [ok, err] = exactly(parts, "[ok, err]")?;
        return Ok(Type::Result(part(ok, place, "::Ok")?, part(err, place, "::Err")?));
    }
    for (key, extensible) in [("struct", false), ("ext_struct", true)] {
        if let Some(types) = row(key) {
            let fields = fields(types, row("fields"), extensible, place)?;
            return Ok(Type::Struct(Struct { name: text(row("name"))?, fields, extensible }));
        }
    }
    for (key, extensible) in [("enum", false), ("ext_enum", true)] {
        if let Some(variants) = row(key) {
            return enumeration(object, variants, extensible, place).map(Type::Enum);
        }
    }
    if let Some(row) = row("rows") {
        return rows(String::new(), row, place);
    }
    if let Some(name) = row("def") {
        let ty = row("type").ok_or_else(|| Invalid::new(format!("def {name} has no \"type\"")))?;
        // A def is a rows type, whether or not it says so.
        return rows(text(Some(name))?, ty.get("rows").unwrap_or(ty), place);
    }
    if let Some(name) = row("ref") {
        return Ok(Type::Ref(text(Some(name))?));
    }
    match row("type").and_then(Json::as_str).and_then(Type::named) {
        Some(Type::Str { .. }) => Ok(Type::Str { max }),
        Some(Type::Bytes { .. }) => Ok(Type::Bytes { max }),
        _ => {
            let keys = object.keys().map(|key| format!("{key:?}")).collect::<Vec<_>>().join(", ");
            Err(Invalid::new(format!("expected a type, found an object with {keys}")))
        }
    }
}

fn named(name: &str) -> Result<Type, Invalid> {
    Type::named(name).ok_or_else(|| Invalid::new(format!("unknown type {name:?}")))
}

impl Type {
    /// The types that are a single word.
    pub(crate) fn named(name: &str) -> Option<Type> {
        Some(match name {
            "unit" => Type::Unit,
            "bool" => Type::Bool,
            "char" => Type::Char,
            "f32" => Type::F32,
            "f64" => Type::F64,
            "str" => Type::Str { max: None },
            "bytes" => Type::Bytes { max: None },
            "usize" => Type::Int(Int { signed: false, bits: 64 }),
            "isize" => Type::Int(Int { signed: true, bits: 64 }),
            _ => Type::Int(Int::named(name)?),
        })
    }
}

fn rows(name: String, row: &Json, place: Place<'_>) -> Result<Type, Invalid> {
    let row = match place.scope {
        Some(scope) => {
            // A default inside may hold values of this type: read it once without them.
            let without_defaults = parse(row, Place { scope: None, ..place })?;
            let around = scope.around(&name, &without_defaults);
            parse(row, Place { scope: Some(around.inside()), ..place })?
        }
        None => parse(row, place)?,
    };
    Ok(Type::Rows { name, row: Box::new(row) })
}

fn part(json: &Json, place: Place<'_>, path: &str) -> Result<Box<Type>, Invalid> {
    parse(json, place).map(Box::new).map_err(|e| e.inside(path))
}

fn fields(
    types: &Json,
    names: Option<&Json>,
    extensible: bool,
    place: Place<'_>,
) -> Result<Vec<Field>, Invalid> {
    let types = array(types)?;
    let names = match names {
        None | Some(Json::Null) => None,
        Some(names) if array(names)?.len() == types.len() => Some(array(names)?),
        Some(names) => return Err(unexpected(names, &format!("{} names", types.len()))),
    };
    let mut fields = Vec::with_capacity(types.len());
    for (i, json) in types.iter().enumerate() {
        let name = match names {
            Some(names) => text(names.get(i))?,
            None => i.to_string(),
        };
        let field =
            field(json, extensible, place).map_err(|e| e.inside(format_args!(".{name}")))?;
        fields.push(Field { name, ..field });
    }
    Ok(fields)
}

fn field(json: &Json, extensible: bool, place: Place<'_>) -> Result<Field, Invalid> {
    let name = String::new();
    if !extensible {
        return Ok(Field { name, ty: parse(json, place)?, default: None });
    }
    let (ty, default) = match array(json)? {
        [ty] => (ty, None),
        [ty, default] => (ty, Some(default)),
        _ => return Err(unexpected(json, "[type, default]")),
    };
    let ty = parse(ty, place)?;
    let default = match (default, place.scope) {
        (None, _) => None,
        (Some(json), Some(scope)) => {
            let default = Value::from_json_field(&ty, scope, json);
            Some(default.map_err(|e| e.inside(" default"))?)
        }
        (Some(_), None) => Some(Value::Default),
    };
    Ok(Field { name, ty, default })
}

fn enumeration(
    object: &Map<String, Json>,
    variants: &Json,
    extensible: bool,
    place: Place<'_>,
) -> Result<Enum, Invalid> {
    let (names, field_names) = (object.get("variants"), object.get("fields"));
    let at = |list: Option<&Json>, i: usize| list?.get(i).cloned();
    let mut parsed = Vec::new();
    for (i, json) in array(variants)?.iter().enumerate() {
        let [tag, types] = exactly(json, "[tag, fields]")?;
        let tag = tag.as_u64().and_then(|tag| u32::try_from(tag).ok());
        let tag =
            tag.ok_or_else(|| unexpected(json, "a variant with a tag that fits u32 (W20)"))?;
        let name = text(at(names, i).as_ref())?;
        let fields = fields(types, at(field_names, i).as_ref(), extensible, place)
            .map_err(|e| e.inside(format_args!("::{tag}")))?;
        parsed.push(Variant { name, tag, fields });
    }
    parsed.sort_by_key(|variant| variant.tag);
    let other = match object.get("other") {
        None | Some(Json::Null) => None,
        Some(tag) => {
            let number = tag.as_u64().and_then(|tag| u32::try_from(tag).ok());
            Some(number.ok_or_else(|| unexpected(tag, "the tag of the catch-all"))?)
        }
    };
    Ok(Enum { name: text(object.get("name"))?, variants: parsed, extensible, other })
}

fn array(json: &Json) -> Result<&[Json], Invalid> {
    json.as_array().map(Vec::as_slice).ok_or_else(|| unexpected(json, "an array"))
}

fn exactly<'a, const N: usize>(json: &'a Json, what: &str) -> Result<&'a [Json; N], Invalid> {
    array(json)?.try_into().map_err(|_| unexpected(json, what))
}

fn text(json: Option<&Json>) -> Result<String, Invalid> {
    match json {
        None | Some(Json::Null) => Ok(String::new()),
        Some(Json::String(name)) => Ok(name.clone()),
        Some(json) => Err(unexpected(json, "a name")),
    }
}

fn unexpected(json: &Json, expected: &str) -> Invalid {
    Invalid::new(format!("expected {expected}, found {}", kind(json)))
}

fn print(ty: &Type) -> Json {
    let bounded = |name: &str, max: Option<u64>| match max {
        Some(max) => json!({"type": name, "max": max}),
        None => json!(name),
    };
    let with_max = |mut json: Json, max: Option<u64>| {
        if let Some(max) = max {
            json["max"] = json!(max);
        }
        json
    };
    match ty {
        Type::Fixed(int) => json!({"fixed": int.name()}),
        Type::Str { max } => bounded("str", *max),
        Type::Bytes { max } => bounded("bytes", *max),
        Type::Option(item) => json!({"option": print(item)}),
        Type::Tuple(parts) => json!({"tuple": parts.iter().map(print).collect::<Vec<_>>()}),
        Type::Struct(s) => print_struct(s),
        Type::Array(item, len) => json!({"array": [print(item), len]}),
        Type::Seq { item, max } => with_max(json!({"seq": print(item)}), *max),
        Type::Set { item, max } => with_max(json!({"set": print(item)}), *max),
        Type::Map { key, value, max } => with_max(json!({"map": [print(key), print(value)]}), *max),
        Type::Result(ok, err) => json!({"result": [print(ok), print(err)]}),
        Type::Enum(e) => print_enum(e),
        Type::Rows { name, row } if name.is_empty() => json!({"rows": print(row)}),
        Type::Rows { name, row } => json!({"def": name, "type": {"rows": print(row)}}),
        Type::Ref(name) => json!({"ref": name}),
        _ => json!(ty.summary()),
    }
}

fn print_struct(s: &Struct) -> Json {
    let mut json = Map::new();
    let key = if s.extensible { "ext_struct" } else { "struct" };
    json.insert(key.to_owned(), print_fields(&s.fields, s.extensible));
    if !s.name.is_empty() || !s.fields.iter().enumerate().all(|(i, f)| f.name == i.to_string()) {
        json.insert("name".to_owned(), json!(s.name));
        json.insert("fields".to_owned(), names(&s.fields));
    }
    Json::Object(json)
}

fn print_enum(e: &Enum) -> Json {
    let mut json = Map::new();
    let variants = e.variants.iter().map(|v| json!([v.tag, print_fields(&v.fields, e.extensible)]));
    let key = if e.extensible { "ext_enum" } else { "enum" };
    json.insert(key.to_owned(), variants.collect());
    if e.extensible {
        json.insert("other".to_owned(), json!(e.other));
    }
    let named = |v: &Variant| {
        !v.name.is_empty() || v.fields.iter().enumerate().any(|(i, f)| f.name != i.to_string())
    };
    if !e.name.is_empty() || e.variants.iter().any(named) {
        json.insert("name".to_owned(), json!(e.name));
        json.insert("variants".to_owned(), e.variants.iter().map(|v| json!(v.name)).collect());
        json.insert("fields".to_owned(), e.variants.iter().map(|v| names(&v.fields)).collect());
    }
    Json::Object(json)
}

fn print_fields(fields: &[Field], extensible: bool) -> Json {
    let field = |field: &Field| match &field.default {
        _ if !extensible => print(&field.ty),
        None => json!([print(&field.ty)]),
        Some(default) => json!([print(&field.ty), default.to_exact_json()]),
    };
    fields.iter().map(field).collect()
}

fn names(fields: &[Field]) -> Json {
    fields.iter().map(|field| json!(field.name)).collect()
}
