//! Streams without the standard library, in buffers of the caller.

use core::fmt;

use crate::error::Error;
use crate::frame::Dropped;

/// Why a message could not be read from, or written to, an `embedded_io` stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamError<E> {
    /// An error of the stream.
    Io(E),
    /// The stream takes no more bytes.
    WriteZero,
    /// The message breaks a rule, or does not fit the buffer.
    Message(Error),
    /// There is no whole message; no later one can be found.
    Dropped(Dropped),
}

impl<E> From<Error> for StreamError<E> {
    fn from(error: Error) -> Self {
        StreamError::Message(error)
    }
}

impl<E: fmt::Debug> fmt::Display for StreamError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StreamError::Io(error) => write!(f, "stream error: {error:?}"),
            StreamError::WriteZero => f.write_str("the stream takes no more bytes"),
            StreamError::Message(error) => error.fmt(f),
            StreamError::Dropped(dropped) => dropped.fmt(f),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for StreamError<E> {}

macro_rules! embedded {
    ($name:ident, $version:literal) => {
        #[doc = concat!("Messages on streams of `embedded_io` ", $version, ", in buffers of the caller.")]
        ///
        #[doc = concat!("[`write`](", stringify!($name), "::write()) and [`read`](", stringify!($name), "::read)")]
        /// put the length of each message before it (F8, F9), for a stream that keeps every byte. On a line that does not, read bytes into a buffer and push them to a
        /// [`frame::Receiver`](crate::frame::Receiver).
        ///
        /// ```
        #[doc = concat!("use onesheet::io::", stringify!($name), "::{read, write};")]
        /// use onesheet::{Serialize, frame::prefixed};
        ///
        /// type Telemetry = (u16, [i16; 3]);
        ///
        /// let mut line = [0; 64]; // any stream: `&[u8]` and `&mut [u8]` are such
        /// let mut buf = [0; prefixed::len(Telemetry::MAX_LEN)];
        /// let mut output = &mut line[..];
        /// write(&mut output, &(300u16, [12i16, -3, 7]), &mut buf).unwrap();
        ///
        /// let mut input = &line[..];
        /// let message = read(&mut input, &mut buf).unwrap().unwrap();
        /// assert_eq!(onesheet::decode::<Telemetry>(message), Ok((300, [12, -3, 7])));
        /// ```
        pub mod $name {
            use $name::{Read, Write};

            use super::StreamError;
            use crate::de::Deserialize;
            use crate::error::{Error, ErrorKind};
            use crate::frame::{Dropped, prefixed};
            use crate::limits::Limits;
            use crate::message::{decode_with, encode_to_slice};
            use crate::ser::Serialize;
            use crate::varint::MAX_LEN_U64;

            /// Writes the length of a value, then the value.
            ///
            /// The stream is not flushed. `buf` holds both: [`prefixed::len`] of [`T::MAX_LEN`](const@Serialize::MAX_LEN) bytes are
            /// enough.
            ///
            /// # Errors
            /// [`Io`](StreamError::Io), [`WriteZero`](StreamError::WriteZero), and
            /// [`Message`](StreamError::Message) if `buf` is too short or the value is refused.
            pub fn write<W: Write>(
                output: &mut W,
                value: &(impl Serialize + ?Sized),
                buf: &mut [u8],
            ) -> Result<(), StreamError<W::Error>> {
                let len = prefixed::encode(value, buf)?;
                write_all(output, buf.get(..len).unwrap_or_default())
            }

            /// Reads the next message into `buf`; `None` if the stream ends before another one begins.
            ///
            /// It reads no byte beyond the message.
            ///
            /// # Errors
            /// [`Io`](StreamError::Io); [`Dropped`](StreamError::Dropped) for a message longer than `buf`,
            /// an end within one, and a length that is none. No later message can be found after these.
            pub fn read<'b, R: Read>(
                input: &mut R,
                buf: &'b mut [u8],
            ) -> Result<Option<&'b [u8]>, StreamError<R::Error>> {
                let mut prefix = [0; MAX_LEN_U64];
                let mut got = 0;
                let length = loop {
                    let mut byte = 0;
                    let read = input.read(core::slice::from_mut(&mut byte));
                    match read.map_err(StreamError::Io)? {
                        0 if got == 0 => return Ok(None),
                        0 => return Err(StreamError::Dropped(Dropped::Truncated)),
                        _ => {}
                    }
                    let length = prefixed::length(&mut prefix, got, byte);
                    if let Some(length) = length.map_err(StreamError::Dropped)? {
                        break length;
                    }
                    got += 1;
                };
                let payload = usize::try_from(length).ok().and_then(|length| buf.get_mut(..length));
                let Some(payload) = payload else {
                    return Err(StreamError::Dropped(Dropped::TooLong));
                };
                match fill(input, payload).map_err(StreamError::Io)? < payload.len() {
                    true => Err(StreamError::Dropped(Dropped::Truncated)),
                    false => Ok(Some(payload)),
                }
            }

            /// Encodes a value in `buf`, writes the message, and returns its length in bytes.
            ///
            /// Nothing is written around it, and the stream is not flushed: [`decode_from_reader`] reads it to the end of the input.
            ///
            /// # Errors
            /// As [`write`](write()).
            pub fn encode_to_writer<W: Write>(
                value: &(impl Serialize + ?Sized),
                output: &mut W,
                buf: &mut [u8],
            ) -> Result<usize, StreamError<W::Error>> {
                let len = encode_to_slice(value, buf)?;
                write_all(output, buf.get(..len).unwrap_or_default())?;
                Ok(len)
            }

            /// Reads one message to the end of the input into `buf`, and decodes it under limits; it may
            /// borrow from `buf`.
            ///
            /// # Errors
            /// [`Io`](StreamError::Io), and [`Message`](StreamError::Message): what follows the message or
            /// does not fit `buf` is [`TrailingBytes`](ErrorKind::TrailingBytes).
            pub fn decode_from_reader<'b, R: Read, T: Deserialize<'b>>(
                input: &mut R,
                buf: &'b mut [u8],
                limits: &Limits,
            ) -> Result<T, StreamError<R::Error>> {
                let len = fill(input, buf).map_err(StreamError::Io)?;
                if len == buf.len() && input.read(&mut [0]).map_err(StreamError::Io)? > 0 {
                    return Err(Error::new(ErrorKind::TrailingBytes, len).into());
                }
                Ok(decode_with(buf.get(..len).unwrap_or_default(), limits)?)
            }

            /// Reads until `buf` is full or the input is at its end, and returns how many bytes.
            fn fill<R: Read>(input: &mut R, buf: &mut [u8]) -> Result<usize, R::Error> {
                let mut len = 0;
                while let Some(rest @ [_, ..]) = buf.get_mut(len..) {
                    match input.read(rest)? {
                        0 => break,
                        n => len += n,
                    }
                }
                Ok(len)
            }

            fn write_all<W: Write>(
                output: &mut W,
                mut bytes: &[u8],
            ) -> Result<(), StreamError<W::Error>> {
                while !bytes.is_empty() {
                    let n = output.write(bytes).map_err(StreamError::Io)?;
                    match bytes.get(n..) {
                        Some(rest) if n > 0 => bytes = rest,
                        _ => return Err(StreamError::WriteZero),
                    }
                }
                Ok(())
            }
        }
    };
}

#[cfg(feature = "embedded-io-0_6")]
embedded! { embedded_io_0_6, "0.6" }
#[cfg(feature = "embedded-io-0_7")]
embedded! { embedded_io_0_7, "0.7" }
