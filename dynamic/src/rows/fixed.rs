//! W1: fixed types, value after value, within each part after part.

use super::{check_total, mismatch};
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Int, Invalid, Part, Type, Value};

pub(super) fn encode(ty: &Type, values: &[&Value], w: &mut Writer) -> Result<(), Invalid> {
    values.iter().try_for_each(|value| encode_one(ty, value, w))
}

fn encode_one(ty: &Type, value: &Value, w: &mut Writer) -> Result<(), Invalid> {
    w.nest()?;
    match (ty, value) {
        (Type::Unit, Value::Unit) => {}
        (Type::Int(int) | Type::Fixed(int), value) => {
            let bytes = bytes_of(*int, value).ok_or_else(|| mismatch(ty, value))?;
            w.out.extend_from_slice(&bytes[..int.bits as usize / 8]);
        }
        (Type::F32, Value::F32(bits)) => w.out.extend_from_slice(&bits.to_le_bytes()),
        (Type::F64, Value::F64(bits)) => w.out.extend_from_slice(&bits.to_le_bytes()),
        (Type::Array(item, len), Value::List(items)) if items.len() as u64 == *len => {
            items.iter().try_for_each(|value| encode_one(item, value, w))?;
        }
        (Type::Tuple(parts), Value::List(values)) if values.len() == parts.len() => {
            parts.iter().zip(values).try_for_each(|(ty, value)| encode_one(ty, value, w))?;
        }
        (Type::Struct(s), Value::List(values)) if values.len() == s.fields.len() => {
            let mut fields = s.fields.iter().zip(values);
            fields.try_for_each(|(field, value)| encode_one(&field.ty, value, w))?;
        }
        _ => return Err(mismatch(ty, value)),
    }
    w.unnest();
    Ok(())
}

/// The little-endian two's complement of a value that fits the type.
fn bytes_of(int: Int, value: &Value) -> Option<[u8; 16]> {
    let unused = 128 - int.bits;
    match *value {
        Value::Unsigned(x) if !int.signed && x << unused >> unused == x => Some(x.to_le_bytes()),
        Value::Signed(x) if int.signed && int.has(x) => Some(x.to_le_bytes()),
        _ => None,
    }
}

pub(super) fn decode(ty: &Type, n: usize, r: &mut Reader<'_>) -> Result<Vec<Value>, Error> {
    check_arrays(ty, n as u128, r)?;
    if *ty == Type::U8 {
        return decode_bytes(n, r);
    }
    (0..n).map(|_| decode_one(ty, r)).collect()
}

/// Applies W34 and W35 to all arrays inside `n` values, before any of them is read.
fn check_arrays(ty: &Type, n: u128, r: &mut Reader<'_>) -> Result<(), Error> {
    match ty {
        Type::Array(item, len) => {
            let total = n.saturating_mul(u128::from(*len));
            check_total(item, Scope::ROOT, total, r)?;
            r.claim(total.saturating_mul(2 * size_of::<Value>() as u128))?;
            check_arrays(item, total, r)
        }
        Type::Tuple(parts) => {
            r.claim(n * parts.len() as u128 * size_of::<Value>() as u128)?;
            parts.iter().try_for_each(|part| check_arrays(part, n, r))
        }
        Type::Struct(s) => {
            r.claim(n * s.fields.len() as u128 * size_of::<Value>() as u128)?;
            s.fields.iter().try_for_each(|field| check_arrays(&field.ty, n, r))
        }
        _ => Ok(()),
    }
}

fn decode_one(ty: &Type, r: &mut Reader<'_>) -> Result<Value, Error> {
    r.nest()?;
    let start = r.at();
    let value = match ty {
        Type::Int(int) | Type::Fixed(int) => decode_int(*int, r)?,
        Type::F32 => Value::F32(u32::from_le_bytes(array(r)?)),
        Type::F64 => Value::F64(u64::from_le_bytes(array(r)?)),
        Type::Array(item, len) if **item == Type::U8 => {
            Value::List(decode_bytes(*len as usize, r)?)
        }
        Type::Array(item, len) => {
            r.enter(|| "[]".to_owned());
            let items = (0..*len).map(|_| decode_one(item, r)).collect::<Result<_, _>>()?;
            r.leave();
            Value::List(items)
        }
        Type::Tuple(parts) => {
            let mut values = Vec::with_capacity(parts.len());
            for (i, part) in parts.iter().enumerate() {
                r.enter(|| format!(".{i}"));
                values.push(decode_one(part, r)?);
                r.leave();
            }
            Value::List(values)
        }
        Type::Struct(s) => {
            let mut values = Vec::with_capacity(s.fields.len());
            for field in &s.fields {
                r.enter(|| format!(".{}", field.name));
                values.push(decode_one(&field.ty, r)?);
                r.leave();
            }
            Value::List(values)
        }
        _ => Value::Unit,
    };
    r.unnest();
    match value {
        Value::List(_) | Value::Unit => {}
        _ => r.note(start, 1, Part::Fixed, || format!("{} {}", ty.summary(), value.show())),
    }
    Ok(value)
}

fn decode_int(int: Int, r: &mut Reader<'_>) -> Result<Value, Error> {
    let taken = r.take(u128::from(int.bits / 8))?;
    let mut bytes = [0; 16];
    bytes[..taken.len()].copy_from_slice(taken);
    let x = u128::from_le_bytes(bytes);
    let unused = 128 - int.bits;
    Ok(if int.signed { Value::Signed((x as i128) << unused >> unused) } else { Value::Unsigned(x) })
}

fn array<const N: usize>(r: &mut Reader<'_>) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    bytes.copy_from_slice(r.take(N as u128)?);
    Ok(bytes)
}

/// u8s one after another.
fn decode_bytes(n: usize, r: &mut Reader<'_>) -> Result<Vec<Value>, Error> {
    let start = r.at();
    let bytes = r.take(n as u128)?;
    r.note(start, 1, Part::Fixed, || crate::show::bytes(bytes));
    Ok(bytes.iter().map(|byte| Value::Unsigned(u128::from(*byte))).collect())
}
