//! Between which values the numbers of records are (F20): of arrays that are written, and of columns that
//! are read.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_arith::aggregate::{max, min};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowNumericType, Float32Array, Float64Array, PrimitiveArray};
use arrow_buffer::NullBuffer;
use arrow_cast::{CastOptions, cast_with_options};
use arrow_schema::{DataType, Fields};
use onesheet_dynamic::Type;
use onesheet_file::{Bounds as LeafBounds, Statistics};

use crate::column::{Column, Kind, Members};

/// Calls a function for the type of integers that a data type names.
macro_rules! with_int {
    ($data_type:expr, $f:ident ($($arg:expr),*)) => {
        match $data_type {
            DataType::UInt8 => $f::<UInt8Type>($($arg),*),
            DataType::UInt16 => $f::<UInt16Type>($($arg),*),
            DataType::UInt32 => $f::<UInt32Type>($($arg),*),
            DataType::UInt64 => $f::<UInt64Type>($($arg),*),
            DataType::Int8 => $f::<Int8Type>($($arg),*),
            DataType::Int16 => $f::<Int16Type>($($arg),*),
            DataType::Int32 => $f::<Int32Type>($($arg),*),
            DataType::Int64 => $f::<Int64Type>($($arg),*),
            _ => None,
        }
    };
}

/// The statistics of records, of which these are the columns. Integers of 128 bits, which are text in
/// arrays, have none.
pub(crate) fn of(record: &Column, columns: &[ArrayRef]) -> Statistics {
    let (mut found, mut next) = (Statistics::default(), 0);
    match (&record.kind, &record.data_type, columns) {
        (Kind::Fields(members), DataType::Struct(_), _) => {
            add_members(members, columns, None, &mut next, &mut found);
        }
        (.., [column]) => add(record, column, None, &mut next, &mut found),
        _ => {}
    }
    found
}

fn add_members(
    members: &Members,
    columns: &[ArrayRef],
    nulls: Option<&NullBuffer>,
    next: &mut u32,
    found: &mut Statistics,
) {
    for (member, column) in members.columns.iter().zip(columns) {
        add(&member.column, column, nulls, next, found);
    }
}

/// Adds the leaves of a column, of which those values do not count that are null in what it is in.
fn add(
    column: &Column,
    array: &ArrayRef,
    nulls: Option<&NullBuffer>,
    next: &mut u32,
    found: &mut Statistics,
) {
    let nulls = NullBuffer::union(nulls, array.nulls());
    match (opened(column), array.as_struct_opt()) {
        (Some(members), Some(structs)) => {
            return add_members(members, structs.columns(), nulls.as_ref(), next, found);
        }
        (Some(_), None) => return,
        (None, _) => {}
    }
    let column = *next;
    *next += 1;
    match array.data_type() {
        DataType::Float32 => found.floats.extend(float_bounds::<Float32Type>(column, array, nulls)),
        DataType::Float64 => found.floats.extend(float_bounds::<Float64Type>(column, array, nulls)),
        data_type => found.ints.extend(with_int!(data_type, int_bounds(column, array, nulls))),
    }
}

/// The fields of which the leaves are those of a column, if it is no leaf (F20).
fn opened(column: &Column) -> Option<&Members> {
    match &column.kind {
        Kind::Option(item) => opened(item),
        Kind::Fields(members) if !members.columns.is_empty() || members.extensible => Some(members),
        _ => None,
    }
}

fn bounds<T: ArrowNumericType>(
    array: &ArrayRef,
    nulls: Option<NullBuffer>,
) -> Option<(T::Native, T::Native)> {
    let values = array.as_primitive_opt::<T>()?.values().clone();
    let array = PrimitiveArray::<T>::try_new(values, nulls).ok()?;
    Some((min(&array)?, max(&array)?))
}

fn int_bounds<T: ArrowNumericType<Native: Into<i128>>>(
    column: u32,
    array: &ArrayRef,
    nulls: Option<NullBuffer>,
) -> Option<LeafBounds<i128>> {
    let (least, greatest) = bounds::<T>(array, nulls)?;
    Some(LeafBounds { column, least: least.into(), greatest: greatest.into() })
}

fn float_bounds<T: ArrowNumericType<Native: Into<f64>>>(
    column: u32,
    array: &ArrayRef,
    nulls: Option<NullBuffer>,
) -> Option<LeafBounds<f64>> {
    let (least, greatest) = bounds::<T>(array, nulls)?;
    // In the order of these, a NaN is the least or the greatest.
    let (least, greatest) = (least.into(), greatest.into());
    let has_nan = f64::is_nan(least) || f64::is_nan(greatest);
    let zero = |bound: f64, zero: f64| if bound == 0.0 { zero } else { bound };
    (!has_nan).then(|| LeafBounds {
        column,
        least: zero(least, -0.0),
        greatest: zero(greatest, 0.0),
    })
}

/// Between which values the numbers of a block are, in the columns of a [`Decoder`](crate::Decoder).
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    leaves: Arc<Leaves>,
    statistics: Statistics,
}

impl Bounds {
    /// What statistics say about columns.
    pub(crate) fn new(leaves: &Arc<Leaves>, statistics: Statistics) -> Self {
        Bounds { leaves: Arc::clone(leaves), statistics }
    }

    /// The least and the greatest of the values of a column, as arrays of one value of its data type: no value is less
    /// than the one or more than the other, and none is NaN; nulls may be there. `None` if nothing is known, or if the
    /// bounds say nothing in that data type.
    ///
    /// Of the path, the first is the place of the column among all of the type, the others that of a
    /// field in a struct.
    #[must_use]
    pub fn of(&self, path: &[usize]) -> Option<(ArrayRef, ArrayRef)> {
        let Leaves { numbers, places } = self.leaves.as_ref();
        let is_it = |number: &&Number| number.path == path;
        let (place, number) = numbers.iter().enumerate().find_map(|(place, number)| {
            number.as_ref().filter(is_it).map(|number| (place, number))
        })?;
        let is_of_it = |column: u32| places.get(&column) == Some(&place);
        let Statistics { ints, floats, .. } = &self.statistics;
        if let Some(LeafBounds { least, greatest, .. }) = ints.iter().find(|of| is_of_it(of.column))
        {
            return match least <= greatest {
                true => Some((number.of_int(*least)?, number.of_int(*greatest)?)),
                false => None,
            };
        }
        let LeafBounds { least, greatest, .. } = floats.iter().find(|of| is_of_it(of.column))?;
        match least <= greatest {
            true => Some((number.of_float(*least, -0.0)?, number.of_float(*greatest, 0.0)?)),
            false => None,
        }
    }
}

/// The numbers among the leaves of records that are read, and which leaves of a section they are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaves {
    /// Those of the type, in order.
    numbers: Vec<Option<Number>>,
    /// The number that each leaf of the section's type is read as.
    places: HashMap<u32, usize>,
}

/// A number among the columns.
#[derive(Clone, Debug)]
struct Number {
    path: Vec<usize>,
    /// As it is read, and as what it is then cast to.
    read: DataType,
    cast: DataType,
}

impl Leaves {
    /// The leaves of records, of which these are the columns.
    pub(crate) fn new(record: &Column, fields: &Fields) -> Self {
        let mut numbers = Vec::new();
        let mut path = Vec::new();
        match (&record.kind, &record.data_type) {
            (Kind::Fields(members), DataType::Struct(_)) => {
                find_members(members, fields, &mut path, &mut numbers);
            }
            _ => {
                if let [field] = fields.as_ref() {
                    path.push(0);
                    find(record, field.data_type(), &mut path, &mut numbers);
                }
            }
        }
        Leaves { numbers, places: HashMap::new() }
    }

    /// Begins a section with this schema, whose records are read as those of a type.
    pub(crate) fn enter(&mut self, schema: &str, new: &Type) {
        self.places.clear();
        let Ok(old) = schema.parse::<Type>() else { return };
        let (mut olds, mut news) = (Vec::new(), Vec::new());
        shape(&old, &mut olds);
        shape(new, &mut news);
        pair(&olds, &news, &mut (0, 0), &mut self.places);
    }
}

fn find_members(
    members: &Members,
    fields: &Fields,
    path: &mut Vec<usize>,
    numbers: &mut Vec<Option<Number>>,
) {
    for (place, (member, field)) in members.columns.iter().zip(fields).enumerate() {
        path.push(place);
        find(&member.column, field.data_type(), path, numbers);
        path.pop();
    }
}

fn find(
    column: &Column,
    cast: &DataType,
    path: &mut Vec<usize>,
    numbers: &mut Vec<Option<Number>>,
) {
    match (opened(column), cast) {
        (Some(members), DataType::Struct(fields)) => {
            return find_members(members, fields, path, numbers);
        }
        (Some(_), _) => return,
        (None, _) => {}
    }
    let read = column.data_type.clone();
    let is_number = match (&read, cast) {
        (DataType::Float32 | DataType::Float64, _) => read == *cast,
        (_, cast) => read.is_integer() && (cast.is_integer() || cast.is_temporal()),
    };
    numbers.push(is_number.then(|| Number { path: path.clone(), read, cast: cast.clone() }));
}

impl Number {
    fn of_int(&self, bound: i128) -> Option<ArrayRef> {
        let array = with_int!(&self.read, int_array(bound))?;
        let options = CastOptions { safe: false, ..CastOptions::default() };
        cast_with_options(&array, &self.cast, &options).ok()
    }

    /// A bound, of which a zero is that one.
    fn of_float(&self, bound: f64, zero: f64) -> Option<ArrayRef> {
        let bound = if bound == 0.0 { zero } else { bound };
        match self.read {
            DataType::Float64 => Some(Arc::new(Float64Array::from(vec![bound]))),
            // Not rounded, for values may lie between.
            DataType::Float32 if f64::from(bound as f32) == bound => {
                Some(Arc::new(Float32Array::from(vec![bound as f32])))
            }
            _ => None,
        }
    }
}

fn int_array<T: ArrowNumericType<Native: TryFrom<i128>>>(bound: i128) -> Option<ArrayRef> {
    let bound = T::Native::try_from(bound).ok()?;
    Some(Arc::new(PrimitiveArray::<T>::from_value(bound, 1)))
}

/// The leaves of a type, in order; those of an extensible struct, which may gain some (W29), together.
enum Shape {
    Leaf(Sort),
    Extensible(Vec<Shape>),
}

#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Int,
    Float,
    Other,
}

fn shape(ty: &Type, out: &mut Vec<Shape>) {
    match ty {
        Type::Option(item) => shape(item, out),
        Type::Tuple(parts) if !parts.is_empty() => parts.iter().for_each(|part| shape(part, out)),
        Type::Struct(s) if s.extensible => {
            let mut fields = Vec::new();
            s.fields.iter().for_each(|field| shape(&field.ty, &mut fields));
            out.push(Shape::Extensible(fields));
        }
        Type::Struct(s) if !s.fields.is_empty() => {
            s.fields.iter().for_each(|field| shape(&field.ty, out));
        }
        Type::Int(_) | Type::Fixed(_) => out.push(Shape::Leaf(Sort::Int)),
        Type::F32 | Type::F64 => out.push(Shape::Leaf(Sort::Float)),
        _ => out.push(Shape::Leaf(Sort::Other)),
    }
}

/// Learns as which leaves those of an older or a newer type are read, from `next` of each on.
fn pair(old: &[Shape], new: &[Shape], next: &mut (u32, usize), places: &mut HashMap<u32, usize>) {
    for place in 0..old.len().max(new.len()) {
        match (old.get(place), new.get(place)) {
            (Some(Shape::Leaf(old)), Some(Shape::Leaf(new))) => {
                if old == new && *old != Sort::Other {
                    places.insert(next.0, next.1);
                }
                next.0 += 1;
                next.1 += 1;
            }
            (Some(Shape::Extensible(old)), Some(Shape::Extensible(new))) => {
                pair(old, new, next, places);
            }
            (old, new) => {
                next.0 += old.map_or(0, count) as u32;
                next.1 += new.map_or(0, count);
            }
        }
    }
}

fn count(shape: &Shape) -> usize {
    match shape {
        Shape::Leaf(_) => 1,
        Shape::Extensible(shapes) => shapes.iter().map(count).sum(),
    }
}
