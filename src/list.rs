//! Lists without a count, and lists of which values are read one by one.

mod from_iter;
mod seq;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use crate::de::Deserialize;
use crate::error::Result;
use crate::limits::Limits;
#[cfg(feature = "alloc")]
use crate::message::{attempt, encode_staged, infallible};
#[cfg(feature = "alloc")]
use crate::raw::{Items, Output};
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::ser::{Serialize, Writer};
#[allow(unused_imports, reason = "of heapless")]
pub(crate) use from_iter::Elements;
pub use from_iter::FromIter;
pub use seq::{Indexed, Seq, SeqIter};

/// Encodes values as a list without its count: enc(T, v1 … vn). It cannot fail.
///
/// Its inverse is [`decode`], which takes the number of values as an argument. A file format may store
/// that number elsewhere. The bytes are the same as those of `[T; N]`.
///
/// ```
/// use onesheet::list;
///
/// let bytes = list::encode(&[1u16, 2, 3]);
/// assert_eq!(bytes, [2, 0x39]);
/// assert_eq!(list::decode(&bytes, 3), Ok(vec![1u16, 2, 3]));
/// assert!(list::encode::<u16>(&[]).is_empty());
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn encode<T: Serialize>(values: &[T]) -> Vec<u8> {
    infallible::<T>();
    encode_staged(|w| w.write_list(Items::of(values))).unwrap_or_default()
}

/// Encodes values as a list without its count, as [`encode`] does, to the end of `out`.
#[cfg(feature = "alloc")]
pub fn encode_into<T: Serialize>(values: &[T], out: &mut Vec<u8>) {
    infallible::<T>();
    let mut w = Writer::on(Output::vec(out));
    w.write_list(Items::of(values));
    let _ = w.finish_vec();
}

/// Encodes values as a list without its count, as [`encode_into`] does, of a type that may refuse
/// them.
///
/// # Errors
/// As [`try_encode_into`](crate::try_encode_into).
#[cfg(feature = "alloc")]
pub fn try_encode_into<T: Serialize>(values: &[T], out: &mut Vec<u8>) -> Result<()> {
    attempt(out, |w| w.write_list(Items::of(values)))
}

/// Decodes a list of `n` values that stands without its count, as [`encode`] writes it, under the
/// default [`Limits`].
///
/// `n` may be untrusted: memory for so many is claimed only if the bytes may hold them and the limits
/// allow it.
///
/// # Errors
/// As [`decode`](crate::decode).
#[cfg(feature = "alloc")]
pub fn decode<'de, T: Deserialize<'de>>(bytes: &'de [u8], n: usize) -> Result<Vec<T>> {
    decode_with(bytes, n, &Limits::default())
}

/// Decodes a list without its count, as [`decode`] does, under limits of your own.
///
/// # Errors
/// As [`decode_with`](crate::decode_with).
#[cfg(feature = "alloc")]
pub fn decode_with<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    n: usize,
    limits: &Limits,
) -> Result<Vec<T>> {
    let mut r = Reader::new(bytes, limits);
    let n = r.count(n as u64, T::MAY_BE_EMPTY)?;
    r.charge(n, size_of::<T>())?;
    let values = crate::types::seq::read_vec(&mut r, n)?;
    r.finish()?;
    Ok(values)
}

/// Decodes a list without its count to a [`Seq`], which reads the values from `bytes` as they are asked
/// for: the same as [`decode`] without allocation.
///
/// ```
/// use onesheet::list;
///
/// let bytes = list::encode(&[("a", 1000u16), ("b", 1001)]);
/// let list = list::decode_view::<(&str, u16)>(&bytes, 2)?;
/// assert!(list.iter().eq([("a", 1000), ("b", 1001)]));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// As [`decode`](crate::decode).
pub fn decode_view<'de, V>(bytes: &'de [u8], n: usize) -> Result<Seq<'de, V>>
where
    V: Deserialize<'de, Column: Clone>,
{
    decode_view_with(bytes, n, &Limits::default())
}

/// Decodes a list without its count to a [`Seq`], as [`decode_view`] does, under limits of your
/// own.
///
/// # Errors
/// As [`decode_with`](crate::decode_with).
pub fn decode_view_with<'de, V>(bytes: &'de [u8], n: usize, limits: &Limits) -> Result<Seq<'de, V>>
where
    V: Deserialize<'de, Column: Clone>,
{
    let mut r = Reader::new(bytes, limits);
    let n = r.count(n as u64, V::MAY_BE_EMPTY)?;
    let values = Seq::open(&mut r, n)?;
    r.finish()?;
    Ok(values)
}
