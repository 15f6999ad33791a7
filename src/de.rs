//! The trait of types that can be decoded, and what it reads from.

use crate::error::{Error, ErrorKind, Result};
pub use crate::reader::Reader;

/// A type that can be decoded, from input that lives for `'de`.
///
/// Derive it, or see [`Serialize`](trait@crate::Serialize) for an example by hand.
///
/// A list is opened first, all its columns at once, then its values are taken one after another:
/// [`deserialize_many`](Self::deserialize_many) checks what can be checked of the whole list, and
/// the column that it returns is a cursor from which [`next`](Self::next) takes a value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be decoded by onesheet",
    label = "this type has no place in the format",
    note = "a type of your own derives it, `#[derive(onesheet::Deserialize)]`; a type parameter has a \
            bound, `T: onesheet::de::DeserializeOwned`; a field of any other type has \
            `#[onesheet(with = …)]` or `#[onesheet(skip)]`",
    note = "what borrows a list of anything but bytes is `onesheet::list::Seq<T>`, not a slice",
    note = "the crate documentation of onesheet lists the types of std, and says what to write \
            for those left out (PathBuf, OsString, RefCell, atomics, BinaryHeap)"
)]
pub trait Deserialize<'de>: Sized {
    /// An opened list: a cursor over its values.
    type Column;

    /// The bytes of every value if the type is fixed (W1).
    const FIXED: Option<usize> = None;

    /// Bytes of memory that each value claims, if the type is fixed: what reading one charges.
    const HEAP_SIZE: usize = 0;

    /// Whether the type is fixed, and any bytes of its size are a value: there is nothing to check.
    #[doc(hidden)]
    const ANY_BYTES: bool = false;

    /// Whether a value may take no bits at all (W34); by default, whether the type is fixed with a size of 0.
    ///
    /// A hand-written impl of a type that is not fixed takes this from the type that it is written as.
    const MAY_BE_EMPTY: bool = matches!(Self::FIXED, Some(0));

    /// Whether the type is declared rows (W14).
    const ROWS: bool = false;

    /// Whether opening a list checks all values, so that none of them is an error later.
    #[doc(hidden)]
    const CHECKED: bool = false;

    /// Reads one value: the inverse of enc(T, v).
    ///
    /// # Errors
    /// The rule that the input breaks.
    fn deserialize(r: &mut Reader<'de>) -> Result<Self>;

    /// Whether a field of this type is read by [`part`](Self::part), with fewer copies: that of an array or
    /// of a container of fixed capacity.
    #[doc(hidden)]
    const IN_PARTS: bool = false;

    /// Reads one value that is a field of a struct.
    #[doc(hidden)]
    #[inline]
    fn part(r: &mut Reader<'de>) -> Part<Self> {
        Self::deserialize(r).into()
    }

    /// Opens a list of `n` values: the inverse of enc(T, v1 … vn), without its count.
    ///
    /// The caller has checked `n` with [`Reader::count`]. The impl charges what its values will
    /// allocate in their own right (a list of strings charges their bytes, not the `String`s).
    ///
    /// # Errors
    /// The rule that the input breaks.
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column>;

    /// Takes the next value of an opened list. What more than `n` calls return is unspecified.
    ///
    /// # Errors
    /// The rule that the value breaks, where that could not be seen when the list was opened.
    fn next(column: &mut Self::Column) -> Result<Self>;

    /// Checks the `n` values that are left of an opened list: takes them all, unless opening the
    /// list has checked them.
    ///
    /// A [`Seq`](crate::list::Seq) does so when it is decoded, and so iterates without errors.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    #[inline]
    fn check(column: Self::Column, n: usize) -> Result<()> {
        if Self::CHECKED {
            return Ok(());
        }
        let mut column = column;
        for _ in 0..n {
            Self::next(&mut column)?;
        }
        Ok(())
    }

    /// Bytes of memory that this value claims beside its own size: what decoding it would charge.
    ///
    /// A default that is filled in (W30) is charged for them. A type that owns memory says how
    /// much; one that holds values of other types adds up what they say.
    #[inline]
    fn heap_size(&self) -> usize {
        0
    }

    /// Passes over `n` values.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        for _ in 0..n {
            Self::next(column)?;
        }
        Ok(())
    }

    /// Takes the next `n` values as a column of their own.
    ///
    /// # Errors
    /// As [`skip`](Self::skip).
    #[inline]
    fn split(column: &mut Self::Column, n: usize) -> Result<Self::Column>
    where
        Self::Column: Clone,
    {
        let first = column.clone();
        Self::skip(column, n)?;
        Ok(first)
    }

    /// Takes the next `n` values into a vector, whose memory has been charged.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    #[cfg(feature = "alloc")]
    #[inline]
    fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
        match next_copied(column, n)? {
            Some(values) => Ok(values),
            None => crate::raw::try_vec(n, || Self::next(column)),
        }
    }

    /// Takes the next `n` arrays into a vector, whose memory has been charged.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn next_arrays<const N: usize>(
        column: &mut Self::Column,
        n: usize,
    ) -> Result<alloc::vec::Vec<[Self; N]>> {
        match next_copied::<[Self; N]>(column, n)? {
            Some(values) => Ok(values),
            None => crate::raw::try_vec(n, || Self::next_array(column)),
        }
    }

    /// The length of the longest list that [`few`](Self::few) reads, of this type or as a part of another; 0
    /// if it reads none.
    #[doc(hidden)]
    const FEW: usize = 0;

    /// Reads a list of `n` values, two to N, whose memory has been charged: column by column, without a
    /// cursor. The values after the first `n` are arbitrary.
    #[doc(hidden)]
    #[inline]
    fn few<const N: usize>(r: &mut Reader<'de>, _: usize) -> Result<[Self; N]> {
        Err(r.error(ErrorKind::MemoryLimit))
    }

    /// The bytes of an opened list, if its type is fixed (W1).
    #[doc(hidden)]
    #[inline]
    fn fixed_column(_: &mut Self::Column) -> Option<&mut crate::fixed_column::FixedColumn<'de>> {
        None
    }

    /// Shows where the numbers are that a value of a fixed type consists of, in the order of W1.
    #[doc(hidden)]
    #[inline]
    fn byte_layout(_: &mut Self, layout: &mut crate::raw::Layout<true>) {
        layout.refuse();
    }

    /// Reads a list of N values into an array, for a field of a struct.
    #[doc(hidden)]
    #[inline]
    fn array_part<const N: usize>(r: &mut Reader<'de>) -> Part<[Self; N]> {
        deserialize_array(r).into()
    }

    /// Takes the next N values into an array.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    #[inline]
    fn next_array<const N: usize>(column: &mut Self::Column) -> Result<[Self; N]> {
        crate::raw::try_array(|| Self::next(column))
    }

    /// Whether lists that go into memory are read by [`scatter`](Self::scatter).
    #[doc(hidden)]
    const SCATTER: bool = false;

    /// Reads a list of `n` values, the memory of which has been charged, in the order of the wire, variant by
    /// variant, and puts each at its own index in an empty list.
    #[doc(hidden)]
    #[inline]
    fn scatter(
        r: &mut Reader<'de>,
        _: usize,
        _: &mut impl crate::raw::ScatterBuild<Self>,
    ) -> Result<()> {
        Err(r.error(ErrorKind::MemoryLimit))
    }
}

/// The next `n` values, copied at once where their memory is as the wire.
#[cfg(feature = "alloc")]
#[inline]
fn next_copied<'de, T: Deserialize<'de>>(
    column: &mut T::Column,
    n: usize,
) -> Result<Option<alloc::vec::Vec<T>>> {
    let size = size_of::<T>();
    if const { !matches!(T::FIXED, Some(size) if size == size_of::<T>()) || core::mem::needs_drop::<T>() }
    {
        return Ok(None);
    }
    if n <= FEW {
        return Ok(None);
    }
    let Some(column) = T::fixed_column(column) else { return Ok(None) };
    let mut after = *column;
    let mut first = column.claiming(T::HEAP_SIZE).next_value()?;
    let values = crate::raw::vec_of_numbers(after.take(n, size)?, &mut first, T::byte_layout);
    if values.is_some() {
        *column = after;
    }
    Ok(values)
}

/// Values that are not worth a cursor, a column of memory, or a look at their layout.
pub(crate) const FEW: usize = 16;

/// The longest list of structs that is read without a cursor. For longer ones, cursors are as fast.
pub(crate) const FEW_STRUCTS: usize = FEW / 2;

/// The largest struct, in bytes, whose short lists are read without a cursor.
const FEW_BYTES: usize = 128;

/// [`FEW`](Deserialize::FEW) of a struct, from that of its parts. It is 0 for a type with a destructor, which
/// would run for the arbitrary values, too.
#[doc(hidden)]
#[must_use]
pub const fn few_structs<T>(parts: &[usize]) -> usize {
    if core::mem::needs_drop::<T>() || size_of::<T>() > FEW_BYTES {
        return 0;
    }
    let few = crate::schema::fold!(parts, true, |few, part| few && *part > 0);
    if few { FEW_STRUCTS } else { 0 }
}

/// An array of structs, of which `next` takes the parts from arrays of N.
///
/// # Errors
/// `UnexpectedEnd` if one of these is shorter, which none is.
#[doc(hidden)]
#[inline]
pub fn from_parts<T, const N: usize>(
    r: &Reader<'_>,
    mut next: impl FnMut() -> Option<T>,
) -> Result<[T; N]> {
    crate::raw::try_array(|| next().ok_or(())).map_err(|()| r.error(ErrorKind::UnexpectedEnd))
}

/// A type that can be decoded and borrows nothing from the input: the bound of code that decodes
/// what it is told to, and keeps it.
///
/// Every such type has it. Code that hands a borrowed value on, as [`decode`](crate::decode) does,
/// has the bound [`Deserialize<'de>`](Deserialize) instead.
///
/// ```
/// use onesheet::{Result, Serialize};
/// use onesheet::de::DeserializeOwned;
/// use std::collections::HashMap;
/// use std::marker::PhantomData;
///
/// /// Values of one type, by name.
/// struct Store<T> {
///     messages: HashMap<String, Vec<u8>>,
///     values: PhantomData<T>,
/// }
///
/// impl<T: Serialize + DeserializeOwned> Store<T> {
///     fn put(&mut self, name: &str, value: &T) {
///         self.messages.insert(name.into(), onesheet::encode(value));
///     }
///
///     fn get(&self, name: &str) -> Option<Result<T>> {
///         self.messages.get(name).map(|message| onesheet::decode(message))
///     }
/// }
///
/// let mut ports = Store { messages: HashMap::new(), values: PhantomData };
/// ports.put("http", &vec![80u16, 8080]);
/// assert_eq!(ports.get("http"), Some(Ok(vec![80, 8080])));
/// assert_eq!(ports.get("ftp"), None);
/// ```
pub trait DeserializeOwned: for<'de> Deserialize<'de> {}

impl<T: for<'de> Deserialize<'de>> DeserializeOwned for T {}

/// Reads a list of N values into an array.
#[inline]
fn deserialize_array<'de, T: Deserialize<'de>, const N: usize>(
    r: &mut Reader<'de>,
) -> Result<[T; N]> {
    let n = r.count(N as u64, T::MAY_BE_EMPTY)?;
    if T::ROWS {
        return crate::raw::try_array(|| T::deserialize(r));
    }
    if const { T::SCATTER && N <= crate::raw::Permutation::FEW } {
        let mut slots = crate::raw::Slots::new();
        T::scatter(r, n, &mut slots)?;
        return slots.array().ok_or_else(|| r.error(ErrorKind::UnexpectedEnd));
    }
    if const { T::FEW > 0 && T::FIXED.is_none() && N > 1 && N <= FEW } {
        return T::few(r, n);
    }
    T::next_array(in_place(&mut T::deserialize_many(r, n))?)
}

/// What was opened, where it is: `?` would move it, and the columns of an enum are large.
///
/// # Errors
/// That of opening it.
#[doc(hidden)]
#[inline]
pub fn in_place<T>(opened: &mut Result<T>) -> Result<&mut T> {
    opened.as_mut().map_err(|error| *error)
}

/// A value, or what is wrong with it, each in a place of its own.
///
/// In a `Result` they share one, and the compiler copies an array or a container of fixed capacity in
/// pieces, around the fields of the error: in a firmware that is up to a fourth of decoding.
#[doc(hidden)]
#[derive(Debug)]
pub struct Part<T> {
    /// The value, if it could be read.
    pub value: Option<T>,
    /// What is wrong with it, if it could not.
    pub error: Error,
}

impl<T> Part<T> {
    /// A part that could be read.
    #[inline]
    pub(crate) fn new(value: T) -> Self {
        Part { value: Some(value), error: Error::new(ErrorKind::UnexpectedEnd, 0) }
    }
}

impl<T> From<Error> for Part<T> {
    #[inline]
    fn from(error: Error) -> Self {
        Part { value: None, error }
    }
}

impl<T> From<Result<T>> for Part<T> {
    #[inline]
    fn from(result: Result<T>) -> Self {
        match result {
            Ok(value) => Part::new(value),
            Err(error) => error.into(),
        }
    }
}

impl<T> From<Part<T>> for Result<T> {
    #[inline]
    fn from(part: Part<T>) -> Self {
        part.value.ok_or(part.error)
    }
}
