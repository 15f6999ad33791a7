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

pub(crate) fn encode(width: u32, values: impl IntoIterator<Item = u64>, out: &mut Vec<u8>) {
    let (mut bits, mut have) = (0u128, 0);
    for x in values {
        bits |= u128::from(x) << have;
        have += width;
        while have >= 8 {
            out.push(bits as u8);
            bits >>= 8;
            have -= 8;
        }
    }
    if have > 0 {
        out.push(bits as u8);
    }
}

/// Reads `n` numbers of `width` bits.
pub(crate) fn decode(width: u32, n: usize, r: &mut Reader<'_>) -> Result<Vec<u64>, Error> {
    let bytes = r.take(len(width, n))?;
    r.claim(n as u128 * 8)?;
    let (mut values, mut bits, mut have) = (Vec::with_capacity(n), 0u128, 0);
    for byte in bytes {
        bits |= u128::from(*byte) << have;
        have += 8;
        while have >= width && values.len() < n {
            values.push((bits & ((1 << width) - 1)) as u64);
            bits >>= width;
            have -= width;
        }
    }
    if bits != 0 {
        return Err(r.error(18, r.at() - 1, "unused bits are not 0"));
    }
    Ok(values)
}
