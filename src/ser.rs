//! The trait of types that can be encoded, and what it writes to.
//!
//! A type describes itself once, to a [`Writer`] for one value and to a [`ListWriter`] for a list. These
//! decide how it is written: `ser/writer.rs`, `ser/list.rs`, `ser/variants.rs`.

use crate::error::{Error, ErrorKind};
use crate::packed::Kind;
use crate::packed::column::{ColumnWriter, Measure};
use crate::raw::{Layout, Output};
use crate::schema::Schema;

mod list;
mod variants;
mod writer;

pub use crate::key::Key;
pub use crate::raw::Items;

/// A type that can be encoded.
///
/// Derive it; the derive's [documentation](derive@crate::Serialize) lists its attributes. A type of
/// your own that is written as some other type does it by hand:
///
/// ```
/// use onesheet::{Deserialize, Result, Schema, Serialize};
/// use onesheet::de::Reader;
/// use onesheet::ser::{Items, ListWriter, Writer};
///
/// /// A temperature, in hundredths of a kelvin; never below zero.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Kelvin(f64);
///
/// impl Kelvin {
///     fn to_wire(&self) -> u32 {
///         (self.0 * 100.0).round() as u32
///     }
/// }
///
/// impl Serialize for Kelvin {
///     const SCHEMA: &'static Schema = u32::SCHEMA;
///
///     fn serialize(&self, w: &mut Writer<'_>) {
///         self.to_wire().serialize(w);
///     }
///
///     fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
///         w.convert(items, Self::to_wire);
///     }
/// }
///
/// impl<'de> Deserialize<'de> for Kelvin {
///     type Column = <u32 as Deserialize<'de>>::Column;
///
///     fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
///         u32::deserialize(r).map(|wire| Kelvin(f64::from(wire) / 100.0))
///     }
///
///     fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
///         u32::deserialize_many(r, n)
///     }
///
///     fn next(column: &mut Self::Column) -> Result<Self> {
///         u32::next(column).map(|wire| Kelvin(f64::from(wire) / 100.0))
///     }
/// }
///
/// let list = vec![Kelvin(273.15), Kelvin(310.0)];
/// let message = onesheet::encode(&list);
/// assert_eq!(message, onesheet::encode(&vec![27315u32, 31000]));
/// assert_eq!(onesheet::decode::<Vec<Kelvin>>(&message), Ok(list));
/// ```
///
/// A container of your own is a sequence (W9). If its elements come from an iterator:
///
/// ```
/// use onesheet::{Deserialize, Error, ErrorKind, Result, Schema, Serialize};
/// use onesheet::de::Reader;
/// use onesheet::ser::{Items, ListWriter, Writer};
///
/// /// The last three values.
/// #[derive(Debug, PartialEq)]
/// struct Last<T> {
///     values: [T; 3],
///     newest: usize,
/// }
///
/// impl<T> Last<T> {
///     fn iter(&self) -> impl ExactSizeIterator<Item = &T> + Clone {
///         (1..4).map(|age| &self.values[(self.newest + age) % 3])
///     }
///
///     fn from_vec(values: Vec<T>, start: usize) -> Result<Self> {
///         let refused = Error::new(ErrorKind::OutOfRange, start);
///         values.try_into().map(|values| Last { values, newest: 2 }).map_err(|_| refused)
///     }
/// }
///
/// impl<T: Serialize> Serialize for Last<T> {
///     const SCHEMA: &'static Schema = <[T]>::SCHEMA;
///
///     fn serialize(&self, w: &mut Writer<'_>) {
///         w.write_sequence(self.iter());
///     }
///
///     fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
///         w.sequences(items, |_| 3, Self::iter);
///     }
/// }
///
/// impl<'de, T: Deserialize<'de>> Deserialize<'de> for Last<T> {
///     /// That of the vectors, and where it starts, for errors.
///     type Column = (<Vec<T> as Deserialize<'de>>::Column, usize);
///
///     fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
///         let start = r.position();
///         Last::from_vec(Vec::deserialize(r)?, start)
///     }
///
///     fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
///         let start = r.position();
///         Ok((Vec::<T>::deserialize_many(r, n)?, start))
///     }
///
///     fn next(column: &mut Self::Column) -> Result<Self> {
///         Last::from_vec(Vec::next(&mut column.0)?, column.1)
///     }
/// }
///
/// let last = |values| Last { values, newest: 2 };
/// let lists = vec![last(["a", "b", "c"].map(String::from)), last(["d", "e", "f"].map(String::from))];
/// let message = onesheet::encode(&lists);
/// assert_eq!(message, onesheet::encode(&[["a", "b", "c"], ["d", "e", "f"]].map(Vec::from).to_vec()));
/// assert_eq!(onesheet::decode(&message), Ok(lists));
/// ```
///
/// If it holds its elements in one slice, [`Writer::write_slice`] and [`ListWriter::slices`] are faster.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be encoded by onesheet",
    label = "this type has no place in the format",
    note = "a type of your own derives it, `#[derive(onesheet::Serialize)]`; a type parameter has a \
            bound, `T: onesheet::Serialize`; a field of any other type has `#[onesheet(with = …)]` \
            or `#[onesheet(skip)]`",
    note = "the crate documentation of onesheet lists the types of std, and says what to write \
            for those left out (PathBuf, OsString, RefCell, atomics, BinaryHeap)"
)]
pub trait Serialize {
    /// The type as the format sees it.
    const SCHEMA: &'static Schema;

    /// The bytes of every value if the type is fixed (W1).
    const FIXED: Option<usize> = None;

    /// The most bytes that a value takes, for types of bounded size; naming it for another type
    /// does not compile, and says which field has no bound.
    ///
    /// Rows types have one if nothing in them is behind a pointer, in a `Vec` or a `Box`, where a type could
    /// contain itself. It is computed from [`SCHEMA`](Self::SCHEMA), where a type by hand says its
    /// bound ([`with_max`](Schema::with_max)), and is exact but for
    /// lists of enums, of bounded sequences and of extensible types, where it may be more than the
    /// longest value takes.
    ///
    /// ```
    /// use onesheet::{Serialize, encode_to_slice};
    /// use onesheet::types::Bounded;
    ///
    /// #[derive(Serialize)]
    /// struct Message<'a> {
    ///     seq: u16,
    ///     name: Bounded<&'a str, 8>,
    /// }
    ///
    /// let message = Message { seq: 300, name: Bounded::new("pump").unwrap() };
    /// let mut buf = [0; Message::MAX_LEN]; // 3 + 1 + 8 bytes
    /// assert_eq!(encode_to_slice(&message, &mut buf), Ok(7));
    /// ```
    const MAX_LEN: usize = crate::max_len::of(Self::SCHEMA);

    /// Whether values may be [refused](Writer::refuse), as text that is no UTF-8 is. [`try_encode`] and its
    /// like encode them; [`encode`], which cannot fail, does not compile for the type.
    ///
    /// A type that holds others is fallible if one of them is.
    ///
    /// [`encode`]: crate::encode
    /// [`try_encode`]: crate::try_encode
    const FALLIBLE: bool = false;

    /// Whether a value is in its own memory alone, so that the type cannot contain itself.
    #[doc(hidden)]
    const INLINE: bool = Self::FIXED.is_some();

    /// The type of one row, of a rows type; of another, itself.
    #[doc(hidden)]
    const ROW: &'static Schema = Self::SCHEMA;

    /// Writes one value: enc(T, v).
    fn serialize(&self, w: &mut Writer<'_>);

    /// Writes values of a list: enc(T, v1 … vn), without its count.
    ///
    /// It may be called with all values of the list or with consecutive parts of them, and again with the same.
    /// The calls of the writer, and so the columns, are the same whatever the values are, and every value goes
    /// into each column that concerns it. Otherwise the bytes are wrong, but nothing is undefined behaviour.
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>);

    /// How a list of values is packed, for number types: a column of what they are in memory.
    #[doc(hidden)]
    const KIND: Option<Kind> = None;

    /// Shows the numbers that a value consists of, in the order in which they are written.
    #[doc(hidden)]
    #[inline]
    fn byte_layout(&self, layout: &mut Layout<false>) {
        layout.refuse();
    }
}

/// Where one value goes: a vector, a slice, or the counter behind [`encoded_len`](crate::encoded_len).
///
/// ```
/// use onesheet::Serialize;
/// use onesheet::ser::Writer;
///
/// let mut buf = [0; 8];
/// let mut w = Writer::new(&mut buf);
/// w.write_byte(1);
/// 300u16.serialize(&mut w);
/// assert_eq!(w.finish(), Ok(3));
/// assert_eq!(buf[..3], [1, 0xac, 2]);
/// ```
pub struct Writer<'o> {
    pub(crate) output: Output<'o>,
    /// Why a value was refused, the first of them.
    refused: Option<Error>,
}

/// Where the values of a list go, column by column.
///
/// A list of few bytes is written column by column. Of any other all values are given twice: to be measured,
/// from which the place of each column in the output follows, and to be placed there.
pub struct ListWriter<'w, 'o> {
    mode: Mode<'w, 'o>,
    /// The column of the list that the first of the mode's is, and the one that comes next.
    first: usize,
    next: usize,
    refused: Option<ErrorKind>,
}

/// What is done with the values of a column.
enum Mode<'w, 'o> {
    /// They are all, and are written.
    Direct(&'w mut Writer<'o>),
    Measure(&'w mut [Measure]),
    Place(&'w mut [ColumnWriter<'o>]),
}

/// What a list of enum values is written by.
#[doc(hidden)]
pub trait SerializeVariants: Serialize + Sized {
    /// Of each variant, by ascending tag, its tag, and the columns before its own.
    const VARIANTS: &'static [(u32, usize)];

    /// The place of the value's variant among all, by ascending tag.
    fn place(&self) -> usize;

    /// Writes the fields of one value.
    fn serialize_fields(&self, w: &mut Writer<'_>);

    /// Writes the fields of values that are all of the variant of that place.
    fn serialize_variant(place: usize, values: &[&Self], w: &mut ListWriter<'_, '_>);
}
