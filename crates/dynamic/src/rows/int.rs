//! W2 and W3: integers. One as a varint, more of them packed plain or based, whichever is shorter.

use super::list::{all, mismatch};
use crate::column::Column;
use crate::packed::{self, WIDTHS, bits};
use crate::reader::Reader;
use crate::writer::Writer;
use crate::{Error, Int, Invalid, Part, Type, Value, show, varint};

/// How a list of at least two numbers is stored.
#[derive(PartialEq)]
enum Form {
    Plain { width: u32 },
    Based { width: u32, base: u64 },
}

impl Form {
    /// The one form that W2 prescribes for `values`.
    fn of(values: &[u64]) -> Form {
        let first = values.first().copied().unwrap_or(0);
        let (least, greatest) = values
            .iter()
            .fold((first, first), |(least, greatest), x| (least.min(*x), greatest.max(*x)));
        let plain = Form::Plain { width: bits(greatest) };
        let based = Form::Based { width: bits(greatest - least), base: least };
        if based.len(values.len()) < plain.len(values.len()) { based } else { plain }
    }

    /// Bytes that `n` numbers take in this form.
    fn len(&self, n: usize) -> u128 {
        match self {
            Form::Plain { width } => 1 + packed::len(*width, n),
            Form::Based { width, base } => {
                let varint = (64 - (base | 1).leading_zeros()).div_ceil(7);
                1 + u128::from(varint) + packed::len(*width, n)
            }
        }
    }
}

/// enc(u64, values), and of any smaller type.
pub(crate) fn encode(values: &[u64], out: &mut Vec<u8>) {
    match values {
        [] => {}
        [x] => varint::encode(*x, out),
        _ => match Form::of(values) {
            Form::Plain { width } => {
                out.push(width as u8);
                packed::encode(width, values.iter().copied(), out);
            }
            Form::Based { width, base } => {
                out.push(128 + width as u8);
                varint::encode(base, out);
                packed::encode(width, values.iter().map(|x| x - base), out);
            }
        },
    }
}

pub(super) fn encode_unsigned(ty: &Type, values: &[&Value], w: &mut Writer) -> Result<(), Invalid> {
    let numbers = all(ty, values, |value| match (ty, value) {
        (Type::Char, Value::Char(c)) => Some(u64::from(*c)),
        (Type::Int(int), Value::Unsigned(x)) => u64::try_from(*x).ok().filter(|x| *x <= int.max()),
        _ => None,
    })?;
    encode(&numbers, &mut w.out);
    Ok(())
}

pub(super) fn encode_signed(ty: &Type, values: &[&Value], w: &mut Writer) -> Result<(), Invalid> {
    let mut numbers = Vec::with_capacity(values.len());
    for value in values {
        match (ty, value) {
            (Type::Int(int), Value::Signed(x)) if int.has(*x) => {
                numbers.push(varint::zigzag(*x as i64))
            }
            _ => return Err(mismatch(ty, value)),
        }
    }
    encode(&numbers, &mut w.out);
    Ok(())
}

/// What the numbers of a list are.
#[derive(Clone, Copy)]
pub(super) enum Numbers {
    Int(Int),
    Char,
    /// Lengths in bytes (W5).
    Lengths,
    /// Counts of elements (W9).
    Counts,
    /// Tags (W11).
    Tags,
}

impl Numbers {
    /// The greatest that the type has room for (W24).
    fn max(self) -> u64 {
        match self {
            Numbers::Int(int) => int.max(),
            Numbers::Char | Numbers::Tags => u64::from(u32::MAX),
            Numbers::Lengths | Numbers::Counts => u64::MAX,
        }
    }

    /// The row of the table that the list is made by.
    fn rule(self) -> u8 {
        match self {
            Numbers::Int(Int { signed: true, .. }) => 3,
            Numbers::Int(_) | Numbers::Char => 2,
            Numbers::Lengths => 5,
            Numbers::Counts => 9,
            Numbers::Tags => 11,
        }
    }

    fn show(self, x: u64) -> String {
        match self {
            Numbers::Int(Int { signed: true, .. }) => varint::unzigzag(x).to_string(),
            Numbers::Char => match u32::try_from(x).ok().and_then(char::from_u32) {
                Some(c) => format!("{c:?}"),
                None => format!("{x:#x}, no character"),
            },
            _ => x.to_string(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Numbers::Int(int) => int.name(),
            Numbers::Char => "char",
            Numbers::Lengths => "length",
            Numbers::Counts => "count",
            Numbers::Tags => "tag",
        }
    }
}

/// The `n` numbers whose enc begins here.
pub(super) fn decode(what: Numbers, n: usize, r: &mut Reader<'_>) -> Result<Vec<u64>, Error> {
    let (start, max, rule) = (r.at(), what.max(), what.rule());
    match n {
        0 => return Ok(Vec::new()),
        1 => {
            let x = varint::decode(max, r)?;
            let part = Part::Varint { max };
            r.note(start, rule, part, || format!("{} {}", what.name(), what.show(x)));
            return Ok(vec![x]);
        }
        _ => {}
    }

    let byte = r.byte()?;
    let (based, width) = (byte >= 128, u32::from(byte % 128));
    if !WIDTHS.contains(&width) {
        return Err(r.error(27, start, "a list of numbers is not in its prescribed form"));
    }
    r.note(start, 2, Part::Form, || {
        format!(
            "{n} × {}: {}, {width} bits each",
            what.name(),
            if based { "based" } else { "plain" }
        )
    });
    let form = if based {
        let start = r.at();
        let base = varint::decode(max, r)?;
        r.note(start, 2, Part::Base, || format!("base {base}"));
        Form::Based { width, base }
    } else {
        Form::Plain { width }
    };

    let packed_at = r.at();
    let base = if let Form::Based { base, .. } = form { base } else { 0 };
    let mut values = packed::decode(width, n, r)?;
    for x in &mut values {
        *x = match x.checked_add(base) {
            Some(x) if x <= max => x,
            _ => return Err(r.error(24, packed_at, "a value is out of range for its type")),
        };
    }
    r.note(packed_at, rule, Part::Packed { width, count: n, max }, || {
        show::list(values.iter().map(|x| what.show(*x)))
    });
    if form != Form::of(&values) {
        return Err(r.error(27, start, "a list of numbers is not in its prescribed form"));
    }
    Ok(values)
}

pub(super) fn decode_int<'a>(int: Int, n: usize, r: &mut Reader<'a>) -> Result<Column<'a>, Error> {
    let numbers = decode(Numbers::Int(int), n, r)?;
    Ok(match int.signed {
        true => Column::Signed(numbers.into_iter().map(|x| varint::unzigzag(x) as i64).collect()),
        false => Column::Unsigned(numbers),
    })
}

pub(super) fn decode_char<'a>(n: usize, r: &mut Reader<'a>) -> Result<Column<'a>, Error> {
    let start = r.at();
    let numbers = decode(Numbers::Char, n, r)?;
    let scalar = |x: u64| u32::try_from(x).ok().and_then(char::from_u32);
    let chars: Option<Vec<_>> = numbers.into_iter().map(scalar).collect();
    Ok(Column::Char(
        chars.ok_or_else(|| r.error(26, start, "a char is not a Unicode scalar value"))?,
    ))
}
