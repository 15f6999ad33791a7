//! onesheet's bytes, written by hand for one type each: the limit of what a general encoder can reach, without its checks.
//!
//! The rules (W1 to W19) are those of the format's page.

use crate::arrays::Arrays;
use crate::device::{Header, Telemetry};
use crate::log::Logs;
use crate::mesh::Mesh;
use crate::record::{LogRecord, Primitives, Scene};
use crate::single::Blob;
use crate::widths::Widths;

/// Appends what `encode` writes at the front of `N` bytes.
fn by_stack<const N: usize>(out: &mut Vec<u8>, encode: impl FnOnce(&mut [u8; N]) -> usize) {
    let mut stack = [0; N];
    let len = encode(&mut stack);
    out.extend_from_slice(&stack[..len]);
}

/// W16.
fn varint_at(mut value: u64, out: &mut [u8], mut at: usize) -> usize {
    while value >= 0x80 {
        out[at] = value as u8 | 0x80;
        value >>= 7;
        at += 1;
    }
    out[at] = value as u8;
    at + 1
}

fn varint(value: u64, out: &mut Vec<u8>) {
    if value < 0x80 {
        out.push(value as u8);
    } else {
        by_stack::<10>(out, |stack| varint_at(value, stack, 0));
    }
}

/// W17.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63) as u64
}

/// A number as wide as its type, so that passes over lists of it vectorise.
pub trait Word: bytemuck::Pod + Ord + std::ops::BitOr<Output = Self> {
    fn wide(self) -> u64;
    fn minus(self, base: Self) -> Self;
}

macro_rules! words {
    ($($word:ident),*) => {$(
        impl Word for $word {
            fn wide(self) -> u64 {
                u64::from(self)
            }

            fn minus(self, base: Self) -> Self {
                self.wrapping_sub(base)
            }
        }
    )*};
}

words!(u16, u32, u64);

/// W19: the bits that `greatest` needs, one of 1, 2, 4, 8, 16, 32, 64.
fn bits(greatest: u64) -> u32 {
    (64 - greatest.leading_zeros()).max(1).next_power_of_two()
}

fn extremes<T: Word>(values: &[T]) -> (T, T) {
    values.iter().fold((values[0], values[0]), |(least, greatest), &value| {
        (least.min(value), greatest.max(value))
    })
}

/// W2: a list of numbers.
fn column<T: Word>(values: &[T], out: &mut Vec<u8>) {
    match values {
        [] => return,
        [value] => return varint(value.wide(), out),
        _ => {}
    }
    // Where a few values spread over the width that all need, no base can help.
    let (least, greatest) = extremes(&values[..values.len().min(64)]);
    let spread = bits(greatest.minus(least).wide());
    let mut plain = 8 * size_of::<T>() as u32;
    if spread < plain {
        plain = bits(values.iter().fold(T::zeroed(), |all, &value| all | value).wide());
    }
    if spread < plain {
        let (least, greatest) = extremes(values);
        let based = bits(greatest.minus(least).wide());
        let varint_len = (64 - least.wide().leading_zeros()).div_ceil(7).max(1) as usize;
        let packed = |bits: u32| (values.len() * bits as usize).div_ceil(8);
        if packed(based) + varint_len < packed(plain) {
            out.push(128 + based as u8);
            varint(least.wide(), out);
            return pack(values, least, based, out);
        }
    }
    out.push(plain as u8);
    pack(values, T::zeroed(), plain, out);
}

/// W18.
fn pack<T: Word>(values: &[T], base: T, bits: u32, out: &mut Vec<u8>) {
    if bits as usize == 8 * size_of::<T>() && base.wide() == 0 {
        return raw(values, out);
    }
    let start = out.len();
    out.resize(start + (values.len() * bits as usize).div_ceil(8), 0);
    let out = &mut out[start..];
    macro_rules! narrow {
        ($word:ident) => {
            for (place, value) in out.as_chunks_mut().0.iter_mut().zip(values) {
                *place = (value.minus(base).wide() as $word).to_le_bytes();
            }
        };
    }
    match bits {
        8 => narrow!(u8),
        16 => narrow!(u16),
        32 => narrow!(u32),
        64 => narrow!(u64),
        _ => {
            for (place, values) in out.iter_mut().zip(values.chunks(8 / bits as usize)) {
                let places = values.iter().zip((0..8).step_by(bits as usize));
                *place = places
                    .fold(0, |byte, (value, at)| byte | (value.minus(base).wide() as u8) << at);
            }
        }
    }
}

/// W1: a list of values, on a machine of the format's byte order.
fn raw<T: bytemuck::NoUninit>(values: &[T], out: &mut Vec<u8>) {
    out.extend_from_slice(bytemuck::cast_slice(values));
}

/// W9, for bytes, and a lone W5.
fn bytes(value: &[u8], out: &mut Vec<u8>) {
    out.reserve(value.len() + 10);
    varint(value.len() as u64, out);
    out.extend_from_slice(value);
}

/// W5.
fn texts<'a>(values: impl ExactSizeIterator<Item = &'a str> + Clone, out: &mut Vec<u8>) {
    let lens = values.clone().map(|text| text.len() as u64);
    // A few lengths need no memory.
    let mut few = [0; 16];
    if let Some(few) = few.get_mut(..lens.len()) {
        few.iter_mut().zip(lens).for_each(|(place, len)| *place = len);
        column(few, out);
    } else {
        column(&lens.collect::<Vec<u64>>(), out);
    }
    for text in values {
        out.extend_from_slice(text.as_bytes());
    }
}

pub fn u64_stack(value: &u64, out: &mut [u8]) -> usize {
    varint_at(*value, out, 0)
}

pub fn u64(value: &u64, out: &mut Vec<u8>) {
    out.reserve(10);
    varint(*value, out);
}

pub fn u32_stack(value: &u32, out: &mut [u8]) -> usize {
    varint_at(u64::from(*value), out, 0)
}

pub fn u32(value: &u32, out: &mut Vec<u8>) {
    out.reserve(5);
    varint(u64::from(*value), out);
}

pub fn text(value: &str, out: &mut Vec<u8>) {
    bytes(value.as_bytes(), out);
}

pub fn blob(value: &Blob, out: &mut Vec<u8>) {
    bytes(&value.bytes, out);
}

pub fn unsigned<T: Word>(values: &[T], out: &mut Vec<u8>) {
    out.reserve(size_of_val(values) + 20);
    varint(values.len() as u64, out);
    column(values, out);
}

macro_rules! signed {
    ($($name:ident: $signed:ident as $unsigned:ident),*) => {$(
        pub fn $name(values: &[$signed], out: &mut Vec<u8>) {
            out.reserve(size_of_val(values) + 20);
            varint(values.len() as u64, out);
            let zigzag = |value: &$signed| (value << 1 ^ value >> ($signed::BITS - 1)) as $unsigned;
            column(&values.iter().map(zigzag).collect::<Vec<_>>(), out);
        }
    )*};
}

signed!(i16s: i16 as u16, i32s: i32 as u32, i64s: i64 as u64);

macro_rules! floats {
    ($($name:ident: $float:ident),*) => {$(
        pub fn $name(values: &[$float], out: &mut Vec<u8>) {
            out.reserve(size_of_val(values) + 10);
            varint(values.len() as u64, out);
            raw(values, out);
        }
    )*};
}

floats!(f32s: f32, f64s: f64);

pub fn log_record(value: &LogRecord, out: &mut Vec<u8>) {
    let tags = value.tags.iter().map(String::as_str);
    let tags_len: usize = tags.clone().map(str::len).sum();
    out.reserve(value.message.len() + tags_len + value.payload.len() + 64);
    varint(value.timestamp, out);
    out.push(value.level);
    bytes(value.message.as_bytes(), out);
    varint(value.tags.len() as u64, out);
    texts(tags, out);
    bytes(&value.payload, out);
}

pub fn scene(value: &Scene, out: &mut Vec<u8>) {
    out.reserve(value.name.len() + 36);
    bytes(value.name.as_bytes(), out);
    by_stack::<26>(out, |stack| {
        let rect = &value.main_rect;
        stack[..4].copy_from_slice(&rect.top_left.0.to_le_bytes());
        stack[4..8].copy_from_slice(&rect.top_left.1.to_le_bytes());
        stack[8..12].copy_from_slice(&rect.bottom_right.0.to_le_bytes());
        stack[12..16].copy_from_slice(&rect.bottom_right.1.to_le_bytes());
        let at = varint_at(u64::from(rect.color), stack, 16);
        varint_at(u64::from(value.count), stack, at)
    });
}

pub fn primitives(value: &Primitives, out: &mut Vec<u8>) {
    out.reserve(value.string.len() + 112);
    by_stack::<102>(out, |stack| {
        stack[0] = u8::from(value.bool);
        stack[1] = value.u8;
        let at = varint_at(u64::from(value.u16), stack, 2);
        let at = varint_at(u64::from(value.u32), stack, at);
        let at = varint_at(value.u64, stack, at);
        stack[at..at + 16].copy_from_slice(&value.u128.to_le_bytes());
        stack[at + 16] = value.i8 as u8;
        let at = varint_at(zigzag(i64::from(value.i16)), stack, at + 17);
        let at = varint_at(zigzag(i64::from(value.i32)), stack, at);
        let at = varint_at(zigzag(value.i64), stack, at);
        stack[at..at + 16].copy_from_slice(&value.i128.to_le_bytes());
        stack[at + 16..at + 20].copy_from_slice(&value.f32.to_le_bytes());
        stack[at + 20..at + 28].copy_from_slice(&value.f64.to_le_bytes());
        varint_at(u64::from(u32::from(value.char)), stack, at + 28)
    });
    bytes(value.string.as_bytes(), out);
}

pub fn header_stack(value: &Header, out: &mut [u8]) -> usize {
    let [low, high] = value.len.to_le_bytes();
    out[..4].copy_from_slice(&[value.kind, value.flags, low, high]);
    4
}

pub fn header(value: &Header, out: &mut Vec<u8>) {
    by_stack::<4>(out, |stack| header_stack(value, stack));
}

pub fn telemetry_stack(value: &Telemetry, out: &mut [u8]) -> usize {
    let at = varint_at(u64::from(value.seq), out, 0);
    let at = varint_at(u64::from(value.ts), out, at);
    let at = varint_at(zigzag(i64::from(value.temp)), out, at);
    out[at] = value.flags;
    let at = at + 1;

    let samples = value.samples.map(|sample| (sample << 1 ^ sample >> 15) as u16);
    let least = samples.iter().copied().fold(u16::MAX, u16::min);
    let greatest = samples.iter().copied().fold(0, u16::max);
    let plain = bits(u64::from(greatest));
    let based = bits(u64::from(greatest - least));
    let varint_len = (16 - least.leading_zeros()).div_ceil(7).max(1);
    let (at, bits, base) = if 2 * based + varint_len < 2 * plain {
        out[at] = 128 + based as u8;
        (varint_at(u64::from(least), out, at + 1), based, least)
    } else {
        out[at] = plain as u8;
        (at + 1, plain, 0)
    };
    match bits {
        16 => {
            for (place, sample) in out[at..at + 32].as_chunks_mut().0.iter_mut().zip(samples) {
                *place = (sample - base).to_le_bytes();
            }
        }
        8 => {
            for (place, sample) in out[at..at + 16].iter_mut().zip(samples) {
                *place = (sample - base) as u8;
            }
        }
        _ => {
            out[at..at + 2 * bits as usize].fill(0);
            for (i, sample) in samples.into_iter().enumerate() {
                let bit = i * bits as usize;
                out[at + bit / 8] |= ((sample - base) as u8) << (bit % 8);
            }
        }
    }
    at + 2 * bits as usize
}

pub fn telemetry(value: &Telemetry, out: &mut Vec<u8>) {
    by_stack::<64>(out, |stack| telemetry_stack(value, stack));
}

pub fn arrays(value: &Arrays, out: &mut Vec<u8>) {
    let strings = value.strings.iter().map(String::as_str);
    out.reserve(1_024 + strings.clone().map(str::len).sum::<usize>());
    bytes(&value.bytes, out);
    unsigned(&value.ints, out);
    f64s(&value.floats, out);
    varint(value.strings.len() as u64, out);
    texts(strings, out);
    varint(value.bools.len() as u64, out);
    let bools: Vec<u16> = value.bools.iter().map(|bool| u16::from(*bool)).collect();
    pack(&bools, 0, 1, out);
}

pub fn mesh(value: &Mesh, out: &mut Vec<u8>) {
    out.reserve(value.triangles.len() * 48 + 10);
    varint(value.triangles.len() as u64, out);
    raw(&value.triangles, out);
}

pub fn log(value: &Logs, out: &mut Vec<u8>) {
    let logs = &value.logs;
    out.reserve(logs.len() * 96);
    varint(logs.len() as u64, out);
    raw(&logs.iter().map(|log| log.address).collect::<Vec<_>>(), out);
    texts(logs.iter().map(|log| log.identity.as_str()), out);
    texts(logs.iter().map(|log| log.userid.as_str()), out);
    texts(logs.iter().map(|log| log.date.as_str()), out);
    texts(logs.iter().map(|log| log.request.as_str()), out);
    column(&logs.iter().map(|log| log.code).collect::<Vec<_>>(), out);
    column(&logs.iter().map(|log| log.size).collect::<Vec<_>>(), out);
}

/// W16 in the first bytes of a word and how many they are, by shifts and masks: no branch to predict.
fn form(x: u64) -> ([u8; 10], usize) {
    let top = u64::from((x | 1).ilog2());
    // Seven bits a byte, from 56 bits on by halves.
    let y = (x & 0x0fff_ffff) | (x & 0x00ff_ffff_f000_0000) << 4;
    let y = (y & 0x0000_3fff_0000_3fff) | (y & 0x0fff_c000_0fff_c000) << 2;
    let y = (y & 0x007f_007f_007f_007f) | (y & 0x3f80_3f80_3f80_3f80) << 1;
    // Byte k of the sum is top + 128 - 7 (k + 1), at most 184, so that nothing carries; its bit 7 says that byte k goes on.
    let more = (top * 0x0101_0101_0101_0101 + 0x484f_565d_646b_7279) & 0x8080_8080_8080_8080;
    let [a, b, c, d, e, f, g, h] = (y | more).to_le_bytes();
    ([a, b, c, d, e, f, g, h, (x >> 56) as u8, (x >> 63) as u8], (top as usize * 9 + 73) >> 6)
}

/// Ten bytes of `out` have to be there.
fn wide_at(value: u64, out: &mut [u8], at: usize) -> usize {
    let (bytes, len) = form(value);
    out[at..at + 10].copy_from_slice(&bytes);
    at + len
}

pub fn wide_u64_stack(value: &u64, out: &mut [u8]) -> usize {
    wide_at(*value, out, 0)
}

pub fn wide_u64(value: &u64, out: &mut Vec<u8>) {
    let (bytes, len) = form(*value);
    let end = out.len() + len;
    out.extend_from_slice(&bytes);
    out.truncate(end);
}

pub fn widths_stack(value: &Widths, out: &mut [u8]) -> usize {
    let at = wide_at(value.a.into(), out, 0);
    let at = wide_at(value.b.into(), out, at);
    let at = wide_at(value.c, out, at);
    let at = wide_at(zigzag(value.d.into()), out, at);
    let at = wide_at(zigzag(value.e.into()), out, at);
    let at = wide_at(zigzag(value.f), out, at);
    let at = wide_at(value.g, out, at);
    let at = wide_at(value.h.into(), out, at);
    let at = wide_at(value.i.into(), out, at);
    let at = wide_at(zigzag(value.j), out, at);
    let at = wide_at(zigzag(value.k.into()), out, at);
    wide_at(zigzag(value.l.into()), out, at)
}

pub fn widths(value: &Widths, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + 80, 0);
    let len = widths_stack(value, &mut out[start..]);
    out.truncate(start + len);
}

/// The first eight bytes, with zeros after the end.
fn word(input: &[u8]) -> u64 {
    if let Some(word) = input.first_chunk() {
        return u64::from_le_bytes(*word);
    }
    let byte = |at: usize| u64::from(input[at]) << (8 * at);
    match (input.first_chunk(), input.last_chunk()) {
        (Some(first), Some(last)) => {
            let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
            first | last << (8 * (input.len() - 4))
        }
        _ if input.is_empty() => 0,
        _ => byte(0) | byte(input.len() / 2) | byte(input.len() - 1),
    }
}

/// W16, by a word and without a loop.
fn read(input: &mut &[u8]) -> Option<u64> {
    let word = word(input);
    let stops = !word & 0x8080_8080_8080_8080;
    let stop = stops & stops.wrapping_neg();
    let own = word & stop.wrapping_sub(1);
    let x = (own & 0x007f_007f_007f_007f) | (own & 0x7f00_7f00_7f00_7f00) >> 1;
    let x = (x & 0x0000_3fff_0000_3fff) | (x & 0x3fff_0000_3fff_0000) >> 2;
    let x = (x & 0x0fff_ffff) | (x & 0x0fff_ffff_0000_0000) >> 4;
    if stop == 0 {
        let (end, len) = match *input.get(8..)? {
            [0, ..] => return None,
            [end @ ..0x80, ..] => (u64::from(end), 9),
            [end, 1, ..] => (u64::from(end), 10),
            _ => return None,
        };
        // The ninth byte's top bit stands where the tenth byte has to go.
        *input = &input[len..];
        return Some(x | end << 56);
    }
    // A last byte of 0 after others.
    if own < stop >> 7 & !1 {
        return None;
    }
    *input = input.get(stops.trailing_zeros() as usize / 8 + 1..)?;
    Some(x)
}

fn read_signed(input: &mut &[u8]) -> Option<i64> {
    let value = read(input)?;
    Some((value >> 1) as i64 ^ -((value & 1) as i64))
}

pub fn read_u64(mut input: &[u8]) -> Option<u64> {
    let value = read(&mut input)?;
    input.is_empty().then_some(value)
}

pub fn read_widths(mut input: &[u8]) -> Option<Widths> {
    let input = &mut input;
    let value = Widths {
        a: read(input)?.try_into().ok()?,
        b: read(input)?.try_into().ok()?,
        c: read(input)?,
        d: read_signed(input)?.try_into().ok()?,
        e: read_signed(input)?.try_into().ok()?,
        f: read_signed(input)?,
        g: read(input)?,
        h: read(input)?.try_into().ok()?,
        i: read(input)?.try_into().ok()?,
        j: read_signed(input)?,
        k: read_signed(input)?.try_into().ok()?,
        l: read_signed(input)?.try_into().ok()?,
    };
    input.is_empty().then_some(value)
}
