//! Values to bytes, S1 to S8.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::Range;

use ::serde::Serialize;
use ::serde::ser;

use super::error::Failed;
use crate::error::ErrorKind;
use crate::ser::Writer;
use crate::varint::{zigzag_16, zigzag_32, zigzag_64};

/// Writes a value.
///
/// The writer then says why it was refused: [`NotSelfDescribing`](ErrorKind::NotSelfDescribing) for what S9
/// leaves out, [`NotAscending`](ErrorKind::NotAscending) for a map that has a key twice,
/// [`NeedsAlloc`](ErrorKind::NeedsAlloc) for one that would have to be sorted where there is no memory, and
/// [`Refused`](ErrorKind::Refused) where the impl of the type fails.
#[inline]
pub(super) fn write<T: Serialize + ?Sized>(value: &T, w: &mut Writer<'_>) {
    if value.serialize(Output(w)).is_err() {
        w.fail(ErrorKind::Refused);
    }
}

/// Where values go, one after another.
struct Output<'w, 'o>(&'w mut Writer<'o>);

impl Output<'_, '_> {
    #[inline(always)]
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        value.serialize(Output(self.0))
    }

    #[cold]
    fn fail(&mut self, kind: ErrorKind) -> Failed {
        self.0.fail(kind);
        Failed
    }
}

/// Text that is written piece by piece.
struct Text<'w, 'o>(&'w mut Writer<'o>);

impl fmt::Write for Text<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_bytes(text.as_bytes());
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $ty:ty, $value:ident => $write:ident($bytes:expr);)*) => {$(
        #[inline]
        fn $method(self, $value: $ty) -> Result<(), Failed> {
            self.0.$write($bytes);
            Ok(())
        }
    )*};
}

/// What is written field by field, behind the index of a variant if it is one.
macro_rules! begun {
    ($($method:ident($($arg:ident: $ty:ty),*) $(, $index:ident)?;)*) => {$(
        #[inline]
        fn $method(self, $($arg: $ty),*) -> Result<Self, Failed> {
            $(self.0.write_varint_u32($index);)?
            Ok(self)
        }
    )*};
}

impl<'w, 'o> ser::Serializer for Output<'w, 'o> {
    type Ok = ();
    type Error = Failed;
    type SerializeSeq = Sequence<'w, 'o>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Entries<'w, 'o>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    // S1.
    numbers! {
        serialize_bool: bool, value => write_byte(value.into());
        serialize_i8: i8, value => write_byte(value as u8);
        serialize_i16: i16, value => write_varint_u16(zigzag_16(value));
        serialize_i32: i32, value => write_varint_u32(zigzag_32(value));
        serialize_i64: i64, value => write_varint(zigzag_64(value));
        serialize_i128: i128, value => write_bytes(&value.to_le_bytes());
        serialize_u8: u8, value => write_byte(value);
        serialize_u16: u16, value => write_varint_u16(value);
        serialize_u32: u32, value => write_varint_u32(value);
        serialize_u64: u64, value => write_varint(value);
        serialize_u128: u128, value => write_bytes(&value.to_le_bytes());
        serialize_f32: f32, value => write_bytes(&value.to_le_bytes());
        serialize_f64: f64, value => write_bytes(&value.to_le_bytes());
        serialize_char: char, value => write_varint_u32(value.into());
        serialize_str: &str, value => write_counted(value.as_bytes());
        serialize_bytes: &[u8], value => write_counted(value);
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), Failed> {
        let mut written = Ok(());
        self.0.write_block(|w| written = write!(Text(w), "{value}"));
        written.map_err(|_| Failed)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), Failed> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failed> {
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Failed> {
        self.serialize_bool(false)
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), Failed> {
        self.0.write_byte(1);
        self.add(value)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Failed> {
        self.add(value)
    }

    begun! {
        serialize_tuple(_count: usize);
        serialize_tuple_struct(_name: &'static str, _count: usize);
        serialize_struct(_name: &'static str, _count: usize);
        serialize_tuple_variant(_name: &'static str, index: u32, _variant: &'static str, _count: usize), index;
        serialize_struct_variant(_name: &'static str, index: u32, _variant: &'static str, _count: usize), index;
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<(), Failed> {
        self.serialize_u32(index)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Failed> {
        self.add(&index)?;
        self.add(value)
    }

    #[inline(always)]
    fn serialize_seq(self, count: Option<usize>) -> Result<Sequence<'w, 'o>, Failed> {
        let head = Head::write(self.0, count);
        Ok(Sequence { out: self, head, count: 0 })
    }

    #[inline]
    fn serialize_map(mut self, count: Option<usize>) -> Result<Entries<'w, 'o>, Failed> {
        // What is flattened has none.
        let Some(said) = count else { return Err(self.fail(ErrorKind::NotSelfDescribing)) };
        let head = Head::write(self.0, Some(said));
        Ok(Entries {
            #[cfg(feature = "alloc")]
            start: self.0.position(),
            out: self,
            head,
            count: 0,
            last: 0..0,
            ascending: true,
            #[cfg(feature = "alloc")]
            ends: Vec::new(),
        })
    }

    #[inline]
    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! fields {
    ($($name:ident: $method:ident $(, $key:ty)?;)*) => {$(
        impl ser::$name for Output<'_, '_> {
            type Ok = ();
            type Error = Failed;

            #[inline]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $(_: $key,)?
                value: &T,
            ) -> Result<(), Failed> {
                self.add(value)
            }

            $(fn skip_field(&mut self, _: $key) -> Result<(), Failed> {
                Err(self.fail(ErrorKind::NotSelfDescribing))
            })?

            #[inline]
            fn end(self) -> Result<(), Failed> {
                Ok(())
            }
        }
    )*};
}
fields! {
    SerializeTuple: serialize_element;
    SerializeTupleStruct: serialize_field;
    SerializeTupleVariant: serialize_field;
    SerializeStruct: serialize_field, &'static str;
    SerializeStructVariant: serialize_field, &'static str;
}

/// A count as it was said, which may not be that of what comes: a hint, as it is to others.
struct Head {
    start: usize,
    said: Option<usize>,
}

impl Head {
    #[inline(always)]
    fn write(w: &mut Writer<'_>, said: Option<usize>) -> Self {
        let start = w.position();
        if let Some(count) = said {
            w.write_short_len(count);
        }
        Head { start, said }
    }

    /// Writes what the count is, behind all that is counted.
    #[inline(always)]
    fn end(self, w: &mut Writer<'_>, count: usize) {
        if self.said != Some(count) {
            self.correct(w, count);
        }
    }

    #[cold]
    #[inline(never)]
    fn correct(self, w: &mut Writer<'_>, count: usize) {
        let len = self.said.map_or(0, |said| crate::varint::len_u64(said as u64));
        w.replace_varint(self.start, len, count as u64);
    }
}

/// A sequence (S6).
struct Sequence<'w, 'o> {
    out: Output<'w, 'o>,
    head: Head,
    count: usize,
}

impl ser::SerializeSeq for Sequence<'_, '_> {
    type Ok = ();
    type Error = Failed;

    #[inline]
    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        self.count = self.count.wrapping_add(1);
        self.out.add(value)
    }

    #[inline]
    fn end(self) -> Result<(), Failed> {
        self.head.end(self.out.0, self.count);
        Ok(())
    }
}

/// A map (S7), whose entries are put in order at its end if they do not come so.
struct Entries<'w, 'o> {
    out: Output<'w, 'o>,
    head: Head,
    /// Where the first entry begins.
    #[cfg(feature = "alloc")]
    start: usize,
    count: usize,
    /// Where the last key stands.
    last: Range<usize>,
    /// Whether the keys ascend so far.
    ascending: bool,
    /// Where each key ends, and its entry.
    #[cfg(feature = "alloc")]
    ends: Vec<[usize; 2]>,
}

impl ser::SerializeMap for Entries<'_, '_> {
    type Ok = ();
    type Error = Failed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failed> {
        let start = self.out.0.position();
        self.out.add(key)?;
        let key = start..self.out.0.position();
        let last = core::mem::replace(&mut self.last, key.clone());
        self.count = self.count.wrapping_add(1);
        if self.count > 1 && self.ascending {
            // Where nothing is kept, nothing is compared: of a value that does not fit or is counted.
            let written = self.out.0.since(0);
            self.ascending = match (written.get(last), written.get(key.clone())) {
                (Some(last), Some(key)) => last < key,
                _ => true,
            };
        }
        #[cfg(feature = "alloc")]
        self.ends.push([key.end, key.end]);
        #[cfg(not(feature = "alloc"))]
        if !self.ascending {
            return Err(self.out.fail(ErrorKind::NeedsAlloc));
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failed> {
        if self.count == 0 {
            return Err(Failed);
        }
        self.out.add(value)?;
        #[cfg(feature = "alloc")]
        if let Some([_, end]) = self.ends.last_mut() {
            *end = self.out.0.position();
        }
        Ok(())
    }

    fn end(self) -> Result<(), Failed> {
        #[cfg(feature = "alloc")]
        if !self.ascending {
            let mut out = self.out;
            sort(out.0, self.start, &self.ends).map_err(|kind| out.fail(kind))?;
            self.head.end(out.0, self.count);
            return Ok(());
        }
        self.head.end(self.out.0, self.count);
        Ok(())
    }
}

/// Puts the entries from `start` on in the order of their keys.
#[cfg(feature = "alloc")]
#[inline(never)]
fn sort(w: &mut Writer<'_>, start: usize, ends: &[[usize; 2]]) -> Result<(), ErrorKind> {
    let written = w.since(start);
    let bytes = Vec::from(&*written);
    let mut from = 0;
    let entry = |&[key_end, end]: &[usize; 2]| {
        let (key_end, end) = (key_end.checked_sub(start)?, end.checked_sub(start)?);
        let entry = (bytes.get(from..key_end)?, bytes.get(key_end..end)?);
        from = end;
        Some(entry)
    };
    // It is cut short where the rest did not fit the output.
    let mut entries: Vec<_> = ends.iter().map_while(entry).collect();
    entries.sort_unstable();
    if !entries.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(ErrorKind::NotAscending);
    }
    let mut rest = written;
    for part in entries.iter().flat_map(|(key, value)| [key, value]) {
        let Some((to, after)) = rest.split_at_mut_checked(part.len()) else { break };
        to.copy_from_slice(part);
        rest = after;
    }
    Ok(())
}
