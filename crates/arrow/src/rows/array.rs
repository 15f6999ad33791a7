//! W8: arrays, all elements as one list, as lists of the same length.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;
use onesheet::de::Reader;

use crate::column::Column;
use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

pub(super) fn decode(
    data_type: &DataType,
    item: &Column,
    len: usize,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    let elements = Slots::all(total(item, len, slots.count(), r)?);
    let items = item.decode(r, &elements)?;
    build(data_type, len, items, r, slots)
}

/// The number of elements of `n` arrays (W34, W35).
fn total(item: &Column, len: usize, n: usize, r: &mut Reader<'_>) -> Result<usize, Error> {
    let total = (n as u64).saturating_mul(len as u64);
    Ok(r.count(total, item.may_be_empty)?)
}

/// An array of lists of `len` elements each.
pub(super) fn build(
    data_type: &DataType,
    len: usize,
    items: ArrayRef,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    let DataType::List(field) = data_type else {
        return Err(Error::Type(format!("{data_type} is not the column of an array")));
    };
    i32::try_from(items.len()).map_err(|_| Error::TooLarge)?;
    r.charge(slots.len().saturating_add(1), size_of::<i32>())?;
    let nulls = slots.nulls();
    let mut offsets = Vec::with_capacity(slots.len() + 1);
    let mut end = 0;
    offsets.push(0);
    offsets.extend((0..slots.len()).map(|slot| {
        let is_there = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(slot));
        end += if is_there { len as i32 } else { 0 };
        end
    }));
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    Ok(Arc::new(ListArray::try_new(Arc::clone(field), offsets, items, nulls)?))
}

pub(super) fn skip(item: &Column, len: usize, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    let total = total(item, len, n, r)?;
    item.skip(r, total)
}

pub(super) fn encode(
    item: &Column,
    len: usize,
    array: &ArrayRef,
    out: &mut Vec<u8>,
) -> Result<(), Wrong> {
    item.encode(&values(len, array)?, out)
}

/// The elements of lists of so many each.
pub(super) fn values(len: usize, array: &ArrayRef) -> Result<ArrayRef, Wrong> {
    let Some(lists) = array.as_list_opt::<i32>() else { return Err(mismatch(array, "List")) };
    if let Some(other) = lists.offsets().lengths().find(|other| *other != len) {
        return Err(Wrong(format!("expected {len} elements, found {other}")));
    }
    let start = lists.offsets().first().map_or(0, |start| *start as usize);
    Ok(lists.values().slice(start, lists.len().saturating_mul(len)))
}
