//! Values of types that have serde's traits, as `spec/SERDE.md` says.
//!
//! For whoever has serde's derives on their types, and moves from another binary format: each call has
//! its counterpart here. Any `T: serde::Serialize` is written and any `T: serde::Deserialize<'de>` read;
//! `&'de str` and `&'de [u8]` borrow from the input.
//!
//! ```
//! #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
//! struct Reading<'a> {
//!     sensor: &'a str,
//!     values: [i16; 3],
//!     note: Option<String>,
//! }
//!
//! let reading = Reading { sensor: "door", values: [300, -3, 7], note: None };
//! let bytes = onesheet::serde::to_vec(&reading)?;
//! assert_eq!(bytes, b"\x04door\xd8\x04\x05\x0e\x00");
//! assert_eq!(onesheet::serde::from_slice::<Reading>(&bytes)?, reading);
//! # Ok::<(), onesheet::Error>(())
//! ```
//!
//! | postcard | bincode 1 | bincode 2, of serde | here |
//! |--|--|--|--|
//! | `to_allocvec(&v)?`, `to_stdvec(&v)?` | `serialize(&v)?` | `encode_to_vec(&v, c)?` | [`to_vec`]`(&v)?` |
//! | `to_extend(&v, vec)?` | | | [`extend`]`(&v, &mut vec)?` |
//! | `to_slice(&v, &mut buf)?` | | `encode_into_slice(&v, &mut buf, c)?` | [`to_slice`]`(&v, &mut buf)?` |
//! | `to_io(&v, w)?` | `serialize_into(w, &v)?` | `encode_into_std_write(&v, &mut w, c)?` | [`to_writer`]`(&v, w)?` |
//! | `serialized_size(&v)?` | `serialized_size(&v)?` | | [`encoded_len`]`(&v)?` |
//! | `from_bytes(&b)?` | `deserialize(&b)?` | `borrow_decode_from_slice(&b, c)?.0` | [`from_slice`]`(&b)?`; it rejects bytes that follow, which those ignore |
//! | `take_from_bytes(&b)?` | | `borrow_decode_from_slice(&b, c)?` | [`from_prefix`]`(&b)?`, with the bytes that follow |
//! | `from_io((r, &mut buf))?` | `deserialize_from(r)?` | `decode_from_std_read(&mut r, c)?` | [`from_reader`]`(r)?`, to the end of the input |
//! | | `.with_limit(n)` | `c.with_limit::<N>()` | on by default; [`from_slice_with`]`(&b, &limits)?` |
//!
//! Without the feature `alloc` there are [`to_slice`], [`encoded_len`], [`from_slice`], [`from_slice_with`] and
//! [`from_prefix`].
//!
//! # Unsupported
//!
//! The bytes do not say what they are, nor do those of postcard and bincode. A type that needs it fails with
//! [`NotSelfDescribing`](ErrorKind::NotSelfDescribing): when it is written, if serde tells it then; otherwise when it is read.
//!
//! | | error | when |
//! |--|--|--|
//! | `skip_serializing_if`, of a named field that is left out (serde does not say so of a tuple's: do not use it there) | `NotSelfDescribing` | it is written |
//! | `flatten` | `NotSelfDescribing` | it is written |
//! | a map whose count is not known before | `NotSelfDescribing` | it is written |
//! | enums that are `untagged`, or have a `tag` | `NotSelfDescribing` | it is read |
//! | `serde_json::Value`, `IgnoredAny` and whatever else calls `deserialize_any` | `NotSelfDescribing` | it is read |
//! | two equal keys of a map | [`NotAscending`](ErrorKind::NotAscending) | it is written, or read |
//! | keys of a map that do not ascend as bytes, without the feature `alloc` | [`NeedsAlloc`](ErrorKind::NeedsAlloc) | it is written |
//! | an impl that fails | [`Refused`](ErrorKind::Refused), without its text | |
//!
//! So test each type: write a value of it and read it back. A variant with `#[serde(skip)]` goes last: serde
//! counts it when it writes and not when it reads, so the variants behind it are read as others. An error that a
//! type ignores (`DefaultOnError`, `unwrap_or_default`) is returned all the same: the next value would be read from
//! the middle of this one.
//!
//! One value has one byte string, whatever the hasher of its maps: entries are put in the order of the bytes
//! of their keys, those of an `IndexMap` too. Sets are sequences to serde, and come in the order in which they are
//! given.
//!
//! # Limits
//!
//! [`from_slice`] holds [`Limits`] as [`decode`](crate::decode) does. Each struct, tuple, enum, option,
//! newtype, sequence and map is a level of `max_depth`. Of `max_alloc` each value whose type needs `Drop` takes
//! its size, for it may stand behind a `Box` or `Rc`, and sequences and maps what any collection of std
//! may take for them, for serde does not say what they become: for a `Vec` of numbers a few times what it needs.
//! What a type makes of what was read (`from`, `try_from`, an impl by hand) is not counted, nor what a foreign impl
//! claims or checks by itself: a bit set that trusts its length, a graph that panics. Read such types only from input
//! that you trust.
//!
//! # Next step
//!
//! With the derives of this crate a type has columns, views without a copy and a
//! [`MAX_LEN`](const@crate::Serialize::MAX_LEN), and no `Result` when it is encoded. Both live in one message: a
//! field [`with = Serde`](Serde) holds what is written here.

mod de;
mod error;
mod levels;
mod ser;
#[cfg(feature = "std")]
mod stream;
mod with;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(doc)]
use crate::error::ErrorKind;
use crate::error::Result;
use crate::limits::Limits;
#[cfg(feature = "alloc")]
use crate::message;
use crate::raw::Output;
use crate::reader::Reader;
use crate::ser::Writer;
#[cfg(feature = "std")]
pub use stream::{from_reader, to_writer};
pub use with::Serde;

/// The bytes of a value.
///
/// ```
/// assert_eq!(onesheet::serde::to_vec(&(300u16, "hi"))?, b"\xac\x02\x02hi");
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [the table](self#unsupported) says, and how many bytes were written before.
#[cfg(feature = "alloc")]
pub fn to_vec<T: ::serde::Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    message::encode_staged(|w| ser::write(value, w))
}

/// Writes a value to the end of `out`, after what is there, and in memory that it holds already if it has
/// enough. Only maps take other memory, for the places of their entries.
///
/// ```
/// let mut out = Vec::new();
/// for number in [300u16, 5] {
///     onesheet::serde::extend(&number, &mut out)?;
/// }
/// assert_eq!(out, [0xac, 2, 5]);
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`to_vec`]; `out` is then as long as before.
#[cfg(feature = "alloc")]
pub fn extend<T: ::serde::Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    message::attempt(out, |w| ser::write(value, w))
}

/// Writes a value to the start of `buf`, and returns that part of it. Bytes behind it stay as they are.
///
/// ```
/// let mut buf = [0; 8];
/// let used = onesheet::serde::to_slice(&(300u16, true), &mut buf)?;
/// assert_eq!(used, [0xac, 2, 1]);
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// [`BufferFull`](ErrorKind::BufferFull) if it does not fit, or as [`to_vec`]; what `buf` holds is then
/// unspecified.
pub fn to_slice<'b, T: ::serde::Serialize + ?Sized>(
    value: &T,
    buf: &'b mut [u8],
) -> Result<&'b mut [u8]> {
    let mut w = Writer::new(buf);
    ser::write(value, &mut w);
    let len = w.written()?;
    Ok(buf.get_mut(..len).unwrap_or_default())
}

/// The length of the bytes of a value. It takes about as long as writing them, and no memory for them.
///
/// ```
/// assert_eq!(onesheet::serde::encoded_len("hi"), Ok(3));
/// ```
///
/// # Errors
/// As [`to_vec`], but for the order of keys and equal keys, which are not compared.
pub fn encoded_len<T: ::serde::Serialize + ?Sized>(value: &T) -> Result<usize> {
    let mut w = Writer::on(Output::count());
    ser::write(value, &mut w);
    w.counted()
}

/// Reads a value from bytes that are all of it, under the default [`Limits`].
///
/// ```
/// use onesheet::ErrorKind;
///
/// assert_eq!(onesheet::serde::from_slice(b"\xac\x02\x02hi"), Ok((300u16, "hi")));
/// let error = onesheet::serde::from_slice::<u16>(&[0xac, 2, 0]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, 2));
/// ```
///
/// # Errors
/// The first rule of `spec/SERDE.md` that the bytes break, and the byte offset; and as
/// [the table](self#unsupported) says.
pub fn from_slice<'de, T: ::serde::Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    from_slice_with(bytes, &Limits::default())
}

/// Reads a value as [`from_slice`] does, under limits of your own.
///
/// ```
/// use onesheet::{ErrorKind, Limits, serde};
///
/// let bytes = serde::to_vec(&vec![7u64; 200])?;
/// let limits = Limits::default().max_alloc(1000);
/// let error = serde::from_slice_with::<Vec<u64>>(&bytes, &limits).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::MemoryLimit); // for 1,600 bytes
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`from_slice`]; [`MemoryLimit`](ErrorKind::MemoryLimit) and [`DepthLimit`](ErrorKind::DepthLimit)
/// where it would take more than `limits`.
pub fn from_slice_with<'de, T: ::serde::Deserialize<'de>>(
    bytes: &'de [u8],
    limits: &Limits,
) -> Result<T> {
    let mut r = Reader::new(bytes, limits);
    let value = de::read(&mut r)?;
    r.finish()?;
    Ok(value)
}

/// Reads the value at the start of `bytes` under the default [`Limits`], and returns the bytes after it too.
///
/// ```
/// let (number, rest) = onesheet::serde::from_prefix::<u16>(&[0xac, 2, 5])?;
/// assert_eq!((number, rest), (300, &[5][..]));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`from_slice`], but for what follows the value.
pub fn from_prefix<'de, T: ::serde::Deserialize<'de>>(bytes: &'de [u8]) -> Result<(T, &'de [u8])> {
    let mut r = Reader::new(bytes, &Limits::default());
    let value = de::read(&mut r)?;
    Ok((value, r.rest()))
}
