//! W14: rows, as JSON.

use arrow_array::ArrayRef;
use onesheet::de::Reader;
use onesheet_dynamic::{Limits, Natural, Type, Value, decode_list, encode_list};

use super::text;
use crate::error::{Error, Wrong};
use crate::slots::Slots;

pub(super) fn decode(ty: &Type, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let values = values(ty, slots.count(), r)?;
    let natural = Natural::new(ty).map_err(|error| Error::Type(error.to_string()))?;
    text::of(values.iter().map(|value| natural.to_string(value)), r, slots)
}

fn values(ty: &Type, n: usize, r: &mut Reader<'_>) -> Result<Vec<Value>, Error> {
    if n == 0 {
        return Ok(Vec::new()); // W15
    }
    let start = r.position();
    let (values, len) = decode_list(ty, n, r.rest(), &Limits::default()).map_err(|error| {
        let offset = start.saturating_add(error.offset);
        Error::Rows(onesheet_dynamic::Error { offset, ..error })
    })?;
    r.take(len)?;
    Ok(values)
}

pub(super) fn skip(ty: &Type, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    values(ty, n, r).map(drop)
}

pub(super) fn encode(ty: &Type, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let natural = Natural::new(ty).map_err(|error| Wrong(error.to_string()))?;
    let values = text::values(array)?.map(|text| natural.read(text));
    let values = values.collect::<Result<Vec<_>, _>>().map_err(|error| Wrong(error.to_string()))?;
    out.extend_from_slice(&encode_list(ty, &values).map_err(|error| Wrong(error.to_string()))?);
    Ok(())
}
