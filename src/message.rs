//! Values to messages and back.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::de::Deserialize;
#[cfg(feature = "alloc")]
use crate::error::Error;
use crate::error::Result;
use crate::limits::Limits;
use crate::raw::Output;
#[cfg(feature = "alloc")]
use crate::raw::Staging;
use crate::reader::Reader;
use crate::ser::{Serialize, Writer};

/// Encodes a value to a message: enc(T, v) (W15). It cannot fail.
///
/// [`decode`] gives the value back under limits that allow it.
///
/// ```
/// assert_eq!(onesheet::encode("hi"), b"\x02hi");
/// assert_eq!(onesheet::encode(&vec![1u16, 2, 3]), [3, 2, 0x39]);
/// ```
///
/// # Depth
/// [Rows](crate#rows) are encoded however deep they are nested. A reader rejects those that are deeper than its
/// [`Limits::max_depth`], 128 by default. To know before a message is sent, decode it under the limits of its
/// reader:
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use onesheet::{Deserialize, ErrorKind, Limits, Serialize, decode_with, encode};
///
/// #[derive(Deserialize, Serialize)]
/// #[onesheet(rows)]
/// struct Tree {
///     branches: Vec<Tree>,
/// }
///
/// let mut tree = Tree { branches: Vec::new() };
/// for _ in 0..200 {
///     tree = Tree { branches: vec![tree] };
/// }
/// let message = encode(&tree);
///
/// let error = decode_with::<Tree>(&message, &Limits::default()).err().unwrap();
/// assert_eq!(error.kind(), ErrorKind::DepthLimit);
/// let deeper = Limits::default().max_depth(201);
/// assert!(decode_with::<Tree>(&message, &deeper).is_ok());
/// # }
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    infallible::<T>();
    encode_staged(|w| value.serialize(w)).unwrap_or_default()
}

/// Encodes a value to the end of `out`, after what is there, and in memory that it holds already if
/// it has enough. It cannot fail.
///
/// ```
/// let mut out = Vec::new();
/// for number in [300u16, 5] {
///     onesheet::encode_into(&number, &mut out);
/// }
/// assert_eq!(out, [0xac, 2, 5]);
/// ```
#[cfg(feature = "alloc")]
#[inline]
pub fn encode_into<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) {
    infallible::<T>();
    let mut w = Writer::on(Output::vec(out));
    value.serialize(&mut w);
    let _ = w.finish_vec();
}

/// Encodes a value to a message, of a type that may refuse it: as [`encode`] for any other.
///
/// It is for types some of whose values have no encoding: a path that is not UTF-8, a number of more bits
/// than its field has. [`encode`], which cannot fail, does not compile for them.
///
/// ```
/// use onesheet::{ErrorKind, Serialize, try_encode};
/// use onesheet::with::Utf8;
/// use std::path::PathBuf;
///
/// #[derive(Serialize)]
/// struct Backup {
///     #[onesheet(with = Utf8)]
///     path: PathBuf,
/// }
///
/// assert_eq!(try_encode(&Backup { path: "notes.txt".into() })?, b"\x09notes.txt");
/// # #[cfg(unix)] {
/// use std::os::unix::ffi::OsStringExt;
///
/// let path = std::ffi::OsString::from_vec(vec![0xff]).into();
/// let error = try_encode(&Backup { path }).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Refused);
/// # }
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// Why a part was refused, and how many bytes were written before.
#[cfg(feature = "alloc")]
pub fn try_encode<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    encode_staged(|w| value.serialize(w))
}

/// Encodes a value to the end of `out` as [`encode_into`] does, of a type that may refuse it.
///
/// # Errors
/// As [`try_encode`]; `out` is then as long as before.
#[cfg(feature = "alloc")]
pub fn try_encode_into<T: Serialize + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<()> {
    attempt(out, |w| value.serialize(w))
}

/// That values of a type cannot be refused.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn infallible<T: Serialize + ?Sized>() {
    const {
        assert!(
            !T::FALLIBLE,
            "`encode` cannot fail, and values of this type may be refused: use `try_encode`, `try_encode_into`, \
             `list::try_encode_into` or `encode_to_slice`"
        );
    }
}

/// A vector of what is written. A short message claims memory when it is whole.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn encode_staged(write: impl FnOnce(&mut Writer<'_>)) -> Result<Vec<u8>> {
    let (mut staging, mut out) = (Staging::new(), Vec::new());
    let mut w = Writer::on(Output::staged(&mut staging, &mut out));
    write(&mut w);
    w.finish_staged()?;
    Ok(out)
}

/// Writes to the end of `out`, or leaves it as it is.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn attempt(out: &mut Vec<u8>, write: impl FnOnce(&mut Writer<'_>)) -> Result<()> {
    let start = out.len();
    let mut w = Writer::on(Output::vec(out));
    write(&mut w);
    w.finish_vec()
        .map(drop)
        .map_err(|error| Error::new(error.kind(), error.offset().saturating_sub(start)))
}

/// Encodes a value to the start of `buf`, and returns its length in bytes. It needs no allocator.
///
/// With the feature `alloc`, it claims memory to sort a list of more than 64 enum values by variant: 8 bytes
/// a value, at most 256 KiB for each level of enums within enums.
///
/// [`MAX_LEN`](const@Serialize::MAX_LEN) is how long `buf` has to be for a type of bounded size. Of a
/// sequence, [`encode_fitting`](crate::page::encode_fitting) writes as many values as fit.
///
/// ```
/// use onesheet::{ErrorKind, Serialize, encode_to_slice};
///
/// let mut buf = [0; <(u16, bool)>::MAX_LEN];
/// let len = encode_to_slice(&(300u16, true), &mut buf)?;
/// assert_eq!(buf[..len], [0xac, 2, 1]);
///
/// let error = encode_to_slice("text", &mut buf).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::BufferFull);
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// [`BufferFull`](crate::ErrorKind::BufferFull) if it does not fit, why the value was
/// [refused](crate::ser::Writer::refuse); what `buf` holds is then unspecified.
#[inline]
pub fn encode_to_slice<T: Serialize + ?Sized>(value: &T, buf: &mut [u8]) -> Result<usize> {
    let mut w = Writer::new(buf);
    value.serialize(&mut w);
    w.written()
}

/// The length of the encoded value, in bytes; unspecified for one that cannot be encoded. It takes about
/// as long as encoding, and no memory for the output.
///
/// ```
/// assert_eq!(onesheet::encoded_len("hi"), 3);
/// ```
#[must_use]
pub fn encoded_len<T: Serialize + ?Sized>(value: &T) -> usize {
    // To write a short message is faster than to count what is in it.
    #[cfg(feature = "alloc")]
    let mut staging = Staging::new();
    #[cfg(feature = "alloc")]
    let output = Output::scratch(&mut staging);
    #[cfg(not(feature = "alloc"))]
    let output = Output::count();
    let mut w = Writer::on(output);
    value.serialize(&mut w);
    w.position()
}

/// Decodes a message under the default [`Limits`]. It is one message and nothing else.
///
/// ```
/// use onesheet::{ErrorKind, decode};
///
/// assert_eq!(decode(&[0xac, 2]), Ok(300u16));
///
/// let error = decode::<u16>(&[0xac, 2, 0]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, 2));
/// assert_eq!(error.to_string(), "bytes follow the message at byte 2 (W23)");
/// ```
///
/// # Errors
/// The first rule of the format that the message breaks, and the byte offset. Nothing of a message
/// that breaks one is returned.
#[inline]
pub fn decode<'de, T: Deserialize<'de>>(message: &'de [u8]) -> Result<T> {
    decode_with(message, &Limits::default())
}

/// Decodes a message into a value that borrows from it: the same as [`decode`], for types such as
/// `&str`, `&[u8]`, [`Seq`](crate::list::Seq), and structs of them, which need no allocation.
///
/// All is checked here, so that what is read from the view later cannot fail.
///
/// ```
/// use onesheet::{Deserialize, decode_view, encode};
/// use onesheet::list::Seq;
///
/// #[derive(Deserialize)]
/// struct Reading<'a> {
///     sensor: &'a str,
///     values: Seq<'a, u16>,
/// }
///
/// let message = encode(&("door", vec![1000u16, 1001, 1002]));
/// let reading: Reading = decode_view(&message)?;
/// assert_eq!(reading.sensor, "door");
/// assert_eq!(reading.values.get(2), Some(1002));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`decode`].
#[inline]
pub fn decode_view<'de, V: Deserialize<'de>>(message: &'de [u8]) -> Result<V> {
    decode(message)
}

/// Decodes a message under limits of your own.
///
/// ```
/// use onesheet::{ErrorKind, Limits, decode_with, encode};
///
/// let limits = Limits::default().max_alloc(1000);
/// let error = decode_with::<Vec<u64>>(&encode(&[7u64; 200][..]), &limits).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::MemoryLimit); // for 1,600 bytes
/// ```
///
/// # Errors
/// As [`decode`]; [`MemoryLimit`](crate::ErrorKind::MemoryLimit) and
/// [`DepthLimit`](crate::ErrorKind::DepthLimit) where it would take more than `limits`.
#[inline]
pub fn decode_with<'de, T: Deserialize<'de>>(message: &'de [u8], limits: &Limits) -> Result<T> {
    let mut r = Reader::new(message, limits);
    let mut decoded = T::deserialize(&mut r);
    // The value stays where it was decoded: to move a large one out and back copies it.
    if decoded.is_ok() {
        if let Err(error) = r.finish() {
            decoded = Err(error);
        }
    }
    decoded
}

/// Decodes the message at the start of `bytes` under the default [`Limits`], and returns the bytes
/// after it too.
///
/// ```
/// use onesheet::decode_prefix;
///
/// let (first, rest) = decode_prefix::<u16>(&[0xac, 2, 5])?;
/// let (second, rest) = decode_prefix::<u16>(rest)?;
/// assert_eq!((first, second, rest), (300, 5, &[][..]));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`decode`], but for what follows the message.
#[inline]
pub fn decode_prefix<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<(T, &'de [u8])> {
    let mut r = Reader::new(bytes, &Limits::default());
    let value = T::deserialize(&mut r)?;
    Ok((value, r.rest()))
}
