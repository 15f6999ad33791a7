//! The trait of what can be encoded.

use crate::list::List;
use crate::schema::Schema;
use crate::writer::Writer;

/// A type that can be encoded.
///
/// Derive it; the derive's [documentation](derive@crate::Serialize) lists its attributes. A type of
/// your own that is written as some other type does it by hand, with [`List::convert`]:
///
/// ```
/// use onesheet::{
///     Deserialize, Error, ErrorKind, List, Reader, Result, Schema, Serialize, Writer,
/// };
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
///     fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
///         self.to_wire().serialize(w)
///     }
///
///     fn serialize_list<W: Writer + ?Sized>(
///         list: impl List<Self>,
///         w: &mut W,
///     ) -> Result<(), W::Error> {
///         u32::serialize_list(list.convert(Self::to_wire), w)
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
    /// Rows types have none. It is computed from [`SCHEMA`](Self::SCHEMA), and is exact but for
    /// lists of enums, of bounded sequences and of extensible types, where it may be more than the
    /// longest value takes.
    ///
    /// ```
    /// use onesheet::{Bounded, Serialize, encode_to_slice};
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

    /// Writes one value: enc(T, v).
    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error>;

    /// Writes a list of values, wherever they are: enc(T, v1 … vn), without its count. A list of
    /// none is no bytes (W15).
    fn serialize_list<W: Writer + ?Sized>(list: impl List<Self>, w: &mut W)
    -> Result<(), W::Error>;

    /// Writes a list of values by its columns, for [`serialize_list`](Self::serialize_list) to call.
    #[doc(hidden)]
    fn serialize_columns<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error>
    where
        Self: Sized,
    {
        Self::serialize_list(list, w)
    }

    /// Shows where the numbers are that a value of a fixed type consists of, in the order of W1.
    #[doc(hidden)]
    #[inline]
    fn show_numbers(&self, layout: &mut crate::raw::Layout<false>) {
        layout.refuse();
    }

    /// About how many bytes this value takes, at no cost: what [`encode`](crate::encode) reserves.
    #[doc(hidden)]
    #[inline]
    fn len_hint(&self) -> usize {
        size_of_val(self)
    }
}
