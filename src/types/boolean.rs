//! W4: bool, a bit each.

use crate::de::Deserialize;
#[cfg(feature = "alloc")]
use crate::de::FEW;
use crate::error::{ErrorKind, Result};
use crate::packed::Kind;
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
#[cfg(feature = "alloc")]
use crate::types::array::vec_of_arrays;

impl Serialize for bool {
    const SCHEMA: &'static Schema = &Schema::Bool;
    const KIND: Option<Kind> = Some(Kind::Bool);
    const INLINE: bool = true;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_byte(u8::from(*self))
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.numbers(items, |value| [u8::from(*value)])
    }

    #[inline]
    fn byte_layout(&self, layout: &mut Layout<false>) {
        layout.numbers(core::slice::from_ref(self));
    }
}

/// The bits of each byte, lowest first.
#[cfg(feature = "alloc")]
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static BITS_OF_BYTES: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut index = 0;
    while index < 8 * 256 {
        table[index / 8][index % 8] = (index / 8) >> (index % 8) & 1 == 1;
        index += 1;
    }
    table
};

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

    /// The next eight bools, however they lie in their bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "the table has a row for every byte")]
    fn next_eight(&mut self) -> [bool; 8] {
        let (index, shift) = (self.next / 8, self.next % 8);
        self.next = self.next.wrapping_add(8);
        let low = self.bits.get(index).copied().unwrap_or(0);
        let high = self.bits.get(index + 1).copied().unwrap_or(0);
        let eight = u16::from_le_bytes([low, high]) >> shift;
        BITS_OF_BYTES[usize::from(eight as u8)]
    }

    /// Fills `out` with the next bools.
    #[cfg(feature = "alloc")]
    #[inline]
    fn read(&mut self, out: &mut [bool]) {
        let mut eights = out.chunks_exact_mut(8);
        for slots in &mut eights {
            slots.copy_from_slice(&self.next_eight());
        }
        for slot in eights.into_remainder() {
            *slot = self.next();
        }
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

    const CHECKED: bool = true;

    #[inline]
    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        column.next = column.next.wrapping_add(n);
        Ok(())
    }

    #[cfg(feature = "alloc")]
    const FEW: usize = FEW;

    #[cfg(feature = "alloc")]
    #[inline]
    fn few<const N: usize>(r: &mut Reader<'de>, n: usize) -> Result<[Self; N]> {
        let mut column = BoolColumn::open(r, n)?;
        Ok(core::array::from_fn(|_| column.next()))
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn next_vec(column: &mut Self::Column, n: usize) -> Result<alloc::vec::Vec<Self>> {
        // As in `vec_of_arrays`.
        let mut values = alloc::vec::Vec::with_capacity(n);
        values.resize(n, false);
        column.read(&mut values);
        Ok(values)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn next_arrays<const N: usize>(
        column: &mut Self::Column,
        n: usize,
    ) -> Result<alloc::vec::Vec<[Self; N]>> {
        Ok(vec_of_arrays(n, |values| column.read(values)))
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn next_array<const N: usize>(column: &mut Self::Column) -> Result<[Self; N]> {
        let mut values = [false; N];
        column.read(&mut values);
        Ok(values)
    }
}
