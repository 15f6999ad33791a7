//! W14: rows, as JSON.

use arrow_array::ArrayRef;
use onesheet::Reader;
use onesheet_dynamic::{Limits, Type, Value, decode_list, encode_list};

use super::{Wrong, text};
use crate::error::Error;
use crate::slots::Slots;

pub(super) fn decode(ty: &Type, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let values = values(ty, slots.count(), r)?;
    text::of(values.iter().map(|value| value.to_named_json(ty)), r, slots)
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
    let values = text::values(array)?.map(|text| Value::from_json(ty, text));
    let values = values.collect::<Result<Vec<_>, _>>().map_err(|error| Wrong(error.to_string()))?;
    out.extend_from_slice(&encode_list(ty, &values).map_err(|error| Wrong(error.to_string()))?);
    Ok(())
}
