//! What a text may stand for, if nothing of it is to be lost.

use onesheet_dynamic::is_kept;
use onesheet_dynamic::time::{Stamp, parse_date};

/// What a text may stand for.
#[derive(Clone, Debug, PartialEq)]
pub enum Class {
    Bool(bool),
    Integer(i128),
    Float(f64),
    /// A number, of which a number would not keep all: zeros at its start, or too many digits.
    Inexact,
    Date(i32),
    Time(Stamp),
    Timestamp(Stamp),
    Text,
}

pub fn classify(text: &str) -> Class {
    match text.as_bytes() {
        b"true" => Class::Bool(true),
        b"false" => Class::Bool(false),
        // As they are written for floats.
        b"NaN" => Class::Float(f64::NAN),
        b"inf" => Class::Float(f64::INFINITY),
        b"-inf" => Class::Float(f64::NEG_INFINITY),
        [b'0'..=b'9', _, b':', ..] => Stamp::parse_time(text).map_or(Class::Text, Class::Time),
        [b'0'..=b'9', _, _, _, b'-', ..] if text.len() == 10 => {
            parse_date(text).map_or(Class::Text, Class::Date)
        }
        [b'0'..=b'9', _, _, _, b'-', ..] => {
            Stamp::parse(text).map_or(Class::Text, Class::Timestamp)
        }
        [b'0'..=b'9' | b'-' | b'+' | b'.', ..] => number(text),
        _ => Class::Text,
    }
}

fn number(text: &str) -> Class {
    let digits_of = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let whole = digits_of(unsigned);
    let mut rest = &unsigned[whole..];
    let mut fraction = "";
    let has_point = rest.starts_with('.');
    if has_point {
        let len = digits_of(&rest[1..]);
        (fraction, rest) = rest[1..].split_at(len);
    }
    let has_exponent = rest.starts_with(['e', 'E']);
    if has_exponent {
        let digits = rest[1..].strip_prefix(['-', '+']).unwrap_or(&rest[1..]);
        let len = digits_of(digits);
        if len == 0 || len != digits.len() {
            return Class::Text;
        }
        rest = "";
    }
    if !rest.is_empty() || whole + fraction.len() == 0 {
        return Class::Text;
    }
    let whole = &unsigned[..whole];
    if text.starts_with('+') || (whole.len() > 1 && whole.starts_with('0')) {
        return Class::Inexact;
    }
    if !has_point && !has_exponent {
        return match text.parse() {
            Ok(0) if text.starts_with('-') => Class::Inexact,
            Ok(x) => Class::Integer(x),
            Err(_) => Class::Inexact,
        };
    }
    match text.parse::<f64>() {
        Ok(x) if x.is_finite() && is_kept(text) => Class::Float(x),
        _ => Class::Inexact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_kept() {
        assert_eq!(classify("0"), Class::Integer(0));
        assert_eq!(classify("-9007199254740993"), Class::Integer(-9_007_199_254_740_993));
        assert_eq!(classify("170141183460469231731687303715884105727"), Class::Integer(i128::MAX));
        for (text, x) in [
            ("1.5", 1.5),
            ("-0.0", -0.0),
            (".5", 0.5),
            ("1.", 1.0),
            ("1e300", 1e300),
            ("1E-7", 1e-7),
            ("0.10", 0.1),
            ("0.000", 0.0),
            ("9007199254740992.0", 9_007_199_254_740_992.0),
            // As C and Python print floats.
            ("0.10000000000000001", 0.1),
            ("0.1000000000000000055511151231257827", 0.1),
            ("100000000000000000000000.0", 1e23),
            ("1.7976931348623157e308", f64::MAX),
        ] {
            assert_eq!(classify(text), Class::Float(x), "{text}");
        }
    }

    #[test]
    fn numbers_that_would_lose_something() {
        for text in [
            "02139",
            "-0",
            "+5",
            "00.5",
            "-01",
            "170141183460469231731687303715884105728",
            "1e999",
            "0.12345678901234567890",
            "3.14159265358979323846",
            "9007199254740993.5",
            "1e-400",
            "123456789.0123456789",
        ] {
            assert_eq!(classify(text), Class::Inexact, "{text}");
        }
    }

    #[test]
    fn texts() {
        for text in [
            "",
            " 1",
            "1 ",
            "1,5",
            "0x10",
            "1e",
            "1e+",
            "-",
            ".",
            "+",
            "e5",
            "1.2.3",
            "nan",
            "True",
            "12:00",
            "24:00:00",
            "2024-13-01",
            "2024-01-02T",
            "1-2-3",
            "1_000",
            "١",
        ] {
            assert_eq!(classify(text), Class::Text, "{text}");
        }
    }

    #[test]
    fn times() {
        assert_eq!(classify("2024-01-02"), Class::Date(19_724));
        assert!(matches!(classify("2024-01-02 03:04:05"), Class::Timestamp(_)));
        assert!(matches!(classify("03:04:05.5"), Class::Time(_)));
    }
}
