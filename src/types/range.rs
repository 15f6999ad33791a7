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
use crate::schema::{Schema, enum_schema};
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::tuple::fixed_size;
use crate::types::via::as_of;

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
            as_of! { (T, T) }

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                <(T, T)>::deserialize(r).map($new)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> Result<Self> {
                <(T, T)>::next(column).map($new)
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

crate::types::enumeration::sum! {
    [T] Bound<T>: enum_schema! {
        "Bound" 0: "Included" (T::SCHEMA), 1: "Excluded" (T::SCHEMA), 2: "Unbounded"
    },
    0: Bound::Included => T, 1: Bound::Excluded => T, 2: Bound::Unbounded
}
