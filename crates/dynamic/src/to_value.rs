//! What serde's traits write, as values of a type that is found before.

use serde::ser::{self, Serialize};

use crate::compound::{serialize_fields, serialize_items};
use crate::infer::Objects;
use crate::name::Name;
use crate::{Inference, Invalid, Limits, ListEncoder, Type, Value, decode_list};

/// Values that serde may nest, one inside another.
const MOST_NESTED: u32 = 100;

/// A value of a type that has serde's `Serialize`, with the type that is found in it.
///
/// Fields that some structs have and others have not are options that have a default, in an
/// extensible struct; what is `null` or `None` is an option, numbers are as wide as they must be, and
/// enums have their variants by the names of those that were there. What has several kinds in one place
/// is an enum whose variants have no names. [`from_value`](crate::from_value) is the inverse.
///
/// ```
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// struct Reading {
///     at: u64,
///     #[serde(default, skip_serializing_if = "Vec::is_empty")]
///     notes: Vec<String>,
/// }
///
/// let readings = vec![
///     Reading { at: 1, notes: vec![] },
///     Reading { at: 2, notes: vec!["warm".into()] },
/// ];
/// let (ty, value) = onesheet_dynamic::to_value(&readings)?;
/// let text = "seq(extensible struct _{at: i64, notes: option(seq(str)) default})";
/// assert_eq!(ty.to_string(), text);
/// assert_eq!(onesheet_dynamic::from_value::<Vec<Reading>>(&ty, &value)?, readings);
/// # Ok::<(), onesheet_dynamic::Invalid>(())
/// ```
///
/// # Errors
///
/// What the value's `Serialize` refuses, which is called twice and must write the same; structs or maps with one
/// name twice; a number above those of `i128` in a place of negative ones; more than 100 values inside one
/// another.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<(Type, Value), Invalid> {
    let mut inference = Inference::exact();
    inference.value(value)?;
    let ty = inference.ty();
    let mut list = ListEncoder::new(&ty)?;
    list.push(value)?;
    let mut bytes = Vec::new();
    list.take(1, &mut bytes)?;
    let limits = Limits::new().max_alloc(u64::MAX).max_depth(u32::MAX);
    let decoded = decode_list(&ty, 1, &bytes, &limits);
    let (mut values, _) = decoded.map_err(|error| Invalid::new(error.to_string()))?;
    let value = values.pop().ok_or_else(|| Invalid::new("no value"))?;
    Ok((ty, value))
}

impl Inference {
    /// A value was there that has serde's `Serialize`: all that is in it is told.
    ///
    /// # Errors
    ///
    /// What the value's `Serialize` refuses; structs or maps with one name twice; more than 100 values inside one
    /// another.
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        value.serialize(Tell { to: self, nesting: MOST_NESTED })
    }
}

/// Tells what a value holds.
struct Tell<'a> {
    to: &'a mut Inference,
    nesting: u32,
}

impl<'a> Tell<'a> {
    #[inline]
    fn inner(self) -> Result<Self, Invalid> {
        match self.nesting.checked_sub(1) {
            Some(nesting) => Ok(Tell { nesting, ..self }),
            None => Err(Invalid::new("the value is nested too deeply")),
        }
    }

    #[inline]
    fn tuple(self, len: usize) -> Result<Parts<'a>, Invalid> {
        let Tell { to, nesting } = self.inner()?;
        if len == 0 {
            to.list();
        }
        Ok(Parts { to, nesting, len, next: 0 })
    }

    #[inline]
    fn fields(self, len: usize) -> Result<Fields<'a>, Invalid> {
        let Tell { to, nesting } = self.inner()?;
        let exact = to.is_exact();
        Ok(Fields { to: to.begin_struct(len), exact, nesting })
    }

    /// Where what a variant holds is told: one that has no name for a schema is as JSON has it.
    #[inline]
    fn variant(self, name: &'static str) -> Result<Self, Invalid> {
        let Tell { to, nesting } = self;
        let to = if name.is_empty() {
            to.record();
            field_of(to, name)?
        } else {
            to.variant(name)
        };
        Ok(Tell { to, nesting })
    }
}

fn field_of<'a>(to: &'a mut Inference, name: &str) -> Result<&'a mut Inference, Invalid> {
    to.field(name).ok_or_else(|| twice(name))
}

#[cold]
fn twice(name: &str) -> Invalid {
    Invalid::new(format!("duplicate field {name:?}"))
}

struct Items<'a> {
    to: &'a mut Inference,
    nesting: u32,
    count: usize,
}

struct Parts<'a> {
    to: &'a mut Inference,
    nesting: u32,
    len: usize,
    next: usize,
}

impl Parts<'_> {
    #[inline]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        if self.next >= self.len {
            return Err(Invalid::new("a tuple has more parts than it says"));
        }
        let to = self.to.part(self.next, self.len);
        self.next += 1;
        value.serialize(Tell { to, nesting: self.nesting })
    }

    #[inline]
    fn done(self) -> Result<(), Invalid> {
        match self.next == self.len {
            true => Ok(()),
            false => Err(Invalid::new("a tuple has fewer parts than it says")),
        }
    }
}

struct Fields<'a> {
    to: &'a mut Objects,
    exact: bool,
    nesting: u32,
}

impl Fields<'_> {
    #[inline]
    fn field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Invalid> {
        let to = self.to.declared_field(name, self.exact).ok_or_else(|| twice(name))?;
        let tell = Tell { to, nesting: self.nesting };
        value.serialize(tell).map_err(|e| e.inside(format_args!(".{name}")))
    }

    fn done(self) -> Result<(), Invalid> {
        Ok(())
    }
}

struct Entries<'a> {
    to: &'a mut Inference,
    nesting: u32,
    /// The last key, if it is a text.
    name: String,
    is_text: bool,
    /// Whether an object was told, and whether anything was.
    is_object: bool,
    is_empty: bool,
}

macro_rules! numbers {
    ($($method:ident: $ty:ty, $told:ident;)*) => {$(
        #[inline]
        fn $method(self, x: $ty) -> Result<(), Invalid> {
            self.to.$told(x.into());
            Ok(())
        }
    )*};
}

impl<'a> ser::Serializer for Tell<'a> {
    type Ok = ();
    type Error = Invalid;
    type SerializeSeq = Items<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Fields<'a>;

    numbers! {
        serialize_u8: u8, unsigned;
        serialize_u16: u16, unsigned;
        serialize_u32: u32, unsigned;
        serialize_u64: u64, unsigned;
        serialize_u128: u128, unsigned;
        serialize_i8: i8, signed;
        serialize_i16: i16, signed;
        serialize_i32: i32, signed;
        serialize_i64: i64, signed;
        serialize_i128: i128, signed;
    }

    #[inline]
    fn serialize_bool(self, _: bool) -> Result<(), Invalid> {
        self.to.bool();
        Ok(())
    }

    #[inline]
    fn serialize_f32(self, _: f32) -> Result<(), Invalid> {
        self.to.f32();
        Ok(())
    }

    #[inline]
    fn serialize_f64(self, _: f64) -> Result<(), Invalid> {
        self.to.float();
        Ok(())
    }

    #[inline]
    fn serialize_char(self, x: char) -> Result<(), Invalid> {
        self.serialize_str(x.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Result<(), Invalid> {
        self.to.text(text);
        self.to.text_len = self.to.text_len.saturating_add(text.len());
        Ok(())
    }

    #[inline]
    fn serialize_bytes(self, _: &[u8]) -> Result<(), Invalid> {
        self.to.bytes();
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Invalid> {
        self.to.null();
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Invalid> {
        value.serialize(self.inner()?)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Invalid> {
        self.serialize_none()
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Invalid> {
        self.serialize_none()
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), Invalid> {
        if name.is_empty() {
            self.to.text(name);
        } else {
            self.to.unit_variant(name);
        }
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Invalid> {
        value.serialize(self.inner()?)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Invalid> {
        value.serialize(self.inner()?.variant(name)?)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Items<'a>, Invalid> {
        let Tell { to, nesting } = self.inner()?;
        Ok(Items { to: to.list(), nesting, count: 0 })
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Parts<'a>, Invalid> {
        self.tuple(len)
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Parts<'a>, Invalid> {
        self.tuple(len)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        len: usize,
    ) -> Result<Parts<'a>, Invalid> {
        self.variant(name)?.tuple(len)
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Entries<'a>, Invalid> {
        let Tell { to, nesting } = self.inner()?;
        let name = String::new();
        Ok(Entries { to, nesting, name, is_text: false, is_object: false, is_empty: true })
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Fields<'a>, Invalid> {
        self.fields(len)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        len: usize,
    ) -> Result<Fields<'a>, Invalid> {
        self.variant(name)?.fields(len)
    }
}

impl ser::SerializeSeq for Items<'_> {
    type Ok = ();
    type Error = Invalid;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        self.count += 1;
        value.serialize(Tell { to: self.to, nesting: self.nesting })
    }

    #[inline]
    fn end(self) -> Result<(), Invalid> {
        self.to.elements = self.to.elements.saturating_add(self.count);
        Ok(())
    }
}

serialize_items! { Parts<'_>:
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

serialize_fields! { Fields<'_> }

impl ser::SerializeMap for Entries<'_> {
    type Ok = ();
    type Error = Invalid;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Invalid> {
        self.is_empty = false;
        self.is_text = key.serialize(Name(&mut self.name)).is_ok();
        if !self.is_text {
            return key.serialize(Tell { to: self.to.map().0, nesting: self.nesting });
        }
        if !self.is_object {
            self.to.object();
            self.is_object = true;
        }
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Invalid> {
        let nesting = self.nesting;
        if !self.is_text {
            return value.serialize(Tell { to: self.to.map().1, nesting });
        }
        let tell = Tell { to: field_of(self.to, &self.name)?, nesting };
        value.serialize(tell).map_err(|e| e.inside(format_args!(".{}", self.name)))
    }

    #[inline]
    fn end(self) -> Result<(), Invalid> {
        if self.is_empty {
            self.to.empty_map();
        }
        Ok(())
    }
}
