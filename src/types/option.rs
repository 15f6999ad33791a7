//! W6: option, a bool each, then the values that are there.

use crate::de::Deserialize;
use crate::error::Result;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::boolean::BoolColumn;

impl<T: Serialize> Serialize for Option<T> {
    const SCHEMA: &'static Schema = &Schema::Option(T::SCHEMA);
    const FALLIBLE: bool = T::FALLIBLE;
    const INLINE: bool = T::INLINE;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        match self {
            None => w.write_byte(0),
            Some(value) => {
                w.write_byte(1);
                value.serialize(w)
            }
        }
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.options(items, Option::as_ref)
    }
}

/// An opened list of options.
#[derive(Clone, Copy, Debug)]
pub struct OptionColumn<'de, C> {
    present: BoolColumn<'de>,
    values: C,
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Option<T> {
    type Column = OptionColumn<'de, T::Column>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        if bool::deserialize(r)? { T::deserialize(r).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let present = BoolColumn::open(r, n)?;
        let values = T::deserialize_many(r, present.count_ones())?;
        Ok(OptionColumn { present, values })
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        if column.present.next() { T::next(&mut column.values).map(Some) } else { Ok(None) }
    }

    #[inline]
    fn check(column: Self::Column, _: usize) -> Result<()> {
        T::check(column.values, column.present.count_ones())
    }

    #[inline]
    fn heap_size(&self) -> usize {
        self.as_ref().map_or(0, T::heap_size)
    }
}
