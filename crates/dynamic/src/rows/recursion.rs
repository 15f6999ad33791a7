//! W14: rows, each value by itself.

use crate::column::Column;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Invalid, Type, Value};

pub(super) fn encode(
    row: &Type,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    values.iter().try_for_each(|value| row.encode_values(scope, &[value], w))
}

pub(super) fn decode<'a>(
    row: &Type,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    r.deepen()?;
    let mut rows = Vec::with_capacity(n);
    for _ in 0..n {
        rows.push(row.decode_values(scope, 1, r)?);
    }
    r.undeepen();
    Ok(Column::Each(rows))
}
