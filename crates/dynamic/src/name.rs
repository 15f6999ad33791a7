//! The texts among the keys of serde's maps.

use serde::ser::{self, Impossible, Serialize};

use crate::Invalid;

/// Takes a text, and nothing else: a key that is the name of a field.
pub(crate) struct Name<'a>(pub(crate) &'a mut String);

macro_rules! none {
    ($($method:ident($($ty:ty),*) -> $ok:ty;)*) => {$(
        #[inline]
        fn $method(self $(, _: $ty)*) -> Result<$ok, Invalid> {
            Err(not_a_name())
        }
    )*};
}

fn not_a_name() -> Invalid {
    Invalid::new("expected a text as the name of a field")
}

type No = Impossible<(), Invalid>;

impl ser::Serializer for Name<'_> {
    type Ok = ();
    type Error = Invalid;
    type SerializeSeq = No;
    type SerializeTuple = No;
    type SerializeTupleStruct = No;
    type SerializeTupleVariant = No;
    type SerializeMap = No;
    type SerializeStruct = No;
    type SerializeStructVariant = No;

    none! {
        serialize_bool(bool) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_u128(u128) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_i128(i128) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_seq(Option<usize>) -> No;
        serialize_tuple(usize) -> No;
        serialize_tuple_struct(&'static str, usize) -> No;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> No;
        serialize_map(Option<usize>) -> No;
        serialize_struct(&'static str, usize) -> No;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> No;
    }

    #[inline]
    fn serialize_char(self, x: char) -> Result<(), Invalid> {
        self.serialize_str(x.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), Invalid> {
        self.0.clear();
        self.0.push_str(text);
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Invalid> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), Invalid> {
        if name.is_empty() { self.serialize_str(name) } else { Err(not_a_name()) }
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
        _: &'static str,
        _: &T,
    ) -> Result<(), Invalid> {
        Err(not_a_name())
    }
}

impl ser::Error for Invalid {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Invalid::new(message.to_string())
    }
}
