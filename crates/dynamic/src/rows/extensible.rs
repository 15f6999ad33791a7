//! W12: extensible structs, an input of its own for all n values. W29 to W31 say what may change.

use super::tuple;
use crate::column::Column;
use crate::properties::takes_no_bytes;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Field, Invalid, Part, Value, order, show, varint};

pub(super) fn encode(
    fields: &[Field],
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let outer = std::mem::take(&mut w.out);
    tuple::encode(&tuple::types(fields), scope, values, w)?;
    let b = std::mem::replace(&mut w.out, outer);
    varint::encode(b.len() as u64, &mut w.out);
    w.out.extend_from_slice(&b);
    Ok(())
}

pub(super) fn decode<'a>(
    fields: &[Field],
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let outer = open(r)?;
    let mut columns = Vec::with_capacity(fields.len());
    for field in fields {
        r.enter(|| format!(".{}", field.name));
        columns.push(match &field.default {
            _ if r.left() > 0 => field.ty.decode_values(scope, n, r)?,
            // Its one value is known, whether or not its default is.
            None | Some(Value::Default) if takes_no_bytes(&field.ty, scope) => {
                field.ty.decode_values(scope, n, r)?
            }
            Some(default) => defaults(default, field, scope, n, r)?,
            None => return Err(r.error(30, r.at(), "a field without a default is missing")),
        });
        r.leave();
    }
    r.close(outer);
    Ok(Column::Parts(columns))
}

/// W31: skips what `n` values of an unknown variant hold.
pub(super) fn skip(n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    r.claim(n as u128 * size_of::<Value>() as u128)?;
    let start = r.at();
    let outer = open(r)?;
    r.note(start, 31, Part::Defaults, || {
        format!("{n} of an unknown variant, read as the catch-all")
    });
    r.close(outer);
    Ok(())
}

fn open(r: &mut Reader<'_>) -> Result<usize, Error> {
    let start = r.at();
    let len = varint::decode(u64::MAX, r)?;
    r.note(start, 12, Part::Length, || format!("extensible, {len} bytes"));
    r.open(len)
}

/// W30: the default of `field` in all `n` values.
fn defaults<'a>(
    default: &Value,
    field: &Field,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let mut default = default.clone();
    let misfit = |_| r.error(10, r.at(), "the default is not of the field's type");
    order::sort(&field.ty, scope, &mut default).map_err(misfit)?;
    let column = Column::of_copy(&field.ty, scope, &default).map_err(misfit)?;
    r.claim(n as u128 * u128::from(default.weight()))?;
    r.note(r.at(), 30, Part::Defaults, || format!("default {}", show::value(&default)));
    Ok(Column::Same(Box::new(column)))
}
