//! W10: sets and maps, seqs whose elements or keys ascend.

use super::{all, seq};
use crate::order::ascends;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Invalid, Type, Value};

pub(super) fn encode_set(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let ty = Type::Set { item: Box::new(item.clone()), max };
    let sets: Vec<Vec<&Value>> = all(&ty, values, |value| match value {
        Value::List(items) => Some(items.iter().collect()),
        _ => None,
    })?;
    seq::encode_lists(item, max, scope, &sets, w)
}

pub(super) fn encode(
    key: &Type,
    value: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let entry = Type::entry(key, value);
    let ty = Type::Map { key: Box::new(key.clone()), value: Box::new(value.clone()), max };
    let as_lists = |entries: &[(Value, Value)]| -> Vec<Value> {
        entries.iter().map(|(k, v)| Value::List(vec![k.clone(), v.clone()])).collect()
    };
    let lists: Vec<Vec<Value>> = all(&ty, values, |value| match value {
        Value::Map(entries) => Some(as_lists(entries)),
        _ => None,
    })?;
    let lists: Vec<Vec<&Value>> = lists.iter().map(|list| list.iter().collect()).collect();
    seq::encode_lists(&entry, max, scope, &lists, w)
}

pub(super) fn decode_set(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let start = r.at();
    let sets = seq::decode_lists(item, max, scope, n, r)?;
    if !sets.iter().all(|set| ascends(set.iter())) {
        return Err(r.error(10, start, "the elements of a set do not ascend"));
    }
    Ok(sets.into_iter().map(Value::List).collect())
}

pub(super) fn decode(
    key: &Type,
    value: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let start = r.at();
    let lists = seq::decode_lists(&Type::entry(key, value), max, scope, n, r)?;
    let mut maps = Vec::with_capacity(n);
    for list in lists {
        let mut map = Vec::with_capacity(list.len());
        for entry in list {
            let Value::List(entry) = entry else { continue };
            if let Ok([key, value]) = <[Value; 2]>::try_from(entry) {
                map.push((key, value));
            }
        }
        if !ascends(map.iter().map(|(key, _)| key)) {
            return Err(r.error(10, start, "the keys of a map do not ascend"));
        }
        maps.push(Value::Map(map));
    }
    Ok(maps)
}
