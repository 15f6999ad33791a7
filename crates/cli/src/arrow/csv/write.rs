//! Batches as lines of values between delimiters.

use std::io::{self, Write};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::{ArrowError, DataType, FieldRef};
use onesheet_dynamic::time::{Stamp, date};
use onesheet_dynamic::{Logical, Natural, Type, Value};

use super::numbers::{Class, classify};
use super::read::{columns_of, content};

/// Writes lines of values, below a header.
pub struct Writer<W> {
    out: W,
    lines: Vec<u8>,
    delimiter: u8,
    /// What is written for null.
    null: String,
    columns: Vec<Column>,
    begun: bool,
}

struct Column {
    /// What makes JSON of its cells, if they are made of parts.
    part: Option<Part>,
    /// Whether they are texts of which none has come yet that looks like one: then those that look
    /// like something else are in quotes.
    may_look_else: bool,
}

/// A column whose cells are JSON.
struct Part {
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

impl<W: Write> Writer<W> {
    /// `ty` is the type of the records, `fields` are the columns that are written, each with its place
    /// among all.
    pub fn new(
        out: W,
        delimiter: u8,
        null: String,
        ty: &Type,
        fields: &[(usize, FieldRef)],
    ) -> Result<Self, ArrowError> {
        let types = columns_of(ty);
        let column = |(place, field): &(usize, FieldRef)| match is_flat(field.data_type()) {
            true => {
                let is_text = is_text(types.get(*place), field.data_type());
                Ok(Column { part: None, may_look_else: is_text })
            }
            false => Ok(Column { part: Some(Part::of(ty, *place, field)?), may_look_else: false }),
        };
        let columns = fields.iter().map(column).collect::<Result<_, ArrowError>>()?;
        Ok(Writer { out, lines: Vec::new(), delimiter, null, columns, begun: false })
    }

    /// Whether the values of the records are needed, beside their columns.
    pub fn needs_values(&self) -> bool {
        self.columns.iter().any(|column| column.part.is_some())
    }

    /// Writes a batch; `values` are its records, if those are needed.
    pub fn write(&mut self, batch: &RecordBatch, values: &[Value]) -> Result<(), ArrowError> {
        self.header(batch.schema().fields());
        let Writer { out, lines, delimiter, null, columns, .. } = self;
        for (column, array) in columns.iter_mut().zip(batch.columns()) {
            column.may_look_else &= !has_plain_text(array);
        }
        let cells = batch.columns().iter().zip(&*columns);
        let cells: Vec<(Cells<'_>, bool)> = cells
            .map(|(array, column)| match &column.part {
                Some(part) => Ok((Cells::Json(part), false)),
                None => Ok((Cells::of(array)?, column.may_look_else)),
            })
            .collect::<Result<_, ArrowError>>()?;
        let mut cell = Vec::new();
        for row in 0..batch.num_rows() {
            for (i, ((cells, may_look_else), array)) in
                cells.iter().zip(batch.columns()).enumerate()
            {
                if i > 0 {
                    lines.push(*delimiter);
                }
                cell.clear();
                let is_null = match cells {
                    Cells::Json(part) => !part.write(values.get(row), &mut cell),
                    _ if array.is_null(row) => true,
                    cells => {
                        cells.write(row, &mut cell)?;
                        false
                    }
                };
                if is_null {
                    lines.extend(null.as_bytes());
                    continue;
                }
                let looks_else = *may_look_else && looks_else(&cell);
                put(&cell, cells.is_text(), looks_else, *delimiter, null, lines);
            }
            lines.push(b'\n');
            if lines.len() >= 1 << 16 {
                out.write_all(lines)?;
                lines.clear();
            }
        }
        Ok(())
    }

    fn header(&mut self, fields: &[FieldRef]) {
        if !self.begun {
            self.begun = true;
            for (i, field) in fields.iter().enumerate() {
                if i > 0 {
                    self.lines.push(self.delimiter);
                }
                let name = field.name().as_bytes();
                put(name, true, false, self.delimiter, &self.null, &mut self.lines);
            }
            self.lines.push(b'\n');
        }
    }

    /// Writes what has come, and a header if there is nothing but that.
    pub fn finish(mut self, fields: &[FieldRef]) -> Result<(), ArrowError> {
        self.header(fields);
        self.out.write_all(&self.lines)?;
        Ok(self.out.flush()?)
    }
}

/// A cell, in quotes if it needs them: a text that is nothing, or what is written for null, too.
fn put(
    cell: &[u8],
    is_text: bool,
    looks_else: bool,
    delimiter: u8,
    null: &str,
    lines: &mut Vec<u8>,
) {
    let is_special = |byte: &u8| *byte == delimiter || matches!(byte, b'"' | b'\n' | b'\r');
    let is_null = is_text && (cell.is_empty() || cell == null.as_bytes());
    if !is_null && !looks_else && !cell.iter().any(is_special) {
        return lines.extend(cell);
    }
    lines.push(b'"');
    for byte in cell {
        if *byte == b'"' {
            lines.push(b'"');
        }
        lines.push(*byte);
    }
    lines.push(b'"');
}

/// Whether a text would be read as a number, a time or a bool where all of its column are such.
fn looks_else(cell: &[u8]) -> bool {
    let is_one = matches!(cell, [b'0'..=b'9' | b'-' | b'.' | b't' | b'f' | b'N' | b'i', ..]);
    let class = || std::str::from_utf8(cell).map(classify);
    is_one && !matches!(class(), Ok(Class::Text | Class::Inexact) | Err(_))
}

/// Whether there is a text that looks like nothing else, so that all of its column are texts.
fn has_plain_text(array: &ArrayRef) -> bool {
    let is_plain = |text: &str| !text.is_empty() && !looks_else(text.as_bytes());
    array.as_string_opt::<i32>().is_some_and(|texts| texts.iter().flatten().any(is_plain))
}

/// Whether the cells of a column are texts, as long numbers are not, which are texts in Arrow.
fn is_text(ty: Option<&Type>, data_type: &DataType) -> bool {
    let ty = match ty {
        Some(Type::Option(inner)) => Some(&**inner),
        ty => ty,
    };
    let is_number = matches!(ty, Some(Type::Int(_) | Type::Fixed(_)));
    let is_text = match data_type {
        DataType::Dictionary(_, values) => values.is_string(),
        data_type => {
            data_type.is_string()
                || matches!(data_type, DataType::Binary | DataType::FixedSizeBinary(_))
        }
    };
    is_text && !is_number
}

fn is_flat(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => !values.is_nested(),
        other => !other.is_nested(),
    }
}

impl Part {
    fn of(ty: &Type, place: usize, field: &FieldRef) -> Result<Self, ArrowError> {
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
        let logical = crate::arrow::logical_of(field.data_type());
        let natural = Natural::with(&part, logical.as_ref(), Default::default());
        let natural = natural.map_err(|error| ArrowError::SchemaError(error.to_string()))?;
        Ok(Part { natural, of })
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
enum Cells<'a> {
    Json(&'a Part),
    Text(&'a ArrayRef),
    F32(&'a [f32]),
    F64(&'a [f64]),
    Logical(Logical, Vec<i64>),
    Duration(Vec<i64>),
    Bytes(&'a ArrayRef),
    Other(ArrayFormatter<'a>),
}

impl<'a> Cells<'a> {
    fn of(array: &'a ArrayRef) -> Result<Self, ArrowError> {
        const OPTIONS: FormatOptions<'static> = FormatOptions::new().with_display_error(false);
        Ok(match array.data_type() {
            DataType::Utf8 => Cells::Text(array),
            DataType::Float32 => Cells::F32(array.as_primitive::<Float32Type>().values()),
            DataType::Float64 => Cells::F64(array.as_primitive::<Float64Type>().values()),
            DataType::Binary | DataType::FixedSizeBinary(_) => Cells::Bytes(array),
            DataType::Duration(_) => Cells::Duration(numbers(array)?),
            data_type => match crate::arrow::logical_of(data_type) {
                Some(logical) => Cells::Logical(logical, numbers(array)?),
                None => Cells::Other(ArrayFormatter::try_new(array, &OPTIONS)?),
            },
        })
    }

    fn is_text(&self) -> bool {
        matches!(self, Cells::Text(_) | Cells::Other(_) | Cells::Bytes(_))
    }

    fn write(&self, row: usize, out: &mut Vec<u8>) -> Result<(), ArrowError> {
        match self {
            Cells::Json(_) => {}
            Cells::Text(array) => out.extend(array.as_string::<i32>().value(row).as_bytes()),
            Cells::F32(values) => write!(out, "{:?}", values[row])?,
            Cells::F64(values) => write!(out, "{:?}", values[row])?,
            Cells::Logical(logical, values) => match logical.text(values[row]) {
                Some(text) => out.extend(text.into_bytes()),
                None => write_far(logical, values[row], out)?,
            },
            Cells::Duration(values) => write!(out, "{}", values[row])?,
            Cells::Bytes(array) => {
                let bytes = match array.as_fixed_size_binary_opt() {
                    Some(array) => array.value(row),
                    None => array.as_binary::<i32>().value(row),
                };
                for byte in bytes {
                    write!(out, "{byte:02x}")?;
                }
            }
            Cells::Other(cells) => write!(out, "{}", cells.value(row))?,
        }
        Ok(())
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
