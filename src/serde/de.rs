//! Bytes to values, S1 to S8.

use core::marker::PhantomData;
use core::mem::needs_drop;

use ::serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor, value::U32Deserializer};

use super::error::Failed;
use super::levels::Levels;
use crate::de::Deserialize as _;
use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::types::map::any_heap;

/// Reads a value.
///
/// # Errors
/// The rule that the input breaks, [`NotSelfDescribing`](ErrorKind::NotSelfDescribing) for a type that
/// asks for what S9 leaves out, and [`Refused`](ErrorKind::Refused) where the impl of the type fails.
#[inline]
pub(super) fn read<'de, T: de::Deserialize<'de>>(r: &mut Reader<'de>) -> Result<T> {
    let mut state = State { r: r.clone(), error: None, failed: 0 };
    let levels = Levels::of(r);
    let value = T::deserialize(Input::of::<T>(&mut state, levels));
    let error = state.error();
    *r = state.r;
    match (value, error) {
        // Also where a type passed over it: what was read behind it began in the middle of a value.
        (_, Some(error)) => Err(error),
        (Ok(value), None) => Ok(value),
        (Err(Failed), None) => Err(r.error(ErrorKind::Refused)),
    }
}

struct State<'de> {
    r: Reader<'de>,
    /// Why the first value failed that did, unless there were too few bytes for a number.
    error: Option<Error>,
    /// 0 until a value fails, and `usize::MAX` if `error` says why. If a number had too few bytes: how many were left,
    /// plus one. Later numbers have fewer bytes left, so that the maximum is the first failure.
    failed: usize,
}

// With `alloc` it stays in registers: no function that is not inlined takes its address.
impl<'de> State<'de> {
    #[cfg_attr(feature = "alloc", inline(always))]
    #[cfg_attr(not(feature = "alloc"), cold, inline(never))]
    fn fail(&mut self, error: Error) -> Failed {
        if self.failed == 0 {
            (self.error, self.failed) = (Some(error), usize::MAX);
        }
        Failed
    }

    #[cfg_attr(feature = "alloc", inline(always))]
    #[cfg_attr(not(feature = "alloc"), cold, inline(never))]
    fn fail_here(&mut self, kind: ErrorKind) -> Failed {
        self.fail(self.r.error(kind))
    }

    /// The next N bytes.
    #[inline(always)]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Failed> {
        match self.r.array() {
            Ok(array) => Ok(array),
            // Little code, so that structs of a few numbers are inlined.
            Err(_) => {
                self.failed = self.failed.max(self.r.rest().len() + 1);
                Err(Failed)
            }
        }
    }

    #[inline(always)]
    fn check<T>(&mut self, result: Result<T>) -> Result<T, Failed> {
        match result {
            Ok(value) => Ok(value),
            Err(error) => Err(self.fail(error)),
        }
    }

    #[inline(always)]
    fn read<T>(&mut self, f: impl FnOnce(&mut Reader<'de>) -> Result<T>) -> Result<T, Failed> {
        let result = f(&mut self.r);
        self.check(result)
    }

    /// The first error.
    fn error(&self) -> Option<Error> {
        if self.error.is_some() || self.failed == 0 {
            return self.error;
        }
        let too_few = self.failed - 1;
        let end = self.r.position() + self.r.rest().len();
        Some(Error::new(ErrorKind::UnexpectedEnd, end.saturating_sub(too_few)))
    }
}

/// Reads bytes as text is read: of what is cut, the end is wrong, not the count.
#[inline]
fn bytes<'de>(r: &mut Reader<'de>) -> Result<&'de [u8]> {
    let len = r.length()?;
    r.take(len)
}

/// Where values come from, one after another.
struct Input<'s, 'de> {
    state: &'s mut State<'de>,
    /// What is left of the depth; and whether what is read may stand behind a pointer of its own, which
    /// serde does not say: what needs no drop does not.
    levels: Levels,
}

/// Bytes that an `Rc` claims beside what it points to, its counts, and what rounds it up to words.
const COUNTS: usize = 3 * size_of::<usize>();

impl<'s, 'de> Input<'s, 'de> {
    /// Where a `T` comes from, or what it consists of.
    #[inline(always)]
    fn of<T>(state: &'s mut State<'de>, levels: Levels) -> Self {
        Input { state, levels: levels.owned(const { needs_drop::<T>() }) }
    }

    /// Charges what a value with `text` bytes of text claims: itself, where it may stand behind a
    /// pointer, and its text, twice where it may be moved there.
    #[inline(always)]
    fn charge<T>(&mut self, text: usize) -> Result<(), Failed> {
        if self.levels.is_owned() {
            // Text is in memory already, once: twice as much is no overflow.
            let own = const { size_of::<T>().saturating_add(COUNTS) };
            self.state.read(|r| r.charge(1, own.saturating_add(2 * text)))
        } else if text > 0 {
            self.state.read(|r| r.charge(1, text))
        } else {
            Ok(())
        }
    }

    /// What a value consists of: one level deeper (S13), and charged for its size.
    #[inline(always)]
    fn nest<T>(mut self) -> Result<Self, Failed> {
        self.charge::<T>(0)?;
        let levels = match self.levels.enter::<T>() {
            Some(levels) => levels,
            None => match self.levels.enter_first(size_of::<T>()) {
                Some(levels) => levels,
                None => return Err(self.state.fail_here(ErrorKind::DepthLimit)),
            },
        };
        Ok(Input { levels, ..self }.parts::<T>())
    }

    #[inline(always)]
    fn parts<T>(self) -> Self {
        Input::of::<T>(self.state, self.levels)
    }

    /// Reads at most `most` fields (S5): the names of a struct are more where one has two.
    #[inline(always)]
    fn fields<V: Visitor<'de>>(self, most: usize, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_seq(Fields { state: self.state, levels: self.levels, left: most })
    }
}

macro_rules! as_decoded {
    ($($method:ident: $ty:ty, $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failed> {
            let value = <$ty>::deserialize(&mut self.state.r);
            let value = self.state.check(value)?;
            self.charge::<V::Value>(0)?;
            visitor.$visit(value)
        }
    )*};
}

macro_rules! as_bytes {
    ($($method:ident: $ty:ty, $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failed> {
            let value = <$ty>::from_le_bytes(self.state.array()?);
            self.charge::<V::Value>(0)?;
            visitor.$visit(value)
        }
    )*};
}

macro_rules! as_borrowed {
    ($($method:ident: $read:path, $visit:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failed> {
            let value = self.state.read($read)?;
            self.charge::<V::Value>(value.len())?;
            visitor.$visit(value)
        }
    )*};
}

macro_rules! nested {
    ($($method:ident($($arg:ident: $ty:ty),*), |$inner:ident, $visitor:ident| $value:expr;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($arg: $ty,)* $visitor: V) -> Result<V::Value, Failed> {
            let $inner = self.nest::<V::Value>()?;
            $value
        }
    )*};
}

macro_rules! not_self_describing {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Failed> {
            Err(self.state.fail_here(ErrorKind::NotSelfDescribing))
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Input<'_, 'de> {
    type Error = Failed;

    // S1.
    as_decoded! {
        deserialize_bool: bool, visit_bool;
        deserialize_i16: i16, visit_i16;
        deserialize_i32: i32, visit_i32;
        deserialize_i64: i64, visit_i64;
        deserialize_u16: u16, visit_u16;
        deserialize_u32: u32, visit_u32;
        deserialize_u64: u64, visit_u64;
        deserialize_char: char, visit_char;
    }
    as_bytes! {
        deserialize_i8: i8, visit_i8;
        deserialize_i128: i128, visit_i128;
        deserialize_u8: u8, visit_u8;
        deserialize_u128: u128, visit_u128;
        deserialize_f32: f32, visit_f32;
        deserialize_f64: f64, visit_f64;
    }
    as_borrowed! {
        deserialize_str: Reader::text, visit_borrowed_str;
        deserialize_string: Reader::text, visit_borrowed_str;
        deserialize_bytes: bytes, visit_borrowed_bytes;
        deserialize_byte_buf: bytes, visit_borrowed_bytes;
    }
    // S9.
    not_self_describing! { deserialize_any deserialize_ignored_any deserialize_identifier }

    #[inline]
    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failed> {
        self.charge::<V::Value>(0)?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let inner = self.nest::<V::Value>()?;
        if inner.state.read(bool::deserialize)? {
            visitor.visit_some(inner)
        } else {
            visitor.visit_none()
        }
    }

    nested! {
        deserialize_newtype_struct(_name: &'static str), |inner, visitor| visitor.visit_newtype_struct(inner);
        deserialize_tuple(count: usize), |inner, visitor| inner.fields(count, visitor);
        deserialize_tuple_struct(_name: &'static str, count: usize), |inner, visitor| inner.fields(count, visitor);
        deserialize_struct(_name: &'static str, names: &'static [&'static str]),
            |inner, visitor| inner.fields(names.len(), visitor);
        deserialize_enum(_name: &'static str, _variants: &'static [&'static str]),
            |inner, visitor| visitor.visit_enum(inner);
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let mut elements = Elements::open(self.nest::<V::Value>()?)?;
        elements.hold();
        let value = visitor.visit_seq(&mut elements)?;
        elements.finish()?;
        Ok(value)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let elements = Elements::open(self.nest::<V::Value>()?)?;
        let mut entries = Entries { elements, last: None, values_charged: false };
        let value = visitor.visit_map(&mut entries)?;
        entries.elements.finish()?;
        Ok(value)
    }

    #[inline]
    fn is_human_readable(&self) -> bool {
        false
    }
}

impl<'de> de::EnumAccess<'de> for Input<'_, 'de> {
    type Error = Failed;
    type Variant = Self;

    /// Reads the index of the variant (S8).
    #[inline]
    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failed> {
        let start = self.state.r.position();
        let index: U32Deserializer<Failed> =
            self.state.read(Reader::varint_u32)?.into_deserializer();
        match seed.deserialize(index) {
            Ok(variant) => Ok((variant, self)),
            Err(Failed) => Err(self.state.fail(Error::new(ErrorKind::InvalidTag, start))),
        }
    }
}

/// The content of a variant, which is on the level of the enum.
impl<'de> de::VariantAccess<'de> for Input<'_, 'de> {
    type Error = Failed;

    #[inline]
    fn unit_variant(self) -> Result<(), Failed> {
        Ok(())
    }

    #[inline]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Failed> {
        seed.deserialize(self.parts::<T::Value>())
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Failed> {
        self.fields(count, visitor)
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        self.fields(names.len(), visitor)
    }
}

struct Fields<'s, 'de> {
    state: &'s mut State<'de>,
    levels: Levels,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Fields<'_, 'de> {
    type Error = Failed;

    // If it is a call, what it returns is written in parts and read as a whole, which waits for them.
    #[inline(always)]
    fn next_element<T: de::Deserialize<'de>>(&mut self) -> Result<Option<T>, Failed> {
        self.next_element_seed(PhantomData)
    }

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failed> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(Input::of::<T::Value>(self.state, self.levels)).map(Some)
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// Bytes that so many values of `T` may take, or, if they have none, a byte for each (W34).
#[cfg(not(feature = "alloc"))]
fn any_heap<T>(count: usize) -> usize {
    count.saturating_mul(size_of::<T>().max(1))
}

/// Bytes that all elements may take. Not inlined, since it runs once for a list.
#[inline(never)]
fn of_all(heap: fn(usize) -> usize, count: usize) -> usize {
    heap(count)
}

/// Elements for which a container may claim memory before their type is known, and so what to charge.
const HINT: usize = 1024;

/// Bytes that are charged meanwhile: containers that heed serde claim no more.
const HELD: usize = 1 << 20;

/// What is left of a sequence (S6).
struct Elements<'s, 'de> {
    state: &'s mut State<'de>,
    levels: Levels,
    count: usize,
    left: usize,
    /// Bytes that are charged until the type of the elements is known.
    held: usize,
}

impl<'s, 'de> Elements<'s, 'de> {
    /// Reads the count.
    #[inline]
    fn open(input: Input<'s, 'de>) -> Result<Self, Failed> {
        let Input { state, levels } = input;
        let start = state.r.position();
        let count = state.read(Reader::varint_u64)?;
        // S12. What is charged for the elements, which is no less, is known with their type.
        match usize::try_from(count) {
            Ok(count) if state.r.may_count(count) => {
                Ok(Elements { state, levels, count, left: count, held: 0 })
            }
            _ => Err(state.fail(Error::new(ErrorKind::MemoryLimit, start))),
        }
    }

    /// Charges what a container may claim by a hint, if there is so much.
    #[inline(always)]
    fn hold(&mut self) {
        if self.state.r.charge(1, HELD).is_ok() {
            self.held = HELD;
        }
    }

    /// The next value, of which there is one for each element; `first` if it is the first.
    #[inline]
    fn next<T: DeserializeSeed<'de>>(&mut self, first: bool, seed: T) -> Result<T::Value, Failed> {
        if first {
            self.charge::<T::Value>()?;
        }
        seed.deserialize(Input::of::<T::Value>(self.state, self.levels))
    }

    /// Whether there is one more element, which is then taken.
    #[inline]
    fn take(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Charges what all elements may take.
    #[inline(always)]
    fn charge<T>(&mut self) -> Result<(), Failed> {
        self.release();
        let bytes = of_all(any_heap::<T>, self.count);
        self.state.read(|r| r.charge(1, bytes))
    }

    #[inline(always)]
    fn release(&mut self) {
        self.state.r.refund(core::mem::take(&mut self.held));
    }

    /// Checks that all were taken.
    #[inline]
    fn finish(&mut self) -> Result<(), Failed> {
        self.release();
        if self.left == 0 { Ok(()) } else { Err(self.state.fail_here(ErrorKind::Refused)) }
    }
}

impl<'de> de::SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = Failed;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Failed> {
        let first = self.left == self.count;
        if self.take() { self.next(first, seed).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        (self.held > 0).then(|| self.left.min(HINT))
    }
}

/// What is left of a map (S7).
struct Entries<'s, 'de> {
    elements: Elements<'s, 'de>,
    /// The bytes of the last key.
    last: Option<&'de [u8]>,
    values_charged: bool,
}

impl<'de> de::MapAccess<'de> for &mut Entries<'_, 'de> {
    type Error = Failed;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Failed> {
        if !self.elements.take() {
            return Ok(None);
        }
        let before = self.elements.state.r.rest();
        let key = self.elements.next(self.last.is_none(), seed)?;
        let len = before.len().saturating_sub(self.elements.state.r.rest().len());
        let bytes = before.get(..len).unwrap_or_default();
        if self.last.is_some_and(|last| last >= bytes) {
            let start = self.elements.state.r.position().saturating_sub(len);
            return Err(self.elements.state.fail(Error::new(ErrorKind::NotAscending, start)));
        }
        self.last = Some(bytes);
        Ok(Some(key))
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Failed> {
        let first = !core::mem::replace(&mut self.values_charged, true);
        self.elements.next(first, seed)
    }
}
