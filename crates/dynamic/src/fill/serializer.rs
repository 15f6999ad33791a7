//! Values as serde gives them, to their columns.

use serde::ser::{self, Serialize};

use super::{Fields, Fill, Kind, Maps, Queue, misfit};
use crate::compound::{serialize_fields, serialize_items};
use crate::name::Name;
use crate::varint::zigzag;
use crate::{Int, Invalid, Type};

/// To the column of a place.
pub(crate) struct Into<'f, 't>(pub(crate) &'f mut Fill<'t>);

impl<'f, 't> Into<'f, 't> {
    #[inline]
    fn unsigned(self, x: u64) -> Result<(), Invalid> {
        match self.0.place(Kind::Integer)? {
            Fill::Numbers(numbers) => {
                let shift = u32::from(numbers.signed);
                if x > numbers.most >> shift {
                    return Err(misfit());
                }
                numbers.values.push(x << shift);
            }
            Fill::Fixed(ty, width, bytes) => return fixed(ty, *width, bytes, x.into()),
            _ => return Err(misfit()),
        }
        Ok(())
    }

    #[inline]
    fn signed(self, x: i64) -> Result<(), Invalid> {
        match self.0.place(Kind::Integer)? {
            Fill::Numbers(numbers) => {
                let fits = numbers.signed || x >= 0;
                let number = if numbers.signed { zigzag(x) } else { x as u64 };
                if !fits || number > numbers.most {
                    return Err(misfit());
                }
                numbers.values.push(number);
            }
            Fill::Fixed(ty, width, bytes) => return fixed(ty, *width, bytes, x.into()),
            _ => return Err(misfit()),
        }
        Ok(())
    }

    #[inline]
    fn list(self) -> Result<Items<'f, 't>, Invalid> {
        match self.0.place(Kind::List)? {
            Fill::Tuple(columns, _) => Ok(Items::Parts(columns, 0)),
            Fill::Struct(fields) => {
                fields.begin();
                Ok(Items::Fields(fields, 0))
            }
            Fill::Array(len, item) => Ok(Items::Array(*len, item)),
            Fill::Seq(counts, item) => Ok(Items::List(0, counts, item)),
            _ => Err(misfit()),
        }
    }

    #[inline]
    fn object(self) -> Result<Entries<'f, 't>, Invalid> {
        match self.0.place(Kind::Object)? {
            Fill::Struct(fields) => {
                fields.begin();
                Ok(Entries::Fields(fields, 0))
            }
            Fill::Map(maps) => {
                maps.counts.push(0);
                Ok(Entries::Map(maps))
            }
            Fill::Seq(counts, item) => match &mut **item {
                Fill::Tuple(columns, _) if columns.len() == 2 => {
                    counts.push(0);
                    Ok(Entries::Pairs(counts, columns))
                }
                _ => Err(misfit()),
            },
            _ => Err(misfit()),
        }
    }

    /// To what a variant holds.
    #[inline]
    fn variant(self, name: &'static str) -> Result<Into<'f, 't>, Invalid> {
        if name.is_empty() {
            return match self.0.place(Kind::Object)? {
                Fill::Struct(fields) => {
                    fields.begin();
                    fields.null(|name| !name.is_empty())?;
                    Ok(Into(fields.field(&mut 0, name)?))
                }
                Fill::Map(maps) => {
                    let Maps { counts, keys, values, .. } = &mut **maps;
                    counts.push(1);
                    Into(keys).text(name)?;
                    Ok(Into(values))
                }
                _ => Err(misfit()),
            };
        }
        match self.0.place(Kind::Variant)? {
            Fill::Enum(e) => Ok(Into(e.named(name)?)),
            _ => Err(misfit()),
        }
    }

    #[inline]
    fn text(self, text: &str) -> Result<(), Invalid> {
        match self.0.place(Kind::Text)? {
            Fill::Str(texts) => {
                texts.lengths.push(text.len() as u64);
                texts.bytes.extend(text.as_bytes());
                Ok(())
            }
            _ => Err(misfit()),
        }
    }
}

/// Adds a number of fixed width.
fn fixed(ty: &Type, width: usize, bytes: &mut Queue<u8>, x: i128) -> Result<(), Invalid> {
    let (Type::Int(int) | Type::Fixed(int)) = ty else { return Err(misfit()) };
    let Int { signed, bits } = *int;
    let fits = if signed { int.has(x) } else { x >= 0 && (bits == 128 || x >> bits == 0) };
    if !fits {
        return Err(misfit());
    }
    bytes.extend(&x.to_le_bytes()[..width]);
    Ok(())
}

/// The elements of a list or a tuple.
pub(crate) enum Items<'f, 't> {
    Parts(&'f mut [Fill<'t>], usize),
    Fields(&'f mut Fields<'t>, usize),
    /// The elements that are missing.
    Array(u64, &'f mut Fill<'t>),
    /// The elements that came.
    List(u64, &'f mut Queue<u64>, &'f mut Fill<'t>),
}

impl Items<'_, '_> {
    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        let fill = match self {
            Items::Parts(columns, next) => {
                *next += 1;
                columns.get_mut(*next - 1).ok_or_else(misfit)?
            }
            Items::Fields(fields, next) => {
                *next += 1;
                fields.at(*next - 1)?
            }
            Items::Array(missing, item) => {
                *missing = missing.checked_sub(1).ok_or_else(misfit)?;
                item
            }
            Items::List(count, _, item) => {
                *count += 1;
                item
            }
        };
        value.serialize(Into(fill))
    }

    #[inline]
    fn done(self) -> Result<(), Invalid> {
        match self {
            Items::Parts(columns, next) if next != columns.len() => Err(misfit()),
            Items::Array(missing, _) if missing != 0 => Err(misfit()),
            Items::Fields(fields, _) => fields.end(),
            Items::List(count, counts, _) => {
                counts.push(count);
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The entries of a struct or a map.
pub(crate) enum Entries<'f, 't> {
    /// The next field.
    Fields(&'f mut Fields<'t>, usize),
    Map(&'f mut Maps<'t>),
    Pairs(&'f mut Queue<u64>, &'f mut [Fill<'t>]),
}

impl Entries<'_, '_> {
    #[inline]
    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Invalid> {
        let fill = match self {
            Entries::Fields(fields, next) => fields.declared(next, name)?,
            Entries::Map(maps) => {
                maps.counts.add();
                Into(&mut maps.keys).text(name)?;
                &mut maps.values
            }
            Entries::Pairs(counts, pairs) => {
                counts.add();
                Into(&mut pairs[0]).text(name)?;
                &mut pairs[1]
            }
        };
        value.serialize(Into(fill)).map_err(|e| e.inside(format_args!(".{name}")))
    }

    #[inline]
    fn done(self) -> Result<(), Invalid> {
        match self {
            Entries::Fields(fields, _) => fields.end(),
            _ => Ok(()),
        }
    }
}

macro_rules! numbers {
    ($($method:ident: $ty:ty, $to:ident;)*) => {$(
        #[inline]
        fn $method(self, x: $ty) -> Result<(), Invalid> {
            self.$to(x.into())
        }
    )*};
}

impl<'f, 't> ser::Serializer for Into<'f, 't> {
    type Ok = ();
    type Error = Invalid;
    type SerializeSeq = Items<'f, 't>;
    type SerializeTuple = Items<'f, 't>;
    type SerializeTupleStruct = Items<'f, 't>;
    type SerializeTupleVariant = Items<'f, 't>;
    type SerializeMap = Entries<'f, 't>;
    type SerializeStruct = Entries<'f, 't>;
    type SerializeStructVariant = Entries<'f, 't>;

    numbers! {
        serialize_u8: u8, unsigned;
        serialize_u16: u16, unsigned;
        serialize_u32: u32, unsigned;
        serialize_u64: u64, unsigned;
        serialize_i8: i8, signed;
        serialize_i16: i16, signed;
        serialize_i32: i32, signed;
        serialize_i64: i64, signed;
    }

    #[inline]
    fn serialize_u128(self, x: u128) -> Result<(), Invalid> {
        if let Ok(x) = u64::try_from(x) {
            return self.unsigned(x);
        }
        match (self.0.place(Kind::Integer)?, i128::try_from(x)) {
            (Fill::Fixed(ty, width, bytes), Ok(x)) => fixed(ty, *width, bytes, x),
            (Fill::Fixed(Type::Int(Int { signed: false, bits: 128 }), _, bytes), _) => {
                bytes.extend(&x.to_le_bytes());
                Ok(())
            }
            (Fill::Fixed(..), Err(_)) => {
                let why = format!("{x}: no type has this number and negative ones");
                Err(Invalid::new(why))
            }
            _ => Err(misfit()),
        }
    }

    #[inline]
    fn serialize_i128(self, x: i128) -> Result<(), Invalid> {
        if let Ok(x) = i64::try_from(x) {
            return self.signed(x);
        }
        match (self.0.place(Kind::Integer)?, u64::try_from(x)) {
            (Fill::Fixed(ty, width, bytes), _) => fixed(ty, *width, bytes, x),
            (Fill::Numbers(numbers), Ok(x)) if !numbers.signed && x <= numbers.most => {
                numbers.values.push(x);
                Ok(())
            }
            _ => Err(misfit()),
        }
    }

    #[inline]
    fn serialize_bool(self, x: bool) -> Result<(), Invalid> {
        match self.0.place(Kind::Bool)? {
            Fill::Bool(values) => {
                values.push(x);
                Ok(())
            }
            _ => Err(misfit()),
        }
    }

    #[inline]
    fn serialize_f32(self, x: f32) -> Result<(), Invalid> {
        match self.0.place(Kind::Float)? {
            Fill::Fixed(Type::F32, _, bytes) => bytes.extend(&x.to_le_bytes()),
            Fill::Fixed(Type::F64, _, bytes) => {
                bytes.extend(&f64::from(x).to_le_bytes());
            }
            _ => return Err(misfit()),
        }
        Ok(())
    }

    #[inline]
    fn serialize_f64(self, x: f64) -> Result<(), Invalid> {
        match self.0.place(Kind::Float)? {
            Fill::Fixed(Type::F64, _, bytes) => bytes.extend(&x.to_le_bytes()),
            _ => return Err(misfit()),
        }
        Ok(())
    }

    #[inline]
    fn serialize_char(self, x: char) -> Result<(), Invalid> {
        self.text(x.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), Invalid> {
        self.text(text)
    }

    #[inline]
    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Invalid> {
        match self.0.place(Kind::Bytes)? {
            Fill::Bytes(texts) => {
                texts.lengths.push(bytes.len() as u64);
                texts.bytes.extend(bytes);
                Ok(())
            }
            _ => Err(misfit()),
        }
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Invalid> {
        self.0.null()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Invalid> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Invalid> {
        self.0.null()
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Invalid> {
        self.0.null()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), Invalid> {
        if name.is_empty() {
            return self.text(name);
        }
        self.variant(name)?.0.nothing()
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Invalid> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Invalid> {
        value.serialize(self.variant(name)?)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Invalid> {
        self.list()
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Invalid> {
        self.list()
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Invalid> {
        self.list()
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Invalid> {
        self.variant(name)?.list()
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Invalid> {
        self.object()
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Invalid> {
        self.object()
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Invalid> {
        self.variant(name)?.object()
    }
}

serialize_items! { Items<'_, '_>:
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

serialize_fields! { Entries<'_, '_> }

impl ser::SerializeMap for Entries<'_, '_> {
    type Ok = ();
    type Error = Invalid;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Invalid> {
        match self {
            Entries::Fields(fields, _) => key.serialize(Name(&mut fields.key)),
            Entries::Map(maps) => {
                maps.counts.add();
                key.serialize(Into(&mut maps.keys))
            }
            Entries::Pairs(counts, pairs) => {
                counts.add();
                key.serialize(Into(&mut pairs[0]))
            }
        }
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        let fill = match self {
            Entries::Fields(fields, next) => fields.keyed(next)?,
            Entries::Map(maps) => &mut maps.values,
            Entries::Pairs(_, pairs) => &mut pairs[1],
        };
        value.serialize(Into(fill))
    }

    #[inline]
    fn end(self) -> Result<(), Invalid> {
        self.done()
    }
}
