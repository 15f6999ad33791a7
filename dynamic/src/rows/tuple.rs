//! W7: tuples and structs, field by field.

use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Field, Invalid, Type, Value};

pub(super) fn types(fields: &[Field]) -> Vec<&Type> {
    fields.iter().map(|field| &field.ty).collect()
}

/// enc(F1, all first fields), …, enc(Fk, all k-th fields).
pub(super) fn encode(
    parts: &[&Type],
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let mut lists = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::List(list) if list.len() == parts.len() => lists.push(list),
            _ => {
                let expected = format!("{} where {} fields belong", value.kind(), parts.len());
                return Err(Invalid::new(expected));
            }
        }
    }
    for (i, part) in parts.iter().enumerate() {
        let column: Vec<&Value> = lists.iter().map(|list| &list[i]).collect();
        super::encode(part, scope, &column, w)?;
    }
    Ok(())
}

pub(super) fn decode(
    parts: &[Type],
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let mut columns = Vec::with_capacity(parts.len());
    for (i, part) in parts.iter().enumerate() {
        r.enter(|| format!(".{i}"));
        columns.push(super::decode(part, scope, n, r)?);
        r.leave();
    }
    Ok(lists(columns, n))
}

pub(super) fn decode_struct(
    fields: &[Field],
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let mut columns = Vec::with_capacity(fields.len());
    for field in fields {
        r.enter(|| format!(".{}", field.name));
        columns.push(super::decode(&field.ty, scope, n, r)?);
        r.leave();
    }
    Ok(lists(columns, n))
}

/// From one list for each field to one for each of the `n` values.
pub(super) fn lists(columns: Vec<Vec<Value>>, n: usize) -> Vec<Value> {
    let mut lists: Vec<_> = (0..n).map(|_| Vec::with_capacity(columns.len())).collect();
    for column in columns {
        lists.iter_mut().zip(column).for_each(|(list, value)| list.push(value));
    }
    lists.into_iter().map(Value::List).collect()
}
