//! Where the list of each field stands in that of records (F22).

use std::collections::BTreeMap;

use onesheet::de::Reader;
use onesheet::{Deserialize, ErrorKind, Limits, Result};
use onesheet_dynamic::{self as dynamic, Enum, Field, Type};

use crate::scan::crc32c;
use crate::statistics::FieldList;

impl FieldList {
    /// Where the lists of the fields stand in `list`, which is enc(T, v1 … vn) of `count` records of a type: none
    /// if the records are no structs or tuples, or are fixed (W1), or if `list` is no such list.
    ///
    /// Values are checked only as far as that needs.
    #[must_use]
    pub fn of(ty: &Type, count: usize, list: &[u8]) -> Vec<Self> {
        let mut places = Vec::new();
        let mut r = Reader::new(list, &Limits::default().max_alloc(usize::MAX));
        if ty.is_fixed() || find(ty, count, &mut r, &mut places).is_err() || !r.rest().is_empty() {
            return Vec::new();
        }
        let field = |places: &[usize]| {
            let &[start, end] = places else { return None };
            let bytes = list.get(start..end)?;
            let (at, len) = (u32::try_from(start).ok()?, u32::try_from(bytes.len()).ok()?);
            Some(FieldList { at, len, check: crc32c::crc32c(bytes) })
        };
        places.windows(2).map(field).collect::<Option<_>>().unwrap_or_default()
    }
}

/// Adds where each field begins, and where the last ends.
fn find(ty: &Type, n: usize, r: &mut Reader<'_>, places: &mut Vec<usize>) -> Result<()> {
    let mut each = |r: &mut Reader<'_>, fields: &mut dyn Iterator<Item = &Type>| {
        for field in fields {
            places.push(r.position());
            skip(field, n, r)?;
        }
        places.push(r.position());
        Ok(())
    };
    match ty {
        Type::Tuple(parts) => each(r, &mut parts.iter()),
        Type::Struct(s) if s.extensible => r.block(|r| each(r, &mut types(&s.fields))),
        Type::Struct(s) => each(r, &mut types(&s.fields)),
        _ => r.take(r.rest().len()).map(drop),
    }
}

fn types(fields: &[Field]) -> impl Iterator<Item = &Type> {
    fields.iter().map(|field| &field.ty)
}

/// Steps over the list of `n` values.
fn skip(ty: &Type, n: usize, r: &mut Reader<'_>) -> Result<()> {
    if n == 0 {
        return Ok(()); // W15
    }
    if ty.is_fixed() {
        let len = fixed_size(ty).and_then(|size| size.checked_mul(n));
        let len = len.ok_or_else(|| r.error(ErrorKind::UnexpectedEnd))?;
        return r.take(len).map(drop);
    }
    match ty {
        Type::Bool => bits(n, r).map(drop),
        Type::Char => u32::deserialize_many(r, n).map(drop),
        Type::Int(int) => match (int.signed, int.bits) {
            (false, 16) => u16::deserialize_many(r, n).map(drop),
            (false, 32) => u32::deserialize_many(r, n).map(drop),
            (false, _) => u64::deserialize_many(r, n).map(drop),
            (true, 16) => i16::deserialize_many(r, n).map(drop),
            (true, 32) => i32::deserialize_many(r, n).map(drop),
            (true, _) => i64::deserialize_many(r, n).map(drop),
        },
        Type::Str { .. } | Type::Bytes { .. } => <&[u8]>::deserialize_many(r, n).map(drop),
        Type::Option(item) => {
            let some = bits(n, r)?.iter().map(|byte| byte.count_ones() as usize).sum();
            skip(item, some, r)
        }
        Type::Tuple(parts) => parts.iter().try_for_each(|part| skip(part, n, r)),
        Type::Struct(s) if s.extensible => r.block(|_| Ok(())),
        Type::Struct(s) => types(&s.fields).try_for_each(|field| skip(field, n, r)),
        Type::Array(item, len) => {
            let total = u64::try_from(n).ok().and_then(|n| n.checked_mul(*len));
            skip(item, count(item, total, r)?, r)
        }
        Type::Seq { item, .. } | Type::Set { item, .. } => {
            let total = total(n, r)?;
            skip(item, count(item, total, r)?, r)
        }
        Type::Map { key, value, .. } => {
            let entries = total(n, r)?;
            let entries = count(key, entries, r)?;
            skip(key, entries, r)?;
            skip(value, entries, r)
        }
        Type::Result(ok, err) => skip_enum(&Type::result_enum(ok, err), n, r),
        Type::Enum(e) => skip_enum(e, n, r),
        _ => {
            let rows = dynamic::decode_list(ty, n, r.rest(), &dynamic::Limits::default());
            let (_, len) = rows.map_err(|_| r.error(ErrorKind::UnexpectedEnd))?;
            r.take(len).map(drop)
        }
    }
}

/// The bits of `n` values (W4).
fn bits<'de>(n: usize, r: &mut Reader<'de>) -> Result<&'de [u8]> {
    r.take(n.div_ceil(8))
}

/// The numbers of a list of `n`.
fn numbers<T: for<'de> Deserialize<'de>>(n: usize, r: &mut Reader<'_>) -> Result<Vec<T>> {
    let n = r.count(n as u64, false)?;
    let mut column = T::deserialize_many(r, n)?;
    T::next_vec(&mut column, n)
}

/// The sum of `n` counts of elements (W9); none above 2^64.
fn total(n: usize, r: &mut Reader<'_>) -> Result<Option<u64>> {
    let counts = numbers::<u64>(n, r)?;
    Ok(counts.iter().try_fold(0u64, |sum, count| sum.checked_add(*count)))
}

/// The number of elements that there can be (W35).
fn count(item: &Type, total: Option<u64>, r: &mut Reader<'_>) -> Result<usize> {
    let total = total.ok_or_else(|| r.error(ErrorKind::UnexpectedEnd))?;
    r.count(total, item.may_be_empty())
}

/// W11 and W13.
fn skip_enum(e: &Enum, n: usize, r: &mut Reader<'_>) -> Result<()> {
    let mut counts = BTreeMap::new();
    let tags = numbers::<u32>(n, r)?;
    // Tags that come one after another are mostly the same.
    for run in tags.chunk_by(|a, b| a == b) {
        if let Some(tag) = run.first() {
            *counts.entry(*tag).or_insert(0) += run.len();
        }
    }
    for (tag, n) in counts {
        if e.extensible {
            r.block(|_| Ok(()))?;
        } else {
            let variant = e.variants.iter().find(|variant| variant.tag == tag);
            let variant = variant.ok_or_else(|| r.error(ErrorKind::InvalidTag))?;
            types(&variant.fields).try_for_each(|field| skip(field, n, r))?;
        }
    }
    Ok(())
}

/// The bytes of a value of a fixed type (W1).
fn fixed_size(ty: &Type) -> Option<usize> {
    let sum = |parts: &mut dyn Iterator<Item = &Type>| -> Option<usize> {
        let mut sum = 0usize;
        for part in parts {
            sum = sum.checked_add(fixed_size(part)?)?;
        }
        Some(sum)
    };
    match ty {
        Type::Unit => Some(0),
        Type::F32 => Some(4),
        Type::F64 => Some(8),
        Type::Int(int) | Type::Fixed(int) => Some(int.bits as usize / 8),
        Type::Array(item, len) => fixed_size(item)?.checked_mul(usize::try_from(*len).ok()?),
        Type::Tuple(parts) => sum(&mut parts.iter()),
        Type::Struct(s) => sum(&mut types(&s.fields)),
        _ => None,
    }
}
