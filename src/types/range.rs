//! Ranges.
//!
//! | Rust | format |
//! |--|--|
//! | `Range<T>`, `RangeInclusive<T>` | tuple(T start, T end) |
//! | `RangeFrom<T>`, `RangeTo<T>`, `RangeToInclusive<T>` | T |
//! | `RangeFull` | unit |
//! | `Bound<T>` | enum {0: Included(T), 1: Excluded(T), 2: Unbounded} |
//!
//! A `RangeInclusive` that an iteration has used up, which no constructor makes, is refused.

use core::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::{Enum, Field, Schema, Variant, variants};
use crate::ser::{ListWriter, Serialize, SerializeVariants, Writer};
use crate::types::enumeration::{EnumColumn, Tags};
use crate::types::tuple::fixed_size;

/// Ranges of two ends, borrowed one after the other; whether some are refused, and which.
macro_rules! two_ends {
    ($($range:ident: $start:expr, $end:expr, $new:expr $(, $fallible:literal: $used_up:ident)?;)*) => {$(
        impl<T: Serialize> Serialize for $range<T> {
            const SCHEMA: &'static Schema = <(T, T)>::SCHEMA;
            const INLINE: bool = T::INLINE;
            const FIXED: Option<usize> = fixed_size(&[T::FIXED, T::FIXED]);
            const FALLIBLE: bool = T::FALLIBLE $(|| $fallible)?;

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                let (start, end): (fn(&Self) -> &T, fn(&Self) -> &T) = ($start, $end);
                $(if $used_up(self) {
                    return w.refuse::<Self>(ErrorKind::Refused);
                })?
                start(self).serialize(w);
                end(self).serialize(w)
            }

            fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
                $(items.for_each(|range| {
                    if $used_up(range) {
                        w.refuse::<Self>(ErrorKind::Refused);
                    }
                });)?
                if const { Self::FIXED.is_some() } {
                    return w.fixed(items, Self::FIXED.unwrap_or(0), |value, w| value.serialize(w));
                }
                let (start, end): (fn(&Self) -> &T, fn(&Self) -> &T) = ($start, $end);
                T::serialize_slice(items.field(start), w);
                T::serialize_slice(items.field(end), w)
            }
        }

        impl<'de, T: Deserialize<'de>> Deserialize<'de> for $range<T> {
            type Column = <(T, T) as Deserialize<'de>>::Column;
            const FIXED: Option<usize> = <(T, T)>::FIXED;
            const HEAP_SIZE: usize = <(T, T)>::HEAP_SIZE;
            const ANY_BYTES: bool = T::ANY_BYTES;
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
            fn heap_size(&self) -> usize {
                let (start, end): (fn(&Self) -> &T, fn(&Self) -> &T) = ($start, $end);
                start(self).heap_size().saturating_add(end(self).heap_size())
            }
        }
    )*};
}

two_ends! {
    Range: |range| &range.start, |range| &range.end, |(start, end)| Range { start, end };
    RangeInclusive:
        RangeInclusive::start,
        RangeInclusive::end,
        |(start, end)| RangeInclusive::new(start, end),
        true: is_used_up;
}

/// Whether an iteration has used it up: its end is then no longer included.
fn is_used_up<T>(range: &RangeInclusive<T>) -> bool {
    matches!(range.end_bound(), Bound::Excluded(_))
}

crate::types::wrapper::wrapper! {
    [T] RangeFrom<T>: T, |range| &range.start, |start| RangeFrom { start };
    [T] RangeTo<T>: T, |range| &range.end, |end| RangeTo { end };
    [T] RangeToInclusive<T>: T, |range| &range.end, |end| RangeToInclusive { end };
}

impl<T: Serialize> Serialize for Bound<T> {
    const INLINE: bool = T::INLINE;
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
    const FALLIBLE: bool = T::FALLIBLE;

    fn serialize(&self, w: &mut Writer<'_>) {
        tag(self).serialize(w);
        self.serialize_fields(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.variants(items)
    }
}

impl<T: Serialize> SerializeVariants for Bound<T> {
    const VARIANTS: &'static [(u32, usize)] = &variants::<3>(Self::SCHEMA);

    fn place(&self) -> usize {
        tag(self) as usize
    }

    fn serialize_fields(&self, w: &mut Writer<'_>) {
        match self {
            Bound::Included(value) | Bound::Excluded(value) => value.serialize(w),
            Bound::Unbounded => {}
        }
    }

    fn serialize_variant(place: usize, values: &[&Self], w: &mut ListWriter<'_, '_>) {
        match place {
            0 => T::serialize_slice(Items::variant_field(values, &included), w),
            1 => T::serialize_slice(Items::variant_field(values, &excluded), w),
            _ => {}
        }
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

    fn heap_size(&self) -> usize {
        included(self).or(excluded(self)).map_or(0, T::heap_size)
    }
}
