//! What a type looks like on the wire: the constants behind `T::SCHEMA`.
//!
//! A [`Schema`] says which row of the format each part of a type follows, and how its fields and
//! variants are called. It is plain constant data: a program that does not name it does not hold it.

/// The format type of a Rust type, with the names of its fields and variants.
///
/// The text form, the JSON form and the fingerprint are described in `spec/SCHEMA.md`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Schema {
    /// No bytes (W1).
    Unit,
    /// W4.
    Bool,
    /// A Unicode scalar value, as `u32` (W2, W26).
    Char,
    /// One byte (W1).
    U8,
    /// W2.
    U16,
    /// W2.
    U32,
    /// W2; also `usize`.
    U64,
    /// Sixteen bytes (W1).
    U128,
    /// One byte (W1).
    I8,
    /// W3.
    I16,
    /// W3.
    I32,
    /// W3; also `isize`.
    I64,
    /// Sixteen bytes (W1).
    I128,
    /// Four bytes (W1).
    F32,
    /// Eight bytes (W1).
    F64,
    /// Two bytes (W1).
    FixedU16,
    /// Four bytes (W1).
    FixedU32,
    /// Eight bytes (W1).
    FixedU64,
    /// Two bytes (W1).
    FixedI16,
    /// Four bytes (W1).
    FixedI32,
    /// Eight bytes (W1).
    FixedI64,
    /// UTF-8 text (W5), of at most `max` bytes where the type has such a bound.
    Str {
        /// Most bytes that a value of the type holds.
        max: Option<usize>,
    },
    /// W6.
    Option(&'static Schema),
    /// A tuple, its parts without names (W7, or W1 if all are fixed).
    Tuple(&'static [&'static Schema]),
    /// A struct (W7, W12, or W1 if all fields are fixed and it is not extensible).
    Struct(&'static Struct),
    /// W8: the element and the number of elements.
    Array(&'static Schema, usize),
    /// W9, of at most `max` elements where the type has such a bound.
    Seq {
        /// The element.
        item: &'static Schema,
        /// Most elements that a value of the type holds.
        max: Option<usize>,
    },
    /// W10, of at most `max` elements where the type has such a bound.
    Set {
        /// The element.
        item: &'static Schema,
        /// Most elements that a value of the type holds.
        max: Option<usize>,
    },
    /// W10, of at most `max` entries where the type has such a bound.
    Map {
        /// The key.
        key: &'static Schema,
        /// The value.
        value: &'static Schema,
        /// Most entries that a value of the type holds.
        max: Option<usize>,
    },
    /// `Result<T, E>`: the enum `{0: T, 1: E}` (W11).
    Result(&'static Schema, &'static Schema),
    /// An enum (W11, W13).
    Enum(&'static Enum),
    /// A type outside of the format, for packets of another protocol: no other reader takes its schema.
    Foreign {
        /// What it is.
        name: &'static str,
        /// Most bytes that a value takes.
        max_len: usize,
    },
    /// W14. A function returns the inner type, because it may contain this type.
    Rows {
        /// The name of the type.
        name: &'static str,
        /// The type of each row.
        schema: fn() -> &'static Schema,
        /// The same, of a type that cannot contain itself.
        flat: Option<&'static Schema>,
    },
}

/// A struct type.
#[derive(Clone, Copy, Debug)]
pub struct Struct {
    /// The name in the source.
    pub name: &'static str,
    /// The fields in wire order.
    pub fields: &'static [Field],
    /// Whether it is declared extensible (W12).
    pub extensible: bool,
}

/// A field of a struct or of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name in the source; the place from 0, in decimal, where it has none.
    pub name: &'static str,
    /// The field's type.
    pub schema: &'static Schema,
    /// Whether a default is declared (W30).
    pub default: bool,
}

/// An enum type.
#[derive(Clone, Copy, Debug)]
pub struct Enum {
    /// The name in the source.
    pub name: &'static str,
    /// The variants by ascending tag.
    pub variants: &'static [Variant],
    /// Whether it is declared extensible (W13).
    pub extensible: bool,
    /// The tag of the catch-all variant (W31).
    pub other: Option<u32>,
}

/// A variant of an enum.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name in the source.
    pub name: &'static str,
    /// The tag (W20).
    pub tag: u32,
    /// The fields in wire order.
    pub fields: &'static [Field],
}

/// Goes through a slice in a constant.
macro_rules! fold {
    ($parts:expr, $start:expr, |$sum:ident, $part:ident| $next:expr) => {{
        let (mut $sum, mut rest) = ($start, $parts);
        while let [$part, after @ ..] = rest {
            $sum = $next;
            rest = after;
        }
        $sum
    }};
}
pub(crate) use fold;

/// What `?` does, in a constant.
macro_rules! some {
    ($option:expr) => {
        match $option {
            Some(value) => value,
            None => return None,
        }
    };
}
pub(crate) use some;

/// The schema of an enum of std, of whose variants each has one field or none.
macro_rules! enum_schema {
    ($name:literal $($tag:literal: $variant:literal $(($field:expr))?),*) => {
        &$crate::schema::Schema::Enum(&$crate::schema::Enum {
            name: $name,
            variants: &[$($crate::schema::Variant {
                name: $variant,
                tag: $tag,
                fields: &[$($crate::schema::Field { name: "0", schema: $field, default: false })?],
            }),*],
            extensible: false,
            other: None,
        })
    };
}
pub(crate) use enum_schema;

/// The columns of fields, as many as they may be: all together are one where all are fixed.
const fn columns_of_fields(fields: &[Field]) -> usize {
    fold!(fields, 0, |sum, field| sum + field.schema.columns())
}

/// Columns of the entries of a map, whose parts have so many: one for two units, which are a fixed tuple (W1).
/// Sets may be written as maps to units.
const fn entry_columns(parts: usize) -> usize {
    if parts == 0 { 1 } else { parts }
}

/// Of each of the V variants of an enum its tag, and the columns before those of its fields.
#[doc(hidden)]
#[must_use]
#[expect(clippy::indexing_slicing, reason = "it runs in the compiler")]
pub const fn variants<const V: usize>(schema: &Schema) -> [(u32, usize); V] {
    let mut variants = [(0, 0); V];
    let (mut place, mut before) = (0, 1);
    if let Schema::Enum(ty) = schema {
        while place < V {
            variants[place] = (ty.variants[place].tag, before);
            before += ty.extensible as usize + columns_of_fields(ty.variants[place].fields);
            place += 1;
        }
    }
    variants
}

impl Schema {
    /// The bytes of every value, if the type is fixed (W1).
    #[must_use]
    pub const fn fixed_size(&self) -> Option<usize> {
        match *self {
            Schema::Unit => Some(0),
            Schema::U8 | Schema::I8 => Some(1),
            Schema::FixedU16 | Schema::FixedI16 => Some(2),
            Schema::FixedU32 | Schema::FixedI32 | Schema::F32 => Some(4),
            Schema::FixedU64 | Schema::FixedI64 | Schema::F64 => Some(8),
            Schema::U128 | Schema::I128 => Some(16),
            Schema::Array(item, len) => match item.fixed_size() {
                Some(size) => size.checked_mul(len),
                None => None,
            },
            Schema::Tuple(parts) => Some(fold!(parts, 0usize, |sum, part| {
                some!(sum.checked_add(some!(part.fixed_size())))
            })),
            Schema::Struct(Struct { fields, extensible: false, .. }) => {
                Some(fold!(*fields, 0usize, |sum, field| {
                    some!(sum.checked_add(some!(field.schema.fixed_size())))
                }))
            }
            _ => None,
        }
    }

    /// The columns of a list of values: of lengths, of numbers, of bytes, or of whole rows.
    #[doc(hidden)]
    #[must_use]
    pub const fn columns(&self) -> usize {
        match *self {
            Schema::Unit => 0,
            _ if self.fixed_size().is_some() => 1,
            Schema::Str { .. } => 2,
            Schema::Option(item) | Schema::Seq { item, .. } => 1 + item.columns(),
            Schema::Set { item, .. } => 1 + entry_columns(item.columns()),
            Schema::Array(item, _) => item.columns(),
            Schema::Map { key, value, .. } => 1 + entry_columns(key.columns() + value.columns()),
            Schema::Tuple(parts) => fold!(parts, 0, |sum, part| sum + part.columns()),
            Schema::Struct(ty) => ty.extensible as usize + columns_of_fields(ty.fields),
            Schema::Result(ok, err) => 1 + ok.columns() + err.columns(),
            Schema::Enum(ty) => fold!(ty.variants, 1, |sum, variant| {
                sum + ty.extensible as usize + columns_of_fields(variant.fields)
            }),
            // Numbers, and rows.
            _ => 1,
        }
    }

    /// The same type with at most `max` bytes or elements, if it has a count.
    ///
    /// A hand-written impl declares its bound with this. Types that contain it then have a
    /// [`MAX_LEN`](crate::Serialize::MAX_LEN).
    ///
    /// ```
    /// use onesheet::{Schema, Serialize};
    /// use onesheet::ser::{Items, ListWriter, Writer};
    ///
    /// /// A name of at most 20 bytes.
    /// struct Name(String);
    ///
    /// impl Serialize for Name {
    ///     const SCHEMA: &'static Schema = &str::SCHEMA.with_max(20);
    ///
    ///     fn serialize(&self, w: &mut Writer<'_>) {
    ///         self.0.serialize(w)
    ///     }
    ///
    ///     fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
    ///         w.borrow(items, |name| &name.0)
    ///     }
    /// }
    ///
    /// assert_eq!(<(u8, Name)>::MAX_LEN, 1 + 1 + 20);
    /// ```
    #[must_use]
    pub const fn with_max(self, max: usize) -> Self {
        let max = Some(max);
        match self {
            Schema::Str { .. } => Schema::Str { max },
            Schema::Seq { item, .. } => Schema::Seq { item, max },
            Schema::Set { item, .. } => Schema::Set { item, max },
            Schema::Map { key, value, .. } => Schema::Map { key, value, max },
            other => other,
        }
    }
}
