//! `#[onesheet(from = …, into = …)]`: what the derived code of such types calls.

use crate::error::ErrorKind;
use crate::ser::Serialize;

pub use crate::types::via::ViaColumn;

/// What is written for a value, made of a clone.
#[inline]
pub fn by_clone<T: Clone + Into<W>, W>(value: &T) -> W {
    value.clone().into()
}

/// What is written for a value, borrowed from it.
#[inline]
pub fn by_reference<'a, T: ?Sized, W>(value: &'a T) -> W
where
    &'a T: Into<W>,
{
    value.into()
}

/// A value that may own memory.
pub struct Owner<'a, T>(pub &'a T);

impl<T: Serialize> Owner<'_, T> {
    /// Bytes that it claims beside its own size, as far as is known: one for each bit that is written.
    pub fn heap_size(&self) -> usize {
        if const { !core::mem::needs_drop::<T>() } {
            return 0;
        }
        crate::encoded_len(self.0).saturating_mul(8)
    }
}

/// A value of which no more is known, for it is only read.
pub trait AnyOwner {
    /// Nothing.
    fn heap_size(&self) -> usize {
        0
    }
}

impl<T> AnyOwner for Owner<'_, T> {}

/// Why a conversion failed.
pub struct Reason<E>(pub E);

impl<E: Into<ErrorKind>> Reason<E> {
    /// What the error itself says.
    #[inline]
    pub fn kind(self) -> ErrorKind {
        self.0.into()
    }
}

/// Why a conversion failed, for errors that say nothing which an [`ErrorKind`] could hold.
pub trait AnyReason: Sized {
    /// That, and no more.
    #[inline]
    fn kind(self) -> ErrorKind {
        ErrorKind::Refused
    }
}

impl<E> AnyReason for Reason<E> {}
