//! W9 and W10: seqs, sets and maps, as offsets and the list of all elements.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ListArray, MapArray, UInt32Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::DataType;
use arrow_select::take::take;
use onesheet::de::Reader;
use onesheet::{Error as MessageError, ErrorKind};

use super::{int, text};
use crate::column::{Column, Kind, Order, Seq};
use crate::error::{Error, Wrong, mismatch};
use crate::order;
use crate::slots::Slots;

pub(super) fn decode(
    data_type: &DataType,
    seq: &Seq,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    let start = r.position();
    let (offsets, total) = text::offsets(seq.max, r, slots)?;
    let total = r
        .count(total, seq.item.may_be_empty)
        .map_err(|error| MessageError::new(error.kind(), start))?;
    let items = seq.item.decode(r, &Slots::all(total))?;
    if !ascends(seq, &items, &offsets)? {
        return Err(MessageError::new(ErrorKind::NotAscending, start).into());
    }
    let nulls = slots.nulls();
    Ok(match data_type {
        DataType::Map(field, sorted) => {
            let entries = items.as_struct().clone();
            Arc::new(MapArray::try_new(Arc::clone(field), offsets, entries, nulls, *sorted)?)
        }
        DataType::List(field) => {
            Arc::new(ListArray::try_new(Arc::clone(field), offsets, items, nulls)?)
        }
        _ => return Err(Error::Type(format!("{data_type} is not the column of a seq"))),
    })
}

/// Whether the elements of each set, or the keys of each map, strictly ascend (W10).
fn ascends(seq: &Seq, items: &ArrayRef, offsets: &OffsetBuffer<i32>) -> Result<bool, Error> {
    let Some((column, keys)) = keys(seq, items) else { return Ok(true) };
    let compare = order::comparator(column, keys)?;
    let mut list = offsets.windows(2).map(|list| (list[0] as usize, list[1] as usize));
    Ok(list.all(|(start, end)| (start + 1..end).all(|i| compare(i - 1, i).is_lt())))
}

/// What ascends in each set or map, if these are such.
fn keys<'a>(seq: &'a Seq, items: &'a ArrayRef) -> Option<(&'a Column, &'a ArrayRef)> {
    match (seq.order, &seq.item.kind) {
        (Order::Any, _) => None,
        (Order::Elements, _) => Some((&seq.item, items)),
        (Order::Keys, Kind::Fields(entry)) => {
            Some((&entry.columns.first()?.column, items.as_struct_opt()?.columns().first()?))
        }
        (Order::Keys, _) => None,
    }
}

pub(super) fn skip(seq: &Seq, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    let start = r.position();
    let counts = int::numbers::<u64>(r, n)?;
    let total = counts.iter().fold(0u64, |sum, count| sum.saturating_add(*count));
    let total = r
        .count(total, seq.item.may_be_empty)
        .map_err(|error| MessageError::new(error.kind(), start))?;
    seq.item.skip(r, total)
}

pub(super) fn encode(seq: &Seq, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let (offsets, items): (_, ArrayRef) = match array.data_type() {
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            (lists.offsets(), Arc::clone(lists.values()))
        }
        DataType::Map(..) => {
            let maps = array.as_map();
            (maps.offsets(), Arc::new(maps.entries().clone()) as ArrayRef)
        }
        _ => return Err(mismatch(array, "List or Map")),
    };
    let range = text::encode_lengths(seq.max, offsets, out)?;
    let items = items.slice(range.start, range.len());
    seq.item.encode(&sorted(seq, items, offsets)?, out)
}

/// The elements in order, those of each set or map (W10).
fn sorted(seq: &Seq, items: ArrayRef, offsets: &OffsetBuffer<i32>) -> Result<ArrayRef, Wrong> {
    let first = offsets.first().map_or(0, |first| *first as usize);
    let Some((column, keys)) = keys(seq, &items) else { return Ok(items) };
    let compare = order::comparator(column, keys).map_err(|error| Wrong(error.to_string()))?;
    let mut places: Vec<u32> = (0..items.len() as u32).collect();
    for list in offsets.windows(2) {
        let list = list[0] as usize - first..list[1] as usize - first;
        let list = places.get_mut(list).unwrap_or_default();
        list.sort_by(|a, b| compare(*a as usize, *b as usize));
        if list.windows(2).any(|two| compare(two[0] as usize, two[1] as usize).is_eq()) {
            return Err(Wrong::new("duplicate element or key (W10)"));
        }
    }
    match places.is_sorted() {
        true => Ok(items),
        false => Ok(take(&items, &UInt32Array::from(places), None)?),
    }
}
