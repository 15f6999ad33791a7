//! W1: fixed types, value after value, within each part after part.

use super::list::{check_total, mismatch};
use crate::column::Column;
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

pub(super) fn decode<'a>(ty: &Type, n: usize, r: &mut Reader<'a>) -> Result<Column<'a>, Error> {
    check_arrays(ty, n as u128, r)?;
    let mut column = Column::of_fixed(ty);
    if let (true, Column::Unsigned(values)) = (*ty == Type::U8, &mut column) {
        decode_bytes(n, values, r)?;
        return Ok(column);
    }
    if !r.is_traced() && r.left() as u128 >= len(ty).saturating_mul(n as u128) {
        let width = len(ty) as usize;
        let bytes = r.take((n * width) as u128)?;
        each(ty, &mut column, bytes, width, r)?;
        return Ok(column);
    }
    for _ in 0..n {
        decode_one(ty, &mut column, r)?;
    }
    Ok(column)
}

/// Bytes that a value takes.
fn len(ty: &Type) -> u128 {
    match ty {
        Type::Int(int) | Type::Fixed(int) => u128::from(int.bits / 8),
        Type::F32 => 4,
        Type::F64 => 8,
        Type::Array(item, count) => len(item).saturating_mul(u128::from(*count)),
        Type::Tuple(parts) => parts.iter().map(len).fold(0, u128::saturating_add),
        Type::Struct(s) => s.fields.iter().map(|f| len(&f.ty)).fold(0, u128::saturating_add),
        _ => 0,
    }
}

/// Adds what is first in each `stride` bytes to its column.
fn each(
    ty: &Type,
    column: &mut Column<'_>,
    bytes: &[u8],
    stride: usize,
    r: &mut Reader<'_>,
) -> Result<(), Error> {
    r.nest()?;
    match (ty, column) {
        (Type::Int(int) | Type::Fixed(int), column) => each_int(*int, column, bytes, stride),
        (Type::F32, Column::F32(values)) => {
            values.extend(firsts(bytes, stride).map(u32::from_le_bytes));
        }
        (Type::F64, Column::F64(values)) => {
            values.extend(firsts(bytes, stride).map(u64::from_le_bytes));
        }
        (Type::Array(item, _), Column::Array(_, items)) => {
            let (width, item_width) = (len(ty) as usize, len(item) as usize);
            if width == stride {
                each(item, items, bytes, item_width, r)?;
            } else {
                let arrays = bytes.chunks(stride.max(1)).flat_map(|value| value.iter().take(width));
                each(item, items, &arrays.copied().collect::<Vec<_>>(), item_width, r)?;
            }
        }
        (Type::Tuple(parts), Column::Parts(columns)) => {
            each_part(&mut parts.iter().zip(columns), bytes, stride, r)?;
        }
        (Type::Struct(s), Column::Parts(columns)) => {
            let mut parts = s.fields.iter().map(|field| &field.ty).zip(columns);
            each_part(&mut parts, bytes, stride, r)?;
        }
        _ => {}
    }
    r.unnest();
    Ok(())
}

/// Adds the parts that are side by side in each `stride` bytes to their columns.
fn each_part<'c, 'a: 'c>(
    parts: &mut dyn Iterator<Item = (&'c Type, &'c mut Column<'a>)>,
    bytes: &[u8],
    stride: usize,
    r: &mut Reader<'_>,
) -> Result<(), Error> {
    let mut at = 0;
    for (part, column) in parts {
        each(part, column, bytes.get(at..).unwrap_or_default(), stride, r)?;
        at += len(part) as usize;
    }
    Ok(())
}

fn each_int(int: Int, column: &mut Column<'_>, bytes: &[u8], stride: usize) {
    macro_rules! add {
        ($values:ident: $from:ty => $to:ty) => {
            $values.extend(firsts(bytes, stride).map(<$from>::from_le_bytes).map(<$to>::from))
        };
    }
    match (column, int.bits) {
        (Column::Unsigned(values), 8) => add!(values: u8 => u64),
        (Column::Unsigned(values), 16) => add!(values: u16 => u64),
        (Column::Unsigned(values), 32) => add!(values: u32 => u64),
        (Column::Unsigned(values), _) => add!(values: u64 => u64),
        (Column::Signed(values), 8) => add!(values: i8 => i64),
        (Column::Signed(values), 16) => add!(values: i16 => i64),
        (Column::Signed(values), 32) => add!(values: i32 => i64),
        (Column::Signed(values), _) => add!(values: i64 => i64),
        (Column::Unsigned128(values), _) => add!(values: u128 => u128),
        (Column::Signed128(values), _) => add!(values: i128 => i128),
        _ => {}
    }
}

/// The first `N` of each `stride` bytes, of which the last may be fewer.
fn firsts<const N: usize>(bytes: &[u8], stride: usize) -> impl Iterator<Item = [u8; N]> {
    bytes.chunks(stride.max(1)).map(|value| value.first_chunk().copied().unwrap_or([0; N]))
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

/// Adds the next value to those of its column.
fn decode_one(ty: &Type, column: &mut Column<'_>, r: &mut Reader<'_>) -> Result<(), Error> {
    r.nest()?;
    let start = r.at();
    match (ty, &mut *column) {
        (Type::Int(int) | Type::Fixed(int), column) => decode_int(*int, column, r)?,
        (Type::F32, Column::F32(values)) => values.push(u32::from_le_bytes(array(r)?)),
        (Type::F64, Column::F64(values)) => values.push(u64::from_le_bytes(array(r)?)),
        (Type::Array(item, len), Column::Array(_, items)) => match &mut **items {
            Column::Unsigned(values) if **item == Type::U8 => {
                decode_bytes(*len as usize, values, r)?;
            }
            items => {
                r.enter(|| "[]".to_owned());
                (0..*len).try_for_each(|_| decode_one(item, items, r))?;
                r.leave();
            }
        },
        (Type::Tuple(parts), Column::Parts(columns)) => {
            for (i, (part, column)) in parts.iter().zip(columns).enumerate() {
                r.enter(|| format!(".{i}"));
                decode_one(part, column, r)?;
                r.leave();
            }
        }
        (Type::Struct(s), Column::Parts(columns)) => {
            for (field, column) in s.fields.iter().zip(columns) {
                r.enter(|| format!(".{}", field.name));
                decode_one(&field.ty, column, r)?;
                r.leave();
            }
        }
        _ => {}
    }
    r.unnest();
    if let Type::Int(_) | Type::Fixed(_) | Type::F32 | Type::F64 = ty {
        let what = || format!("{} {}", ty.summary(), column.last().show());
        r.note(start, 1, Part::Fixed, what);
    }
    Ok(())
}

fn decode_int(int: Int, column: &mut Column<'_>, r: &mut Reader<'_>) -> Result<(), Error> {
    let taken = r.take(u128::from(int.bits / 8))?;
    let mut bytes = [0; 16];
    bytes[..taken.len()].copy_from_slice(taken);
    let x = u128::from_le_bytes(bytes);
    let unused = 128 - int.bits;
    let signed = (x as i128) << unused >> unused;
    match column {
        Column::Unsigned(values) => values.push(x as u64),
        Column::Signed(values) => values.push(signed as i64),
        Column::Unsigned128(values) => values.push(x),
        Column::Signed128(values) => values.push(signed),
        _ => {}
    }
    Ok(())
}

fn array<const N: usize>(r: &mut Reader<'_>) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    bytes.copy_from_slice(r.take(N as u128)?);
    Ok(bytes)
}

/// u8s one after another.
fn decode_bytes(n: usize, values: &mut Vec<u64>, r: &mut Reader<'_>) -> Result<(), Error> {
    let start = r.at();
    let bytes = r.take(n as u128)?;
    r.note(start, 1, Part::Fixed, || crate::show::bytes(bytes));
    values.extend(bytes.iter().map(|byte| u64::from(*byte)));
    Ok(())
}
