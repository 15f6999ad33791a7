//! A column of a list, written: the one place where numbers are packed (W2 to W4).
//!
//! A column is measured, then placed: its form and its length follow from the number of values, the least
//! and the greatest. Values come some at a time, as bytes as they are in memory with their [`Kind`], so that
//! none of this is generic over the types of a user: it is compiled once, in this crate.

use super::Word;
#[cfg(feature = "alloc")]
use super::{BLOCK, SAMPLE, bits};
use super::{Form, Kind, packed_len};
#[cfg(feature = "alloc")]
use crate::raw::{self, Items};
use crate::raw::{Chunk, Claim, Output};
use crate::varint;
use crate::varint::{zigzag_16, zigzag_32, zigzag_64};

/// What the values of a column have shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    kind: Kind,
    /// Values, or of [`Kind::Raw`] bytes.
    n: usize,
    least: u64,
    greatest: u64,
    /// Whether the form is known, whatever else comes.
    #[cfg(feature = "alloc")]
    full: bool,
    /// Of extensible values (W12): the columns of their block.
    block: Option<usize>,
}

impl Measure {
    /// That of no values.
    pub(crate) const NEW: Self = Measure {
        kind: Kind::Raw(1),
        n: 0,
        least: u64::MAX,
        greatest: 0,
        #[cfg(feature = "alloc")]
        full: false,
        block: None,
    };

    /// Adds bytes that are written as they are.
    #[inline]
    pub(crate) fn add_bytes(&mut self, n: usize) {
        self.n = self.n.saturating_add(n);
    }

    /// Adds values of that kind, if nothing but their number matters.
    #[inline]
    pub(crate) fn add_unseen(&mut self, kind: Kind, n: usize) -> bool {
        let bytes = match kind {
            Kind::Raw(size) => usize::from(size),
            Kind::Bool => 1,
            #[cfg(feature = "alloc")]
            _ if self.full => 1,
            _ => return false,
        };
        (self.kind, self.n) = (kind, self.n.saturating_add(n.saturating_mul(bytes)));
        true
    }

    /// Adds extensible values, whose block has so many columns.
    #[inline]
    pub(crate) fn add_blocks(&mut self, n: usize, columns: usize) {
        (self.block, self.n) = (Some(columns), self.n.saturating_add(n));
    }

    /// The columns of the block that this is, if it has values.
    #[inline]
    pub(crate) fn block(&self) -> Option<usize> {
        self.block.filter(|_| self.n > 0)
    }

    /// The columns of the block that this is, of those that come after it.
    fn block_in<'c>(&self, after: &'c [Measure]) -> Option<&'c [Measure]> {
        self.block().map(|columns| after.get(..columns).unwrap_or(after))
    }

    /// Adds values.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    pub(crate) fn add<const N: usize>(&mut self, kind: Kind, values: &[[u8; N]]) {
        self.kind = kind;
        let bytes = values.as_flattened();
        match kind {
            Kind::Raw(_) => return self.add_bytes(bytes.len()),
            Kind::Bool => {}
            _ if self.full => {}
            Kind::U16 if N == 2 => self.add_words(bytes, u16::from_ne_bytes),
            Kind::U32 if N == 4 => self.add_words(bytes, u32::from_ne_bytes),
            Kind::U64 if N == 8 => self.add_words(bytes, u64::from_ne_bytes),
            Kind::Count if N == 4 => self.add_words(bytes, u32::from_ne_bytes),
            Kind::Count if N == 8 => self.add_words(bytes, u64::from_ne_bytes),
            Kind::I16 if N == 2 => self.add_words(bytes, |x| zigzag_16(i16::from_ne_bytes(x))),
            Kind::I32 if N == 4 => self.add_words(bytes, |x| zigzag_32(i32::from_ne_bytes(x))),
            Kind::I64 if N == 8 => self.add_words(bytes, |x| zigzag_64(i64::from_ne_bytes(x))),
            _ => no_such_number(),
        }
        self.n = self.n.saturating_add(values.len());
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn add_words<const N: usize, U: Word>(
        &mut self,
        bytes: &[u8],
        to: impl Fn([u8; N]) -> U + Copy,
    ) {
        let values = raw::arrays::<N>(bytes);
        let (least, greatest) = raw::vectorized(
            values.len(),
            #[inline(always)]
            move |_| extremes(values, to),
        );
        self.least = self.least.min(least.widen());
        self.greatest = self.greatest.max(greatest.widen());
        // Once the spread takes the whole width, there is no shorter form.
        let spread = self.greatest.wrapping_sub(self.least);
        self.full = self.kind != Kind::Count && spread.log_width() == U::LOG_BITS;
    }

    /// The same, one value at a time: little code.
    #[cfg(not(feature = "alloc"))]
    #[inline(never)]
    pub(crate) fn add<const N: usize>(&mut self, kind: Kind, values: &[[u8; N]]) {
        self.kind = kind;
        if let Kind::Raw(_) = kind {
            return self.add_bytes(values.as_flattened().len());
        }
        values.iter().for_each(|value| self.add_number(kind, number(kind, *value)));
    }

    /// Adds a number.
    #[cfg(not(feature = "alloc"))]
    #[inline]
    pub(crate) fn add_number(&mut self, kind: Kind, x: u64) {
        self.kind = kind;
        self.least = self.least.min(x);
        self.greatest = self.greatest.max(x);
        self.n = self.n.saturating_add(1);
    }

    #[inline]
    fn form(&self) -> Form<u64> {
        Form::of(self.least, self.greatest, self.n)
    }

    /// The bytes of the column.
    pub(crate) fn len(&self) -> usize {
        match (self.kind, self.n) {
            (_, 0) => 0,
            (Kind::Raw(_), n) => n,
            (Kind::Bool, n) => packed_len(0, n),
            (_, 1) => varint::len_u64(self.least),
            (_, n) => self.form().len(n),
        }
    }
}

/// The bytes of columns. What is in a block stands behind it.
pub(crate) fn len_of(columns: &[Measure]) -> usize {
    let (mut sum, mut rest) = (0usize, columns);
    while let [column, after @ ..] = rest {
        sum = sum.saturating_add(match column.block_in(after) {
            Some(block) => varint::len_u64(len_of(block) as u64),
            None => column.len(),
        });
        rest = after;
    }
    sum
}

/// A column that is placed in the output.
pub(crate) struct ColumnWriter<'r> {
    kind: Kind,
    base: u64,
    log: u32,
    /// Bits of values that do not fill a word.
    pending: u64,
    filled: u32,
    chunk: Chunk<'r>,
}

impl<'r> ColumnWriter<'r> {
    /// The first of some columns, with its head in the next chunk of the claim. A column of no values, if
    /// there is none.
    pub(crate) fn begin(columns: &[Measure], claim: &mut Claim<'r>) -> Self {
        let (measure, after) = columns.split_first().unwrap_or((&Measure::NEW, &[]));
        let block = measure.block_in(after).map(|block| len_of(block) as u64);
        let chunk = claim.chunk(block.map_or(measure.len(), varint::len_u64));
        let mut column =
            ColumnWriter { kind: measure.kind, base: 0, log: 0, pending: 0, filled: 0, chunk };
        match (measure.kind, measure.n) {
            _ if block.is_some() => column.push_varint(block.unwrap_or(0)),
            (_, 0) | (Kind::Raw(_) | Kind::Bool, _) => {}
            (_, 1) => {
                // The value is written here, and not again when it is placed.
                column.push_varint(measure.least);
                column.kind = Kind::Raw(0);
            }
            _ => {
                let form = measure.form();
                column.chunk.extend(&[form.first_byte()]);
                if let Some(base) = form.base {
                    column.push_varint(base);
                }
                (column.log, column.base) = (form.log, form.base.unwrap_or(0));
            }
        }
        column
    }

    fn push_varint(&mut self, x: u64) {
        let mut bytes = [0; varint::MAX_LEN_U64];
        let len = varint::encode_u64(x, &mut bytes);
        self.chunk.extend(bytes.get(..len).unwrap_or_default());
    }

    /// The bytes of the column that are not placed.
    #[inline]
    pub(crate) fn chunk(&mut self) -> &mut Chunk<'r> {
        &mut self.chunk
    }

    /// Places values of which [`Measure::add`] saw the same.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    pub(crate) fn place<const N: usize>(&mut self, values: &[[u8; N]]) {
        let bytes = values.as_flattened();
        match self.kind {
            Kind::Raw(0) => {}
            Kind::Raw(_) if cfg!(target_endian = "little") => self.chunk.extend(bytes),
            Kind::Raw(_) => values.iter().for_each(|value| {
                let mut value = *value;
                value.reverse();
                self.chunk.extend(&value);
            }),
            Kind::Bool => self.place_bools(bytes),
            Kind::U16 if N == 2 => self.place_words(bytes, true, u16::from_ne_bytes),
            Kind::U32 if N == 4 => self.place_words(bytes, true, u32::from_ne_bytes),
            Kind::U64 if N == 8 => self.place_words(bytes, true, u64::from_ne_bytes),
            Kind::Count if N == 4 => {
                self.place_words(bytes, false, |x| u64::from(u32::from_ne_bytes(x)));
            }
            Kind::Count if N == 8 => self.place_words(bytes, true, u64::from_ne_bytes),
            Kind::I16 if N == 2 => {
                self.place_words(bytes, false, |x| zigzag_16(i16::from_ne_bytes(x)))
            }
            Kind::I32 if N == 4 => {
                self.place_words(bytes, false, |x| zigzag_32(i32::from_ne_bytes(x)))
            }
            Kind::I64 if N == 8 => {
                self.place_words(bytes, false, |x| zigzag_64(i64::from_ne_bytes(x)))
            }
            _ => no_such_number(),
        }
    }

    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn place_words<const N: usize, U: Word>(
        &mut self,
        bytes: &[u8],
        as_is: bool,
        to: impl Fn([u8; N]) -> U + Copy,
    ) {
        if as_is && cfg!(target_endian = "little") && self.base == 0 && 8 * N == 1 << self.log {
            return self.chunk.extend(bytes);
        }
        let values = raw::arrays::<N>(bytes);
        let base = U::truncate(self.base);
        let value = move |x: &[u8; N]| to(*x).sub(base).widen();
        let (log, chunk) = (self.log, &mut self.chunk);
        if log >= 3 {
            return raw::vectorized(
                values.len(),
                #[inline(always)]
                move |wide| match log {
                    3 => chunk.extend_words(values.iter().map(|x| byte(value(x), wide))),
                    4 => chunk.extend_words(values.iter().map(|x| half(value(x), wide))),
                    5 => chunk.extend_words(values.iter().map(|x| value(x) as u32)),
                    _ => chunk.extend_words(values.iter().map(value)),
                },
            );
        }
        for values in values.chunks(BLOCK) {
            let mut bytes = [0; BLOCK];
            let into = &mut bytes;
            raw::vectorized(
                values.len(),
                #[inline(always)]
                move |wide| {
                    for (slot, x) in into.iter_mut().zip(values) {
                        *slot = byte(value(x), wide);
                    }
                },
            );
            self.place_bits(&bytes, values.len());
        }
    }

    #[cfg(feature = "alloc")]
    fn place_bools(&mut self, values: &[u8]) {
        let blocks = raw::arrays::<BLOCK>(values);
        blocks.iter().for_each(|block| self.push_bits(bits::of_bools(block), 64));
        let rest = values.get(blocks.as_flattened().len()..).unwrap_or_default();
        let word = rest.iter().rev().fold(0u64, |word, value| word << 1 | u64::from(*value));
        self.push_bits(word, rest.len() as u32);
    }

    /// Places the first `n` of some values of less than a byte.
    #[cfg(feature = "alloc")]
    #[inline]
    fn place_bits(&mut self, values: &[u8; BLOCK], n: usize) {
        match self.log {
            0 => self.place_bits_of::<0>(values, n),
            1 => self.place_bits_of::<1>(values, n),
            _ => self.place_bits_of::<2>(values, n),
        }
    }

    /// The same for values of 2^LOG bits, in a loop that the compiler can unroll.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn place_bits_of<const LOG: u32>(&mut self, values: &[u8; BLOCK], n: usize) {
        let mut left = (n as u32) << LOG;
        for values in values.chunks_exact(BLOCK >> LOG) {
            let bits = left.min(64);
            self.push_bits(bits::squeeze(values, LOG), bits);
            left -= bits;
        }
    }

    /// Appends up to 64 bits; all above are 0.
    #[cfg(feature = "alloc")]
    #[inline]
    fn push_bits(&mut self, word: u64, bits: u32) {
        let (filled, pending) = (self.filled, self.pending | word << self.filled);
        self.filled = filled + bits;
        self.pending = pending;
        if self.filled >= 64 {
            self.chunk.extend(&pending.to_le_bytes());
            self.filled -= 64;
            self.pending = if filled == 0 { 0 } else { word >> (64 - filled) };
        }
    }

    /// The same as with memory, one value at a time: little code.
    #[cfg(not(feature = "alloc"))]
    #[inline(never)]
    pub(crate) fn place<const N: usize>(&mut self, values: &[[u8; N]]) {
        values.iter().for_each(|value| match self.kind {
            Kind::Raw(0) => {}
            Kind::Raw(_) => self.chunk.extend(&lowest_first(*value)),
            kind => self.place_number(number(kind, *value)),
        });
    }

    /// Places a number of which [`Measure::add_number`] saw the same.
    #[cfg(not(feature = "alloc"))]
    pub(crate) fn place_number(&mut self, x: u64) {
        // A lone number was written as the head.
        if self.kind == Kind::Raw(0) {
            return;
        }
        let x = x.wrapping_sub(self.base);
        match 1 << self.log {
            bits @ ..8 => self.push_few_bits(x, bits),
            bits => {
                let bytes = x.to_le_bytes();
                self.chunk.extend(bytes.get(..bits as usize / 8).unwrap_or(&bytes));
            }
        }
    }

    #[cfg(not(feature = "alloc"))]
    fn push_few_bits(&mut self, x: u64, bits: u32) {
        self.pending |= x << self.filled;
        self.filled += bits;
        if self.filled >= 8 {
            self.filled = 0;
            self.chunk.extend(&[core::mem::take(&mut self.pending) as u8]);
        }
    }

    /// Writes what is pending, and gives the chunk back. What was measured and did not come is zeros.
    pub(crate) fn end(mut self, claim: &mut Claim<'r>) {
        let len = self.filled.div_ceil(8) as usize;
        if len > 0 {
            let bytes = self.pending.to_le_bytes();
            let len = len.min(self.chunk.left());
            self.chunk.extend(bytes.get(..len).unwrap_or_default());
        }
        claim.close(self.chunk);
    }
}

/// Writes a whole column.
#[cfg(feature = "alloc")]
#[inline(never)]
pub(crate) fn write<const N: usize>(out: &mut Output<'_>, kind: Kind, values: &[[u8; N]]) {
    if values.len() <= SAMPLE {
        write_few(out, kind, Items::of(values));
    } else {
        write_many(out, kind, values);
    }
}

/// A kernel for the columns of two to four values of each kind, compiled once.
#[cfg(feature = "alloc")]
macro_rules! kernels {
    ($($name:ident: $kind:expr, $of:pat, $n:literal;)*) => {
        $(
            #[inline(never)]
            fn $name(out: &mut Output<'_>, items: Items<'_, [u8; $n]>) {
                write_kind(out, $kind, items);
            }
        )*

        /// A column of at most [`SAMPLE`] values, that may lie apart.
        #[inline(always)]
        pub(crate) fn write_few<const N: usize>(
            out: &mut Output<'_>,
            kind: Kind,
            items: Items<'_, [u8; N]>,
        ) {
            match kind {
                $(
                    $of if N == $n => {
                        if let Some(items) = items.of_size() {
                            $name(out, items);
                        }
                    }
                )*
                // Bytes that are written as they are.
                _ if const { N > 8 } => write_more(out, kind, items),
                _ => no_such_number(),
            }
        }
    };
}

#[cfg(feature = "alloc")]
kernels! {
    write_raw_1: Kind::Raw(1), Kind::Raw(_), 1;
    write_raw_2: Kind::Raw(2), Kind::Raw(_), 2;
    write_raw_4: Kind::Raw(4), Kind::Raw(_), 4;
    write_raw_8: Kind::Raw(8), Kind::Raw(_), 8;
    write_bools: Kind::Bool, Kind::Bool, 1;
    write_u16s: Kind::U16, Kind::U16, 2;
    write_u32s: Kind::U32, Kind::U32, 4;
    write_u64s: Kind::U64, Kind::U64, 8;
    write_counts: Kind::U32, Kind::Count, 4;
    write_usizes: Kind::U64, Kind::Count, 8;
    write_i16s: Kind::I16, Kind::I16, 2;
    write_i32s: Kind::I32, Kind::I32, 4;
    write_i64s: Kind::I64, Kind::I64, 8;
}

/// The width of values that need no head.
#[cfg(feature = "alloc")]
#[inline(always)]
fn log_of(kind: Kind, size: usize) -> Option<u32> {
    match kind {
        Kind::Raw(_) => Some(size.trailing_zeros() + 3),
        Kind::Bool => Some(0),
        _ => None,
    }
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn write_kind<const N: usize>(out: &mut Output<'_>, kind: Kind, items: Items<'_, [u8; N]>) {
    let Some([a, b, c, d]) = items.quad() else { return write_more(out, kind, items) };
    let quad = [number(kind, a), number(kind, b), number(kind, c), number(kind, d)];
    match log_of(kind, N) {
        Some(log) => push_quad(out, log, quad, items.len()),
        None => write_quad(out, quad, items.len()),
    }
}

/// A column of one value, or of five to [`SAMPLE`].
#[cfg(feature = "alloc")]
#[inline(never)]
fn write_more<const N: usize>(out: &mut Output<'_>, kind: Kind, items: Items<'_, [u8; N]>) {
    let n = items.len();
    if N > 8 {
        return items.for_each(|x| {
            let mut x = *x;
            if cfg!(target_endian = "big") {
                x.reverse();
            }
            out.extend(&x);
        });
    }
    let log = log_of(kind, N);
    if let (1, Some(value)) = (n, items.get(0)) {
        return match log {
            Some(log) => {
                out.extend_first(number(kind, *value), packed_len(log, 1));
            }
            None => push_varint(out, number(kind, *value)),
        };
    }
    let mut some = raw::StackVec::<[u8; N], SAMPLE>::new();
    let values = items.as_slice().unwrap_or_else(|| {
        some.copy(items);
        some.as_slice()
    });
    let bytes = values.as_flattened();
    match kind {
        Kind::Raw(_) if cfg!(target_endian = "little") => out.extend(bytes),
        Kind::Raw(_) => write_many(out, kind, values),
        Kind::Bool => {
            let word = bytes.iter().rev().fold(0, |word: u64, bit| word << 1 | u64::from(*bit));
            out.extend_first(word, packed_len(0, values.len()));
        }
        Kind::U16 if N == 2 => write_vector(out, bytes, u16::from_ne_bytes),
        Kind::U32 if N == 4 => write_vector(out, bytes, u32::from_ne_bytes),
        Kind::Count if N == 4 => write_vector(out, bytes, u32::from_ne_bytes),
        Kind::U64 | Kind::Count if N == 8 => write_vector(out, bytes, u64::from_ne_bytes),
        Kind::I16 if N == 2 => write_vector(out, bytes, |x| zigzag_16(i16::from_ne_bytes(x))),
        Kind::I32 if N == 4 => write_vector(out, bytes, |x| zigzag_32(i32::from_ne_bytes(x))),
        Kind::I64 if N == 8 => write_vector(out, bytes, |x| zigzag_64(i64::from_ne_bytes(x))),
        _ => no_such_number(),
    }
}

/// A kind has numbers of one size.
#[cfg(feature = "alloc")]
#[inline(always)]
fn no_such_number() {
    debug_assert!(false, "a number of another size than its kind has");
}

/// A column of 5 to [`SAMPLE`] numbers, in loops over vectors.
#[cfg(feature = "alloc")]
#[inline(never)]
fn write_vector<const N: usize, U: Word>(
    out: &mut Output<'_>,
    bytes: &[u8],
    to: impl Fn([u8; N]) -> U + Copy,
) {
    let values = raw::arrays::<N>(bytes);
    if values.is_empty() {
        return;
    }
    let (least, greatest) = extremes(values, to);
    let form = Form::of(least, greatest, values.len());
    let base = form.base.unwrap_or(U::ZERO);
    let wide = Form { log: form.log, base: form.base.map(Word::widen) };
    if out.only_counts(wide.len(values.len())) {
        return;
    }
    push_head(out, wide);
    let differences = values.iter().map(|x| to(*x).sub(base).widen());
    let Some(log_bytes) = form.log.checked_sub(3) else {
        let mut numbers = [0; SAMPLE];
        numbers.iter_mut().zip(differences).for_each(|(to, x)| *to = x);
        return push_numbers(out, form.log, 0, numbers.get(..values.len()).unwrap_or_default());
    };
    let Some(mut claim) = out.claim(values.len() << log_bytes) else { return };
    let mut chunk = claim.chunk(usize::MAX);
    match log_bytes {
        0 => chunk.extend_words(differences.map(|x| x as u8)),
        1 => chunk.extend_words(differences.map(|x| x as u16)),
        2 => chunk.extend_words(differences.map(|x| x as u32)),
        _ => chunk.extend_words(differences),
    }
    claim.close(chunk);
    claim.finish();
}

/// A column of two to four numbers (W2). Those behind the `n`-th are some of the others.
#[cfg(feature = "alloc")]
#[inline(always)]
fn write_quad(out: &mut Output<'_>, [a, b, c, d]: [u64; 4], n: usize) {
    let (least, greatest) = (a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
    let form = Form::of(least, greatest, n);
    let base = form.base.unwrap_or(0);
    let less = |x: u64| x.wrapping_sub(base);
    let numbers = [less(a), less(b), less(c), less(d)];
    match head_word(form) {
        Some((head, head_len)) if form.log <= 4 => {
            let word = word_of(form.log, numbers, n);
            out.extend_two(head, head_len, word, packed_len(form.log, n));
        }
        _ => write_long_quad(out, form, numbers, n),
    }
}

/// The head of a column and its length, if it has at most 8 bytes.
#[cfg(feature = "alloc")]
#[inline(always)]
fn head_word(form: Form<u64>) -> Option<(u64, usize)> {
    let first = u64::from(form.first_byte());
    match form.base {
        None => Some((first, 1)),
        #[cfg(target_pointer_width = "64")]
        Some(base) if base < 1 << 49 => {
            let (word, len) = varint::word(base);
            Some((first | word << 8, 1 + len))
        }
        Some(_) => None,
    }
}

/// The same of large numbers.
#[cfg(feature = "alloc")]
#[inline(never)]
fn write_long_quad(out: &mut Output<'_>, form: Form<u64>, numbers: [u64; 4], n: usize) {
    push_head(out, form);
    push_quad(out, form.log, numbers, n);
}

/// The first `n` of the numbers, of 2^`log` bits each, at most 16.
#[cfg(feature = "alloc")]
#[inline(always)]
fn word_of(log: u32, [a, b, c, d]: [u64; 4], n: usize) -> u64 {
    let bits = 1u32 << log;
    let word = a | b << bits | (c | d << bits) << (2 * bits);
    word & (u64::MAX >> (64 - bits * n as u32))
}

/// Appends the first `n` of two to four values of 2^`log` bits each.
#[cfg(feature = "alloc")]
#[inline(always)]
fn push_quad(out: &mut Output<'_>, log: u32, numbers: [u64; 4], n: usize) {
    let [a, b, c, d] = numbers;
    match log {
        ..=4 => out.extend_two(0, 0, word_of(log, numbers, n), packed_len(log, n)),
        5 => out.extend_two(a | b << 32, 8, c | d << 32, 4 * (n - 2)),
        _ => {
            out.extend_two(a, 8, b, 8);
            let (c, c_len) = if n > 2 { (c, 8) } else { (0, 0) };
            out.extend_two(c, c_len, d, 8 * usize::from(n > 3));
        }
    }
}

/// Appends numbers of 2^`log` bits each, a word of them at a time.
#[cfg(feature = "alloc")]
#[inline(always)]
fn push_numbers(out: &mut Output<'_>, log: u32, base: u64, numbers: &[u64]) {
    if out.only_counts(packed_len(log, numbers.len())) {
        return;
    }
    for some in numbers.chunks(64 >> log) {
        let (mut word, mut filled) = (0, 0);
        for x in some {
            word |= x.wrapping_sub(base) << filled;
            filled = (filled + (1 << log)) & 63;
        }
        out.extend_first(word, packed_len(log, some.len()));
    }
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn push_head(out: &mut Output<'_>, form: Form<u64>) {
    out.push(form.first_byte());
    if let Some(base) = form.base {
        push_varint(out, base);
    }
}

/// The first M of N bytes.
#[inline(always)]
fn first<const N: usize, const M: usize>(bytes: [u8; N]) -> [u8; M] {
    bytes.first_chunk().copied().unwrap_or([0; M])
}

/// Writes a whole column of `n` numbers of that kind: walking through them for the form, and again for the
/// values, one at a time: little code, for a small machine.
#[cfg(not(feature = "alloc"))]
#[inline(always)]
pub(crate) fn write_by<const N: usize>(
    out: &mut Output<'_>,
    kind: Kind,
    n: usize,
    values: impl Iterator<Item = [u8; N]> + Clone,
) {
    match kind {
        Kind::Raw(_) => values.for_each(|value| out.extend(&lowest_first(value))),
        Kind::Bool => push_each(out, 1, values.map(|value| number(kind, value))),
        Kind::U16 | Kind::U32 | Kind::I16 | Kind::I32 => {
            write_words(
                out,
                n,
                values.map(
                    #[inline(always)]
                    |value| number(kind, value) as u32,
                ),
            );
        }
        _ => write_words(out, n, values.map(|value| number(kind, value))),
    }
}

#[cfg(not(feature = "alloc"))]
fn write_words<U: Word>(out: &mut Output<'_>, n: usize, words: impl Iterator<Item = U> + Clone) {
    let (mut least, mut greatest) = (U::MAX, U::ZERO);
    words.clone().for_each(|x| {
        least = least.min(x);
        greatest = greatest.max(x);
    });
    let form = Form::of(least, greatest, n);
    out.push(form.first_byte());
    if let Some(base) = form.base {
        match U::LOG_BITS {
            0..6 => push_varint_u32(out, base.widen() as u32),
            _ => push_varint(out, base.widen()),
        }
    }
    let base = form.base.unwrap_or(U::ZERO);
    push_each(out, 1 << form.log, words.map(|x| x.sub(base)));
}

/// Appends numbers of so many bits each (W18).
#[cfg(not(feature = "alloc"))]
#[inline(always)]
fn push_each<U: Word>(out: &mut Output<'_>, bits: u32, words: impl Iterator<Item = U>) {
    // Values of less than a byte are put together; any other begins with nothing pending.
    let (mut pending, mut filled) = (U::ZERO, 0);
    words.for_each(|x| {
        pending = pending | x.shl(filled);
        filled += bits;
        while filled >= 8 {
            out.push(pending.low_byte());
            pending = pending.shr(8);
            filled -= 8;
        }
    });
    if filled > 0 {
        out.push(pending.low_byte());
    }
}

#[cfg(feature = "alloc")]
#[inline(never)]
fn write_many<const N: usize>(out: &mut Output<'_>, kind: Kind, values: &[[u8; N]]) {
    let mut measure = Measure::NEW;
    measure.add(kind, values);
    if let Some(mut claim) = out.claim(measure.len()) {
        let mut column = ColumnWriter::begin(&[measure], &mut claim);
        column.place(values);
        column.end(&mut claim);
        claim.finish();
    }
}

/// Appends a varint (W16).
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
#[inline(always)]
pub(crate) fn push_varint_u32(out: &mut Output<'_>, x: u32) {
    out.extend_varint::<32>(x.into());
}

/// Appends a varint (W16).
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
#[inline(always)]
pub(crate) fn push_varint(out: &mut Output<'_>, x: u64) {
    out.extend_varint::<64>(x);
}

/// Appends a varint (W16).
#[cfg(all(feature = "alloc", not(target_pointer_width = "64")))]
#[inline]
pub(crate) fn push_varint_u32(out: &mut Output<'_>, x: u32) {
    push_varint(out, x.into());
}

/// Appends a varint (W16).
#[cfg(all(feature = "alloc", not(target_pointer_width = "64")))]
#[inline]
pub(crate) fn push_varint(out: &mut Output<'_>, x: u64) {
    if x < 0x80 {
        return out.push(x as u8);
    }
    let mut bytes = [0; varint::MAX_LEN_U64];
    let len = varint::encode_u64(x, &mut bytes);
    out.extend(bytes.get(..len).unwrap_or(&bytes));
}

/// Appends a varint (W16).
#[cfg(not(feature = "alloc"))]
#[inline(never)]
pub(crate) fn push_varint_u32(out: &mut Output<'_>, mut x: u32) {
    while x >= 0x80 {
        out.push(x as u8 | 0x80);
        x >>= 7;
    }
    out.push(x as u8);
}

/// Appends a varint (W16).
#[cfg(not(feature = "alloc"))]
#[inline(never)]
pub(crate) fn push_varint(out: &mut Output<'_>, mut x: u64) {
    while x >= 0x80 {
        out.push(x as u8 | 0x80);
        x >>= 7;
    }
    out.push(x as u8);
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn extremes<const N: usize, U: Word>(values: &[[u8; N]], to: impl Fn([u8; N]) -> U) -> (U, U) {
    values.iter().fold((U::MAX, U::ZERO), |(least, greatest), x| {
        let x = to(*x);
        (least.min(x), greatest.max(x))
    })
}

/// The number that is packed for one of that kind, from its bytes in memory; of raw bytes, one that is written
/// as they are.
#[inline(always)]
pub(crate) fn number<const N: usize>(kind: Kind, bytes: [u8; N]) -> u64 {
    match kind {
        Kind::I16 => u64::from(zigzag_16(i16::from_ne_bytes(first(bytes)))),
        Kind::I32 => u64::from(zigzag_32(i32::from_ne_bytes(first(bytes)))),
        Kind::I64 => zigzag_64(i64::from_ne_bytes(first(bytes))),
        // All others as many bytes as they are.
        _ => match N {
            1 => u64::from(u8::from_ne_bytes(first(bytes))),
            2 => u64::from(u16::from_ne_bytes(first(bytes))),
            4 => u64::from(u32::from_ne_bytes(first(bytes))),
            _ => u64::from_ne_bytes(first(bytes)),
        },
    }
}

/// Bytes of a number that are written as they are, lowest first.
#[cfg(not(feature = "alloc"))]
#[inline(always)]
pub(crate) fn lowest_first<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    if cfg!(target_endian = "big") {
        bytes.reverse();
    }
    bytes
}

// Clamped, although all that counts fits: AVX2 narrows with saturation only, SSE2 better without.

#[cfg(feature = "alloc")]
#[inline(always)]
fn byte(x: u64, wide: bool) -> u8 {
    if wide { (x as i32).clamp(0, u8::MAX.into()) as u8 } else { x as u8 }
}

#[cfg(feature = "alloc")]
#[inline(always)]
fn half(x: u64, wide: bool) -> u16 {
    if wide { (x as i32).clamp(0, u16::MAX.into()) as u16 } else { x as u16 }
}
