//! W5: strs, their lengths and then the bytes of all.

use std::borrow::Cow;

use super::int::{self, Numbers};
use super::list::{all, check_max, encode_len};
use crate::column::Column;
use crate::reader::Reader;
use crate::writer::Writer;
use crate::{Error, Invalid, Part, Type, Value, show};

pub(super) fn encode(
    ty: &Type,
    max: Option<u64>,
    values: &[&Value],
    w: &mut Writer,
) -> Result<(), Invalid> {
    let texts = all(ty, values, |value| match value {
        Value::Str(text) => Some(text),
        _ => None,
    })?;
    let lengths = texts.iter().map(|text| encode_len(max, text.len()));
    int::encode(&lengths.collect::<Result<Vec<_>, _>>()?, &mut w.out);
    texts.iter().for_each(|text| w.out.extend_from_slice(text.as_bytes()));
    Ok(())
}

pub(super) fn decode<'a>(
    max: Option<u64>,
    n: usize,
    r: &mut Reader<'a>,
) -> Result<Column<'a>, Error> {
    let start = r.at();
    let lengths = int::decode(Numbers::Lengths, n, r)?;
    let total: u128 = lengths.iter().map(|len| u128::from(*len)).sum();
    if total > r.left() as u128 {
        return Err(r.error(22, r.at() + r.left(), "the input ends early"));
    }
    r.claim(total)?;
    let mut texts = Vec::with_capacity(n);
    if max.is_none() && !r.is_traced() {
        // All at once, if they are texts: else it is looked for where they are not.
        let bytes = r.peek(total as usize);
        if let Ok(all) = std::str::from_utf8(bytes) {
            let mut at = 0;
            let split = |len: &u64| {
                at += *len as usize;
                all.get(at - *len as usize..at).map(Cow::Borrowed)
            };
            if let Some(texts) = lengths.iter().map(split).collect() {
                r.take(total)?;
                return Ok(Column::Str(texts));
            }
        }
    }
    for len in lengths {
        check_max(max, len, start, r)?;
        let start = r.at();
        let bytes = r.take(u128::from(len))?;
        let text = std::str::from_utf8(bytes)
            .map_err(|e| r.error(25, start + e.valid_up_to(), "a string is not UTF-8"))?;
        r.note(start, 5, Part::Text, || show::text(text));
        texts.push(Cow::Borrowed(text));
    }
    Ok(Column::Str(texts))
}
