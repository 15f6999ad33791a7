//! Lists of records to record batches.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_cast::can_cast_types;
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use onesheet::Limits;
use onesheet::de::Reader;
use onesheet_dynamic::Type;
use onesheet_file::{Fields as FieldLists, Section};

use crate::cast::{cast, may_be, renamed};
use crate::column::{Column, Columns, Kind, Members};
use crate::error::Error;
use crate::names::places;
use crate::rows;
use crate::slots::Slots;
use crate::statistics::Leaves;

/// The key under which the metadata of a schema have the text form of the records' type.
pub const SCHEMA_KEY: &str = "onesheet.schema";

/// What a key of `about` begins with, behind which the name of a column follows: the value is the
/// data type to which that column is cast, as Arrow writes it. In names of fields inside of it, `_` may stand
/// for a character that Arrow escapes, and for no name.
pub const CAST_PREFIX: &str = "arrow:";

/// Turns lists of records of one type to record batches, or some of their columns.
///
/// ```
/// use arrow_array::{cast::AsArray, types::UInt16Type};
/// use onesheet_arrow::Decoder;
///
/// let list = onesheet::list::encode(&[("a", 1000u16), ("bc", 1001)]);
/// let decoder = Decoder::new(&"struct Reading{name: str, at: u16}".parse()?)?;
/// let batch = decoder.decode(&list, 2, &onesheet::Limits::default())?;
/// assert_eq!(batch["at"].as_primitive::<UInt16Type>().values(), &[1000, 1001]);
///
/// // Other columns are stepped over.
/// let batch = decoder.project(&[1])?.decode(&list, 2, &onesheet::Limits::default())?;
/// assert_eq!(batch.num_columns(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    record: Arc<Column>,
    /// All columns.
    fields: Fields,
    /// Which columns are given, in order.
    columns: Vec<usize>,
    /// Whether each column is.
    wanted: Vec<bool>,
    schema: SchemaRef,
    /// Whether all sections are one table.
    is_table: bool,
}

impl Decoder {
    /// A decoder of records of a type: of a struct, its fields are the columns; of any other type,
    /// there is one column, `value`.
    ///
    /// # Errors
    /// [`Type`](Error::Type) for a type that is none of the format, or an array of 2^31 elements.
    pub fn new(ty: &Type) -> Result<Self, Error> {
        let record = record(ty)?;
        let fields = columns_of(&record);
        Ok(Decoder::with(Arc::new(record), fields))
    }

    /// The [table](Self::table) that a section begins, which is mostly the [newest](crate::newest): its type,
    /// with the columns cast of which it says so.
    ///
    /// # Errors
    /// As [`new`](Self::new), and if its schema is none.
    pub fn of_section(section: &Section<'_>) -> Result<Self, Error> {
        let ty = section.schema().parse::<Type>();
        let ty = ty.map_err(|error| Error::Type(format!("schema: {error}")))?;
        Ok(Decoder::new(&ty)?.table(section.about()))
    }

    fn with(record: Arc<Column>, fields: Fields) -> Self {
        let metadata = HashMap::from([(SCHEMA_KEY.to_owned(), record.ty.to_string())]);
        let schema = Arc::new(Schema::new_with_metadata(fields.clone(), metadata));
        let (columns, wanted) = ((0..fields.len()).collect(), vec![true; fields.len()]);
        Decoder { record, fields, columns, wanted, schema, is_table: false }
    }

    /// A [`cast`](Self::cast) decoder of a table, which [takes](Self::takes) only sections with the same names at
    /// the same places and the same times, dates and decimals: a table has one of each for a column.
    #[must_use]
    pub fn table<'a>(self, about: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Decoder { is_table: true, ..self.cast(about) }
    }

    /// The same with the columns cast of which a schema block's `about` says so: `arrow:at` with the
    /// value `Timestamp(ms)` makes the column `at` such a time. Integers become
    /// dates, times and durations, texts decimals, in lists and structs, too. What is no data type, or
    /// another one, is passed over.
    #[must_use]
    pub fn cast<'a>(self, about: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut fields: Vec<Arc<Field>> = self.fields.iter().cloned().collect();
        let places = places(self.fields.iter().map(|field| field.name()));
        for (column, value) in casts_of(about) {
            let Some(place) = places.get(column) else { continue };
            if let Ok(field) = cast_field(&self.fields[*place], value) {
                fields[*place] = Arc::new(field);
            }
        }
        let is_table = self.is_table;
        Decoder { is_table, ..Decoder::with(self.record, fields.into()) }
    }

    /// Whether [`cast`](Self::cast) passes over nothing: for what a user says, and not a file.
    ///
    /// # Errors
    /// The first key under [`CAST_PREFIX`] that names no column, and the first value that is no data type, or one
    /// to which the column cannot be cast.
    pub fn check_casts<'a>(
        &self,
        about: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), String> {
        let places = places(self.fields.iter().map(|field| field.name()));
        casts_of(about).try_for_each(|(column, value)| {
            let place = places.get(column).ok_or_else(|| "there is no such column".to_owned());
            let cast = place.and_then(|place| cast_field(&self.fields[*place], value));
            cast.map(drop).map_err(|why| format!("{CAST_PREFIX}{column}={value}: {why}"))
        })
    }

    /// The same for some of the columns, by their places in [`schema`](Self::schema), in this order.
    /// What is in the others is not checked, nor is what follows the last of these; of no columns, `list` is
    /// not looked at.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn project(&self, columns: &[usize]) -> Result<Self, Error> {
        let column = |place: &usize| {
            let no_column = || Error::Type(format!("there is no column {place}"));
            self.columns.get(*place).copied().ok_or_else(no_column)
        };
        let columns = columns.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        let mut wanted = vec![false; self.fields.len()];
        columns.iter().for_each(|column| wanted[*column] = true);
        let schema = Arc::new(Schema::new_with_metadata(
            columns
                .iter()
                .filter_map(|column| self.fields.get(*column).cloned())
                .collect::<Fields>(),
            self.schema.metadata().clone(),
        ));
        let (record, fields) = (Arc::clone(&self.record), self.fields.clone());
        Ok(Decoder { record, fields, columns, wanted, schema, is_table: self.is_table })
    }

    /// The schema of the batches. Its metadata have the records' type under [`SCHEMA_KEY`].
    #[must_use]
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The type of the records.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.record.ty
    }

    /// All columns, whichever are chosen.
    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The data type of the records.
    pub(crate) fn data_type(&self) -> &DataType {
        &self.record.data_type
    }

    pub(crate) fn is_table(&self) -> bool {
        self.is_table
    }

    /// The same of all columns, without casts.
    pub(crate) fn bare(&self) -> Self {
        Decoder::with(Arc::clone(&self.record), columns_of(&self.record))
    }

    /// The numbers of the records, to be found in statistics.
    pub(crate) fn leaves(&self) -> Leaves {
        Leaves::new(&self.record, &self.fields)
    }

    /// The batch of `count` records, of which `list` is enc(T, v1 … vn). Columns are not copied more
    /// than once.
    ///
    /// # Errors
    /// The rule that `list` breaks, or that memory is bounded (W33): `limits` holds for all that is
    /// claimed, the columns included; and [`Value`](Error::Value) for what is no value of the data type to
    /// which its column is cast, such as a text that is no such decimal.
    pub fn decode(&self, list: &[u8], count: usize, limits: &Limits) -> Result<RecordBatch, Error> {
        if self.columns.is_empty() {
            return self.batch(Vec::new(), count);
        }
        let mut r = Reader::new(list, limits);
        let slots = Slots::all(r.count(count as u64, self.record.may_be_empty)?);
        let wanted = Some(self.wanted.as_slice());
        let columns = match (&self.record.kind, &self.record.data_type) {
            (Kind::Fields(members), DataType::Struct(_)) => {
                rows::decode_columns(members, &mut r, &slots, wanted)?
            }
            (Kind::Enum(e), DataType::Struct(_)) => {
                rows::decode_enum_columns(e, &mut r, &slots, wanted)?
            }
            _ => vec![Some(self.record.decode(&mut r, &slots)?)],
        };
        if !self.wanted.contains(&false) {
            r.finish()?;
        }
        self.batch(columns, count)
    }

    /// Which fields of a block are to be read, in their order: none if all are, or if fields have no lists of
    /// their own (F22).
    pub(crate) fn wanted_fields(&self) -> Vec<usize> {
        match &self.record.kind {
            Kind::Fields(Members { size: None, .. }) if self.wanted.contains(&false) => {
                (0..self.wanted.len())
                    .filter(|field| self.wanted.get(*field) == Some(&true))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The batch of these fields of a block, which are those that are [wanted](Self::wanted_fields).
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub(crate) fn decode_fields(
        &self,
        fields: &FieldLists<'_>,
        limits: &Limits,
    ) -> Result<RecordBatch, Error> {
        let count = fields.count() as usize;
        let Kind::Fields(members) = &self.record.kind else { return self.batch(Vec::new(), count) };
        let mut wanted = members.columns.iter().zip(&self.wanted).filter(|(_, wanted)| **wanted);
        let may_be_empty = wanted.all(|(member, _)| member.column.may_be_empty);
        let mut r = Reader::new(fields.bytes(), limits);
        let slots = Slots::all(r.count(count as u64, may_be_empty)?);
        let places = fields.places();
        let columns = rows::decode_lists(members, &mut r, &slots, &self.wanted, places)?;
        self.batch(columns, count)
    }

    /// The batch of the columns that are wanted, cast.
    fn batch(&self, mut columns: Columns, count: usize) -> Result<RecordBatch, Error> {
        for (column, field) in columns.iter_mut().zip(&self.fields) {
            if let Some(array) = column {
                *array = cast(array, field.data_type()).map_err(|error| Error::Value {
                    column: field.name().clone(),
                    why: error.to_string(),
                })?;
            }
        }
        let columns =
            self.columns.iter().filter_map(|place| columns.get(*place).cloned().flatten());
        let options = RecordBatchOptions::new().with_row_count(Some(count));
        let schema = Arc::clone(&self.schema);
        Ok(RecordBatch::try_new_with_options(schema, columns.collect(), &options)?)
    }
}

/// The columns that `about` casts, and to what.
fn casts_of<'a>(
    about: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    about.into_iter().filter_map(|(key, value)| Some((key.strip_prefix(CAST_PREFIX)?, value)))
}

/// What a column is once it is cast.
pub(crate) fn cast_field(field: &Field, value: &str) -> Result<Field, String> {
    let data_type = data_type(value).ok_or("not a data type of Arrow")?;
    let from = field.data_type();
    let named = renamed(&data_type, from, str::to_owned);
    if !(may_be(from, &data_type) && can_cast_types(from, &named)) {
        return Err(format!("the column is {from}, which cannot be cast to that"));
    }
    Ok(field.clone().with_data_type(named))
}

/// The data type that a text names, as Arrow writes it: none if it is nested too deeply, for of one that
/// has others in it the parser calls itself, and files may come from anywhere.
#[must_use]
pub fn data_type(text: &str) -> Option<DataType> {
    const MOST: usize = 64;
    if text.matches(['(', '<', '{', '[']).count() > MOST { None } else { text.parse().ok() }
}

/// The column of a type, which it checks.
pub(crate) fn record(ty: &Type) -> Result<Column, Error> {
    ty.check().map_err(|error| Error::Type(error.to_string()))?;
    Column::of(ty)
}

/// The columns of records.
pub(crate) fn columns_of(record: &Column) -> Fields {
    match &record.data_type {
        DataType::Struct(fields) if !record.nullable => fields.clone(),
        _ => Fields::from(vec![record.field("value")]),
    }
}
