//! Whether records have values of their columns' data types: texts that are decimals, floats of 16 bits.

use arrow_schema::DataType;
use onesheet::Limits;
use onesheet_arrow::{Decoder, Error};

use crate::failure::Failure;

/// Refuses records with a value that its column's data type does not have.
pub struct Checks(Option<Decoder>);

impl Checks {
    /// Refuses none: of values that already have those data types.
    pub const NONE: Self = Checks(None);

    /// Checks the columns of a decoder.
    pub fn of(decoder: &Decoder) -> Result<Self, Failure> {
        let narrow = narrow(decoder);
        let decoder = (!narrow.is_empty()).then(|| decoder.project(&narrow));
        decoder.transpose().map(Checks).map_err(Failure::found)
    }

    /// Checks one record, of which `message` is the encoding: that of a list of one (W15).
    pub fn check(&self, message: &[u8]) -> Result<(), Error> {
        let Some(decoder) = &self.0 else { return Ok(()) };
        decoder.decode(message, 1, &Limits::default()).map(drop)
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
