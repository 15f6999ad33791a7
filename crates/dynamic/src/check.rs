//! What a type must keep to be a type of the format.

use crate::limits::MAX_TYPE_NESTING;
use crate::scope::Scope;
use crate::{Enum, Field, Invalid, Struct, Type};

/// Checks tags, catch-all variants, keys, references and defaults.
pub(crate) fn check(ty: &Type) -> Result<(), Invalid> {
    check_at(ty, Scope::ROOT, MAX_TYPE_NESTING)
}

fn check_at(ty: &Type, scope: Scope<'_>, nesting: u32) -> Result<(), Invalid> {
    let Some(nesting) = nesting.checked_sub(1) else {
        return Err(Invalid::new("the type is nested too deeply"));
    };
    match ty {
        Type::Option(item) => check_at(item, scope, nesting).map_err(|e| e.inside("?")),
        Type::Array(item, _) | Type::Seq { item, .. } => {
            check_at(item, scope, nesting).map_err(|e| e.inside("[]"))
        }
        Type::Tuple(parts) => parts.iter().enumerate().try_for_each(|(i, part)| {
            check_at(part, scope, nesting).map_err(|e| e.inside(format_args!(".{i}")))
        }),
        Type::Struct(Struct { fields, extensible, .. }) => {
            check_fields(fields, *extensible, scope, nesting)
        }
        Type::Set { item, .. } => check_at(item, scope, nesting)
            .and_then(|()| check_key(item, scope, &mut Vec::new()))
            .map_err(|e| e.inside("[]")),
        Type::Map { key, value, .. } => {
            check_at(key, scope, nesting)
                .and_then(|()| check_key(key, scope, &mut Vec::new()))
                .map_err(|e| e.inside("[].0"))?;
            check_at(value, scope, nesting).map_err(|e| e.inside("[].1"))
        }
        Type::Result(ok, err) => {
            check_at(ok, scope, nesting).map_err(|e| e.inside("::Ok"))?;
            check_at(err, scope, nesting).map_err(|e| e.inside("::Err"))
        }
        Type::Enum(e) => check_enum(e, scope, nesting),
        Type::Rows { name, row } => check_at(row, scope.around(name, row).inside(), nesting),
        Type::Ref(name) if scope.find(name).is_none() => {
            Err(Invalid::new(format!("ref {name} is not inside a rows type of that name (W14)")))
        }
        Type::Fixed(int) if !int.is_variable() => {
            Err(Invalid::new(format!("{} cannot be marked fixed (W1)", int.name())))
        }
        _ => Ok(()),
    }
}

fn check_fields(
    fields: &[Field],
    extensible: bool,
    scope: Scope<'_>,
    nesting: u32,
) -> Result<(), Invalid> {
    for field in fields {
        let inside = |e: Invalid| e.inside(format_args!(".{}", field.name));
        check_at(&field.ty, scope, nesting).map_err(inside)?;
        if field.default.is_some() && !extensible {
            return Err(inside(Invalid::new("a default in a type that is not extensible (W30)")));
        }
        if let Some(default) = &field.default {
            crate::bytes::check_default(&field.ty, scope, default).map_err(inside)?;
        }
    }
    Ok(())
}

fn check_enum(e: &Enum, scope: Scope<'_>, nesting: u32) -> Result<(), Invalid> {
    for pair in e.variants.windows(2) {
        if pair[0].tag == pair[1].tag {
            return Err(Invalid::new(format!("two variants have the tag {} (W20)", pair[0].tag)));
        }
        if pair[0].tag > pair[1].tag {
            return Err(Invalid::new("variants are not in the order of their tags (W11)"));
        }
    }
    for variant in &e.variants {
        check_fields(&variant.fields, e.extensible, scope, nesting)
            .map_err(|e| e.inside(variant.label()))?;
    }
    let Some(other) = e.other else { return Ok(()) };
    if !e.extensible {
        return Err(Invalid::new("a catch-all in an enum that is not extensible (W31)"));
    }
    match e.variants.iter().find(|variant| variant.tag == other) {
        Some(variant) if variant.fields.is_empty() => Ok(()),
        Some(_) => Err(Invalid::new("the catch-all variant has fields (W31)")),
        None => Err(Invalid::new("the catch-all is not one of the variants (W31)")),
    }
}

/// W21: no float and nothing extensible. `within` are the rows types that are being looked at.
fn check_key(ty: &Type, scope: Scope<'_>, within: &mut Vec<*const Type>) -> Result<(), Invalid> {
    match ty {
        Type::F32 | Type::F64 => Err(Invalid::new("a float in a key (W21)")),
        Type::Struct(Struct { extensible: true, .. })
        | Type::Enum(Enum { extensible: true, .. }) => {
            Err(Invalid::new("an extensible type in a key (W21)"))
        }
        Type::Option(item)
        | Type::Array(item, _)
        | Type::Seq { item, .. }
        | Type::Set { item, .. } => check_key(item, scope, within),
        Type::Tuple(parts) => parts.iter().try_for_each(|part| check_key(part, scope, within)),
        Type::Struct(s) => s.fields.iter().try_for_each(|f| check_key(&f.ty, scope, within)),
        Type::Map { key, value, .. } => {
            check_key(key, scope, within)?;
            check_key(value, scope, within)
        }
        Type::Result(ok, err) => {
            check_key(ok, scope, within)?;
            check_key(err, scope, within)
        }
        Type::Enum(e) => {
            let mut fields = e.variants.iter().flat_map(|variant| &variant.fields);
            fields.try_for_each(|field| check_key(&field.ty, scope, within))
        }
        Type::Rows { name, row } => check_row(row, scope.around(name, row).inside(), within),
        Type::Ref(name) => match scope.find(name) {
            Some((row, scope)) => check_row(row, scope, within),
            None => Ok(()),
        },
        _ => Ok(()),
    }
}

fn check_row(row: &Type, scope: Scope<'_>, within: &mut Vec<*const Type>) -> Result<(), Invalid> {
    if within.contains(&std::ptr::from_ref(row)) {
        return Ok(());
    }
    within.push(row);
    check_key(row, scope, within)
}
