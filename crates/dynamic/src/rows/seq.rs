//! W9: seqs, their counts and then the elements of all.

use std::borrow::Cow;

use super::int::{self, Numbers};
use super::list::{all, check_max, check_total, encode_len, mismatch};
use crate::column::{self, Column};
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Invalid, Part, Type, Value, show};

pub(super) fn encode(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let ty = Type::Seq { item: Box::new(item.clone()), max };
    let lists = all(&ty, values, |value| match value {
        Value::List(list) => Some(list.iter().collect()),
        _ => None,
    })?;
    encode_lists(item, max, scope, &lists, w)
}

pub(super) fn encode_lists(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    lists: &[Vec<&Value>],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let counts = lists.iter().map(|list| encode_len(max, list.len()));
    int::encode(&counts.collect::<Result<Vec<_>, _>>()?, &mut w.out);
    item.encode_values(scope, &lists.concat(), w)
}

pub(super) fn decode<'a>(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let (ends, items) = decode_lists(item, max, scope, n, r)?;
    Ok(Column::List(ends, Box::new(items)))
}

/// Where each list ends, and the elements of all.
pub(super) fn decode_lists<'a>(
    item: &Type,
    max: Option<u64>,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<(Vec<usize>, Column<'a>), Error> {
    let start = r.at();
    let counts = int::decode(Numbers::Counts, n, r)?;
    let total: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    check_total(item, scope, total, r)?;
    for count in &counts {
        check_max(max, *count, start, r)?;
    }
    let Ok(total) = usize::try_from(total) else {
        return Err(r.error(33, r.at(), "decoding needs more memory than max_alloc allows"));
    };
    r.enter(|| "[]".to_owned());
    let items = item.decode_values(scope, total, r)?;
    r.leave();
    Ok((column::ends(counts.into_iter().map(|count| count as usize)), items))
}

pub(super) fn encode_bytes(
    max: Option<u64>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let mut lengths = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Bytes(bytes) => lengths.push(encode_len(max, bytes.len())?),
            _ => return Err(mismatch(&Type::Bytes { max }, value)),
        }
    }
    int::encode(&lengths, &mut w.out);
    for value in values {
        if let Value::Bytes(bytes) = value {
            w.out.extend_from_slice(bytes);
        }
    }
    Ok(())
}

/// As a seq(u8), the elements kept as bytes.
pub(super) fn decode_bytes<'a>(
    max: Option<u64>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let start = r.at();
    let counts = int::decode(Numbers::Counts, n, r)?;
    let total: u128 = counts.iter().map(|count| u128::from(*count)).sum();
    check_total(&Type::U8, Scope::ROOT, total, r)?;
    if total > r.left() as u128 {
        return Err(r.error(22, r.at() + r.left(), "the input ends early"));
    }
    r.claim(total)?;
    let mut values = Vec::with_capacity(n);
    for count in counts {
        check_max(max, count, start, r)?;
        let start = r.at();
        let bytes = r.take(u128::from(count))?;
        r.note(start, 9, Part::Fixed, || show::bytes(bytes));
        values.push(Cow::Borrowed(bytes));
    }
    Ok(Column::Bytes(values))
}
