//! Opened lists of numbers.

use super::{BLOCK, Form, SAMPLE, Word, bits, is_padded, packed_len};
use crate::error::{Error, ErrorKind, Result};
use crate::load::load;
use crate::raw;
use crate::reader::Reader;

/// Whether `n` values are read one by one, for loops over all would not pay.
const fn one_by_one(n: usize) -> bool {
    n <= SAMPLE
}

/// An opened list of numbers: checked, of prescribed form, each value readable at once.
///
/// Reading past the end gives numbers without meaning.
#[derive(Clone, Copy, Debug)]
pub struct Words<'de, U> {
    /// The packed values and the input after them, so that eight bytes can be read at most places.
    data: &'de [u8],
    /// Where the next value is, in bits.
    at: u64,
    /// The width of a value in bits, a power of two.
    width: u64,
    /// The bits of a value; none for a list of one, which is `base`.
    mask: u64,
    base: U,
}

impl<'de, U: Word> Words<'de, U> {
    /// Opens a list of `n` values and checks all that W2 asks of it.
    #[inline(always)]
    pub(crate) fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let mut words = Self::new();
        words.open_here(r, n, &mut None)?;
        Ok(words)
    }

    /// Opens a list of `n` values, and adds all up; `None` if the sum does not fit.
    #[inline(always)]
    pub(crate) fn open_summed(r: &mut Reader<'de>, n: usize) -> Result<(Self, Option<u64>)> {
        let (mut words, mut sum) = (Self::new(), None);
        words.open_here(r, n, &mut sum)?;
        let sum = match sum {
            Some(sum) => Some(sum),
            None => words.sum(n),
        };
        Ok((words, sum))
    }

    /// A list of no values.
    #[inline]
    pub(crate) fn new() -> Self {
        Words { data: &[], at: 0, width: 1, mask: 0, base: U::ZERO }
    }

    /// Opens a list of `n` values in place of that of none, and adds them up where that costs little.
    ///
    /// It is opened where it stays, for the machine waits where what was written is copied at once.
    #[inline(never)]
    pub(crate) fn open_here(
        &mut self,
        r: &mut Reader<'de>,
        n: usize,
        sum: &mut Option<u64>,
    ) -> Result<()> {
        match n {
            0 => *sum = Some(0),
            1 => {
                self.base = U::read_varint(r)?;
                *sum = Some(self.base.widen());
            }
            _ => self.open_packed(r, n, sum)?,
        }
        Ok(())
    }

    /// The same for a list of at least two values.
    fn open_packed(&mut self, r: &mut Reader<'de>, n: usize, sum: &mut Option<u64>) -> Result<()> {
        let start = r.position();
        let form = Form::read_head(r, U::LOG_BITS)?;
        self.data = r.rest();
        self.width = 1 << form.log;
        self.mask = u64::MAX >> (64 - (1u32 << form.log));
        let packed = r.take(packed_len(form.log, n))?;
        self.check(packed, n, form, sum).map_err(|kind| Error::new(kind, start))?;
        if let Some(base) = form.base {
            self.base = base;
        }
        Ok(())
    }

    /// Checks padding (W18), range (W24) and form (W27), and adds few values up; `self.base` is
    /// still zero.
    #[inline]
    fn check(
        &self,
        packed: &[u8],
        n: usize,
        form: Form<U>,
        sum: &mut Option<u64>,
    ) -> Result<(), ErrorKind> {
        let Form { log, base } = form;
        if !is_padded(packed, log, n) {
            return Err(ErrorKind::PaddingBits);
        }
        if log == 0 && base.is_none() {
            return Ok(());
        }
        let (mut least, mut greatest) = (U::MAX, U::ZERO);
        if n <= SAMPLE && n << log <= 64 {
            let all;
            (least, greatest, all) = self.extremes_and_sum(n);
            let bases = base.map_or(Some(0), |base| base.widen().checked_mul(n as u64));
            *sum = bases.and_then(|bases| bases.checked_add(all));
            if form.is_sure(least, greatest) {
                return Ok(());
            }
        } else {
            let mut words = *self;
            let first = if one_by_one(n) { n } else { SAMPLE };
            for _ in 0..first {
                let x = words.next();
                least = least.min(x);
                greatest = greatest.max(x);
                if form.is_sure(least, greatest) {
                    return Ok(());
                }
            }
            if !one_by_one(n) {
                let (low, high) = self.wide().extremes_of_all(packed, n);
                (least, greatest) = (U::truncate(low), U::truncate(high));
            }
        }
        form.check(n, least, greatest, U::MAX)
    }

    /// The extremes and the sum of all `n` values, of 64 bits together at most, as is their sum.
    #[inline]
    fn extremes_and_sum(&self, n: usize) -> (U, U, u64) {
        let (mut least, mut greatest, mut sum) = (U::MAX, U::ZERO, 0u64);
        let mut word = load(self.data, 0);
        for _ in 0..n {
            let x = word & self.mask;
            word = word.wrapping_shr(self.width as u32);
            least = least.min(U::truncate(x));
            greatest = greatest.max(U::truncate(x));
            sum = sum.wrapping_add(x);
        }
        (least, greatest, sum)
    }

    /// The same list, of wider numbers.
    fn wide(&self) -> Words<'de, u64> {
        let Words { data, at, width, mask, base } = *self;
        Words { data, at, width, mask, base: base.widen() }
    }

    /// log2 of the width.
    #[inline]
    fn log(&self) -> u32 {
        self.width.trailing_zeros()
    }

    /// The next value.
    #[inline]
    pub(crate) fn next(&mut self) -> U {
        let word = load(self.data, (self.at >> 3) as usize);
        let value = U::truncate(word >> (self.at & 7) & self.mask).add(self.base);
        self.at = self.at.wrapping_add(self.width);
        value
    }

    /// Whether the next `n` values, the first of which begins a byte, are less than `end`.
    pub(crate) fn are_less(&self, n: usize, end: U) -> bool {
        let is_less = |x: u64| self.base.widen().checked_add(x).is_some_and(|x| x < end.widen());
        let mut words = Words { base: U::ZERO, ..*self };
        if is_less(self.mask) {
            return true;
        }
        if one_by_one(n) {
            return (0..n).all(|_| is_less(words.next().widen()));
        }
        debug_assert!(self.at & 7 == 0);
        let rest = self.data.get((self.at >> 3) as usize..).unwrap_or_default();
        let packed = rest.get(..packed_len(self.log(), n));
        packed.is_some_and(|packed| is_less(words.wide().extremes_of_all(packed, n).1))
    }

    /// Passes over `n` values.
    #[inline]
    pub(crate) fn skip(&mut self, n: usize) {
        self.at = self.at.wrapping_add((n as u64).wrapping_mul(self.width));
    }

    /// Fills `out` with what `to` makes of the next values.
    #[inline]
    pub(crate) fn read<T>(&mut self, out: &mut [T], to: impl Fn(U) -> T) {
        if out.len() <= SAMPLE {
            return out.iter_mut().for_each(|slot| *slot = to(self.next()));
        }
        self.read_many(out, to);
    }

    #[inline(never)]
    fn read_many<T>(&mut self, out: &mut [T], to: impl Fn(U) -> T) {
        raw::vectorized(
            out.len(),
            #[inline(always)]
            |_| self.put(out.len(), &mut Fill(out), to),
        );
    }

    /// What `to` makes of the next `n` values.
    #[inline]
    pub(crate) fn read_vec<T>(&mut self, n: usize, to: impl Fn(U) -> T) -> alloc::vec::Vec<T> {
        let mut values = alloc::vec::Vec::with_capacity(n);
        if n <= SAMPLE {
            values.extend((0..n).map(|_| to(self.next())));
        } else {
            raw::vectorized(
                n,
                #[inline(always)]
                |_| self.put(n, &mut values, to),
            );
        }
        values
    }

    /// Puts what `to` makes of the next `n` values.
    #[inline(always)]
    fn put<T>(&mut self, n: usize, out: &mut impl Put<T>, to: impl Fn(U) -> T) {
        let (base, log) = (self.base, self.log());
        if self.mask == 0 {
            self.skip(n);
            return out.put(core::iter::repeat_n(base, n).map(to));
        }
        // Up to the first value that begins a byte.
        let ahead = self.ahead().min(n);
        if ahead > 0 {
            out.put((0..ahead).map(|_| to(self.next())));
        }
        let n = n.wrapping_sub(ahead);
        let start = (self.at >> 3) as usize;
        let data = self.data.get(start..).unwrap_or_default();
        let data = data.get(..packed_len(log, n)).unwrap_or(data);
        self.skip(n);
        let value = |x: u64| to(U::truncate(x).add(base));
        match log {
            3 => out.put(data.iter().map(|byte| value((*byte).into()))),
            4 => out.put(numbers(data).map(|x| value(u16::from_le_bytes(x).into()))),
            5 => out.put(numbers(data).map(|x| value(u32::from_le_bytes(x).into()))),
            6 => out.put(numbers(data).map(|x| value(u64::from_le_bytes(x)))),
            _ => {
                let mut left = n;
                for packed in data.chunks(BLOCK >> (3 - log)) {
                    let mut bytes = [0; BLOCK];
                    bits::spread(packed, log, &mut bytes);
                    let bytes = bytes.get(..left.min(BLOCK)).unwrap_or_default();
                    left = left.wrapping_sub(bytes.len());
                    out.put(bytes.iter().map(|byte| value((*byte).into())));
                }
            }
        }
    }

    /// The bytes of the next `n` values, if they stand there at the type's width.
    pub(crate) fn whole(&mut self, n: usize) -> Option<&'de [u8]> {
        if self.log() != U::LOG_BITS || self.base != U::ZERO {
            return None;
        }
        let start = (self.at >> 3) as usize;
        let bytes = self.data.get(start..)?.get(..n << (self.log() - 3))?;
        self.skip(n);
        Some(bytes)
    }

    /// The sum of the next `n` values, if it fits.
    #[inline]
    pub(crate) fn sum(&self, n: usize) -> Option<u64> {
        if one_by_one(n) { { *self }.sum_of_each(n) } else { self.wide().sum_of_many(n) }
    }

    #[inline]
    fn sum_of_each(&mut self, n: usize) -> Option<u64> {
        (0..n).try_fold(0u64, |sum, _| sum.checked_add(self.next().widen()))
    }

    /// The number of values up to the first that begins a byte.
    #[inline]
    fn ahead(&self) -> usize {
        ((self.at.wrapping_neg() & 7) >> self.log()) as usize
    }
}

/// What takes long is compiled once, in this crate.
impl Words<'_, u64> {
    /// The extremes of all `n` values, which `packed` are.
    #[inline(never)]
    fn extremes_of_all(&self, packed: &[u8], n: usize) -> (u64, u64) {
        raw::vectorized(
            n,
            #[inline(always)]
            |_| self.extremes(packed, n),
        )
    }

    /// The extremes of the first `n` values, which `packed` are.
    #[inline(always)]
    fn extremes(&self, packed: &[u8], n: usize) -> (u64, u64) {
        match self.log() {
            3 => range(packed.iter().copied()),
            4 => range(numbers(packed).map(u16::from_le_bytes)),
            5 => range(numbers(packed).map(u32::from_le_bytes)),
            6 => range(numbers(packed).map(u64::from_le_bytes)),
            log => {
                let whole = (n << log) >> 3;
                let mut last = *self;
                last.skip((whole << 3) >> log);
                let tail = (0..n.wrapping_sub((whole << 3) >> log)).map(|_| last.next());
                let packed = packed.get(..whole).unwrap_or_default();
                parts(log)
                    .map(|part| range(packed.iter().map(part)))
                    .chain(tail.map(|x| (x, x)))
                    .fold((u64::MAX, 0), |all, (least, greatest)| {
                        (all.0.min(least), all.1.max(greatest))
                    })
            }
        }
    }

    /// The sum of the next `n` values, if it fits.
    fn sum_of_many(&self, n: usize) -> Option<u64> {
        let mut words = *self;
        if self.log() > 5 || n as u64 >> 32 != 0 {
            return words.sum_of_each(n);
        }
        // No sum of less than 2^32 numbers of 32 bits overflows.
        let ahead = words.ahead().min(n);
        let bytes = (n.wrapping_sub(ahead) << self.log()) >> 3;
        let values = (bytes << 3) >> self.log();
        let ends = words.sum_of_each(ahead)?;
        let packed = self.data.get((words.at >> 3) as usize..)?.get(..bytes)?;
        words.skip(values);
        let ends = ends.checked_add(words.sum_of_each(n.wrapping_sub(ahead + values))?)?;
        let sum = raw::vectorized(
            n,
            #[inline(always)]
            |_| match self.log() {
                3 => packed.iter().map(|x| u64::from(*x)).sum::<u64>(),
                4 => numbers(packed).map(|x| u64::from(u16::from_le_bytes(x))).sum(),
                5 => numbers(packed).map(|x| u64::from(u32::from_le_bytes(x))).sum(),
                log => parts(log)
                    .map(|part| packed.iter().map(|byte| u64::from(part(byte))).sum::<u64>())
                    .sum(),
            },
        );
        let bases = self.base.checked_mul(values as u64)?;
        ends.checked_add(bases)?.checked_add(sum)
    }
}

/// What takes each of the numbers of 2^`log` bits out of a byte, `log` < 3.
#[inline(always)]
fn parts(log: u32) -> impl Iterator<Item = impl Fn(&u8) -> u8> {
    let mask = u8::MAX >> (8 - (1u32 << log));
    (0..8u32).step_by(1 << log).map(move |shift| move |byte: &u8| byte >> shift & mask)
}

/// The least and the greatest number, in the width in which they stand.
#[inline(always)]
fn range<N: Copy + Ord + Into<u64>>(mut numbers: impl Iterator<Item = N>) -> (u64, u64) {
    let Some(first) = numbers.next() else { return (u64::MAX, 0) };
    let (least, greatest) =
        numbers.fold((first, first), |(least, greatest), x| (least.min(x), greatest.max(x)));
    (least.into(), greatest.into())
}

/// Where values go: a vector that grows, or a slice that is filled.
trait Put<T> {
    fn put(&mut self, values: impl Iterator<Item = T>);
}

impl<T> Put<T> for alloc::vec::Vec<T> {
    #[inline(always)]
    fn put(&mut self, values: impl Iterator<Item = T>) {
        self.extend(values);
    }
}

struct Fill<'a, T>(&'a mut [T]);

impl<T> Put<T> for Fill<'_, T> {
    #[inline(always)]
    fn put(&mut self, values: impl Iterator<Item = T>) {
        let mut len = 0;
        for (slot, value) in self.0.iter_mut().zip(values) {
            *slot = value;
            len += 1;
        }
        self.0 = core::mem::take(&mut self.0).get_mut(len..).unwrap_or_default();
    }
}

/// The numbers of N bytes that stand one after another.
#[inline(always)]
fn numbers<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u8; N]> {
    // Counted, or the loops over it would not be vectorised.
    let counted = bytes.chunks_exact(N).zip(0..bytes.len() / N);
    counted.map(|(bytes, _)| {
        let mut number = [0; N];
        number.copy_from_slice(bytes);
        number
    })
}
