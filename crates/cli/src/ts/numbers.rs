//! Numbers: what they are in TypeScript, and lists of them.

use clap::ValueEnum;
use onesheet_dynamic::{Int, Type, Value};

/// What 64-bit integers are in TypeScript.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(super) enum Int64 {
    Bigint,
    /// Those beyond 2^53 - 1 are errors
    Number,
}

/// The greatest number below which `number` has every integer.
const MAX_SAFE: u128 = (1 << 53) - 1;

/// A type of numbers.
pub(super) struct Number {
    /// The combinator, such as `fixed.u16`.
    pub combinator: String,
    /// `number` or `bigint`.
    pub ty: &'static str,
    /// What a seq or an array of them is; none for an array of JavaScript.
    pub list: Option<&'static str>,
}

impl Number {
    pub(super) fn new(ty: &Type, int64: Int64) -> Option<Self> {
        let (int, fixed) = match ty {
            Type::F32 => return Some(Number::of("f32", "number", Some("Float32Array"))),
            Type::F64 => return Some(Number::of("f64", "number", Some("Float64Array"))),
            Type::Int(int) => (*int, ""),
            Type::Fixed(int) => (*int, "fixed."),
            _ => return None,
        };
        let letter = if int.signed { 'i' } else { 'u' };
        let is_number = int.bits < 64 || int.bits == 64 && int64 == Int64::Number;
        let suffix = if int.bits == 64 && is_number { "Number" } else { "" };
        let ty = if is_number { "number" } else { "bigint" };
        Some(Number::of(&format!("{fixed}{letter}{}{suffix}", int.bits), ty, list(int, int64)))
    }

    /// The expression for a number of the type.
    pub(super) fn literal(&self, value: &Value) -> Result<String, String> {
        let (text, size) = match value {
            Value::F32(bits) => return Ok(float(f64::from(f32::from_bits(*bits)))),
            Value::F64(bits) => return Ok(float(f64::from_bits(*bits))),
            Value::Unsigned(x) => (x.to_string(), *x),
            Value::Signed(x) => (x.to_string(), x.unsigned_abs()),
            _ => return Err("is not a number".to_owned()),
        };
        match self.ty {
            "bigint" => Ok(format!("{text}n")),
            _ if size > MAX_SAFE => {
                Err(format!("{text} is not exact as a number; use --int64 bigint"))
            }
            _ => Ok(text),
        }
    }

    fn of(combinator: &str, ty: &'static str, list: Option<&'static str>) -> Self {
        Number { combinator: combinator.to_owned(), ty, list }
    }
}

fn list(int: Int, int64: Int64) -> Option<&'static str> {
    Some(match (int.signed, int.bits, int64) {
        (false, 8, _) => "Uint8Array",
        (false, 16, _) => "Uint16Array",
        (false, 32, _) => "Uint32Array",
        (true, 8, _) => "Int8Array",
        (true, 16, _) => "Int16Array",
        (true, 32, _) => "Int32Array",
        (_, 64, Int64::Number) => "Float64Array",
        (false, 64, Int64::Bigint) => "BigUint64Array",
        (true, 64, Int64::Bigint) => "BigInt64Array",
        _ => return None,
    })
}

fn float(x: f64) -> String {
    if x.is_nan() {
        "NaN".to_owned()
    } else if x.is_infinite() {
        if x > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else if x == 0.0 || (1e-6..1e21).contains(&x.abs()) {
        x.to_string()
    } else {
        format!("{x:e}")
    }
}
