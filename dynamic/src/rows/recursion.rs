//! W14: rows, each value by itself.

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
    values.iter().try_for_each(|value| super::encode(row, scope, &[value], w))
}

pub(super) fn decode(
    row: &Type,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    r.deepen()?;
    let mut values = Vec::with_capacity(n);
    for _ in 0..n {
        values.append(&mut super::decode(row, scope, 1, r)?);
    }
    r.undeepen();
    Ok(values)
}
