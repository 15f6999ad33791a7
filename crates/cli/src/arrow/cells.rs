//! The text of each value of a batch, as CSV and tables have it.

use std::io::{self, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef};
use arrow_cast::cast;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{ArrowError, DataType, FieldRef};
use onesheet_dynamic::time::{Stamp, date};
use onesheet_dynamic::{Logical, Natural, Type, Value};

use super::csv::{columns_of, content};

/// What makes JSON of the cells of a column whose values are made of parts.
pub struct Part {
    natural: Natural,
    /// Which part of a record it is.
    of: Of,
}

enum Of {
    Whole,
    Field(usize),
    /// The field of a variant, or all of them.
    Variant(u32, bool),
}

fn is_flat(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => !values.is_nested(),
        other => !other.is_nested(),
    }
}

impl Part {
    /// That of a column of the records of a type; none if its values are not made of parts.
    pub fn of(ty: &Type, place: usize, field: &FieldRef) -> Result<Option<Self>, ArrowError> {
        if is_flat(field.data_type()) {
            return Ok(None);
        }
        let result;
        let e = match ty {
            Type::Enum(e) => Some(e),
            Type::Result(ok, err) => {
                result = Type::result_enum(ok, err);
                Some(&result)
            }
            _ => None,
        };
        let (of, part) = match e {
            // The variants that have fields have columns, behind that of the tags.
            Some(e) => {
                let mut with_fields =
                    e.variants.iter().filter(|variant| !variant.fields.is_empty());
                let variant = place.checked_sub(1).and_then(|place| with_fields.nth(place));
                let Some(variant) = variant else { return Err(no_column(field)) };
                let bare = matches!(variant.fields.as_slice(), [only] if only.name == "0");
                (Of::Variant(variant.tag, bare), content(e, variant))
            }
            None => match columns_of(ty) {
                types if matches!(ty, Type::Struct(_) | Type::Tuple(_)) => {
                    let part = types.get(place).ok_or_else(|| no_column(field))?;
                    (Of::Field(place), part.clone())
                }
                _ => (Of::Whole, ty.clone()),
            },
        };
        let logical = super::logical_of(field.data_type());
        let natural = Natural::with(&part, logical.as_ref(), Default::default());
        let natural = natural.map_err(|error| ArrowError::SchemaError(error.to_string()))?;
        Ok(Some(Part { natural, of }))
    }

    /// Writes the part of a record; false if there is none.
    fn write(&self, record: Option<&Value>, out: &mut Vec<u8>) -> bool {
        let fields;
        let value = match (&self.of, record) {
            (Of::Whole, Some(value)) => value,
            (Of::Field(place), Some(Value::List(values))) => match values.get(*place) {
                Some(value) => value,
                None => return false,
            },
            (Of::Variant(0, true), Some(Value::Result(Ok(value))))
            | (Of::Variant(1, true), Some(Value::Result(Err(value)))) => value,
            (Of::Variant(tag, bare), Some(Value::Variant(other, values))) if tag == other => {
                match (bare, values.as_slice()) {
                    (true, [value]) => value,
                    _ => {
                        fields = Value::List(values.clone());
                        &fields
                    }
                }
            }
            _ => return false,
        };
        if matches!(value, Value::Option(None) | Value::Default) {
            return false;
        }
        self.natural.write(value, out);
        true
    }
}

fn no_column(field: &FieldRef) -> ArrowError {
    ArrowError::SchemaError(format!("column {} is none of the records", field.name()))
}

/// The cells of a column.
pub struct Cells<'a> {
    array: &'a ArrayRef,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Json(&'a Part),
    Text,
    F32(&'a [f32]),
    F64(&'a [f64]),
    Logical(Logical, Vec<i64>),
    Duration(Vec<i64>),
    Bytes,
    Other(ArrayFormatter<'a>),
}

impl<'a> Cells<'a> {
    pub fn of(array: &'a ArrayRef, part: Option<&'a Part>) -> Result<Self, ArrowError> {
        const OPTIONS: FormatOptions<'static> = FormatOptions::new().with_display_error(false);
        let kind = match (part, array.data_type()) {
            (Some(part), _) => Kind::Json(part),
            (None, DataType::Utf8) => Kind::Text,
            (None, DataType::Float32) => Kind::F32(array.as_primitive::<Float32Type>().values()),
            (None, DataType::Float64) => Kind::F64(array.as_primitive::<Float64Type>().values()),
            (None, DataType::Binary | DataType::FixedSizeBinary(_)) => Kind::Bytes,
            (None, DataType::Duration(_)) => Kind::Duration(numbers(array)?),
            (None, data_type) => match super::logical_of(data_type) {
                Some(logical) => Kind::Logical(logical, numbers(array)?),
                None => Kind::Other(ArrayFormatter::try_new(array, &OPTIONS)?),
            },
        };
        Ok(Cells { array, kind })
    }

    pub fn is_text(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Other(_) | Kind::Bytes)
    }

    /// Writes the text of a cell, for which `record` is looked into if its values are made of parts;
    /// false if it is null.
    pub fn write(
        &self,
        row: usize,
        record: Option<&Value>,
        out: &mut Vec<u8>,
    ) -> Result<bool, ArrowError> {
        if let Kind::Json(part) = &self.kind {
            return Ok(part.write(record, out));
        }
        if self.array.is_null(row) {
            return Ok(false);
        }
        match &self.kind {
            Kind::Json(_) => {}
            Kind::Text => out.extend(self.array.as_string::<i32>().value(row).as_bytes()),
            Kind::F32(values) => write!(out, "{:?}", values[row])?,
            Kind::F64(values) => write!(out, "{:?}", values[row])?,
            Kind::Logical(logical, values) => match logical.text(values[row]) {
                Some(text) => out.extend(text.into_bytes()),
                None => write_far(logical, values[row], out)?,
            },
            Kind::Duration(values) => write!(out, "{}", values[row])?,
            Kind::Bytes => {
                let bytes = match self.array.as_fixed_size_binary_opt() {
                    Some(array) => array.value(row),
                    None => self.array.as_binary::<i32>().value(row),
                };
                for byte in bytes {
                    write!(out, "{byte:02x}")?;
                }
            }
            Kind::Other(cells) => write!(out, "{}", cells.value(row))?,
        }
        Ok(true)
    }
}

/// Years of more than four digits.
fn write_far(logical: &Logical, number: i64, out: &mut Vec<u8>) -> io::Result<()> {
    match logical {
        Logical::Date => write!(out, "{}", date(number)),
        Logical::Timestamp(unit, zone) => write!(out, "{}", Stamp::of(*unit, number, *zone)),
        _ => write!(out, "{number}"),
    }
}

fn numbers(array: &ArrayRef) -> Result<Vec<i64>, ArrowError> {
    let array = match array.data_type() {
        DataType::Date32 | DataType::Time32(_) => cast(array, &DataType::Int32)?,
        _ => cast(array, &DataType::Int64)?,
    };
    let array = cast(&array, &DataType::Int64)?;
    Ok(array.as_primitive::<Int64Type>().values().to_vec())
}
