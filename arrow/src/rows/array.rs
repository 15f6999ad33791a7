//! W8: arrays, all elements as one list.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeListArray, ListArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use onesheet::{Error as MessageError, ErrorKind, Reader};

use super::{Wrong, mismatch};
use crate::column::Column;
use crate::error::Error;
use crate::slots::Slots;

pub(super) fn decode(
    data_type: &DataType,
    item: &Column,
    len: usize,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    total(item, len, slots.count(), r)?;
    let elements = elements(len, r, slots)?;
    let items = item.decode(r, &elements)?;
    build(data_type, items, r, slots)
}

/// The slots of the elements: there are as many in an array that is null.
pub(super) fn elements(len: usize, r: &mut Reader<'_>, slots: &Slots) -> Result<Slots, Error> {
    if slots.len().checked_mul(len).is_none() {
        return Err(MessageError::new(ErrorKind::MemoryLimit, r.position()).into());
    }
    r.charge(slots.len(), len.div_ceil(8))?;
    Ok(slots.repeated(len))
}

/// An array of lists of elements.
pub(super) fn build(
    data_type: &DataType,
    items: ArrayRef,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    Ok(match data_type {
        DataType::FixedSizeList(field, len) => {
            let nulls = slots.nulls();
            Arc::new(FixedSizeListArray::try_new(Arc::clone(field), *len, items, nulls)?)
        }
        // Of no elements.
        DataType::List(field) => {
            r.charge(slots.len().saturating_add(1), size_of::<i32>())?;
            let offsets = OffsetBuffer::new_zeroed(slots.len());
            Arc::new(ListArray::try_new(Arc::clone(field), offsets, items, slots.nulls())?)
        }
        _ => return Err(Error::Type(format!("{data_type} is not the column of an array"))),
    })
}

/// The number of elements of `n` arrays (W34, W35).
fn total(item: &Column, len: usize, n: usize, r: &mut Reader<'_>) -> Result<usize, Error> {
    let total = (n as u64).saturating_mul(len as u64);
    Ok(r.count(total, item.may_be_empty)?)
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

/// The elements of arrays of so many each.
pub(super) fn values(len: usize, array: &ArrayRef) -> Result<ArrayRef, Wrong> {
    match array.as_fixed_size_list_opt() {
        Some(lists) if lists.value_length() as usize == len => {
            // Of an array that is a slice, its own only.
            let start = lists.value_offset(0) as usize;
            Ok(lists.values().slice(start, lists.len().saturating_mul(len)))
        }
        _ if len == 0 => match array.as_list_opt::<i32>() {
            Some(lists) if lists.offsets().lengths().all(|len| len == 0) => {
                Ok(lists.values().slice(0, 0))
            }
            _ => Err(mismatch(array, "a list of no elements")),
        },
        _ => Err(mismatch(array, "a list of fixed size")),
    }
}
