//! W4: bools, a bit each.

use super::list::all;
use crate::column::Column;
use crate::reader::Reader;
use crate::writer::Writer;
use crate::{Error, Invalid, Part, Type, Value, packed, show};

pub(super) fn encode(ty: &Type, values: &[&Value], w: &mut Writer) -> Result<(), Invalid> {
    let bools = all(ty, values, |value| match value {
        Value::Bool(b) => Some(*b),
        _ => None,
    })?;
    encode_bits(&bools, &mut w.out);
    Ok(())
}

pub(crate) fn encode_bits(bools: &[bool], out: &mut Vec<u8>) {
    packed::encode(1, bools.iter().map(|b| u64::from(*b)), out);
}

pub(super) fn decode<'a>(n: usize, r: &mut Reader<'a>) -> Result<Column<'a>, Error> {
    Ok(Column::Bool(decode_bits("bool", n, r)?))
}

/// `what` is what the bits say, for people.
pub(super) fn decode_bits(
    what: &'static str,
    n: usize,
    r: &mut Reader<'_>,
) -> Result<Vec<bool>, Error> {
    let start = r.at();
    let bools: Vec<_> = packed::decode(1, n, r)?.into_iter().map(|bit| bit == 1).collect();
    r.note(start, 4, Part::Bools { count: n }, || {
        format!("{what} {}", show::list(bools.iter().map(bool::to_string)))
    });
    Ok(bools)
}
