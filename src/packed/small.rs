//! Opened lists of numbers, in small memory: a cursor of few bytes, which reads one value at a time.

use super::{Form, Word, is_padded, packed_len};
use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;

/// An opened list of numbers: checked, of prescribed form, each value readable at once.
///
/// Reading past the end gives numbers without meaning.
#[derive(Clone, Copy, Debug)]
pub struct Words<'de, U> {
    /// The packed values; none of a list of one, which is `base`.
    packed: &'de [u8],
    /// The next value.
    at: usize,
    /// log2 of the width of a value in bits.
    log: u8,
    /// The bits of a value that is less than a byte.
    mask: u8,
    base: U,
}

impl<'de, U: Word> Words<'de, U> {
    /// Opens a list of `n` values and checks all that W2 asks of it.
    #[inline]
    pub(crate) fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        match n {
            0 => Ok(Self::new()),
            1 => Ok(Words { base: U::read_varint(r)?, ..Self::new() }),
            _ => {
                let words = open_packed(r, n, U::LOG_BITS, U::MAX.to_wide())?;
                let Words { packed, at, log, mask, base } = words;
                Ok(Words { packed, at, log, mask, base: U::from_wide(base) })
            }
        }
    }

    /// Opens a list of `n` values, and adds all up; `None` if the sum does not fit.
    #[inline]
    pub(crate) fn open_summed(r: &mut Reader<'de>, n: usize) -> Result<(Self, Option<u64>)> {
        let words = Self::open(r, n)?;
        Ok((words, words.sum(n)))
    }

    /// A list of no values.
    #[inline]
    pub(crate) fn new() -> Self {
        Words { packed: &[], at: 0, log: 0, mask: 0, base: U::ZERO }
    }

    /// The next value.
    pub(crate) fn next(&mut self) -> U {
        let (at, log) = (self.at, u32::from(self.log));
        self.at = at.wrapping_add(1);
        let x = if log < 3 {
            let byte = self.packed.get(at >> (3 - log)).copied().unwrap_or(0);
            let bit = at.wrapping_shl(log) as u32 & 7;
            // In words, that no part is cut to a byte.
            U::from_byte((u32::from(byte) >> bit & u32::from(self.mask)) as u8, 0)
        } else {
            let size = 1 << (log - 3);
            let bytes = self.packed.get(at.wrapping_mul(size)..).unwrap_or_default();
            let bytes = bytes.get(..size).unwrap_or_default();
            bytes.iter().rev().fold(U::ZERO, |x, byte| x.shl(8) | U::from_byte(*byte, 0))
        };
        x.add(self.base)
    }

    /// Passes over `n` values.
    #[inline]
    pub(crate) fn skip(&mut self, n: usize) {
        self.at = self.at.wrapping_add(n);
    }

    /// Whether the next `n` values are less than `end`.
    pub(crate) fn are_less(&self, n: usize, end: U) -> bool {
        let mut words = *self;
        (0..n).all(|_| words.next() < end)
    }

    /// Fills `out` with what `to` makes of the next values.
    pub(crate) fn read<T>(&mut self, out: &mut [T], to: impl Fn(U) -> T) {
        out.iter_mut().for_each(|value| *value = to(self.next()));
    }

    /// The sum of the next `n` values, if it fits.
    pub(crate) fn sum(&self, n: usize) -> Option<u64> {
        let mut words = *self;
        (0..n).try_fold(0u64, |sum, _| sum.checked_add(words.next().widen()))
    }
}

/// Opens a list of at least two values of a type of 2^`log_bits` bits, the largest of which is `most`,
/// in the type that they go through: of fewer types there is less code.
#[inline(never)]
fn open_packed<'de, W: Word>(
    r: &mut Reader<'de>,
    n: usize,
    log_bits: u32,
    most: W,
) -> Result<Words<'de, W>> {
    let start = r.position();
    let form = Form::<W>::read_head(r, log_bits)?;
    if form.base.is_some_and(|base| base > most) {
        return Err(Error::new(ErrorKind::OutOfRange, start.wrapping_add(1)));
    }
    let packed = r.take(packed_len(form.log, n))?;
    let mask = 1u32.wrapping_shl(1 << form.log).wrapping_sub(1) as u8;
    let mut words = Words { packed, at: 0, log: form.log as u8, mask, base: W::ZERO };
    check(words, n, form, most).map_err(|kind| Error::new(kind, start))?;
    if let Some(base) = form.base {
        words.base = base;
    }
    Ok(words)
}

/// Checks padding (W18), range (W24) and form (W27) of values without their base.
#[inline]
fn check<W: Word>(
    mut words: Words<'_, W>,
    n: usize,
    form: Form<W>,
    most: W,
) -> Result<(), ErrorKind> {
    if !is_padded(words.packed, form.log, n) {
        return Err(ErrorKind::PaddingBits);
    }
    let (mut least, mut greatest) = (W::MAX, W::ZERO);
    if n <= 1 << W::LOG_BITS >> form.log {
        // All of them are one word.
        let bytes = words.packed.iter().rev();
        let mut word = bytes.fold(W::ZERO, |word, byte| word.shl(8) | W::from_byte(*byte, 0));
        for _ in 0..n {
            let x = word.low_bits(1 << form.log);
            least = least.min(x);
            greatest = greatest.max(x);
            word = word.shr(1 << form.log);
        }
    } else {
        for _ in 0..n {
            let x = words.next();
            least = least.min(x);
            greatest = greatest.max(x);
            if form.is_sure(least, greatest) {
                break;
            }
        }
    }
    if form.is_sure(least, greatest) {
        return Ok(());
    }
    form.check(n, least, greatest, most)
}
