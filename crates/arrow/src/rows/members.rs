//! W7 and W12: structs, tuples, and the fields of variants, column by column.

use std::cmp::Ordering;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, UInt32Array, new_null_array};
use arrow_schema::DataType;
use arrow_select::take::take;
use onesheet::de::Reader;
use onesheet::{ErrorKind, Limits};
use onesheet_dynamic::{self as dynamic, Value};
use onesheet_file::FieldList;

use super::fixed;
use crate::column::{Column, Columns, Member, Members};
use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

pub(super) fn decode(
    members: &Members,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    let columns = decode_columns(members, r, slots, None)?;
    slots.structs(members, columns, r)
}

/// The columns, or those of which `wanted` says so, up to the last of them.
pub(crate) fn decode_columns(
    members: &Members,
    r: &mut Reader<'_>,
    slots: &Slots,
    wanted: Option<&[bool]>,
) -> Result<Columns, Error> {
    if let Some(size) = members.size {
        return fixed::decode_columns(members, size, r, slots, wanted);
    }
    let mut columns = Ok(Vec::new());
    // A list of none is no block.
    if members.extensible && slots.count() > 0 {
        r.block(|r| {
            columns = each(members, r, slots, wanted);
            Ok(())
        })?;
    } else {
        columns = each(members, r, slots, wanted);
    }
    columns
}

fn each(
    members: &Members,
    r: &mut Reader<'_>,
    slots: &Slots,
    wanted: Option<&[bool]>,
) -> Result<Columns, Error> {
    let is_wanted = |place: usize| wanted.is_none_or(|wanted| wanted.get(place) == Some(&true));
    let end = (0..members.columns.len()).rev().find(|place| is_wanted(*place));
    let mut columns = Vec::new();
    for (place, member) in members.columns.iter().enumerate().take(end.map_or(0, |end| end + 1)) {
        let is_missing = members.extensible && slots.count() > 0 && is_missing(member, r)?;
        columns.push(match (is_wanted(place), is_missing) {
            (true, true) => Some(default(member, r, slots)?),
            (true, false) => Some(member.column.decode(r, slots)?),
            (false, true) => None,
            (false, false) => {
                member.column.skip(r, slots.count())?;
                None
            }
        });
    }
    Ok(columns)
}

/// The columns of which `wanted` says so. What is read is their lists alone, which stand in these places of a
/// block.
pub(crate) fn decode_lists(
    members: &Members,
    r: &mut Reader<'_>,
    slots: &Slots,
    wanted: &[bool],
    places: &[FieldList],
) -> Result<Columns, Error> {
    let mut places = places.iter();
    let mut columns = Vec::new();
    for (member, wanted) in members.columns.iter().zip(wanted) {
        let place = if *wanted { places.next() } else { None };
        columns.push(match place {
            Some(place) => Some(decode_list(&member.column, r, slots, place)?),
            None => None,
        });
    }
    Ok(columns)
}

/// A column whose list stands in a place of a block. An error is at the place in the block.
fn decode_list(
    column: &Column,
    r: &mut Reader<'_>,
    slots: &Slots,
    place: &FieldList,
) -> Result<ArrayRef, Error> {
    let start = r.position();
    let end = start.saturating_add(place.len as usize);
    let array = column.decode(r, slots).and_then(|array| match r.position().cmp(&end) {
        Ordering::Equal => Ok(array),
        Ordering::Less => Err(r.error(ErrorKind::TrailingBytes).into()),
        Ordering::Greater => Err(onesheet::Error::new(ErrorKind::UnexpectedEnd, end).into()),
    });
    let moved = |offset: usize| offset.saturating_sub(start).saturating_add(place.at as usize);
    array.map_err(|error| match error {
        Error::Message(error) => onesheet::Error::new(error.kind(), moved(error.offset())).into(),
        Error::Rows(error) => Error::Rows(dynamic::Error { offset: moved(error.offset), ..error }),
        error => error,
    })
}

/// Whether a field takes its default (W30).
fn is_missing(member: &Member, r: &Reader<'_>) -> Result<bool, Error> {
    match &member.default {
        _ if !r.rest().is_empty() => Ok(false),
        None | Some(Value::Default) if member.column.ty.takes_no_bytes() => Ok(false),
        Some(_) => Ok(true),
        None => Err(r.error(ErrorKind::MissingField).into()),
    }
}

/// The default of a field in all slots; null if the schema does not say what it is.
fn default(member: &Member, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let Member { column, default } = member;
    let Some(default) = default.as_ref().filter(|default| **default != Value::Default) else {
        r.charge(slots.len(), null_size(&column.data_type))?;
        return Ok(new_null_array(&column.data_type, slots.len()));
    };
    let list = dynamic::encode_list(&column.ty, std::slice::from_ref(default))
        .map_err(|error| Error::Type(error.to_string()))?;
    let one = column.decode(&mut Reader::new(&list, &Limits::default()), &Slots::all(1))?;
    r.charge(slots.len(), one.to_data().get_slice_memory_size()?)?;
    let places = UInt32Array::new(vec![0; slots.len()].into(), slots.nulls());
    Ok(take(&one, &places, None)?)
}

/// The bytes that a null takes in an array.
fn null_size(data_type: &DataType) -> usize {
    match data_type {
        DataType::FixedSizeBinary(len) => usize::try_from(*len).unwrap_or(0),
        DataType::Struct(fields) => fields
            .iter()
            .fold(1usize, |sum, field| sum.saturating_add(null_size(field.data_type()))),
        other => other.primitive_width().unwrap_or(size_of::<i32>()),
    }
}

pub(super) fn skip(members: &Members, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    if members.extensible && n > 0 {
        return Ok(r.block(|_| Ok(()))?);
    }
    match members.size {
        Some(size) => fixed::skip(size, n, r),
        None => members.columns.iter().try_for_each(|member| member.column.skip(r, n)),
    }
}

pub(super) fn encode(members: &Members, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let columns = match array.as_struct_opt() {
        _ if members.fields.is_empty() => &[],
        Some(structs) => structs.columns(),
        None => return Err(mismatch(array, "Struct")),
    };
    encode_columns(members, columns, out)
}

/// Appends the lists of the columns of at least one value.
pub(crate) fn encode_columns(
    members: &Members,
    columns: &[ArrayRef],
    out: &mut Vec<u8>,
) -> Result<(), Wrong> {
    if let Some(size) = members.size {
        return fixed::encode_columns(members, size, columns, out);
    }
    let start = out.len();
    for (member, column) in members.columns.iter().zip(columns) {
        member.column.encode(column, out)?;
    }
    if members.extensible {
        let b = out.split_off(start);
        onesheet::list::encode_into(&[b.len() as u64], out);
        out.extend_from_slice(&b);
    }
    Ok(())
}
