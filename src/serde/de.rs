//! Bytes to values, S1 to S8.

use ::serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor, value::U32Deserializer};

use super::error::SerdeError;
use crate::de::Deserialize as _;
use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;
use crate::types::map::any_heap;

/// Reads a value.
///
/// # Errors
/// The rule that the input breaks, [`NotSelfDescribing`](ErrorKind::NotSelfDescribing) for a type that
/// asks for what S9 leaves out, and [`Refused`](ErrorKind::Refused) where the impl of the type fails.
pub(super) fn from_reader<'de, T: de::Deserialize<'de>>(r: &mut Reader<'de>) -> Result<T> {
    T::deserialize(Input(r)).map_err(|error| error.at(r.position()))
}

/// Where values come from, one after another.
struct Input<'r, 'de>(&'r mut Reader<'de>);

impl<'de> Input<'_, 'de> {
    /// Reads a value that has parts, by `f`: one level deeper (S13), and charged for its size, for it
    /// may stand behind a pointer of its own.
    fn nest<V: Visitor<'de>>(
        self,
        visitor: V,
        f: impl FnOnce(&mut Reader<'de>, V) -> Result<V::Value, SerdeError>,
    ) -> Result<V::Value, SerdeError> {
        self.0.charge(1, size_of::<V::Value>())?;
        let value = self.0.nest(|r| f(r, visitor).map_err(|error| error.at(r.position())));
        value.map_err(SerdeError::from)
    }

    /// Reads fields, of which there are so many (S5).
    fn fields<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, SerdeError> {
        self.nest(visitor, |r, visitor| fields(r, count, visitor))
    }
}

macro_rules! as_decoded {
    ($($method:ident: $ty:ty, $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
            visitor.$visit(<$ty>::deserialize(self.0)?)
        }
    )*};
}

macro_rules! as_borrowed {
    ($($method:ident: $ty:ty, $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
            let value = <$ty>::deserialize(self.0)?;
            self.0.charge(value.len(), 1)?;
            visitor.$visit(value)
        }
    )*};
}

macro_rules! not_self_describing {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, SerdeError> {
            Err(SerdeError::NOT_SELF_DESCRIBING)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Input<'_, 'de> {
    type Error = SerdeError;

    // S1.
    as_decoded! {
        deserialize_bool: bool, visit_bool;
        deserialize_i8: i8, visit_i8;
        deserialize_i16: i16, visit_i16;
        deserialize_i32: i32, visit_i32;
        deserialize_i64: i64, visit_i64;
        deserialize_i128: i128, visit_i128;
        deserialize_u8: u8, visit_u8;
        deserialize_u16: u16, visit_u16;
        deserialize_u32: u32, visit_u32;
        deserialize_u64: u64, visit_u64;
        deserialize_u128: u128, visit_u128;
        deserialize_f32: f32, visit_f32;
        deserialize_f64: f64, visit_f64;
        deserialize_char: char, visit_char;
    }
    as_borrowed! {
        deserialize_str: &'de str, visit_borrowed_str;
        deserialize_string: &'de str, visit_borrowed_str;
        deserialize_bytes: &'de [u8], visit_borrowed_bytes;
        deserialize_byte_buf: &'de [u8], visit_borrowed_bytes;
    }
    // S9.
    not_self_describing! { deserialize_any deserialize_ignored_any deserialize_identifier }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.nest(visitor, |r, visitor| match bool::deserialize(r)? {
            true => visitor.visit_some(Input(r)),
            false => visitor.visit_none(),
        })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.nest(visitor, |r, visitor| visitor.visit_newtype_struct(Input(r)))
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.fields(count, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.fields(count, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.fields(names.len(), visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.nest(visitor, |r, visitor| {
            let mut elements = Elements::open(r)?;
            elements.hold();
            let value = visitor.visit_seq(&mut elements)?;
            elements.finish()?;
            Ok(value)
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SerdeError> {
        self.nest(visitor, |r, visitor| {
            let mut entries =
                Entries { elements: Elements::open(r)?, last: None, values_charged: false };
            let value = visitor.visit_map(&mut entries)?;
            entries.elements.finish()?;
            Ok(value)
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        self.nest(visitor, |r, visitor| visitor.visit_enum(Input(r)))
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

impl<'de> de::EnumAccess<'de> for Input<'_, 'de> {
    type Error = SerdeError;
    type Variant = Self;

    /// Reads the index of the variant (S8).
    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), SerdeError> {
        let start = self.0.position();
        let index: U32Deserializer<SerdeError> = self.0.varint_u32()?.into_deserializer();
        match seed.deserialize(index) {
            Ok(variant) => Ok((variant, self)),
            Err(_) => Err(Error::new(ErrorKind::InvalidTag, start).into()),
        }
    }
}

/// The content of a variant, which is on the level of the enum.
impl<'de> de::VariantAccess<'de> for Input<'_, 'de> {
    type Error = SerdeError;

    fn unit_variant(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, SerdeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        fields(self.0, count, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SerdeError> {
        fields(self.0, names.len(), visitor)
    }
}

/// Reads at most `most` fields: the names of a struct are more where one has two.
fn fields<'de, V: Visitor<'de>>(
    r: &mut Reader<'de>,
    most: usize,
    visitor: V,
) -> Result<V::Value, SerdeError> {
    visitor.visit_seq(Fields { r, left: most })
}

struct Fields<'r, 'de> {
    r: &'r mut Reader<'de>,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Fields<'_, 'de> {
    type Error = SerdeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, SerdeError> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(Input(self.r)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// Elements for which a container may claim memory before their type is known, and so what to charge.
const HINT: usize = 1024;

/// Bytes that are charged meanwhile: containers that heed serde claim no more.
const HELD: usize = 1 << 20;

/// What is left of a sequence (S6).
struct Elements<'r, 'de> {
    r: &'r mut Reader<'de>,
    count: usize,
    left: usize,
    /// Bytes that are charged until the type of the elements is known.
    held: usize,
}

impl<'r, 'de> Elements<'r, 'de> {
    /// Reads the count.
    fn open(r: &'r mut Reader<'de>) -> Result<Self> {
        let start = r.position();
        let count = r.varint_u64()?;
        // S12. What is charged for the elements, which is no less, is known with their type.
        let empty = count.saturating_sub(r.rest().len() as u64);
        let count = r.clone().count(empty, true).ok().and(usize::try_from(count).ok());
        let count = count.ok_or(Error::new(ErrorKind::MemoryLimit, start))?;
        Ok(Elements { r, count, left: count, held: 0 })
    }

    /// Charges what a container may claim by a hint, if there is so much.
    fn hold(&mut self) {
        if self.r.charge(1, HELD).is_ok() {
            self.held = HELD;
        }
    }

    /// The next value, of which there is one for each element; `first` if it is the first.
    #[inline]
    fn next<T: DeserializeSeed<'de>>(
        &mut self,
        first: bool,
        seed: T,
    ) -> Result<T::Value, SerdeError> {
        if first {
            self.charge(any_heap::<T::Value>)?;
        }
        seed.deserialize(Input(self.r))
    }

    /// Whether there is one more element, which is then taken.
    #[inline]
    fn take(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Charges what so many elements may take.
    #[cold]
    fn charge(&mut self, heap: fn(usize) -> usize) -> Result<()> {
        self.release();
        self.r.charge(1, heap(self.count))
    }

    fn release(&mut self) {
        self.r.release(core::mem::take(&mut self.held));
    }

    /// Checks that all were taken.
    fn finish(&mut self) -> Result<(), SerdeError> {
        self.release();
        if self.left == 0 { Ok(()) } else { Err(SerdeError::REFUSED) }
    }
}

impl<'de> de::SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = SerdeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, SerdeError> {
        let first = self.left == self.count;
        if self.take() { self.next(first, seed).map(Some) } else { Ok(None) }
    }

    fn size_hint(&self) -> Option<usize> {
        (self.held > 0).then(|| self.left.min(HINT))
    }
}

/// What is left of a map (S7).
struct Entries<'r, 'de> {
    elements: Elements<'r, 'de>,
    /// The bytes of the last key.
    last: Option<&'de [u8]>,
    values_charged: bool,
}

impl<'de> de::MapAccess<'de> for &mut Entries<'_, 'de> {
    type Error = SerdeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, SerdeError> {
        if !self.elements.take() {
            return Ok(None);
        }
        let (start, before) = (self.elements.r.position(), self.elements.r.rest());
        let key = self.elements.next(self.last.is_none(), seed)?;
        let len = before.len().saturating_sub(self.elements.r.rest().len());
        let bytes = before.get(..len).unwrap_or_default();
        if self.last.is_some_and(|last| last >= bytes) {
            return Err(Error::new(ErrorKind::NotAscending, start).into());
        }
        self.last = Some(bytes);
        Ok(Some(key))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, SerdeError> {
        let first = !core::mem::replace(&mut self.values_charged, true);
        self.elements.next(first, seed)
    }
}
