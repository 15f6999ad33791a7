//! Values to bytes, S1 to S8.

use alloc::vec::Vec;

use ::serde::Serialize;
use ::serde::ser;

use super::error::SerdeError;
use crate::error::ErrorKind;
use crate::output::{push_counted, push_varint};
use crate::varint::{zigzag_16, zigzag_32, zigzag_64};

/// Bytes that a value is taken to have.
const FORESEEN: usize = 128;

/// The bytes of a value.
///
/// # Errors
/// [`NotSelfDescribing`](ErrorKind::NotSelfDescribing) for what S9 leaves out,
/// [`NotAscending`](ErrorKind::NotAscending) for a map that has a key twice, and
/// [`Refused`](ErrorKind::Refused) where the impl of the type fails.
pub(super) fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, ErrorKind> {
    let mut bytes = Vec::with_capacity(size_of_val(value).max(FORESEEN));
    match value.serialize(Output(&mut bytes)) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(error.kind),
    }
}

/// Where values go, one after another.
struct Output<'a>(&'a mut Vec<u8>);

/// Appends bytes, a few.
#[inline]
fn push(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}

impl Output<'_> {
    #[inline]
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        value.serialize(Output(self.0))
    }
}

macro_rules! numbers {
    ($($method:ident: $ty:ty, $value:ident => $write:ident($bytes:expr);)*) => {$(
        #[inline]
        fn $method(self, $value: $ty) -> Result<(), SerdeError> {
            $write(self.0, $bytes);
            Ok(())
        }
    )*};
}

impl<'a> ser::Serializer for Output<'a> {
    type Ok = ();
    type Error = SerdeError;
    type SerializeSeq = Sequence<'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    // S1.
    numbers! {
        serialize_bool: bool, value => push(&[value.into()]);
        serialize_i8: i8, value => push(&value.to_le_bytes());
        serialize_i16: i16, value => push_varint(zigzag_16(value).into());
        serialize_i32: i32, value => push_varint(zigzag_32(value).into());
        serialize_i64: i64, value => push_varint(zigzag_64(value));
        serialize_i128: i128, value => push(&value.to_le_bytes());
        serialize_u8: u8, value => push(&[value]);
        serialize_u16: u16, value => push_varint(value.into());
        serialize_u32: u32, value => push_varint(value.into());
        serialize_u64: u64, value => push_varint(value);
        serialize_u128: u128, value => push(&value.to_le_bytes());
        serialize_f32: f32, value => push(&value.to_le_bytes());
        serialize_f64: f64, value => push(&value.to_le_bytes());
        serialize_char: char, value => push_varint(u32::from(value).into());
        serialize_str: &str, value => push_counted(value.as_bytes());
        serialize_bytes: &[u8], value => push_counted(value);
    }

    fn serialize_unit(self) -> Result<(), SerdeError> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), SerdeError> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), SerdeError> {
        self.serialize_bool(false)
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), SerdeError> {
        push(self.0, &[1]);
        self.add(value)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        value: &T,
    ) -> Result<(), SerdeError> {
        self.add(value)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, SerdeError> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, SerdeError> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, SerdeError> {
        Ok(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), SerdeError> {
        push_varint(self.0, index.into());
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), SerdeError> {
        push_varint(self.0, index.into());
        self.add(value)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, SerdeError> {
        push_varint(self.0, index.into());
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, SerdeError> {
        push_varint(self.0, index.into());
        Ok(self)
    }

    fn serialize_seq(self, count: Option<usize>) -> Result<Sequence<'a>, SerdeError> {
        let start = self.0.len();
        let said = count.unwrap_or(0);
        push_varint(self.0, said as u64);
        let elements = self.0.len();
        Ok(Sequence { out: self, start, elements, said, count: 0 })
    }

    fn serialize_map(self, count: Option<usize>) -> Result<Entries<'a>, SerdeError> {
        // What is flattened has none.
        let count = count.ok_or(SerdeError::NOT_SELF_DESCRIBING)?;
        let start = self.0.len();
        Ok(Entries { out: self, start, count, entries: Vec::new() })
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! fields {
    ($($name:ident: $method:ident, $key:ty;)*) => {$(
        impl ser::$name for Output<'_> {
            type Ok = ();
            type Error = SerdeError;

            fn $method<T: Serialize + ?Sized>(&mut self, _: $key, value: &T) -> Result<(), SerdeError> {
                self.add(value)
            }

            fn skip_field(&mut self, _: $key) -> Result<(), SerdeError> {
                Err(SerdeError::NOT_SELF_DESCRIBING)
            }

            fn end(self) -> Result<(), SerdeError> {
                Ok(())
            }
        }
    )*};
    ($($name:ident: $method:ident;)*) => {$(
        impl ser::$name for Output<'_> {
            type Ok = ();
            type Error = SerdeError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
                self.add(value)
            }

            fn end(self) -> Result<(), SerdeError> {
                Ok(())
            }
        }
    )*};
}
fields! {
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
}
fields! {
    SerializeStruct: serialize_field, &'static str;
    SerializeStructVariant: serialize_field, &'static str;
}

/// A sequence (S6) behind the count that was said, which is not always known before.
struct Sequence<'a> {
    out: Output<'a>,
    /// Where the count stands.
    start: usize,
    /// Where the elements begin.
    elements: usize,
    said: usize,
    count: usize,
}

impl ser::SerializeSeq for Sequence<'_> {
    type Ok = ();
    type Error = SerdeError;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        self.count = self.count.saturating_add(1);
        self.out.add(value)
    }

    fn end(self) -> Result<(), SerdeError> {
        if self.count != self.said {
            self.out.0.splice(self.start..self.elements, crate::encode(&self.count));
        }
        Ok(())
    }
}

/// A map (S7), whose entries are put in order at its end.
struct Entries<'a> {
    out: Output<'a>,
    /// Where the first entry begins.
    start: usize,
    /// How many entries there are to be.
    count: usize,
    /// Bytes of the key and of the value of each.
    entries: Vec<[usize; 2]>,
}

impl ser::SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = SerdeError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerdeError> {
        let start = self.out.0.len();
        self.out.add(key)?;
        self.entries.push([self.out.0.len().saturating_sub(start), 0]);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerdeError> {
        let start = self.out.0.len();
        self.out.add(value)?;
        let [_, len] = self.entries.last_mut().ok_or(SerdeError::REFUSED)?;
        *len = self.out.0.len().saturating_sub(start);
        Ok(())
    }

    fn end(self) -> Result<(), SerdeError> {
        if self.entries.len() != self.count {
            return Err(SerdeError::REFUSED);
        }
        let bytes = self.out.0.split_off(self.start);
        let mut rest = bytes.as_slice();
        let mut take = |len| {
            let (part, after) = rest.split_at_checked(len).ok_or(SerdeError::REFUSED)?;
            rest = after;
            Ok::<_, SerdeError>(part)
        };
        let mut entries = Vec::with_capacity(self.count);
        for [key, value] in self.entries {
            entries.push((take(key)?, take(value)?));
        }
        entries.sort_unstable();
        if !entries.is_sorted_by(|a, b| a.0 < b.0) {
            return Err(ErrorKind::NotAscending.into());
        }
        push_varint(self.out.0, self.count as u64);
        for (key, value) in entries {
            self.out.0.extend_from_slice(key);
            self.out.0.extend_from_slice(value);
        }
        Ok(())
    }
}
