//! Short lists, read without a cursor: little code, one value at a time.

use super::{BLOCK, Form, Word, Words, is_padded, packed_len, widest_based};
#[cfg(feature = "alloc")]
use super::{SAMPLE, bits};
use crate::de::Part;
use crate::error::{Error, ErrorKind, Result};
#[cfg(feature = "alloc")]
use crate::load::load;
use crate::reader::Reader;

/// Reads a list of N values, which `to` turns into what they stand for, and `from` back.
///
/// A short list is read without a cursor, and any list where there is no memory for blocks.
#[inline]
pub(crate) fn read_array<U: Word, T: Copy + Default, const N: usize>(
    r: &mut Reader<'_>,
    to: impl Fn(U) -> T,
    from: impl Fn(T) -> U,
) -> Part<[T; N]> {
    if N < 2 || N > BLOCK && cfg!(feature = "alloc") {
        return read_alone_or_long(r, to).into();
    }
    let start = r.position();
    let (form, packed) = match open(r, N) {
        Ok(opened) => opened,
        Err(error) => return error.into(),
    };
    #[cfg(feature = "alloc")]
    {
        let _ = from;
        let values = unpack_at_once::<U, N>(packed, form.log);
        let base = form.base.unwrap_or(U::ZERO);
        match check_at_once(packed, form, &values) {
            Ok(()) => Part::new(values.map(|x| to(x.add(base)))),
            Err(kind) => Error::new(kind, start).into(),
        }
    }
    #[cfg(not(feature = "alloc"))]
    {
        let values = unpack(packed, form, to);
        match check(packed, form, &values, from) {
            Ok(()) => Part::new(values),
            Err(kind) => Error::new(kind, start).into(),
        }
    }
}

/// Takes the values out of their bytes, without the base, in a loop for each width.
#[cfg(feature = "alloc")]
#[inline(always)]
fn unpack_at_once<U: Word, const N: usize>(packed: &[u8], log: u32) -> [U; N] {
    let mut values = [U::ZERO; N];
    match log {
        3 => {
            if let Some(bytes) = packed.first_chunk::<N>() {
                values = bytes.map(|byte| U::from_byte(byte, 0));
            }
        }
        4 => fill(&mut values, packed, |bytes| u16::from_le_bytes(bytes).into()),
        5 => fill(&mut values, packed, |bytes| u32::from_le_bytes(bytes).into()),
        6 => fill(&mut values, packed, u64::from_le_bytes),
        _ => {
            let mut bytes = [0; BLOCK];
            bits::spread(packed, log, &mut bytes);
            for (value, byte) in values.iter_mut().zip(&bytes) {
                *value = U::from_byte(*byte, 0);
            }
        }
    }
    values
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn fill<U: Word, const SIZE: usize>(
    values: &mut [U],
    packed: &[u8],
    f: impl Fn([u8; SIZE]) -> u64,
) {
    for (value, bytes) in values.iter_mut().zip(packed.chunks_exact(SIZE)) {
        *value = U::truncate(f(bytes.first_chunk().copied().unwrap_or([0; SIZE])));
    }
}

/// Reads a list of two to [`SAMPLE`] numbers into a vector, each of which `to` turns into what it stands
/// for.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn read_few<U: Word, T>(
    r: &mut Reader<'_>,
    n: usize,
    to: impl Fn(U) -> T,
) -> Result<alloc::vec::Vec<T>> {
    let start = r.position();
    let form = Form::<U>::read_head(r)?;
    let data = r.rest();
    let packed = r.take(packed_len(form.log, n))?;
    let mut all = [U::ZERO; SAMPLE];
    let values = all.get_mut(..n).unwrap_or_default();
    if n << form.log <= 64 {
        let (mut word, width) = (load(data, 0), 1 << form.log);
        let mask = u64::MAX >> (64 - width);
        for value in &mut *values {
            *value = U::truncate(word & mask);
            word = word.wrapping_shr(width);
        }
    } else {
        match form.log {
            3 => fill(values, packed, |[byte]| byte.into()),
            4 => fill(values, packed, |bytes| u16::from_le_bytes(bytes).into()),
            5 => fill(values, packed, |bytes| u32::from_le_bytes(bytes).into()),
            _ => fill(values, packed, u64::from_le_bytes),
        }
    }
    check_at_once(packed, form, values).map_err(|kind| Error::new(kind, start))?;
    let base = form.base.unwrap_or(U::ZERO);
    let mut list = alloc::vec::Vec::with_capacity(n);
    list.extend(values.iter().map(|x| to(x.add(base))));
    Ok(list)
}

/// Checks padding (W18), range (W24) and form (W27) of values without their base.
#[cfg(feature = "alloc")]
#[inline(always)]
fn check_at_once<U: Word>(packed: &[u8], form: Form<U>, values: &[U]) -> Result<(), ErrorKind> {
    let (n, Form { log, base }) = (values.len(), form);
    if !is_padded(packed, log, n) {
        return Err(ErrorKind::PaddingBits);
    }
    let (least, greatest) = values
        .iter()
        .fold((U::MAX, U::ZERO), |(least, greatest), x| (least.min(*x), greatest.max(*x)));
    if base.is_none() && greatest.sub(least) > widest_based(log) {
        return Ok(());
    }
    let base = base.unwrap_or(U::ZERO);
    let (min, max) = (base.add(least), base.add(greatest));
    if max < base {
        return Err(ErrorKind::OutOfRange);
    }
    if Form::of(min, max, n) == form { Ok(()) } else { Err(ErrorKind::WrongForm) }
}

#[inline]
fn read_alone_or_long<U: Word, T: Copy + Default, const N: usize>(
    r: &mut Reader<'_>,
    to: impl Fn(U) -> T,
) -> Result<[T; N]> {
    let mut values = [T::default(); N];
    if N < 2 {
        for value in &mut values {
            *value = to(U::read_varint(r)?);
        }
        return Ok(values);
    }
    let mut words = Words::<U>::open(r, N)?;
    let mut block = [U::ZERO; BLOCK];
    for values in values.chunks_mut(BLOCK) {
        words.read(block.get_mut(..values.len()).unwrap_or_default());
        for (value, word) in values.iter_mut().zip(&block) {
            *value = to(*word);
        }
    }
    Ok(values)
}

/// Reads the form of a list of `n` values, at least two, and takes their bytes.
#[inline]
fn open<'de, U: Word>(r: &mut Reader<'de>, n: usize) -> Result<(Form<U>, &'de [u8])> {
    let form = Form::read_head(r)?;
    Ok((form, r.take(packed_len(form.log, n))?))
}

#[cfg(not(feature = "alloc"))]
/// Takes the values out of their bytes; those too large for the type come out too small.
#[inline]
fn unpack<U: Word, T, const N: usize>(packed: &[u8], form: Form<U>, to: impl Fn(U) -> T) -> [T; N] {
    let mut bytes = packed.iter();
    let base = form.base.unwrap_or(U::ZERO).to_wide();
    let bits = 1 << form.log;
    let (mut word, mut left) = (U::Wide::ZERO, 0u32);
    core::array::from_fn(|_| {
        if left == 0 {
            word = U::Wide::from_byte(bytes.next().copied().unwrap_or(0), 0);
            left = 8;
            while left < bits {
                word = word | U::Wide::from_byte(bytes.next().copied().unwrap_or(0), left);
                left += 8;
            }
        }
        let x = word.lowest(bits).add(base);
        word = word.without(bits);
        left -= bits;
        to(U::from_wide(x))
    })
}

#[cfg(not(feature = "alloc"))]
/// Checks padding (W18), range (W24) and form (W27).
#[inline]
fn check<U: Word, T: Copy>(
    packed: &[u8],
    form: Form<U>,
    values: &[T],
    from: impl Fn(T) -> U,
) -> Result<(), ErrorKind> {
    let (n, Form { log, base }) = (values.len(), form);
    if !is_padded(packed, log, n) {
        return Err(ErrorKind::PaddingBits);
    }
    let base = base.map(U::to_wide);
    // Most need no further look.
    let enough = match base {
        Some(_) => U::Wide::MAX,
        None => widest_based(log),
    };
    let (mut least, mut greatest) = (U::Wide::MAX, U::Wide::ZERO);
    let mut values = values.iter().map(|&value| from(value).to_wide());
    while let Some(x) = values.find(|x| *x < least || *x > greatest) {
        least = least.min(x);
        greatest = greatest.max(x);
        if greatest.sub(least) > enough {
            return Ok(());
        }
    }
    // What is too large was wrapped around.
    if base.is_some_and(|base| least < base) {
        return Err(ErrorKind::OutOfRange);
    }
    let prescribed = Form::of(least, greatest, n);
    if prescribed == (Form { log, base }) { Ok(()) } else { Err(ErrorKind::WrongForm) }
}
