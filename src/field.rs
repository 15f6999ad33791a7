//! The fields of derived types.
//!
//! Derived code asks once whether the types of all fields have a place in the format, in a constant,
//! and names them by way of that constant, as [`If`]. Where the answer is no, the compiler says
//! so at the field, and nothing of what follows from it.

use crate::de::Deserialize;
use crate::ser::Serialize;
use crate::types::with::{DeserializeAs, FixedWidth, SerializeAs};

/// An array of as many elements as that constant says: `T`, unless it could not be computed.
pub trait If<T: ?Sized> {
    /// `T`.
    type Type: ?Sized;
}

impl<T: ?Sized> If<T> for [(); 0] {
    type Type = T;
}

/// That a field can be written; its type is looked into, so that one that contains itself is found.
#[must_use]
pub const fn encodes<T: Serialize + ?Sized>() -> usize {
    let _ = T::SCHEMA;
    0
}

/// That a field of a rows type can be written, which may contain that type.
#[must_use]
pub const fn encodes_in_rows<T: Serialize + ?Sized>() -> usize {
    0
}

/// That a field can be read; its columns are looked into, so that a type that contains itself is
/// found.
#[must_use]
pub const fn decodes<'de, T: Deserialize<'de>>() -> usize {
    let _ = size_of::<T::Column>();
    0
}

/// That a field of a rows type can be read, which may contain that type.
#[must_use]
pub const fn decodes_in_rows<'de, T: Deserialize<'de>>() -> usize {
    0
}

/// That a field can be written as `M` says.
#[must_use]
pub const fn encodes_with<M: SerializeAs<T>, T>() -> usize {
    0
}

/// That a field can be read as `M` says.
#[must_use]
pub const fn decodes_with<'de, M: DeserializeAs<'de, T>, T>() -> usize {
    0
}

/// That a field can be marked `fixed`.
#[must_use]
pub const fn is_number<T: FixedWidth>() -> usize {
    0
}
