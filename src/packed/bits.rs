//! Numbers of one, two or four bits, eight of them at once in a `u64`.

use super::BLOCK;

/// A bit for each byte of 0 or 1.
#[cfg(feature = "alloc")]
#[inline]
pub(super) fn of_bools(bools: &[u8; BLOCK]) -> u64 {
    let mut bytes = [0; 8];
    for (byte, bools) in bytes.iter_mut().zip(bools.chunks_exact(8)) {
        let mut word = [0; 8];
        word.copy_from_slice(bools);
        *byte = of_eight(u64::from_le_bytes(word));
    }
    u64::from_le_bytes(bytes)
}

/// A bit for each byte of 0 or 1.
#[cfg(feature = "alloc")]
#[inline]
fn of_eight(x: u64) -> u8 {
    (x.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Packs 64 >> `log` bytes of at most 2^`log` bits each, `log` < 3.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(super) fn squeeze(bytes: &[u8], log: u32) -> u64 {
    let (mut all, mut shift) = (0, 0);
    for eight in bytes.chunks_exact(8) {
        let mut word = [0; 8];
        word.copy_from_slice(eight);
        all |= squeeze_eight(u64::from_le_bytes(word), log) << shift;
        shift += 8 << log;
    }
    all
}

/// The same for the eight bytes of a word.
#[cfg(feature = "alloc")]
#[inline(always)]
fn squeeze_eight(x: u64, log: u32) -> u64 {
    match log {
        0 => of_eight(x).into(),
        1 => {
            let x = (x | x >> 6) & 0x000f_000f_000f_000f;
            let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
            (x | x >> 24) & 0xffff
        }
        _ => {
            let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
            let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
            (x | x >> 16) & 0xffff_ffff
        }
    }
}

/// The inverse of [`squeeze`].
#[inline]
pub(super) fn spread(packed: &[u8], log: u32, out: &mut [u8; BLOCK]) {
    let len = 1 << log;
    for (packed, out) in packed.chunks(len).zip(out.chunks_exact_mut(8)) {
        // Not put together byte by byte, for which the load of the whole would wait.
        let x = match *packed {
            [a] => u64::from(a),
            [a, b] => u16::from_le_bytes([a, b]).into(),
            [a, b, c] => u32::from_le_bytes([a, b, c, 0]).into(),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
            _ => 0,
        };
        let x = match log {
            0 => {
                let x = (x | x << 28) & 0x0000_000f_0000_000f;
                let x = (x | x << 14) & 0x0003_0003_0003_0003;
                (x | x << 7) & 0x0101_0101_0101_0101
            }
            1 => {
                let x = (x | x << 24) & 0x0000_00ff_0000_00ff;
                let x = (x | x << 12) & 0x000f_000f_000f_000f;
                (x | x << 6) & 0x0303_0303_0303_0303
            }
            _ => {
                let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
                let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
                (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f
            }
        };
        out.copy_from_slice(&x.to_le_bytes());
    }
}
