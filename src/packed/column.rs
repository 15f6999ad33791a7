//! A column of a list, written: the one place where numbers are packed into a `Vec<u8>`.
//!
//! Columns come as bytes, as they are in memory, with their [`Kind`], so that none of this is generic
//! over the types of a user: it is compiled once, in this crate.
//!
//! The form of a list of numbers is known when all have been seen, but its ends mostly show it. So it
//! is written in the form that they show, and from the start again if a value does not fit.

use alloc::vec::Vec;

use super::{BLOCK, Form, Kind, SAMPLE, Word, bits, packed_len};
use crate::output::{extend_with_word, push_varint};
use crate::raw;
use crate::varint;

/// Values that are packed before it is seen whether all fit.
const PART: usize = 1024;

/// Writes a column of values that stand in `bytes` as they do in memory, but for bools, which are
/// bytes of 0 and 1.
pub(crate) fn write(out: &mut Vec<u8>, kind: Kind, bytes: &[u8]) {
    match kind {
        Kind::Raw(1) => out.extend_from_slice(bytes),
        Kind::Raw(size) => write_raw(out, bytes, size),
        Kind::Bool => write_bools(out, bytes),
        Kind::U8 => write_words(out, bytes, true, |[x]: [u8; 1]| x),
        Kind::U16 => write_words(out, bytes, true, u16::from_ne_bytes),
        Kind::U32 => write_words(out, bytes, true, u32::from_ne_bytes),
        Kind::U64 => write_words(out, bytes, true, u64::from_ne_bytes),
        Kind::Count => write_words(out, bytes, true, |x| usize::from_ne_bytes(x) as u64),
        Kind::I16 => write_words(out, bytes, false, |x| varint::zigzag_16(i16::from_ne_bytes(x))),
        Kind::I32 => write_words(out, bytes, false, |x| varint::zigzag_32(i32::from_ne_bytes(x))),
        Kind::I64 => write_words(out, bytes, false, |x| varint::zigzag_64(i64::from_ne_bytes(x))),
    }
}

/// The most bytes that [`write`] may take for the column.
pub(crate) fn most(kind: Kind, bytes: &[u8]) -> usize {
    match kind {
        Kind::Raw(_) => bytes.len(),
        Kind::Bool => packed_len(0, bytes.len()),
        Kind::U8 => most_of(bytes, |[x]: [u8; 1]| x),
        Kind::U16 => most_of(bytes, u16::from_ne_bytes),
        Kind::U32 => most_of(bytes, u32::from_ne_bytes),
        Kind::U64 => most_of(bytes, u64::from_ne_bytes),
        Kind::Count => most_of(bytes, |x| usize::from_ne_bytes(x) as u64),
        Kind::I16 => most_of(bytes, |x| varint::zigzag_16(i16::from_ne_bytes(x))),
        Kind::I32 => most_of(bytes, |x| varint::zigzag_32(i32::from_ne_bytes(x))),
        Kind::I64 => most_of(bytes, |x| varint::zigzag_64(i64::from_ne_bytes(x))),
    }
}

/// The bytes of the plain form: that with a base is shorter, where it is prescribed.
fn most_of<const N: usize, U: Word>(bytes: &[u8], to: impl Fn([u8; N]) -> U) -> usize {
    let values = raw::arrays::<N>(bytes);
    let all = values.iter().fold(U::ZERO, |all, x| all | to(*x));
    let alone = if values.len() == 1 { varint::MAX_LEN_U64 } else { 1 };
    packed_len(all.log_width(), values.len()).saturating_add(alone)
}

/// Numbers of `size` bytes, lowest byte first.
#[inline(never)]
fn write_raw(out: &mut Vec<u8>, bytes: &[u8], size: u8) {
    let start = out.len();
    out.extend_from_slice(bytes);
    if cfg!(target_endian = "big") {
        let written = out.get_mut(start..).unwrap_or_default();
        written.chunks_exact_mut(usize::from(size).max(1)).for_each(<[u8]>::reverse);
    }
}

#[inline(never)]
fn write_bools(out: &mut Vec<u8>, values: &[u8]) {
    let blocks = raw::arrays::<BLOCK>(values);
    let rest = values.get(blocks.as_flattened().len()..).unwrap_or_default();
    out.reserve(packed_len(0, values.len()));
    for values in blocks {
        out.extend_from_slice(&bits::of_bools(values).to_le_bytes());
    }
    let word = rest.iter().rev().fold(0u64, |word, value| word << 1 | u64::from(*value));
    extend_with_word(out, word.to_le_bytes(), packed_len(0, rest.len()));
}

/// A list of any length, of numbers of N bytes, of which `to` makes what is packed: the same, if
/// `as_is`.
#[inline]
fn write_words<const N: usize, U: Word>(
    out: &mut Vec<u8>,
    bytes: &[u8],
    as_is: bool,
    to: impl Fn([u8; N]) -> U + Copy,
) {
    let values = raw::arrays::<N>(bytes);
    match values {
        [] => {}
        [value] => write_one(out, to(*value).widen()),
        _ if values.len() <= SAMPLE => write_few(out, values, to),
        _ => write_many(out, values, as_is, to),
    }
}

#[inline(never)]
fn write_one(out: &mut Vec<u8>, x: u64) {
    push_varint(out, x);
}

#[inline(never)]
fn write_few<const N: usize, U: Word>(
    out: &mut Vec<u8>,
    values: &[[u8; N]],
    to: impl Fn([u8; N]) -> U + Copy,
) {
    let (least, greatest) = extremes(values, to);
    let form = Form::of(least, greatest, values.len());
    push_head(out, form);
    let base = form.base.unwrap_or(U::ZERO);
    let differences = values.iter().map(|x| to(*x).sub(base).widen());
    match form.log {
        3 if values.len() > 8 => raw::extend_little_endian(out, differences.map(|x| x as u8)),
        4 => raw::extend_little_endian(out, differences.map(|x| x as u16)),
        5 => raw::extend_little_endian(out, differences.map(|x| x as u32)),
        6 => raw::extend_little_endian(out, differences),
        log => extend_with_word(out, one_word(differences, log), packed_len(log, values.len())),
    }
}

/// Numbers of 2^`log` bits each, of 64 bits in all at most.
#[inline]
fn one_word(numbers: impl DoubleEndedIterator<Item = u64>, log: u32) -> [u8; 8] {
    numbers.rev().fold(0, |word, x| word << (1 << log) | x).to_le_bytes()
}

#[inline(never)]
fn write_many<const N: usize, U: Word>(
    out: &mut Vec<u8>,
    values: &[[u8; N]],
    as_is: bool,
    to: impl Fn([u8; N]) -> U + Copy,
) {
    let n = values.len();
    let guess = guess(values, to);
    let full = guess.filter(|form| form.log == U::LOG_BITS);
    if let (Some(form), true) = (full, as_is && cfg!(target_endian = "little")) {
        begin(out, form, n);
        return out.extend_from_slice(values.as_flattened());
    }
    if let (Some(form), None) = (guess, full) {
        let start = out.len();
        begin(out, form, n);
        let fit = values.chunks(PART).all(|part| {
            let all = raw::vectorized_by(
                part.len(),
                #[inline(always)]
                |wide| pack(out, part, to, form.log, wide),
            );
            all.log_width() <= form.log
        });
        if fit {
            return;
        }
        out.truncate(start);
    }
    let form = full.unwrap_or_else(|| {
        let (least, greatest) = raw::vectorized(
            n,
            #[inline(always)]
            || extremes(values, to),
        );
        Form::of(least, greatest, n)
    });
    let base = form.base.unwrap_or(U::ZERO);
    begin(out, form, n);
    raw::vectorized_by(
        n,
        #[inline(always)]
        |wide| {
            pack(out, values, |x| to(x).sub(base), form.log, wide);
        },
    );
}

/// Writes the head of a list of `n` values, and claims memory for all.
#[inline(always)]
fn begin<U: Word>(out: &mut Vec<u8>, form: Form<U>, n: usize) {
    out.reserve(form.len(n));
    push_head(out, form);
}

#[inline(always)]
fn push_head<U: Word>(out: &mut Vec<u8>, form: Form<U>) {
    out.push(form.first_byte());
    if let Some(base) = form.base {
        push_varint(out, base.widen());
    }
}

/// The plain form that the first values of a list and the last show: the one prescribed, if no other
/// is wider, for then no base can make the list shorter.
#[inline]
fn guess<const N: usize, U: Word>(
    values: &[[u8; N]],
    to: impl Fn([u8; N]) -> U + Copy,
) -> Option<Form<U>> {
    let (least, greatest) = extremes(values.get(..SAMPLE)?, to);
    let last = to(*values.last()?);
    if greatest.sub(least).log_width() == U::LOG_BITS {
        return Some(Form { log: U::LOG_BITS, base: None });
    }
    let log = (greatest | last).log_width();
    let spread = greatest.max(last).sub(least.min(last));
    (spread.log_width() == log).then_some(Form { log, base: None })
}

/// The least and the greatest of some values.
#[inline(always)]
fn extremes<const N: usize, U: Word>(values: &[[u8; N]], to: impl Fn([u8; N]) -> U) -> (U, U) {
    values.iter().fold((U::MAX, U::ZERO), |(least, greatest), x| {
        let x = to(*x);
        (least.min(x), greatest.max(x))
    })
}

/// Appends the values in 2^`log` bits each, and returns the OR of all.
#[inline(always)]
fn pack<const N: usize, U: Word>(
    out: &mut Vec<u8>,
    values: &[[u8; N]],
    to: impl Fn([u8; N]) -> U,
    log: u32,
    wide: bool,
) -> U {
    let mut all = U::ZERO;
    let mut value = |value: &[u8; N]| {
        let value = to(*value);
        all = all | value;
        value.widen()
    };
    match log {
        3 => raw::extend_little_endian(out, values.iter().map(|x| byte(value(x), wide))),
        4 => raw::extend_little_endian(out, values.iter().map(|x| half(value(x), wide))),
        5 => raw::extend_little_endian(out, values.iter().map(|x| value(x) as u32)),
        6 => raw::extend_little_endian(out, values.iter().map(value)),
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

/// Packs up to [`SAMPLE`] values of 2^`log` bits each.
#[inline]
pub(crate) fn pack_few<'r, U: Word>(
    values: &[U],
    log: u32,
    room: &'r mut [u8; SAMPLE * 8],
) -> &'r [u8] {
    let values_in_turn = values.iter().map(|x| x.widen());
    match log {
        3 => put(room, values_in_turn.map(|x| [x as u8])),
        4 => put(room, values_in_turn.map(|x| (x as u16).to_le_bytes())),
        5 => put(room, values_in_turn.map(|x| (x as u32).to_le_bytes())),
        6 => put(room, values_in_turn.map(u64::to_le_bytes)),
        log => put(room, core::iter::once(one_word(values_in_turn, log))),
    }
    room.get(..packed_len(log, values.len())).unwrap_or_default()
}

#[inline(always)]
fn put<const N: usize>(out: &mut [u8], numbers: impl Iterator<Item = [u8; N]>) {
    for (out, number) in out.chunks_exact_mut(N).zip(numbers) {
        out.copy_from_slice(&number);
    }
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
