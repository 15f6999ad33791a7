//! One value as all of a `std::io` stream.

use std::io::{self, Read, Write};

use ::serde::Serialize;
use ::serde::de::DeserializeOwned;

use crate::io::{read_message, write_message};
use crate::limits::Limits;

/// Writes the bytes of a value by one call of `write_all`, and returns their number.
///
/// Nothing is written around them: [`from_reader`] reads them to the end of the input.
///
/// ```
/// let mut file = Vec::new();
/// assert_eq!(onesheet::serde::to_writer(&("door", 300u16), &mut file)?, 7);
/// let (name, number): (String, u16) = onesheet::serde::from_reader(&file[..])?;
/// assert_eq!((name.as_str(), number), ("door", 300));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `writer`; `InvalidInput`, with an [`Error`](crate::Error) inside, for a value that cannot be
/// written, of which nothing is.
pub fn to_writer<T: Serialize + ?Sized>(value: &T, writer: impl Write) -> io::Result<usize> {
    write_message(super::to_vec(value), writer)
}

/// Reads one value to the end of the input, under the default [`Limits`]: 256 MiB of bytes, and as many again
/// for the value.
///
/// # Errors
/// Those of `reader`; and with an [`Error`](crate::Error) inside, `UnexpectedEof` for a value that ends early, and
/// `InvalidData` for whatever else is an error of [`from_slice`](super::from_slice).
pub fn from_reader<T: DeserializeOwned>(reader: impl Read) -> io::Result<T> {
    let limits = Limits::default();
    read_message(reader, &limits, |bytes| super::from_slice_with(bytes, &limits))
}
