//! Short lists, read without a cursor.

#[cfg(feature = "alloc")]
use super::bits;
#[cfg(not(feature = "alloc"))]
use super::widest_based;
use super::{BLOCK, Form, Word, Words, is_padded, packed_len};
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

/// Reads a list of `n` numbers, two to N. The numbers after the first `n` are arbitrary.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn read_few<U: Word, const N: usize>(r: &mut Reader<'_>, n: usize) -> Result<[U; N]> {
    let start = r.position();
    let form = Form::<U>::read_head(r, U::LOG_BITS)?;
    let data = r.rest();
    let packed = r.take(packed_len(form.log, n))?;
    let mut values = unpack_few::<U, N>(data, form.log, n);
    let first = values.first().copied().unwrap_or(U::ZERO);
    let (mut least, mut greatest) = (first, first);
    for (place, value) in values.iter_mut().enumerate() {
        if place >= n {
            *value = first;
        }
        (least, greatest) = (least.min(*value), greatest.max(*value));
    }
    check_extremes(packed, form, n, (least, greatest)).map_err(|kind| Error::new(kind, start))?;
    if let Some(base) = form.base {
        values.iter_mut().for_each(|value| *value = value.add(base));
    }
    Ok(values)
}

/// Unpacks `n` values, without the base. The values after these are arbitrary.
#[cfg(feature = "alloc")]
#[inline(always)]
fn unpack_few<U: Word, const N: usize>(data: &[u8], log: u32, n: usize) -> [U; N] {
    let mut values = [U::ZERO; N];
    match log {
        // In loops that the compiler knows the length of, unless the input ends before.
        5 => match data.get(..4 * N) {
            Some(all) => fill(&mut values, all, |bytes| u32::from_le_bytes(bytes).into()),
            None => {
                for (place, value) in (0..n).zip(&mut values) {
                    *value = U::truncate(load(data, 4 * place) & u64::from(u32::MAX));
                }
            }
        },
        6 => match data.get(..8 * N) {
            Some(all) => fill(&mut values, all, u64::from_le_bytes),
            None => {
                for (place, value) in (0..n).zip(&mut values) {
                    *value = U::truncate(load(data, 8 * place));
                }
            }
        },
        _ => {
            // Four of them are in a word.
            let (width, mask) = (1 << log, u64::MAX >> (64 - (1u32 << log)));
            for (place, four) in (0..n).step_by(4).zip(values.chunks_mut(4)) {
                let bits = place << log;
                let mut word = load(data, bits >> 3) >> (bits & 7);
                for value in four {
                    *value = U::truncate(word & mask);
                    word = word.wrapping_shr(width);
                }
            }
        }
    }
    values
}

/// Checks padding (W18), range (W24) and form (W27) of values without their base.
#[cfg(feature = "alloc")]
#[inline(always)]
fn check_at_once<U: Word>(packed: &[u8], form: Form<U>, values: &[U]) -> Result<(), ErrorKind> {
    let extremes = values
        .iter()
        .fold((U::MAX, U::ZERO), |(least, greatest), x| (least.min(*x), greatest.max(*x)));
    check_extremes(packed, form, values.len(), extremes)
}

/// The same of `n` values with those extremes.
#[cfg(feature = "alloc")]
#[inline(always)]
fn check_extremes<U: Word>(
    packed: &[u8],
    form: Form<U>,
    n: usize,
    (least, greatest): (U, U),
) -> Result<(), ErrorKind> {
    if !is_padded(packed, form.log, n) {
        return Err(ErrorKind::PaddingBits);
    }
    if form.is_sure(least, greatest) {
        return Ok(());
    }
    form.check(n, least, greatest, U::MAX)
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
        words.read(block.get_mut(..values.len()).unwrap_or_default(), |word| word);
        for (value, word) in values.iter_mut().zip(&block) {
            *value = to(*word);
        }
    }
    Ok(values)
}

/// Reads the form of a list of `n` values, at least two, and takes their bytes.
#[inline]
fn open<'de, U: Word>(r: &mut Reader<'de>, n: usize) -> Result<(Form<U>, &'de [u8])> {
    let form = Form::read_head(r, U::LOG_BITS)?;
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
        let x = word.low_bits(bits).add(base);
        word = word.shr(bits);
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
