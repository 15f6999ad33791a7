//! Types whose variants are declared in any order.

use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Field, Type};

/// The type with the variants of its enums in another order than that of their tags.
pub fn declared_otherwise(ty: &Type, random: &mut Random) -> Type {
    map(ty, &mut |ty| match ty {
        Type::Enum(mut e) => {
            let n = e.variants.len();
            e.variants.rotate_left(random.below(n));
            Type::Enum(e)
        }
        ty => ty,
    })
}

/// The type with `f` of every type inside it, the innermost first.
fn map(ty: &Type, f: &mut dyn FnMut(Type) -> Type) -> Type {
    let mut ty = ty.clone();
    map_in_place(&mut ty, f);
    ty
}

fn map_in_place(ty: &mut Type, f: &mut dyn FnMut(Type) -> Type) {
    match ty {
        Type::Option(item)
        | Type::Array(item, _)
        | Type::Seq { item, .. }
        | Type::Set { item, .. }
        | Type::Rows { row: item, .. } => map_in_place(item, f),
        Type::Tuple(parts) => parts.iter_mut().for_each(|part| map_in_place(part, f)),
        Type::Map { key: a, value: b, .. } | Type::Result(a, b) => {
            map_in_place(a, f);
            map_in_place(b, f);
        }
        Type::Struct(s) => map_fields(&mut s.fields, f),
        Type::Enum(e) => e.variants.iter_mut().for_each(|v| map_fields(&mut v.fields, f)),
        _ => {}
    }
    *ty = f(std::mem::replace(ty, Type::Unit));
}

fn map_fields(fields: &mut [Field], f: &mut dyn FnMut(Type) -> Type) {
    fields.iter_mut().for_each(|field| map_in_place(&mut field.ty, f));
}
