//! Types of other crates, each crate in the file of its name, behind a feature that names its major
//! version. The files are named below the macros that they use.

/// Implements the traits for owned text (W5): how it is borrowed, what is made of text, if anything is;
/// whether some values are refused, and which.
#[allow(unused_macros, reason = "not of each crate")]
macro_rules! owned_text {
    ($($ty:ty: $as_str:expr, $from:expr $(, $fallible:literal: $refused:expr)?;)*) => {$(
        impl $crate::Serialize for $ty {
            const SCHEMA: &'static $crate::Schema = <str as $crate::Serialize>::SCHEMA;
            $(const FALLIBLE: bool = $fallible;)?

            #[inline]
            fn serialize(
                &self,
                w: &mut $crate::ser::Writer<'_>,
            ) {
                $(let refused: fn(&Self) -> bool = $refused;
                if refused(self) {
                    return w.refuse::<Self>($crate::ErrorKind::Refused);
                })?
                let as_str: fn(&Self) -> &str = $as_str;
                as_str(self).serialize(w)
            }

            #[inline]
            fn serialize_slice(
                items: $crate::ser::Items<'_, Self>,
                w: &mut $crate::ser::ListWriter<'_, '_>,
            ) {
                $(let refused: fn(&Self) -> bool = $refused;
                items.for_each(|text| {
                    if refused(text) {
                        w.refuse::<Self>($crate::ErrorKind::Refused);
                    }
                });)?
                let as_str: fn(&Self) -> &str = $as_str;
                w.slices(items, |text| as_str(text).as_bytes())
            }
        }

        impl<'de> $crate::Deserialize<'de> for $ty {
            type Column = $crate::types::via::ViaColumn<$crate::types::text::TextColumn<'de>>;

            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                let start = r.position();
                let text = r.text()?;
                r.charge(text.len(), 1)?;
                let from: fn(&str) -> Option<Self> = $from;
                $crate::types::via::checked(from(text), $crate::ErrorKind::Refused, start)
            }

            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                let start = r.position();
                let column = $crate::types::text::TextColumn::open(r, n)?;
                r.charge(column.len(), 1)?;
                Ok($crate::types::via::ViaColumn { column, start })
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                let from: fn(&str) -> Option<Self> = $from;
                let value = from(column.column.next()?);
                $crate::types::via::checked(value, $crate::ErrorKind::Refused, column.start)
            }

            fn skip(column: &mut Self::Column, n: usize) -> $crate::Result<()> {
                <&str as $crate::Deserialize>::skip(&mut column.column, n)
            }

            fn heap_size(&self) -> usize {
                let as_str: fn(&Self) -> &str = $as_str;
                as_str(self).len()
            }
        }

        impl $crate::ser::Key for $ty {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                let as_str: fn(&Self) -> &str = $as_str;
                as_str(self).order(as_str(other))
            }
        }
    )*};
}

/// Implements `Key` for types by what is written for them.
#[allow(unused_macros, reason = "not of each crate")]
macro_rules! keys {
    ($($ty:ty: $to:expr;)*) => {$(
        impl $crate::ser::Key for $ty {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                let to = $to;
                $crate::ser::Key::order(&to(self), &to(other))
            }
        }
    )*};
}

/// Implements the traits for sequences (W9) that claim memory: how one is made for so many elements, and
/// gets one more.
#[allow(unused_macros, reason = "not of each crate")]
macro_rules! lists {
    ($([$($generics:tt)*] $ty:ty, $item:ty: $with_capacity:expr, $push:expr;)*) => {$(
        $crate::types::seq::slice! {
            [$($generics)*] [$item: $crate::Serialize] $ty as [$item],
            <[$item] as $crate::Serialize>::SCHEMA, false, Self::as_slice;
        }

        impl<'de, $($generics)*> $crate::Deserialize<'de> for $ty
        where
            $item: $crate::Deserialize<'de>,
        {
            type Column = $crate::types::seq::SeqColumn<
                'de,
                <$item as $crate::Deserialize<'de>>::Column,
            >;

            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                let n = r.seq_count::<$item>(size_of::<$item>())?;
                let mut column = r.owned(|r| <$item>::deserialize_many(r, n))?;
                let mut list: Self = $with_capacity(n);
                for _ in 0..n {
                    $push(&mut list, <$item>::next(&mut column)?);
                }
                Ok(list)
            }

            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                r.owned(|r| $crate::types::seq::SeqColumn::open::<$item>(r, n, size_of::<$item>()))
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                let n = column.next_count()?;
                let mut list: Self = $with_capacity(n);
                for _ in 0..n {
                    $push(&mut list, <$item>::next(&mut column.items)?);
                }
                Ok(list)
            }

            fn check(column: Self::Column, _: usize) -> $crate::Result<()> {
                column.check::<$item>()
            }

            fn heap_size(&self) -> usize {
                $crate::types::seq::heap_size_of(self.as_slice())
                    .saturating_add(size_of_val(self.as_slice()))
            }
        }

        impl<$($generics)*> $crate::ser::Key for $ty
        where
            $item: $crate::ser::Key,
        {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_slice().order(other.as_slice())
            }
        }
    )*};
}

/// A signed duration, if its seconds and nanoseconds are of one sign.
#[allow(dead_code, reason = "not of each crate")]
fn signed((seconds, nanos): (i64, i32)) -> Option<(i64, i32)> {
    let one_sign = seconds == 0 || nanos == 0 || (seconds < 0) == (nanos < 0);
    (one_sign && nanos > -NANOS && nanos < NANOS).then_some((seconds, nanos))
}

#[allow(dead_code, reason = "not of each crate")]
const NANOS: i32 = 1_000_000_000;

#[cfg(feature = "arrayvec-0_7")]
mod arrayvec;
#[cfg(feature = "bitflags-2")]
mod bitflags;
#[cfg(feature = "bytemuck-1")]
mod bytemuck;
#[cfg(feature = "bytes-1")]
mod bytes;
#[cfg(feature = "chrono-0_4")]
mod chrono;
#[cfg(any(feature = "compact_str-0_9", feature = "compact_str-0_10"))]
mod compact_str;
#[cfg(feature = "either-1")]
mod either;
#[cfg(any(feature = "glam-0_30", feature = "glam-0_34"))]
mod glam;
#[cfg(any(feature = "hashbrown-0_16", feature = "hashbrown-0_17"))]
mod hashbrown;
#[cfg(any(feature = "heapless-0_8", feature = "heapless-0_9"))]
mod heapless;
#[cfg(feature = "indexmap-2")]
mod indexmap;
#[cfg(any(feature = "jiff-0_2", feature = "jiff-1"))]
mod jiff;
#[cfg(feature = "mint-0_5")]
mod mint;
#[cfg(feature = "ordered-float-5")]
mod ordered_float;
#[cfg(feature = "rust_decimal-1")]
mod rust_decimal;
#[cfg(feature = "semver-1")]
mod semver;
#[cfg(feature = "smallvec-1")]
mod smallvec;
#[cfg(feature = "smol_str-0_3")]
mod smol_str;
#[cfg(feature = "time-0_3")]
mod time;
#[cfg(feature = "tinyvec-1")]
mod tinyvec;
#[cfg(feature = "url-2")]
mod url;
#[cfg(feature = "uuid-1")]
mod uuid;

#[cfg(feature = "bitflags-2")]
pub use bitflags::FlagBits;
#[cfg(feature = "bytemuck-1")]
pub use bytemuck::PodArray;
