//! LEB128 (W16) and zigzag (W17).
//!
//! What is wrong with a varint, [`decode_u32`] and [`decode_u64`] say, and nothing else: faster ways
//! leave to them all that they do not read. The narrow ones exist for 32-bit targets, where 64-bit
//! shifts cost code; both come from one macro.

use crate::error::ErrorKind;
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
use crate::load::load;

/// Most bytes of a varint of 64 bits.
pub(crate) const MAX_LEN_U64: usize = 10;

/// Writes the shortest form of `x` and returns its length in bytes; what follows in the buffer is
/// unspecified.
#[inline]
#[expect(clippy::indexing_slicing, reason = "`len` stays below the array's length")]
pub(crate) const fn encode_u64(mut x: u64, out: &mut [u8; MAX_LEN_U64]) -> usize {
    let mut len = 0;
    while x >= 0x80 && len < MAX_LEN_U64 - 1 {
        out[len] = (x & 0x7f) as u8 | 0x80;
        x >>= 7;
        len += 1;
    }
    out[len] = x as u8;
    len + 1
}

macro_rules! zigzag {
    ($($int:ty as $uint:ty: $zigzag:ident, $unzigzag:ident;)*) => {$(
        /// W17.
        #[inline]
        pub(crate) const fn $zigzag(x: $int) -> $uint {
            ((x << 1) ^ (x >> (<$int>::BITS - 1))) as $uint
        }

        /// The inverse.
        #[inline]
        pub(crate) const fn $unzigzag(x: $uint) -> $int {
            (x >> 1) as $int ^ -((x & 1) as $int)
        }
    )*};
}

zigzag! {
    i16 as u16: zigzag_16, unzigzag_16;
    i32 as u32: zigzag_32, unzigzag_32;
    i64 as u64: zigzag_64, unzigzag_64;
}

/// The first eight bytes of a varint, those above them, and how many they all are: without a branch on that.
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
#[inline(always)]
pub(crate) const fn words(x: u64) -> (u64, u64, usize) {
    let (first, len) = word(x);
    let rest = x >> 56;
    // Of the two bytes above eight, the first goes on if it has eight bits.
    (first, rest | (rest >> 7) << 8, len)
}

/// The same without those above, of which a varint below 2^56 has none. The length is right for any `x`.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) const fn word(x: u64) -> (u64, usize) {
    let top = (x | 1).ilog2() as u64;
    // Seven bits to a byte.
    let y = (x & 0x0000_0000_0fff_ffff) | (x & 0x00ff_ffff_f000_0000) << 4;
    let y = (y & 0x0000_3fff_0000_3fff) | (y & 0x0fff_c000_0fff_c000) << 2;
    let y = (y & 0x007f_007f_007f_007f) | (y & 0x3f80_3f80_3f80_3f80) << 1;
    // Byte k of the sum is top + 128 - 7 (k + 1), at most 184, so that none carries into the next;
    // its highest bit says that byte k goes on.
    let goes_on = (top * 0x0101_0101_0101_0101 + 0x484f_565d_646b_7279) & 0x8080_8080_8080_8080;
    (y | goes_on, (top as usize * 9 + 73) >> 6)
}

macro_rules! varint {
    ($uint:ty, $decode:ident, $len:ident) => {
        /// The length in bytes of the shortest form of `x`.
        #[inline]
        #[must_use]
        pub(crate) const fn $len(x: $uint) -> usize {
            let bits = <$uint>::BITS - (x | 1).leading_zeros();
            (bits as usize).div_ceil(7)
        }

        /// Reads a varint from the start of `input`, which is left at what follows.
        #[inline]
        pub(crate) fn $decode(input: &mut &[u8]) -> Result<$uint, ErrorKind> {
            let (mut rest, mut x, mut shift) = (*input, 0, 0);
            loop {
                let Some((&byte, after)) = rest.split_first() else {
                    return Err(ErrorKind::UnexpectedEnd);
                };
                rest = after;
                let low = <$uint>::from(byte & 0x7f);
                if shift > <$uint>::BITS - 7 && low >> (<$uint>::BITS - shift) != 0 {
                    return Err(ErrorKind::OutOfRange);
                }
                x |= low << shift;
                if byte < 0x80 {
                    if byte == 0 && shift > 0 {
                        return Err(ErrorKind::NotShortest);
                    }
                    *input = rest;
                    return Ok(x);
                }
                shift += 7;
                if shift >= <$uint>::BITS {
                    return Err(past_all_bits(rest));
                }
            }
        }
    };
}

/// What is wrong with a varint of which more follows than a number has bits for: only a number that
/// has more bits is too large.
#[cold]
fn past_all_bits(rest: &[u8]) -> ErrorKind {
    match rest.iter().find(|byte| **byte != 0x80) {
        Some(0) => ErrorKind::NotShortest,
        Some(_) => ErrorKind::OutOfRange,
        None => ErrorKind::UnexpectedEnd,
    }
}

varint!(u32, decode_u32, len_u32);
varint!(u64, decode_u64, len_u64);

macro_rules! long {
    ($uint:ty, $long:ident, $decode:ident) => {
        /// The number that `input` begins with, of two bytes or more, and how many bytes it takes:
        /// none if it is wrong.
        #[cfg(feature = "alloc")]
        #[inline(never)] // Its place is beside the common way, not in it.
        pub(crate) fn $long(input: &[u8]) -> ($uint, usize) {
            #[cfg(target_pointer_width = "64")]
            {
                // Of many bytes no branch depends on how long it is; of few, to load them as a word
                // costs more.
                if input.len() < 8 {
                    if let [first, second @ 0x80..=0xff, third @ 1..0x80, ..] = input {
                        let low = <$uint>::from(first & 0x7f) | <$uint>::from(second & 0x7f) << 7;
                        return (low | <$uint>::from(*third) << 14, 3);
                    }
                }
                let (x, len) = of_word(load(input, 0));
                if len > 0 && len <= input.len() {
                    return <$uint>::try_from(x).map_or((0, 0), |x| (x, len));
                }
            }
            let mut rest = input;
            match $decode(&mut rest) {
                Ok(x) => (x, input.len().wrapping_sub(rest.len())),
                Err(_) => (0, 0),
            }
        }
    };
}

long!(u32, long_u32, decode_u32);
long!(u64, long_u64, decode_u64);

/// The number that a word begins with, lowest byte first, and how many bytes it takes: none if it
/// does not end in the word, or not in its shortest form.
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
#[inline(always)]
const fn of_word(word: u64) -> (u64, usize) {
    let ends = !word & 0x8080_8080_8080_8080;
    let end = ends & ends.wrapping_neg();
    let own = word & end.wrapping_sub(1);
    // The last byte, if there are others before it, is not 0.
    if end == 0 || own < end >> 7 & !1 {
        return (0, 0);
    }
    let x = (own & 0x007f_007f_007f_007f) | (own & 0x7f00_7f00_7f00_7f00) >> 1;
    let x = (x & 0x0000_3fff_0000_3fff) | (x & 0x3fff_0000_3fff_0000) >> 2;
    let x = (x & 0x0fff_ffff) | (x & 0x0fff_ffff_0000_0000) >> 4;
    (x, (end.trailing_zeros() as usize + 1) / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values at each boundary of 7 bits, with their bytes, from the definition of LEB128.
    const TABLE: &[(u64, &[u8])] = &[
        (0, &[0]),
        (1, &[1]),
        (0x7f, &[0x7f]),
        (0x80, &[0x80, 1]),
        (300, &[0xac, 2]),
        (0x3fff, &[0xff, 0x7f]),
        (0x4000, &[0x80, 0x80, 1]),
        (0x1f_ffff, &[0xff, 0xff, 0x7f]),
        (0x20_0000, &[0x80, 0x80, 0x80, 1]),
        (0xfff_ffff, &[0xff, 0xff, 0xff, 0x7f]),
        (0x1000_0000, &[0x80, 0x80, 0x80, 0x80, 1]),
        (0xffff_ffff, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
        (0x7_ffff_ffff, &[0xff, 0xff, 0xff, 0xff, 0x7f]),
        (0x8_0000_0000, &[0x80, 0x80, 0x80, 0x80, 0x80, 1]),
        (u64::MAX >> 1, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        (u64::MAX, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1]),
    ];

    /// Decodes all of `bytes`.
    fn all<X>(
        decode: impl Fn(&mut &[u8]) -> Result<X, ErrorKind>,
        mut bytes: &[u8],
    ) -> Result<X, ErrorKind> {
        let x = decode(&mut bytes)?;
        assert!(bytes.is_empty());
        Ok(x)
    }

    #[test]
    fn boundaries_both_ways() {
        for &(x, bytes) in TABLE {
            let mut out = [0; MAX_LEN_U64];
            let len = encode_u64(x, &mut out);
            assert_eq!(&out[..len], bytes);
            assert_eq!(len_u64(x), bytes.len());
            assert_eq!(all(decode_u64, bytes), Ok(x));
            most(x, bytes);
            if let Ok(x) = u32::try_from(x) {
                assert_eq!(len_u32(x), bytes.len());
                assert_eq!(all(decode_u32, bytes), Ok(x));
            } else {
                assert_eq!(all(decode_u32, bytes), Err(ErrorKind::OutOfRange));
            }
        }
    }

    /// What is out of line reads the same of two bytes or more.
    #[cfg(feature = "alloc")]
    fn most(x: u64, bytes: &[u8]) {
        if bytes.len() == 1 {
            return;
        }
        for end in [&[][..], &[0x80, 1], &[0; 9], &[0xff; 9]] {
            let input = [bytes, end].concat();
            assert_eq!(long_u64(&input), (x, bytes.len()));
            let narrow = u32::try_from(x).map_or((0, 0), |x| (x, bytes.len()));
            assert_eq!(long_u32(&input), narrow);
        }
    }

    /// Numbers of every width, and those beside each that takes one bit more.
    #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
    #[test]
    fn without_branches_as_with_them() {
        let mut x = 1u64;
        for round in 0..20_000u32 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let top = 1u64 << (round % 64);
            for x in [x >> (round % 64), top, top - 1, top | x & (top - 1)] {
                let mut bytes = [0; MAX_LEN_U64];
                let len = encode_u64(x, &mut bytes);
                let (first, rest, fast_len) = words(x);
                let fast = [first.to_le_bytes(), rest.to_le_bytes()].concat();
                assert_eq!(fast[..fast_len], bytes[..len], "{x}");
                most(x, &bytes[..len]);
                // A byte too many, and cut off at each.
                let long = [&bytes[..len - 1], &[bytes[len - 1] | 0x80, 0][..]].concat();
                none(&long);
                (0..len).for_each(|cut| none(&bytes[..cut]));
            }
        }
    }

    #[cfg(feature = "alloc")]
    fn none(bytes: &[u8]) {
        assert_eq!(long_u64(bytes), (0, 0));
        assert_eq!(long_u32(bytes), (0, 0));
    }

    #[cfg(not(feature = "alloc"))]
    fn most(_: u64, _: &[u8]) {}

    #[cfg(not(feature = "alloc"))]
    fn none(_: &[u8]) {}

    #[test]
    fn rejects_long_large_and_short() {
        for (bytes, kind) in [
            (&[0x80, 0x00][..], ErrorKind::NotShortest),
            (&[0xff, 0x80, 0x00], ErrorKind::NotShortest),
            (&[], ErrorKind::UnexpectedEnd),
            (&[0x80], ErrorKind::UnexpectedEnd),
            (&[0xff; 10], ErrorKind::OutOfRange),
            // More bytes than any number needs, of a small one and of one that is too large.
            (&[0x80; 12], ErrorKind::UnexpectedEnd),
            (b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", ErrorKind::NotShortest),
            (b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", ErrorKind::OutOfRange),
            (&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2], ErrorKind::OutOfRange),
        ] {
            assert_eq!(all(decode_u64, bytes), Err(kind), "{bytes:x?}");
            none(bytes);
        }
        assert_eq!(all(decode_u32, &[0xff, 0xff, 0xff, 0xff, 0x10]), Err(ErrorKind::OutOfRange));
        assert_eq!(
            all(decode_u32, &[0xff, 0xff, 0xff, 0xff, 0x8f, 0]),
            Err(ErrorKind::NotShortest)
        );
    }
}
