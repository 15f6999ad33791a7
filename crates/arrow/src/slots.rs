//! Where values go: an array has a slot for each of them, and for those that are not there.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, StructArray};
use arrow_buffer::{BooleanBuffer, NullBuffer};
use onesheet::Result;
use onesheet::de::Reader;

use crate::column::{Columns, Members};
use crate::error::Error;

/// The slots of an array, and which of them have a value on the wire: those of an option that is
/// none, or of an enum's other variants, have none.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    len: usize,
    present: Option<NullBuffer>,
}

impl Slots {
    /// A slot for each of `len` values.
    pub(crate) fn all(len: usize) -> Self {
        Slots { len, present: None }
    }

    /// An array of structs of these columns.
    pub(crate) fn structs(
        &self,
        members: &Members,
        columns: Columns,
        r: &mut Reader<'_>,
    ) -> std::result::Result<ArrayRef, Error> {
        if members.fields.is_empty() {
            r.charge(self.len().div_ceil(8), 1)?;
            return Ok(Arc::new(BooleanArray::new(
                BooleanBuffer::new_set(self.len()),
                self.nulls(),
            )));
        }
        let columns = columns.into_iter().flatten().collect();
        Ok(Arc::new(StructArray::try_new(members.fields.clone(), columns, self.nulls())?))
    }

    /// The number of slots.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of values.
    pub(crate) fn count(&self) -> usize {
        self.present.as_ref().map_or(self.len, |present| self.len - present.null_count())
    }

    /// The slots without a value, as those of nulls.
    pub(crate) fn nulls(&self) -> Option<NullBuffer> {
        self.present.clone()
    }

    /// A value for each slot, `blank` where there is none.
    pub(crate) fn spread<T: Copy>(
        &self,
        values: Vec<T>,
        blank: T,
        r: &mut Reader<'_>,
    ) -> Result<Vec<T>> {
        let Some(present) = &self.present else { return Ok(values) };
        r.charge(self.len, size_of::<T>())?;
        let mut spread = vec![blank; self.len];
        for (slot, value) in present.inner().set_indices().zip(values) {
            if let Some(slot) = spread.get_mut(slot) {
                *slot = value;
            }
        }
        Ok(spread)
    }

    /// A bit for each slot, of bits for the values.
    pub(crate) fn spread_bits(&self, bits: BooleanBuffer) -> BooleanBuffer {
        let Some(present) = &self.present else { return bits };
        let mut next = bits.iter();
        let bit = |slot| present.is_valid(slot) && next.next().unwrap_or(false);
        BooleanBuffer::collect_bool(self.len, bit)
    }

    /// The slots with the values of which `bits` says so, a bit for each value.
    pub(crate) fn those(&self, bits: BooleanBuffer) -> Self {
        Slots { len: self.len, present: Some(NullBuffer::new(self.spread_bits(bits))) }
    }

    /// The slots with a value of which `bits` says so, a bit for each slot.
    pub(crate) fn and(&self, bits: &BooleanBuffer) -> Self {
        let bits = match &self.present {
            Some(present) => bits & present.inner(),
            None => bits.clone(),
        };
        Slots { len: self.len, present: Some(NullBuffer::new(bits)) }
    }
}
