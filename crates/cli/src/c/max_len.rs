//! The most bytes that a message of a type takes; the number that `T::MAX_LEN` is in Rust.

use super::shape::{Number, Shape, Struct};

/// The most bytes of enc(T, n values or fewer); saturates.
pub(super) fn max_len(shape: &Shape, n: u64) -> u64 {
    if n == 0 {
        return 0;
    }
    match shape {
        Shape::Unit => 0,
        Shape::Bool => n.div_ceil(8),
        Shape::Fixed { size, .. } => n.saturating_mul(*size),
        Shape::Number(Number { limit, .. }) => numbers(*limit, n),
        Shape::Str { max } => numbers(*max, n).saturating_add(n.saturating_mul(*max)),
        Shape::Option(item) => n.div_ceil(8).saturating_add(max_len(item, n)),
        Shape::Array(item, len) => max_len(item, n.saturating_mul(*len)),
        Shape::Seq { item, max, .. } => {
            numbers(*max, n).saturating_add(max_len(item, n.saturating_mul(*max)))
        }
        Shape::Struct(s) => structs(s, n),
        Shape::Enum(e) if n == 1 => {
            let lone = e.variants.iter().map(|variant| {
                varint_len(variant.tag.into()).saturating_add(structs(&variant.fields, 1))
            });
            lone.max().unwrap_or(0)
        }
        Shape::Enum(e) => {
            let last = e.variants.iter().map(|variant| variant.tag).max().unwrap_or(0);
            // In a list of more than two, a value takes no more than in one of two, for the head is
            // shared.
            let each = e.variants.iter().map(|variant| {
                let fields = &variant.fields;
                structs(fields, 1).max(structs(fields, 2).div_ceil(2))
            });
            let values = each.max().unwrap_or(0).saturating_mul(n);
            // The length of a block may take more bytes where more values share it.
            let blocks = if e.extensible { 9 * e.variants.len() as u64 } else { 0 };
            numbers(last.into(), n).saturating_add(values).saturating_add(blocks)
        }
    }
}

fn structs(s: &Struct, n: u64) -> u64 {
    let fields = s.fields.iter().map(|field| max_len(&field.shape, n));
    let len = fields.fold(0, u64::saturating_add);
    if s.extensible { len.saturating_add(varint_len(len)) } else { len }
}

/// W2, for numbers up to `limit`: the based form is chosen only if it is shorter than the plain.
fn numbers(limit: u64, n: u64) -> u64 {
    if n == 1 {
        return varint_len(limit);
    }
    let bits = [1, 2, 4, 8, 16, 32].into_iter().find(|bits| limit >> bits == 0).unwrap_or(64);
    let packed = (u128::from(n) * bits).div_ceil(8);
    u64::try_from(packed).unwrap_or(u64::MAX).saturating_add(1)
}

fn varint_len(x: u64) -> u64 {
    u64::from((64 - (x | 1).leading_zeros()).div_ceil(7))
}
