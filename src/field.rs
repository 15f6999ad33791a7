//! The fields of derived types.
//!
//! Derived code asks once whether the types of all fields have a place in the format, in a constant,
//! and names them by way of that constant, through [`FieldType`]. Where the answer is no, the compiler says
//! so at the field, and nothing of what follows from it.

use core::marker::PhantomData;

use crate::de::Deserialize;
use crate::error::Result;
use crate::raw::Items;
use crate::reader::Reader;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::with::adapter::{DeserializeAs, FixedWidth, SerializeAs};

/// An array of as many elements as that constant says: `T`, unless it could not be computed.
pub trait FieldType<T: ?Sized> {
    /// `T`.
    type Type: ?Sized;
}

impl<T: ?Sized> FieldType<T> for [(); 0] {
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

/// Whether a field's value is in its own memory alone, of a type that can be written: of another the
/// derived code has a trait that says no.
pub struct Inline<T: ?Sized>(PhantomData<T>);

impl<T: Serialize + ?Sized> Inline<T> {
    /// Of a type that can be written.
    pub const VALUE: bool = T::INLINE;
}

/// [`Clone`] for bounds of derived impls, as `KeyIn` is.
pub trait CloneIn<'c, const FIELD: usize>: Sized {
    /// [`Clone::clone`].
    #[must_use]
    fn clone_in(&self) -> Self;
}

impl<T: Clone, const FIELD: usize> CloneIn<'_, FIELD> for T {
    #[inline]
    fn clone_in(&self) -> Self {
        self.clone()
    }
}

/// Writes a field of a type with many, which is not to be compiled once for each of them.
#[inline(never)]
pub fn write<T: Serialize + ?Sized>(value: &T, w: &mut Writer<'_>) {
    value.serialize(w);
}

/// Writes the field of all values: each field is found in a function of its own, for the compiler needs the
/// square of the length of one in which many are.
#[inline(never)]
pub fn write_field<'a, T, F: Serialize + 'a>(
    items: Items<'a, T>,
    get: impl Fn(&'a T) -> &'a F,
    w: &mut ListWriter<'_, '_>,
) {
    write_column(items.field(get), w);
}

/// Writes the field of all values, which are of one variant.
#[inline(never)]
pub fn write_variant_field<'a, T, F: Serialize + 'a>(
    values: &'a [&'a T],
    get: &impl Fn(&'a T) -> Option<&'a F>,
    w: &mut ListWriter<'_, '_>,
) {
    write_column(Items::variant_field(values, get), w);
}

#[inline(never)]
fn write_column<T: Serialize>(items: Items<'_, T>, w: &mut ListWriter<'_, '_>) {
    T::serialize_slice(items, w);
}

/// Reads the field.
///
/// # Errors
/// As the field's.
#[inline(never)]
pub fn read<'de, T: Deserialize<'de>>(r: &mut Reader<'de>) -> Result<T> {
    T::deserialize(r)
}

/// Opens the field of `n` values.
///
/// # Errors
/// As the field's.
#[inline(never)]
pub fn open<'de, T: Deserialize<'de>>(r: &mut Reader<'de>, n: usize) -> Result<T::Column> {
    T::deserialize_many(r, n)
}

/// Takes the next of them.
///
/// # Errors
/// As the field's.
#[inline(never)]
pub fn next<'de, T: Deserialize<'de>>(column: &mut T::Column) -> Result<T> {
    T::next(column)
}
