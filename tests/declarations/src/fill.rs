//! The defaults of generated fields, which a schema does not say.

use onesheet_dynamic::{Field, Type, Value};

/// A field whose name ends so has 7 for its default, not 0.
pub const SEVEN: &str = "_seven";

/// Gives each field with a default the value that was declared.
pub fn defaults(ty: &mut Type) {
    match ty {
        Type::Struct(s) => fields(&mut s.fields),
        Type::Enum(e) => e.variants.iter_mut().for_each(|variant| fields(&mut variant.fields)),
        Type::Tuple(parts) => parts.iter_mut().for_each(defaults),
        Type::Option(item) | Type::Array(item, _) | Type::Rows { row: item, .. } => defaults(item),
        Type::Seq { item, .. } | Type::Set { item, .. } => defaults(item),
        Type::Map { key: a, value: b, .. } | Type::Result(a, b) => {
            defaults(a);
            defaults(b);
        }
        _ => {}
    }
}

fn fields(fields: &mut [Field]) {
    for field in fields {
        defaults(&mut field.ty);
        if field.default.is_some() {
            let seven = field.name.ends_with(SEVEN);
            field.default = Some(default(&field.ty, if seven { 7 } else { 0 }));
        }
    }
}

/// `Default::default()`, with `number` for what is only a number.
fn default(ty: &Type, number: u8) -> Value {
    match ty {
        Type::Unit => Value::Unit,
        Type::Bool => Value::Bool(false),
        Type::Char => Value::Char('\0'),
        Type::F32 => Value::F32(0),
        Type::F64 => Value::F64(0),
        Type::Int(int) | Type::Fixed(int) if int.signed => Value::Signed(number.into()),
        Type::Int(_) | Type::Fixed(_) => Value::Unsigned(number.into()),
        Type::Str { .. } => Value::Str(String::new()),
        Type::Bytes { .. } => Value::Bytes(Vec::new()),
        Type::Option(_) => Value::Option(None),
        Type::Tuple(parts) => Value::List(parts.iter().map(|part| default(part, 0)).collect()),
        Type::Struct(s) => Value::List(s.fields.iter().map(|f| default(&f.ty, 0)).collect()),
        Type::Array(item, len) => Value::List((0..*len).map(|_| default(item, 0)).collect()),
        Type::Seq { .. } | Type::Set { .. } => Value::List(Vec::new()),
        Type::Map { .. } => Value::Map(Vec::new()),
        Type::Result(..) | Type::Enum(_) | Type::Rows { .. } | Type::Ref(_) => {
            unreachable!("the generator gives no field of such a type a default")
        }
    }
}
