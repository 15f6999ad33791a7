//! The most bytes that a value of a type takes: the constant `T::MAX_LEN`.
//!
//! It is computed from the schema: the sum of what each part takes at most, so never less than the
//! longest value takes, and exactly that for types without lists of enums, of bounded sequences, or
//! of extensible types.

use crate::schema::{Field, Schema};
use crate::varint;

/// The most bytes of one value; does not compile for a type without a bound.
#[expect(clippy::panic, reason = "it runs in the compiler")]
pub(crate) const fn of(schema: &Schema) -> usize {
    match list(schema, 1) {
        Ok(len) => len,
        Err(Unbounded { owner, field }) => {
            let text = Text::new()
                .add("`MAX_LEN`: ")
                .add(if field.is_empty() { "the type" } else { "the field `" })
                .add(field)
                .add(if field.is_empty() { "" } else { "` of `" })
                .add(owner)
                .add(if field.is_empty() { "" } else { "`" })
                .add(
                    " has no bound: write `Bounded<_, N>`, or a container of fixed capacity; \
                      a rows type never has one",
                );
            panic!("{}", text.as_str())
        }
    }
}

/// The most bytes of a sequence of at most so many values, with its count.
pub(crate) const fn of_seq(item: &'static Schema, n: usize) -> Option<usize> {
    match list(&Schema::Seq { item, max: Some(n) }, 1) {
        Ok(len) => Some(len),
        Err(_) => None,
    }
}

/// The innermost field without a bound, and its struct, enum or variant.
#[derive(Clone, Copy)]
struct Unbounded {
    owner: &'static str,
    field: &'static str,
}

type Len = Result<usize, Unbounded>;

const UNBOUNDED: Len = Err(Unbounded { owner: "", field: "" });

macro_rules! some {
    ($sum:expr) => {
        match $sum {
            Some(sum) => sum,
            None => return UNBOUNDED,
        }
    };
}

macro_rules! ok {
    ($len:expr) => {
        match $len {
            Ok(len) => len,
            Err(unbounded) => return Err(unbounded),
        }
    };
}

const fn plus(a: usize, b: usize) -> Len {
    Ok(some!(a.checked_add(b)))
}

const fn times(a: usize, b: usize) -> Len {
    Ok(some!(a.checked_mul(b)))
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// The most bytes of a list of up to `n` values.
const fn list(schema: &Schema, n: usize) -> Len {
    if n == 0 {
        return Ok(0);
    }
    if let Some(size) = schema.fixed_size() {
        return times(size, n);
    }
    match *schema {
        Schema::U16 | Schema::I16 => words(3, 16, n),
        Schema::Char => words(3, 32, n),
        Schema::U32 | Schema::I32 => words(5, 32, n),
        Schema::U64 | Schema::I64 => words(10, 64, n),
        Schema::Bool => Ok(n.div_ceil(8)),
        Schema::Str { max: Some(max) } => plus(ok!(counts(max, n)), ok!(times(max, n))),
        Schema::Seq { item, max: Some(max) } | Schema::Set { item, max: Some(max) } => {
            plus(ok!(counts(max, n)), ok!(list(item, ok!(times(max, n)))))
        }
        Schema::Map { key, value, max: Some(max) } => {
            let count = ok!(times(max, n));
            let entries = plus(ok!(list(key, count)), ok!(list(value, count)));
            plus(ok!(counts(max, n)), ok!(entries))
        }
        Schema::Foreign { max_len, .. } => times(max_len, n),
        Schema::Option(value) => plus(n.div_ceil(8), ok!(list(value, n))),
        Schema::Array(item, len) => list(item, ok!(times(len, n))),
        Schema::Tuple(parts) => {
            let (mut sum, mut rest) = (0, parts);
            while let [part, after @ ..] = rest {
                sum = ok!(plus(sum, ok!(list(part, n))));
                rest = after;
            }
            Ok(sum)
        }
        Schema::Struct(ty) => fields(ty.name, ty.fields, ty.extensible, n),
        Schema::Result(ok, err) => {
            let values = max(
                ok!(each(list(ok, 1), list(ok, 2), n)),
                ok!(each(list(err, 1), list(err, 2), n)),
            );
            plus(ok!(tags(1, n)), ok!(times(values, n)))
        }
        Schema::Enum(ty) => {
            let (mut most, mut alone, mut last, mut rest) = (0, 0, 0, ty.variants);
            while let [variant, after @ ..] = rest {
                let one = fields(variant.name, variant.fields, ty.extensible, 1);
                let two = fields(variant.name, variant.fields, ty.extensible, 2);
                alone = max(alone, ok!(plus(ok!(one), varint::len_u32(variant.tag))));
                most = max(most, ok!(each(one, two, n)));
                last = if variant.tag > last { variant.tag } else { last };
                rest = after;
            }
            if n == 1 {
                return Ok(alone);
            }
            // The length of a block may take a byte more where more values share it.
            let blocks = if ty.extensible { ok!(times(ty.variants.len(), 9)) } else { 0 };
            let values = ok!(plus(ok!(times(most, n)), blocks));
            plus(ok!(tags(last, n)), values)
        }
        _ => UNBOUNDED,
    }
}

/// A list of numbers: one varint, or as many bits each.
const fn words(varint: usize, bits: usize, n: usize) -> Len {
    if n == 1 {
        return Ok(varint);
    }
    let packed = ok!(plus(1, some!(n.checked_mul(bits)).div_ceil(8)));
    Ok(max(varint, packed))
}

/// A list of counts of at most `most` each.
const fn counts(most: usize, n: usize) -> Len {
    words(varint::len_u64(most as u64), width(most as u64), n)
}

/// A list of tags of at most `last` each.
const fn tags(last: u32, n: usize) -> Len {
    words(varint::len_u32(last), width(last as u64), n)
}

/// W19.
const fn width(x: u64) -> usize {
    let bits = u64::BITS - (x | 1).leading_zeros();
    (bits as usize).next_power_of_two()
}

/// What one of `n` values takes at most. A list of more than two takes no more for each than a list
/// of two does, for its head is shared.
const fn each(one: Len, two: Len, n: usize) -> Len {
    let one = ok!(one);
    if n == 1 {
        return Ok(one);
    }
    Ok(max(one, ok!(two).div_ceil(2)))
}

const fn fields(owner: &'static str, fields: &'static [Field], extensible: bool, n: usize) -> Len {
    let (mut sum, mut rest) = (0, fields);
    while let [field, after @ ..] = rest {
        match list(field.schema, n) {
            Ok(len) => sum = ok!(plus(sum, len)),
            Err(inner) if inner.field.is_empty() => {
                return Err(Unbounded { owner, field: field.name });
            }
            Err(inner) => return Err(inner),
        }
        rest = after;
    }
    if extensible { plus(varint::len_u64(sum as u64), sum) } else { Ok(sum) }
}

/// A message put together by the compiler.
struct Text {
    bytes: [u8; 256],
    len: usize,
}

impl Text {
    const fn new() -> Self {
        Text { bytes: [0; 256], len: 0 }
    }

    const fn add(mut self, text: &str) -> Self {
        let mut rest = text.as_bytes();
        while let [byte, after @ ..] = rest {
            if let Some((_, [slot, ..])) = self.bytes.split_at_mut_checked(self.len) {
                *slot = *byte;
                self.len += 1;
            }
            rest = after;
        }
        self
    }

    const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "`MAX_LEN`: the type has no bound",
        }
    }
}
