//! W5 and W9: texts and bytes, as offsets and one copy.

use std::fmt::{Display, Write};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::DataType;
use onesheet::de::Reader;
use onesheet::{Deserialize, Error as MessageError, ErrorKind};

use super::int;
use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

pub(super) fn decode(
    data_type: &DataType,
    max: Option<u64>,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    let start = r.position();
    let (offsets, total) = offsets(max, r, slots)?;
    let place = r.position();
    let total = usize::try_from(total).unwrap_or(usize::MAX);
    // As in the core, an end that comes early is where the lengths are.
    let bytes = r.take(total).map_err(|error| MessageError::new(error.kind(), start))?;
    r.charge(total, 1)?;
    let buffer = Buffer::from(bytes);
    if *data_type == DataType::Binary {
        return Ok(Arc::new(BinaryArray::new(offsets, buffer, slots.nulls())));
    }
    match StringArray::try_new(offsets, buffer, slots.nulls()) {
        Ok(texts) => Ok(Arc::new(texts)),
        Err(_) => {
            let valid =
                std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
            Err(MessageError::new(ErrorKind::InvalidUtf8, place.saturating_add(valid)).into())
        }
    }
}

/// Where the values of the slots begin and end, from a list of their lengths; and the sum of these.
pub(super) fn offsets(
    max: Option<u64>,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<(OffsetBuffer<i32>, u64), Error> {
    let start = r.position();
    let lens = int::numbers::<u64>(r, slots.count())?;
    if let Some(max) = max {
        if lens.iter().any(|len| *len > max) {
            return Err(MessageError::new(ErrorKind::CapacityExceeded, start).into());
        }
    }
    let too_many = || Error::Message(MessageError::new(ErrorKind::CountTooLarge, start));
    let all_bits = lens.iter().fold(0, |bits, len| bits | len);
    let total = match u32::try_from(all_bits).and(u32::try_from(lens.len())) {
        // No sum overflows, and nothing is asked of each.
        Ok(_) => Some(lens.iter().sum()),
        Err(_) => lens.iter().try_fold(0u64, |sum, len| sum.checked_add(*len)),
    };
    let total = total.ok_or_else(too_many)?;
    // No sum of some of them is more.
    i32::try_from(total).map_err(|_| match total / 8 > r.rest().len() as u64 {
        true => too_many(),
        false => Error::TooLarge,
    })?;
    let lens = slots.spread(lens, 0, r)?;
    r.charge(slots.len().saturating_add(1), size_of::<i32>())?;
    Ok((OffsetBuffer::from_lengths(lens.into_iter().map(|len| len as usize)), total))
}

pub(super) fn skip(n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    <&[u8]>::deserialize_many(r, n)?;
    Ok(())
}

/// What values are displayed as.
pub(super) fn of<T: Display>(
    values: impl ExactSizeIterator<Item = T>,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    r.charge(values.len(), size_of::<usize>())?;
    let (mut text, mut lens) = (String::new(), Vec::with_capacity(values.len()));
    for value in values {
        let start = text.len();
        let Ok(()) = write!(text, "{value}") else { return Err(Error::TooLarge) };
        r.charge(text.len() - start, 1)?;
        lens.push(text.len() - start);
    }
    i32::try_from(text.len()).map_err(|_| Error::TooLarge)?;
    r.charge(slots.len().saturating_add(1), size_of::<i32>())?;
    let lens = slots.spread(lens, 0, r)?;
    let offsets = OffsetBuffer::from_lengths(lens);
    Ok(Arc::new(StringArray::try_new(offsets, Buffer::from(text.into_bytes()), slots.nulls())?))
}

/// The texts of an array without nulls.
pub(super) fn values(array: &ArrayRef) -> Result<impl Iterator<Item = &str>, Wrong> {
    let Some(texts) = array.as_string_opt::<i32>() else { return Err(mismatch(array, "Utf8")) };
    Ok(texts.iter().flatten())
}

pub(super) fn encode(max: Option<u64>, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let (offsets, bytes) = match array.data_type() {
        DataType::Utf8 => {
            let texts = array.as_string::<i32>();
            (texts.offsets(), texts.values())
        }
        DataType::Binary => {
            let bytes = array.as_binary::<i32>();
            (bytes.offsets(), bytes.values())
        }
        _ => return Err(mismatch(array, "Utf8 or Binary")),
    };
    let range = encode_lengths(max, offsets, out)?;
    out.extend_from_slice(bytes.as_slice().get(range).unwrap_or_default());
    Ok(())
}

/// Appends the list of the lengths between offsets, and returns where what they are of is.
pub(super) fn encode_lengths(
    max: Option<u64>,
    offsets: &OffsetBuffer<i32>,
    out: &mut Vec<u8>,
) -> Result<std::ops::Range<usize>, Wrong> {
    let lens: Vec<u64> = offsets.lengths().map(|len| len as u64).collect();
    if let Some((max, len)) = max.and_then(|max| Some((max, lens.iter().find(|len| **len > max)?)))
    {
        return Err(Wrong(format!("{len} bytes or elements, but the type allows {max}")));
    }
    onesheet::list::encode_into(&lens, out);
    let end = |offset: Option<&i32>| offset.map_or(0, |offset| *offset as usize);
    Ok(end(offsets.first())..end(offsets.last()))
}
