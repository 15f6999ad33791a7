//! What values have to be beside their type: decimals, and floats of 16 bits.

use std::slice;

use arrow_schema::DataType;
use onesheet::Limits;
use onesheet_arrow::Decoder;
use onesheet_dynamic::{Type, Value, encode_list};

use crate::failure::Failure;

/// Finds values that are none of a column's data type.
pub struct Checks(Option<Decoder>);

impl Checks {
    /// None, for values that come as such data types.
    pub const NONE: Self = Checks(None);

    /// Those of the columns of a decoder.
    pub fn of(decoder: &Decoder) -> Result<Self, Failure> {
        let narrow = narrow(decoder);
        let decoder = (!narrow.is_empty()).then(|| decoder.project(&narrow));
        decoder.transpose().map(Checks).map_err(Failure::found)
    }

    /// That a record of this type is one of those columns.
    pub fn check(&self, ty: &Type, record: &Value) -> Result<(), String> {
        let Some(decoder) = &self.0 else { return Ok(()) };
        let list = encode_list(ty, slice::from_ref(record)).map_err(|e| e.to_string())?;
        decoder.decode(&list, 1, &Limits::default()).map(drop).map_err(|e| e.to_string())
    }
}

/// The places of the columns that not every value of their type fits.
pub fn narrow(decoder: &Decoder) -> Vec<usize> {
    let columns = decoder.schema().fields().iter().enumerate();
    columns.filter(|(_, field)| is_narrow(field.data_type())).map(|(place, _)| place).collect()
}

/// Whether not every text, or every float, is one of a data type.
fn is_narrow(data_type: &DataType) -> bool {
    match data_type {
        DataType::List(part) | DataType::LargeList(part) | DataType::Map(part, _) => {
            is_narrow(part.data_type())
        }
        DataType::Struct(fields) => fields.iter().any(|field| is_narrow(field.data_type())),
        other => other.is_decimal() || *other == DataType::Float16,
    }
}
