//! Lists of numbers (W2): the heart of rows W2 and W3, and of every length and tag.
//!
//! A list of n >= 2 numbers from m to M is written *plain*, in bits(M) bits each, or *based*, as
//! differences from m in bits(M - m) bits each, whichever is shorter. [`Form::of`] is that rule:
//! a writer asks it for the form, a reader for the form that the writer must have chosen. What decides sooner
//! follows from it, and changes with it: `is_sure` and `widest_based` here, `Measure::full` (`column`), `check` (`short`).
//!
//! Both need m and M, and both can do with less: an OR of all values has the same width as M, and
//! once a few values spread over more than half of that width, no base can shorten the list, whatever
//! the others are.
//!
//! On the wire each value has 2^k bits, so [`Words`], the opened list, reads any of them at once,
//! and any run of them in loops that the compiler vectorises; a short list is read by `short`.
//! [`mod@column`] writes them, with and without `alloc`.

#[cfg(feature = "alloc")]
mod bits;
pub(crate) mod column;
mod short;
#[cfg(not(feature = "alloc"))]
mod small;
mod word;
#[cfg(feature = "alloc")]
mod words;

use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;

pub(crate) use short::read_array;
#[cfg(feature = "alloc")]
pub(crate) use short::read_few;
#[cfg(not(feature = "alloc"))]
pub use small::Words;
pub use word::Word;
#[cfg(feature = "alloc")]
pub use words::Words;

/// Values that are packed or unpacked at a time.
const BLOCK: usize = 64;

/// Values at the head of a list that mostly show its spread.
#[cfg(feature = "alloc")]
pub(crate) const SAMPLE: usize = 16;

/// The top bit of the first byte of a list in based form.
const BASED: u8 = 0x80;

/// What the numbers of a column are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Bytes, or numbers of so many bytes, written as they are (W1).
    Raw(u8),
    /// W4.
    Bool,
    /// W2.
    U16,
    /// W2.
    U32,
    /// W2.
    U64,
    /// W2, of `usize`.
    Count,
    /// W3.
    I16,
    /// W3.
    I32,
    /// W3.
    I64,
}

/// How a list of numbers is written: in 2^`log` bits each, less `base` if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Form<U> {
    pub(crate) log: u32,
    pub(crate) base: Option<U>,
}

impl<U: Word> Form<U> {
    /// The form prescribed for `n` values of which `least` and `greatest` are the extremes (W2).
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    pub(crate) fn of(least: U, greatest: U, n: usize) -> Self {
        let plain = greatest.log_width();
        let based = greatest.sub(least).log_width();
        if based < plain && least.varint_len() + packed_len(based, n) < packed_len(plain, n) {
            Form { log: based, base: Some(least) }
        } else {
            Form { log: plain, base: None }
        }
    }

    fn len(&self, n: usize) -> usize {
        let base = self.base.map_or(0, Word::varint_len);
        1 + base + packed_len(self.log, n)
    }

    /// Reads the head of a list: `WrongForm` for one that no list has.
    #[inline(always)]
    fn read_head(r: &mut Reader<'_>, log_bits: u32) -> Result<Self> {
        let start = r.position();
        let head = r.byte()?;
        let bits = u32::from(head & !BASED);
        let log = bits.trailing_zeros();
        if !bits.is_power_of_two() || log > log_bits {
            return Err(Error::new(ErrorKind::WrongForm, start));
        }
        let base = if head & BASED == 0 { None } else { Some(U::read_varint(r)?) };
        Ok(Form { log, base })
    }

    /// Whether a list in this form has no shorter one whatever its other values are, once some have this spread.
    #[inline(always)]
    fn is_sure(self, least: U, greatest: U) -> bool {
        self.base.is_none() && greatest.sub(least) > widest_based(self.log)
    }

    /// Checks the range (W24) and the form (W27) of `n` values of which these, without their base, are the
    /// extremes. None may be above `most`.
    #[inline(always)]
    fn check(self, n: usize, least: U, greatest: U, most: U) -> Result<(), ErrorKind> {
        let base = self.base.unwrap_or(U::ZERO);
        let (min, max) = (base.add(least), base.add(greatest));
        if max < base || max > most {
            return Err(ErrorKind::OutOfRange);
        }
        if Form::of(min, max, n) == self { Ok(()) } else { Err(ErrorKind::WrongForm) }
    }

    /// The first byte of the list, which says all but the base.
    pub(crate) fn first_byte(&self) -> u8 {
        if self.base.is_some() { BASED | 1 << self.log } else { 1 << self.log }
    }
}

/// Bytes of `n` values of 2^`log` bits.
#[inline]
fn packed_len(log: u32, n: usize) -> usize {
    match log.checked_sub(3) {
        Some(log_bytes) => n.saturating_mul(1 << log_bytes),
        // Shifts, for a division by what might be zero could panic.
        None => (n >> (3 - log)).wrapping_add(usize::from((n << log) & 7 != 0)),
    }
}

/// Whether the bits after the last of `n` values of 2^`log` bits are zero (W18).
#[inline(always)]
fn is_padded(packed: &[u8], log: u32, n: usize) -> bool {
    let used = if log < 3 { (n << log) & 7 } else { 0 };
    used == 0 || packed.last().is_none_or(|last| last >> used == 0)
}

/// The widest spread at which values of 2^`log` bits might be shorter with a base.
#[inline]
fn widest_based<U: Word>(log: u32) -> U {
    U::from_byte(1, 1 << log >> 1).sub(U::from_byte(1, 0))
}
