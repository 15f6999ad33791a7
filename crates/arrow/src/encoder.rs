//! Record batches to lists of records.

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Fields};
use onesheet_dynamic::Type;
use onesheet_file::{FieldList, Statistics};

use crate::cast::cast;
use crate::column::{Column, Kind};
use crate::decoder::{columns_of, record};
use crate::error::{Error, Wrong};
use crate::names::{places, unique};
use crate::rows;
use crate::statistics;

/// Turns record batches to lists of records of one type.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{RecordBatch, StringArray, UInt16Array};
/// use onesheet_arrow::{Encoder, type_of};
///
/// let batch = RecordBatch::try_from_iter([
///     ("name", Arc::new(StringArray::from(vec!["a", "bc"])) as _),
///     ("at", Arc::new(UInt16Array::from(vec![1000, 1001])) as _),
/// ])?;
/// let encoder = Encoder::new(&"struct Reading{name: str, at: u16}".parse()?)?;
/// assert_eq!(encoder.encode(&batch)?, onesheet::list::encode(&[("a", 1000u16), ("bc", 1001)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    record: Column,
    fields: Fields,
}

impl Encoder {
    /// An encoder to records of a type, whose columns are those that a [`Decoder`](crate::Decoder) of
    /// it gives.
    ///
    /// # Errors
    /// As [`Decoder::new`](crate::Decoder::new).
    pub fn new(ty: &Type) -> Result<Self, Error> {
        let record = record(ty)?;
        let fields = columns_of(&record);
        Ok(Encoder { record, fields })
    }

    /// The type of the records.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.record.ty
    }

    /// enc(T, v1 … vn) of the rows. The columns are found by their names, which a [`Decoder`](crate::Decoder)
    /// of columns with the same names would give them; those of other data types are cast.
    ///
    /// # Errors
    /// [`Value`](Error::Value) for a column that is missing, one that the type does not have, and a
    /// value that does not fit: a null where there is no option, a number out of range, a fraction
    /// for an integer, a key that is there twice.
    pub fn encode(&self, batch: &RecordBatch) -> Result<Vec<u8>, Error> {
        self.list(&self.columns(batch)?)
    }

    /// The columns of the type, of those of a batch.
    pub(crate) fn columns(&self, batch: &RecordBatch) -> Result<Vec<ArrayRef>, Error> {
        let wrong = |column: &str, why: String| Error::Value { column: column.to_owned(), why };
        let schema = batch.schema();
        let names = unique(schema.fields().iter().map(|field| field.name().clone()));
        let ours = places(self.fields.iter().map(|field| field.name()));
        if let Some(name) = names.iter().find(|name| !ours.contains_key(name.as_str())) {
            return Err(wrong(name, "not in the type of the records".to_owned()));
        }
        let places = places(&names);
        let mut columns = Vec::with_capacity(self.fields.len());
        for field in &self.fields {
            let name = field.name();
            let place = places.get(name.as_str());
            let Some(column) = place.and_then(|place| batch.columns().get(*place)) else {
                return Err(wrong(name, "missing".to_owned()));
            };
            let column = cast(column, field.data_type()).map_err(|e| wrong(name, e.to_string()))?;
            if !field.is_nullable() && column.logical_null_count() > 0 {
                return Err(wrong(name, "null, but the type is not an option".to_owned()));
            }
            columns.push(column);
        }
        Ok(columns)
    }

    /// enc(T, v1 … vn) of the rows of these columns.
    pub(crate) fn list(&self, columns: &[ArrayRef]) -> Result<Vec<u8>, Error> {
        let mut list = Vec::new();
        if columns.iter().any(|column| !column.is_empty()) {
            self.put(columns, &mut list).map_err(|Wrong(why)| self.blame(columns, why))?;
        }
        Ok(list)
    }

    /// Between which values the numbers in these columns are, and where the columns are in the list of their rows.
    pub(crate) fn statistics(&self, columns: &[ArrayRef], rows: usize, list: &[u8]) -> Statistics {
        let fields = FieldList::of(self.ty(), rows, list);
        Statistics { fields, ..statistics::of(&self.record, columns) }
    }

    fn put(&self, columns: &[ArrayRef], out: &mut Vec<u8>) -> Result<(), Wrong> {
        match (&self.record.kind, &self.record.data_type, columns) {
            (Kind::Fields(members), DataType::Struct(_), _) => {
                rows::encode_columns(members, columns, out)
            }
            (Kind::Enum(e), DataType::Struct(_), _) => rows::encode_enum_columns(e, columns, out),
            (.., [column]) => self.record.encode(column, out),
            _ => Err(Wrong(format!("expected one column, found {}", columns.len()))),
        }
    }

    /// The error of records of which one column alone cannot be written, or all.
    fn blame(&self, columns: &[ArrayRef], why: String) -> Error {
        let mut members = match &self.record.kind {
            Kind::Fields(members) => members.columns.iter().zip(columns).zip(&self.fields),
            _ => [].iter().zip(columns).zip(&self.fields),
        };
        let is_wrong = members
            .find(|((member, column), _)| member.column.encode(column, &mut Vec::new()).is_err());
        let column = is_wrong.map_or("value", |(_, field)| field.name());
        Error::Value { column: column.to_owned(), why }
    }
}
