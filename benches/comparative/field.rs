//! Reading every field of a value, whether it is owned, borrowed, or a view that computes its fields when asked.

use std::borrow::Cow;

use onesheet::Deserialize;
use onesheet::list::Seq;
use rkyv::boxed::ArchivedBox;
use rkyv::option::ArchivedOption;
use rkyv::rend::{
    char_le, f32_le, f64_le, i16_le, i32_le, i64_le, i128_le, u16_le, u32_le, u64_le, u128_le,
};
use rkyv::string::ArchivedString;
use rkyv::tuple::{ArchivedTuple2, ArchivedTuple3};
use rkyv::vec::ArchivedVec;

/// A value whose every field can be read.
pub trait Fields: Sized {
    /// Adds each field to `sum`. Equal values, in whatever representation, add equally.
    fn read(&self, sum: &mut u64);

    /// Adds a list. Bytes are opaque: their length, first and last stand for them, as for text.
    fn read_list(values: &[Self], sum: &mut u64) {
        values.len().read(sum);
        for value in values {
            value.read(sum);
        }
    }
}

/// What reading all of `value` adds up to.
pub fn sum<T: Fields>(value: &T) -> u64 {
    let mut sum = 0;
    value.read(&mut sum);
    sum
}

fn add(sum: &mut u64, value: u64) {
    *sum = sum.rotate_left(1).wrapping_add(value);
}

macro_rules! fields_of_numbers {
    ($($number:ident = $archived:ident),* $(,)?) => {$(
        impl Fields for $number {
            fn read(&self, sum: &mut u64) {
                add(sum, *self as u64);
            }
        }

        impl Fields for $archived {
            fn read(&self, sum: &mut u64) {
                add(sum, self.to_native() as u64);
            }
        }
    )*};
}

fields_of_numbers! {
    u16 = u16_le, u32 = u32_le, u64 = u64_le, u128 = u128_le,
    i16 = i16_le, i32 = i32_le, i64 = i64_le, i128 = i128_le,
    char = char_le,
}

macro_rules! fields_of_floats {
    ($($number:ident = $archived:ident),* $(,)?) => {$(
        impl Fields for $number {
            fn read(&self, sum: &mut u64) {
                add(sum, self.to_bits().into());
            }
        }

        impl Fields for $archived {
            fn read(&self, sum: &mut u64) {
                self.to_native().read(sum);
            }
        }
    )*};
}

fields_of_floats! { f32 = f32_le, f64 = f64_le }

impl Fields for u8 {
    fn read(&self, sum: &mut u64) {
        add(sum, u64::from(*self));
    }

    fn read_list(values: &[u8], sum: &mut u64) {
        values.len().read(sum);
        if let (Some(first), Some(last)) = (values.first(), values.last()) {
            add(sum, u64::from(*first) << 8 | u64::from(*last));
        }
    }
}

macro_rules! fields_by_cast {
    ($($number:ident),* $(,)?) => {$(
        impl Fields for $number {
            fn read(&self, sum: &mut u64) {
                add(sum, *self as u64);
            }
        }
    )*};
}

fields_by_cast! { i8, bool, usize }

impl Fields for &str {
    fn read(&self, sum: &mut u64) {
        u8::read_list(self.as_bytes(), sum);
    }
}

impl Fields for String {
    fn read(&self, sum: &mut u64) {
        self.as_str().read(sum);
    }
}

impl Fields for Cow<'_, str> {
    fn read(&self, sum: &mut u64) {
        (&**self).read(sum);
    }
}

impl Fields for ArchivedString {
    fn read(&self, sum: &mut u64) {
        self.as_str().read(sum);
    }
}

impl Fields for ArchivedBox<str> {
    fn read(&self, sum: &mut u64) {
        self.get().read(sum);
    }
}

impl<T: Fields> Fields for &T {
    fn read(&self, sum: &mut u64) {
        (**self).read(sum);
    }
}

impl<T: Fields> Fields for &[T] {
    fn read(&self, sum: &mut u64) {
        T::read_list(self, sum);
    }
}

impl<T: Fields, const N: usize> Fields for [T; N] {
    fn read(&self, sum: &mut u64) {
        T::read_list(self, sum);
    }
}

impl<T: Fields> Fields for Vec<T> {
    fn read(&self, sum: &mut u64) {
        T::read_list(self, sum);
    }
}

impl<T: Fields> Fields for ArchivedVec<T> {
    fn read(&self, sum: &mut u64) {
        T::read_list(self, sum);
    }
}

impl<T: Fields> Fields for Option<T> {
    fn read(&self, sum: &mut u64) {
        self.is_some().read(sum);
        if let Some(value) = self {
            value.read(sum);
        }
    }
}

impl<T: Fields> Fields for ArchivedOption<T> {
    fn read(&self, sum: &mut u64) {
        self.as_ref().read(sum);
    }
}

macro_rules! fields_of_tuples {
    ($($tuple:ident<$($part:ident = $index:tt),*>),* $(,)?) => {$(
        impl<$($part: Fields),*> Fields for ($($part,)*) {
            fn read(&self, sum: &mut u64) {
                $(self.$index.read(sum);)*
            }
        }

        impl<$($part: Fields),*> Fields for $tuple<$($part),*> {
            fn read(&self, sum: &mut u64) {
                $(self.$index.read(sum);)*
            }
        }
    )*};
}

fields_of_tuples! { ArchivedTuple2<A = 0, B = 1>, ArchivedTuple3<A = 0, B = 1, C = 2> }

impl<'a, T> Fields for Seq<'a, T>
where
    T: Fields + Deserialize<'a, Column: Clone>,
{
    fn read(&self, sum: &mut u64) {
        self.len().read(sum);
        for value in self.iter() {
            value.read(sum);
        }
    }
}

/// `Fields` for each of the types that have the same named fields: the owned one, its views, its archive.
macro_rules! fields {
    ($fields:tt for $($type:ty),+ $(,)?) => {
        $(fields!(@one $type, $fields);)+
    };
    (@one $type:ty, { $($field:ident),* $(,)? }) => {
        impl $crate::field::Fields for $type {
            fn read(&self, sum: &mut u64) {
                $($crate::field::Fields::read(&self.$field, sum);)*
            }
        }
    };
}

/// `Fields` for enums without fields, of `repr(u8)`.
macro_rules! fields_of_enums {
    ($($type:ty),+ $(,)?) => {$(
        impl $crate::field::Fields for $type {
            fn read(&self, sum: &mut u64) {
                $crate::field::Fields::read(&(*self as u8), sum);
            }
        }
    )+};
}

pub(crate) use {fields, fields_of_enums};
