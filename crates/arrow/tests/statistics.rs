//! The least and the greatest of the numbers of a block: what is written, and what is said of columns.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Int64Type, TimestampMillisecondType, UInt16Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, Float32Array, Float64Array, Int16Array, Int64Array, RecordBatch, StringArray,
    StructArray, TimestampMillisecondArray, UInt64Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field, Fields};
use onesheet_arrow::{Batches, Bounds, Decoder, Writer, type_of};
use onesheet_file::{Options, Reader, What};

fn file(columns: Vec<(&str, ArrayRef)>, ty: Option<&str>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, column)| (name, Arc::clone(&column), column.is_nullable())),
    );
    let batch = batch.unwrap();
    let ty = match ty {
        Some(ty) => ty.parse().unwrap(),
        None => type_of(&batch.schema()).unwrap(),
    };
    let writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    let mut writer = writer.statistics(true);
    writer.write(&batch).unwrap();
    writer.finish().unwrap()
}

type Found = (Vec<(u32, i128, i128)>, Vec<(u32, f64, f64)>);

/// The statistics of a file of one block.
fn found(file: &[u8]) -> Found {
    let mut reader = Reader::new(file);
    while let Some(event) = reader.next_event().unwrap() {
        if let What::Statistics(found) = event.what {
            let ints = found.ints.iter().map(|of| (of.column, of.least, of.greatest));
            let floats = found.floats.iter().map(|of| (of.column, of.least, of.greatest));
            return (ints.collect(), floats.collect());
        }
    }
    Found::default()
}

#[test]
fn integers() {
    let file = file(
        vec![
            ("a", Arc::new(Int64Array::from(vec![3, i64::MIN, -7])) as _),
            ("text", Arc::new(StringArray::from(vec!["b", "a", "c"])) as _),
            ("b", Arc::new(UInt64Array::from(vec![u64::MAX, 5, 6])) as _),
            ("c", Arc::new(Int16Array::from(vec![None, Some(-2), Some(9)])) as _),
            ("none", Arc::new(Int16Array::from(vec![None; 3])) as _),
            ("d", Arc::new(TimestampMillisecondArray::from(vec![8, 9, 10])) as _),
        ],
        None,
    );
    let expected = vec![(0, i64::MIN.into(), 3), (2, 5, u64::MAX.into()), (3, -2, 9), (5, 8, 10)];
    assert_eq!(found(&file), (expected, vec![]));
}

#[test]
fn floats() {
    let file = file(
        vec![
            ("a", Arc::new(Float64Array::from(vec![0.0, 1.5])) as _),
            ("b", Arc::new(Float64Array::from(vec![-1.5, -0.0])) as _),
            ("c", Arc::new(Float64Array::from(vec![f64::NAN, 1.0])) as _),
            ("d", Arc::new(Float64Array::from(vec![-f64::NAN, 1.0])) as _),
            ("e", Arc::new(Float32Array::from(vec![f32::NEG_INFINITY, 0.1])) as _),
        ],
        None,
    );
    let (ints, floats) = found(&file);
    assert!(ints.is_empty());
    assert_eq!(floats, [(0, -0.0, 1.5), (1, -1.5, 0.0), (4, f64::NEG_INFINITY, f64::from(0.1f32))]);
    assert!(floats[0].1.is_sign_negative() && floats[1].2.is_sign_positive());
}

/// Structs are opened, and what is in one that is null does not count.
#[test]
fn numbers_in_structs_and_beside_what_is_no_number() {
    let fields = Fields::from(vec![
        Field::new("x", DataType::Int64, false),
        Field::new("y", DataType::Utf8, false),
        Field::new("z", DataType::Float32, true),
    ]);
    let parts: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from(vec![1, 1000, 2])),
        Arc::new(StringArray::from(vec!["", "", ""])),
        Arc::new(Float32Array::from(vec![None, Some(1000.0), Some(2.0)])),
    ];
    let nulls = Some(NullBuffer::from(vec![true, false, true]));
    let file = file(
        vec![
            ("s", Arc::new(StructArray::new(fields, parts, nulls)) as _),
            ("wide", Arc::new(StringArray::from(vec!["1", "2", "3"])) as _),
            ("unit", Arc::new(arrow_array::BooleanArray::from(vec![true; 3])) as _),
            ("last", Arc::new(UInt64Array::from(vec![7, 7, 7])) as _),
        ],
        Some(
            "struct R{s: option(struct S{x: i64, y: str, z: option(f32)}), wide: u128, \
             unit: struct E{}, last: u64}",
        ),
    );
    assert_eq!(found(&file), (vec![(0, 1, 2), (5, 7, 7)], vec![(2, 2.0, 2.0)]));
}

#[test]
fn none_unless_they_are_asked_for() {
    let column: ArrayRef = Arc::new(UInt64Array::from(vec![1]));
    let batch = RecordBatch::try_from_iter([("a", column)]).unwrap();
    let ty = type_of(&batch.schema()).unwrap();
    let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    writer.write(&batch).unwrap();
    assert_eq!(found(&writer.finish().unwrap()), Found::default());
}

/// What is said of the blocks of a file, read as a type, and how many batches come if none is wanted.
fn said(file: &[u8], ty: &str, about: &[(&str, &str)]) -> (Vec<Bounds>, usize) {
    let decoder = Decoder::new(&ty.parse().unwrap()).unwrap().cast(about.iter().copied());
    let reader = Reader::part(Cursor::new(file.to_vec()), 0..u64::MAX).unwrap();
    let bounds = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&bounds);
    let asked = move |bounds: &Bounds| {
        all.lock().unwrap().push(bounds.clone());
        false
    };
    let batches = Batches::new(reader, decoder).choose(asked, |_| {});
    let left = batches.map(Result::unwrap).count();
    let said = bounds.lock().unwrap().clone();
    (said, left)
}

#[test]
fn bounds_are_those_of_the_columns_as_they_are_read() {
    let file = file(
        vec![
            ("a", Arc::new(Int64Array::from(vec![3, -7])) as _),
            ("text", Arc::new(StringArray::from(vec!["b", "a"])) as _),
            ("d", Arc::new(TimestampMillisecondArray::from(vec![8, 9])) as _),
            ("f", Arc::new(Float32Array::from(vec![0.5, 0.0])) as _),
        ],
        None,
    );
    let about = [("arrow:d", "Timestamp(ms)")];
    let (said, left) = said(&file, "tuple(i64, str, i64, f32)", &about);
    assert_eq!((said.len(), left), (1, 0));
    let (least, greatest) = said[0].of(&[0]).unwrap();
    assert_eq!(least.as_primitive::<Int64Type>().values(), &[-7]);
    assert_eq!(greatest.as_primitive::<Int64Type>().values(), &[3]);
    assert!(said[0].of(&[1]).is_none() && said[0].of(&[4]).is_none() && said[0].of(&[]).is_none());
    // The column is called otherwise than `about` says.
    assert_eq!(said[0].of(&[2]).unwrap().0.as_primitive::<Int64Type>().values(), &[8]);
    assert_eq!(said[0].of(&[3]).unwrap().1.as_primitive::<Float32Type>().values(), &[0.5]);

    let named = "struct R{a: i64, text: str, d: i64, f: f32}";
    let (least, _) = (self::said(&file, named, &about).0)[0].of(&[2]).unwrap();
    assert_eq!(least.as_primitive::<TimestampMillisecondType>().values(), &[8]);
}

/// Fields that were added shift the leaves behind them, numbers were widened, fields renamed and wrapped.
#[test]
fn of_an_older_type_the_leaves_are_found_where_they_are_read() {
    let fields = Fields::from(vec![Field::new("x", DataType::UInt16, false)]);
    let parts: Vec<ArrayRef> = vec![Arc::new(arrow_array::UInt16Array::from(vec![3, 4]))];
    let file = file(
        vec![
            ("s", Arc::new(StructArray::new(fields, parts, None)) as _),
            ("n", Arc::new(arrow_array::UInt16Array::from(vec![50, 60])) as _),
        ],
        Some("struct R{s: extensible struct S{x: u16}, n: u16}"),
    );
    assert_eq!(found(&file), (vec![(0, 3, 4), (1, 50, 60)], vec![]));
    let newer = "struct R{t: extensible struct S{x: u16, y: u16 default, z: f32 default}, \
                 m: struct W{w: u64}}";
    let (said, left) = said(&file, newer, &[]);
    assert_eq!((said.len(), left), (1, 0));
    assert_eq!(said[0].of(&[0, 0]).unwrap().0.as_primitive::<UInt16Type>().values(), &[3]);
    // What is missing in the block has defaults, of which nothing is known.
    assert!(said[0].of(&[0, 1]).is_none() && said[0].of(&[0, 2]).is_none());
    assert_eq!(said[0].of(&[1, 0]).unwrap().1.as_primitive::<UInt64Type>().values(), &[60]);
}
