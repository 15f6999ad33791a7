//! The defaults of the matrix, which a schema does not say.

use onesheet::Schema;
use onesheet_dynamic::{Field, Int, Type, Value};

/// A type of the matrix for the dynamic codec, its defaults filled in.
#[must_use]
pub fn type_of(schema: &Schema) -> Type {
    let mut ty = Type::from_schema(schema).expect("a type of the matrix is one of the format");
    fill(&mut ty);
    ty
}

/// Gives each field that has a default the one that all fields of its type in the matrix have.
fn fill(ty: &mut Type) {
    match ty {
        Type::Struct(s) => fill_fields(&mut s.fields),
        Type::Enum(e) => e.variants.iter_mut().for_each(|variant| fill_fields(&mut variant.fields)),
        Type::Tuple(parts) => parts.iter_mut().for_each(fill),
        Type::Option(item) | Type::Array(item, _) | Type::Rows { row: item, .. } => fill(item),
        Type::Seq { item, .. } | Type::Set { item, .. } => fill(item),
        Type::Map { key: a, value: b, .. } | Type::Result(a, b) => {
            fill(a);
            fill(b);
        }
        _ => {}
    }
}

fn fill_fields(fields: &mut [Field]) {
    for field in fields {
        fill(&mut field.ty);
        if field.default.is_some() {
            field.default = Some(default(&field.ty));
        }
    }
}

fn default(ty: &Type) -> Value {
    match ty {
        Type::Int(Int { bits: 8, .. }) => Value::Unsigned(7),
        Type::Int(Int { bits: 16, .. }) => Value::Unsigned(500),
        Type::Bool => Value::Bool(true),
        Type::Option(_) => Value::Option(None),
        Type::Seq { .. } => Value::List(Vec::new()),
        _ => unreachable!("no field of such a type has a default"),
    }
}
