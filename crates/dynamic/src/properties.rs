//! What the rules ask of a type: is it fixed, may its values take no bits.

use crate::scope::Scope;
use crate::{Struct, Type};

/// W1: fixed types, whose lists are value after value.
pub(crate) fn is_fixed(ty: &Type) -> bool {
    match ty {
        Type::Unit | Type::F32 | Type::F64 | Type::Fixed(_) => true,
        Type::Int(int) => !int.is_variable(),
        Type::Array(item, _) => is_fixed(item),
        Type::Tuple(parts) => parts.iter().all(is_fixed),
        Type::Struct(Struct { fields, extensible, .. }) => {
            !extensible && fields.iter().all(|field| is_fixed(&field.ty))
        }
        _ => false,
    }
}

/// W34: types whose values may take no bits.
pub(crate) fn may_be_empty(ty: &Type, scope: Scope<'_>) -> bool {
    empty(ty, scope, true, &mut Vec::new())
}

/// W30: types whose lists take no bytes.
pub(crate) fn takes_no_bytes(ty: &Type, scope: Scope<'_>) -> bool {
    empty(ty, scope, false, &mut Vec::new())
}

/// `extensible` is the answer for extensible structs, a list of which is one block. `within` are the
/// rows types that this question is already asked about: what the rest of such a type says decides.
fn empty(ty: &Type, scope: Scope<'_>, extensible: bool, within: &mut Vec<*const Type>) -> bool {
    match ty {
        Type::Unit => true,
        Type::Array(item, len) => *len == 0 || empty(item, scope, extensible, within),
        Type::Tuple(parts) => parts.iter().all(|part| empty(part, scope, extensible, within)),
        Type::Struct(Struct { extensible: true, .. }) => extensible,
        Type::Struct(s) => s.fields.iter().all(|f| empty(&f.ty, scope, extensible, within)),
        Type::Rows { name, row } => {
            rows_empty(row, scope.around(name, row).inside(), extensible, within)
        }
        Type::Ref(name) => match scope.find(name) {
            Some((row, scope)) => rows_empty(row, scope, extensible, within),
            None => false,
        },
        _ => false,
    }
}

fn rows_empty(
    row: &Type,
    scope: Scope<'_>,
    extensible: bool,
    within: &mut Vec<*const Type>,
) -> bool {
    if within.contains(&std::ptr::from_ref(row)) {
        return true;
    }
    within.push(row);
    let empty = empty(row, scope, extensible, within);
    within.pop();
    empty
}
