//! Data types of Arrow's as what numbers stand for.

use std::sync::Arc;

use arrow_schema::{DataType, Field, TimeUnit};
use onesheet_arrow::Decoder;
use onesheet_dynamic::time::{Unit, Zone};
use onesheet_dynamic::{Logical, Type};

use super::csv::{Kind, data_type as data_type_of};

/// What the columns of records stand for, if any is more than its type.
pub fn logical(decoder: &Decoder) -> Option<Logical> {
    let columns = decoder.schema().fields();
    match decoder.ty() {
        Type::Struct(s) if s.fields.len() == columns.len() => {
            fields(columns.iter().map(|field| &**field))
        }
        _ => of(columns.first()?.data_type()),
    }
}

fn fields<'a>(fields: impl Iterator<Item = &'a Field>) -> Option<Logical> {
    let fields: Vec<_> = fields.map(|field| of(field.data_type())).collect();
    fields.iter().any(Option::is_some).then_some(Logical::Fields(fields))
}

pub fn of(data_type: &DataType) -> Option<Logical> {
    match data_type {
        DataType::Date32 => Some(Logical::Date),
        DataType::Date64 => Some(Logical::DateMillis),
        DataType::Time32(unit) | DataType::Time64(unit) => Some(Logical::Time(unit_of(*unit))),
        DataType::Timestamp(unit, None) => Some(Logical::Timestamp(unit_of(*unit), None)),
        DataType::Timestamp(unit, Some(zone)) => {
            // What a place of the world has as its time is no constant: such times are of UTC.
            let zone = Zone::parse(zone).unwrap_or(Zone::Utc);
            Some(Logical::Timestamp(unit_of(*unit), Some(zone)))
        }
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            of(item.data_type()).map(|item| Logical::Items(Box::new(item)))
        }
        DataType::Map(entries, _) => match entries.data_type() {
            DataType::Struct(entry) => {
                of(entry.get(1)?.data_type()).map(|value| Logical::Items(Box::new(value)))
            }
            _ => None,
        },
        DataType::Struct(parts) => fields(parts.iter().map(|field| &**field)),
        _ => None,
    }
}

/// A data type whose numbers stand for something else.
pub fn data_type_as(data_type: &DataType, logical: Option<&Logical>) -> DataType {
    let item = |field: &Field, logical: &Logical| {
        let data_type = data_type_as(field.data_type(), Some(logical));
        Arc::new(field.clone().with_data_type(data_type))
    };
    match (data_type, logical) {
        (DataType::List(field), Some(Logical::Items(logical))) => {
            DataType::List(item(field, logical))
        }
        (DataType::Map(entries, sorted), Some(Logical::Items(logical))) => {
            match entries.data_type() {
                DataType::Struct(entry) if entry.len() == 2 => {
                    let entry = vec![Arc::clone(&entry[0]), item(&entry[1], logical)];
                    let data_type = DataType::Struct(entry.into());
                    DataType::Map(
                        Arc::new(entries.as_ref().clone().with_data_type(data_type)),
                        *sorted,
                    )
                }
                _ => data_type.clone(),
            }
        }
        (DataType::Struct(fields), Some(Logical::Fields(parts))) => {
            let each = fields.iter().enumerate();
            let each = each.map(|(i, field)| match parts.get(i).and_then(Option::as_ref) {
                Some(logical) => item(field, logical),
                None => Arc::clone(field),
            });
            DataType::Struct(each.collect())
        }
        (from, Some(logical)) if from.is_integer() => {
            Kind::of_logical(logical).map_or_else(|| from.clone(), |kind| data_type_of(&kind))
        }
        (other, _) => other.clone(),
    }
}

fn unit_of(unit: TimeUnit) -> Unit {
    match unit {
        TimeUnit::Second => Unit::Second,
        TimeUnit::Millisecond => Unit::Millisecond,
        TimeUnit::Microsecond => Unit::Microsecond,
        TimeUnit::Nanosecond => Unit::Nanosecond,
    }
}
