//! W10: sets and maps, seqs whose elements or keys ascend.

use super::{all, seq};
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
    let mut sets: Vec<Vec<&Value>> = all(&ty, values, |value| match value {
        Value::List(items) => Some(items.iter().collect()),
        _ => None,
    })?;
    if w.sort {
        for set in &mut sets {
            set.sort();
            if !ascends(set) {
                return Err(Invalid::new("a set holds an element twice"));
            }
        }
    }
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
    let mut maps: Vec<Vec<&(Value, Value)>> = all(&ty, values, |value| match value {
        Value::Map(entries) => Some(entries.iter().collect()),
        _ => None,
    })?;
    if w.sort {
        for map in &mut maps {
            map.sort_by_key(|(key, _)| key);
            if !ascends(&map.iter().map(|(key, _)| key).collect::<Vec<_>>()) {
                return Err(Invalid::new("a map holds a key twice"));
            }
        }
    }
    let as_lists = |map: Vec<&(Value, Value)>| -> Vec<Value> {
        map.into_iter().map(|(k, v)| Value::List(vec![k.clone(), v.clone()])).collect()
    };
    let lists: Vec<Vec<Value>> = maps.into_iter().map(as_lists).collect();
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
    if !sets.iter().all(|set| ascends(&set.iter().collect::<Vec<_>>())) {
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
        if !ascends(&map.iter().map(|(key, _)| key).collect::<Vec<_>>()) {
            return Err(r.error(10, start, "the keys of a map do not ascend"));
        }
        maps.push(Value::Map(map));
    }
    Ok(maps)
}

/// Whether each is greater than the one before, by W21.
fn ascends(values: &[&Value]) -> bool {
    values.windows(2).all(|pair| pair[0] < pair[1])
}
