//! Row 11: enums, the tags and then the fields of each variant by ascending tag.
//!
//! | Rust | format |
//! |--|--|
//! | `Result<T, E>` | result(T, E), which is enum {0: T, 1: E} |
//! | `Ordering` | enum {0: Less, 1: Equal, 2: Greater} |

use core::cmp::Ordering;

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::list::List;
use crate::packed::{self, Words};
use crate::reader::Reader;
use crate::schema::{Enum, Schema, Variant};
use crate::ser::Serialize;
use crate::writer::Writer;

/// An opened list of enum values: their tags, and the columns of each variant as a tuple.
#[derive(Clone, Copy, Debug)]
pub struct EnumColumn<'de, P> {
    tags: Words<'de, u32>,
    /// The fields of each variant.
    pub parts: P,
    start: usize,
}

impl<'de, P> EnumColumn<'de, P> {
    /// Joins what was opened.
    #[inline]
    pub fn new(tags: Tags<'de>, parts: P) -> Self {
        EnumColumn { tags: tags.words, parts, start: tags.start }
    }

    /// The tag of the next value.
    #[inline]
    pub fn next_tag(&mut self) -> u32 {
        self.tags.next()
    }

    /// The error that a tag is not one of the type's (W28).
    #[inline]
    pub fn invalid_tag(&self) -> Error {
        Error::new(ErrorKind::InvalidTag, self.start)
    }
}

/// The opened tags of a list of enum values.
#[derive(Clone, Copy, Debug)]
pub struct Tags<'de> {
    words: Words<'de, u32>,
    n: usize,
    start: usize,
}

impl<'de> Tags<'de> {
    /// Opens the tags of a list of `n` values.
    #[inline]
    pub fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let start = r.position();
        Ok(Tags { words: Words::open(r, n)?, n, start })
    }

    /// Counts the values of each variant; `place` says which variant has a tag.
    ///
    /// # Errors
    /// `unknown` if a tag has no place.
    #[inline]
    pub fn count<const V: usize>(
        &self,
        unknown: ErrorKind,
        place: impl Fn(u32) -> Option<usize>,
    ) -> Result<[usize; V]> {
        let mut counts = [0usize; V];
        let mut tags = self.words;
        for _ in 0..self.n {
            match place(tags.next()).and_then(|place| counts.get_mut(place)) {
                Some(count) => *count = count.wrapping_add(1),
                None => return Err(Error::new(unknown, self.start)),
            }
        }
        Ok(counts)
    }

    /// The number of values and their tags, for enums that know more than a count.
    #[inline]
    pub(crate) fn words(&self) -> (Words<'de, u32>, usize) {
        (self.words, self.n)
    }
}

/// Writes the tags of a list of enum values.
#[inline]
pub fn serialize_tags<T, W: Writer + ?Sized>(
    list: impl List<T>,
    tag: impl Fn(&T) -> u32 + Copy,
    w: &mut W,
) -> Result<(), W::Error> {
    packed::write(list.convert(tag), w)
}

/// The number of values with that tag.
#[inline]
pub fn count<T>(list: impl List<T>, is: impl Fn(&T) -> bool) -> usize {
    let mut count = 0usize;
    list.for_each(|value| count = count.wrapping_add(usize::from(is(value))));
    count
}

impl<T: Serialize, E: Serialize> Serialize for Result<T, E> {
    const SCHEMA: &'static Schema = &Schema::Result(T::SCHEMA, E::SCHEMA);

    #[inline]
    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        w.write_byte(u8::from(self.is_err()))?;
        match self {
            Ok(value) => value.serialize(w),
            Err(value) => value.serialize(w),
        }
    }

    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error> {
        serialize_tags(list, |value: &Self| u32::from(value.is_err()), w)?;
        let oks = count(list, Result::is_ok);
        T::serialize_list(list.select(oks, ok), w)?;
        let errs = count(list, Result::is_err);
        E::serialize_list(list.select(errs, err), w)
    }
}

fn ok<T, E>(result: &Result<T, E>) -> Option<&T> {
    result.as_ref().ok()
}

fn err<T, E>(result: &Result<T, E>) -> Option<&E> {
    result.as_ref().err()
}

impl<'de, T: Deserialize<'de>, E: Deserialize<'de>> Deserialize<'de> for Result<T, E> {
    type Column = EnumColumn<'de, (T::Column, E::Column)>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let start = r.clone();
        match r.varint_u32()? {
            0 => T::deserialize(r).map(Ok),
            1 => E::deserialize(r).map(Err),
            _ => Err(start.error(ErrorKind::InvalidTag)),
        }
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let tags = Tags::open(r, n)?;
        let [oks, errs] =
            tags.count(ErrorKind::InvalidTag, |tag| (tag < 2).then_some(tag as usize))?;
        let parts = (T::deserialize_many(r, oks)?, E::deserialize_many(r, errs)?);
        Ok(EnumColumn::new(tags, parts))
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        match column.next_tag() {
            0 => T::next(&mut column.parts.0).map(Ok),
            _ => E::next(&mut column.parts.1).map(Err),
        }
    }

    fn claims(&self) -> usize {
        match self {
            Ok(value) => value.claims(),
            Err(value) => value.claims(),
        }
    }
}

impl Serialize for Ordering {
    const SCHEMA: &'static Schema = &Schema::Enum(&Enum {
        name: "Ordering",
        variants: &[
            Variant { name: "Less", tag: 0, fields: &[] },
            Variant { name: "Equal", tag: 1, fields: &[] },
            Variant { name: "Greater", tag: 2, fields: &[] },
        ],
        extensible: false,
        other: None,
    });

    #[inline]
    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        tag_of(self).serialize(w)
    }

    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error> {
        serialize_tags(list, tag_of, w)
    }
}

fn tag_of(order: &Ordering) -> u32 {
    match order {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}

impl<'de> Deserialize<'de> for Ordering {
    type Column = EnumColumn<'de, ()>;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        Self::next(&mut Self::deserialize_many(r, 1)?)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let tags = Tags::open(r, n)?;
        tags.count::<3>(ErrorKind::InvalidTag, |tag| usize::try_from(tag).ok())?;
        Ok(EnumColumn::new(tags, ()))
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        match column.next_tag() {
            0 => Ok(Ordering::Less),
            1 => Ok(Ordering::Equal),
            2 => Ok(Ordering::Greater),
            _ => Err(column.invalid_tag()),
        }
    }

    #[inline]
    fn check(_: Self::Column, _: usize) -> Result<()> {
        Ok(())
    }
}
