//! W6: options, whether they are some and then those that are.

use super::{all, boolean};
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
    super::encode(item, scope, &options.into_iter().flatten().collect::<Vec<_>>(), w)
}

pub(super) fn decode(
    item: &Type,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let some = boolean::decode_bits("is some:", n, r)?;
    let count = some.iter().filter(|some| **some).count();
    r.enter(|| "?".to_owned());
    let mut values = super::decode(item, scope, count, r)?.into_iter();
    r.leave();
    let mut next = |some: bool| if some { values.next().map(Box::new) } else { None };
    Ok(some.into_iter().map(|some| Value::Option(next(some))).collect())
}
