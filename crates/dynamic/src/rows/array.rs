//! W8: arrays, all elements as one list.

use super::list::{check_total, mismatch};
use crate::column::Column;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Invalid, Type, Value};

pub(super) fn encode(
    item: &Type,
    len: u64,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let mut items = Vec::new();
    for value in values {
        match value {
            Value::List(list) if list.len() as u64 == len => items.extend(list),
            _ => return Err(mismatch(&Type::Array(Box::new(item.clone()), len), value)),
        }
    }
    item.encode_values(scope, &items, w)
}

pub(super) fn decode<'a>(
    item: &Type,
    len: u64,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let total = n as u128 * u128::from(len);
    check_total(item, scope, total, r)?;
    let (Ok(total), Ok(len)) = (usize::try_from(total), usize::try_from(len)) else {
        return Err(r.error(33, r.at(), "decoding needs more memory than max_alloc allows"));
    };
    r.enter(|| "[]".to_owned());
    let items = item.decode_values(scope, total, r)?;
    r.leave();
    Ok(Column::Array(len, Box::new(items)))
}
