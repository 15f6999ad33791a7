//! One message as all of a `std::io` stream.

use std::io::{self, Read, Write};
use std::vec::Vec;

use crate::de::DeserializeOwned;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::message::{decode_with, try_encode};
use crate::ser::Serialize;

/// Encodes a value, writes the message by one call of `write_all`, and returns its length in bytes.
///
/// Nothing is written around it: [`decode_from_reader`] reads it to the end of the input. For several
/// messages on one stream, each behind its length, there is
/// [`frame::prefixed::write`](crate::frame::prefixed::write).
///
/// ```
/// use onesheet::Limits;
/// use onesheet::io::{decode_from_reader, encode_to_writer};
///
/// let mut file = Vec::new();
/// assert_eq!(encode_to_writer(&("door", 300u16), &mut file)?, 7);
/// let (name, number): (String, u16) = decode_from_reader(&file[..], &Limits::default())?;
/// assert_eq!((name.as_str(), number), ("door", 300));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Those of `writer`; `InvalidInput`, with an [`Error`] inside, for a value that cannot be encoded, of
/// which nothing is written.
pub fn encode_to_writer<T: Serialize + ?Sized>(value: &T, writer: impl Write) -> io::Result<usize> {
    write_message(try_encode(value), writer)
}

/// Writes a message, if there is one, and returns its length in bytes.
pub(crate) fn write_message(message: Result<Vec<u8>>, mut writer: impl Write) -> io::Result<usize> {
    let message = message.map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
    writer.write_all(&message)?;
    Ok(message.len())
}

/// Reads one message to the end of the input, and decodes it under limits.
///
/// The message may have [`max_alloc`](Limits::max_alloc) bytes, and decoding it may claim the
/// same amount again. Memory for it is claimed as bytes come. What follows the message is an error: for several of
/// them on one stream there is [`frame::prefixed::read`](crate::frame::prefixed::read).
///
/// # Errors
/// Those of `reader`; and with an [`Error`] inside, `UnexpectedEof` for a message that ends early, and
/// `InvalidData` for any other rule that is broken, or a message that is longer than that.
///
/// ```
/// use onesheet::{ErrorKind, Limits};
/// use onesheet::io::decode_from_reader;
///
/// let error = decode_from_reader::<u8>(&b"ab"[..], &Limits::default()).unwrap_err();
/// let error: &onesheet::Error = error.get_ref().and_then(|error| error.downcast_ref()).unwrap();
/// assert_eq!(error.kind(), ErrorKind::TrailingBytes);
/// ```
pub fn decode_from_reader<T: DeserializeOwned>(
    reader: impl Read,
    limits: &Limits,
) -> io::Result<T> {
    read_message(reader, limits, |message| decode_with(message, limits))
}

/// Reads a message to the end of the input, and decodes it by `decode`.
pub(crate) fn read_message<T>(
    reader: impl Read,
    limits: &Limits,
    decode: impl FnOnce(&[u8]) -> Result<T>,
) -> io::Result<T> {
    let mut message = Vec::new();
    let most = limits.max_alloc as u64;
    reader.take(most.saturating_add(1)).read_to_end(&mut message)?;
    if message.len() as u64 > most {
        return Err(Error::new(ErrorKind::MemoryLimit, limits.max_alloc).into());
    }
    decode(&message).map_err(io::Error::from)
}

/// `UnexpectedEof` if the message ends too early, else `InvalidData`; the error is its source.
///
/// ```
/// fn port(message: &[u8]) -> std::io::Result<u16> {
///     Ok(onesheet::decode(message)?)
/// }
///
/// assert_eq!(port(&[80])?, 80);
/// assert_eq!(port(&[]).unwrap_err().kind(), std::io::ErrorKind::UnexpectedEof);
/// # Ok::<(), std::io::Error>(())
/// ```
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::UnexpectedEnd => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, error)
    }
}
