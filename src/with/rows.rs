//! W14 for values of any type: each as if alone.

use core::cmp::Ordering;

use super::With;
use crate::de::Deserialize;
use crate::error::Result;
use crate::key::Key;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::rows::{RowsColumn, flat};

/// The marker of values that are written one after another, each as if alone, not in columns (W14).
///
/// It stands where the values are: `Vec<Rows>`, `[Rows; 8]`, `Option<Rows>`. A list of numbers that differ
/// by many magnitudes is shorter so, for each takes the bytes that it needs, not those of the greatest.
/// Its elements cannot be read at once, only one after another.
///
/// ```
/// use onesheet::{Deserialize, Serialize, decode, encode};
/// use onesheet::with::Rows;
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Counters {
///     #[onesheet(with = Vec<Rows>)]
///     packets: Vec<u64>,
/// }
///
/// let packets = vec![3, 0, 1_200, 5, 1 << 40];
/// assert_eq!(encode(&packets).len(), 42); // of 64 bits each
/// let counters = Counters { packets };
/// assert_eq!(encode(&counters).len(), 12);
/// assert_eq!(decode(&encode(&counters)), Ok(counters));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows;

impl<T: Serialize + 'static> With<T> for Rows {
    type Wire<'a> = Row<'a, T>;

    #[inline]
    fn to_wire(value: &T) -> Row<'_, T> {
        Row::Borrowed(value)
    }

    #[inline]
    fn from_wire(wire: Row<'_, T>) -> Option<T> {
        match wire {
            Row::Read(value) => Some(value),
            Row::Borrowed(_) => None,
        }
    }
}

/// A value that is written as rows are.
#[derive(Clone, Copy, Debug)]
pub enum Row<'a, T> {
    /// One that is written.
    Borrowed(&'a T),
    /// One that was read.
    Read(T),
}

impl<T> Row<'_, T> {
    #[inline]
    fn get(&self) -> &T {
        match self {
            Row::Borrowed(value) => value,
            Row::Read(value) => value,
        }
    }
}

impl<T: Serialize> Serialize for Row<'_, T> {
    const SCHEMA: &'static Schema =
        &Schema::Rows { name: "Row", schema: || T::SCHEMA, flat: flat::<Self>() };
    const FALLIBLE: bool = T::FALLIBLE;
    const INLINE: bool = T::INLINE;
    const ROW: &'static Schema = T::SCHEMA;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        self.get().serialize(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.rows(items)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Row<'_, T> {
    type Column = RowsColumn<'de, Self>;
    const MAY_BE_EMPTY: bool = T::MAY_BE_EMPTY;
    const ROWS: bool = true;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        r.nest(T::deserialize).map(Row::Read)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        RowsColumn::open(r, n)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        column.next_row()
    }

    const CHECKED: bool = true;

    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        column.skip(n)
    }

    fn heap_size(&self) -> usize {
        self.get().heap_size()
    }
}

impl<T: Key> Key for Row<'_, T> {
    fn order(&self, other: &Self) -> Ordering {
        self.get().order(other.get())
    }
}
