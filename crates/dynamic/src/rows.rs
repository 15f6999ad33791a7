//! enc(T, v1 … vn) and its inverse: one file for each row of the table.

mod array;
pub(crate) mod boolean;
mod enumeration;
mod extensible;
mod fixed;
pub(crate) mod int;
pub(crate) mod list;
mod map;
mod option;
mod recursion;
mod seq;
mod text;
mod tuple;

pub(crate) use list::{check_total, encode_len, mismatch};

use crate::column::Column;
use crate::properties::is_fixed;
use crate::reader::Reader;
use crate::scope::Scope;
use crate::writer::Writer;
use crate::{Error, Int, Invalid, Type, Value};

impl Type {
    /// enc(T, v1 … vn).
    pub(crate) fn encode_values(
        &self,
        scope: Scope<'_>,
        values: &[&Value],
        w: &mut Writer,
    ) -> Result<(), Invalid> {
        if values.is_empty() {
            return Ok(()); // W15
        }
        w.nest()?;
        match self {
            _ if is_fixed(self) => fixed::encode(self, values, w),
            Type::Int(Int { signed: false, .. }) | Type::Char => {
                int::encode_unsigned(self, values, w)
            }
            Type::Int(_) => int::encode_signed(self, values, w),
            Type::Bool => boolean::encode(self, values, w),
            Type::Str { max } => text::encode(self, *max, values, w),
            Type::Option(item) => option::encode(item, scope, values, w),
            Type::Tuple(parts) => {
                tuple::encode(&parts.iter().collect::<Vec<_>>(), scope, values, w)
            }
            Type::Struct(s) if s.extensible => extensible::encode(&s.fields, scope, values, w),
            Type::Struct(s) => tuple::encode(&tuple::types(&s.fields), scope, values, w),
            Type::Array(item, len) => array::encode(item, *len, scope, values, w),
            Type::Bytes { max } => seq::encode_bytes(*max, values, w),
            Type::Seq { item, max } => seq::encode(item, *max, scope, values, w),
            Type::Set { item, max } => map::encode_set(item, *max, scope, values, w),
            Type::Map { key, value, max } => map::encode(key, value, *max, scope, values, w),
            Type::Result(ok, err) => enumeration::encode_result(ok, err, scope, values, w),
            Type::Enum(e) => enumeration::encode(e, scope, values, w),
            Type::Rows { name, row } => {
                recursion::encode(row, scope.around(name, row).inside(), values, w)
            }
            Type::Ref(name) => {
                let (row, scope) = scope.find(name).ok_or_else(|| unknown_ref(name))?;
                recursion::encode(row, scope, values, w)
            }
            Type::Unit | Type::F32 | Type::F64 | Type::Fixed(_) => Err(mismatch(self, values[0])),
        }?;
        w.unnest();
        Ok(())
    }

    /// The `n` values whose enc begins here.
    pub(crate) fn decode_values<'a>(
        &self,
        scope: Scope<'_>,
        n: usize,
        r: &mut Reader<'a>,
    ) -> Result<Column<'a>, Error> {
        if n == 0 {
            return Ok(Column::Unit); // W15
        }
        r.nest()?;
        // The list itself, and the lists that its values are moved to.
        r.claim(2 * n as u128 * size_of::<Value>() as u128)?;
        let values = match self {
            _ if is_fixed(self) => fixed::decode(self, n, r),
            Type::Char => int::decode_char(n, r),
            Type::Int(int) => int::decode_int(*int, n, r),
            Type::Bool => boolean::decode(n, r),
            Type::Str { max } => text::decode(*max, n, r),
            Type::Option(item) => option::decode(item, scope, n, r),
            Type::Tuple(parts) => tuple::decode(parts, scope, n, r),
            Type::Struct(s) if s.extensible => extensible::decode(&s.fields, scope, n, r),
            Type::Struct(s) => tuple::decode_struct(&s.fields, scope, n, r),
            Type::Array(item, len) => array::decode(item, *len, scope, n, r),
            Type::Bytes { max } => seq::decode_bytes(*max, n, r),
            Type::Seq { item, max } => seq::decode(item, *max, scope, n, r),
            Type::Set { item, max } => map::decode_set(item, *max, scope, n, r),
            Type::Map { key, value, max } => map::decode(key, value, *max, scope, n, r),
            Type::Result(ok, err) => enumeration::decode_result(ok, err, scope, n, r),
            Type::Enum(e) => enumeration::decode(e, scope, n, r),
            Type::Rows { name, row } => {
                recursion::decode(row, scope.around(name, row).inside(), n, r)
            }
            Type::Ref(name) => match scope.find(name) {
                Some((row, scope)) => recursion::decode(row, scope, n, r),
                None => Err(r.error(14, r.at(), "the type refers to no rows type around it")),
            },
            Type::Unit | Type::F32 | Type::F64 | Type::Fixed(_) => fixed::decode(self, n, r),
        }?;
        r.unnest();
        Ok(values)
    }
}

fn unknown_ref(name: &str) -> Invalid {
    Invalid::new(format!("ref {name} is not inside a rows type of that name"))
}
