//! either: `Either<L, R>` is enum {0: L, 1: R}, as `Result` is.

use ::either::Either;

use crate::key::Key;
use crate::schema::Schema;

crate::types::enumeration::sum! {
    [L, R] Either<L, R>: &Schema::Result(L::SCHEMA, R::SCHEMA),
    0: Either::Left => L, 1: Either::Right => R
}

impl<L: Key, R: Key> Key for Either<L, R> {
    fn order(&self, other: &Self) -> core::cmp::Ordering {
        fn as_result<L, R>(either: &Either<L, R>) -> Result<&L, &R> {
            either.as_ref().either(Ok, Err)
        }
        as_result(self).order(&as_result(other))
    }
}
