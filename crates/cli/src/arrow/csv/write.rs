//! Batches as lines of values between delimiters.

use std::io::Write;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, FieldRef};
use onesheet_dynamic::{Type, Value};

use super::numbers::{Class, classify};
use super::read::columns_of;
use crate::arrow::cells::{Cells, Part};

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
        let column = |(place, field): &(usize, FieldRef)| {
            let part = Part::of(ty, *place, field)?;
            let is_text = part.is_none() && is_text(types.get(*place), field.data_type());
            Ok(Column { part, may_look_else: is_text })
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
            .map(|(array, column)| {
                Ok((Cells::of(array, column.part.as_ref())?, column.may_look_else))
            })
            .collect::<Result<_, ArrowError>>()?;
        let mut cell = Vec::new();
        for row in 0..batch.num_rows() {
            for (i, (cells, may_look_else)) in cells.iter().enumerate() {
                if i > 0 {
                    lines.push(*delimiter);
                }
                cell.clear();
                if !cells.write(row, values.get(row), &mut cell)? {
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
