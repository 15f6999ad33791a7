//! W7: tuples and structs, field by field.

use crate::column::Column;
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
                let expected = format!("expected {} fields, found {}", parts.len(), value.kind());
                return Err(Invalid::new(expected));
            }
        }
    }
    for (i, part) in parts.iter().enumerate() {
        let column: Vec<&Value> = lists.iter().map(|list| &list[i]).collect();
        part.encode_values(scope, &column, w)?;
    }
    Ok(())
}

pub(super) fn decode<'a>(
    parts: &[Type],
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let mut columns = Vec::with_capacity(parts.len());
    for (i, part) in parts.iter().enumerate() {
        r.enter(|| format!(".{i}"));
        columns.push(part.decode_values(scope, n, r)?);
        r.leave();
    }
    Ok(Column::Parts(columns))
}

pub(super) fn decode_struct<'a>(
    fields: &[Field],
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let mut columns = Vec::with_capacity(fields.len());
    for field in fields {
        r.enter(|| format!(".{}", field.name));
        columns.push(field.ty.decode_values(scope, n, r)?);
        r.leave();
    }
    Ok(Column::Parts(columns))
}
