//! W10: sets and maps, seqs whose elements or keys ascend.

use super::list::all;
use super::seq;
use crate::column::{self, Column};
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

pub(super) fn decode_set<'a>(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let start = r.at();
    let (ends, items) = seq::decode_lists(item, max, scope, n, r)?;
    if !all_ascend(&ends, &items) {
        return Err(r.error(10, start, "elements or keys do not strictly ascend"));
    }
    Ok(Column::List(ends, Box::new(items)))
}

pub(super) fn decode<'a>(
    key: &Type,
    value: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let start = r.at();
    let (ends, entries) = seq::decode_lists(&Type::entry(key, value), max, scope, n, r)?;
    let (keys, values) = match entries {
        Column::Parts(parts) => match <[Column<'a>; 2]>::try_from(parts) {
            Ok([keys, values]) => (keys, values),
            Err(_) => (Column::Unit, Column::Unit),
        },
        // There are none.
        _ => (Column::Unit, Column::Unit),
    };
    if !all_ascend(&ends, &keys) {
        return Err(r.error(10, start, "elements or keys do not strictly ascend"));
    }
    Ok(Column::Map(ends, Box::new((keys, values))))
}

fn all_ascend(ends: &[usize], items: &Column<'_>) -> bool {
    (0..ends.len()).all(|i| items.ascends(column::start(ends, i), ends[i]))
}
