//! Containers of fixed capacity, which need no allocator.
//!
//! | | format |
//! |--|--|
//! | a sequence | seq(T) of at most N elements |
//! | text | str of at most N bytes |
#![cfg(any(
    feature = "arrayvec-0_7",
    feature = "heapless-0_8",
    feature = "heapless-0_9",
    feature = "tinyvec-1"
))]

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::packed::Words;
use crate::reader::Reader;

/// Checks the counts of a list of `n` containers before anything is read into them.
pub(crate) fn check_counts(r: &Reader<'_>, n: usize, capacity: usize) -> Result<()> {
    let mut counts = Words::<u64>::open(&mut r.clone(), n)?;
    for _ in 0..n {
        if counts.next() > capacity as u64 {
            return Err(r.error(ErrorKind::CapacityExceeded));
        }
    }
    Ok(())
}

/// Reads the count of one container.
pub(crate) fn count<'de, T: Deserialize<'de>>(
    r: &mut Reader<'de>,
    capacity: usize,
) -> Result<usize> {
    check_counts(r, 1, capacity)?;
    r.seq_count::<T>(0)
}

/// The error that what was read does not fit after all.
#[cold]
pub(crate) fn exceeded(at: usize) -> Error {
    Error::new(ErrorKind::CapacityExceeded, at)
}

/// A sequence of fixed capacity.
pub(crate) trait Sequence: Sized {
    type Item;
    const CAPACITY: usize;
    fn new() -> Self;
    /// Adds an element, if there is room.
    fn try_push(&mut self, item: Self::Item) -> Option<()>;
}

/// Takes `n` elements.
pub(crate) fn fill<'de, L: Sequence<Item: Deserialize<'de>>>(
    column: &mut <L::Item as Deserialize<'de>>::Column,
    n: usize,
    at: usize,
) -> Result<L> {
    let mut values = L::new();
    for _ in 0..n {
        let value = L::Item::next(column)?;
        values.try_push(value).ok_or_else(|| exceeded(at))?;
    }
    Ok(values)
}

/// Reads one sequence.
pub(crate) fn read<'de, L: Sequence<Item: Deserialize<'de>>>(r: &mut Reader<'de>) -> Result<L> {
    let n = count::<L::Item>(r, L::CAPACITY)?;
    let at = r.position();
    // W15; in small memory one way for all is less code.
    if n == 1 && cfg!(feature = "alloc") {
        let mut values = L::new();
        values.try_push(L::Item::deserialize(r)?).ok_or_else(|| exceeded(at))?;
        return Ok(values);
    }
    fill(&mut L::Item::deserialize_many(r, n)?, n, at)
}

/// Implements the traits for a [`Sequence`] that lies in memory.
macro_rules! sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty) => {
        impl<$($generics)*> $crate::Serialize for $ty
        where
            $item: $crate::Serialize,
        {
            const SCHEMA: &'static $crate::Schema = &<[$item] as $crate::Serialize>::SCHEMA
                .with_max(<Self as $crate::types::capacity::Sequence>::CAPACITY);

            #[inline]
            fn serialize<W: $crate::Writer>(&self, w: &mut W) -> Result<(), W::Error> {
                self.as_slice().serialize(w)
            }

            #[inline]
            fn serialize_slice<O: $crate::Sink>(
                items: $crate::Items<'_, Self>,
                s: &mut O,
            ) -> Result<(), O::Error> {
                s.slices(items, Self::as_slice)
            }
        }

        impl<'de, $($generics)*> $crate::Deserialize<'de> for $ty
        where
            $item: $crate::Deserialize<'de>,
        {
            type Column = $crate::types::seq::SeqColumn<
                'de,
                <$item as $crate::Deserialize<'de>>::Column,
            >;

            fn deserialize(r: &mut $crate::Reader<'de>) -> $crate::Result<Self> {
                $crate::types::capacity::read(r)
            }

            fn deserialize_many(
                r: &mut $crate::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                let capacity = <Self as $crate::types::capacity::Sequence>::CAPACITY;
                $crate::types::capacity::check_counts(r, n, capacity)?;
                $crate::types::seq::SeqColumn::open::<$item>(r, n, 0)
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                let n = column.next_count()?;
                $crate::types::capacity::fill(&mut column.items, n, 0)
            }

            fn check(column: Self::Column, _: usize) -> $crate::Result<()> {
                column.check::<$item>()
            }

            fn claims(&self) -> usize {
                $crate::types::seq::claims_of(self.as_slice())
            }
        }

        impl<$($generics)*> $crate::Key for $ty
        where
            $item: $crate::Key,
        {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_slice().order(other.as_slice())
            }
        }
    };
}
pub(crate) use sequence;

/// Implements the traits for text of fixed capacity, of the type `$ty<N>`.
#[cfg(any(feature = "arrayvec-0_7", feature = "heapless-0_8", feature = "heapless-0_9"))]
macro_rules! text {
    ($ty:ident, $from:expr) => {
        impl<const N: usize> $crate::Serialize for $ty<N> {
            const SCHEMA: &'static $crate::Schema = &$crate::Schema::Str { max: Some(N) };

            #[inline]
            fn serialize<W: $crate::Writer>(&self, w: &mut W) -> Result<(), W::Error> {
                self.as_str().serialize(w)
            }

            #[inline]
            fn serialize_slice<S: $crate::Sink>(
                items: $crate::Items<'_, Self>,
                s: &mut S,
            ) -> Result<(), S::Error> {
                s.slices(items, |text| text.as_str().as_bytes())
            }
        }

        impl<'de, const N: usize> $crate::Deserialize<'de> for $ty<N> {
            type Column = $crate::types::text::TextColumn<'de>;

            fn deserialize(r: &mut $crate::Reader<'de>) -> $crate::Result<Self> {
                $crate::types::capacity::check_counts(r, 1, N)?;
                let at = r.position();
                $from(r.text()?).ok_or_else(|| $crate::types::capacity::exceeded(at))
            }

            fn deserialize_many(
                r: &mut $crate::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                $crate::types::capacity::check_counts(r, n, N)?;
                $crate::types::text::TextColumn::open(r, n)
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                $from(column.next()?).ok_or_else(|| $crate::types::capacity::exceeded(0))
            }
        }

        impl<const N: usize> $crate::Key for $ty<N> {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_str().order(other.as_str())
            }
        }
    };
}
#[cfg(any(feature = "arrayvec-0_7", feature = "heapless-0_8", feature = "heapless-0_9"))]
pub(crate) use text;
