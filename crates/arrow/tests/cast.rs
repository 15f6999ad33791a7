//! Columns of other data types than those of the records' type: what fits is taken as it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, MapBuilder, MapFieldNames, StringBuilder};
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int64Array, ListArray,
    RecordBatch, StringArray, StructArray, TimestampMicrosecondArray, UInt8Array,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields, Schema};
use onesheet::Limits;
use onesheet_arrow::{CAST_PREFIX, Decoder, Encoder, Writer, type_of};
use onesheet_dynamic::Type;
use onesheet_file::{Options, Slice, What};

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    let field = |(name, array): &(&str, ArrayRef)| {
        Field::new(*name, array.data_type().clone(), array.is_nullable())
    };
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    RecordBatch::try_new(Arc::new(schema), columns.into_iter().map(|(_, array)| array).collect())
        .unwrap()
}

fn encode(ty: &str, columns: Vec<(&str, ArrayRef)>) -> Result<Vec<u8>, String> {
    let encoder = Encoder::new(&ty.parse().unwrap()).unwrap();
    encoder.encode(&batch(columns)).map_err(|error| error.to_string())
}

fn encode_one(ty: &str, column: impl Array + 'static) -> Result<Vec<u8>, String> {
    encode(&format!("struct _{{a: {ty}}}"), vec![("a", Arc::new(column))])
}

#[test]
fn numbers_that_fit() {
    let floats = || Float64Array::from(vec![1.0, 255.0]);
    assert_eq!(encode_one("u8", floats()), Ok(onesheet::list::encode(&[1u8, 255])));
    assert_eq!(encode_one("f32", floats()), Ok(onesheet::list::encode(&[1f32, 255.0])));
    let integers = Int64Array::from(vec![0, 1]);
    assert_eq!(encode_one("bool", integers), Ok(onesheet::list::encode(&[false, true])));
    let exact = Int64Array::from(vec![1 << 53]);
    assert_eq!(encode_one("f64", exact), Ok(onesheet::list::encode(&[9007199254740992f64])));
    let bools = BooleanArray::from(vec![true]);
    assert_eq!(encode_one("u8", bools), Ok(onesheet::list::encode(&[1u8])));
    // The nearest, as JSON and CSV have it.
    let tenth = Float64Array::from(vec![0.1, f64::INFINITY]);
    assert_eq!(encode_one("f32", tenth), Ok(onesheet::list::encode(&[0.1f32, f32::INFINITY])));
}

#[test]
fn numbers_that_do_not_fit() {
    let error = |why: &str| Err(format!("column a: Cast error: {why}"));
    let floats = |x| Float64Array::from(vec![0.0, x]);
    assert_eq!(encode_one("u8", floats(1.5)), error("1.5 is not a value of UInt8"));
    assert_eq!(encode_one("bool", floats(0.5)), error("0.5 is not a value of Boolean"));
    assert_eq!(encode_one("f32", floats(1e300)), error("1e300 is not a value of Float32"));
    assert!(encode_one("u8", floats(f64::NAN)).is_err());
    assert!(encode_one("u8", floats(256.0)).is_err());
    let integers = |x| Int64Array::from(vec![0, x]);
    assert_eq!(encode_one("bool", integers(2)), error("2 is not a value of Boolean"));
    let wide = (1 << 53) + 1;
    assert_eq!(
        encode_one("f64", integers(wide)),
        error("9007199254740993 is not a value of Float64")
    );
    assert!(encode_one("u8", integers(-1)).is_err());
    assert!(encode_one("seq(u16)", integers(1)).unwrap_err().contains("found Int64"));
}

#[test]
fn names_that_differ_only_in_case() {
    let column = |x| Arc::new(UInt8Array::from(vec![x])) as ArrayRef;
    let columns = vec![("a", column(1)), ("A", column(2)), ("a", column(3))];
    let ty = type_of(&batch(columns.clone()).schema()).unwrap();
    assert_eq!(ty.to_string(), "struct _{a: u8, A: u8, a: u8}");
    let list = encode(&ty.to_string(), columns).unwrap();
    assert_eq!(list, onesheet::list::encode(&[(1u8, 2u8, 3u8)]));
}

#[test]
fn times_in_columns_whose_names_differ_only_in_case() {
    let column = |x| Arc::new(TimestampMicrosecondArray::from(vec![x])) as ArrayRef;
    let batch = batch(vec![("at", column(1)), ("At", column(2))]);
    let ty = type_of(&batch.schema()).unwrap();
    let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    writer.write(&batch).unwrap();
    let file = writer.finish().unwrap();
    let first = Slice::new(&file).events().next().unwrap();
    let What::Section(section) = first.what else { panic!("no section") };
    let about: Vec<_> = section.about().collect();
    let keys = ["At_2", "at"].map(|name| format!("{CAST_PREFIX}{name}"));
    assert_eq!(about, [(&*keys[0], "Timestamp(µs)"), (&*keys[1], "Timestamp(µs)")]);
}

#[test]
fn fields_are_found_by_their_names() {
    let ty = "struct _{p: struct P{lat: u8, lon: u8}}";
    let structs = |names: [&str; 2]| {
        let fields: Fields =
            names.map(|name| Field::new(name, DataType::Int64, false)).to_vec().into();
        let column = |x| Arc::new(Int64Array::from(vec![x])) as ArrayRef;
        vec![(
            "p",
            Arc::new(StructArray::new(fields, vec![column(1), column(2)], None)) as ArrayRef,
        )]
    };
    assert_eq!(encode(ty, structs(["lat", "lon"])), Ok(onesheet::list::encode(&[(1u8, 2u8)])));
    assert_eq!(encode(ty, structs(["lon", "lat"])), Ok(onesheet::list::encode(&[(2u8, 1u8)])));
    assert!(encode(ty, structs(["lon", "latitude"])).is_err());
    // Renamed as the columns of the type are.
    let ty = "struct _{p: struct P{x: u8, X: u8}}";
    assert_eq!(encode(ty, structs(["x", "X"])), Ok(onesheet::list::encode(&[(1u8, 2u8)])));
    assert_eq!(encode(ty, structs(["x", "X_2"])), Ok(onesheet::list::encode(&[(1u8, 2u8)])));
}

#[test]
fn keys_and_values_whatever_they_are_called() {
    let (keys, values) = (StringBuilder::new(), Int64Builder::new());
    let names = MapFieldNames { entry: "e".into(), key: "k".into(), value: "v".into() };
    let mut maps = MapBuilder::new(Some(names), keys, values);
    maps.keys().append_value("a");
    maps.values().append_value(5);
    maps.append(true).unwrap();
    let columns = vec![("a", Arc::new(maps.finish()) as ArrayRef)];
    let list = encode("struct _{a: map(str, option(u8))}", columns).unwrap();
    assert_eq!(list, onesheet::list::encode(&[BTreeMap::from([("a", Some(5u8))])]));
}

#[test]
fn what_is_in_a_slot_of_a_null_is_not_looked_at() {
    let nulls = NullBuffer::from(vec![true, false]);
    let floats = Float64Array::new(vec![1.0, 1e300].into(), Some(nulls.clone()));
    let expected = onesheet::list::encode(&[Some(1f32), None]);
    assert_eq!(encode_one("option(f32)", floats), Ok(expected));
    let floats = Float64Array::new(vec![1.0, 1.5].into(), Some(nulls));
    assert_eq!(encode_one("option(u8)", floats), Ok(onesheet::list::encode(&[Some(1u8), None])));
}

/// Parquet has no elements for a list in a struct that is null.
#[test]
fn arrays_in_what_is_null() {
    let ty: Type = "struct _{o: option(struct P{a: array(u16, 2)})}".parse().unwrap();
    let values = [None, Some([1u16, 2])];
    let list = onesheet::list::encode(&values);
    let exported = Decoder::new(&ty).unwrap().decode(&list, 2, &Limits::default()).unwrap();
    assert_eq!(type_of(&exported.schema()).unwrap(), ty);
    assert_eq!(Encoder::new(&ty).unwrap().encode(&exported).unwrap(), list);

    // As it is read from Parquet: the list in the null struct is empty, and not null.
    let item = Arc::new(Field::new("item", DataType::UInt16, false));
    let inner = Fields::from(vec![Field::new("a", DataType::List(item.clone()), false)]);
    let items = Arc::new(arrow_array::UInt16Array::from(vec![1, 2]));
    let lists = ListArray::new(item, OffsetBuffer::from_lengths([0, 2]), items, None);
    let nulls = NullBuffer::from(vec![false, true]);
    let structs = StructArray::new(inner, vec![Arc::new(lists)], Some(nulls));
    let read = RecordBatch::try_new(exported.schema(), vec![Arc::new(structs)]).unwrap();
    assert_eq!(Encoder::new(&ty).unwrap().encode(&read).unwrap(), list);
}

/// As lists of fixed size, and as lists that are not.
#[test]
fn arrays_have_as_many_elements_as_their_type() {
    let items = || Arc::new(arrow_array::UInt16Array::from(vec![1, 2, 3, 4]));
    let item = || Arc::new(Field::new("item", DataType::UInt16, false));
    let expected = onesheet::list::encode(&[[1u16, 2], [3, 4]]);
    let fixed = arrow_array::FixedSizeListArray::new(item(), 2, items(), None);
    assert_eq!(encode_one("array(u16, 2)", fixed), Ok(expected.clone()));
    let lists = ListArray::new(item(), OffsetBuffer::from_lengths([2, 2]), items(), None);
    assert_eq!(encode_one("array(u16, 2)", lists), Ok(expected));
    let lists = ListArray::new(item(), OffsetBuffer::from_lengths([1, 3]), items(), None);
    let error = encode_one("array(u16, 2)", lists).unwrap_err();
    assert!(error.contains("expected 2 elements, found 1"), "{error}");
}

#[test]
fn dictionaries_of_names() {
    let names: DictionaryArray<Int32Type> = vec!["B", "A", "B"].into_iter().collect();
    let expected = onesheet::list::encode(&[1u32, 0, 1]);
    assert_eq!(encode_one("enum E{0 A, 1 B}", names), Ok(expected.clone()));
    let texts = StringArray::from(vec!["B", "A", "B"]);
    assert_eq!(encode_one("enum E{0 A, 1 B}", texts), Ok(expected));
}

/// `about` may come from anywhere.
#[test]
fn casts_that_are_none() {
    let deep = "List(".repeat(100_000);
    for value in
        ["", "Timestamp", "Utf8", "Float64", "FixedSizeBinary(2147483647)", "List(Int64)", &deep]
    {
        let decoder = Decoder::new(&"struct S{at: i64}".parse().unwrap()).unwrap();
        let decoder = decoder.cast([("arrow:at", value), ("arrow:", "Date64"), ("at", "Date64")]);
        assert_eq!(decoder.schema().field(0).data_type(), &DataType::Int64, "{value:.40}");
    }
}
