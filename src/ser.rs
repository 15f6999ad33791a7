//! The trait of what can be encoded, and the two traits of what it is encoded to.
//!
//! A type describes itself once, to a [`Writer`] for one value and to a [`Sink`] for a list. These
//! decide how a list is written; how, is said in `sink`.

use crate::error::ErrorKind;
use crate::output::{Failure, SliceWriter};
use crate::packed::Kind;
use crate::raw::{Items, Layout};
use crate::schema::Schema;

mod sealed {
    pub trait Sealed {}
}
pub(crate) use sealed::Sealed;

/// A type that can be encoded.
///
/// Derive it; the derive's [documentation](derive@crate::Serialize) lists its attributes. A type of
/// your own that is written as some other type does it by hand:
///
/// ```
/// use onesheet::{Deserialize, Items, Reader, Result, Schema, Serialize, Sink, Writer};
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
///     fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error> {
///         self.to_wire().serialize(w)
///     }
///
///     fn serialize_slice<S: Sink>(items: Items<'_, Self>, s: &mut S) -> Result<(), S::Error> {
///         s.convert(items, Self::to_wire)
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
/// use onesheet::{
///     Deserialize, Error, ErrorKind, Items, Reader, Result, Schema, Serialize, Sink, Writer,
/// };
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
///     fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error> {
///         w.write_sequence(self.iter())
///     }
///
///     fn serialize_slice<S: Sink>(items: Items<'_, Self>, s: &mut S) -> Result<(), S::Error> {
///         s.sequences(items, |_| 3, Self::iter)
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
/// If it holds its elements in one slice, [`Writer::write_slice`] and [`Sink::slices`] are faster.
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
    /// Rows types have none. It is computed from [`SCHEMA`](Self::SCHEMA), where a type by hand says its
    /// bound ([`with_max`](Schema::with_max)), and is exact but for
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
    fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error>;

    /// Writes values of a list: enc(T, v1 … vn), without its count.
    ///
    /// It is called with all values of the list, or with some after others. What it gives to the
    /// sink is a column each, the same columns whatever the values are, and every value goes into
    /// each of them that concerns it. One that does otherwise gives wrong bytes, no worse.
    fn serialize_slice<S: Sink>(items: Items<'_, Self>, s: &mut S) -> Result<(), S::Error>;

    /// How a list of values is packed, for number types: a column of what they are in memory.
    #[doc(hidden)]
    const KIND: Option<Kind> = None;

    /// About how many bytes this value takes, at no cost: what [`encode`](crate::encode) claims.
    #[doc(hidden)]
    #[inline]
    fn len_hint(&self) -> usize {
        size_of_val(self)
    }

    /// Shows the numbers that a value consists of, in the order in which they are written.
    #[doc(hidden)]
    #[inline]
    fn show_numbers(&self, layout: &mut Layout<false>) {
        layout.refuse();
    }
}

/// Where one value goes: what [`encode`](crate::encode) makes, a [`SliceWriter`], or the counter
/// behind [`encoded_len`](crate::encoded_len).
///
/// The trait is sealed: an extensible block (W12) is written before its length is known, so that what
/// is written must be at hand. To send bytes elsewhere, encode into a buffer first.
pub trait Writer: Sealed + Sized {
    /// What writing can fail with: nothing, if there is memory and no value is
    /// [refused](Self::refuse).
    type Error: Failure;

    /// Writes bytes as they are.
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Self::Error>;

    /// Writes one byte.
    fn write_byte(&mut self, byte: u8) -> Result<(), Self::Error>;

    /// Writes a varint (W16).
    fn write_varint_u32(&mut self, x: u32) -> Result<(), Self::Error>;

    /// Writes a varint (W16).
    fn write_varint_u64(&mut self, x: u64) -> Result<(), Self::Error>;

    /// Writes a length in bytes or a count of elements (W5, W9).
    #[inline]
    fn write_len(&mut self, len: usize) -> Result<(), Self::Error> {
        if usize::BITS <= 32 {
            self.write_varint_u32(len as u32)
        } else {
            self.write_varint_u64(len as u64)
        }
    }

    /// Writes a list of values, without its count: enc(T, v1 … vn).
    fn write_list<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), Self::Error>;

    /// Writes a sequence that lies in memory: its count, and its elements (W9).
    #[inline]
    fn write_slice<T: Serialize>(&mut self, elements: &[T]) -> Result<(), Self::Error> {
        self.write_len(elements.len())?;
        self.write_list(Items::of(elements))
    }

    /// Writes a sequence: its count, and its elements (W9).
    fn write_sequence<I>(&mut self, elements: I) -> Result<(), Self::Error>
    where
        I: ExactSizeIterator<Item: Serialize> + Clone;

    /// Bytes written so far.
    fn position(&self) -> usize;

    /// Puts the length in bytes of what was written since `start` before it, as a varint (W12).
    ///
    /// `start` is an earlier [`position`](Self::position).
    fn close_block(&mut self, start: usize) -> Result<(), Self::Error>;

    /// Writes a value of a fixed type, of `size` bytes, the parts of which `f` writes (W1).
    #[doc(hidden)]
    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_, Self::Error>) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Refuses the value: an error of that kind, for a value that its wire type has no form of.
    ///
    /// A type whose impl calls it is encoded by [`try_encode`](crate::try_encode) and its like, or to
    /// a slice. [`encode`](crate::encode), which cannot fail, does not compile for it; `cargo check`
    /// does not see that, `cargo build` does:
    ///
    /// ```compile_fail,E0080
    /// use onesheet::{Fallible, encode};
    ///
    /// encode(&Fallible(Some("text")));
    /// ```
    fn refuse(&mut self, kind: ErrorKind) -> Result<(), Self::Error>;
}

/// Where the values of a list go, column by column.
///
/// The trait is sealed. How lists are written is known to its implementations alone: each column
/// straight to the output, or kept beside the others until all values were seen, or in a walk for
/// each.
pub trait Sink: Sealed + Sized {
    /// What writing can fail with, as of a [`Writer`].
    type Error: Failure;

    /// Refuses a value, as [`Writer::refuse`] does.
    fn refuse(&mut self, kind: ErrorKind) -> Result<(), Self::Error>;

    /// Writes values as what `f` borrows from each.
    fn borrow<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a U,
    ) -> Result<(), Self::Error>;

    /// Writes values as what `f` computes from each.
    fn convert<'a, T, U: Serialize>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> U,
    ) -> Result<(), Self::Error>;

    /// Writes sequences that lie in memory, which `f` borrows (W5, W9).
    fn slices<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [U],
    ) -> Result<(), Self::Error>;

    /// Writes sequences of `len` elements each, which `f` goes through (W9).
    fn sequences<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: impl Fn(&'a T) -> usize,
        f: impl Fn(&'a T) -> I,
    ) -> Result<(), Self::Error>;

    /// Writes arrays, the elements of all as one list (W8).
    #[doc(hidden)]
    fn arrays<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, [T; N]>,
    ) -> Result<(), Self::Error>;

    /// Writes what may be there, which `f` borrows (W6).
    #[doc(hidden)]
    fn options<'a, T, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> Option<&'a U>,
    ) -> Result<(), Self::Error>;

    /// Writes numbers of a type that has a [`KIND`](Serialize::KIND) (W1 to W4), of which `f` makes the
    /// bytes that they are in memory.
    #[doc(hidden)]
    fn numbers<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, T>,
        f: impl Fn(&T) -> [u8; N],
    ) -> Result<(), Self::Error>;

    /// Writes a number of `kind` for each value, of which `f` makes the bytes that it is in memory.
    #[doc(hidden)]
    fn mapped<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) -> Result<(), Self::Error>;

    /// Writes fixed values of `size` bytes (W1), each by `f`.
    #[doc(hidden)]
    fn fixed<T: Serialize>(
        &mut self,
        items: Items<'_, T>,
        size: usize,
        f: impl Fn(&T, &mut SliceWriter<'_, Self::Error>) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Writes the block of extensible values (W12), of so many columns, which `f` writes.
    #[doc(hidden)]
    fn block<'a, T>(
        &mut self,
        items: Items<'a, T>,
        columns: usize,
        f: impl Fn(Items<'a, T>, &mut Self) -> Result<(), Self::Error>,
    ) -> Result<(), Self::Error>;

    /// Writes values one after another, each as if alone (W14).
    #[doc(hidden)]
    fn rows<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), Self::Error>;

    /// Writes the tags of enum values, and the fields of each variant (W11, W13).
    #[doc(hidden)]
    fn variants<T: SerializeVariants>(&mut self, items: Items<'_, T>) -> Result<(), Self::Error>;
}

/// What a list of enum values is written by.
#[doc(hidden)]
pub trait SerializeVariants: Serialize + Sized {
    /// Of each variant, by ascending tag, its tag, and the columns before its own.
    const VARIANTS: &'static [(u32, usize)];

    /// The place of the value's variant among all, by ascending tag.
    fn place(&self) -> usize;

    /// Writes the fields of one value.
    fn serialize_fields<W: Writer>(&self, w: &mut W) -> Result<(), W::Error>;

    /// Writes the fields of values that are all of the variant of that place.
    fn serialize_variant<S: Sink>(
        place: usize,
        items: Items<'_, Self>,
        s: &mut S,
    ) -> Result<(), S::Error>;
}
