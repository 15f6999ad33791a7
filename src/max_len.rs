//! The most bytes that a value of a type takes: the constant `T::MAX_LEN`.
//!
//! It is computed from the schema: the sum of what each part takes at most, so never less than the
//! longest value takes, and exactly that for types without lists of enums, of bounded sequences, or
//! of extensible types.

use crate::schema::{Field, Schema, fold};
use crate::varint;

/// The most bytes of one value; does not compile for a type without a bound.
#[expect(clippy::panic, reason = "it runs in the compiler")]
pub(crate) const fn of(schema: &Schema) -> usize {
    match lists(schema, [1, 1]) {
        Ok([len, _]) => len,
        Err(Unbounded { owner, field, overflows }) => {
            let text = Text::new()
                .add("`MAX_LEN`: ")
                .add(if field.is_empty() { "the type" } else { "the field `" })
                .add(field)
                .add(if field.is_empty() { "" } else { "` of `" })
                .add(owner)
                .add(if field.is_empty() { "" } else { "`" })
                .add(if overflows {
                    " takes more bytes than a `usize` counts: its bounds are too large"
                } else {
                    " has no bound: write `Bounded<_, N>`, or a container of fixed capacity; \
                      a rows type has one if it holds no `Vec`, `Box` or other pointer"
                });
            panic!("{}", text.as_str())
        }
    }
}

/// The most bytes of a sequence of at most so many values, with its count.
pub(crate) const fn of_seq(item: &'static Schema, n: usize) -> Option<usize> {
    match lists(&Schema::Seq { item, max: Some(n) }, [1, 1]) {
        Ok([len, _]) => Some(len),
        Err(_) => None,
    }
}

/// The innermost field without a bound, and its struct, enum or variant.
#[derive(Clone, Copy)]
struct Unbounded {
    owner: &'static str,
    field: &'static str,
    /// There is a bound, and it is no `usize`.
    overflows: bool,
}

/// Of two lists at once: an enum asks for its variants by lists of one and of two, and what lies inside
/// is walked once, however deep.
type Both = [usize; 2];
type Lens = Result<Both, Unbounded>;

const UNBOUNDED: Lens = Err(Unbounded { owner: "", field: "", overflows: false });
const OVERFLOWS: Lens = Err(Unbounded { owner: "", field: "", overflows: true });

macro_rules! ok {
    ($len:expr) => {
        match $len {
            Ok(len) => len,
            Err(unbounded) => return Err(unbounded),
        }
    };
}

/// The same of each of the two; an error if it is no `usize`.
macro_rules! both {
    ([$($x:ident in $xs:expr),+] $sum:expr) => {
        match (
            { let ($([$x, _],)+) = ($($xs,)+); $sum },
            { let ($([_, $x],)+) = ($($xs,)+); $sum },
        ) {
            (Some(first), Some(second)) => Ok([first, second]),
            _ => OVERFLOWS,
        }
    };
}

const fn plus(a: Both, b: Both) -> Lens {
    both!([a in a, b in b] a.checked_add(b))
}

const fn times(n: Both, size: usize) -> Lens {
    both!([n in n] n.checked_mul(size))
}

const fn max(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// The most bytes of lists of up to `n` values each.
const fn lists(schema: &Schema, n: Both) -> Lens {
    // W15: no values are no bytes, whatever their type.
    if let [0, 0] = n {
        return Ok([0, 0]);
    }
    if let Some(size) = schema.fixed_size() {
        return times(n, size);
    }
    match *schema {
        Schema::U16 | Schema::I16 => words(3, 16, n),
        Schema::Char => words(3, 32, n),
        Schema::U32 | Schema::I32 => words(5, 32, n),
        Schema::U64 | Schema::I64 => words(10, 64, n),
        Schema::Bool => bits(n),
        Schema::Str { max: Some(max) } => plus(ok!(counts(max, n)), ok!(times(n, max))),
        Schema::Seq { item, max: Some(max) } | Schema::Set { item, max: Some(max) } => {
            plus(ok!(counts(max, n)), ok!(lists(item, ok!(times(n, max)))))
        }
        Schema::Map { key, value, max: Some(max) } => {
            let count = ok!(times(n, max));
            let entries = plus(ok!(lists(key, count)), ok!(lists(value, count)));
            plus(ok!(counts(max, n)), ok!(entries))
        }
        Schema::Foreign { max_len, .. } => times(n, max_len),
        Schema::Option(value) => plus(ok!(bits(n)), ok!(lists(value, n))),
        Schema::Array(item, len) => lists(item, ok!(times(n, len))),
        Schema::Tuple(parts) => {
            Ok(fold!(parts, [0, 0], |sum, part| ok!(plus(sum, ok!(lists(part, n))))))
        }
        Schema::Struct(ty) => fields(ty.name, ty.fields, ty.extensible, n),
        Schema::Result(ok, err) => {
            let (ok, err) = (ok!(lists(ok, ALONE)), ok!(lists(err, ALONE)));
            let alone = ok!(plus([1, 1], [max(ok[0], err[0]), 0]))[0];
            tagged(n, Variants { alone, most: max(each(ok), each(err)), last: 1, blocks: 0 })
        }
        Schema::Enum(ty) => {
            // The length of a block may take a byte more where more values share it.
            let blocks = if ty.extensible { ty.variants.len().saturating_mul(9) } else { 0 };
            let mut all = Variants { alone: 0, most: 0, last: 0, blocks };
            let mut rest = ty.variants;
            while let [variant, after @ ..] = rest {
                let len = ok!(fields(variant.name, variant.fields, ty.extensible, ALONE));
                let tag = varint::len_u32(variant.tag);
                all.alone = max(all.alone, ok!(plus(len, [tag, tag]))[0]);
                all.most = max(all.most, each(len));
                all.last = if variant.tag > all.last { variant.tag } else { all.last };
                rest = after;
            }
            tagged(n, all)
        }
        // W14: each as if alone.
        Schema::Rows { flat: Some(row), .. } => times(n, ok!(lists(row, [1, 1]))[0]),
        _ => UNBOUNDED,
    }
}

/// A list of one, and one of two.
const ALONE: Both = [1, 2];

/// What the variants of an enum take at most.
struct Variants {
    /// One value alone, with its tag.
    alone: usize,
    /// What each value in a list takes.
    most: usize,
    /// The greatest tag.
    last: u32,
    /// What all lists of variants take beside their values.
    blocks: usize,
}

const fn tagged(n: Both, all: Variants) -> Lens {
    let Variants { alone, most, last, blocks } = all;
    let values = ok!(plus(ok!(times(n, most)), [blocks, blocks]));
    let list = ok!(plus(ok!(tags(last, n)), values));
    both!([n in n, list in list] Some(match n {
        0 => 0,
        1 => alone,
        _ => list,
    }))
}

const fn bits(n: Both) -> Lens {
    both!([n in n] Some(n.div_ceil(8)))
}

/// A list of numbers: one varint, or as many bits each.
const fn words(varint: usize, width: usize, n: Both) -> Lens {
    both!([n in n] match n {
        0 => Some(0),
        1 => Some(varint),
        _ => {
            let bytes = match width {
                ..8 => Some(n.div_ceil(8 / width)),
                _ => n.checked_mul(width / 8),
            };
            match bytes {
                Some(bytes) => Some(max(varint, bytes.saturating_add(1))),
                None => None,
            }
        }
    })
}

/// A list of counts of at most `most` each.
const fn counts(most: usize, n: Both) -> Lens {
    words(varint::len_u64(most as u64), width(most as u64), n)
}

/// A list of tags of at most `last` each.
const fn tags(last: u32, n: Both) -> Lens {
    words(varint::len_u32(last), width(last as u64), n)
}

/// W19.
const fn width(x: u64) -> usize {
    let bits = u64::BITS - (x | 1).leading_zeros();
    (bits as usize).next_power_of_two()
}

/// What a value takes at most in any list, of lists of one and of two. A longer list takes no more for
/// each than one of two does, for its head is shared.
const fn each([one, two]: Both) -> usize {
    max(one, two.div_ceil(2))
}

const fn fields(owner: &'static str, fields: &'static [Field], extensible: bool, n: Both) -> Lens {
    let (mut sum, mut rest) = ([0, 0], fields);
    while let [field, after @ ..] = rest {
        match lists(field.schema, n) {
            Ok(len) => sum = ok!(plus(sum, len)),
            Err(inner) if inner.field.is_empty() => {
                return Err(Unbounded { owner, field: field.name, ..inner });
            }
            Err(inner) => return Err(inner),
        }
        rest = after;
    }
    if !extensible {
        return Ok(sum);
    }
    both!([n in n, sum in sum] match n {
        0 => Some(0),
        _ => varint::len_u64(sum as u64).checked_add(sum),
    })
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
