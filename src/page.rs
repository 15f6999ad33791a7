//! Sequences for pages and frames of a fixed size.

use crate::error::Result;
use crate::max_len;
use crate::message::{encode_to_slice, encoded_len};
use crate::schema::Schema;
use crate::ser::Serialize;

/// The most bytes of a sequence of `n` values, with its count; does not compile for a type without a
/// bound.
///
/// It is [`MAX_LEN`](const@Serialize::MAX_LEN) of a `Bounded<&[T], N>` with N = `n`, and saturates at
/// `usize::MAX`.
///
/// ```
/// use onesheet::Serialize;
/// use onesheet::page::max_seq_len;
///
/// #[derive(Serialize)]
/// struct Key {
///     row: u8,
///     code: u16,
/// }
///
/// const PAGE: usize = 40;
/// const _: () = assert!(max_seq_len::<Key>(12) <= PAGE); // 1 + 12 + 1 + 24 bytes
/// ```
#[must_use]
pub const fn max_seq_len<T: Serialize>(n: usize) -> usize {
    // That the type has a bound is seen here.
    let _ = T::MAX_LEN;
    match max_len::of_seq(T::SCHEMA, n) {
        Some(len) => len,
        None => usize::MAX,
    }
}

/// The most values whose sequence, with its count, always fits into so many bytes; does not compile for a
/// type without a bound.
///
/// It is the greatest n for which [`max_seq_len`] is at most `bytes`, a constant. Of given values,
/// [`encode_fitting`] writes as many as fit.
///
/// ```
/// use onesheet::page::max_seq_items;
///
/// const KEYS: usize = max_seq_items::<(u8, u16)>(64);
/// assert_eq!(KEYS, 20); // 1 + 20 + 1 + 40 bytes
/// ```
///
/// For values of no bytes it is the greatest count that fits into so many bytes. It saturates at
/// `usize::MAX`, and is 0 if not even a count fits.
#[must_use]
pub const fn max_seq_items<T: Serialize>(bytes: usize) -> usize {
    // That the type has a bound is seen here.
    let _ = T::MAX_LEN;
    // Values that take a bit or more fill the bytes by then.
    let mut not = bytes.saturating_mul(8).saturating_add(8);
    if seq_fits(T::SCHEMA, not, bytes) {
        not = usize::MAX;
    }
    if seq_fits(T::SCHEMA, not, bytes) {
        return not;
    }
    let mut fits = 0;
    while not - fits > 1 {
        let middle = fits + (not - fits) / 2;
        if seq_fits(T::SCHEMA, middle, bytes) { fits = middle } else { not = middle }
    }
    fits
}

const fn seq_fits(item: &'static Schema, n: usize, bytes: usize) -> bool {
    match max_len::of_seq(item, n) {
        Some(len) => len <= bytes,
        None => false,
    }
}

/// Encodes the first values of a sequence to the start of `buf`, as many as fit, with their count (W9);
/// returns how many these are, and the length in bytes. It needs no allocator.
///
/// One value more would not fit. A still longer prefix might fit again, because another minimum can make a
/// list of numbers shorter (W2). The search measures about 2 log(n) prefixes of the n values.
/// [`max_seq_items`] is the number that fits for all values of a type.
///
/// ```
/// use onesheet::decode;
/// use onesheet::page::encode_fitting;
///
/// let readings = [1000u16, 1001, 1002, 7, 9000];
/// let mut page = [0; 6];
/// let (items, len) = encode_fitting(&readings, &mut page)?;
/// assert_eq!((items, len), (3, 5)); // a fourth makes all of them wider
/// assert_eq!(decode(&page[..len]), Ok(vec![1000u16, 1001, 1002]));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// [`BufferFull`](crate::ErrorKind::BufferFull) if `buf` is empty, as a count of none takes a byte; and as
/// [`encode_to_slice`].
pub fn encode_fitting<T: Serialize>(values: &[T], buf: &mut [u8]) -> Result<(usize, usize)> {
    let first = |n| values.get(..n).unwrap_or(values);
    let fits = |n| encoded_len(first(n)) <= buf.len();
    // Of `some` values it is known that they fit, of `more` that they do not.
    let (mut some, mut more) = (0, 1);
    while more <= values.len() && fits(more) {
        (some, more) = (more, more.saturating_mul(2));
    }
    if more > values.len() && some < values.len() && fits(values.len()) {
        some = values.len();
    }
    more = more.min(values.len());
    while more.saturating_sub(some) > 1 {
        let middle = some.midpoint(more);
        if fits(middle) { some = middle } else { more = middle }
    }
    Ok((some, encode_to_slice(first(some), buf)?))
}
