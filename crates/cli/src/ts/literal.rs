//! W30: defaults as expressions.

use onesheet_dynamic::{Field, Type, Value};

use super::layout::Code;
use super::names;
use super::numbers::Number;
use super::scope::{Around, Scope};
use super::translate::Translator;

impl<'t> Translator<'t> {
    /// The expression for a value of `ty`.
    pub(super) fn literal(
        &mut self,
        ty: &'t Type,
        scope: Scope<'_, 't>,
        value: &Value,
    ) -> Result<Code, String> {
        if let Some(number) = Number::new(ty, self.int64) {
            return number.literal(value).map(Code::text);
        }
        Ok(match (ty, value) {
            (Type::Rows { name, row }, _) => {
                let Code::Text(declared) = self.at(ty, scope)?.values else {
                    // It has no name that a ref inside could give.
                    return self.literal(row, scope, value);
                };
                let around = Around { name, row, declared: &declared, itself: "", outer: scope };
                return self.literal(row, around.inside(), value);
            }
            (Type::Ref(name), _) => {
                let around = scope.find(name).ok_or_else(|| misfit(ty))?;
                return self.literal(around.row, around.inside(), value);
            }
            (_, Value::Unit | Value::Option(None)) => Code::text("null"),
            (_, Value::Bool(x)) => Code::text(x.to_string()),
            (_, Value::Char(x)) => Code::text(names::string(&x.to_string())),
            (_, Value::Str(text)) => Code::text(names::string(text)),
            (_, Value::Bytes(bytes)) => {
                let bytes = bytes.iter().map(|byte| Code::text(byte.to_string()));
                Code::call("Uint8Array.of", bytes.collect())
            }
            (Type::Option(item), Value::Option(Some(value))) => {
                let some = self.literal(item, scope, value)?;
                match scope.is_nullable(item) {
                    true => Code::object(vec![Code::member("some", some)]),
                    false => some,
                }
            }
            (Type::Seq { item, .. } | Type::Array(item, _), Value::List(values)) => {
                let items = self.literals(item, scope, values)?;
                match Number::new(item, self.int64).and_then(|number| number.list) {
                    Some(list) => Code::call(&format!("{list}.of"), items),
                    None => Code::array(items),
                }
            }
            (Type::Set { item, .. }, Value::List(values)) => {
                let class = Code::generic("new Set", vec![self.at(item, scope)?.values]);
                let items = Code::array(self.literals(item, scope, values)?);
                Code::Join(vec![class, Code::call("", vec![items])])
            }
            (Type::Map { key, value, .. }, Value::Map(entries)) => {
                let types = vec![self.at(key, scope)?.values, self.at(value, scope)?.values];
                let mut items = Vec::new();
                for (k, v) in entries {
                    let pair = [self.literal(key, scope, k)?, self.literal(value, scope, v)?];
                    items.push(Code::array(pair.to_vec()));
                }
                let class = Code::generic("new Map", types);
                Code::Join(vec![class, Code::call("", vec![Code::array(items)])])
            }
            (Type::Tuple(parts), Value::List(values)) => {
                let mut items = Vec::new();
                for (part, value) in parts.iter().zip(values) {
                    items.push(self.literal(part, scope, value)?);
                }
                Code::array(items)
            }
            (Type::Struct(s), Value::List(values)) => self.fields_of(&s.fields, scope, values)?,
            (Type::Result(ok, _), Value::Result(Ok(value))) => {
                Code::tagged("ok", Some(self.literal(ok, scope, value)?), ',')
            }
            (Type::Result(_, err), Value::Result(Err(value))) => {
                Code::tagged("err", Some(self.literal(err, scope, value)?), ',')
            }
            (Type::Enum(e), Value::Variant(tag, values)) => {
                let mut labels = e.variants.iter().zip(names::of_variants(&e.variants));
                let found = labels.find(|(variant, _)| variant.tag == *tag);
                let (variant, label) = found.ok_or_else(|| misfit(ty))?;
                let is_plain = e.variants.iter().all(|variant| variant.fields.is_empty());
                match (&variant.fields[..], &values[..]) {
                    ([], _) if is_plain => Code::text(names::string(&label)),
                    ([], _) => Code::tagged(&label, None, ','),
                    ([only], [value]) if !names::are_keys(&variant.fields) => {
                        Code::tagged(&label, Some(self.literal(&only.ty, scope, value)?), ',')
                    }
                    (fields, _) => {
                        Code::tagged(&label, Some(self.fields_of(fields, scope, values)?), ',')
                    }
                }
            }
            _ => return Err(misfit(ty)),
        })
    }

    fn literals(
        &mut self,
        item: &'t Type,
        scope: Scope<'_, 't>,
        values: &[Value],
    ) -> Result<Vec<Code>, String> {
        values.iter().map(|value| self.literal(item, scope, value)).collect()
    }

    fn fields_of(
        &mut self,
        fields: &'t [Field],
        scope: Scope<'_, 't>,
        values: &[Value],
    ) -> Result<Code, String> {
        let mut items = Vec::new();
        for (field, value) in fields.iter().zip(values) {
            items.push(self.literal(&field.ty, scope, value)?);
        }
        if !names::are_keys(fields) {
            return Ok(Code::array(items));
        }
        let keys = names::of_fields(fields).into_iter();
        let members = keys.zip(items).map(|(key, item)| Code::member(&names::key(&key), item));
        Ok(Code::object(members.collect()))
    }
}

/// The check of a type finds it first.
fn misfit(ty: &Type) -> String {
    format!("is not of the type {ty}")
}
