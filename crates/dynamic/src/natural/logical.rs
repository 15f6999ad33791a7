//! What a type leaves open in JSON: dates and times, and the form of bytes.

use crate::time::{Unit, Zone};
use crate::{Field, Struct, Type};

/// What the type leaves open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Bytes are hex, and not base64.
    pub hex: bool,
    /// Integers of 64 and 128 bits are strings, for programs that have floats for numbers.
    pub quoted: bool,
}

/// What numbers stand for, in the places of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Logical {
    /// Days since 1970-01-01.
    Date,
    /// Milliseconds since 1970-01-01, of which a date is left where they are whole days.
    DateMillis,
    /// Time since midnight.
    Time(Unit),
    /// Time since 1970-01-01, of UTC if there is a zone.
    Timestamp(Unit, Option<Zone>),
    /// The elements of a list.
    Items(Box<Logical>),
    /// The fields of a struct, those that stand for something else.
    Fields(Vec<Option<Logical>>),
}

impl Logical {
    /// The type with texts where its numbers stand for something else: it takes the same JSON, and keeps texts
    /// as they are.
    #[must_use]
    pub fn text_type(&self, ty: &Type) -> Type {
        let boxed = |item: &Logical, ty: &Type| Box::new(item.text_type(ty));
        match (self, ty) {
            (_, Type::Option(item)) => Type::Option(boxed(self, item)),
            (Logical::Items(part), Type::Array(item, len)) => Type::Array(boxed(part, item), *len),
            (Logical::Items(part), Type::Seq { item, max }) => {
                Type::Seq { item: boxed(part, item), max: *max }
            }
            (Logical::Items(part), Type::Set { item, max }) => {
                Type::Set { item: boxed(part, item), max: *max }
            }
            (Logical::Items(part), Type::Map { key, value, max }) => {
                Type::Map { key: key.clone(), value: boxed(part, value), max: *max }
            }
            (Logical::Fields(parts), Type::Struct(s)) => {
                let each = s.fields.iter().enumerate();
                let fields =
                    each.map(|(i, field)| Field { ty: text(parts, i, &field.ty), ..field.clone() });
                Type::Struct(Struct { fields: fields.collect(), ..s.clone() })
            }
            (Logical::Fields(parts), Type::Tuple(types)) => {
                let each = types.iter().enumerate();
                Type::Tuple(each.map(|(i, ty)| text(parts, i, ty)).collect())
            }
            (Logical::Items(_) | Logical::Fields(_), ty) => ty.clone(),
            (_, Type::Int(_) | Type::Fixed(_)) => Type::Str { max: None },
            (_, ty) => ty.clone(),
        }
    }
}

/// The type of a part.
fn text(parts: &[Option<Logical>], i: usize, ty: &Type) -> Type {
    let logical = parts.get(i).and_then(Option::as_ref);
    logical.map_or_else(|| ty.clone(), |logical| logical.text_type(ty))
}
