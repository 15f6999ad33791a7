//! From the constant that the derive makes to a [`Type`].

use onesheet::Schema;

use crate::{Enum, Field, Int, Invalid, Struct, Type, Value, Variant};

/// Parts that a type may have when it is written out.
const MAX_PARTS: u32 = 1_000_000;

impl Type {
    /// The type of a `T::SCHEMA`.
    ///
    /// A schema says only that a field has a default, not which: such a field gets
    /// [`Value::Default`], which decoding gives where the default is taken.
    ///
    /// # Errors
    ///
    /// If a type made by hand breaks a rule, or is nested or repeated beyond reason.
    pub fn from_schema(schema: &Schema) -> Result<Self, Invalid> {
        let ty = Converter { parts_left: MAX_PARTS, rows: Vec::new() }.ty(schema)?;
        ty.check()?;
        Ok(ty)
    }
}

struct Converter {
    parts_left: u32,
    /// The rows types around this place, outermost first, with the names that refer to them.
    rows: Vec<Rows>,
}

struct Rows {
    name: &'static str,
    schema: fn() -> &'static Schema,
    label: String,
}

impl Converter {
    fn ty(&mut self, schema: &Schema) -> Result<Type, Invalid> {
        self.parts_left = self
            .parts_left
            .checked_sub(1)
            .ok_or_else(|| Invalid::new("the type has too many parts"))?;
        Ok(match *schema {
            Schema::Unit => Type::Unit,
            Schema::Bool => Type::Bool,
            Schema::Char => Type::Char,
            Schema::U8 => int(false, 8),
            Schema::U16 => int(false, 16),
            Schema::U32 => int(false, 32),
            Schema::U64 => int(false, 64),
            Schema::U128 => int(false, 128),
            Schema::I8 => int(true, 8),
            Schema::I16 => int(true, 16),
            Schema::I32 => int(true, 32),
            Schema::I64 => int(true, 64),
            Schema::I128 => int(true, 128),
            Schema::F32 => Type::F32,
            Schema::F64 => Type::F64,
            Schema::FixedU16 => Type::Fixed(Int { signed: false, bits: 16 }),
            Schema::FixedU32 => Type::Fixed(Int { signed: false, bits: 32 }),
            Schema::FixedU64 => Type::Fixed(Int { signed: false, bits: 64 }),
            Schema::FixedI16 => Type::Fixed(Int { signed: true, bits: 16 }),
            Schema::FixedI32 => Type::Fixed(Int { signed: true, bits: 32 }),
            Schema::FixedI64 => Type::Fixed(Int { signed: true, bits: 64 }),
            Schema::Foreign { name, .. } => {
                return Err(Invalid::new(format!(
                    "a type outside of the format ({name}) can be read by its own program alone"
                )));
            }
            Schema::Str { max } => Type::Str { max: bound(max) },
            Schema::Option(item) => Type::Option(self.boxed(item)?),
            Schema::Tuple(parts) => {
                Type::Tuple(parts.iter().map(|part| self.ty(part)).collect::<Result<_, _>>()?)
            }
            Schema::Struct(s) => Type::Struct(Struct {
                name: s.name.to_owned(),
                fields: self.fields(s.fields, s.extensible)?,
                extensible: s.extensible,
            }),
            Schema::Array(item, len) => Type::Array(self.boxed(item)?, len as u64),
            Schema::Seq { item: Schema::U8, max } => Type::Bytes { max: bound(max) },
            Schema::Seq { item, max } => Type::Seq { item: self.boxed(item)?, max: bound(max) },
            Schema::Set { item, max } => Type::Set { item: self.boxed(item)?, max: bound(max) },
            Schema::Map { key, value, max } => {
                Type::Map { key: self.boxed(key)?, value: self.boxed(value)?, max: bound(max) }
            }
            Schema::Result(ok, err) => Type::Result(self.boxed(ok)?, self.boxed(err)?),
            Schema::Enum(e) => Type::Enum(self.enumeration(e)?),
            Schema::Rows { name, schema, .. } => self.rows(name, schema)?,
            _ => {
                return Err(Invalid::new(
                    "a kind of schema that this version of onesheet-dynamic does not know",
                ));
            }
        })
    }

    fn boxed(&mut self, schema: &Schema) -> Result<Box<Type>, Invalid> {
        self.ty(schema).map(Box::new)
    }

    fn fields(
        &mut self,
        fields: &[onesheet::schema::Field],
        extensible: bool,
    ) -> Result<Vec<Field>, Invalid> {
        let field = |field: &onesheet::schema::Field| {
            let default = (extensible && field.default).then_some(Value::Default);
            Ok(Field { name: field.name.to_owned(), ty: self.ty(field.schema)?, default })
        };
        fields.iter().map(field).collect()
    }

    fn enumeration(&mut self, e: &onesheet::schema::Enum) -> Result<Enum, Invalid> {
        let mut variants = Vec::with_capacity(e.variants.len());
        for variant in e.variants {
            variants.push(Variant {
                name: variant.name.to_owned(),
                tag: variant.tag,
                fields: self.fields(variant.fields, e.extensible)?,
            });
        }
        Ok(Enum { name: e.name.to_owned(), variants, extensible: e.extensible, other: e.other })
    }

    fn rows(
        &mut self,
        name: &'static str,
        schema: fn() -> &'static Schema,
    ) -> Result<Type, Invalid> {
        // The name as well: a linker may give equal functions one address.
        let same = |rows: &&Rows| rows.name == name && std::ptr::fn_addr_eq(rows.schema, schema);
        if let Some(rows) = self.rows.iter().find(same) {
            return Ok(Type::Ref(rows.label.clone()));
        }
        let before = self.rows.iter().filter(|rows| rows.name == name).count();
        let label = if before == 0 { name.to_owned() } else { format!("{name}#{}", before + 1) };
        self.rows.push(Rows { name, schema, label: label.clone() });
        let row = self.boxed(schema())?;
        self.rows.pop();
        Ok(Type::Rows { name: label, row })
    }
}

fn int(signed: bool, bits: u32) -> Type {
    Type::Int(Int { signed, bits })
}

fn bound(max: Option<usize>) -> Option<u64> {
    max.map(|max| max as u64)
}
