//! Ranges.
//!
//! | Rust | format |
//! |--|--|
//! | `Range<T>`, `RangeInclusive<T>` | tuple(T start, T end) |
//! | `RangeFrom<T>`, `RangeTo<T>`, `RangeToInclusive<T>` | T |
//! | `RangeFull` | unit |
//! | `Bound<T>` | enum {0: Included(T), 1: Excluded(T), 2: Unbounded} |
//!
//! A `RangeInclusive` that an iteration has used up is written as its bounds.

use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::list::{List, Member};
use crate::reader::Reader;
use crate::schema::{Enum, Field, Schema, Variant};
use crate::ser::Serialize;
use crate::types::enumeration::{self, EnumColumn, Tags};
use crate::types::fixed;
use crate::types::tuple::fixed_size;
use crate::writer::Writer;

/// Ranges of two ends, borrowed one after the other.
macro_rules! two_ends {
    ($($range:ident: $start:expr, $end:expr, $new:expr;)*) => {$(
        impl<T> Member<0, T> for $range<T> {
            #[inline]
            fn member(&self) -> &T {
                let start: fn(&Self) -> &T = $start;
                start(self)
            }
        }

        impl<T> Member<1, T> for $range<T> {
            #[inline]
            fn member(&self) -> &T {
                let end: fn(&Self) -> &T = $end;
                end(self)
            }
        }

        impl<T: Serialize> Serialize for $range<T> {
            const SCHEMA: &'static Schema = <(T, T)>::SCHEMA;
            const FIXED: Option<usize> = fixed_size(&[T::FIXED, T::FIXED]);

            #[inline]
            fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
                <Self as Member<0, T>>::member(self).serialize(w)?;
                <Self as Member<1, T>>::member(self).serialize(w)
            }

            fn serialize_list<W: Writer + ?Sized>(
                list: impl List<Self>,
                w: &mut W,
            ) -> Result<(), W::Error> {
                if const { Self::FIXED.is_some() } {
                    return fixed::serialize_list(list, w);
                }
                T::serialize_list(list.project(<Self as Member<0, T>>::member), w)?;
                T::serialize_list(list.project(<Self as Member<1, T>>::member), w)
            }
        }

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $range<T> {
            type Column = <(T, T) as Deserialize<'de>>::Column;
            const FIXED: Option<usize> = <(T, T)>::FIXED;
            const CLAIMS: usize = <(T, T)>::CLAIMS;
            const MAY_BE_EMPTY: bool = T::MAY_BE_EMPTY;

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                <(T, T)>::deserialize(r).map($new)
            }

            #[inline]
            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                <(T, T)>::deserialize_many(r, n)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> Result<Self> {
                <(T, T)>::next(column).map($new)
            }

            #[inline]
            fn check(column: Self::Column, n: usize) -> Result<()> {
                <(T, T)>::check(column, n)
            }

            #[inline]
            fn claims(&self) -> usize {
                <Self as Member<0, T>>::member(self)
                    .claims()
                    .saturating_add(<Self as Member<1, T>>::member(self).claims())
            }
        }
    )*};
}

two_ends! {
    Range: |range| &range.start, |range| &range.end, |(start, end)| Range { start, end };
    RangeInclusive:
        RangeInclusive::start,
        RangeInclusive::end,
        |(start, end)| RangeInclusive::new(start, end);
}

crate::types::wrapper::wrapper! {
    [T] RangeFrom<T>: T, |range| &range.start, |start| RangeFrom { start };
    [T] RangeTo<T>: T, |range| &range.end, |end| RangeTo { end };
    [T] RangeToInclusive<T>: T, |range| &range.end, |end| RangeToInclusive { end };
}

impl<T: Serialize> Serialize for Bound<T> {
    const SCHEMA: &'static Schema = &Schema::Enum(&Enum {
        name: "Bound",
        variants: &[
            Variant {
                name: "Included",
                tag: 0,
                fields: &[Field { name: "0", schema: T::SCHEMA, default: false }],
            },
            Variant {
                name: "Excluded",
                tag: 1,
                fields: &[Field { name: "0", schema: T::SCHEMA, default: false }],
            },
            Variant { name: "Unbounded", tag: 2, fields: &[] },
        ],
        extensible: false,
        other: None,
    });

    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        tag(self).serialize(w)?;
        match self {
            Bound::Included(value) | Bound::Excluded(value) => value.serialize(w),
            Bound::Unbounded => Ok(()),
        }
    }

    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error> {
        enumeration::serialize_tags(list, tag, w)?;
        let n = enumeration::count(list, |bound| included(bound).is_some());
        T::serialize_list(list.select(n, included), w)?;
        let n = enumeration::count(list, |bound| excluded(bound).is_some());
        T::serialize_list(list.select(n, excluded), w)
    }
}

fn tag<T>(bound: &Bound<T>) -> u32 {
    match bound {
        Bound::Included(_) => 0,
        Bound::Excluded(_) => 1,
        Bound::Unbounded => 2,
    }
}

fn included<T>(bound: &Bound<T>) -> Option<&T> {
    match bound {
        Bound::Included(value) => Some(value),
        _ => None,
    }
}

fn excluded<T>(bound: &Bound<T>) -> Option<&T> {
    match bound {
        Bound::Excluded(value) => Some(value),
        _ => None,
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Bound<T> {
    type Column = EnumColumn<'de, (T::Column, T::Column)>;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let start = r.clone();
        match r.varint_u32()? {
            0 => T::deserialize(r).map(Bound::Included),
            1 => T::deserialize(r).map(Bound::Excluded),
            2 => Ok(Bound::Unbounded),
            _ => Err(start.error(ErrorKind::InvalidTag)),
        }
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let tags = Tags::open(r, n)?;
        let [included, excluded, _] =
            tags.count::<3>(ErrorKind::InvalidTag, |tag| usize::try_from(tag).ok())?;
        let parts = (T::deserialize_many(r, included)?, T::deserialize_many(r, excluded)?);
        Ok(EnumColumn::new(tags, parts))
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        match column.next_tag() {
            0 => T::next(&mut column.parts.0).map(Bound::Included),
            1 => T::next(&mut column.parts.1).map(Bound::Excluded),
            _ => Ok(Bound::Unbounded),
        }
    }

    fn claims(&self) -> usize {
        included(self).or(excluded(self)).map_or(0, T::claims)
    }
}
