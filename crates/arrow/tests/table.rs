//! Which sections are one table: those with the same names at the same places, and the same data types.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::types::{TimestampMillisecondType, UInt32Type};
use arrow_array::{
    Array, ArrayRef, Date32Array, Decimal128Array, DurationSecondArray, Float32Array, Float64Array,
    Int32Array, Int64Array, ListArray, RecordBatch, StringArray, StructArray, Time32SecondArray,
    TimestampMillisecondArray, TimestampSecondArray, UInt16Array, UInt32Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{Field, Fields};
use onesheet_arrow::{Batches, Decoder, Writer, newest, type_of};
use onesheet_dynamic::Type;
use onesheet_file::{BlockWriter, Options, Outline, Reader, Section};

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter(columns).unwrap()
}

fn file(batch: &RecordBatch) -> Vec<u8> {
    let ty = type_of(&batch.schema()).unwrap();
    let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    writer.write(batch).unwrap();
    writer.finish().unwrap()
}

fn sections(file: &[u8]) -> Vec<Section<'static>> {
    let outline = Outline::of(&mut Cursor::new(file)).unwrap();
    outline.sections.into_iter().map(|entry| entry.section).collect()
}

/// The section of records of a type.
fn section(ty: &str) -> Section<'static> {
    let ty: Type = ty.parse().unwrap();
    let file = BlockWriter::new(Vec::new(), &ty).unwrap().finish().unwrap();
    sections(&file).remove(0)
}

/// What is said of the first of two batches in one file, which is read as the second.
fn refused(first: Vec<(&str, ArrayRef)>, second: Vec<(&str, ArrayRef)>) -> String {
    let mut whole = file(&batch(first));
    let second = batch(second);
    whole.extend(file(&second));
    let sections = sections(&whole);
    let decoder = Decoder::of_section(newest(&sections).unwrap()).unwrap();
    let mut batches = Batches::new(Reader::new(whole.as_slice()), decoder.clone());
    let strict = batches.next().unwrap().unwrap_err().to_string();
    let strict = strict.strip_prefix("External error: ").unwrap().to_owned();

    // Of both, what is lossy has the second only.
    let said = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&said);
    let batches = Batches::new(Reader::new(whole.as_slice()), decoder)
        .lossy(move |at, error| told.lock().unwrap().push((at, error.to_string())));
    let found: Vec<_> = batches.map(Result::unwrap).collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].columns(), second.columns());
    let said = said.lock().unwrap().clone();
    assert_eq!(said.len(), 1);
    assert_eq!((said[0].0, strict.contains(&said[0].1)), (0, true), "{said:?} {strict}");
    strict
}

fn times(seconds: i64) -> ArrayRef {
    Arc::new(TimestampSecondArray::from(vec![seconds]))
}

/// The numbers of one are not those of the other.
#[test]
fn columns_of_another_data_type_are_refused() {
    let decimals = |scale: i8| -> ArrayRef {
        let array = Decimal128Array::from(vec![125]).with_precision_and_scale(3, scale).unwrap();
        Arc::new(array)
    };
    let in_list = |item: ArrayRef| -> ArrayRef {
        let field = Arc::new(Field::new("item", item.data_type().clone(), false));
        let offsets = OffsetBuffer::from_lengths([1]);
        Arc::new(ListArray::new(field, offsets, item, None))
    };
    let in_struct = |part: ArrayRef| -> ArrayRef {
        let fields = Fields::from(vec![Field::new("x", part.data_type().clone(), false)]);
        Arc::new(StructArray::new(fields, vec![part], None))
    };
    let millis = || Arc::new(TimestampMillisecondArray::from(vec![1000])) as ArrayRef;
    let utc = || Arc::new(TimestampMillisecondArray::from(vec![1000]).with_timezone("UTC"));
    let dates = || Arc::new(Date32Array::from(vec![19000])) as ArrayRef;
    let (ints, longs) = (|| Arc::new(Int32Array::from(vec![7])), || Int64Array::from(vec![7]));
    for (first, second, from, to) in [
        (times(1000), millis(), "Timestamp(s)", "Timestamp(ms)"),
        (millis(), utc(), "Timestamp(ms)", "Timestamp(ms, \"UTC\")"),
        (times(1000), Arc::new(longs()), "Timestamp(s)", "Int64"),
        (Arc::new(longs()), times(1000), "Int64", "Timestamp(s)"),
        (times(1000), Arc::new(DurationSecondArray::from(vec![1])), "Timestamp(s)", "Duration(s)"),
        (decimals(2), decimals(1), "Decimal128(3, 2)", "Decimal128(3, 1)"),
        (decimals(2), Arc::new(StringArray::from(vec!["a"])), "Decimal128(3, 2)", "Utf8"),
        (dates(), Arc::new(Time32SecondArray::from(vec![5])), "Date32", "Time32(s)"),
        (dates(), ints(), "Date32", "Int32"),
        (ints(), dates(), "Int32", "Date32"),
        (in_list(times(1)), in_list(millis()), "Timestamp(s)", "Timestamp(ms)"),
        (in_list(dates()), in_list(ints()), "Date32", "Int32"),
        (in_struct(times(1)), in_struct(millis()), "Timestamp(s)", "Timestamp(ms)"),
        (in_list(in_struct(dates())), in_list(in_struct(ints())), "Date32", "Int32"),
    ] {
        let id = || Arc::new(UInt16Array::from(vec![1])) as ArrayRef;
        let said = refused(vec![("id", id()), ("a", first)], vec![("id", id()), ("a", second)]);
        let start = "the records from byte 0 on are of another type: column a: ";
        let (own, other) =
            said.strip_prefix(start).expect(&said).split_once(", which is ").unwrap();
        assert!(own.contains(from) && other.contains(to), "{said}");
        assert!(said.ends_with(" in the table: read these records apart"), "{said}");
    }
}

#[test]
fn columns_of_the_same_data_types_are_one_table() {
    let mut whole = Vec::new();
    for value in [1, 2] {
        let at = Arc::new(TimestampMillisecondArray::from(vec![value])) as _;
        whole.extend(file(&batch(vec![("at", at)])));
    }
    let decoder = Decoder::of_section(&sections(&whole)[1]).unwrap();
    let batches = Batches::new(Reader::new(whole.as_slice()), decoder);
    let at = |batch: RecordBatch| batch["at"].as_primitive::<TimestampMillisecondType>().value(0);
    assert_eq!(batches.map(|batch| at(batch.unwrap())).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn columns_of_other_names_are_refused() {
    let floats = |value: f64| Arc::new(Float64Array::from(vec![value])) as ArrayRef;
    let said = refused(
        vec![("lat", floats(1.0)), ("lon", floats(2.0))],
        vec![("lon", floats(20.0)), ("lat", floats(10.0))],
    );
    let start = "the records from byte 0 on are of another type: ";
    let end = ", but a table has the same fields at the same places: read these records apart";
    assert_eq!(said, format!("{start}.lat: moved from place 0 to place 1{end}"));
    let said = refused(vec![("lat", floats(1.0))], vec![("price", floats(2.0))]);
    assert_eq!(said, format!("{start}.lat: renamed to price{end}"));
}

/// Whether the records of one type are of the table of another.
#[test]
fn what_is_one_table() {
    let takes =
        |table: &str, own: &str| Decoder::of_section(&section(table)).unwrap().takes(&section(own));
    for (own, table) in [
        ("struct A{x: u8}", "struct B{x: u8}"),
        ("struct A{x: u16}", "struct A{x: u32}"),
        ("struct A{x: bytes}", "struct A{x: seq(u8)}"),
        ("struct A{x: str}", "struct A{x: bytes}"),
        ("extensible struct A{x: u8}", "extensible struct A{x: u8, y: str default}"),
        ("extensible struct A{x: u8, y: str default}", "extensible struct A{x: u8}"),
        (
            "struct A{s: seq(extensible struct S{x: u8})}",
            "struct A{s: seq(extensible struct S{x: u8, y: u8 default})}",
        ),
        ("enum E{0 X, 2 Z}", "enum E{0 X, 1 Y, 2 Z}"),
        ("enum E{0 X{a: u8}, 2 Z{b: u8}}", "enum E{0 X{a: u8}, 1 Y{c: str}, 2 Z{b: u8}}"),
        ("u16", "u32"),
        // Variants of one name.
        ("enum E{0 A{tag: u8}, 1 A{value: str}}", "enum E{0 A{tag: u8}, 1 A{value: str}}"),
    ] {
        assert_eq!(takes(table, own), Ok(()), "{own} in {table}");
    }
    for (own, table, place) in [
        ("struct A{x: u8, y: u8}", "struct A{y: u8, x: u8}", ".x: moved"),
        ("struct A{x: u8, y: u8}", "struct A{y: u8, z: u8}", ".x: field removed before the end"),
        ("struct A{x: u8}", "struct A{y: u8}", ".x: renamed to y"),
        ("tuple(u8, u16)", "struct A{a: u8, b: u16}", ".0: renamed to a"),
        ("extensible struct A{x: u8}", "extensible struct A{z: u8, y: str default}", ".x: renamed"),
        (
            "struct A{s: seq(option(struct S{x: u8, y: u8}))}",
            "struct A{s: seq(option(struct S{y: u8, x: u8}))}",
            ".s[]?.x: moved",
        ),
        (
            "struct A{m: map(u8, struct S{x: u8, y: u8})}",
            "struct A{m: map(u8, struct S{y: u8, x: u8})}",
            ".m[].value.x: moved",
        ),
        ("struct A{e: enum E{0 X, 1 Y}}", "struct A{e: enum E{0 Y, 1 X}}", "tag changed"),
        ("struct A{e: enum E{0 X, 1 Y}}", "struct A{e: enum E{0 X, 1 Z}}", "renamed to"),
        ("enum E{0 X{a: u8, b: u8}}", "enum E{0 X{b: u8, a: u8}}", "moved"),
        // Structs of one field take no bytes, and are columns.
        ("struct A{x: u8}", "u8", "column value: Struct("),
        ("u8", "struct A{x: u8}", "column value: UInt8, which is Struct("),
        (
            "struct A{s: seq(struct S{x: u8})}",
            "struct A{s: seq(u8)}",
            ".s: type changed from seq to bytes",
        ),
    ] {
        let said = takes(table, own).expect_err(own);
        assert!(said.contains(place), "{own} in {table}: {said}");
        assert!(said.ends_with("read these records apart"), "{said}");
    }
    // A type that the caller gives has the names and the data types that he wants.
    let decoder = Decoder::new(&"struct A{y: u8}".parse().unwrap()).unwrap();
    assert_eq!(decoder.takes(&section("struct A{x: u8}")), Ok(()));
}

/// A number that has become wider has no time in it that could be lost.
#[test]
fn a_widened_number_is_of_the_table() {
    let mut whole = file(&batch(vec![("n", Arc::new(UInt16Array::from(vec![65535])) as _)]));
    whole.extend(file(&batch(vec![("n", Arc::new(UInt32Array::from(vec![70000])) as _)])));
    let decoder = Decoder::of_section(newest(&sections(&whole)).unwrap()).unwrap();
    let batches = Batches::new(Reader::new(whole.as_slice()), decoder);
    let n = |batch: RecordBatch| batch["n"].as_primitive::<UInt32Type>().value(0);
    assert_eq!(batches.map(|batch| n(batch.unwrap())).collect::<Vec<_>>(), [65535, 70000]);
}

/// Half floats are floats in the file.
#[test]
fn half_floats_are_no_floats() {
    let half = arrow_cast::cast(&Float32Array::from(vec![0.5]), &arrow_schema::DataType::Float16);
    let said = refused(
        vec![("f", half.unwrap())],
        vec![("f", Arc::new(Float32Array::from(vec![1.5])) as _)],
    );
    assert!(said.contains("column f: Float16, which is Float32 in the table"), "{said}");
}
