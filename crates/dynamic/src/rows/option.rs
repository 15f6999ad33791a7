//! W6: options, whether they are some and then those that are.

use super::boolean;
use super::list::all;
use crate::column::Column;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Invalid, Type, Value};

pub(super) fn encode(
    item: &Type,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let options = all(&Type::Option(Box::new(item.clone())), values, |value| match value {
        Value::Option(option) => Some(option.as_deref()),
        _ => None,
    })?;
    let some: Vec<bool> = options.iter().map(Option::is_some).collect();
    boolean::encode_bits(&some, &mut w.out);
    item.encode_values(scope, &options.into_iter().flatten().collect::<Vec<_>>(), w)
}

pub(super) fn decode<'a>(
    item: &Type,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let some = boolean::decode_bits("is some:", n, r)?;
    let count = some.iter().filter(|some| **some).count();
    r.enter(|| "?".to_owned());
    let values = item.decode_values(scope, count, r)?;
    r.leave();
    let mut next = 0;
    let place = |some: bool| {
        next += usize::from(some);
        some.then(|| next - 1)
    };
    Ok(Column::Option(some.into_iter().map(place).collect(), Box::new(values)))
}
