//! Row 4: bool, a bit each.

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::list::List;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::Serialize;
use crate::writer::Writer;

impl Serialize for bool {
    const SCHEMA: &'static Schema = &Schema::Bool;

    #[inline]
    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> Result<(), W::Error> {
        w.write_byte(u8::from(*self))
    }

    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> Result<(), W::Error> {
        w.write_bools(list)
    }
}

/// Writes a list of bools, one at a time.
pub(crate) fn write_one_by_one<W: Writer + ?Sized>(
    w: &mut W,
    list: impl List<bool>,
) -> Result<(), W::Error> {
    let (mut byte, mut filled) = (0u8, 0);
    list.try_for_each(|&value| {
        byte |= u8::from(value) << filled;
        filled += 1;
        if filled < 8 {
            return Ok(());
        }
        filled = 0;
        w.write_byte(core::mem::take(&mut byte))
    })?;
    if filled > 0 { w.write_byte(byte) } else { Ok(()) }
}

/// An opened list of bools.
#[derive(Clone, Copy, Debug)]
pub struct BoolColumn<'de> {
    bits: &'de [u8],
    next: usize,
}

impl<'de> BoolColumn<'de> {
    /// Opens a list of `n` bools.
    #[inline]
    pub(crate) fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let mut ahead = r.clone();
        let bits = ahead.take(n.div_ceil(8))?;
        if n % 8 > 0 && bits.last().is_some_and(|last| last >> (n % 8) != 0) {
            return Err(r.error(ErrorKind::PaddingBits));
        }
        *r = ahead;
        Ok(BoolColumn { bits, next: 0 })
    }

    /// The number of bools that are true.
    #[inline]
    pub(crate) fn count_ones(&self) -> usize {
        let words = self.bits.chunks_exact(8);
        let tail = words.remainder().iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
        let words = words.map(|word| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(word);
            u64::from_le_bytes(bytes).count_ones() as usize
        });
        words.sum::<usize>().wrapping_add(tail)
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> bool {
        self.bits.get(index / 8).is_some_and(|byte| byte >> (index % 8) & 1 == 1)
    }

    #[inline]
    pub(crate) fn next(&mut self) -> bool {
        let value = self.get(self.next);
        self.next = self.next.wrapping_add(1);
        value
    }
}

impl<'de> Deserialize<'de> for bool {
    type Column = BoolColumn<'de>;
    const TOTAL: bool = true;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        match r.rest().first() {
            Some(0) => r.byte().map(|_| false),
            Some(1) => r.byte().map(|_| true),
            Some(_) => Err(r.error(ErrorKind::PaddingBits)),
            None => Err(r.error(ErrorKind::UnexpectedEnd)),
        }
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        BoolColumn::open(r, n)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        Ok(column.next())
    }

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        column.next = column.next.wrapping_add(n);
        Ok(())
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
        let mut values = alloc::vec::Vec::with_capacity(n);
        while values.len() < n {
            // Eight bools, however they lie in their bytes.
            let (index, shift) = (column.next / 8, column.next % 8);
            let bytes = [index, index + 1].map(|at| column.bits.get(at).copied().unwrap_or(0));
            let eight = u16::from_le_bytes(bytes) >> shift;
            let len = (n - values.len()).min(8);
            let bools: [bool; 8] = core::array::from_fn(|bit| eight >> bit & 1 == 1);
            values.extend_from_slice(bools.get(..len).unwrap_or(&bools));
            column.next = column.next.wrapping_add(len);
        }
        Ok(values)
    }
}
