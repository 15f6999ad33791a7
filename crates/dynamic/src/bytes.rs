//! Values as bytes, of a type that was checked.

use crate::order;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Invalid, Type, Value};

/// The bytes of a value.
pub(crate) fn encode(ty: &Type, scope: Scope<'_>, value: &Value) -> Result<Vec<u8>, Invalid> {
    // Before the copy is made: a value that fits is not nested too deeply for it.
    let bytes = encode_as_it_stands(ty, scope, value)?;
    if !order::matters(ty) {
        return Ok(bytes);
    }
    let mut sorted = value.clone();
    order::sort(ty, scope, &mut sorted)?;
    if sorted == *value { Ok(bytes) } else { encode_as_it_stands(ty, scope, &sorted) }
}

/// The same, with the elements of sets and maps as they stand.
pub(crate) fn encode_as_it_stands(
    ty: &Type,
    scope: Scope<'_>,
    value: &Value,
) -> Result<Vec<u8>, Invalid> {
    let mut w = Writer::new();
    ty.encode_values(scope, &[value], &mut w)?;
    Ok(w.out)
}

/// Checks the default of a field of a type that is being checked.
pub(crate) fn check_default(ty: &Type, scope: Scope<'_>, default: &Value) -> Result<(), Invalid> {
    match default {
        Value::Default => Ok(()),
        Value::Option(None) if matches!(ty, Type::Option(_)) => Ok(()),
        value => encode(ty, scope, value).map(drop),
    }
}
