//! Which records are one table: those whose columns have one name and one data type each.

use arrow_schema::{DataType, FieldRef, Fields};
use onesheet_dynamic::{Change, Readable, Type, changes};
use onesheet_file::Section;

use crate::cast::{has_more, item};
use crate::decoder::{Decoder, SCHEMA_KEY};

/// What helps if records are no part of a table.
const APART: &str = "read these records apart";

impl Decoder {
    /// Whether it decodes the records of a section: those of a type that is read as its own (F14), and for a
    /// [table](Self::table) those that need no other names or data types.
    ///
    /// # Errors
    /// What stands against it: which column, and how it differs.
    pub fn takes(&self, section: &Section<'_>) -> Result<(), String> {
        let read = section.is_read_as(self.ty());
        if !self.is_table() {
            return read;
        }
        let own = match section.schema() == self.schema().metadata()[SCHEMA_KEY] {
            true => self.bare(),
            false => {
                let ty = section.schema().parse::<Type>();
                let ty = ty.map_err(|error| format!("not a schema: {error}"))?;
                Decoder::new(&ty).map_err(|error| error.to_string())?
            }
        };
        read.map_err(|why| other_columns(&own, self).unwrap_or(why))?;
        same_columns(&own.cast(section.about()), self).map_err(|why| format!("{why}: {APART}"))
    }
}

/// Whether the records of two decoders, which are [cast](Decoder::cast), are one table, whichever of them is the
/// newer: one type is read as the other (F14), and the columns that both have are of the same names and data types.
///
/// # Errors
/// What stands against it: which column, and how it differs.
pub fn one_table(old: &Decoder, new: &Decoder) -> Result<(), String> {
    same_columns(old, new).or_else(|why| same_columns(new, old).map_err(|_| why))
}

/// Whether the columns are those of a table whose type reads these records. Fingerprints leave names out, and
/// what the numbers are: `{lat, lon}` is read as `{lon, lat}`, and dates as times.
fn same_columns(own: &Decoder, table: &Decoder) -> Result<(), String> {
    let is_other = |change: &Change| change.is_rename() || change.new_reads_old != Readable::Always;
    // Those of one type may have one name.
    let found = if own.ty() == table.ty() { Vec::new() } else { changes(own.ty(), table.ty()) };
    if let Some(Change { path, what, .. }) = found.into_iter().find(is_other) {
        return Err(format!("{path}: {what}, but a table has the same fields at the same places"));
    }
    let differs = |column: &str, own: &DataType, table: &DataType| {
        Err(format!("column {column}: {own}, which is {table} in the table"))
    };
    let is_struct = |decoder: &Decoder| matches!(decoder.data_type(), DataType::Struct(_));
    if is_struct(own) != is_struct(table) {
        return differs("value", own.data_type(), table.data_type());
    }
    for (own, table) in both(own.fields(), table.fields()) {
        if !is_same(own.data_type(), table.data_type()) {
            return differs(own.name(), own.data_type(), table.data_type());
        }
    }
    Ok(())
}

/// Which columns one has and the other has not, or only one with nulls, if that is what stands against it.
fn other_columns(own: &Decoder, table: &Decoder) -> Option<String> {
    // Those of a type that is extensible may be missing.
    let is_fixed = |decoder: &Decoder| matches!(decoder.ty(), Type::Struct(s) if !s.extensible);
    if !is_fixed(own) || !is_fixed(table) {
        return None;
    }
    let (own, table) = (own.fields(), table.fields());
    let lacks = |fields: &Fields, other: &Fields| {
        let lost = other.iter().find(|other| fields.find(other.name()).is_none());
        lost.map(|field| field.name().clone())
    };
    if let Some(name) = lacks(own, table) {
        return Some(format!("column {name} is missing: {APART}"));
    }
    if let Some(name) = lacks(table, own) {
        return Some(format!("column {name} is not in the table: {APART}"));
    }
    let differs = |(own, table): &(&FieldRef, &FieldRef)| own.is_nullable() != table.is_nullable();
    let (own, _) = both(own, table).find(differs)?;
    let (may, not) = if own.is_nullable() { ("may", "may not") } else { ("may not", "may") };
    let name = own.name();
    Some(format!(
        "column {name} {may} be null, and {not} in the table: write both so that it may, or {APART}"
    ))
}

/// The fields that are in both.
fn both<'a>(
    own: &'a Fields,
    table: &'a Fields,
) -> impl Iterator<Item = (&'a FieldRef, &'a FieldRef)> {
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
