//! W12 and W13: structs that may gain fields, enums that may gain variants.
//!
//! The fields of an extensible struct, and of each variant of an extensible enum, stand in a block
//! of their own after its length. These are the helpers of the derived code.

use core::mem::needs_drop;

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::reader::Reader;
use crate::ser::Writer;
use crate::types::enumeration::Tags;

/// Writes the block of one value: the length of what `f` writes, then that.
#[inline]
pub fn serialize_block(w: &mut Writer<'_>, f: impl FnOnce(&mut Writer<'_>)) {
    w.write_block(f);
}

/// Opens the block of a list of `n` values.
#[inline]
pub fn deserialize_block<'de, T>(
    r: &mut Reader<'de>,
    n: usize,
    f: impl FnOnce(&mut Reader<'de>) -> Result<T>,
) -> Result<T> {
    if n == 0 { r.within(0, f) } else { r.block(f) }
}

/// A field of a block: there, or to be filled in (W30).
#[derive(Clone, Copy, Debug)]
pub enum FieldColumn<C> {
    /// Its column.
    Present(C),
    /// The block ends before it: the declared default, in all values.
    Missing {
        /// Bytes of memory that a default was charged for, beside its own size.
        claims: usize,
        /// Where the block ends.
        end: usize,
    },
}

impl<C> FieldColumn<C> {
    /// Opens the column of a field of `n` values.
    ///
    /// # Errors
    /// [`MissingField`](ErrorKind::MissingField) if the block has ended and the type takes bytes, and
    /// what opening the column fails with.
    #[inline]
    pub fn open<'de, T>(r: &mut Reader<'de>, n: usize) -> Result<Self>
    where
        T: Deserialize<'de, Column = C>,
    {
        let ended = n > 0 && r.rest().is_empty();
        let column = T::deserialize_many(r, n).map(FieldColumn::Present);
        if ended { column.map_err(|error| missing_from(r, error)) } else { column }
    }

    /// The same for a field with a default, which all values take if the block has ended. What they
    /// claim is charged here, each for as much as one takes.
    ///
    /// # Errors
    /// What opening the column fails with, and [`MemoryLimit`](ErrorKind::MemoryLimit).
    #[inline]
    pub fn open_or<'de, T>(
        r: &mut Reader<'de>,
        n: usize,
        default: impl FnOnce() -> T,
    ) -> Result<Self>
    where
        T: Deserialize<'de, Column = C>,
    {
        if n == 0 || !r.rest().is_empty() {
            return T::deserialize_many(r, n).map(FieldColumn::Present);
        }
        r.charge(n, size_of::<T>().max(1))?;
        let claims = if const { needs_drop::<T>() } { default().heap_size() } else { 0 };
        r.charge(n, claims)?;
        Ok(FieldColumn::Missing { claims, end: r.position() })
    }

    /// The next value of the field.
    ///
    /// # Errors
    /// What taking it from its column fails with.
    #[inline]
    pub fn next<'de, T>(&mut self) -> Result<T>
    where
        T: Deserialize<'de, Column = C>,
    {
        match self {
            FieldColumn::Present(column) => T::next(column),
            FieldColumn::Missing { end, .. } => Err(Error::new(ErrorKind::MissingField, *end)),
        }
    }

    /// The next value of a field with a default.
    ///
    /// # Errors
    /// What taking it from its column fails with, and [`MemoryLimit`](ErrorKind::MemoryLimit) if the
    /// default claims more than the first did.
    #[inline]
    pub fn next_or<'de, T>(&mut self, default: impl FnOnce() -> T) -> Result<T>
    where
        T: Deserialize<'de, Column = C>,
    {
        match self {
            FieldColumn::Present(column) => T::next(column),
            FieldColumn::Missing { claims, end } => {
                let value = default();
                if const { needs_drop::<T>() } && value.heap_size() > *claims {
                    return Err(Error::new(ErrorKind::MemoryLimit, *end));
                }
                Ok(value)
            }
        }
    }
}

/// A field of one value.
///
/// # Errors
/// [`MissingField`](ErrorKind::MissingField) if the block has ended and the type takes bytes, and what
/// reading the field fails with.
#[inline]
pub fn deserialize_field<'de, T: Deserialize<'de>>(r: &mut Reader<'de>) -> Result<T> {
    let ended = r.rest().is_empty();
    let value = T::deserialize(r);
    if ended { value.map_err(|error| missing_from(r, error)) } else { value }
}

/// What is wrong with a field without a default that was read where its block had ended: it is
/// missing, for its type takes bytes, unless a limit was in the way.
#[cold]
fn missing_from(r: &Reader<'_>, error: Error) -> Error {
    match error.kind() {
        ErrorKind::MemoryLimit | ErrorKind::DepthLimit => error,
        _ => r.error(ErrorKind::MissingField),
    }
}

/// The same for a field with a default, which it takes if the block has ended.
///
/// # Errors
/// What reading the field fails with, and [`MemoryLimit`](ErrorKind::MemoryLimit).
#[inline]
pub fn deserialize_field_or<'de, T: Deserialize<'de>>(
    r: &mut Reader<'de>,
    default: impl FnOnce() -> T,
) -> Result<T> {
    if !r.rest().is_empty() {
        return T::deserialize(r);
    }
    r.charge(1, size_of::<T>().max(1))?;
    let value = default();
    if const { needs_drop::<T>() } {
        r.charge(1, value.heap_size())?;
    }
    Ok(value)
}

impl<'de> Tags<'de> {
    /// Opens the blocks of the variants that `known` does not know, between the known tags `after`
    /// and `before`, and passes over them (W31).
    pub fn skip_unknown(
        &self,
        r: &mut Reader<'de>,
        after: Option<u32>,
        before: Option<u32>,
    ) -> Result<()> {
        let (words, n) = self.words();
        let mut last = after;
        loop {
            // One more walk for each unknown tag: it is paid for like memory, so that a hostile
            // message cannot make it quadratic.
            let mut next = None;
            let mut tags = words;
            for _ in 0..n {
                let tag = tags.next();
                if last.is_none_or(|last| tag > last)
                    && before.is_none_or(|before| tag < before)
                    && next.is_none_or(|next| tag < next)
                {
                    next = Some(tag);
                }
            }
            if next.is_none() {
                return Ok(());
            }
            last = next;
            r.charge(n, 1)?;
            r.block(|_| Ok(()))?;
        }
    }
}
