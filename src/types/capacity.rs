//! Containers of fixed capacity, which need no allocator.
//!
//! | | format |
//! |--|--|
//! | a sequence | seq(T) of at most N elements |
//! | text | str of at most N bytes |
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "used by the crates with containers of fixed capacity"
)]

use crate::de::{Deserialize, Part, in_place};
use crate::error::{Error, ErrorKind, Result};
use crate::raw::{Permutation, ScatterBuild};
use crate::reader::Reader;

/// Reads the count of one container.
pub(crate) fn count<'de, T: Deserialize<'de>>(
    r: &mut Reader<'de>,
    capacity: usize,
) -> Result<usize> {
    let start = r.position();
    let count = r.at_most(capacity)?;
    r.counted(start, Some(count as u64), 0, T::MAY_BE_EMPTY)
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
    /// A list of so many elements on the stack.
    type Slots: ScatterBuild<Self::Item> + Iterator<Item = Self::Item>;
    /// A list of none.
    const SLOTS: Self::Slots;
}

/// Takes `n` elements.
pub(crate) fn fill<'de, L: Sequence<Item: Deserialize<'de>>>(
    column: &mut <L::Item as Deserialize<'de>>::Column,
    n: usize,
    at: usize,
) -> Result<L> {
    let mut values = L::new();
    push_all(&mut values, n, at, || L::Item::next(column))?;
    Ok(values)
}

/// Adds the `n` elements that `next` takes.
#[inline]
fn push_all<L: Sequence>(
    values: &mut L,
    n: usize,
    at: usize,
    mut next: impl FnMut() -> Result<L::Item>,
) -> Result<()> {
    for _ in 0..n {
        values.try_push(next()?).ok_or_else(|| exceeded(at))?;
    }
    Ok(())
}

/// Reads one sequence, to where it stays.
pub(crate) fn read<'de, L: Sequence<Item: Deserialize<'de>>>(r: &mut Reader<'de>) -> Result<L> {
    let mut read = Ok(L::new());
    if let Ok(values) = &mut read {
        if let Err(error) = read_to(r, values) {
            read = Err(error);
        }
    }
    read
}

/// The same, as a field of a struct.
pub(crate) fn part<'de, L: Sequence<Item: Deserialize<'de>>>(r: &mut Reader<'de>) -> Part<L> {
    let mut values = L::new();
    match read_to(r, &mut values) {
        Ok(()) => Part::new(values),
        Err(error) => error.into(),
    }
}

fn read_to<'de, L: Sequence<Item: Deserialize<'de>>>(
    r: &mut Reader<'de>,
    values: &mut L,
) -> Result<()> {
    let n = count::<L::Item>(r, L::CAPACITY)?;
    let at = r.position();
    // W14, W15; of columns, in small memory one way for all is less code.
    if L::Item::ROWS || n == 1 && cfg!(feature = "alloc") {
        return push_all(values, n, at, || L::Item::deserialize(r));
    }
    if const { L::Item::SCATTER && L::CAPACITY <= Permutation::FEW } {
        let mut slots = L::SLOTS;
        L::Item::scatter(r, n, &mut slots)?;
        return push_all(values, n, at, || slots.next().ok_or_else(|| exceeded(at)));
    }
    let mut opened = L::Item::deserialize_many(r, n);
    let column = in_place(&mut opened)?;
    push_all(values, n, at, || L::Item::next(column))
}

/// Implements the traits for a [`Sequence`] that lies in memory as one slice.
macro_rules! sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty) => {
        $crate::types::seq::slice! {
            [$($generics)*] [$item: $crate::Serialize] $ty as [$item],
            &<[$item] as $crate::Serialize>::SCHEMA
                .with_max(<Self as $crate::types::capacity::Sequence>::CAPACITY),
            <$item as $crate::Serialize>::INLINE, Self::as_slice;
        }

        $crate::types::capacity::read_sequence! {
            [$($generics)*] $ty, $item, |values| values.as_slice()
        }

        impl<$($generics)*> $crate::ser::Key for $ty
        where
            $item: $crate::ser::Key,
        {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_slice().order(other.as_slice())
            }
        }
    };
}
pub(crate) use sequence;

/// Implements `Deserialize` for a [`Sequence`], of which `$iter` borrows the elements.
macro_rules! read_sequence {
    ([$($generics:tt)*] $ty:ty, $item:ty, |$values:ident| $iter:expr) => {
        impl<'de, $($generics)*> $crate::Deserialize<'de> for $ty
        where
            $item: $crate::Deserialize<'de>,
        {
            type Column = $crate::types::seq::SeqColumn<
                'de,
                <$item as $crate::Deserialize<'de>>::Column,
            >;

            const IN_PARTS: bool = true;

            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                $crate::types::capacity::read(r)
            }

            fn part(r: &mut $crate::de::Reader<'de>) -> $crate::de::Part<Self> {
                $crate::types::capacity::part(r)
            }

            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                let capacity = <Self as $crate::types::capacity::Sequence>::CAPACITY;
                $crate::types::seq::SeqColumn::open_bounded::<$item>(r, n, 0, capacity)
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                let n = column.next_count()?;
                $crate::types::capacity::fill(&mut column.items, n, 0)
            }

            fn check(column: Self::Column, _: usize) -> $crate::Result<()> {
                column.check::<$item>()
            }

            fn heap_size(&self) -> usize {
                let $values = self;
                $crate::types::seq::heap_size_of($iter)
            }
        }
    };
}
pub(crate) use read_sequence;

/// Implements the traits for text of a fixed capacity of `N`.
macro_rules! text {
    ([$($generics:tt)*] $ty:ty, $from:expr) => {
        $crate::types::seq::slice! {
            [$($generics)*] [] $ty as [u8], &$crate::Schema::Str { max: Some(N) }, true,
            |text| text.as_str().as_bytes();
        }

        impl<'de, $($generics)*> $crate::Deserialize<'de> for $ty {
            type Column = $crate::types::text::TextColumn<'de>;

            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                r.clone().at_most(N)?;
                let at = r.position();
                $from(r.text()?).ok_or_else(|| $crate::types::capacity::exceeded(at))
            }

            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                $crate::types::text::TextColumn::open_bounded(r, n, N)
            }

            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                $from(column.next()?).ok_or_else(|| $crate::types::capacity::exceeded(0))
            }
        }

        impl<$($generics)*> $crate::ser::Key for $ty {
            fn order(&self, other: &Self) -> ::core::cmp::Ordering {
                self.as_str().order(other.as_str())
            }
        }
    };
}
pub(crate) use text;
