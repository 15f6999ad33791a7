//! Both traits written by hand, for a type that holds another.

use onesheet::{Deserialize, Items, Reader, Result, Schema, Serialize, Sink, Writer};

/// Written as `T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ByHand<T>(pub T);

impl<T: Serialize> Serialize for ByHand<T> {
    const SCHEMA: &'static Schema = T::SCHEMA;

    fn serialize<W: Writer>(&self, w: &mut W) -> std::result::Result<(), W::Error> {
        self.0.serialize(w)
    }

    fn serialize_slice<S: Sink>(
        items: Items<'_, Self>,
        s: &mut S,
    ) -> std::result::Result<(), S::Error> {
        T::serialize_slice(items.field(|by_hand| &by_hand.0), s)
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
