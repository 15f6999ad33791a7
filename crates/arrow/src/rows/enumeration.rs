//! W11 and W13: enums, as the names of their tags, and a column for each variant that has fields.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, BooleanArray, DictionaryArray, Int32Array, StructArray};
use arrow_buffer::{BooleanBuffer, ScalarBuffer};
use arrow_select::filter::filter;
use onesheet::ErrorKind;
use onesheet::de::Reader;

use super::{int, members};
use crate::column::{Columns, Enum, Variant};
use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

pub(super) fn decode(e: &Enum, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let mut columns = decode_columns(e, r, slots, None)?;
    if e.fields.len() > 1 {
        let columns = columns.into_iter().flatten().collect();
        return Ok(Arc::new(StructArray::try_new(e.fields.clone(), columns, slots.nulls())?));
    }
    match columns.pop() {
        Some(Some(tags)) => Ok(tags),
        _ => Err(Error::Type("an enum without tags".to_owned())),
    }
}

/// The column of the tags and those of the variants, or those of them that are wanted.
pub(crate) fn decode_columns(
    e: &Enum,
    r: &mut Reader<'_>,
    slots: &Slots,
    wanted: Option<&[bool]>,
) -> Result<Columns, Error> {
    let is_wanted = |place: usize| wanted.is_none_or(|wanted| wanted.get(place) == Some(&true));
    let start = r.position();
    let tags = int::numbers::<u32>(r, slots.count())?;
    let counts = counts(e, &tags, start)?;
    let tags = slots.spread(tags, 0, r)?;
    let mut columns = Vec::new();
    columns.push(match is_wanted(0) {
        true => Some(names(e, &tags, r, slots)?),
        false => None,
    });
    let mut seen = counts.into_iter().peekable();
    for variant in &e.variants {
        skip_unknown(&mut seen, variant.tag.into(), r)?;
        let count = seen.next_if(|(tag, _)| *tag == variant.tag).map_or(0, |(_, count)| count);
        if variant.members.columns.is_empty() {
            members::skip(&variant.members, count, r)?;
            continue;
        }
        if is_wanted(columns.len()) {
            r.charge(slots.len().div_ceil(8), 1)?;
            let tag = |slot: usize| tags.get(slot) == Some(&variant.tag);
            let those = slots.and(&BooleanBuffer::collect_bool(tags.len(), tag));
            columns.push(Some(column(variant, r, &those)?));
        } else {
            members::skip(&variant.members, count, r)?;
            columns.push(None);
        }
    }
    skip_unknown(&mut seen, u64::MAX, r)?;
    Ok(columns)
}

/// How many values each tag has; all are known, or the catch-all takes them (W28, W31, W32).
fn counts(e: &Enum, tags: &[u32], start: usize) -> Result<BTreeMap<u32, usize>, Error> {
    let mut counts = BTreeMap::new();
    // Tags that come one after another are mostly the same.
    for run in tags.chunk_by(|a, b| a == b) {
        if let Some(tag) = run.first() {
            *counts.entry(*tag).or_default() += run.len();
        }
    }
    let is_known = |tag: &u32| place(e, *tag).is_some();
    if e.other.is_none() && !counts.keys().all(is_known) {
        let kind = if e.extensible { ErrorKind::UnknownVariant } else { ErrorKind::InvalidTag };
        return Err(onesheet::Error::new(kind, start).into());
    }
    Ok(counts)
}

/// The place of the variant of a tag.
fn place(e: &Enum, tag: u32) -> Option<usize> {
    e.variants.binary_search_by_key(&tag, |variant| variant.tag).ok()
}

/// Passes over the blocks of unknown variants whose tags are less than `end` (W31).
fn skip_unknown(
    seen: &mut std::iter::Peekable<impl Iterator<Item = (u32, usize)>>,
    end: u64,
    r: &mut Reader<'_>,
) -> Result<(), Error> {
    while seen.next_if(|(tag, _)| u64::from(*tag) < end).is_some() {
        r.block(|_| Ok(()))?;
    }
    Ok(())
}

/// The column of the tags.
fn names(e: &Enum, tags: &[u32], r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    r.charge(tags.len(), size_of::<i32>())?;
    // Mostly, the tags are the places.
    let places = e.variants.iter().enumerate().all(|(i, variant)| variant.tag as usize == i);
    let other = e.other.unwrap_or(0) as i32;
    let key = |tag: &u32| match place(e, *tag) {
        Some(place) => place as i32,
        None => other,
    };
    let len = e.variants.len() as u32;
    let keys: Vec<i32> = match places {
        true => tags.iter().map(|tag| if *tag < len { *tag as i32 } else { other }).collect(),
        false => tags.iter().map(key).collect(),
    };
    let keys = Int32Array::new(ScalarBuffer::from(keys), slots.nulls());
    Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(keys, Arc::clone(&e.names))?))
}

/// The column of a variant that has fields.
fn column(variant: &Variant, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let mut columns = members::decode_columns(&variant.members, r, slots, None)?;
    match (variant.bare, columns.pop()) {
        (true, Some(Some(column))) => Ok(column),
        (_, last) => {
            columns.extend(last);
            slots.structs(&variant.members, columns, r)
        }
    }
}

pub(super) fn skip(e: &Enum, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    decode_columns(e, r, &Slots::all(n), Some(&[])).map(drop)
}

pub(super) fn encode(e: &Enum, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    match array.as_struct_opt() {
        Some(structs) => encode_columns(e, structs.columns(), out),
        None => encode_columns(e, std::slice::from_ref(array), out),
    }
}

/// Appends the list of at least one value, of the column of tags and those of variants.
pub(crate) fn encode_columns(
    e: &Enum,
    columns: &[ArrayRef],
    out: &mut Vec<u8>,
) -> Result<(), Wrong> {
    let Some((tags, columns)) = columns.split_first() else {
        return Err(Wrong::new("missing column of tags"));
    };
    if tags.logical_null_count() > 0 {
        return Err(Wrong::new("expected a tag, found null"));
    }
    let places = e.places(tags)?;
    let tags = places.iter().map(|place| e.variants.get(*place).map_or(0, |variant| variant.tag));
    onesheet::list::encode_into(&tags.collect::<Vec<_>>(), out);
    let mut columns = columns.iter();
    for (place, variant) in e.variants.iter().enumerate() {
        let those = BooleanBuffer::collect_bool(places.len(), |i| places.get(i) == Some(&place));
        let n = those.count_set_bits();
        let fields = match variant.members.columns.is_empty() {
            true => Vec::new(),
            false => {
                let Some(column) = columns.next() else {
                    return Err(Wrong::new("missing column of a variant"));
                };
                let column = filter(column, &BooleanArray::new(those, None))?;
                match (variant.bare, column.as_struct_opt()) {
                    (true, _) => vec![column],
                    (false, Some(structs)) if structs.null_count() == 0 => {
                        structs.columns().to_vec()
                    }
                    (false, Some(_)) => {
                        return Err(Wrong::new(
                            "null in the column of the variant that the tag names",
                        ));
                    }
                    (false, None) => return Err(mismatch(&column, "Struct")),
                }
            }
        };
        if n > 0 {
            members::encode_columns(&variant.members, &fields, out)?;
        }
    }
    Ok(())
}
