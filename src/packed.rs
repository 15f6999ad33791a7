//! Lists of numbers (W2): the heart of rows W2 and W3, and of every length and tag.
//!
//! A list of n >= 2 numbers from m to M is written *plain*, in bits(M) bits each, or *based*, as
//! differences from m in bits(M - m) bits each, whichever is shorter. [`Form::of`] is that rule,
//! and the only place where it stands: a writer asks it for the form, a reader for the form that
//! the writer must have chosen.
//!
//! Both need m and M, and both can do with less: an OR of all values has the same width as M, and
//! once a few values spread over more than half of that width, no base can shorten the list, whatever
//! the others are.
//!
//! On the wire each value has 2^k bits, so [`Words`], the opened list, reads any of them at once,
//! and any run of them in loops that the compiler vectorises. Slices are written by `slice`; where
//! there is no memory for a column, or not enough values to be worth a cursor, by `short`.

mod bits;
mod short;
#[cfg(feature = "alloc")]
mod slice;
mod word;
mod words;

use crate::error::{Error, ErrorKind, Result};
use crate::list::List;
use crate::reader::Reader;
use crate::writer::Writer;

pub(crate) use short::{read_array, write_in_two_passes};
#[cfg(feature = "alloc")]
pub(crate) use slice::{
    summed, write_bools_to_vec, write_counts_to_vec, write_few_bytes, write_mapped_to_vec,
    write_to_slice, write_to_vec,
};
pub use word::Word;
pub use words::Words;

/// Values that are packed or unpacked at a time.
const BLOCK: usize = 64;

/// Values at the head of a list that mostly show its spread.
const SAMPLE: usize = 16;

/// The top bit of the first byte of a list in based form.
const BASED: u8 = 0x80;

/// How a list of numbers is written: in 2^`log` bits each, less `base` if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Form<U> {
    log: u32,
    base: Option<U>,
}

impl<U: Word> Form<U> {
    /// The form prescribed for `n` values of which `least` and `greatest` are the extremes (W2).
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    fn of(least: U, greatest: U, n: usize) -> Self {
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

    /// Reads what [`write_head`](Self::write_head) wrote, or `WrongForm` for what it never writes.
    #[inline(always)]
    fn read_head(r: &mut Reader<'_>) -> Result<Self> {
        let start = r.position();
        let head = r.byte()?;
        let bits = u32::from(head & !BASED);
        let log = bits.trailing_zeros();
        if !bits.is_power_of_two() || log > U::LOG_BITS {
            return Err(Error::new(ErrorKind::WrongForm, start));
        }
        let base = if head & BASED == 0 { None } else { Some(U::read_varint(r)?) };
        Ok(Form { log, base })
    }

    fn write_head<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        let bits = 1u8 << self.log;
        match self.base {
            None => w.write_byte(bits),
            Some(base) => {
                w.write_byte(BASED | bits)?;
                base.write_varint(w)
            }
        }
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

/// The least and the greatest value; of an empty list the greatest and the least that there are.
fn extremes_of<U: Word>(list: impl List<U>) -> (U, U) {
    let (mut least, mut greatest) = (U::MAX, U::ZERO);
    list.for_each(|&x| {
        least = least.min(x);
        greatest = greatest.max(x);
    });
    (least, greatest)
}

/// Bytes that a list of at least two values takes.
pub(crate) fn len_of<U: Word>(list: impl List<U>) -> usize {
    let (least, greatest) = extremes_of(list);
    Form::of(least, greatest, list.count()).len(list.count())
}

/// About how many bytes a number takes, alone or among such as itself.
#[inline]
pub(crate) fn len_hint<U: Word>(x: U) -> usize {
    1 << x.log_width().saturating_sub(3)
}

/// Writes a list of any length (W2).
#[inline]
pub(crate) fn write<U: Word, W: Writer + ?Sized>(
    list: impl List<U>,
    w: &mut W,
) -> Result<(), W::Error> {
    match list.count() {
        _ if W::KEEPS => w.write_words(list),
        0 => Ok(()),
        1 => list.try_for_each(|&x| x.write_varint(w)),
        _ => w.write_words(list),
    }
}

/// Writes a list of counts or lengths (W2), and returns their sum.
#[inline]
pub(crate) fn write_counts<W: Writer + ?Sized>(
    list: impl List<usize>,
    w: &mut W,
) -> Result<usize, W::Error> {
    match list.count() {
        _ if W::KEEPS => w.write_counts(list),
        0 => Ok(0),
        1 => {
            let mut len = 0;
            list.for_each(|count| len = *count);
            w.write_len(len)?;
            Ok(len)
        }
        _ => w.write_counts(list),
    }
}

/// Writes a list of at least two counts, walking it for the sum and again to write them.
pub(crate) fn write_summed_counts<W: Writer + ?Sized>(
    w: &mut W,
    list: impl List<usize>,
) -> Result<usize, W::Error> {
    let mut total = 0usize;
    list.for_each(|count| total = total.saturating_add(*count));
    // The same bytes, from half the memory where no count is above the sum.
    match u32::try_from(total) {
        Ok(_) => w.write_words(list.convert(narrow))?,
        Err(_) => w.write_words(list.convert(wide))?,
    }
    Ok(total)
}

#[inline]
fn narrow(count: &usize) -> u32 {
    *count as u32
}

#[inline]
fn wide(count: &usize) -> u64 {
    *count as u64
}

/// Writes a list of any length of what `map` makes of neighbours in memory (W3).
#[inline]
pub(crate) fn write_mapped<T, U: Word, W: Writer + ?Sized>(
    values: &[T],
    map: impl Fn(&T) -> U + Copy,
    w: &mut W,
) -> Result<(), W::Error> {
    match values {
        _ if W::KEEPS => w.write_mapped_words(values, map),
        [] => Ok(()),
        [value] => map(value).write_varint(w),
        _ => w.write_mapped_words(values, map),
    }
}
