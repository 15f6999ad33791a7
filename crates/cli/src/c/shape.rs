//! What a type is in C: bounded, with C names, tuples and maps said as structs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use onesheet_dynamic::{Enum as EnumType, Field as FieldType, Int, Type, Value};

use super::names::{identifier, type_name};
use crate::naming::Taken;

/// A type as C holds it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Unit,
    Bool,
    /// W2, W3.
    Number(Number),
    /// W1: a number or float of so many bytes.
    Fixed {
        suffix: &'static str,
        c_type: &'static str,
        size: u64,
    },
    Str {
        max: u64,
    },
    Option(Box<Shape>),
    Struct(Struct),
    Array(Box<Shape>, u64),
    /// W9, and W10 where it is ordered.
    Seq {
        item: Box<Shape>,
        max: u64,
        order: Order,
    },
    Enum(Enum),
}

/// What the elements of a seq ascend by (W10).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    /// Any order: a seq.
    None,
    /// A set.
    Element,
    /// A map, its elements structs of `key` and `value`.
    Key,
}

/// A type of W2 or W3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// As in `onesheet_read_u16`.
    pub suffix: &'static str,
    /// As in `ONESHEET_U16`.
    pub kind: &'static str,
    pub c_type: &'static str,
    /// The largest number on the wire.
    pub limit: u64,
}

/// A struct or a tuple.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Struct {
    /// The type's name without `_t`; none for a tuple.
    pub name: Option<String>,
    pub fields: Vec<Field>,
    pub extensible: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Field {
    pub name: String,
    pub shape: Shape,
    pub default: Option<Value>,
}

/// A tag and a union of structs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Enum {
    /// The type's name without `_t`; none for a result.
    pub name: Option<String>,
    pub variants: Vec<Variant>,
    pub extensible: bool,
    pub other: Option<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variant {
    pub name: String,
    pub tag: u32,
    pub fields: Struct,
}

impl Shape {
    /// Names a struct or an enum.
    fn set_name(&mut self, to: &str) {
        if let Shape::Struct(Struct { name, .. }) | Shape::Enum(Enum { name, .. }) = self {
            *name = Some(to.to_owned());
        }
    }

    /// Translates `ty`, which `path` leads to; the error names the field that C cannot hold.
    pub(super) fn new(ty: &Type, path: &str, names: &mut Names) -> Result<Self, String> {
        let bound = |max: Option<u64>, what: &str| {
            max.filter(|max| u32::try_from(*max).is_ok()).ok_or_else(|| {
                format!("{path}: this {what} needs a max, below 2^32, to be a C type")
            })
        };
        let inner = |ty: &Type, part: &str, names: &mut Names| {
            Self::new(ty, &format!("{path}{part}"), names).map(Box::new)
        };
        Ok(match ty {
            Type::Unit => Shape::Unit,
            Type::Bool => Shape::Bool,
            Type::Char => number("char", "ONESHEET_CHAR", "uint32_t", 0x10_ffff),
            Type::F32 => Shape::Fixed { suffix: "f32", c_type: "float", size: 4 },
            Type::F64 => Shape::Fixed { suffix: "f64", c_type: "double", size: 8 },
            Type::Int(int) => integer(*int, false),
            Type::Fixed(int) => integer(*int, true),
            Type::Str { max } => Shape::Str { max: bound(*max, "str")? },
            Type::Bytes { max } => {
                let max = bound(*max, "bytes")?;
                Shape::Seq { item: Box::new(BYTE), max, order: Order::None }
            }
            Type::Option(item) => Shape::Option(inner(item, "", names)?),
            Type::Array(item, len) => Shape::Array(inner(item, "[]", names)?, *len),
            Type::Seq { item, max } => {
                let max = bound(*max, "seq")?;
                Shape::Seq { item: inner(item, "[]", names)?, max, order: Order::None }
            }
            Type::Set { item, max } => {
                let max = bound(*max, "set")?;
                Shape::Seq { item: inner(item, "[]", names)?, max, order: Order::Element }
            }
            Type::Map { key, value, max } => {
                let max = bound(*max, "map")?;
                let fields = vec![
                    Field::new("key", *inner(key, "[].key", names)?),
                    Field::new("value", *inner(value, "[].value", names)?),
                ];
                let entry = Struct { name: None, fields, extensible: false };
                Shape::Seq { item: Box::new(Shape::Struct(entry)), max, order: Order::Key }
            }
            Type::Tuple(parts) => {
                let mut fields = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    let name = format!("f{i}");
                    fields.push(Field::new(&name, *inner(part, &format!(".{i}"), names)?));
                }
                Shape::Struct(Struct { name: None, fields, extensible: false })
            }
            Type::Struct(s) => names.of_struct(&s.name, |names| {
                let fields = fields(&s.fields, path, names)?;
                Ok(Struct { name: None, fields, extensible: s.extensible })
            })?,
            Type::Result(ok, err) => {
                let mut variant = |tag, name: &str, ty| -> Result<Variant, String> {
                    let shape = *inner(ty, &format!(".{name}"), names)?;
                    let fields = vec![Field::new("value", shape)];
                    let fields = Struct { name: None, fields, extensible: false };
                    Ok(Variant { name: name.to_owned(), tag, fields })
                };
                let variants = vec![variant(0, "ok", ok)?, variant(1, "err", err)?];
                Shape::Enum(Enum { name: None, variants, extensible: false, other: None })
            }
            Type::Enum(e) => names.of_enum(&e.name, |names| variants(e, path, names))?,
            Type::Rows { .. } | Type::Ref(_) => {
                return Err(format!("{path}: rows have no bound, so they cannot be a C type"));
            }
        })
    }

    /// W1: whether a list is value after value.
    pub(super) fn is_fixed(&self) -> bool {
        match self {
            Shape::Unit | Shape::Fixed { .. } => true,
            Shape::Array(item, _) => item.is_fixed(),
            Shape::Struct(s) => s.is_fixed(),
            _ => false,
        }
    }

    /// W30: whether a list takes no bytes.
    pub(super) fn takes_no_bytes(&self) -> bool {
        match self {
            Shape::Unit => true,
            Shape::Array(item, len) => *len == 0 || item.takes_no_bytes(),
            Shape::Struct(s) => {
                !s.extensible && s.fields.iter().all(|field| field.shape.takes_no_bytes())
            }
            _ => false,
        }
    }

    /// Whether values have no member in C.
    pub(super) fn is_void(&self) -> bool {
        match self {
            Shape::Unit => true,
            Shape::Array(item, len) => *len == 0 || item.is_void(),
            Shape::Struct(s) => s.is_void(),
            _ => false,
        }
    }
}

impl Field {
    fn new(name: &str, shape: Shape) -> Self {
        Field { name: name.to_owned(), shape, default: None }
    }
}

impl Struct {
    pub(super) fn is_fixed(&self) -> bool {
        !self.extensible && self.fields.iter().all(|field| field.shape.is_fixed())
    }

    pub(super) fn is_void(&self) -> bool {
        self.fields.iter().all(|field| field.shape.is_void())
    }
}

impl Enum {
    /// Whether it is a number in C, for no variant has a member.
    pub(super) fn is_plain(&self) -> bool {
        self.variants.iter().all(|variant| variant.fields.is_void())
    }

    /// The C type of the tag, and its kind.
    pub(super) fn tag_type(&self) -> (&'static str, &'static str) {
        smallest(self.variants.iter().map(|variant| u64::from(variant.tag)).max().unwrap_or(0))
    }

    /// Where the tag is in the value at `place`.
    pub(super) fn tag(&self, place: &str) -> String {
        if self.is_plain() { place.to_owned() } else { format!("{place}.tag") }
    }
}

/// The smallest unsigned C type that holds `max`, and its kind.
pub(super) fn smallest(max: u64) -> (&'static str, &'static str) {
    match max {
        0..=0xff => ("uint8_t", "ONESHEET_U8"),
        0x100..=0xffff => ("uint16_t", "ONESHEET_U16"),
        _ => ("uint32_t", "ONESHEET_U32"),
    }
}

const BYTE: Shape = Shape::Fixed { suffix: "u8", c_type: "uint8_t", size: 1 };

fn number(suffix: &'static str, kind: &'static str, c_type: &'static str, limit: u64) -> Shape {
    Shape::Number(Number { suffix, kind, c_type, limit })
}

fn integer(int: Int, fixed: bool) -> Shape {
    let (suffix, size) = match (fixed, int.signed, int.bits) {
        (false, false, 16) => return number("u16", "ONESHEET_U16", "uint16_t", 0xffff),
        (false, false, 32) => return number("u32", "ONESHEET_U32", "uint32_t", 0xffff_ffff),
        (false, false, 64) => return number("u64", "ONESHEET_U64", "uint64_t", u64::MAX),
        (false, true, 16) => return number("i16", "ONESHEET_I16", "int16_t", 0xffff),
        (false, true, 32) => return number("i32", "ONESHEET_I32", "int32_t", 0xffff_ffff),
        (false, true, 64) => return number("i64", "ONESHEET_I64", "int64_t", u64::MAX),
        (_, false, 8) => return BYTE,
        (_, true, 8) => ("i8", 1),
        (_, false, 16) => ("fixed_u16", 2),
        (_, true, 16) => ("fixed_i16", 2),
        (_, false, 32) => ("fixed_u32", 4),
        (_, true, 32) => ("fixed_i32", 4),
        (_, false, 64) => ("fixed_u64", 8),
        (_, true, 64) => ("fixed_i64", 8),
        (_, false, _) => ("u128", 16),
        (_, true, _) => ("i128", 16),
    };
    let c_type = match suffix {
        "i8" => "int8_t",
        "fixed_u16" => "uint16_t",
        "fixed_i16" => "int16_t",
        "fixed_u32" => "uint32_t",
        "fixed_i32" => "int32_t",
        "fixed_u64" => "uint64_t",
        "fixed_i64" => "int64_t",
        "u128" => "onesheet_u128",
        _ => "onesheet_i128",
    };
    Shape::Fixed { suffix, c_type, size }
}

fn fields(types: &[FieldType], path: &str, names: &mut Names) -> Result<Vec<Field>, String> {
    let mut taken = Taken::default();
    let mut fields = Vec::new();
    for field in types {
        let shape = Shape::new(&field.ty, &format!("{path}.{}", field.name), names)?;
        let name = identifier(&field.name, "f", &mut taken);
        fields.push(Field { name, shape, default: field.default.clone() });
    }
    Ok(fields)
}

fn variants(e: &EnumType, path: &str, names: &mut Names) -> Result<Enum, String> {
    let mut taken = Taken::default();
    let mut variants = Vec::new();
    for variant in &e.variants {
        let label =
            if variant.name.is_empty() { variant.tag.to_string() } else { variant.name.clone() };
        let fields = fields(&variant.fields, &format!("{path}.{label}"), names)?;
        let name = identifier(&label, "v", &mut taken);
        let fields = Struct { name: None, fields, extensible: e.extensible };
        variants.push(Variant { name, tag: variant.tag, fields });
    }
    Ok(Enum { name: None, variants, extensible: e.extensible, other: e.other })
}

/// The named types met so far, each after those that it holds.
#[derive(Default)]
pub(super) struct Names {
    pub types: Vec<Shape>,
    /// The index of each type, by its name.
    places: HashMap<String, usize>,
}

impl Names {
    /// The struct that `fields` makes, under a C name for `name`.
    pub(super) fn of_struct(
        &mut self,
        name: &str,
        fields: impl FnOnce(&mut Self) -> Result<Struct, String>,
    ) -> Result<Shape, String> {
        let made = fields(self)?;
        Ok(self.named(name, Shape::Struct(made)))
    }

    /// The enum that `variants` makes, under a C name for `name`.
    pub(super) fn of_enum(
        &mut self,
        name: &str,
        variants: impl FnOnce(&mut Self) -> Result<Enum, String>,
    ) -> Result<Shape, String> {
        let made = variants(self)?;
        Ok(self.named(name, Shape::Enum(made)))
    }

    /// One C type for equal types of one name; `name2` for another type of that name.
    fn named(&mut self, name: &str, mut shape: Shape) -> Shape {
        if name.is_empty() {
            return shape;
        }
        let base = type_name(name);
        let mut i = 1;
        loop {
            let name = if i == 1 { base.clone() } else { format!("{base}{i}") };
            shape.set_name(&name);
            match self.places.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(self.types.len());
                    self.types.push(shape.clone());
                    return shape;
                }
                Entry::Occupied(place) if self.types.get(*place.get()) == Some(&shape) => {
                    return shape;
                }
                Entry::Occupied(_) => i += 1,
            }
        }
    }
}
