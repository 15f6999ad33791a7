//! W1: fixed types, value after value, of which each part is gathered to a column.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, PrimitiveArray};
use arrow_buffer::{BooleanBuffer, Buffer, ScalarBuffer};
use arrow_schema::DataType;
use onesheet::de::Reader;
use onesheet::{Error as MessageError, ErrorKind};

use super::{array, text};
use crate::column::{Column, Columns, Kind, Member, Members};
use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

pub(super) fn decode(
    column: &Column,
    size: usize,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    let bytes = take(size, slots.count(), r)?;
    part(column, Values { bytes, size, start: 0 }, r, slots)
}

/// The values of a part: of each `size` bytes, those from `start` on.
#[derive(Clone, Copy)]
struct Values<'a> {
    bytes: &'a [u8],
    size: usize,
    start: usize,
}

impl<'a> Values<'a> {
    /// The bytes of each value, of which there are `len`.
    fn each(self, len: usize) -> impl ExactSizeIterator<Item = &'a [u8]> {
        let Values { bytes, size, start } = self;
        bytes
            .chunks_exact(size.max(1))
            .map(move |row| row.get(start..start + len).unwrap_or_default())
    }

    /// The bytes of all values, one after another.
    fn gathered(self, len: usize, r: &mut Reader<'_>) -> Result<Cow<'a, [u8]>, Error> {
        match len {
            0 => return Ok(Cow::Borrowed(&[])),
            _ if len == self.size => return Ok(Cow::Borrowed(self.bytes)),
            _ => {}
        }
        let values = self.each(len);
        r.charge(values.len(), len)?;
        let mut gathered = Vec::with_capacity(values.len() * len);
        values.for_each(|value| gathered.extend_from_slice(value));
        Ok(Cow::Owned(gathered))
    }
}

fn take<'a>(size: usize, n: usize, r: &mut Reader<'a>) -> Result<&'a [u8], Error> {
    match n.checked_mul(size) {
        Some(len) => Ok(r.take(len)?),
        None => Err(MessageError::new(ErrorKind::UnexpectedEnd, r.position()).into()),
    }
}

pub(super) fn skip(size: usize, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    take(size, n, r).map(drop)
}

/// The columns of structs of `size` bytes each, or those of them that are wanted.
pub(super) fn decode_columns(
    members: &Members,
    size: usize,
    r: &mut Reader<'_>,
    slots: &Slots,
    wanted: Option<&[bool]>,
) -> Result<Columns, Error> {
    let bytes = take(size, slots.count(), r)?;
    parts(members, Values { bytes, size, start: 0 }, r, slots, wanted)
}

fn parts(
    members: &Members,
    mut values: Values<'_>,
    r: &mut Reader<'_>,
    slots: &Slots,
    wanted: Option<&[bool]>,
) -> Result<Columns, Error> {
    let mut columns = Vec::new();
    for (place, Member { column, .. }) in members.columns.iter().enumerate() {
        let is_wanted = wanted.is_none_or(|wanted| wanted.get(place) == Some(&true));
        columns.push(if is_wanted { Some(part(column, values, r, slots)?) } else { None });
        values.start += column.size.unwrap_or(0);
    }
    Ok(columns)
}

/// An array of values, which are not read from `r`.
fn part(
    column: &Column,
    values: Values<'_>,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    match (&column.kind, &column.data_type) {
        (Kind::Fields(parts_of), _) => {
            let columns = parts(parts_of, values, r, slots, None)?;
            slots.structs(parts_of, columns, r)
        }
        (Kind::Array { item, len }, data_type) => {
            // Their bytes were taken, if they have any.
            let total = (slots.count() as u64).saturating_mul(*len as u64);
            let elements = Slots::all(r.count(total, true)?);
            let size = item.size.unwrap_or(0);
            let bytes = values.gathered(size * len, r)?;
            let items = part(item, Values { bytes: &bytes, size, start: 0 }, r, &elements)?;
            array::build(data_type, *len, items, r, slots)
        }
        (Kind::Blob, DataType::FixedSizeBinary(len)) => {
            let bytes = values.gathered(column.size.unwrap_or(0), r)?;
            blob(*len, &bytes, r, slots)
        }
        (Kind::Wide { signed: false }, _) => {
            text::of(arrays(values).map(u128::from_le_bytes), r, slots)
        }
        (Kind::Wide { signed: true }, _) => {
            text::of(arrays(values).map(i128::from_le_bytes), r, slots)
        }
        (_, DataType::Boolean) => {
            r.charge(slots.len().div_ceil(8), 1)?;
            let bits = BooleanBuffer::new_set(slots.len());
            Ok(Arc::new(BooleanArray::new(bits, slots.nulls())))
        }
        (_, DataType::UInt8) => numbers::<UInt8Type, 1>(values, u8::from_le_bytes, r, slots),
        (_, DataType::UInt16) => numbers::<UInt16Type, 2>(values, u16::from_le_bytes, r, slots),
        (_, DataType::UInt32) => numbers::<UInt32Type, 4>(values, u32::from_le_bytes, r, slots),
        (_, DataType::UInt64) => numbers::<UInt64Type, 8>(values, u64::from_le_bytes, r, slots),
        (_, DataType::Int8) => numbers::<Int8Type, 1>(values, i8::from_le_bytes, r, slots),
        (_, DataType::Int16) => numbers::<Int16Type, 2>(values, i16::from_le_bytes, r, slots),
        (_, DataType::Int32) => numbers::<Int32Type, 4>(values, i32::from_le_bytes, r, slots),
        (_, DataType::Int64) => numbers::<Int64Type, 8>(values, i64::from_le_bytes, r, slots),
        (_, DataType::Float32) => numbers::<Float32Type, 4>(values, f32::from_le_bytes, r, slots),
        (_, DataType::Float64) => numbers::<Float64Type, 8>(values, f64::from_le_bytes, r, slots),
        (_, other) => Err(Error::Type(format!("{other} is not the column of a fixed type"))),
    }
}

fn numbers<T: ArrowPrimitiveType, const N: usize>(
    values: Values<'_>,
    from: impl Fn([u8; N]) -> T::Native,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    r.charge(slots.count(), N)?;
    // Those that stand one after another are copied in a loop that knows their size.
    let numbers = match values.size == N {
        true => arrays(Values { size: N, start: 0, ..values }).map(from).collect(),
        false => arrays(values).map(from).collect(),
    };
    let numbers = slots.spread(numbers, T::Native::default(), r)?;
    Ok(Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(numbers), slots.nulls())))
}

/// Values of N bytes each.
#[inline(always)]
fn arrays<const N: usize>(values: Values<'_>) -> impl ExactSizeIterator<Item = [u8; N]> {
    values.each(N).map(|value| value.first_chunk().copied().unwrap_or([0; N]))
}

/// Values of so many bytes each.
fn blob(len: i32, bytes: &[u8], r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let size = usize::try_from(len).unwrap_or(0).max(1);
    r.charge(slots.len(), size)?;
    let mut spread = Vec::new();
    let buffer = match slots.nulls() {
        None => Buffer::from(bytes),
        Some(present) => {
            spread.resize(slots.len() * size, 0);
            for (slot, value) in present.inner().set_indices().zip(bytes.chunks_exact(size)) {
                if let Some(slot) = spread.chunks_exact_mut(size).nth(slot) {
                    slot.copy_from_slice(value);
                }
            }
            Buffer::from(spread)
        }
    };
    Ok(Arc::new(FixedSizeBinaryArray::try_new(len, buffer, slots.nulls())?))
}

pub(super) fn encode(
    column: &Column,
    size: usize,
    array: &ArrayRef,
    out: &mut Vec<u8>,
) -> Result<(), Wrong> {
    put(column, array, Rows::behind(out, array.len(), size)?, 0)
}

/// Appends the list of fixed structs of these columns.
pub(super) fn encode_columns(
    members: &Members,
    size: usize,
    columns: &[ArrayRef],
    out: &mut Vec<u8>,
) -> Result<(), Wrong> {
    let n = columns.first().map_or(0, |column| column.len());
    put_columns(members, columns, Rows::behind(out, n, size)?, 0)
}

/// Where the values of a fixed type go: rows of `size` bytes.
struct Rows<'a> {
    bytes: &'a mut [u8],
    size: usize,
}

impl<'a> Rows<'a> {
    /// Room for `n` values of `size` bytes each behind what is there.
    fn behind(out: &'a mut Vec<u8>, n: usize, size: usize) -> Result<Self, Wrong> {
        let start = out.len();
        let end = n.checked_mul(size).and_then(|len| start.checked_add(len));
        out.resize(
            end.ok_or_else(|| Wrong::new("the values take more bytes than memory can address"))?,
            0,
        );
        Ok(Rows { bytes: out.get_mut(start..).unwrap_or_default(), size: size.max(1) })
    }

    /// The same rows.
    fn again(&mut self) -> Rows<'_> {
        Rows { bytes: self.bytes, size: self.size }
    }

    /// Puts N bytes into each row from `at` on.
    fn put<const N: usize>(self, at: usize, values: impl Iterator<Item = [u8; N]>) {
        for (row, value) in self.bytes.chunks_exact_mut(self.size).zip(values) {
            if let Some(place) = row.get_mut(at..).and_then(|row| row.first_chunk_mut()) {
                *place = value;
            }
        }
    }
}

/// Puts the values of an array into rows, from `at` in each.
fn put(column: &Column, array: &ArrayRef, rows: Rows<'_>, at: usize) -> Result<(), Wrong> {
    if array.logical_null_count() > 0 {
        return Err(Wrong::new("null, but the type is not an option"));
    }
    match (&column.kind, array.data_type()) {
        (Kind::Fields(members), _) if members.fields.is_empty() => {}
        (Kind::Fields(members), DataType::Struct(_)) => {
            put_columns(members, array.as_struct().columns(), rows, at)?;
        }
        (Kind::Array { item, len }, _) => {
            let items = array::values(*len, array)?;
            let item_size = item.size.unwrap_or(0);
            // All elements one after another, and then those of each row to their place.
            let mut all = vec![0; items.len() * item_size];
            put(item, &items, Rows { bytes: &mut all, size: item_size.max(1) }, 0)?;
            copy(&all, item_size * len, rows, at);
        }
        (Kind::Blob, DataType::FixedSizeBinary(_)) => {
            let blobs = array.as_fixed_size_binary();
            let len = column.size.unwrap_or(0);
            let all: Vec<u8> = blobs.iter().flatten().flatten().copied().collect();
            copy(&all, len, rows, at);
        }
        (Kind::Wide { signed }, DataType::Utf8) => {
            let all = text::values(array)?.map(|text| wide_of(text, *signed));
            let all: Vec<u8> = all.collect::<Result<Vec<_>, _>>()?.concat();
            copy(&all, 16, rows, at);
        }
        (_, DataType::Boolean) => {}
        (_, DataType::UInt8) => put_numbers::<UInt8Type, 1>(array, u8::to_le_bytes, rows, at),
        (_, DataType::UInt16) => put_numbers::<UInt16Type, 2>(array, u16::to_le_bytes, rows, at),
        (_, DataType::UInt32) => put_numbers::<UInt32Type, 4>(array, u32::to_le_bytes, rows, at),
        (_, DataType::UInt64) => put_numbers::<UInt64Type, 8>(array, u64::to_le_bytes, rows, at),
        (_, DataType::Int8) => put_numbers::<Int8Type, 1>(array, i8::to_le_bytes, rows, at),
        (_, DataType::Int16) => put_numbers::<Int16Type, 2>(array, i16::to_le_bytes, rows, at),
        (_, DataType::Int32) => put_numbers::<Int32Type, 4>(array, i32::to_le_bytes, rows, at),
        (_, DataType::Int64) => put_numbers::<Int64Type, 8>(array, i64::to_le_bytes, rows, at),
        (_, DataType::Float32) => put_numbers::<Float32Type, 4>(array, f32::to_le_bytes, rows, at),
        (_, DataType::Float64) => put_numbers::<Float64Type, 8>(array, f64::to_le_bytes, rows, at),
        _ => return Err(mismatch(array, &column.data_type.to_string())),
    }
    Ok(())
}

/// Puts the values of columns into rows, one column after another from `at` in each.
fn put_columns(
    members: &Members,
    columns: &[ArrayRef],
    mut rows: Rows<'_>,
    mut at: usize,
) -> Result<(), Wrong> {
    for (member, array) in members.columns.iter().zip(columns) {
        put(&member.column, array, rows.again(), at)?;
        at += member.column.size.unwrap_or(0);
    }
    Ok(())
}

fn put_numbers<T: ArrowPrimitiveType, const N: usize>(
    array: &ArrayRef,
    to: impl Fn(T::Native) -> [u8; N],
    rows: Rows<'_>,
    at: usize,
) {
    rows.put(at, array.as_primitive::<T>().values().iter().map(|value| to(*value)));
}

/// Copies values of `len` bytes each to rows.
fn copy(values: &[u8], len: usize, rows: Rows<'_>, at: usize) {
    let values = values.chunks_exact(len.max(1));
    for (row, value) in rows.bytes.chunks_exact_mut(rows.size).zip(values) {
        if let Some(place) = row.get_mut(at..at + len) {
            place.copy_from_slice(value);
        }
    }
}

/// The bytes of a number of 128 bits.
fn wide_of(text: &str, signed: bool) -> Result<[u8; 16], Wrong> {
    let name = if signed { "an i128" } else { "a u128" };
    let bytes = match signed {
        true => text.parse::<i128>().map(i128::to_le_bytes),
        false => text.parse::<u128>().map(u128::to_le_bytes),
    };
    bytes.map_err(|_| Wrong(format!("expected {name}, found {text:?}")))
}
