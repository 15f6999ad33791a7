//! Row 1: fixed types, value after value.
//!
//! | Rust | format |
//! |--|--|
//! | `u8`, `i8`, `u128`, `i128`, `f32`, `f64` | themselves |
//! | [`Fixed<u16>`](crate::Fixed) … `Fixed<i64>` | fixed u16 … fixed i64 |
//! | `()`, `PhantomData` | unit |

use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use core::mem::needs_drop;

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::limits::Limits;
use crate::list::List;
use crate::raw::{self, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::Serialize;
use crate::writer::{SliceWriter, Writer};

/// An opened list of fixed values: their bytes.
#[derive(Clone, Copy, Debug)]
pub struct FixedColumn<'de> {
    rest: &'de [u8],
    /// Where `rest` ends in the message.
    end: usize,
    /// Bytes of memory that each value claims, which opening the list has charged.
    claims: usize,
}

impl<'de> FixedColumn<'de> {
    /// Opens a list of `n` values of `size` bytes each, and charges what each claims.
    #[inline]
    pub fn open(r: &mut Reader<'de>, n: usize, size: usize, claims: usize) -> Result<Self> {
        let Some(len) = n.checked_mul(size) else {
            return Err(r.error(ErrorKind::UnexpectedEnd));
        };
        let rest = r.take(len)?;
        r.charge(n, claims)?;
        Ok(FixedColumn { rest, end: r.position(), claims })
    }

    /// Takes the bytes of the next `n` values of `size` bytes each.
    #[inline]
    pub fn take(&mut self, n: usize, size: usize) -> Result<&'de [u8]> {
        match n.checked_mul(size).and_then(|len| self.rest.split_at_checked(len)) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.at_end()),
        }
    }

    /// Takes the next value.
    ///
    /// # Errors
    /// As [`take`](Self::take), and whatever is wrong with the value. A type that is not fixed has
    /// no such column, nor code to read from one.
    #[inline]
    pub fn next_value<T: Deserialize<'de>>(&mut self) -> Result<T> {
        if const { T::FIXED.is_none() } {
            return Err(self.at_end());
        }
        T::deserialize(&mut self.reader(T::FIXED.unwrap_or(0))?)
    }

    /// A reader of the next value.
    #[inline]
    pub fn reader(&mut self, size: usize) -> Result<Reader<'de>> {
        let bytes = self.take(1, size)?;
        Ok(self.part(bytes, self.end.wrapping_sub(self.rest.len())))
    }

    #[inline]
    fn part(&self, bytes: &'de [u8], end: usize) -> Reader<'de> {
        Reader::part(bytes, end, &Limits { max_alloc: self.claims, max_depth: 0 })
    }

    /// Checks `n` values of `size` bytes each, which `read` reads.
    #[inline]
    pub fn check<T>(
        mut self,
        n: usize,
        size: usize,
        read: impl Fn(&mut Reader<'de>) -> Result<T>,
    ) -> Result<()> {
        let mut end = self.end.wrapping_sub(self.rest.len());
        for bytes in self.take(n, size)?.chunks_exact(size.max(1)) {
            end = end.wrapping_add(size);
            read(&mut self.part(bytes, end))?;
        }
        Ok(())
    }

    /// Passes over `n` values.
    #[inline]
    pub fn skip(&mut self, n: usize, size: usize) -> Result<()> {
        self.take(n, size).map(drop)
    }

    /// The error of a value that is not there.
    #[cold]
    pub fn at_end(&self) -> crate::Error {
        crate::Error::new(ErrorKind::UnexpectedEnd, self.end)
    }
}

/// The next `n` values, copied at once where their memory is as the wire.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn next_copied<'de, T: Deserialize<'de>>(
    column: &mut T::Column,
    n: usize,
) -> Result<Option<alloc::vec::Vec<T>>> {
    let size = size_of::<T>();
    if const { !matches!(T::FIXED, Some(size) if size == size_of::<T>()) || needs_drop::<T>() } {
        return Ok(None);
    }
    if n <= FEW {
        return Ok(None);
    }
    let Some(column) = T::fixed_column(column) else { return Ok(None) };
    let mut after = *column;
    let mut first = { *column }.next_value()?;
    let values = raw::vec_of_numbers(after.take(n, size)?, &mut first, T::show_numbers);
    if values.is_some() {
        *column = after;
    }
    Ok(values)
}

/// Values that are not worth a column of memory, or a look at their layout.
#[cfg(feature = "alloc")]
const FEW: usize = 16;

/// Bytes gathered before they go to the sink.
const GATHER: usize = 1024;

/// Writes a value of a fixed type, the parts of which `f` writes.
#[inline]
pub fn serialize<T: Serialize, W: Writer + ?Sized>(
    w: &mut W,
    f: impl FnOnce(&mut SliceWriter<'_>) -> Result<()>,
) -> Result<(), W::Error> {
    w.write_fixed(T::FIXED.unwrap_or(0), f)
}

/// Writes a list of values of a fixed type.
#[inline]
pub fn serialize_list<T: Serialize, W: Writer + ?Sized>(
    list: impl List<T>,
    w: &mut W,
) -> Result<(), W::Error> {
    w.write_fixed_list(list, T::FIXED.unwrap_or(0))
}

/// The same, in pieces.
#[inline]
pub(crate) fn write_list<T: Serialize, L: List<T>, W: Writer + ?Sized>(
    list: L,
    size: usize,
    w: &mut W,
) -> Result<(), W::Error> {
    let total = list.count().saturating_mul(size);
    if total == 0 {
        return Ok(());
    }
    let slice = list.as_slice();
    if let Some(bytes) = slice.and_then(|slice| raw::bytes_of_numbers(slice, T::show_numbers)) {
        return w.write_bytes(bytes);
    }
    if let (Some(values), ..=GATHER) = (slice, total) {
        return w.write_fixed(total, |w| {
            write_neighbours(values, w.room(total)?, size);
            Ok(())
        });
    }
    if total <= 256 {
        return w.write_fixed(total, |w| list.try_for_each(|value| value.serialize(w)));
    }
    let values_at_once = GATHER.checked_div(size).unwrap_or(0);
    if values_at_once < 2 || !L::RUNS {
        return list.try_for_each(|value| value.serialize(w));
    }
    let mut gathered = [0; GATHER];
    list.try_for_each_run(|run| {
        run.chunks(values_at_once).try_for_each(|values| {
            let bytes = gathered.get_mut(..values.len() * size).unwrap_or_default();
            write_neighbours(values, bytes, size);
            w.write_bytes(bytes)
        })
    })
}

/// Writes values of `size` bytes each into room for all of them.
#[inline]
fn write_neighbours<T: Serialize>(values: &[T], room: &mut [u8], size: usize) {
    for (room, value) in room.chunks_exact_mut(size).zip(values) {
        // Cannot fail: a fixed value takes `size` bytes.
        let _ = value.serialize(&mut SliceWriter::new(room));
    }
}

/// Writes a list of numbers as they are, as many at once as are neighbours in memory.
#[inline]
pub(crate) fn write_runs<T: Serialize + raw::Plain, W: Writer + ?Sized>(
    list: impl List<T>,
    w: &mut W,
) -> Result<(), W::Error> {
    list.try_for_each_run(|run| match raw::little_endian_bytes(run) {
        Some(bytes) => w.write_bytes(bytes),
        None => run.iter().try_for_each(|value| value.serialize(w)),
    })
}

/// The same to a vector; values that are not neighbours are gathered first.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn write_to_vec<T: Serialize + raw::Plain, L: List<T>>(
    out: &mut alloc::vec::Vec<u8>,
    list: L,
) {
    if const { L::RUNS } || list.count() <= FEW {
        let Ok(()) = write_runs(list, out);
        return;
    }
    out.reserve(size_of::<T>().saturating_mul(list.count()));
    let Ok(()) = list.try_for_each_part(|values| write_runs(values, out));
}

macro_rules! fixed {
    ($($ty:ty: $schema:ident;)*) => {$(
        impl Serialize for $ty {
            const SCHEMA: &'static Schema = &Schema::$schema;
            const FIXED: Option<usize> = Some(size_of::<$ty>());

            #[inline]
            fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
                w.write_bytes(&self.to_le_bytes())
            }

            #[inline]
            fn serialize_list<W: Writer + ?Sized>(
                list: impl List<Self>,
                w: &mut W,
            ) -> Result<(), W::Error> {
                w.write_plain(list)
            }

            #[inline]
            fn show_numbers(&self, layout: &mut Layout<false>) {
                layout.numbers(core::slice::from_ref(self));
            }
        }

        impl<'de> Deserialize<'de> for $ty {
            type Column = FixedColumn<'de>;
            const FIXED: Option<usize> = Some(size_of::<$ty>());

            #[inline]
            fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                r.array().map(<$ty>::from_le_bytes)
            }

            #[inline]
            fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                FixedColumn::open(r, n, size_of::<$ty>(), 0)
            }

            #[inline]
            fn next(column: &mut Self::Column) -> Result<Self> {
                column.next_value()
            }

            #[inline]
            fn check(_: Self::Column, _: usize) -> Result<()> {
                Ok(())
            }

            #[inline]
            fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
                column.take(n, size_of::<$ty>()).map(drop)
            }

            #[inline]
            fn fixed_column(column: &mut Self::Column) -> Option<&mut FixedColumn<'de>> {
                Some(column)
            }

            #[inline]
            fn show_numbers(value: &mut Self, layout: &mut Layout<true>) {
                layout.numbers(core::slice::from_mut(value));
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
                column.take(n, size_of::<$ty>()).map(raw::vec_from_little_endian)
            }

            #[inline]
            fn next_array<const N: usize>(column: &mut Self::Column) -> Result<[Self; N]> {
                let bytes = column.take(N, size_of::<$ty>())?;
                let mut values = [<$ty>::default(); N];
                for (value, bytes) in values.iter_mut().zip(bytes.chunks_exact(size_of::<$ty>())) {
                    let mut word = [0; size_of::<$ty>()];
                    word.copy_from_slice(bytes);
                    *value = <$ty>::from_le_bytes(word);
                }
                Ok(values)
            }
        }
    )*};
}

fixed! {
    u8: U8;
    i8: I8;
    u128: U128;
    i128: I128;
    f32: F32;
    f64: F64;
}

macro_rules! unit {
    ($([$($generics:tt)*] $ty:ty: $value:expr;)*) => {$(
        impl<$($generics)*> Serialize for $ty {
            const SCHEMA: &'static Schema = &Schema::Unit;
            const FIXED: Option<usize> = Some(0);

            #[inline]
            fn serialize<W: Writer + ?Sized>(&self, _: &mut W) -> Result<(), W::Error> {
                Ok(())
            }

            #[inline]
            fn serialize_list<W: Writer + ?Sized>(
                _: impl List<Self>,
                _: &mut W,
            ) -> Result<(), W::Error> {
                Ok(())
            }
        }

        impl<'de, $($generics)*> Deserialize<'de> for $ty {
            type Column = ();
            const FIXED: Option<usize> = Some(0);
            const MAY_BE_EMPTY: bool = true;

            #[inline]
            fn deserialize(_: &mut Reader<'de>) -> Result<Self> {
                Ok($value)
            }

            #[inline]
            fn deserialize_many(_: &mut Reader<'de>, _: usize) -> Result<Self::Column> {
                Ok(())
            }

            #[inline]
            fn next(_: &mut Self::Column) -> Result<Self> {
                Ok($value)
            }

            #[inline]
            fn check(_: Self::Column, _: usize) -> Result<()> {
                Ok(())
            }

            #[inline]
            fn skip(_: &mut Self::Column, _: usize) -> Result<()> {
                Ok(())
            }
        }
    )*};
}

unit! {
    [] (): ();
    [] core::ops::RangeFull: ..;
    [T: ?Sized] PhantomData<T>: PhantomData;
}
