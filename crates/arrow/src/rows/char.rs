//! W2: chars, which are numbers on the wire and text in arrays.

use arrow_array::ArrayRef;
use onesheet::de::Reader;

use super::{int, text};
use crate::error::{Error, Wrong};
use crate::slots::Slots;

pub(super) fn decode(r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
    text::of(int::numbers::<char>(r, slots.count())?.into_iter(), r, slots)
}

pub(super) fn encode(array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
    let char = |text: &str| {
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none())
    };
    let chars = text::values(array)?.map(|text| {
        char(text).ok_or_else(|| Wrong(format!("expected one character, found {text:?}")))
    });
    onesheet::list::encode_into(&chars.collect::<Result<Vec<_>, _>>()?, out);
    Ok(())
}
