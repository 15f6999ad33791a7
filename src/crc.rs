//! The checksums of frames and files (F2 of FRAMES.md), four bits at a time: a table of 64 bytes in flash, where the usual one has
//! 1,024, at two look-ups a byte instead of eight shifts.

/// A checksum of frames (F2): [`Crc16`] or [`Crc32c`].
pub trait Crc: sealed::Polynomial {
    /// Bytes that the checksum takes on the line.
    const LEN: usize;
}

/// CRC-16/IBM-SDLC, the frame check sequence of HDLC and PPP. Two bytes on the line.
#[derive(Clone, Copy, Debug)]
pub enum Crc16 {}

/// CRC-32C (Castagnoli), as in iSCSI. Four bytes on the line.
#[derive(Clone, Copy, Debug)]
pub enum Crc32c {}

impl Crc for Crc16 {
    const LEN: usize = 2;
}

impl Crc for Crc32c {
    const LEN: usize = 4;
}

mod sealed {
    pub trait Polynomial {
        /// The entry for each nibble of the polynomial, bits reversed.
        const TABLE: &'static [u32; 16];
    }

    impl Polynomial for super::Crc16 {
        const TABLE: &'static [u32; 16] = &super::table(0x1021_u16.reverse_bits() as u32);
    }

    impl Polynomial for super::Crc32c {
        const TABLE: &'static [u32; 16] = &super::table(0x1edc_6f41_u32.reverse_bits());
    }
}

#[expect(clippy::indexing_slicing, reason = "a nibble is below 16")]
const fn table(reversed_polynomial: u32) -> [u32; 16] {
    let mut table = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let mut state = nibble as u32;
        let mut bit = 0;
        while bit < 4 {
            state = if state & 1 == 1 { state >> 1 ^ reversed_polynomial } else { state >> 1 };
            bit += 1;
        }
        table[nibble] = state;
        nibble += 1;
    }
    table
}

/// The state before the first byte; also what the final state is xored with.
pub(crate) const fn ones<C: Crc>() -> u32 {
    u32::MAX >> (32 - 8 * C::LEN)
}

/// The state after one more byte.
#[expect(clippy::indexing_slicing, reason = "a nibble is below 16")]
pub(crate) const fn update<C: Crc>(state: u32, byte: u8) -> u32 {
    let state = state ^ byte as u32;
    let state = state >> 4 ^ C::TABLE[(state & 15) as usize];
    state >> 4 ^ C::TABLE[(state & 15) as usize]
}

/// The state after more bytes.
pub(crate) const fn extend<C: Crc>(mut state: u32, mut bytes: &[u8]) -> u32 {
    while let [byte, rest @ ..] = bytes {
        state = update::<C>(state, *byte);
        bytes = rest;
    }
    state
}

/// The state after any payload and its own CRC: a reader compares with this, and so need not know
/// beforehand which bytes are the last.
pub(crate) const fn residue<C: Crc>() -> u32 {
    // The CRC of no bytes is zero.
    let mut state = ones::<C>();
    let mut at = 0;
    while at < C::LEN {
        state = update::<C>(state, 0);
        at += 1;
    }
    state
}
