//! W14: values declared `rows` are written one after another, each as if alone.
//!
//! That is where a type may contain itself. A list of rows is decoded once, when it is opened: to
//! scan it first and to decode it then would, nested, take time without bound.

use core::marker::PhantomData;

use crate::de::Deserialize;
use crate::error::Result;
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::reader::Rows;
use crate::schema::Schema;
use crate::ser::Serialize;

/// The type of each row of `T`, if it cannot contain itself: of a type that can, evaluating it would not
/// end. Functions, so that it is not evaluated unless it is asked for.
#[must_use]
pub const fn flat<T: Serialize + ?Sized>() -> Option<&'static Schema> {
    if T::INLINE { Some(row::<T>()) } else { None }
}

const fn row<T: Serialize + ?Sized>() -> &'static Schema {
    T::ROW
}

/// An opened list of rows.
#[derive(Debug)]
pub enum RowsColumn<'de, T> {
    /// Rows that are decoded as they are taken, and have been once.
    InPlace {
        /// From the next row on.
        rows: Reader<'de>,
        /// Where each row ends, unless they are only taken in turn.
        ends: Option<Ends>,
        /// What is decoded.
        of: PhantomData<T>,
    },
    /// Rows that are in memory.
    #[cfg(feature = "alloc")]
    Decoded {
        /// Those that were not yet taken.
        rows: alloc::vec::IntoIter<T>,
        /// How many there were, and where they stand.
        all: (usize, Reader<'de>),
    },
}

/// Where rows end in the message, and how many of them were taken.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Ends {
    all: alloc::sync::Arc<[usize]>,
    taken: usize,
}

/// There is no memory for them.
#[cfg(not(feature = "alloc"))]
type Ends = core::convert::Infallible;

/// What has been decoded once can be decoded again, so that a row need not be `Clone`.
impl<'de, T: Deserialize<'de>> Clone for RowsColumn<'de, T> {
    #[cfg_attr(not(feature = "alloc"), allow(clippy::clone_on_copy, reason = "there are none"))]
    fn clone(&self) -> Self {
        match self {
            RowsColumn::InPlace { rows, ends, .. } => {
                RowsColumn::InPlace { rows: rows.clone(), ends: ends.clone(), of: PhantomData }
            }
            #[cfg(feature = "alloc")]
            RowsColumn::Decoded { rows, all: (n, first) } => {
                let mut column = Self::in_turn(first.clone());
                let _ = column.skip(n.wrapping_sub(rows.len()));
                column
            }
        }
    }
}

impl<'de, T: Deserialize<'de>> RowsColumn<'de, T> {
    /// Opens a list of `n` rows, and decodes each once: into memory, unless a
    /// [`Seq`](crate::list::Seq) asks for their places. Without an allocator, where no type contains
    /// itself, they are decoded once more when they are taken.
    ///
    /// # Errors
    /// What decoding a row fails with.
    pub fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let rows = r.clone();
        #[cfg(feature = "alloc")]
        match r.rows() {
            Rows::InTurn => {}
            Rows::InPlace => {
                r.charge(n.saturating_add(2), size_of::<usize>())?;
                let mut ends = alloc::vec::Vec::with_capacity(n);
                for _ in 0..n {
                    T::deserialize(r)?;
                    ends.push(r.position());
                }
                let ends = Some(Ends { all: ends.into(), taken: 0 });
                return Ok(RowsColumn::InPlace { rows, ends, of: PhantomData });
            }
            Rows::Decoded | Rows::Owned => {
                r.charge(n, size_of::<T>())?;
                let decoded = deserialize_vec(r, n)?.into_iter();
                return Ok(RowsColumn::Decoded { rows: decoded, all: (n, rows) });
            }
        }
        for _ in 0..n {
            T::deserialize(r)?;
        }
        Ok(Self::in_turn(rows))
    }

    #[inline]
    fn in_turn(rows: Reader<'de>) -> Self {
        RowsColumn::InPlace { rows, ends: None, of: PhantomData }
    }

    /// The next row.
    ///
    /// # Errors
    /// None within a list that was opened.
    #[inline]
    pub fn next_row(&mut self) -> Result<T> {
        match self {
            #[cfg(not(feature = "alloc"))]
            RowsColumn::InPlace { rows, .. } => T::deserialize(rows),
            #[cfg(feature = "alloc")]
            RowsColumn::InPlace { rows, ends, .. } => {
                if let Some(ends) = ends {
                    ends.taken = ends.taken.wrapping_add(1);
                }
                T::deserialize(rows)
            }
            #[cfg(feature = "alloc")]
            RowsColumn::Decoded { rows, all: (_, first) } => match rows.next() {
                Some(row) => Ok(row),
                None => Err(first.error(crate::ErrorKind::UnexpectedEnd)),
            },
        }
    }

    /// Passes over `n` rows: at once, where their ends are known.
    ///
    /// # Errors
    /// None within a list that was opened.
    pub fn skip(&mut self, n: usize) -> Result<()> {
        #[cfg(feature = "alloc")]
        if let RowsColumn::InPlace { rows, ends: Some(ends), .. } = self {
            ends.taken = ends.taken.saturating_add(n);
            let end = ends.taken.checked_sub(1).and_then(|last| ends.all.get(last));
            return end
                .map_or(Ok(()), |end| rows.take(end.saturating_sub(rows.position())).map(drop));
        }
        for _ in 0..n {
            self.next_row()?;
        }
        Ok(())
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
