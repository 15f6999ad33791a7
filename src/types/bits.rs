//! Fields that share a number, for headers of other protocols.

use crate::schema::Schema;

/// A type that takes some bits of a number: of a field in a struct with
/// [`#[onesheet(bits)]`](derive@crate::Serialize#bits).
///
/// These are `bool`, `u8` to `u64`, and enums without fields that are declared `#[onesheet(bits = 3)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a field of bits",
    label = "this type takes no bits of a number",
    note = "a field of `#[onesheet(bits)]` is a `bool`, a `u8`, `u16`, `u32` or `u64`, or an enum without \
            fields that derives `onesheet::Serialize` and has `#[onesheet(bits = 3)]` on it"
)]
pub trait BitField: Sized {
    /// How many bits it takes, if its field does not say.
    const BITS: u32;

    /// Its bits, lowest first; above the lowest [`BITS`](Self::BITS) there is none.
    fn to_bits(&self) -> u64;

    /// The value of these bits; `None` if there is none.
    fn from_bits(bits: u64) -> Option<Self>;
}

impl BitField for bool {
    const BITS: u32 = 1;

    #[inline]
    fn to_bits(&self) -> u64 {
        u64::from(*self)
    }

    #[inline]
    fn from_bits(bits: u64) -> Option<Self> {
        Some(bits != 0)
    }
}

macro_rules! numbers {
    ($($number:ident)*) => {$(
        impl BitField for $number {
            const BITS: u32 = $number::BITS;

            #[inline]
            fn to_bits(&self) -> u64 {
                u64::from(*self)
            }

            #[inline]
            fn from_bits(bits: u64) -> Option<Self> {
                bits.try_into().ok()
            }
        }
    )*};
}
numbers! { u8 u16 u32 u64 }

/// The type on the wire of so many bytes: a number lowest byte first, or its bytes, highest first.
#[doc(hidden)]
#[must_use]
pub const fn schema(bytes: usize, lowest_first: bool) -> &'static Schema {
    match (bytes, lowest_first) {
        (1, _) => &Schema::U8,
        (2, true) => &Schema::FixedU16,
        (2, false) => &Schema::Array(&Schema::U8, 2),
        (4, true) => &Schema::FixedU32,
        (4, false) => &Schema::Array(&Schema::U8, 4),
        (_, true) => &Schema::FixedU64,
        (_, false) => &Schema::Array(&Schema::U8, 8),
    }
}

/// The lowest `bits` bits of a word, from a place on.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub const fn part(word: u64, shift: u32, bits: u32) -> u64 {
    let mask = u64::MAX >> (u64::BITS - bits);
    (word >> shift) & mask
}

/// The bytes of a word in one order.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn to_bytes<const N: usize>(word: u64, lowest_first: bool) -> [u8; N] {
    let bytes =
        if lowest_first { word.to_le_bytes() } else { (word << above::<N>()).to_be_bytes() };
    let mut out = [0; N];
    for (to, from) in out.iter_mut().zip(bytes) {
        *to = from;
    }
    out
}

/// The word of bytes in one order.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn from_bytes<const N: usize>(bytes: [u8; N], lowest_first: bool) -> u64 {
    let mut word = [0; 8];
    for (to, from) in word.iter_mut().zip(bytes) {
        *to = from;
    }
    if lowest_first { u64::from_le_bytes(word) } else { u64::from_be_bytes(word) >> above::<N>() }
}

/// The bits of a word above those of so many bytes, of which there are 1 to 8.
const fn above<const N: usize>() -> u32 {
    const { u64::BITS - 8 * N as u32 }
}

/// The place of the lowest bit of each field.
#[doc(hidden)]
#[must_use]
#[expect(clippy::indexing_slicing, reason = "it runs in the compiler")]
pub const fn shifts<const N: usize>(widths: [u32; N], lowest_field_first: bool) -> [u32; N] {
    let (mut shifts, mut place, mut sum) = ([0; N], 0, 0);
    while place < N {
        let field = if lowest_field_first { place } else { N - 1 - place };
        shifts[field] = sum;
        sum += widths[field];
        place += 1;
    }
    shifts
}

/// The bytes of a number that has all these bits.
#[doc(hidden)]
#[must_use]
#[expect(clippy::indexing_slicing, clippy::panic, reason = "it runs in the compiler")]
pub const fn bytes<const N: usize>(widths: [u32; N]) -> usize {
    let (mut sum, mut place) = (0, 0);
    while place < N {
        sum += widths[place];
        place += 1;
    }
    match sum {
        8 => 1,
        16 => 2,
        32 => 4,
        64 => 8,
        _ => panic!("the fields of `#[onesheet(bits)]` together take 8, 16, 32 or 64 bits"),
    }
}
