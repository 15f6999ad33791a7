//! Arrays as ones of other data types.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef};
use arrow_cast::display::array_value_to_string;
use arrow_cast::{CastOptions, can_cast_types, cast_with_options};
use arrow_ord::ord::make_comparator;
use arrow_schema::{ArrowError, DataType, Field, Fields, SortOptions};

use crate::names::unique;

/// An array as one of another type, in which no value is lost; what becomes a float of 32 bits, or is
/// text that becomes a float, is the nearest one.
pub(crate) fn cast(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, ArrowError> {
    let from = array.data_type();
    if from == to {
        return Ok(Arc::clone(array));
    }
    let Some(exact) = is_exact(from, to) else { return Err(mismatch(from, to)) };
    let options = CastOptions { safe: false, ..CastOptions::default() };
    let made = cast_with_options(array, to, &options)?;
    let pair = (array.as_primitive_opt::<Float64Type>(), made.as_primitive_opt::<Float32Type>());
    let lost = match pair {
        (Some(from), Some(to)) => {
            let mut pairs = from.iter().zip(to);
            let is_lost = |x: f64, y: Option<f32>| x.is_finite() && !y.is_some_and(f32::is_finite);
            pairs.position(|(from, to)| from.is_some_and(|x| is_lost(x, to)))
        }
        _ if exact => None,
        _ if can_cast_types(to, from) => {
            let back = cast_with_options(&made, from, &options)?;
            let compare = make_comparator(array, &back, SortOptions::default())?;
            (0..array.len()).find(|i| compare(*i, *i).is_ne())
        }
        _ => return Err(mismatch(from, to)),
    };
    match lost {
        Some(i) => {
            let value = array_value_to_string(array, i)?;
            Err(ArrowError::CastError(format!("{value} is not a value of {to}")))
        }
        None => Ok(made),
    }
}

fn mismatch(from: &DataType, to: &DataType) -> ArrowError {
    ArrowError::CastError(format!("expected {to}, found {from}"))
}

/// Whether no value can be lost: `None` if parts do not match.
fn is_exact(from: &DataType, to: &DataType) -> Option<bool> {
    use DataType::{Boolean, Float16, Float32, Float64, Null};
    let is_binary = |data_type: &DataType| {
        data_type.is_binary() || matches!(data_type, DataType::FixedSizeBinary(_))
    };
    Some(match (from, to) {
        (DataType::Dictionary(_, from), to) => return is_exact(from, to),
        (DataType::RunEndEncoded(_, from), to) => return is_exact(from.data_type(), to),
        (from, DataType::Dictionary(_, to)) => return is_exact(from, to),
        _ if from.is_nested() || to.is_nested() => {
            let pairs = parts(from, to)?;
            let exact = pairs.into_iter().map(|(from, to)| is_exact(from, to));
            return exact.collect::<Option<Vec<_>>>().map(|exact| !exact.contains(&false));
        }
        (Null, _) | (Float16, Float32 | Float64) | (Float32 | Float64, Float32 | Float64) => true,
        (Boolean, to) => to.is_integer() || to.is_string(),
        (from, to) if from == to || from.is_string() || to.is_string() => true,
        (from, to) if is_binary(from) && is_binary(to) => true,
        (from, to) => {
            let is_number =
                |data_type: &DataType| data_type.is_integer() || data_type.is_temporal();
            (from.is_integer() && is_number(to)) || (is_number(from) && to.is_integer())
        }
    })
}

/// The types of which the values of two nested types are made: `None` if there is no part for a part.
/// Fields are those of one name, or without one such for each, those that were renamed.
fn parts<'a>(from: &'a DataType, to: &'a DataType) -> Option<Vec<(&'a DataType, &'a DataType)>> {
    if let (DataType::Struct(from), DataType::Struct(to)) = (from, to) {
        let by_name = |name: &str| from.iter().find(|field| field.name() == name);
        let renamed = unique(from.iter().map(|field| field.name().clone()));
        let of = |(i, name): (usize, &String)| match renamed_as(&renamed, to) {
            true => from.get(i),
            false => by_name(name),
        };
        let found = to.iter().map(|field| field.name()).enumerate().map(of);
        let found = found.collect::<Option<Vec<_>>>().filter(|_| from.len() == to.len())?;
        let types = to.iter().map(|field| field.data_type());
        return Some(found.into_iter().map(|field| field.data_type()).zip(types).collect());
    }
    if let (DataType::Map(from, _), DataType::Map(to, _)) = (from, to) {
        // Whatever they are called.
        let (from, to) = (entry(from)?, entry(to)?);
        let types = |fields: &'a Fields| fields.iter().map(|field| field.data_type());
        return Some(types(from).zip(types(to)).collect());
    }
    Some(vec![(item(from)?, item(to)?)])
}

/// The key and the value of a map.
fn entry(entries: &Field) -> Option<&Fields> {
    match entries.data_type() {
        DataType::Struct(fields) if fields.len() == 2 => Some(fields),
        _ => None,
    }
}

fn renamed_as(names: &[String], fields: &Fields) -> bool {
    names.iter().eq(fields.iter().map(|field| field.name()))
}

/// The type of the elements of lists.
pub(crate) fn item(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _) => Some(item.data_type()),
        _ => None,
    }
}

/// Whether a column that has the first data type may be one of the second, which says more: a time for
/// a number, a decimal for text. Of lists, the elements; of structs, the fields.
pub(crate) fn may_be(from: &DataType, to: &DataType) -> bool {
    let field = |from: &Field, to: &Field| {
        from.name() == to.name()
            && from.is_nullable() == to.is_nullable()
            && may_be(from.data_type(), to.data_type())
    };
    match (from, to) {
        (DataType::List(from), DataType::List(to) | DataType::LargeList(to)) => {
            from.is_nullable() == to.is_nullable() && may_be(from.data_type(), to.data_type())
        }
        (DataType::Map(from, _), DataType::Map(to, _)) => field(from, to),
        (DataType::Struct(from), DataType::Struct(to)) => {
            from.len() == to.len() && from.iter().zip(to).all(|(from, to)| field(from, to))
        }
        (DataType::Float32, DataType::Float16) => true,
        (DataType::Utf8, to) => to.is_string() || (to.is_decimal() && !has_negative_scale(to)),
        (DataType::Binary, to) => to.is_binary(),
        (from, to) => from == to || (from.is_integer() && to.is_temporal()),
    }
}

/// Whether a decimal is one of whole tens, which no text becomes.
pub(crate) fn has_negative_scale(data_type: &DataType) -> bool {
    use DataType::{Decimal32, Decimal64, Decimal128, Decimal256};
    match data_type {
        Decimal32(_, scale) | Decimal64(_, scale) | Decimal128(_, scale) | Decimal256(_, scale) => {
            *scale < 0
        }
        _ => false,
    }
}

/// A column of the first data type as one of the second, in each place where it may be that: lists of all kinds
/// are the lists that they are in a file, dictionaries and run ends their values.
pub(crate) fn as_far_as(bare: &DataType, to: &DataType) -> DataType {
    let field = |bare: &Field, to: &DataType| {
        Arc::new(bare.clone().with_data_type(as_far_as(bare.data_type(), to)))
    };
    // Whatever keys and values are called.
    let entries = |bare: &Field, to: &Field| match (entry(bare), entry(to)) {
        (Some(own), Some(to)) => {
            let parts = own.iter().zip(to).map(|(own, to)| field(own, to.data_type())).collect();
            Arc::new(bare.clone().with_data_type(DataType::Struct(parts)))
        }
        _ => Arc::new(bare.clone()),
    };
    match (bare, to) {
        (bare, DataType::Dictionary(_, to)) => as_far_as(bare, to),
        (bare, DataType::RunEndEncoded(_, to)) => as_far_as(bare, to.data_type()),
        (DataType::List(bare), DataType::LargeList(to)) => {
            DataType::LargeList(field(bare, to.data_type()))
        }
        (DataType::List(bare), to) if item(to).is_some() => {
            DataType::List(field(bare, item(to).unwrap_or(to)))
        }
        (DataType::Map(bare, sorted), DataType::Map(to, _)) => {
            DataType::Map(entries(bare, to), *sorted)
        }
        (DataType::Struct(bare), DataType::Struct(to)) => {
            let names = unique(to.iter().map(|field| field.name().clone()));
            let of = |bare: &Arc<Field>| {
                let place = names.iter().position(|name| name == bare.name());
                let to = place.and_then(|place| to.get(place));
                to.map_or_else(|| Arc::clone(bare), |to| field(bare, to.data_type()))
            };
            DataType::Struct(bare.iter().map(of).collect())
        }
        (bare, to) if may_be(bare, to) && can_cast_types(bare, to) => to.clone(),
        (bare, _) => bare.clone(),
    }
}

/// Whether a data type, or one inside of it, says more than the type of the format that it becomes.
pub(crate) fn has_more(data_type: &DataType) -> bool {
    match data_type {
        DataType::Float16
        | DataType::Decimal32(..)
        | DataType::Decimal64(..)
        | DataType::Decimal128(..)
        | DataType::Decimal256(..) => true,
        DataType::Dictionary(_, values) => has_more(values),
        DataType::RunEndEncoded(_, values) => has_more(values.data_type()),
        DataType::Map(entries, _) => has_more(entries.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| has_more(field.data_type())),
        other => item(other).map_or(other.is_temporal(), has_more),
    }
}
