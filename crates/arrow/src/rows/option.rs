//! W6: options, which are what is not null.

use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_select::filter::filter;
use onesheet::de::Reader;

use super::boolean;
use crate::column::Column;
use crate::error::{Error, Wrong};
use crate::slots::Slots;

pub(super) fn decode(item: &Column, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let some = boolean::decode_bits(r, slots.count())?;
    r.charge(slots.len().div_ceil(8), 1)?;
    item.decode(r, &slots.those(some))
}

pub(super) fn skip(item: &Column, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    let n = boolean::count(r, n)?;
    item.skip(r, n)
}

pub(super) fn encode(item: &Column, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let some = match array.logical_nulls() {
        Some(nulls) => nulls.into_inner(),
        None => arrow_buffer::BooleanBuffer::new_set(array.len()),
    };
    boolean::encode_bits(&some, out);
    match array.logical_null_count() {
        0 => item.encode(array, out),
        _ => item.encode(&filter(array, &BooleanArray::new(some, None))?, out),
    }
}
