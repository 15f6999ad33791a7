//! W8: arrays, all elements as one list.

use super::{check_total, mismatch};
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
    super::encode(item, scope, &items, w)
}

pub(super) fn decode(
    item: &Type,
    len: u64,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let total = n as u128 * u128::from(len);
    check_total(item, scope, total, r)?;
    let Ok(total) = usize::try_from(total) else {
        return Err(r.error(33, r.at(), "more values than memory"));
    };
    r.enter(|| "[]".to_owned());
    let mut items = super::decode(item, scope, total, r)?.into_iter();
    r.leave();
    Ok((0..n).map(|_| Value::List(items.by_ref().take(len as usize).collect())).collect())
}
