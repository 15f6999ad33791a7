//! Row 14: values declared `rows` are written one after another, each as if alone.
//!
//! That is where a type may contain itself. A list of rows is decoded once, when it is opened: to
//! scan it first and to decode it then would, nested, take time without bound.

use core::marker::PhantomData;

use crate::de::Deserialize;
use crate::error::Result;
use crate::list::List;
use crate::reader::Reader;
use crate::ser::Serialize;
use crate::writer::Writer;

/// Writes a list of rows.
#[inline]
pub fn serialize_list<T: Serialize, W: Writer + ?Sized>(
    list: impl List<T>,
    w: &mut W,
) -> Result<(), W::Error> {
    list.try_for_each(|value| value.serialize(w))
}

/// An opened list of rows.
#[derive(Clone, Debug)]
pub enum RowsColumn<'de, T> {
    /// Rows that are decoded as they are taken, and have been once.
    InPlace(Reader<'de>, PhantomData<T>),
    /// Rows that are in memory; the place in the message where they ended.
    #[cfg(feature = "alloc")]
    Decoded(alloc::vec::IntoIter<T>, usize),
}

impl<'de, T: Deserialize<'de>> RowsColumn<'de, T> {
    /// Opens a list of `n` rows that is no part of another list.
    #[inline]
    pub fn in_place(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let rows = r.clone();
        for _ in 0..n {
            T::deserialize(r)?;
        }
        Ok(RowsColumn::InPlace(rows, PhantomData))
    }

    /// Decodes a list of `n` rows.
    #[cfg(feature = "alloc")]
    pub fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        r.charge(n, size_of::<T>())?;
        let rows = deserialize_vec(r, n)?.into_iter();
        Ok(RowsColumn::Decoded(rows, r.position()))
    }

    /// Always an error: there is nowhere to keep rows without an allocator.
    #[cfg(not(feature = "alloc"))]
    pub fn open(r: &mut Reader<'de>, _: usize) -> Result<Self> {
        Err(r.error(crate::ErrorKind::MemoryLimit))
    }

    /// The next `n` rows.
    pub fn split(&mut self, n: usize) -> Result<Self> {
        match self {
            RowsColumn::InPlace(rows, _) => Self::in_place(rows, n),
            #[cfg(feature = "alloc")]
            RowsColumn::Decoded(rows, end) => {
                let rows: alloc::vec::Vec<T> = rows.by_ref().take(n).collect();
                Ok(RowsColumn::Decoded(rows.into_iter(), *end))
            }
        }
    }

    /// The next row.
    #[inline]
    pub fn next_row(&mut self) -> Result<T> {
        match self {
            RowsColumn::InPlace(rows, _) => T::deserialize(rows),
            #[cfg(feature = "alloc")]
            RowsColumn::Decoded(rows, end) => match rows.next() {
                Some(row) => Ok(row),
                None => Err(crate::Error::new(crate::ErrorKind::UnexpectedEnd, *end)),
            },
        }
    }
}

/// Decodes a list of `n` rows into a vector whose memory has been charged.
#[cfg(feature = "alloc")]
pub fn deserialize_vec<'de, T: Deserialize<'de>>(
    r: &mut Reader<'de>,
    n: usize,
) -> Result<alloc::vec::Vec<T>> {
    let mut rows = alloc::vec::Vec::with_capacity(n);
    for _ in 0..n {
        rows.push(T::deserialize(r)?);
    }
    Ok(rows)
}
