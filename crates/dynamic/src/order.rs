//! W10: sets and maps in order.

use crate::limits::MAX_NESTING;
use crate::scope::Scope;
use crate::{Invalid, Type, Value};

/// Puts the sets and maps in `value` in order, those inside others first: an element compares by
/// what it holds once that is in order. A part that does not fit its type is left as it is.
pub(crate) fn sort(ty: &Type, scope: Scope<'_>, value: &mut Value) -> Result<(), Invalid> {
    sort_at(ty, scope, value, MAX_NESTING)
}

fn sort_at(ty: &Type, scope: Scope<'_>, value: &mut Value, nesting: u32) -> Result<(), Invalid> {
    let nesting =
        nesting.checked_sub(1).ok_or_else(|| Invalid::new("the value is nested too deeply"))?;
    let at = |ty: &Type, value: &mut Value| sort_at(ty, scope, value, nesting);
    match (ty, value) {
        (Type::Option(item), Value::Option(Some(value)))
        | (Type::Result(item, _), Value::Result(Ok(value)))
        | (Type::Result(_, item), Value::Result(Err(value))) => at(item, value),
        (Type::Tuple(parts), Value::List(values)) => {
            parts.iter().zip(values).try_for_each(|(ty, value)| at(ty, value))
        }
        (Type::Struct(s), Value::List(values)) => {
            s.fields.iter().zip(values).try_for_each(|(field, value)| at(&field.ty, value))
        }
        (Type::Enum(e), Value::Variant(tag, values)) => {
            let variant = e.variants.iter().find(|variant| variant.tag == *tag);
            let fields = variant.into_iter().flat_map(|variant| &variant.fields);
            fields.zip(values).try_for_each(|(field, value)| at(&field.ty, value))
        }
        (Type::Array(item, _) | Type::Seq { item, .. }, Value::List(values)) => {
            values.iter_mut().try_for_each(|value| at(item, value))
        }
        (Type::Set { item, .. }, Value::List(values)) => {
            values.iter_mut().try_for_each(|value| at(item, value))?;
            values.sort();
            if !ascends(values.iter()) {
                return Err(Invalid::new("a set holds an element twice (W10)"));
            }
            Ok(())
        }
        (Type::Map { key: key_type, value: value_type, .. }, Value::Map(entries)) => {
            for (key, value) in &mut *entries {
                at(key_type, key)?;
                at(value_type, value)?;
            }
            entries.sort();
            if !ascends(entries.iter().map(|(key, _)| key)) {
                return Err(Invalid::new("a map holds a key twice (W10)"));
            }
            Ok(())
        }
        (Type::Rows { name, row }, value) => {
            sort_at(row, scope.around(name, row).inside(), value, nesting)
        }
        (Type::Ref(name), value) => match scope.find(name) {
            Some((row, scope)) => sort_at(row, scope, value, nesting),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Whether there is a set or a map in a type.
pub(crate) fn matters(ty: &Type) -> bool {
    match ty {
        Type::Set { .. } | Type::Map { .. } => true,
        Type::Option(item)
        | Type::Array(item, _)
        | Type::Seq { item, .. }
        | Type::Rows { row: item, .. } => matters(item),
        Type::Tuple(parts) => parts.iter().any(matters),
        Type::Struct(s) => s.fields.iter().any(|field| matters(&field.ty)),
        Type::Result(ok, err) => matters(ok) || matters(err),
        Type::Enum(e) => {
            e.variants.iter().flat_map(|variant| &variant.fields).any(|field| matters(&field.ty))
        }
        _ => false,
    }
}

/// Whether each is greater than the one before, by W21.
pub(crate) fn ascends<'a>(values: impl Iterator<Item = &'a Value> + Clone) -> bool {
    values.clone().zip(values.skip(1)).all(|(a, b)| a < b)
}
