//! Messages and lists as a whole.

use crate::reader::Reader;
use crate::rows;
use crate::scope::Scope;
use crate::trace::Span;
use crate::writer::Writer;
use crate::{Error, Invalid, Limits, Type, Value, bytes, check, order};

/// The one message that `value` has.
///
/// # Errors
///
/// If `ty` is not a type of the format or `value` is not one of its values.
pub fn encode(ty: &Type, value: &Value) -> Result<Vec<u8>, Invalid> {
    check::check(ty)?;
    bytes::encode(ty, Scope::ROOT, value)
}

/// A message with the elements of sets and maps as they stand in `value`: for tests that need one
/// which a reader must reject (W10).
///
/// # Errors
///
/// As [`encode`], but for elements and keys that are there twice.
pub fn encode_unsorted(ty: &Type, value: &Value) -> Result<Vec<u8>, Invalid> {
    check::check(ty)?;
    bytes::encode_as_it_stands(ty, Scope::ROOT, value)
}

/// The value of the message `bytes`.
///
/// # Errors
///
/// The rule that the message breaks and where. A type that is not one of the format gives W14 or
/// the rule that it breaks, at byte 0; [`Type::check`] says more.
pub fn decode(ty: &Type, bytes: &[u8], limits: &Limits) -> Result<Value, Error> {
    decode_message(ty, &mut Reader::new(bytes, limits, None))
}

/// As [`decode`], and tells `trace` what each part of the message means, in order.
///
/// # Errors
///
/// As [`decode`], with the place in the value at which reading stopped.
pub fn decode_traced(
    ty: &Type,
    bytes: &[u8],
    limits: &Limits,
    trace: &mut dyn FnMut(Span),
) -> Result<Value, (Error, String)> {
    let mut r = Reader::new(bytes, limits, Some(trace));
    decode_message(ty, &mut r).map_err(|error| (error, r.path()))
}

fn decode_message(ty: &Type, r: &mut Reader<'_>) -> Result<Value, Error> {
    if check::check(ty).is_err() {
        return Err(r.error(14, 0, "the type is not one of the format"));
    }
    let values = ty.decode_values(Scope::ROOT, 1, r)?;
    if r.left() > 0 {
        return Err(r.error(23, r.at(), "bytes follow the message"));
    }
    Ok(values.value(0))
}

/// enc(T, v1 … vn) of values of `ty`.
///
/// # Errors
///
/// As [`encode`].
pub fn encode_list(ty: &Type, values: &[Value]) -> Result<Vec<u8>, Invalid> {
    check::check(ty)?;
    let mut w = Writer::new();
    if !order::matters(ty) {
        ty.encode_values(Scope::ROOT, &values.iter().collect::<Vec<_>>(), &mut w)?;
        return Ok(w.out);
    }
    let mut sorted = values.to_vec();
    for value in &mut sorted {
        order::sort(ty, Scope::ROOT, value)?;
    }
    ty.encode_values(Scope::ROOT, &sorted.iter().collect::<Vec<_>>(), &mut w)?;
    Ok(w.out)
}

/// The `n` values whose enc(T, v1 … vn) stands at the start of `bytes`, and its length in bytes.
///
/// # Errors
///
/// As [`decode`].
pub fn decode_list(
    ty: &Type,
    n: usize,
    bytes: &[u8],
    limits: &Limits,
) -> Result<(Vec<Value>, usize), Error> {
    let mut r = Reader::new(bytes, limits, None);
    if check::check(ty).is_err() {
        return Err(r.error(14, 0, "the type is not one of the format"));
    }
    rows::check_total(ty, Scope::ROOT, n as u128, &r)?;
    let values = ty.decode_values(Scope::ROOT, n, &mut r)?;
    Ok((values.values(n), r.at()))
}
