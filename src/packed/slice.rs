//! Lists of numbers into a `Vec<u8>`: values are fetched, then all loops are over slices.
//!
//! The form of a list is known when all values have been seen, but its ends mostly show it. So it is
//! written in the form that they show, and from the start again if a value does not fit.

use alloc::vec::Vec;
use core::cell::Cell;
use core::convert::Infallible;

use super::{
    BLOCK, Form, SAMPLE, Word, bits, extremes_of, narrow, packed_len, wide, write_in_two_passes,
};
use crate::error::Error;
use crate::list::{List, PART, into};
use crate::raw;
use crate::writer::{SliceWriter, extend_with_word};

/// Writes a list of at least two values.
pub(crate) fn write_to_vec<U: Word>(out: &mut Vec<u8>, list: impl List<U>) {
    if !list.is_in_parts() {
        gathered(list, |values| write_words(out, values));
    } else if !write_parts_as_guessed(out, list) {
        write_unguessed(out, &column(list));
    }
}

/// Writes a list in one walk, without memory for all its values, if those at its ends show its form.
fn write_parts_as_guessed<U: Word>(out: &mut Vec<u8>, list: impl List<U>) -> bool {
    let n = list.count();
    let ends = (list.part(0..SAMPLE), list.part(n.saturating_sub(1)..n));
    let (Some(first), Some(last)) = ends else { return false };
    let Some(form) = guess(extremes_of(first), extremes_of(last).0) else { return false };
    attempt(out, form, n, |out| {
        let fit = |values: &[U]| fit_words(out, values, form).then_some(()).ok_or(());
        list.try_for_each_part(fit).is_ok()
    })
}

/// Writes a list of `n` values in a form, all but its head by `f`, or nothing if that returns false.
#[inline]
fn attempt<U: Word>(
    out: &mut Vec<u8>,
    form: Form<U>,
    n: usize,
    f: impl FnOnce(&mut Vec<u8>) -> bool,
) -> bool {
    let start = out.len();
    begin(out, form, n);
    let fit = f(out);
    if !fit {
        out.truncate(start);
    }
    fit
}

/// Writes the head of a list of `n` values, and claims memory for all.
#[inline]
fn begin<U: Word>(out: &mut Vec<u8>, form: Form<U>, n: usize) {
    out.reserve(form.len(n));
    let Ok(()) = form.write_head(out);
}

/// Calls `f` with the values as one slice; memory for a column is claimed unless they are
/// neighbours, or few.
#[inline]
fn gathered<T: Copy + Default, R>(list: impl List<T>, f: impl FnOnce(&[T]) -> R) -> R {
    if let Some(values) = list.as_slice() {
        return f(values);
    }
    match list.count() {
        0..=SAMPLE => few::<_, SAMPLE, _>(list, f),
        n if n <= BLOCK => few::<_, BLOCK, _>(list, f),
        _ => f(&column(list)),
    }
}

/// The values of a list, in memory for all.
#[inline]
fn column<T: Copy + Default>(list: impl List<T>) -> Vec<T> {
    let mut column = Vec::with_capacity(list.count());
    list.copy_to(&mut column);
    column
}

/// Fetches the values of a list of at most N.
#[inline]
fn few<T: Copy + Default, const N: usize, R>(list: impl List<T>, f: impl FnOnce(&[T]) -> R) -> R {
    let (mut block, mut len) = ([T::default(); N], 0);
    list.for_each(into(&mut block, &mut len));
    f(block.get(..len).unwrap_or_default())
}

/// Writes a list of at least two values into a slice: few of them in one walk.
pub(crate) fn write_to_slice<U: Word>(
    w: &mut SliceWriter<'_>,
    list: impl List<U>,
) -> Result<(), Error> {
    match list.count() {
        0..=SAMPLE => few::<_, SAMPLE, _>(list, |values| write_few(w, values)),
        n if n <= BLOCK => few::<_, BLOCK, _>(list, |values| write_few(w, values)),
        _ => write_in_two_passes(w, list),
    }
}

fn write_few<U: Word>(w: &mut SliceWriter<'_>, values: &[U]) -> Result<(), Error> {
    let (least, greatest) = extremes(values.iter().copied());
    let form = Form::of(least, greatest, values.len());
    form.write_head(w)?;
    let base = form.base.unwrap_or(U::ZERO);
    let differences = values.iter().map(|x| x.sub(base).widen());
    let room = w.room(packed_len(form.log, values.len()))?;
    match form.log {
        3 => put(room, differences.map(|x| [x as u8])),
        4 => put(room, differences.map(|x| (x as u16).to_le_bytes())),
        5 => put(room, differences.map(|x| (x as u32).to_le_bytes())),
        6 => put(room, differences.map(u64::to_le_bytes)),
        log if values.len() <= SAMPLE => {
            put(room, one_word(differences, log).map(|byte| [byte]).into_iter());
        }
        log => {
            let (mut bytes, mut packed) = ([0; BLOCK], [0; BLOCK]);
            put(&mut bytes, differences.map(|x| [x as u8]));
            bits::squeeze(&bytes, log, &mut packed);
            put(room, packed.into_iter().map(|byte| [byte]));
        }
    }
    Ok(())
}

#[inline(always)]
fn put<const N: usize>(out: &mut [u8], numbers: impl Iterator<Item = [u8; N]>) {
    for (out, number) in out.chunks_exact_mut(N).zip(numbers) {
        out.copy_from_slice(&number);
    }
}

/// Numbers of 2^`log` bits each, of 64 bits in all at most.
#[inline]
fn one_word(numbers: impl DoubleEndedIterator<Item = u64>, log: u32) -> [u8; 8] {
    numbers.rev().fold(0, |word, x| word << (1 << log) | x).to_le_bytes()
}

/// Writes a list of at least two counts in one walk, and returns their sum.
pub(crate) fn write_counts_to_vec(out: &mut Vec<u8>, list: impl List<usize>) -> usize {
    if list.count() <= SAMPLE {
        return few::<_, SAMPLE, _>(list.convert(wide), |counts| {
            write_few_words(out, counts);
            counts.iter().fold(0, |sum: usize, count| sum.saturating_add(*count as usize))
        });
    }
    let total = Cell::new(0);
    // What did not fit 32 bits shows in the sum.
    gathered(list.convert(summed(&total)), |counts| match u32::try_from(total.get()) {
        Ok(_) => write_words(out, counts),
        Err(_) => write_words(out, &column(list.convert(wide))),
    });
    total.get()
}

/// Adds to `total` what it makes narrow.
#[inline]
pub(crate) fn summed(total: &Cell<usize>) -> impl Fn(&usize) -> u32 + Copy {
    |&count| {
        total.set(total.get().saturating_add(count));
        narrow(&count)
    }
}

/// Writes a list of bools (W4), and returns how many are true.
pub(crate) fn write_bools_to_vec(out: &mut Vec<u8>, list: impl List<bool>) -> usize {
    if !list.is_in_parts() {
        return gathered(list, |values| pack_bools(out, values));
    }
    let mut ones = 0;
    let Ok(()) = list.try_for_each_part::<Infallible>(|values| {
        ones += pack_bools(out, values);
        Ok(())
    });
    ones
}

fn pack_bools(out: &mut Vec<u8>, values: &[bool]) -> usize {
    let blocks = values.chunks_exact(BLOCK);
    let rest = blocks.remainder();
    out.reserve(packed_len(0, values.len()));
    let mut ones = 0;
    for values in blocks {
        let word = bits::of_bools(values);
        ones += word.count_ones() as usize;
        out.extend_from_slice(&word.to_le_bytes());
    }
    let mut last = [false; BLOCK];
    for (last, value) in last.iter_mut().zip(rest) {
        *last = *value;
    }
    let word = bits::of_bools(&last);
    extend_with_word(out, word.to_le_bytes(), packed_len(0, rest.len()));
    ones + word.count_ones() as usize
}

/// Writes a list of two to [`SAMPLE`] values.
fn write_few_words<U: Word>(out: &mut Vec<u8>, values: &[U]) {
    let (least, greatest) = extremes(values.iter().copied());
    let form = Form::of(least, greatest, values.len());
    let Ok(()) = form.write_head(out);
    let base = form.base.unwrap_or(U::ZERO);
    let value = |value: &U| value.sub(base).widen();
    match form.log {
        3 if values.len() > 8 => {
            raw::extend_little_endian(out, values.iter().map(|x| value(x) as u8));
        }
        4 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u16)),
        5 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u32)),
        6 => raw::extend_little_endian(out, values.iter().map(value)),
        log => {
            let word = one_word(values.iter().map(value), log);
            extend_with_word(out, word, packed_len(log, values.len()));
        }
    }
}

/// Writes a list of `n` values, two to eight, of these extremes, each a byte of a word.
#[inline]
pub(crate) fn write_few_bytes(out: &mut Vec<u8>, values: u64, n: usize, extremes: (u8, u8)) {
    let form = Form::of(u64::from(extremes.0), u64::from(extremes.1), n);
    let Ok(()) = form.write_head(out);
    let mut differences = values;
    if let Some(base) = form.base {
        let ones = 0x0101_0101_0101_0101u64.wrapping_shr(64u32.wrapping_sub(8 * n as u32));
        differences = values.wrapping_sub(ones.wrapping_mul(base));
    }
    let word = bits::squeeze_eight(differences, form.log);
    extend_with_word(out, word.to_le_bytes(), packed_len(form.log, n));
}

/// Writes a list of at least two values.
fn write_words<U: Word>(out: &mut Vec<u8>, values: &[U]) {
    if values.len() <= SAMPLE {
        return write_few_words(out, values);
    }
    match (guess_mapped(values, |x| *x), U::bytes(values)) {
        (Some(form), Some(bytes)) if form.log == U::LOG_BITS => {
            begin(out, form, values.len());
            out.extend_from_slice(bytes);
        }
        (guess, _) => write_mapped(out, values, |x| *x, guess),
    }
}

/// The same for a list whose ends do not show its form.
fn write_unguessed<U: Word>(out: &mut Vec<u8>, values: &[U]) {
    write_mapped(out, values, |x| *x, None);
}

/// Writes a list of at least two values, of what `map` makes of them.
pub(crate) fn write_mapped_to_vec<T, U: Word>(
    out: &mut Vec<u8>,
    values: &[T],
    map: impl Fn(&T) -> U + Copy,
) {
    write_mapped(out, values, map, guess_mapped(values, map));
}

fn write_mapped<T, U: Word>(
    out: &mut Vec<u8>,
    values: &[T],
    map: impl Fn(&T) -> U + Copy,
    guess: Option<Form<U>>,
) {
    let n = values.len();
    let full = guess.filter(|form| form.log == U::LOG_BITS);
    if let (Some(form), None) = (guess, full) {
        let fit = |out: &mut Vec<u8>| values.chunks(PART).all(|part| fits(out, part, map, form));
        if attempt(out, form, n, fit) {
            return;
        }
    }
    let form = full.unwrap_or_else(|| {
        let (least, greatest) = raw::vectorized(
            n,
            #[inline(always)]
            || extremes(values.iter().map(map)),
        );
        Form::of(least, greatest, n)
    });
    let base = form.base.unwrap_or(U::ZERO);
    begin(out, form, n);
    raw::vectorized_by(
        n,
        #[inline(always)]
        |wide| {
            pack(out, values, |x| map(x).sub(base), form.log, wide);
        },
    );
}

/// The plain form that the first values of a list, of these extremes, and the last show: the one
/// prescribed, if no other is wider, for then no base can make the list shorter.
#[inline]
fn guess<U: Word>((least, greatest): (U, U), last: U) -> Option<Form<U>> {
    if greatest.sub(least).log_width() == U::LOG_BITS {
        return Some(Form { log: U::LOG_BITS, base: None });
    }
    let log = (greatest | last).log_width();
    let spread = greatest.max(last).sub(least.min(last));
    (spread.log_width() == log).then_some(Form { log, base: None })
}

#[inline]
fn guess_mapped<T, U: Word>(values: &[T], map: impl Fn(&T) -> U + Copy) -> Option<Form<U>> {
    let (first, last) = (values.get(..SAMPLE).unwrap_or(values), values.last()?);
    let extremes = raw::vectorized(
        values.len(),
        #[inline(always)]
        || extremes(first.iter().map(map)),
    );
    guess(extremes, map(last))
}

/// Appends the values in a plain form, and returns whether all fit it.
#[inline]
fn fits<T, U: Word>(out: &mut Vec<u8>, values: &[T], map: impl Fn(&T) -> U, form: Form<U>) -> bool {
    let all = raw::vectorized_by(
        values.len(),
        #[inline(always)]
        |wide| pack(out, values, map, form.log, wide),
    );
    all.log_width() <= form.log
}

// `fit_words` and `write_unguessed` know no list: a closure of a function that does is of another
// type for each list, and so would be all that it is given to.

/// [`fits`] for numbers as they are.
fn fit_words<U: Word>(out: &mut Vec<u8>, values: &[U], form: Form<U>) -> bool {
    fits(out, values, |x| *x, form)
}

/// The least and the greatest of some values.
#[inline]
fn extremes<U: Word>(values: impl Iterator<Item = U>) -> (U, U) {
    values.fold((U::MAX, U::ZERO), |(least, greatest), x| (least.min(x), greatest.max(x)))
}

/// Appends the values in 2^`log` bits each, and returns the OR of all.
#[inline(always)]
fn pack<T, U: Word>(
    out: &mut Vec<u8>,
    values: &[T],
    map: impl Fn(&T) -> U,
    log: u32,
    wide: bool,
) -> U {
    let mut all = U::ZERO;
    let mut value = |value: &T| {
        let value = map(value);
        all = all | value;
        value.widen()
    };
    match log {
        3 => raw::extend_little_endian(out, values.iter().map(|x| byte(value(x), wide))),
        4 => raw::extend_little_endian(out, values.iter().map(|x| half(value(x), wide))),
        5 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u32)),
        6 => raw::extend_little_endian(out, values.iter().map(value)),
        log if values.len() <= SAMPLE => {
            let len = packed_len(log, values.len());
            let word = one_word(values.iter().map(value), log);
            extend_with_word(out, word, len);
        }
        log => {
            for values in values.chunks(BLOCK) {
                let (mut bytes, mut packed) = ([0; BLOCK], [0; BLOCK]);
                for (slot, x) in bytes.iter_mut().zip(values) {
                    *slot = byte(value(x), wide);
                }
                bits::squeeze(&bytes, log, &mut packed);
                let len = packed_len(log, values.len());
                out.extend_from_slice(packed.get(..len).unwrap_or_default());
            }
        }
    }
    all
}

// Clamped, although all that counts fits: AVX2 narrows with saturation only, SSE2 better without.

#[inline(always)]
fn byte(x: u64, wide: bool) -> u8 {
    if wide { (x as i32).clamp(0, u8::MAX.into()) as u8 } else { x as u8 }
}

#[inline(always)]
fn half(x: u64, wide: bool) -> u16 {
    if wide { (x as i32).clamp(0, u16::MAX.into()) as u16 } else { x as u16 }
}
