//! W2 and W3: numbers, unpacked straight into the memory of an array.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int16Type, Int32Type, Int64Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, PrimitiveArray};
use arrow_buffer::ScalarBuffer;
use arrow_schema::DataType;
use onesheet::de::Reader;
use onesheet::{Deserialize, Serialize};

use crate::error::{Error, Wrong, mismatch};
use crate::slots::Slots;

/// Calls a function for the type of Arrow's that a data type names.
macro_rules! with_type {
    ($data_type:expr, $f:ident ($($arg:expr),*), $otherwise:expr) => {
        match $data_type {
            DataType::UInt16 => $f::<UInt16Type>($($arg),*),
            DataType::UInt32 => $f::<UInt32Type>($($arg),*),
            DataType::UInt64 => $f::<UInt64Type>($($arg),*),
            DataType::Int16 => $f::<Int16Type>($($arg),*),
            DataType::Int32 => $f::<Int32Type>($($arg),*),
            DataType::Int64 => $f::<Int64Type>($($arg),*),
            _ => $otherwise,
        }
    };
}

pub(super) fn decode(
    data_type: &DataType,
    r: &mut Reader<'_>,
    slots: &Slots,
) -> Result<ArrayRef, Error> {
    with_type!(data_type, decode_as(r, slots), Err(no_number(data_type)))
}

fn decode_as<T>(r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error>
where
    T: ArrowPrimitiveType<Native: for<'de> Deserialize<'de>>,
{
    let values = numbers::<T::Native>(r, slots.count())?;
    let values = slots.spread(values, T::Native::default(), r)?;
    Ok(Arc::new(PrimitiveArray::<T>::new(ScalarBuffer::from(values), slots.nulls())))
}

/// A list of `n` numbers, for which memory is charged.
pub(super) fn numbers<T: for<'de> Deserialize<'de>>(
    r: &mut Reader<'_>,
    n: usize,
) -> Result<Vec<T>, Error> {
    let n = r.count(n as u64, false)?;
    r.charge(n, size_of::<T>())?;
    let mut column = T::deserialize_many(r, n)?;
    Ok(T::next_vec(&mut column, n)?)
}

pub(super) fn skip(data_type: &DataType, n: usize, r: &mut Reader<'_>) -> Result<(), Error> {
    with_type!(data_type, skip_as(n, r), Err(no_number(data_type)))
}

fn skip_as<T>(n: usize, r: &mut Reader<'_>) -> Result<(), Error>
where
    T: ArrowPrimitiveType<Native: for<'de> Deserialize<'de>>,
{
    T::Native::deserialize_many(r, n)?;
    Ok(())
}

/// Of no column that is made here.
#[cold]
fn no_number(data_type: &DataType) -> Error {
    Error::Type(format!("{data_type} is not the column of a number"))
}

pub(super) fn encode(array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    with_type!(array.data_type(), encode_as(array, out), Err(mismatch(array, "a number")))
}

fn encode_as<T>(array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong>
where
    T: ArrowPrimitiveType<Native: Serialize>,
{
    onesheet::list::encode_into(array.as_primitive::<T>().values(), out);
    Ok(())
}
