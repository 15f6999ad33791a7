//! W7: tuples and structs, column by column; W1 where all parts are fixed.

use crate::de::{Deserialize, few_structs, from_parts};
use crate::error::Result;
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::{Schema, fold, some};
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::fixed::{FixedColumn, few};

/// An opened list of structs: their bytes if they are fixed, else a column for each part, as
/// nested tuples.
#[derive(Clone, Copy, Debug)]
pub enum StructColumn<'de, P> {
    /// W1.
    Fixed(FixedColumn<'de>),
    /// W7.
    Parts(P),
}

impl<'de, P> StructColumn<'de, P> {
    /// The bytes of all values, if they are fixed.
    #[inline]
    pub fn fixed(&mut self) -> Option<&mut FixedColumn<'de>> {
        match self {
            StructColumn::Fixed(column) => Some(column),
            StructColumn::Parts(_) => None,
        }
    }
}

/// The size in bytes of a struct of parts of these sizes, if all are fixed (W1).
#[must_use]
pub const fn fixed_size(parts: &[Option<usize>]) -> Option<usize> {
    Some(fold!(parts, 0usize, |sum, part| some!(sum.checked_add(some!(*part)))))
}

/// The sum of what parts claim.
#[must_use]
pub const fn sum(parts: &[usize]) -> usize {
    fold!(parts, 0usize, |sum, part| sum.saturating_add(*part))
}

/// `true` if all are.
#[must_use]
pub const fn all(parts: &[bool]) -> bool {
    fold!(parts, true, |all, part| all && *part)
}

/// Whether one of the parts is so.
#[must_use]
pub const fn any(parts: &[bool]) -> bool {
    fold!(parts, false, |any, part| any || *part)
}

/// Calls a macro with the type parameters and places of each tuple of 1 to 16 parts.
macro_rules! for_each_tuple {
    ($with:ident) => {
        $crate::types::tuple::for_each_tuple! { $with
            [A 0]
            [B 1] [C 2] [D 3] [E 4] [F 5] [G 6] [H 7] [I 8] [J 9] [K 10] [L 11] [M 12] [N 13]
            [O 14] [P 15]
        }
    };
    ($with:ident [$($part:ident $place:tt),+]) => {
        $with!($($part $place),+);
    };
    ($with:ident [$($part:ident $place:tt),+] [$next:ident $at:tt] $($rest:tt)*) => {
        $with!($($part $place),+);
        $crate::types::tuple::for_each_tuple! { $with [$($part $place,)+ $next $at] $($rest)* }
    };
}
pub(crate) use for_each_tuple;

/// Nested pairs of types, patterns or expressions.
macro_rules! nested {
    () => { () };
    ($first:ty $(, $rest:ty)*) => { ($first, nested!($($rest),*)) };
}
macro_rules! nested_pattern {
    () => { () };
    ($first:ident $($rest:ident)*) => { ($first, nested_pattern!($($rest)*)) };
}
macro_rules! nested_open {
    ($r:ident $n:ident) => { () };
    ($r:ident $n:ident $first:ident $($rest:ident)*) => {
        ($first::deserialize_many($r, $n)?, nested_open!($r $n $($rest)*))
    };
}

macro_rules! tuple {
    ($($part:ident $place:tt),+) => {
        impl<$($part: Serialize),+> Serialize for ($($part,)+) {
            const SCHEMA: &'static Schema = &Schema::Tuple(&[$($part::SCHEMA),+]);
            const FIXED: Option<usize> = fixed_size(&[$($part::FIXED),+]);
            const FALLIBLE: bool = any(&[$($part::FALLIBLE),+]);
            const INLINE: bool = all(&[$($part::INLINE),+]);

            #[inline]
            fn serialize(&self, w: &mut Writer<'_>) {
                if const { Self::FIXED.is_some() } {
                    return w.write_fixed(self, |w| {
                        $(self.$place.serialize(w);)+
                    });
                }
                $(self.$place.serialize(w);)+
            }

            #[inline]
            fn serialize_slice(
                items: Items<'_, Self>,
                w: &mut ListWriter<'_, '_>,
            ) {
                if const { Self::FIXED.is_some() } {
                    return w.fixed(items, Self::FIXED.unwrap_or(0), |value, w| value.serialize(w));
                }
                $($part::serialize_slice(items.field(|tuple| &tuple.$place), w);)+
            }

            #[inline]
            fn byte_layout(&self, layout: &mut Layout<false>) {
                $(self.$place.byte_layout(layout);)+
            }
        }

        impl<'de, $($part: Deserialize<'de>),+> Deserialize<'de> for ($($part,)+) {
            type Column = StructColumn<'de, nested!($($part::Column),+)>;
            const FIXED: Option<usize> = fixed_size(&[$($part::FIXED),+]);
            const HEAP_SIZE: usize = sum(&[$($part::HEAP_SIZE),+]);
            const ANY_BYTES: bool = all(&[$($part::ANY_BYTES),+]);
            const MAY_BE_EMPTY: bool = all(&[$($part::MAY_BE_EMPTY),+]);

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                Ok(($($part::deserialize(r)?,)+))
            }

            #[inline]
            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                if const { Self::FIXED.is_some() } {
                    let size = Self::FIXED.unwrap_or(0);
                    return FixedColumn::open(r, n, size, Self::HEAP_SIZE).map(StructColumn::Fixed);
                }
                Ok(StructColumn::Parts(nested_open!(r n $($part)+)))
            }

            #[inline]
            #[expect(non_snake_case, reason = "the columns are named as the type parameters")]
            fn next(column: &mut Self::Column) -> Result<Self> {
                match column {
                    StructColumn::Fixed(column) => column.next_value(),
                    StructColumn::Parts(nested_pattern!($($part)+)) => {
                        Ok(($($part::next($part)?,)+))
                    }
                }
            }

            const FEW: usize = few_structs::<Self>(&[$($part::FEW),+]);

            #[expect(non_snake_case, reason = "the parts are named as the type parameters")]
            fn few<const MOST: usize>(r: &mut Reader<'de>, n: usize) -> Result<[Self; MOST]> {
                if const { Self::FIXED.is_some() } {
                    return few(r, n);
                }
                $(let mut $part = $part::few::<MOST>(r, n)?.into_iter();)+
                from_parts(r, || Some(($($part.next()?,)+)))
            }

            #[inline]
            #[expect(non_snake_case, reason = "the columns are named as the type parameters")]
            fn check(column: Self::Column, n: usize) -> Result<()> {
                match column {
                    StructColumn::Fixed(column) => column.check::<Self>(n),
                    StructColumn::Parts(nested_pattern!($($part)+)) => {
                        $($part::check($part, n)?;)+
                        Ok(())
                    }
                }
            }

            #[inline]
            fn heap_size(&self) -> usize {
                0usize$(.saturating_add(self.$place.heap_size()))+
            }

            #[inline]
            fn fixed_column(column: &mut Self::Column) -> Option<&mut FixedColumn<'de>> {
                column.fixed()
            }

            #[inline]
            fn byte_layout(value: &mut Self, layout: &mut Layout<true>) {
                $($part::byte_layout(&mut value.$place, layout);)+
            }

            #[inline]
            #[expect(non_snake_case, reason = "the columns are named as the type parameters")]
            fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
                match column {
                    StructColumn::Fixed(column) => {
                        column.take(n, Self::FIXED.unwrap_or(0)).map(drop)
                    }
                    StructColumn::Parts(nested_pattern!($($part)+)) => {
                        $($part::skip($part, n)?;)+
                        Ok(())
                    }
                }
            }
        }
    };
}
for_each_tuple!(tuple);
