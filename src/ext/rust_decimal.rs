//! rust_decimal: `Decimal` is tuple(u32 scale, i128 integer): the integer / 10^scale. A zero comes
//! back without a sign, equal to one that has it.

use ::rust_decimal::Decimal;

use crate::types::via::via;

fn to_wire(decimal: &Decimal) -> (u32, i128) {
    (decimal.scale(), decimal.mantissa())
}

via! {
    [] Decimal as (u32, i128) {
        kind: Refused,
        to: to_wire,
        from: |(scale, integer)| Decimal::try_from_i128_with_scale(integer, scale).ok()
    }
}

keys! { Decimal: to_wire; }
