//! mint: vectors, points and quaternions are arrays of their numbers, matrices arrays of their columns or rows.

use ::mint::{
    ColumnMatrix2, ColumnMatrix3, ColumnMatrix4, Point2, Point3, Quaternion, RowMatrix2,
    RowMatrix3, RowMatrix4, Vector2, Vector3, Vector4,
};

use crate::list::Indexed;
use crate::types::via::via;

macro_rules! arrays {
    ($($ty:ident as $array:ty;)*) => {
        via! {$(
            [T: Copy] $ty<T> as $array {
                kind: Refused,
                to: |value| <$array>::from(*value),
                from: |array: $array| Some(array.into())
            }
        )*}
        $(impl<T: Indexed> Indexed for $ty<T> {})*
    };
}

arrays! {
    Vector2 as [T; 2];
    Vector3 as [T; 3];
    Vector4 as [T; 4];
    Point2 as [T; 2];
    Point3 as [T; 3];
    Quaternion as [T; 4];
    ColumnMatrix2 as [[T; 2]; 2];
    ColumnMatrix3 as [[T; 3]; 3];
    ColumnMatrix4 as [[T; 4]; 4];
    RowMatrix2 as [[T; 2]; 2];
    RowMatrix3 as [[T; 3]; 3];
    RowMatrix4 as [[T; 4]; 4];
}
