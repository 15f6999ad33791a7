//! glam: vectors and quaternions are arrays of their numbers, matrices and affine transforms arrays of all
//! their numbers, column after column.

use crate::list::Indexed;
use crate::types::via::via;

/// Matrices are made of a reference.
macro_rules! argument {
    (from_array $array:ident) => {
        $array
    };
    (from_cols_array $array:ident) => {
        &$array
    };
}

macro_rules! arrays {
    ($($ty:ident as $array:ty: $to:ident, $from:ident;)*) => {
        via! {$(
            [] $ty as $array {
                kind: Refused,
                to: |value| value.$to(),
                from: |array: $array| Some($ty::$from(argument!($from array)))
            }
        )*}
        $(impl Indexed for $ty {})*
    };
}

macro_rules! matrices {
    ($($ty:ident as $array:ty;)*) => {
        arrays! { $($ty as $array: to_cols_array, from_cols_array;)* }
    };
}

macro_rules! glam {
    ($module:ident, $krate:ident) => {
        mod $module {
            use super::{Indexed, via};
            use $krate::{
                Affine2, Affine3A, DAffine2, DAffine3, DMat2, DMat3, DMat4, DQuat, DVec2, DVec3,
                DVec4, IVec2, IVec3, IVec4, Mat2, Mat3, Mat3A, Mat4, Quat, UVec2, UVec3, UVec4,
                Vec2, Vec3, Vec3A, Vec4,
            };

            arrays! {
                Vec2 as [f32; 2]: to_array, from_array;
                Vec3 as [f32; 3]: to_array, from_array;
                Vec3A as [f32; 3]: to_array, from_array;
                Vec4 as [f32; 4]: to_array, from_array;
                DVec2 as [f64; 2]: to_array, from_array;
                DVec3 as [f64; 3]: to_array, from_array;
                DVec4 as [f64; 4]: to_array, from_array;
                IVec2 as [i32; 2]: to_array, from_array;
                IVec3 as [i32; 3]: to_array, from_array;
                IVec4 as [i32; 4]: to_array, from_array;
                UVec2 as [u32; 2]: to_array, from_array;
                UVec3 as [u32; 3]: to_array, from_array;
                UVec4 as [u32; 4]: to_array, from_array;
                Quat as [f32; 4]: to_array, from_array;
                DQuat as [f64; 4]: to_array, from_array;
            }
            matrices! {
                Mat2 as [f32; 4];
                Mat3 as [f32; 9];
                Mat3A as [f32; 9];
                Mat4 as [f32; 16];
                DMat2 as [f64; 4];
                DMat3 as [f64; 9];
                DMat4 as [f64; 16];
                Affine2 as [f32; 6];
                Affine3A as [f32; 12];
                DAffine2 as [f64; 6];
                DAffine3 as [f64; 12];
            }
        }
    };
}

#[cfg(feature = "glam-0_30")]
glam! { glam_30, glam_0_30 }
#[cfg(feature = "glam-0_34")]
glam! { glam_34, glam_0_34 }
