//! A type of the format, as a value of the program.

use crate::Value;

/// An integer type; `usize` is `u64` and `isize` is `i64` (W2, W3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Whether it has negative values.
    pub signed: bool,
    /// 8, 16, 32, 64 or 128.
    pub bits: u32,
}

/// A type of the format.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// No bytes (W1).
    Unit,
    /// W4.
    Bool,
    /// W2 with W26.
    Char,
    /// W1.
    F32,
    /// W1.
    F64,
    /// W1 with 8 and 128 bits; else W2 or W3.
    Int(Int),
    /// An integer of 16, 32 or 64 bits that is marked `fixed` (W1).
    Fixed(Int),
    /// W5.
    Str {
        /// Most bytes of a value.
        max: Option<u64>,
    },
    /// seq(u8), its values held as bytes (W9).
    Bytes {
        /// Most bytes of a value.
        max: Option<u64>,
    },
    /// W6.
    Option(Box<Type>),
    /// W7.
    Tuple(Vec<Type>),
    /// W7, or W12 if extensible.
    Struct(Struct),
    /// W8: the element and the number of elements.
    Array(Box<Type>, u64),
    /// W9.
    Seq {
        /// The element.
        item: Box<Type>,
        /// Most elements of a value.
        max: Option<u64>,
    },
    /// W10.
    Set {
        /// The element.
        item: Box<Type>,
        /// Most elements of a value.
        max: Option<u64>,
    },
    /// W10.
    Map {
        /// The key.
        key: Box<Type>,
        /// The value.
        value: Box<Type>,
        /// Most entries of a value.
        max: Option<u64>,
    },
    /// The enum {0: T, 1: E} (W11).
    Result(Box<Type>, Box<Type>),
    /// W11, or W13 if extensible.
    Enum(Enum),
    /// W14.
    Rows {
        /// What a [`Type::Ref`] inside calls it; empty if none does.
        name: String,
        /// The type of each row.
        row: Box<Type>,
    },
    /// The innermost rows type of this name around this place.
    Ref(String),
}

/// A struct type.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// The declared name; empty if there is none.
    pub name: String,
    /// The fields in wire order.
    pub fields: Vec<Field>,
    /// Whether it is declared extensible (W12).
    pub extensible: bool,
}

/// A field of a struct or of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The declared name; the place from 0 if there is none.
    pub name: String,
    /// The type.
    pub ty: Type,
    /// The declared default (W30), in extensible types; [`Value::Default`] if only known to exist.
    pub default: Option<Value>,
}

/// An enum type.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The declared name; empty if there is none.
    pub name: String,
    /// The variants by ascending tag.
    pub variants: Vec<Variant>,
    /// Whether it is declared extensible (W13).
    pub extensible: bool,
    /// The tag of the catch-all variant (W31).
    pub other: Option<u32>,
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The declared name; empty if there is none.
    pub name: String,
    /// The tag (W20).
    pub tag: u32,
    /// The fields in wire order.
    pub fields: Vec<Field>,
}

impl Int {
    /// Every integer type with its name.
    pub(crate) const ALL: [(&'static str, Int); 10] = [
        ("u8", Int { signed: false, bits: 8 }),
        ("u16", Int { signed: false, bits: 16 }),
        ("u32", Int { signed: false, bits: 32 }),
        ("u64", Int { signed: false, bits: 64 }),
        ("u128", Int { signed: false, bits: 128 }),
        ("i8", Int { signed: true, bits: 8 }),
        ("i16", Int { signed: true, bits: 16 }),
        ("i32", Int { signed: true, bits: 32 }),
        ("i64", Int { signed: true, bits: 64 }),
        ("i128", Int { signed: true, bits: 128 }),
    ];

    pub(crate) fn named(name: &str) -> Option<Int> {
        Self::ALL.into_iter().find(|(n, _)| *n == name).map(|(_, int)| int)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, int)| *int == self).map_or("an impossible integer", |x| x.0)
    }

    /// Whether the type is one of W2 and W3 unless it is marked `fixed`.
    pub(crate) fn is_variable(self) -> bool {
        matches!(self.bits, 16 | 32 | 64)
    }

    /// Whether a signed type has the value.
    pub(crate) fn has(self, x: i128) -> bool {
        let unused = 128 - self.bits;
        x << unused >> unused == x
    }

    /// The greatest number that W2 may store for this type: for W3 a zigzag, which has as many bits.
    #[inline]
    pub(crate) fn max(self) -> u64 {
        u64::MAX >> (64 - self.bits.min(64))
    }
}

impl Type {
    /// `u8`, the element of [`Type::Bytes`].
    pub(crate) const U8: Type = Type::Int(Int { signed: false, bits: 8 });

    /// The enum {0 Ok(T), 1 Err(E)} that a result is (W11).
    #[must_use]
    pub fn result_enum(ok: &Type, err: &Type) -> Enum {
        let variant = |tag, name: &str, ty: &Type| Variant {
            name: name.to_owned(),
            tag,
            fields: vec![Field { name: "0".to_owned(), ty: ty.clone(), default: None }],
        };
        Enum {
            name: "Result".to_owned(),
            variants: vec![variant(0, "Ok", ok), variant(1, "Err", err)],
            extensible: false,
            other: None,
        }
    }

    /// The element type of the seq that a map is (W10).
    pub(crate) fn entry(key: &Type, value: &Type) -> Type {
        Type::Tuple(vec![key.clone(), value.clone()])
    }
}
