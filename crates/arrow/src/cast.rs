//! Arrays as ones of other data types.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt8Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, GenericListArray, MapArray, OffsetSizeTrait,
    StructArray, UInt32Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_cast::display::array_value_to_string;
use arrow_cast::{CastOptions, can_cast_types, cast_with_options};
use arrow_ord::ord::make_comparator;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, SortOptions};
use arrow_select::nullif::nullif;
use arrow_select::take::take;

use crate::names::{self, unique};

const STRICT: CastOptions<'static> =
    CastOptions { safe: false, format_options: arrow_cast::display::FormatOptions::new() };

/// An array as one of another type, in which no value is lost; what becomes a float of 16 or 32 bits, or is
/// text that becomes a float, is the nearest one. Text becomes a decimal if [it is one](is_decimal).
///
/// # Errors
/// For a type that none of the values has, and the first value that is lost.
pub fn cast(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, ArrowError> {
    use DataType::{
        Binary, Dictionary, FixedSizeBinary, LargeList, List, Map, RunEndEncoded, Struct,
    };
    let from = array.data_type();
    match (from, to) {
        _ if from == to => Ok(Arc::clone(array)),
        (Dictionary(_, values), to) if !matches!(to, Dictionary(..)) => {
            cast(&cast_with_options(array, values, &STRICT)?, to)
        }
        (RunEndEncoded(_, values), _) => {
            cast(&cast_with_options(array, values.data_type(), &STRICT)?, to)
        }
        _ if !from.is_nested() && !to.is_nested() => leaf(array, to),
        (DataType::Null, _) => cast_with_options(array, to, &STRICT),
        (Struct(own), Struct(fields)) => {
            let places = places(own, fields).ok_or_else(|| mismatch(from, to))?;
            let array = array.as_struct();
            let columns = places.iter().map(|place| array.column(*place)).cloned().collect();
            structs(columns, fields, array.nulls())
        }
        (Map(..), Map(entries, sorted)) => maps(array, entries, *sorted),
        (List(_), List(item)) => lists::<i32>(array, item),
        (LargeList(_), LargeList(item)) => lists::<i64>(array, item),
        (from, Binary | FixedSizeBinary(_)) if item(from).is_some_and(DataType::is_integer) => {
            let bytes = List(Arc::new(Field::new_list_field(DataType::UInt8, false)));
            let lists = cast(array, &bytes)?;
            let lists = lists.as_list::<i32>();
            let values = lists.values().as_primitive::<UInt8Type>().values().inner().clone();
            let nulls = lists.nulls().cloned();
            let bytes = BinaryArray::try_new(lists.offsets().clone(), values, nulls)?;
            cast(&(Arc::new(bytes) as ArrayRef), to)
        }
        // Lists of one kind are ones of another first.
        (from, List(_) | LargeList(_)) => {
            let item = item_field(from).ok_or_else(|| mismatch(from, to))?;
            let kind = if let List(_) = to { List } else { LargeList };
            cast(&cast_with_options(array, &kind(Arc::clone(item)), &STRICT)?, to)
        }
        _ => Err(mismatch(from, to)),
    }
}

/// Columns as the fields of structs. What is in a struct that is null is null, whatever its slot has.
fn structs(
    columns: Vec<ArrayRef>,
    fields: &Fields,
    nulls: Option<&NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let nulls = nulls.filter(|nulls| nulls.null_count() > 0);
    let column = |(column, field): (&ArrayRef, &FieldRef)| {
        let has_own = !matches!(column.data_type(), DataType::RunEndEncoded(..));
        match nulls.filter(|_| has_own && column.data_type() != field.data_type()) {
            Some(nulls) => {
                let is_null = BooleanArray::new(!nulls.inner(), None);
                cast(&nullif(column, &is_null)?, field.data_type())
            }
            None => cast(column, field.data_type()),
        }
    };
    let columns = columns.iter().zip(fields).map(column).collect::<Result<_, _>>()?;
    Ok(Arc::new(StructArray::try_new(fields.clone(), columns, nulls.cloned())?))
}

fn lists<O: OffsetSizeTrait>(array: &ArrayRef, item: &FieldRef) -> Result<ArrayRef, ArrowError> {
    let array = without_hidden(array, array.as_list::<O>().offsets())?;
    let lists = array.as_list::<O>();
    let (offsets, range) = from_zero(lists.offsets());
    let items = cast(&lists.values().slice(range.start, range.len()), item.data_type())?;
    let nulls = lists.nulls().cloned();
    Ok(Arc::new(GenericListArray::<O>::try_new(Arc::clone(item), offsets, items, nulls)?))
}

fn maps(array: &ArrayRef, entries: &FieldRef, sorted: bool) -> Result<ArrayRef, ArrowError> {
    let array = without_hidden(array, array.as_map().offsets())?;
    let maps = array.as_map();
    let Some(fields) = entry(entries) else {
        return Err(mismatch(array.data_type(), &DataType::Map(Arc::clone(entries), sorted)));
    };
    let (offsets, range) = from_zero(maps.offsets());
    // Whatever keys and values are called.
    let columns = maps.entries().slice(range.start, range.len()).columns().to_vec();
    let parts = structs(columns, fields, None)?.as_struct().clone();
    let nulls = maps.nulls().cloned();
    Ok(Arc::new(MapArray::try_new(Arc::clone(entries), offsets, parts, nulls, sorted)?))
}

/// The same lists, or maps, in which one that is null has no elements.
fn without_hidden<O: OffsetSizeTrait>(
    array: &ArrayRef,
    offsets: &OffsetBuffer<O>,
) -> Result<ArrayRef, ArrowError> {
    let mut lengths = offsets.lengths().enumerate();
    if !lengths.any(|(i, len)| len > 0 && array.is_null(i)) {
        return Ok(Arc::clone(array));
    }
    let len = u32::try_from(array.len()).map_err(|e| ArrowError::ComputeError(e.to_string()))?;
    take(array, &UInt32Array::from_iter_values(0..len), None)
}

/// Offsets into those elements that any list has.
fn from_zero<O: OffsetSizeTrait>(
    offsets: &OffsetBuffer<O>,
) -> (OffsetBuffer<O>, std::ops::Range<usize>) {
    let (start, end) = (offsets[0].as_usize(), offsets[offsets.len() - 1].as_usize());
    (OffsetBuffer::from_lengths(offsets.lengths()), start..end)
}

/// The same of values that have no others inside.
fn leaf(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, ArrowError> {
    let from = array.data_type();
    let Some(exact) = is_exact(from, to) else { return Err(mismatch(from, to)) };
    let lost = |i: usize| {
        let value = array_value_to_string(array, i)?;
        Err(ArrowError::CastError(format!("{value} is not a value of {to}")))
    };
    if from.is_string() && to.is_decimal() {
        let texts = cast_with_options(array, &DataType::Utf8, &STRICT)?;
        let mut texts = texts.as_string::<i32>().iter();
        if let Some(i) = texts.position(|text| text.is_some_and(|text| !is_decimal(text, to))) {
            return lost(i);
        }
    }
    let made = cast_with_options(array, to, &STRICT)?;
    let first = if from.is_floating() && to.is_floating() {
        let [from, to] = [array, &made].map(|x| cast_with_options(x, &DataType::Float64, &STRICT));
        let (from, to) = (from?, to?);
        let floats = |array: &ArrayRef| array.as_primitive::<Float64Type>().clone();
        let (from, to) = (floats(&from), floats(&to));
        let is_lost = |x: f64, y: Option<f64>| x.is_finite() && !y.is_some_and(f64::is_finite);
        from.iter().zip(&to).position(|(from, to)| from.is_some_and(|x| is_lost(x, to)))
    } else if exact {
        None
    } else if can_cast_types(to, from) {
        let back = cast_with_options(&made, from, &STRICT)?;
        let compare = make_comparator(array, &back, SortOptions::default())?;
        (0..array.len()).find(|i| compare(*i, *i).is_ne())
    } else {
        return Err(mismatch(from, to));
    };
    first.map_or(Ok(made), lost)
}

/// Whether a text is a decimal of a data type: digits with a point, as many before it and behind it as the
/// type has, zeros at the ends aside.
#[must_use]
pub fn is_decimal(text: &str, data_type: &DataType) -> bool {
    use DataType::{Decimal32, Decimal64, Decimal128, Decimal256};
    let (Decimal32(precision, scale)
    | Decimal64(precision, scale)
    | Decimal128(precision, scale)
    | Decimal256(precision, scale)) = data_type
    else {
        return false;
    };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (before, behind) = (whole.trim_start_matches('0').len(), part.trim_end_matches('0').len());
    is_digits(whole)
        && is_digits(part)
        && whole.len() + part.len() > 0
        && before as i64 <= i64::from(*precision) - i64::from(*scale)
        && behind as i64 <= i64::from(*scale)
}

fn mismatch(from: &DataType, to: &DataType) -> ArrowError {
    ArrowError::CastError(format!("expected {to}, found {from}"))
}

/// Whether no value without others inside can be lost: `None` if no value of the one is any of the other.
fn is_exact(from: &DataType, to: &DataType) -> Option<bool> {
    use DataType::{Boolean, Null};
    let is_binary = |data_type: &DataType| {
        data_type.is_binary() || matches!(data_type, DataType::FixedSizeBinary(_))
    };
    Some(match (from, to) {
        (DataType::Dictionary(_, from), to) => return is_exact(from, to),
        (from, DataType::Dictionary(_, to)) => return is_exact(from, to),
        (from, to) if from.is_nested() || to.is_nested() => return None,
        (from, to) if from == to => true,
        (Null, _) => true,
        (Boolean, to) => to.is_integer() || to.is_string(),
        (from, to) if from.is_string() || to.is_string() => true,
        (from, to) if is_binary(from) && is_binary(to) => true,
        (from, to) => {
            let is_number =
                |data_type: &DataType| data_type.is_integer() || data_type.is_temporal();
            (from.is_integer() && is_number(to)) || (is_number(from) && to.is_integer())
        }
    })
}

/// The places of the fields of which the fields of another struct are made: `None` if there is none for one.
/// They are those of one name, or without one such for each, those that were renamed.
fn places(from: &Fields, to: &Fields) -> Option<Vec<usize>> {
    if from.len() != to.len() {
        return None;
    }
    let renamed = unique(from.iter().map(|field| field.name().clone()));
    if renamed_as(&renamed, to) {
        return Some((0..to.len()).collect());
    }
    let from = names::places(from.iter().map(|field| field.name()));
    to.iter().map(|to| from.get(to.name().as_str()).copied()).collect()
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
    item_field(data_type).map(|item| item.data_type())
}

fn item_field(data_type: &DataType) -> Option<&FieldRef> {
    match data_type {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _) => Some(item),
        _ => None,
    }
}

/// Whether a column that has the first data type may be one of the second, which says more: a time for
/// a number, a decimal for text. Of lists, the elements; of structs, the fields.
pub(crate) fn may_be(from: &DataType, to: &DataType) -> bool {
    let field = |from: &Field, to: &Field| {
        (from.name() == to.name() || plain(from.name()) == *to.name())
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

/// A data type with the names that the fields of another, of the same shape, become by `name`.
pub(crate) fn renamed(to: &DataType, like: &DataType, name: fn(&str) -> String) -> DataType {
    let with = |to: &Field, like: &Field, called: &Field| {
        let data_type = renamed(to.data_type(), like.data_type(), name);
        Arc::new(to.clone().with_name(name(called.name())).with_data_type(data_type))
    };
    match (to, like) {
        (DataType::List(to), DataType::List(like)) => DataType::List(with(to, like, to)),
        (DataType::LargeList(to), DataType::List(like) | DataType::LargeList(like)) => {
            DataType::LargeList(with(to, like, to))
        }
        (DataType::Map(to, sorted), DataType::Map(like, _)) => {
            DataType::Map(with(to, like, like), *sorted)
        }
        (DataType::Struct(to), DataType::Struct(like)) => {
            DataType::Struct(to.iter().zip(like).map(|(to, like)| with(to, like, like)).collect())
        }
        (to, _) => to.clone(),
    }
}

/// A name that is read again as it is from the text of a data type: Arrow does not read what it escapes, and
/// of brackets we read few.
pub(crate) fn plain(name: &str) -> String {
    let is_plain = |c: char| match c {
        '\'' => true,
        '(' | '<' | '{' | '[' => false,
        c => c.escape_debug().len() == 1,
    };
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    if plain.is_empty() { "_".to_owned() } else { plain }
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
            let places = names::places(&names);
            let of = |bare: &Arc<Field>| {
                let to = places.get(bare.name().as_str()).and_then(|place| to.get(*place));
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
