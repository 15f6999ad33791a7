//! W4: bools, whose bits are those of an array.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_buffer::{BooleanBuffer, Buffer};
use onesheet::ErrorKind;
use onesheet::de::Reader;

use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

pub(super) fn decode(r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    let bits = slots.spread_bits(decode_bits(r, slots.count())?);
    Ok(Arc::new(BooleanArray::new(bits, slots.nulls())))
}

/// `n` bits, for the memory of which and of a bit for each slot the bytes read are charged.
pub(super) fn decode_bits(r: &mut Reader<'_>, n: usize) -> Result<BooleanBuffer, Error> {
    let bytes = take(r, n)?;
    Ok(BooleanBuffer::new(Buffer::from(bytes), 0, n))
}

fn take<'a>(r: &mut Reader<'a>, n: usize) -> Result<&'a [u8], Error> {
    let bytes = r.take(n.div_ceil(8))?;
    r.charge(bytes.len(), 1)?;
    // W18.
    match bytes.last() {
        Some(last) if n % 8 > 0 && last >> (n % 8) != 0 => {
            Err(r.error(ErrorKind::PaddingBits).into())
        }
        _ => Ok(bytes),
    }
}

pub(super) fn skip(n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    take(r, n).map(drop)
}

/// How many of `n` bits are set, which it passes over.
pub(super) fn count(r: &mut Reader<'_>, n: usize) -> Result<usize, Error> {
    Ok(take(r, n)?.iter().map(|byte| byte.count_ones() as usize).sum())
}

pub(super) fn encode(array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let Some(array) = array.as_any().downcast_ref::<BooleanArray>() else {
        return Err(mismatch(array, "Boolean"));
    };
    encode_bits(array.values(), out);
    Ok(())
}

pub(super) fn encode_bits(bits: &BooleanBuffer, out: &mut Vec<u8>) {
    let bytes = bits.sliced();
    out.extend_from_slice(bytes.as_slice().get(..bits.len().div_ceil(8)).unwrap_or_default());
    // W18: what is behind the last bit is unspecified.
    if let (Some(last), used @ 1..) = (out.last_mut(), bits.len() % 8) {
        *last &= u8::MAX >> (8 - used);
    }
}
