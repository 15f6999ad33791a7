//! UTF-8 checked in little code: `core::str::from_utf8` and its table take some 600 bytes on a
//! Cortex-M, this about 150.
#![cfg(any(test, not(feature = "alloc")))]

/// Checks that the bytes are UTF-8; else the error is how many of them are.
pub(crate) fn check(bytes: &[u8]) -> Result<(), usize> {
    let mut rest = bytes.iter();
    loop {
        let valid = bytes.len().wrapping_sub(rest.len());
        let Some(&first) = rest.next() else { return Ok(()) };
        // The bytes that follow, and the least number that needs as many.
        let (more, least) = match first {
            0..0x80 => continue,
            0xc0..0xe0 => (1, 0x80),
            0xe0..0xf0 => (2, 0x800),
            0xf0..0xf8 => (3, 0x1_0000),
            _ => return Err(valid),
        };
        let mut scalar = u32::from(first) & (0x3f >> more);
        for _ in 0..more {
            match rest.next() {
                Some(&byte) if byte & 0xc0 == 0x80 => {
                    scalar = scalar << 6 | u32::from(byte & 0x3f);
                }
                _ => return Err(valid),
            }
        }
        if scalar < least || char::from_u32(scalar).is_none() {
            return Err(valid);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    fn same_as_core(bytes: &[u8]) {
        let core = core::str::from_utf8(bytes).map(drop).map_err(|error| error.valid_up_to());
        assert_eq!(check(bytes), core, "{bytes:x?}");
    }

    #[test]
    fn every_sequence_as_core_does() {
        for head in 0..=u16::MAX {
            let [first, second] = head.to_be_bytes();
            same_as_core(&[first, second]);
            for third in 0..=u8::MAX {
                same_as_core(&[first, second, third]);
            }
            if first >= 0xe0 {
                for third in [0, 0x41, 0x7f, 0x80, 0x81, 0xbe, 0xbf, 0xc0, 0xff] {
                    for fourth in [0, 0x41, 0x7f, 0x80, 0x81, 0xbe, 0xbf, 0xc0, 0xff] {
                        same_as_core(&[first, second, third, fourth]);
                        same_as_core(&[b'a', first, second, third, fourth, b'a']);
                    }
                }
            }
        }
    }
}
