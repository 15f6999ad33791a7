//! Lists of values as arrays, and back: a file for each row of the format's table.

mod array;
mod boolean;
mod char;
mod enumeration;
mod fixed;
mod int;
mod members;
mod option;
mod recursion;
mod seq;
mod text;

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use onesheet::de::Reader;

use crate::column::{Column, Kind};
use crate::error::{Error, Wrong};
use crate::slots::Slots;

pub(crate) use enumeration::{
    decode_columns as decode_enum_columns, encode_columns as encode_enum_columns,
};
pub(crate) use members::{decode_columns, decode_lists, encode_columns};

impl Column {
    /// An array of the list that begins here, of a value for each of the slots that have one.
    pub(crate) fn decode(&self, r: &mut Reader<'_>, slots: &Slots) -> Result<ArrayRef, Error> {
        if let Some(size) = self.size {
            return fixed::decode(self, size, r, slots);
        }
        match &self.kind {
            Kind::Leaf if self.data_type == DataType::Boolean => boolean::decode(r, slots),
            Kind::Leaf | Kind::Wide { .. } | Kind::Blob => int::decode(&self.data_type, r, slots),
            Kind::Char => char::decode(r, slots),
            Kind::Bytes { max } => text::decode(&self.data_type, *max, r, slots),
            Kind::Option(item) => option::decode(item, r, slots),
            Kind::Fields(members) => members::decode(members, r, slots),
            Kind::Array { item, len } => array::decode(&self.data_type, item, *len, r, slots),
            Kind::Seq(seq) => seq::decode(&self.data_type, seq, r, slots),
            Kind::Enum(e) => enumeration::decode(e, r, slots),
            Kind::Rows => recursion::decode(&self.ty, r, slots),
        }
    }

    /// Steps over a list of `n` values. What is in it is checked only as far as that needs.
    pub(crate) fn skip(&self, r: &mut Reader<'_>, n: usize) -> Result<(), Error> {
        if n == 0 {
            return Ok(()); // W15
        }
        if let Some(size) = self.size {
            return fixed::skip(size, n, r);
        }
        match &self.kind {
            Kind::Leaf if self.data_type == DataType::Boolean => boolean::skip(n, r),
            Kind::Leaf | Kind::Wide { .. } | Kind::Blob => int::skip(&self.data_type, n, r),
            Kind::Char => int::skip(&DataType::UInt32, n, r),
            Kind::Bytes { .. } => text::skip(n, r),
            Kind::Option(item) => option::skip(item, n, r),
            Kind::Fields(members) => members::skip(members, n, r),
            Kind::Array { item, len } => array::skip(item, *len, n, r),
            Kind::Seq(seq) => seq::skip(seq, n, r),
            Kind::Enum(e) => enumeration::skip(e, n, r),
            Kind::Rows => recursion::skip(&self.ty, n, r),
        }
    }

    /// Appends the list of the values of an array, none of which is null unless the column is nullable.
    pub(crate) fn encode(&self, array: &ArrayRef, out: &mut Vec<u8>) -> Result<(), Wrong> {
        if array.is_empty() {
            return Ok(()); // W15
        }
        if !self.nullable && array.logical_null_count() > 0 {
            return Err(Wrong::new("null, but the type is not an option"));
        }
        if let Some(size) = self.size {
            return fixed::encode(self, size, array, out);
        }
        match &self.kind {
            Kind::Leaf if self.data_type == DataType::Boolean => boolean::encode(array, out),
            Kind::Leaf | Kind::Wide { .. } | Kind::Blob => int::encode(array, out),
            Kind::Char => char::encode(array, out),
            Kind::Bytes { max } => text::encode(*max, array, out),
            Kind::Option(item) => option::encode(item, array, out),
            Kind::Fields(members) => members::encode(members, array, out),
            Kind::Array { item, len } => array::encode(item, *len, array, out),
            Kind::Seq(seq) => seq::encode(seq, array, out),
            Kind::Enum(e) => enumeration::encode(e, array, out),
            Kind::Rows => recursion::encode(&self.ty, array, out),
        }
    }
}
