//! W11: enums, their tags and then the fields of each variant as a struct; W13: an extensible one.

use std::collections::BTreeMap;

use super::extensible;
use super::int::{self, Numbers};
use super::list::{all, mismatch};
use crate::column::{Column, Variants};
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
        struct_of(e, variant).encode_values(scope, &structs.iter().collect::<Vec<_>>(), w)?;
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

pub(super) fn decode<'a>(
    e: &Enum,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    Ok(Column::Enum(decode_variants(e, scope, n, r)?))
}

fn decode_variants<'a>(
    e: &Enum,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Variants<'a>, Error> {
    let start = r.at();
    let tags = int::decode(Numbers::Tags, n, r)?;
    // Of each variant how many there are; of those that are not known by tag.
    let mut counts = vec![0; e.variants.len()];
    let mut unknown: BTreeMap<u32, usize> = BTreeMap::new();
    let other = e.other.and_then(|other| place_of(e, other));
    let mut places = Vec::with_capacity(n);
    for tag in tags {
        let tag = tag as u32;
        match place_of(e, tag) {
            Some(variant) => {
                places.push((variant as u32, counts[variant]));
                counts[variant] += 1;
            }
            None => {
                *unknown.entry(tag).or_default() += 1;
                places.push((other.unwrap_or(0) as u32, 0));
            }
        }
    }
    if other.is_none() && !unknown.is_empty() {
        return Err(if e.extensible {
            r.error(32, start, "unknown variant, and no catch-all is declared")
        } else {
            r.error(28, start, "the enum has no such tag")
        });
    }

    // By ascending tag.
    let mut unknown = unknown.into_iter().peekable();
    let mut variants = Vec::with_capacity(e.variants.len());
    for (variant, count) in e.variants.iter().zip(counts) {
        while let Some((tag, count)) = unknown.next_if(|(tag, _)| *tag < variant.tag) {
            skip(tag, count, r)?;
        }
        let fields = if count == 0 {
            Column::Parts(Vec::new())
        } else {
            r.enter(|| variant.label());
            let fields = struct_of(e, variant).decode_values(scope, count, r)?;
            r.leave();
            fields
        };
        variants.push((variant.tag, fields));
    }
    unknown.try_for_each(|(tag, count)| skip(tag, count, r))?;
    Ok(Variants { places, variants })
}

/// The place of the variant of a tag. They ascend.
fn place_of(e: &Enum, tag: u32) -> Option<usize> {
    match e.variants.get(tag as usize) {
        Some(variant) if variant.tag == tag => Some(tag as usize),
        _ => e.variants.binary_search_by_key(&tag, |variant| variant.tag).ok(),
    }
}

fn skip(tag: u32, count: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    r.enter(|| format!("::{tag}"));
    extensible::skip(count, r)?;
    r.leave();
    Ok(())
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

pub(super) fn decode_result<'a>(
    ok: &Type,
    err: &Type,
    scope: Scope<'_>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    Ok(Column::Result(decode_variants(&Type::result_enum(ok, err), scope, n, r)?))
}
