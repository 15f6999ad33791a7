//! either: `Either<L, R>` is enum {0: L, 1: R}, as `Result` is.

use ::either::Either;

use crate::de::Deserialize;
use crate::error::Result;
use crate::key::Key;
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};

fn as_result<L, R>(either: &Either<L, R>) -> core::result::Result<&L, &R> {
    match either {
        Either::Left(left) => Ok(left),
        Either::Right(right) => Err(right),
    }
}

fn of_result<L, R>(result: core::result::Result<L, R>) -> Either<L, R> {
    match result {
        Ok(left) => Either::Left(left),
        Err(right) => Either::Right(right),
    }
}

type AsResult<L, R> = core::result::Result<L, R>;

impl<L: Serialize, R: Serialize> Serialize for Either<L, R> {
    const SCHEMA: &'static Schema = <AsResult<L, R>>::SCHEMA;
    const FALLIBLE: bool = L::FALLIBLE || R::FALLIBLE;

    fn serialize(&self, w: &mut Writer<'_>) {
        as_result(self).serialize(w)
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.convert(items, as_result)
    }
}

impl<'de, L: Deserialize<'de>, R: Deserialize<'de>> Deserialize<'de> for Either<L, R> {
    type Column = <AsResult<L, R> as Deserialize<'de>>::Column;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        <AsResult<L, R>>::deserialize(r).map(of_result)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        <AsResult<L, R>>::deserialize_many(r, n)
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        <AsResult<L, R>>::next(column).map(of_result)
    }

    fn check(column: Self::Column, n: usize) -> Result<()> {
        <AsResult<L, R>>::check(column, n)
    }

    fn heap_size(&self) -> usize {
        match self {
            Either::Left(left) => left.heap_size(),
            Either::Right(right) => right.heap_size(),
        }
    }
}

impl<L: Key, R: Key> Key for Either<L, R> {
    fn order(&self, other: &Self) -> core::cmp::Ordering {
        as_result(self).order(&as_result(other))
    }
}
