//! Short lists, and lists where there is no memory for a column: little code, one value at a time.

use super::{BASED, BLOCK, Form, Word, Words, extremes_of, packed_len};
use crate::error::{Error, ErrorKind, Result};
use crate::list::List;
use crate::reader::Reader;
use crate::writer::Writer;

/// Writes a list of at least two values, walking it once for the form and once for the values.
pub(crate) fn write_in_two_passes<U: Word, W: Writer + ?Sized>(
    w: &mut W,
    list: impl List<U>,
) -> Result<(), W::Error> {
    let (least, greatest) = extremes_of(list);
    let form = Form::of(least, greatest, list.count());
    form.write_head(w)?;
    let base = form.base.unwrap_or(U::ZERO);
    let bits = 1u32 << form.log;
    // Values of less than a byte are put together; any other begins with nothing pending.
    let (mut pending, mut filled) = (U::ZERO, 0);
    list.try_for_each(|&x| {
        pending = pending | x.sub(base).above(filled);
        filled += bits;
        while filled >= 8 {
            w.write_byte(pending.low_byte())?;
            pending = pending.without(8);
            filled -= 8;
        }
        Ok(())
    })?;
    if filled > 0 { w.write_byte(pending.low_byte()) } else { Ok(()) }
}

/// Reads a list of N values, which `to` turns into what they stand for.
///
/// A short list is read and checked in one pass, without a cursor.
#[inline]
pub(crate) fn read_array<U: Word, T: Copy + Default, const N: usize>(
    r: &mut Reader<'_>,
    to: impl Fn(U) -> T,
) -> Result<[T; N]> {
    let mut values = [T::default(); N];
    if N < 2 {
        for value in &mut values {
            *value = to(U::read_varint(r)?);
        }
    } else if N > BLOCK {
        let mut words = Words::<U>::open(r, N)?;
        let mut block = [U::ZERO; BLOCK];
        for values in values.chunks_mut(BLOCK) {
            words.read(block.get_mut(..values.len()).unwrap_or_default());
            for (value, word) in values.iter_mut().zip(&block) {
                *value = to(*word);
            }
        }
    } else {
        let start = r.position();
        let read = read_short(r, U::MAX.to_wide(), N, |index, wide| {
            if let Some(value) = values.get_mut(index) {
                *value = to(U::from_wide(wide));
            }
        });
        read.map_err(|kind| Error::new(kind, start))?;
    }
    Ok(values)
}

/// Reads a list of `n` values, at least two and none above `limit`, and passes each on by its
/// index. Only if all of them were right is the result.
#[inline]
fn read_short<U: Word>(
    r: &mut Reader<'_>,
    limit: U,
    n: usize,
    mut put: impl FnMut(usize, U),
) -> Result<(), ErrorKind> {
    let head = r.byte().map_err(|error| error.kind())?;
    let bits = u32::from(head & !BASED);
    let log = bits.trailing_zeros();
    if !bits.is_power_of_two() || log > limit.log_width() {
        return Err(ErrorKind::WrongForm);
    }
    let base = match head & BASED {
        0 => None,
        _ => Some(U::read_varint(r).map_err(|error| error.kind())?),
    };
    let least = base.unwrap_or(U::ZERO);
    let packed = r.take(packed_len(log, n)).map_err(|error| error.kind())?;
    let mut bytes = packed.iter();
    let (mut low, mut high) = (U::MAX, U::ZERO);
    let (mut word, mut left) = (U::ZERO, 0);
    for index in 0..n {
        while left < bits {
            word = word | U::from_byte(bytes.next().copied().unwrap_or(0), left);
            left += 8;
        }
        let x = word.lowest(bits);
        word = word.without(bits - 1).without(1);
        left -= bits;
        low = low.min(x);
        high = high.max(x);
        put(index, x.add(least));
    }
    if left > 0 && word != U::ZERO {
        return Err(ErrorKind::PaddingBits);
    }
    let greatest = high.add(least);
    if greatest < least || greatest > limit {
        return Err(ErrorKind::OutOfRange);
    }
    let prescribed = Form::of(low.add(least), greatest, n);
    if prescribed == (Form { log, base }) { Ok(()) } else { Err(ErrorKind::WrongForm) }
}
