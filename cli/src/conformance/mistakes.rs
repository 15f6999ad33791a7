//! What the answers of implementations look like that make a mistake which shows in many rules.

use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Field, Int, Limits, Type, Value, decode};
use serde_json::Value as Json;

/// W17: whether two messages of a type tell apart nothing but numbers of W3.
pub fn is_zigzag(ty: &Type, expected: &[u8], given: &[u8]) -> bool {
    // Any number that a varint holds, and no other that is signed.
    let ty = unordered(ty, &|int, fixed| match fixed {
        false => Type::Int(Int { signed: true, bits: 64 }),
        true if matches!(int.bits, 8 | 128) => Type::Int(Int { signed: false, ..int }),
        true => Type::Fixed(Int { signed: false, ..int }),
    });
    let read = |bytes| decode(&ty, bytes, &Limits::default());
    read(expected).is_ok_and(|a| read(given).is_ok_and(|b| differ_in_sign(&a, &b)))
}

/// The same of two values, in their JSON.
pub fn is_zigzag_value(ty: &Type, expected: &Json, given: &Json) -> bool {
    // The JSON of an integer is a string.
    let ty = unordered(ty, &|_, fixed| match fixed {
        false => Type::Int(Int { signed: true, bits: 128 }),
        true => Type::Str { max: None },
    });
    let read = |json| Value::from_json_value(&ty, json);
    read(expected).is_ok_and(|a| read(given).is_ok_and(|b| differ_in_sign(&a, &b)))
}

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

/// The type with `signed` in place of its signed integers, told whether they are of W1; and seqs
/// for sets and maps, in which such numbers may ascend otherwise.
fn unordered(ty: &Type, signed: &dyn Fn(Int, bool) -> Type) -> Type {
    map(ty, &mut |ty| match ty {
        Type::Int(int) if int.signed => signed(int, matches!(int.bits, 8 | 128)),
        Type::Fixed(int) if int.signed => signed(int, true),
        Type::Set { item, max } => Type::Seq { item, max },
        Type::Map { key, value, max } => {
            Type::Seq { item: Box::new(Type::Tuple(vec![*key, *value])), max }
        }
        Type::Struct(mut s) => {
            forget_defaults(&mut s.fields);
            Type::Struct(s)
        }
        Type::Enum(mut e) => {
            e.variants.iter_mut().for_each(|variant| forget_defaults(&mut variant.fields));
            Type::Enum(e)
        }
        ty => ty,
    })
}

/// Keeps of defaults, which are of the fields' own types, no more than that there are some.
fn forget_defaults(fields: &mut [Field]) {
    for default in fields.iter_mut().filter_map(|field| field.default.as_mut()) {
        *default = Value::Default;
    }
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

/// Whether two values are the same but for signed numbers.
fn differ_in_sign(a: &Value, b: &Value) -> bool {
    let all = |a: &[Value], b: &[Value]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| differ_in_sign(a, b))
    };
    match (a, b) {
        (Value::Signed(_), Value::Signed(_)) => true,
        (Value::Option(Some(a)), Value::Option(Some(b)))
        | (Value::Result(Ok(a)), Value::Result(Ok(b)))
        | (Value::Result(Err(a)), Value::Result(Err(b))) => differ_in_sign(a, b),
        (Value::List(a), Value::List(b)) => all(a, b),
        (Value::Variant(a_tag, a), Value::Variant(b_tag, b)) => a_tag == b_tag && all(a, b),
        _ => a == b,
    }
}
