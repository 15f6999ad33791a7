//! A `serialize_list` written by hand, with a way of its own for lists of none and of one.

use onesheet::{Deserialize, List, Reader, Result, Schema, Serialize, Writer};

/// Written as `T`; of a list of none, nothing, and one alone as it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByHand<T>(pub T);

impl<T> ByHand<T> {
    fn inner(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for ByHand<T> {
    const SCHEMA: &'static Schema = T::SCHEMA;

    fn serialize<W: Writer + ?Sized>(&self, w: &mut W) -> std::result::Result<(), W::Error> {
        self.0.serialize(w)
    }

    fn serialize_list<W: Writer + ?Sized>(
        list: impl List<Self>,
        w: &mut W,
    ) -> std::result::Result<(), W::Error> {
        match list.count() {
            0 => Ok(()),
            1 => list.try_for_each(|value| value.serialize(w)),
            _ => T::serialize_list(list.project(Self::inner), w),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByHand<T> {
    type Column = T::Column;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        T::deserialize(r).map(ByHand)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        T::deserialize_many(r, n)
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        T::next(column).map(ByHand)
    }
}
