//! W21: the order of the elements of sets and of the keys of maps, in arrays.

use std::cmp::Ordering;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_ord::ord::make_comparator;
use arrow_schema::SortOptions;
use onesheet_dynamic::Natural;

use crate::column::{Column, Enum, Kind, Members};
use crate::error::Error;

/// Compares the values in two slots of an array.
pub(crate) type Comparator = Box<dyn Fn(usize, usize) -> Ordering>;

/// What compares the values of an array of a column.
pub(crate) fn comparator(column: &Column, array: &ArrayRef) -> Result<Comparator, Error> {
    match &column.kind {
        Kind::Leaf | Kind::Char | Kind::Bytes { .. } | Kind::Blob => {
            Ok(make_comparator(array, array, SortOptions::new(false, true))?)
        }
        Kind::Wide { signed: false } => numbers(array, |text| text.parse::<u128>().ok()),
        Kind::Wide { signed: true } => numbers(array, |text| text.parse::<i128>().ok()),
        Kind::Rows => {
            let natural = Natural::new(&column.ty);
            let natural = natural.map_err(|error| Error::Type(error.to_string()))?;
            numbers(array, move |text| natural.read(text).ok())
        }
        Kind::Option(item) => {
            let (item, nulls) = (comparator(item, array)?, array.logical_nulls());
            let is_some = move |i| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(i));
            Ok(Box::new(move |a, b| match (is_some(a), is_some(b)) {
                (true, true) => item(a, b),
                (a, b) => a.cmp(&b),
            }))
        }
        Kind::Fields(members) => fields(members, array),
        Kind::Array { item, .. } => lists(item, array),
        Kind::Seq(seq) => lists(&seq.item, array),
        Kind::Enum(e) => variants(e, array),
    }
}

/// The first that is not equal.
fn first_of(mut parts: impl Iterator<Item = Ordering>) -> Ordering {
    parts.find(|part| part.is_ne()).unwrap_or(Ordering::Equal)
}

/// Element by element, a prefix first.
fn lists(item: &Column, array: &ArrayRef) -> Result<Comparator, Error> {
    let (offsets, items): (_, ArrayRef) = match (array.as_map_opt(), array.as_list_opt::<i32>()) {
        (Some(maps), _) => (maps.offsets().clone(), Arc::new(maps.entries().clone())),
        (_, Some(lists)) => (lists.offsets().clone(), Arc::clone(lists.values())),
        _ => return Err(no_order(array)),
    };
    let item = comparator(item, &items)?;
    let list = move |i: usize| {
        let end = |i: usize| offsets.get(i).map_or(0, |offset| *offset as usize);
        end(i)..end(i + 1)
    };
    Ok(Box::new(move |a, b| {
        let (a, b) = (list(a), list(b));
        let elements = a.clone().zip(b.clone()).map(|(a, b)| item(a, b));
        first_of(elements).then(a.len().cmp(&b.len()))
    }))
}

/// By what texts stand for.
fn numbers<T: Ord + 'static>(
    array: &ArrayRef,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Comparator, Error> {
    let Some(texts) = array.as_string_opt::<i32>() else { return Err(no_order(array)) };
    let values: Vec<Option<T>> = texts.iter().map(|text| parse(text?)).collect();
    Ok(Box::new(move |a, b| values.get(a).cmp(&values.get(b))))
}

fn fields(members: &Members, array: &ArrayRef) -> Result<Comparator, Error> {
    let Some(structs) = array.as_struct_opt() else {
        return Ok(Box::new(|_, _| Ordering::Equal)); // without fields
    };
    let columns = members.columns.iter().zip(structs.columns());
    let columns: Vec<_> = columns
        .map(|(member, array)| comparator(&member.column, array))
        .collect::<Result<_, _>>()?;
    Ok(Box::new(move |a, b| first_of(columns.iter().map(|column| column(a, b)))))
}

/// By tag, then by the fields of that variant.
fn variants(e: &Enum, array: &ArrayRef) -> Result<Comparator, Error> {
    let (tags, columns) = match array.as_struct_opt() {
        Some(structs) => (structs.column(0), structs.columns().get(1..).unwrap_or_default()),
        None => (array, &[][..]),
    };
    // Of arrays that come from elsewhere, the dictionary may be in another order.
    let places = e.places(tags).map_err(|wrong| Error::Type(wrong.0))?;
    let mut columns = columns.iter();
    let mut comparators = Vec::with_capacity(e.variants.len());
    for variant in &e.variants {
        let column = if variant.members.columns.is_empty() { None } else { columns.next() };
        comparators.push(match (column, variant.members.columns.as_slice()) {
            (Some(column), [member]) if variant.bare => Some(comparator(&member.column, column)?),
            (Some(column), _) => Some(fields(&variant.members, column)?),
            (None, _) => None,
        });
    }
    Ok(Box::new(move |a, b| {
        let (place, other) = (places.get(a), places.get(b));
        place.cmp(&other).then_with(|| {
            let fields = place.and_then(|place| comparators.get(*place)?.as_ref());
            fields.map_or(Ordering::Equal, |fields| fields(a, b))
        })
    }))
}

fn no_order(array: &ArrayRef) -> Error {
    Error::Type(format!("values of {} have no order", array.data_type()))
}
