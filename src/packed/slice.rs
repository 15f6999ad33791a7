//! Lists of numbers into a `Vec<u8>`: each value is fetched once, then all loops are over slices.

use alloc::vec::Vec;
use core::cell::Cell;

use super::{BLOCK, Form, SAMPLE, Word, bits, narrow, packed_len, wide, write_in_two_passes};
use crate::error::Error;
use crate::list::List;
use crate::raw;
use crate::writer::{SliceWriter, extend_with_word};

/// Writes a list of at least two values.
pub(crate) fn write_to_vec<U: Word>(out: &mut Vec<u8>, list: impl List<U>) {
    gathered(list, |values| write_words(out, values));
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
        n => {
            let mut column = Vec::with_capacity(n);
            list.copy_to(&mut column);
            f(&column)
        }
    }
}

/// Fetches the values of a list of at most N.
#[inline]
fn few<T: Copy + Default, const N: usize, R>(list: impl List<T>, f: impl FnOnce(&[T]) -> R) -> R {
    let (mut block, mut len) = ([T::default(); N], 0);
    list.for_each(|&value| {
        if let Some(slot) = block.get_mut(len) {
            *slot = value;
            len += 1;
        }
    });
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
    let form = form_of(values, |x| *x);
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
        Err(_) => write_to_vec(out, list.convert(wide)),
    });
    total.get()
}

/// Adds to `total` what it makes narrow.
#[inline]
fn summed(total: &Cell<usize>) -> impl Fn(&usize) -> u32 + Copy {
    |&count| {
        total.set(total.get().saturating_add(count));
        narrow(&count)
    }
}

/// Writes a list of bools (W4), and returns how many are true.
pub(crate) fn write_bools_to_vec(out: &mut Vec<u8>, list: impl List<bool>) -> usize {
    gathered(list, |values| pack_bools(out, values))
}

fn pack_bools(out: &mut Vec<u8>, values: &[bool]) -> usize {
    out.reserve(packed_len(0, values.len()));
    let mut ones = 0;
    for values in values.chunks(BLOCK) {
        let (mut bytes, mut packed) = ([0; BLOCK], [0; BLOCK / 8]);
        for (byte, value) in bytes.iter_mut().zip(values) {
            *byte = u8::from(*value);
        }
        bits::squeeze(&bytes, 0, &mut packed);
        ones += u64::from_le_bytes(packed).count_ones() as usize;
        let len = packed_len(0, values.len());
        out.extend_from_slice(packed.get(..len).unwrap_or_default());
    }
    ones
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

/// Writes a list of at least two values.
fn write_words<U: Word>(out: &mut Vec<u8>, values: &[U]) {
    if values.len() <= SAMPLE {
        return write_few_words(out, values);
    }
    let form = raw::vectorized(
        values.len(),
        #[inline(always)]
        || form_of(values, |x| *x),
    );
    out.reserve(form.len(values.len()));
    let Ok(()) = form.write_head(out);
    match U::bytes(values) {
        Some(bytes) if form.log == U::LOG_BITS => out.extend_from_slice(bytes),
        _ => raw::vectorized(
            values.len(),
            #[inline(always)]
            || pack(out, values, |x| *x, form),
        ),
    }
}

/// Writes a list of at least two values, of what `map` makes of them.
pub(crate) fn write_mapped_to_vec<T, U: Word>(
    out: &mut Vec<u8>,
    values: &[T],
    map: impl Fn(&T) -> U + Copy,
) {
    let form = raw::vectorized(
        values.len(),
        #[inline(always)]
        || form_of(values, map),
    );
    out.reserve(form.len(values.len()));
    let Ok(()) = form.write_head(out);
    raw::vectorized(
        values.len(),
        #[inline(always)]
        || pack(out, values, map, form),
    );
}

/// The prescribed form of a list of at least two values.
#[inline(always)]
fn form_of<T, U: Word>(values: &[T], map: impl Fn(&T) -> U + Copy) -> Form<U> {
    let head = values.get(..SAMPLE).unwrap_or(values);
    let (least, greatest) = extremes(head.iter().map(map));
    if values.len() <= SAMPLE {
        return Form::of(least, greatest, values.len());
    }
    let spread = greatest.sub(least);
    if spread.log_width() == U::LOG_BITS {
        return Form { log: U::LOG_BITS, base: None };
    }
    let all = values.iter().map(map).fold(U::ZERO, |all, value| all | value);
    if spread.log_width() == all.log_width() {
        return Form { log: all.log_width(), base: None };
    }
    let (least, greatest) = extremes(values.iter().map(map));
    Form::of(least, greatest, values.len())
}

/// The least and the greatest of some values.
#[inline]
fn extremes<U: Word>(values: impl Iterator<Item = U>) -> (U, U) {
    values.fold((U::MAX, U::ZERO), |(least, greatest), x| (least.min(x), greatest.max(x)))
}

/// Appends the values in exactly the bytes that they need.
#[inline(always)]
fn pack<T, U: Word>(out: &mut Vec<u8>, values: &[T], map: impl Fn(&T) -> U + Copy, form: Form<U>) {
    let base = form.base.unwrap_or(U::ZERO);
    let value = |value: &T| map(value).sub(base).widen();
    match form.log {
        3 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u8)),
        4 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u16)),
        5 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u32)),
        6 => raw::extend_little_endian(out, values.iter().map(value)),
        log if values.len() <= SAMPLE => {
            let word = one_word(values.iter().map(value), log);
            extend_with_word(out, word, packed_len(log, values.len()));
        }
        log => {
            for values in values.chunks(BLOCK) {
                let (mut bytes, mut packed) = ([0; BLOCK], [0; BLOCK]);
                for (byte, x) in bytes.iter_mut().zip(values) {
                    *byte = value(x) as u8;
                }
                bits::squeeze(&bytes, log, &mut packed);
                let len = packed_len(log, values.len());
                out.extend_from_slice(packed.get(..len).unwrap_or_default());
            }
        }
    }
}
