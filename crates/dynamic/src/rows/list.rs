//! What lists of every type have in common.

use crate::properties::may_be_empty;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::{Error, Invalid, Type, Value};

/// W35 for `total` values of `ty` that a count announces; W34 is for the claim when they are read.
pub(crate) fn check_total(
    ty: &Type,
    scope: Scope<'_>,
    total: u128,
    r: &Reader<'_>,
) -> Result<(), Error> {
    if !may_be_empty(ty, scope) && total > 8 * r.left() as u128 {
        return Err(r.error(35, r.at(), "more elements than the bytes left can hold"));
    }
    Ok(())
}

/// A bound that the type declares, in bytes or elements.
pub(super) fn check_max(
    max: Option<u64>,
    len: u64,
    at: usize,
    r: &Reader<'_>,
) -> Result<(), Error> {
    match max {
        Some(max) if len > max => {
            Err(r.error(0, at, "more bytes or elements than the type allows"))
        }
        _ => Ok(()),
    }
}

/// A length that a type of that bound has.
pub(crate) fn encode_len(max: Option<u64>, len: usize) -> Result<u64, Invalid> {
    match max {
        Some(max) if len as u64 > max => {
            Err(Invalid::new(format!("{len} bytes or elements, but the type allows {max}")))
        }
        _ => Ok(len as u64),
    }
}

/// The values of `ty` in which `part` finds what it looks for.
pub(super) fn all<'a, T>(
    ty: &Type,
    values: &[&'a Value],
    part: impl Fn(&'a Value) -> Option<T>,
) -> Result<Vec<T>, Invalid> {
    values.iter().map(|value| part(value).ok_or_else(|| mismatch(ty, value))).collect()
}

pub(crate) fn mismatch(ty: &Type, value: &Value) -> Invalid {
    Invalid::new(format!("expected a value of {}, found {}", ty.summary(), value.kind()))
}
