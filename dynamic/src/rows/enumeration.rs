//! W11: enums, their tags and then the fields of each variant as a struct; W13: an extensible one.

use std::collections::BTreeMap;

use super::int::{self, Numbers};
use super::{all, extensible, mismatch};
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Enum, Error, Invalid, Struct, Type, Value, Variant};

pub(super) fn encode(
    e: &Enum,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let mut tags = Vec::with_capacity(values.len());
    let mut structs: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    for value in values {
        let Value::Variant(tag, fields) = value else {
            return Err(mismatch(&Type::Enum(e.clone()), value));
        };
        tags.push(u64::from(*tag));
        structs.entry(*tag).or_default().push(Value::List(fields.clone()));
    }
    int::encode(&tags, &mut w.out);
    for variant in &e.variants {
        let structs = structs.remove(&variant.tag).unwrap_or_default();
        super::encode(&struct_of(e, variant), scope, &structs.iter().collect::<Vec<_>>(), w)?;
    }
    match structs.keys().next() {
        Some(tag) => Err(Invalid::new(format!("the enum has no variant with tag {tag}"))),
        None => Ok(()),
    }
}

/// The struct that the fields of a variant are.
fn struct_of(e: &Enum, variant: &Variant) -> Type {
    let (name, fields) = (variant.name.clone(), variant.fields.clone());
    Type::Struct(Struct { name, fields, extensible: e.extensible })
}

pub(super) fn decode(
    e: &Enum,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let start = r.at();
    let tags: Vec<u32> =
        int::decode(Numbers::Tags, n, r)?.into_iter().map(|tag| tag as u32).collect();
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for tag in &tags {
        *counts.entry(*tag).or_default() += 1;
    }
    let known = |tag: u32| e.variants.iter().find(|variant| variant.tag == tag);
    if let (None, Some(_)) = (e.other, counts.keys().find(|tag| known(**tag).is_none())) {
        let rule = if e.extensible { 32 } else { 28 };
        return Err(r.error(rule, start, "a tag that the type does not have"));
    }

    let mut structs = BTreeMap::new();
    for (tag, count) in counts {
        let Some(variant) = known(tag) else {
            r.enter(|| format!("::{tag}"));
            extensible::skip(count, r)?;
            r.leave();
            continue;
        };
        r.enter(|| variant.label());
        let values = super::decode(&struct_of(e, variant), scope, count, r)?;
        structs.insert(tag, values.into_iter());
        r.leave();
    }

    let mut values = Vec::with_capacity(n);
    for tag in tags {
        values.push(match structs.get_mut(&tag).and_then(Iterator::next) {
            Some(Value::List(fields)) => Value::Variant(tag, fields),
            _ => Value::Variant(e.other.unwrap_or(tag), Vec::new()),
        });
    }
    Ok(values)
}

/// A result is the enum {0: T, 1: E}.
pub(super) fn encode_result(
    ok: &Type,
    err: &Type,
    scope: Scope<'_>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let ty = Type::Result(Box::new(ok.clone()), Box::new(err.clone()));
    let variants = all(&ty, values, |value| match value {
        Value::Result(Ok(value)) => Some(Value::Variant(0, vec![(**value).clone()])),
        Value::Result(Err(value)) => Some(Value::Variant(1, vec![(**value).clone()])),
        _ => None,
    })?;
    encode(&Type::result_enum(ok, err), scope, &variants.iter().collect::<Vec<_>>(), w)
}

pub(super) fn decode_result(
    ok: &Type,
    err: &Type,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<Value>, Error> {
    let variants = decode(&Type::result_enum(ok, err), scope, n, r)?;
    let result = |variant| match variant {
        Value::Variant(0, mut fields) => Value::Result(Ok(Box::new(fields.swap_remove(0)))),
        Value::Variant(_, mut fields) => Value::Result(Err(Box::new(fields.swap_remove(0)))),
        other => other,
    };
    Ok(variants.into_iter().map(result).collect())
}
