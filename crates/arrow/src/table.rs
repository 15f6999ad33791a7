//! Which records are one table: those whose columns have one name and one data type each.

use arrow_schema::{DataType, Fields};
use onesheet_dynamic::{Change, Readable, Type, changes};

use crate::cast::{has_more, item};

/// What helps if records are no part of a table.
const APART: &str = "read these records apart";

/// Whether two types, of which one is read as the other, have the same names at the same places: fingerprints
/// leave names out, and `{lat, lon}` is read as `{lon, lat}`.
pub(crate) fn same_names(old: &Type, new: &Type) -> Result<(), String> {
    let is_other = |change: &Change| change.is_rename() || change.new_reads_old != Readable::Always;
    match changes(old, new).into_iter().find(is_other) {
        Some(change) => Err(format!(
            "{}: {}, but a table has the same fields at the same places: {APART}",
            change.path, change.what
        )),
        None => Ok(()),
    }
}

/// Whether the columns that two types have both are of the same data types, but for what F14 allows: a
/// number that was widened, for one.
pub(crate) fn same_types(own: &Fields, table: &Fields) -> Result<(), String> {
    for (own, table) in both(own, table) {
        if !is_same(own.data_type(), table.data_type()) {
            return Err(differs(own.name(), own.data_type(), table.data_type()));
        }
    }
    Ok(())
}

pub(crate) fn differs(column: &str, own: &DataType, table: &DataType) -> String {
    format!("column {column}: {own}, which is {table} in the table: {APART}")
}

/// The fields that are in both.
fn both<'a>(
    own: &'a Fields,
    table: &'a Fields,
) -> impl Iterator<Item = (&'a arrow_schema::FieldRef, &'a arrow_schema::FieldRef)> {
    own.iter().filter_map(|own| Some((own, table.iter().find(|field| field.name() == own.name())?)))
}

fn is_same(own: &DataType, table: &DataType) -> bool {
    let pair = (own, table);
    if let (DataType::Struct(own), DataType::Struct(table)) = pair {
        return both(own, table).all(|(own, table)| is_same(own.data_type(), table.data_type()));
    }
    if let (DataType::Map(own, _), DataType::Map(table, _)) = pair {
        return is_same(own.data_type(), table.data_type());
    }
    if let (Some(own), Some(table)) = (item(own), item(table)) {
        return is_same(own, table);
    }
    let is_own =
        |data_type: &DataType| matches!(data_type, DataType::Struct(_)) || has_more(data_type);
    own == table || !is_own(own) && !is_own(table)
}
