//! varint (W16) and zigzag (W17).

use crate::Error;
use crate::reader::Reader;

pub(crate) fn encode(mut x: u64, out: &mut Vec<u8>) {
    while x >= 128 {
        out.push((x % 128) as u8 | 128);
        x /= 128;
    }
    out.push(x as u8);
}

/// Reads a varint of at most `max` (W24).
pub(crate) fn decode(max: u64, r: &mut Reader<'_>) -> Result<u64, Error> {
    let start = r.at();
    let too_large = r.error(24, start, "a value is out of range for its type");
    let (mut x, mut shift) = (0u128, 0);
    loop {
        let byte = r.byte()?;
        let low = u128::from(byte & 127);
        if low != 0 && shift > 63 {
            return Err(too_large);
        }
        x |= low.checked_shl(shift).unwrap_or(0);
        if byte < 128 {
            if byte == 0 && shift > 0 {
                return Err(r.error(16, start, "a varint is not in its shortest form"));
            }
            break;
        }
        shift += 7;
    }
    u64::try_from(x).ok().filter(|x| *x <= max).ok_or(too_large)
}

/// W17.
pub(crate) fn zigzag(x: i64) -> u64 {
    ((x << 1) ^ (x >> 63)) as u64
}

pub(crate) fn unzigzag(z: u64) -> i128 {
    i128::from((z >> 1) as i64 ^ -((z & 1) as i64))
}
