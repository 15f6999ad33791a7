//! Lists of numbers (W2): the heart of rows W2 and W3, and of every length and tag.
//!
//! A list of n >= 2 numbers from m to M is written *plain*, in bits(M) bits each, or *based*, as
//! differences from m in bits(M - m) bits each, whichever is shorter. [`Form::of`] is that rule,
//! and the only place where it stands: a writer asks it for the form, a reader for the form that
//! the writer must have chosen.
//!
//! Both find m and M in blocks of 64 values that the compiler vectorises, and both stop early: an
//! OR of all values has the same width as M, and once one block spreads over more than half of
//! that width no base can shorten the list, whatever the other values are.
//!
//! On the wire the values stand at a fixed width of 2^k bits, so [`Words`], the opened list, reads
//! any of them at once, and any run of them block by block.

use crate::error::{Error, ErrorKind, Result};
use crate::list::List;
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::raw;
use crate::writer::Writer;

/// Values that are packed or unpacked at a time.
const BLOCK: usize = 64;

/// Values at the head of a list that mostly show its spread.
const SAMPLE: usize = 16;

/// The top bit of the first byte of a list in based form.
const BASED: u8 = 0x80;

/// An unsigned number type of W2: `u16`, `u32` or `u64`.
pub trait Word:
    Copy + Ord + Default + core::ops::BitOr<Output = Self> + sealed::Sealed + 'static
{
    /// The number with no bit set.
    const ZERO: Self;
    /// The largest number.
    const MAX: Self;
    /// log2 of the type's width in bits.
    const LOG_BITS: u32;

    /// log2 of bits(self), W19.
    fn log_width(self) -> u32;
    /// Bytes of the varint of this number.
    fn varint_len(self) -> usize;
    /// Writes this number alone.
    fn write_varint<W: Writer + ?Sized>(self, w: &mut W) -> Result<(), W::Error>;
    /// Reads a number alone.
    fn read_varint(r: &mut Reader<'_>) -> Result<Self>;
    /// The type that lists in small memory go through: of fewer types there is less code.
    type Wide: Word;
    /// The same number.
    fn to_wide(self) -> Self::Wide;
    /// The low bits of a number.
    fn from_wide(wide: Self::Wide) -> Self;
    /// `byte`, `bits` bits up.
    fn from_byte(byte: u8, bits: u32) -> Self;
    /// The number without its lowest `bits` bits.
    fn without(self, bits: u32) -> Self;
    /// The lowest `bits` bits, of at most the type's width.
    fn lowest(self, bits: u32) -> Self;
    /// The low bits of `x`.
    fn truncate(x: u64) -> Self;
    /// The number as `u64`.
    fn widen(self) -> u64;
    /// The low byte.
    fn low_byte(self) -> u8;
    /// `self + other` modulo the type.
    fn add(self, other: Self) -> Self;
    /// `self - other` modulo the type.
    fn sub(self, other: Self) -> Self;
    /// Writes the lowest 2^(log - 3) bytes of each value less `base`.
    fn pack_bytes(values: &[Self], base: Self, log: u32, out: &mut [u8]);
    /// The inverse of `pack_bytes`.
    fn unpack_bytes(bytes: &[u8], base: Self, log: u32, out: &mut [Self]);
    /// The values as they stand in memory, where that is little-endian.
    #[cfg(feature = "alloc")]
    fn bytes(values: &[Self]) -> Option<&[u8]>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

macro_rules! word {
    ($uint:ty, $wide:ty, $write:ident, $read:ident, $len:ident) => {
        impl Word for $uint {
            type Wide = $wide;
            const ZERO: Self = 0;
            const MAX: Self = <$uint>::MAX;
            const LOG_BITS: u32 = <$uint>::BITS.trailing_zeros();

            #[inline]
            fn log_width(self) -> u32 {
                let bits = <$uint>::BITS - (self | 1).leading_zeros();
                u32::BITS - (bits - 1).leading_zeros()
            }

            #[inline]
            fn varint_len(self) -> usize {
                crate::varint::$len(self.into())
            }

            #[inline]
            fn write_varint<W: Writer + ?Sized>(self, w: &mut W) -> Result<(), W::Error> {
                w.$write(self.into())
            }

            #[inline]
            fn read_varint(r: &mut Reader<'_>) -> Result<Self> {
                let start = r.position();
                <$uint>::try_from(r.$read()?).map_err(|_| Error::new(ErrorKind::OutOfRange, start))
            }

            #[inline]
            fn to_wide(self) -> $wide {
                self.into()
            }

            #[inline]
            fn from_wide(wide: $wide) -> Self {
                wide as $uint
            }

            #[inline]
            fn from_byte(byte: u8, bits: u32) -> Self {
                <$uint>::from(byte).wrapping_shl(bits)
            }

            #[inline]
            fn without(self, bits: u32) -> Self {
                self.wrapping_shr(bits)
            }

            #[inline]
            fn lowest(self, bits: u32) -> Self {
                self & <$uint>::MAX.wrapping_shr(<$uint>::BITS.wrapping_sub(bits))
            }

            #[inline]
            fn truncate(x: u64) -> Self {
                x as $uint
            }

            #[inline]
            fn widen(self) -> u64 {
                self.into()
            }

            #[inline]
            fn low_byte(self) -> u8 {
                self as u8
            }

            #[inline]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn pack_bytes(values: &[Self], base: Self, log: u32, out: &mut [u8]) {
                macro_rules! narrow {
                    ($narrow:ty) => {
                        for (out, value) in
                            out.chunks_exact_mut(size_of::<$narrow>()).zip(values)
                        {
                            out.copy_from_slice(
                                &(value.wrapping_sub(base) as $narrow).to_le_bytes(),
                            );
                        }
                    };
                }
                match log {
                    0..=3 => {
                        for (out, value) in out.iter_mut().zip(values) {
                            *out = value.wrapping_sub(base) as u8;
                        }
                    }
                    4 => narrow!(u16),
                    5 => narrow!(u32),
                    _ => narrow!(u64),
                }
            }

            #[inline]
            fn unpack_bytes(bytes: &[u8], base: Self, log: u32, out: &mut [Self]) {
                macro_rules! widen {
                    ($narrow:ty) => {
                        for (bytes, out) in
                            bytes.chunks_exact(size_of::<$narrow>()).zip(out)
                        {
                            let mut word = [0; size_of::<$narrow>()];
                            word.copy_from_slice(bytes);
                            *out = (<$narrow>::from_le_bytes(word) as $uint).wrapping_add(base);
                        }
                    };
                }
                match log {
                    0..=3 => {
                        for (byte, out) in bytes.iter().zip(out) {
                            *out = <$uint>::from(*byte).wrapping_add(base);
                        }
                    }
                    4 => widen!(u16),
                    5 => widen!(u32),
                    _ => widen!(u64),
                }
            }

            #[cfg(feature = "alloc")]
            #[inline]
            fn bytes(values: &[Self]) -> Option<&[u8]> {
                raw::little_endian_bytes(values)
            }
        }
    };
}

word!(u16, u32, write_varint_u32, varint_u32, len_u32);
word!(u32, u32, write_varint_u32, varint_u32, len_u32);
word!(u64, u64, write_varint_u64, varint_u64, len_u64);

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

    /// The prescribed form of a list of at least two values.
    fn of_slice(values: &[U]) -> Self {
        let head = values.get(..SAMPLE).unwrap_or(values);
        let (least, greatest) = extremes(head);
        let spread = greatest.sub(least);
        if spread.log_width() == U::LOG_BITS {
            return Form { log: U::LOG_BITS, base: None };
        }
        let all = values.iter().fold(U::ZERO, |all, &value| all | value);
        if spread.log_width() == all.log_width() {
            return Form { log: all.log_width(), base: None };
        }
        let (least, greatest) = extremes(values);
        Form::of(least, greatest, values.len())
    }

    fn len(&self, n: usize) -> usize {
        let base = self.base.map_or(0, Word::varint_len);
        1 + base + packed_len(self.log, n)
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

/// The least and the greatest value; of an empty list the greatest and the least that there are.
#[inline]
fn extremes<U: Word>(values: &[U]) -> (U, U) {
    values
        .iter()
        .fold((U::MAX, U::ZERO), |(least, greatest), &x| (least.min(x), greatest.max(x)))
}

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

/// Writes a list of any length (W2).
#[inline]
pub(crate) fn write<U: Word, W: Writer + ?Sized>(
    list: impl List<U>,
    w: &mut W,
) -> Result<(), W::Error> {
    match list.count() {
        0 => Ok(()),
        1 => list.try_for_each(|&x| x.write_varint(w)),
        _ => w.write_words(list),
    }
}

/// Writes a list of at least two values, walking it once for the form and once for the values.
pub(crate) fn write_in_two_passes<U: Word, W: Writer + ?Sized>(
    w: &mut W,
    list: impl List<U>,
) -> Result<(), W::Error> {
    let (least, greatest) = extremes_of(list);
    let form = Form::of(least, greatest, list.count());
    form.write_head(w)?;
    let base = form.base.unwrap_or(U::ZERO);
    let bits = 1u32 << form.log;
    // Whole bytes of a value, or values of a whole byte.
    let step = bits.min(8);
    let (mut byte, mut filled) = (0u8, 0);
    list.try_for_each(|&x| {
        let (mut x, mut left) = (x.sub(base), bits);
        while left > 0 {
            byte |= x.low_byte() << filled;
            x = x.without(8);
            filled += step;
            left -= step;
            if filled >= 8 {
                w.write_byte(core::mem::take(&mut byte))?;
                filled = 0;
            }
        }
        Ok(())
    })?;
    if filled > 0 { w.write_byte(byte) } else { Ok(()) }
}

/// Writes a list of at least two values, walking it once; memory for one more column is claimed
/// unless the values are neighbours.
#[cfg(feature = "alloc")]
pub(crate) fn write_to_vec<U: Word>(out: &mut alloc::vec::Vec<u8>, list: impl List<U>) {
    if let Some(values) = list.as_slice() {
        return write_slice_to_vec(out, values);
    }
    if list.count() <= BLOCK {
        let (mut block, mut len) = ([U::ZERO; BLOCK], 0);
        list.for_each(|&x| {
            if let Some(slot) = block.get_mut(len) {
                *slot = x;
                len += 1;
            }
        });
        return write_slice_to_vec(out, block.get(..len).unwrap_or_default());
    }
    let mut column = alloc::vec::Vec::with_capacity(list.count());
    list.gather(&mut column, |&x| x);
    write_slice_to_vec(out, &column);
}

#[cfg(feature = "alloc")]
fn write_slice_to_vec<U: Word>(out: &mut alloc::vec::Vec<u8>, values: &[U]) {
    let form = Form::of_slice(values);
    out.reserve(form.len(values.len()));
    let Ok(()) = form.write_head(out);
    if form.log == U::LOG_BITS {
        if let Some(bytes) = U::bytes(values) {
            return out.extend_from_slice(bytes);
        }
    }
    let start = out.len();
    out.resize(start.saturating_add(packed_len(form.log, values.len())), 0);
    pack(values, form, out.get_mut(start..).unwrap_or_default());
}

/// Packs values into exactly the bytes that they need.
fn pack<U: Word>(values: &[U], form: Form<U>, out: &mut [u8]) {
    let base = form.base.unwrap_or(U::ZERO);
    if form.log >= 3 {
        return U::pack_bytes(values, base, form.log, out);
    }
    for (values, out) in values.chunks(BLOCK).zip(out.chunks_mut(BLOCK >> (3 - form.log))) {
        let mut bytes = [0; BLOCK];
        U::pack_bytes(values, base, 3, &mut bytes);
        squeeze(&bytes, form.log, out);
    }
}

/// Packs bytes of at most 2^`log` bits each, `log` < 3.
#[inline]
fn squeeze(bytes: &[u8; BLOCK], log: u32, out: &mut [u8]) {
    let len = 1 << log;
    for (eight, out) in bytes.as_chunks_of::<8>().zip(out.chunks_mut(len)) {
        let x = u64::from_le_bytes(eight);
        let x = match log {
            0 => x.wrapping_mul(0x0102_0408_1020_4080) >> 56,
            1 => {
                let x = (x | x >> 6) & 0x000f_000f_000f_000f;
                let x = (x | x >> 12) & 0x0000_00ff_0000_00ff;
                x | x >> 24
            }
            _ => {
                let x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
                let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
                x | x >> 16
            }
        };
        for (out, byte) in out.iter_mut().zip(x.to_le_bytes()) {
            *out = byte;
        }
    }
}

/// The inverse of [`squeeze`].
#[inline]
fn spread(packed: &[u8], log: u32, out: &mut [u8; BLOCK]) {
    let len = 1 << log;
    for (packed, out) in packed.chunks(len).zip(out.chunks_exact_mut(8)) {
        let mut word = [0; 8];
        for (word, byte) in word.iter_mut().zip(packed) {
            *word = *byte;
        }
        let x = u64::from_le_bytes(word);
        let x = match log {
            0 => {
                let x = (x | x << 28) & 0x0000_000f_0000_000f;
                let x = (x | x << 14) & 0x0003_0003_0003_0003;
                (x | x << 7) & 0x0101_0101_0101_0101
            }
            1 => {
                let x = (x | x << 24) & 0x0000_00ff_0000_00ff;
                let x = (x | x << 12) & 0x000f_000f_000f_000f;
                (x | x << 6) & 0x0303_0303_0303_0303
            }
            _ => {
                let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
                let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
                (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f
            }
        };
        out.copy_from_slice(&x.to_le_bytes());
    }
}

trait Chunks {
    fn as_chunks_of<const N: usize>(&self) -> impl Iterator<Item = [u8; N]>;
}

impl Chunks for [u8] {
    #[inline]
    fn as_chunks_of<const N: usize>(&self) -> impl Iterator<Item = [u8; N]> {
        self.chunks_exact(N).map(|chunk| {
            let mut array = [0; N];
            array.copy_from_slice(chunk);
            array
        })
    }
}

/// An opened list of numbers: checked, of prescribed form, each value readable at once.
///
/// Reading past the end gives numbers without meaning.
#[derive(Clone, Copy, Debug)]
pub struct Words<'de, U> {
    /// The packed values and the input after them, so that eight bytes can be read at most places.
    data: &'de [u8],
    next: usize,
    log: u32,
    mask: u64,
    base: U,
}

impl<'de, U: Word> Words<'de, U> {
    /// Opens a list of `n` values and checks all that W2 asks of it.
    pub(crate) fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let mut words = Words { data: &[], next: 0, log: 0, mask: 0, base: U::ZERO };
        match n {
            0 => {}
            1 => words.base = U::read_varint(r)?,
            _ => {
                let start = r.position();
                let wrong = |kind| Error::new(kind, start);
                let head = r.byte()?;
                let bits = head & !BASED;
                let log = bits.trailing_zeros();
                if !bits.is_power_of_two() || log > U::LOG_BITS {
                    return Err(wrong(ErrorKind::WrongForm));
                }
                let base = if head & BASED == 0 { None } else { Some(U::read_varint(r)?) };
                words.data = r.rest();
                words.log = log;
                words.mask = u64::MAX >> (64 - u32::from(bits));
                let packed = r.take(packed_len(log, n))?;
                words.check(packed, n, base).map_err(wrong)?;
                words.base = base.unwrap_or(U::ZERO);
            }
        }
        Ok(words)
    }

    /// Checks padding (W18), range (W24) and form (W27); `self.base` is still zero.
    fn check(&self, packed: &[u8], n: usize, base: Option<U>) -> Result<(), ErrorKind> {
        if self.log < 3 {
            let used = (n << self.log) & 7;
            if used > 0 && packed.last().is_some_and(|last| last >> used != 0) {
                return Err(ErrorKind::PaddingBits);
            }
        }
        let found = Form { log: self.log, base };
        let prescribed = match base {
            None => {
                if self.log == 0 {
                    return Ok(());
                }
                let head = self.extremes(n.min(SAMPLE));
                if head.1.sub(head.0).log_width() == self.log {
                    return Ok(());
                }
                let (least, greatest) = self.extremes(n);
                Form::of(least, greatest, n)
            }
            Some(base) => {
                let (least, greatest) = self.extremes(n);
                let max = base.add(greatest);
                if max < base {
                    return Err(ErrorKind::OutOfRange);
                }
                Form::of(base.add(least), max, n)
            }
        };
        if prescribed == found { Ok(()) } else { Err(ErrorKind::WrongForm) }
    }

    fn extremes(&self, n: usize) -> (U, U) {
        let mut words = *self;
        let (mut least, mut greatest) = (U::MAX, U::ZERO);
        let mut left = n;
        let mut block = [U::ZERO; BLOCK];
        while left > 0 {
            let Some(block) = block.get_mut(..left.min(BLOCK)) else { break };
            words.read(block);
            let (low, high) = extremes(block);
            least = least.min(low);
            greatest = greatest.max(high);
            left -= block.len();
        }
        (least, greatest)
    }

    /// The value at `index`.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> U {
        let bit = (index as u64) << self.log;
        let word = load(self.data, (bit >> 3) as usize);
        U::truncate(word >> (bit & 7) & self.mask).add(self.base)
    }

    /// The next value.
    #[inline]
    pub(crate) fn next(&mut self) -> U {
        let value = self.get(self.next);
        self.next = self.next.wrapping_add(1);
        value
    }

    /// Passes over `n` values.
    #[inline]
    pub(crate) fn skip(&mut self, n: usize) {
        self.next = self.next.wrapping_add(n);
    }

    /// Fills `out` with the next values.
    pub(crate) fn read(&mut self, mut out: &mut [U]) {
        if self.mask == 0 {
            out.fill(self.base);
            return self.skip(out.len());
        }
        if self.log < 3 {
            // Up to the first value that begins a byte.
            while (self.next << self.log) & 7 != 0 {
                let Some((first, rest)) = out.split_first_mut() else { return };
                *first = self.next();
                out = rest;
            }
        }
        let start = ((self.next as u64) << self.log >> 3) as usize;
        let data = self.data.get(start..).unwrap_or_default();
        self.skip(out.len());
        if self.log >= 3 {
            return U::unpack_bytes(data, self.base, self.log, out);
        }
        for (packed, out) in data.chunks(BLOCK >> (3 - self.log)).zip(out.chunks_mut(BLOCK)) {
            let mut bytes = [0; BLOCK];
            spread(packed, self.log, &mut bytes);
            U::unpack_bytes(&bytes, self.base, 3, out);
        }
    }

    /// The bytes of the next `n` values, if they stand there at the type's width.
    #[cfg(feature = "alloc")]
    pub(crate) fn whole(&mut self, n: usize) -> Option<&'de [u8]> {
        if self.log != U::LOG_BITS || self.base != U::ZERO {
            return None;
        }
        let log_bytes = self.log - 3;
        let start = self.next << log_bytes;
        let bytes = self.data.get(start..)?.get(..n << log_bytes)?;
        self.skip(n);
        Some(bytes)
    }

    /// What `to` makes of the next `n` values.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn read_vec<T>(&mut self, n: usize, to: impl Fn(U) -> T) -> alloc::vec::Vec<T> {
        let mut values = alloc::vec::Vec::with_capacity(n);
        let mut left = n;
        let mut block = [U::ZERO; BLOCK];
        while left > 0 {
            let Some(block) = block.get_mut(..left.min(BLOCK)) else { break };
            self.read(block);
            values.extend(block.iter().map(|word| to(*word)));
            left -= block.len();
        }
        values
    }

    /// The sum of the next `n` values, if it fits.
    pub(crate) fn sum(&self, n: usize) -> Option<u64> {
        let mut words = *self;
        let mut sum = 0u64;
        let mut left = n;
        let mut block = [U::ZERO; BLOCK];
        while left > 0 {
            let block = block.get_mut(..left.min(BLOCK))?;
            words.read(block);
            for x in &*block {
                sum = sum.checked_add(x.widen())?;
            }
            left -= block.len();
        }
        Some(sum)
    }
}

/// Reads a list of N values, which `to` turns into what they stand for.
///
/// A short list is read and checked in one pass, without a cursor.
#[inline]
pub(crate) fn read_array<U: Word, T: Copy + Default, const N: usize>(
    r: &mut Reader<'_>,
    to: impl Fn(U) -> T,
) -> Result<[T; N]> {
    let mut values = [T::default(); N];
    if N < 2 {
        for value in &mut values {
            *value = to(U::read_varint(r)?);
        }
    } else if N > BLOCK {
        let mut words = Words::<U>::open(r, N)?;
        let mut block = [U::ZERO; BLOCK];
        for values in values.chunks_mut(BLOCK) {
            words.read(block.get_mut(..values.len()).unwrap_or_default());
            for (value, word) in values.iter_mut().zip(&block) {
                *value = to(*word);
            }
        }
    } else {
        let start = r.position();
        let read = read_short(r, U::MAX.to_wide(), N, |index, wide| {
            if let Some(value) = values.get_mut(index) {
                *value = to(U::from_wide(wide));
            }
        });
        read.map_err(|kind| Error::new(kind, start))?;
    }
    Ok(values)
}

/// Reads a list of `n` values, at least two and none above `limit`, and passes each on by its
/// index. Only if all of them were right is the result.
#[inline]
fn read_short<U: Word>(
    r: &mut Reader<'_>,
    limit: U,
    n: usize,
    mut put: impl FnMut(usize, U),
) -> Result<(), ErrorKind> {
    let head = r.byte().map_err(|error| error.kind())?;
    let bits = u32::from(head & !BASED);
    let log = bits.trailing_zeros();
    if !bits.is_power_of_two() || log > limit.log_width() {
        return Err(ErrorKind::WrongForm);
    }
    let base = match head & BASED {
        0 => None,
        _ => Some(U::read_varint(r).map_err(|error| error.kind())?),
    };
    let least = base.unwrap_or(U::ZERO);
    let packed = r.take(packed_len(log, n)).map_err(|error| error.kind())?;
    let mut bytes = packed.iter();
    let (mut low, mut high) = (U::MAX, U::ZERO);
    let (mut word, mut left) = (U::ZERO, 0);
    for index in 0..n {
        if left == 0 {
            word = U::ZERO;
            while left < bits.max(8) {
                word = word | U::from_byte(bytes.next().copied().unwrap_or(0), left);
                left += 8;
            }
        }
        let x = word.lowest(bits);
        word = word.without(bits);
        left -= bits;
        low = low.min(x);
        high = high.max(x);
        put(index, x.add(least));
    }
    if left > 0 && word != U::ZERO {
        return Err(ErrorKind::PaddingBits);
    }
    let greatest = high.add(least);
    if greatest < least || greatest > limit {
        return Err(ErrorKind::OutOfRange);
    }
    let prescribed = Form::of(low.add(least), greatest, n);
    if prescribed == (Form { log, base }) { Ok(()) } else { Err(ErrorKind::WrongForm) }
}

/// Eight bytes from `start` on, zeros where the input has ended.
#[inline]
fn load(data: &[u8], start: usize) -> u64 {
    match data.get(start..).and_then(|data| data.first_chunk()) {
        Some(word) => u64::from_le_bytes(*word),
        None => load_tail(data, start),
    }
}

#[inline(never)]
fn load_tail(data: &[u8], start: usize) -> u64 {
    let mut word = [0; 8];
    for (word, byte) in word.iter_mut().zip(data.get(start..).unwrap_or_default()) {
        *word = *byte;
    }
    u64::from_le_bytes(word)
}
