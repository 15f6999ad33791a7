//! packed (W18) and bits (W19).

use crate::Error;
use crate::reader::Reader;

/// The widths that a number may have, in bits (W19).
pub(crate) const WIDTHS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// bits(x) (W19).
pub(crate) fn bits(x: u64) -> u32 {
    WIDTHS.into_iter().find(|width| u128::from(x) < 1 << width).unwrap_or(64)
}

/// Bytes of `n` numbers of `width` bits.
pub(crate) fn len(width: u32, n: usize) -> u128 {
    (n as u128 * u128::from(width)).div_ceil(8)
}

pub(crate) fn encode(width: u32, values: impl ExactSizeIterator<Item = u64>, out: &mut Vec<u8>) {
    match width {
        8 => return out.extend(values.map(|x| x as u8)),
        16 => return encode_words::<2>(values, out),
        32 => return encode_words::<4>(values, out),
        64 => return encode_words::<8>(values, out),
        _ => {}
    }
    let (mut byte, mut have) = (0, 0);
    for x in values {
        byte |= (x as u8) << have;
        have += width;
        if have == 8 {
            out.push(byte);
            (byte, have) = (0, 0);
        }
    }
    if have > 0 {
        out.push(byte);
    }
}

/// Numbers of `N` bytes.
fn encode_words<const N: usize>(values: impl ExactSizeIterator<Item = u64>, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + N * values.len(), 0);
    for (place, x) in out[start..].chunks_exact_mut(N).zip(values) {
        place.copy_from_slice(&x.to_le_bytes()[..N]);
    }
}

/// Reads `n` numbers of `width` bits.
pub(crate) fn decode(width: u32, n: usize, r: &mut Reader<'_>) -> Result<Vec<u64>, Error> {
    let bytes = r.take(len(width, n))?;
    r.claim(n as u128 * 8)?;
    // The last byte may have room for more.
    let mut values = Vec::with_capacity(n.saturating_add(8));
    match width {
        8 => values.extend(bytes.iter().map(|byte| u64::from(*byte))),
        16 => values.extend(words::<2>(bytes)),
        32 => values.extend(words::<4>(bytes)),
        64 => values.extend(words::<8>(bytes)),
        _ => {
            let used = (n % 8) as u32 * width % 8;
            if used > 0 && bytes.last().is_some_and(|last| last >> used != 0) {
                return Err(r.error(
                    18,
                    r.at() - 1,
                    "a bool is not 0 or 1, or an unused bit is set",
                ));
            }
            match width {
                1 => parts::<1, 8>(bytes, &mut values),
                2 => parts::<2, 4>(bytes, &mut values),
                _ => parts::<4, 2>(bytes, &mut values),
            }
            values.truncate(n);
        }
    }
    Ok(values)
}

/// `N` numbers of a byte each, of `WIDTH` bits.
fn parts<const WIDTH: u32, const N: usize>(bytes: &[u8], values: &mut Vec<u64>) {
    for byte in bytes {
        let mut all = [0; N];
        for (x, i) in all.iter_mut().zip(0..) {
            *x = u64::from(byte >> (i * WIDTH) & ((1 << WIDTH) - 1));
        }
        values.extend_from_slice(&all);
    }
}

/// Numbers of `N` bytes.
fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.chunks_exact(N).map(|bytes| {
        let mut word = [0; 8];
        word[..N].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    })
}
