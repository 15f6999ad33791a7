//! Row 14: values declared `rows` are written one after another, each as if alone.
//!
//! That is where a type may contain itself. A list of rows is decoded once, when it is opened: to
//! scan it first and to decode it then would, nested, take time without bound.

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

/// A list of rows that has been decoded.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct RowsColumn<'de, T> {
    rows: alloc::vec::IntoIter<T>,
    end: usize,
    of: core::marker::PhantomData<&'de ()>,
}

#[cfg(feature = "alloc")]
impl<'de, T: Deserialize<'de>> RowsColumn<'de, T> {
    /// Decodes a list of `n` rows.
    pub fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        r.charge(n, size_of::<T>())?;
        let rows = deserialize_vec(r, n)?.into_iter();
        Ok(RowsColumn { rows, end: r.position(), of: core::marker::PhantomData })
    }

    /// The next `n` rows.
    pub fn split(&mut self, n: usize) -> Self {
        let rows: alloc::vec::Vec<T> = self.rows.by_ref().take(n).collect();
        RowsColumn { rows: rows.into_iter(), ..*self }
    }

    /// The next row.
    #[inline]
    pub fn next_row(&mut self) -> Result<T> {
        match self.rows.next() {
            Some(row) => Ok(row),
            None => Err(crate::Error::new(crate::ErrorKind::UnexpectedEnd, self.end)),
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

/// A list of rows inside a list, which there is nowhere to keep without an allocator.
#[cfg(not(feature = "alloc"))]
#[derive(Clone, Debug)]
pub struct RowsColumn<'de, T> {
    never: core::convert::Infallible,
    of: core::marker::PhantomData<(&'de (), T)>,
}

#[cfg(not(feature = "alloc"))]
impl<'de, T: Deserialize<'de>> RowsColumn<'de, T> {
    /// Always an error, as no memory can be claimed.
    pub fn open(r: &mut Reader<'de>, _: usize) -> Result<Self> {
        Err(r.error(crate::ErrorKind::MemoryLimit))
    }

    /// The next row.
    pub fn next_row(&mut self) -> Result<T> {
        match self.never {}
    }

    /// The next `n` rows.
    pub fn split(&mut self, _: usize) -> Self {
        match self.never {}
    }
}
