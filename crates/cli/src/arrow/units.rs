//! Times, dates and decimals of data types that Parquet has not: they are written as ones that it has,
//! and the metadata of the schema say what they were.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef, TimeUnit};
use onesheet_arrow::{CAST_PREFIX, data_type};

/// The schema with units that Parquet has.
pub fn of_parquet(schema: &SchemaRef) -> SchemaRef {
    let mut metadata = schema.metadata().clone();
    let field = |field: &FieldRef| {
        let made = known(field.data_type());
        if made == *field.data_type() {
            return Arc::clone(field);
        }
        metadata.insert(format!("{CAST_PREFIX}{}", field.name()), field.data_type().to_string());
        Arc::new(field.as_ref().clone().with_data_type(made))
    };
    let fields: Fields = schema.fields().iter().map(field).collect();
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

/// The schema as it was before [`of_parquet`].
pub fn as_was(schema: &SchemaRef) -> SchemaRef {
    let mut metadata = schema.metadata().clone();
    let field = |field: &FieldRef| {
        let key = format!("{CAST_PREFIX}{}", field.name());
        let was = metadata.remove(&key).and_then(|text| data_type(&text));
        match was.filter(|was| known(was) == *field.data_type()) {
            Some(was) => Arc::new(field.as_ref().clone().with_data_type(was)),
            None => Arc::clone(field),
        }
    };
    let fields: Fields = schema.fields().iter().map(field).collect();
    Arc::new(Schema::new_with_metadata(fields, metadata))
}

/// The schema with the seconds, and their zones, that another says its columns were in.
pub fn as_stated(schema: &SchemaRef, stated: &Schema) -> SchemaRef {
    use DataType::{Time32, Timestamp};
    use TimeUnit::{Millisecond, Second};
    let field = |field: &FieldRef| {
        let was = stated.field_with_name(field.name()).ok().map(Field::data_type);
        let stated = match (was, field.data_type()) {
            (Some(Timestamp(Second, zone)), Timestamp(Millisecond, other))
                if zone.is_some() == other.is_some() =>
            {
                was
            }
            (Some(Time32(Second)), Time32(Millisecond)) => was,
            _ => None,
        };
        match stated {
            Some(stated) => Arc::new(field.as_ref().clone().with_data_type(stated.clone())),
            None => Arc::clone(field),
        }
    };
    let fields: Fields = schema.fields().iter().map(field).collect();
    Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))
}

/// The batch with the columns of a schema that differs in units.
pub fn cast(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let options = CastOptions { safe: false, ..CastOptions::default() };
    let pairs = batch.columns().iter().zip(schema.fields());
    let columns = pairs.map(|(column, field)| match column.data_type() == field.data_type() {
        true => Ok(Arc::clone(column)),
        false => cast_with_options(column, field.data_type(), &options)
            .map_err(|error| ArrowError::CastError(format!("column {}: {error}", field.name()))),
    });
    RecordBatch::try_new(Arc::clone(schema), columns.collect::<Result<_, _>>()?)
}

fn known(data_type: &DataType) -> DataType {
    let field = |field: &Field| Arc::new(field.clone().with_data_type(known(field.data_type())));
    match data_type {
        DataType::Timestamp(TimeUnit::Second, zone) => {
            DataType::Timestamp(TimeUnit::Millisecond, zone.clone())
        }
        DataType::Time32(TimeUnit::Second) => DataType::Time32(TimeUnit::Millisecond),
        // A date of Parquet's has no milliseconds.
        DataType::Date64 => DataType::Timestamp(TimeUnit::Millisecond, None),
        // Parquet's writer takes none of one digit for a decimal of 32 bits.
        DataType::Decimal32(1, scale) => DataType::Decimal128(1, *scale),
        DataType::List(item) => DataType::List(field(item)),
        DataType::LargeList(item) => DataType::LargeList(field(item)),
        DataType::Map(entries, sorted) => DataType::Map(field(entries), *sorted),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(|f| field(f)).collect()),
        other => other.clone(),
    }
}
