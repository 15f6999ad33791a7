//! The records of a section as JSON.

use onesheet_dynamic::{Type, Value};
use onesheet_file::Section;

use crate::args::{Json, JsonArgs};
use crate::failure::Failure;
use crate::logical;

/// What makes JSON of the records of a section.
pub struct Records {
    json: Json,
    /// The places of the columns that are asked for.
    places: Option<Vec<usize>>,
}

impl Records {
    pub fn of(
        args: &JsonArgs,
        columns: Option<&[String]>,
        name: &str,
        ty: &Type,
        section: &Section<'_>,
    ) -> Result<Self, Failure> {
        let json = args.of(ty, logical::of(ty, section).as_ref()).map_err(Failure::found)?;
        let names = match &json {
            Json::Natural(natural) => natural.fields(),
            Json::Exact(_) => &[],
        };
        let place = |column: &String| {
            let place = names.iter().position(|name| name == column);
            let none = || Failure::found(format_args!("{name}: unknown column {column:?}"));
            place.ok_or_else(none)
        };
        let places =
            columns.map(|columns| columns.iter().map(place).collect::<Result<Vec<_>, _>>());
        let places = places.transpose()?;
        let columns = columns.unwrap_or_default();
        for (i, column) in columns.iter().enumerate() {
            if columns[..i].contains(column) {
                return Err(Failure::usage(format_args!("--columns: duplicate column {column:?}")));
            }
        }
        Ok(Records { json, places })
    }

    pub fn write(&self, record: &Value, out: &mut Vec<u8>) {
        match (&self.json, &self.places) {
            (Json::Natural(natural), Some(places)) => natural.write_fields(record, places, out),
            (json, _) => json.write(record, out),
        }
    }
}
