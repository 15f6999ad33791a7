//! Columns of other data types than those of the records' type: what fits is taken as it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, MapBuilder, MapFieldNames, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, FixedSizeListArray, Float64Array, Int64Array,
    LargeListArray, LargeStringArray, ListArray, ListViewArray, NullArray, RecordBatch,
    StringArray, StructArray, TimestampMicrosecondArray, UInt8Array,
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

/// A column as a list of its own type, and as one of another.
fn encode_as_is(column: impl Array + 'static) -> (String, Vec<u8>) {
    let columns = vec![("a", Arc::new(column) as ArrayRef)];
    let ty = type_of(&batch(columns.clone()).schema()).unwrap().to_string();
    let list = encode(&ty, columns).unwrap();
    (ty, list)
}

fn struct_of(parts: Vec<(&str, ArrayRef)>, nulls: Option<NullBuffer>) -> StructArray {
    let field = |(name, array): &(&str, ArrayRef)| {
        Field::new(*name, array.data_type().clone(), *array.data_type() == DataType::Null)
    };
    let fields: Fields = parts.iter().map(field).collect();
    StructArray::new(fields, parts.into_iter().map(|(_, array)| array).collect(), nulls)
}

fn list_of(items: impl Array + 'static, lengths: &[usize], nulls: Option<NullBuffer>) -> ListArray {
    let item = Arc::new(Field::new_list_field(items.data_type().clone(), false));
    ListArray::new(
        item,
        OffsetBuffer::from_lengths(lengths.iter().copied()),
        Arc::new(items),
        nulls,
    )
}

#[test]
fn nulls_beside_what_is_cast() {
    let nulls = || Arc::new(NullArray::new(2)) as ArrayRef;
    let bools = Arc::new(BooleanArray::from(vec![true, false]));
    let (ty, list) = encode_as_is(struct_of(vec![("ok", bools.clone()), ("note", nulls())], None));
    assert_eq!(ty, "struct _{a: struct _{ok: bool, note: option(str)}}");
    let none = None::<&str>;
    assert_eq!(list, onesheet::list::encode(&[(true, none), (false, none)]));
    // In lists, and beside a number that is cast.
    let (_, list) =
        encode_as_is(list_of(struct_of(vec![("b", bools), ("n", nulls())], None), &[2], None));
    assert_eq!(list, onesheet::list::encode(&[vec![(true, none), (false, none)]]));
    let floats = Arc::new(Float64Array::from(vec![1.0, 2.0]));
    let both = struct_of(vec![("x", floats), ("n", nulls())], None);
    let ty = "struct _{x: u8, n: option(str)}";
    assert_eq!(encode_one(ty, both), Ok(onesheet::list::encode(&[(1u8, none), (2, none)])));
}

/// What a field has in a slot of a struct or list that is null, no value has.
#[test]
fn null_parts_of_what_is_null() {
    let nulls = || Some(NullBuffer::from(vec![true, false]));
    let texts = Arc::new(LargeStringArray::from(vec![Some("x"), None])) as ArrayRef;
    let field =
        |name, of: &ArrayRef| Fields::from(vec![Field::new(name, of.data_type().clone(), false)]);
    let inner = Arc::new(StructArray::new(field("c", &texts), vec![texts], nulls())) as ArrayRef;
    let outer = StructArray::new(field("u", &inner), vec![inner], nulls());
    let item = Arc::new(Field::new_list_field(outer.data_type().clone(), true));
    let list = ListArray::new(item, OffsetBuffer::from_lengths([2]), Arc::new(outer), None);
    let (ty, list) = encode_as_is(list);
    assert_eq!(ty, "struct _{a: seq(option(struct _{u: struct _{c: str}}))}");
    assert_eq!(list, onesheet::list::encode(&[vec![Some("x"), None]]));

    // A number that is no u8, in a list that is null.
    let floats = || Float64Array::from(vec![1.0, 2.0, 300.5]);
    let hidden = list_of(floats(), &[2, 1], nulls());
    let expected = onesheet::list::encode(&[Some(vec![1u16, 2]), None]);
    assert_eq!(encode_one("option(seq(u16))", hidden), Ok(expected));
    let seen = list_of(floats(), &[2, 1], None);
    let error = "column a: Cast error: 300.5 is not a value of UInt16";
    assert_eq!(encode_one("seq(u16)", seen), Err(error.to_owned()));
    // Beyond the slice nothing is looked at.
    let slice = list_of(floats(), &[1, 1, 1], None).slice(1, 1);
    assert_eq!(encode_one("seq(u16)", slice), Ok(onesheet::list::encode(&[vec![2u16]])));
}

#[test]
fn lists_of_bytes() {
    let bytes = || UInt8Array::from(vec![1, 2, 3, 4]);
    let list = onesheet::list::encode(&[vec![1u8, 2], vec![3, 4]]);
    let expected = ("struct _{a: bytes}".to_owned(), list);
    assert_eq!(encode_as_is(list_of(bytes(), &[2, 2], None)), expected);
    let field = || Arc::new(Field::new_list_field(DataType::UInt8, false));
    let offsets = OffsetBuffer::from_lengths([2, 2]);
    let large = LargeListArray::new(field(), offsets, Arc::new(bytes()), None);
    assert_eq!(encode_as_is(large), expected);
    let views =
        ListViewArray::new(field(), vec![0, 2].into(), vec![2, 2].into(), Arc::new(bytes()), None);
    assert_eq!(encode_as_is(views), expected);
    let fixed = FixedSizeListArray::new(field(), 2, Arc::new(bytes()), None);
    let expected = ("struct _{a: array(u8, 2)}".to_owned(), b"\x01\x02\x03\x04".to_vec());
    assert_eq!(encode_as_is(fixed), expected);
}

/// A column of texts, or numbers, that `about` says is of a data type.
fn decode_as(ty: &str, list: &[u8], rows: usize, data_type: &str) -> Result<ArrayRef, String> {
    let decoder = Decoder::new(&format!("struct _{{a: {ty}}}").parse().unwrap()).unwrap();
    let decoder = decoder.cast([("arrow:a", data_type)]);
    assert_eq!(decoder.schema().field(0).data_type().to_string(), data_type);
    let batch =
        decoder.decode(list, rows, &Limits::default()).map_err(|error| error.to_string())?;
    Ok(Arc::clone(batch.column(0)))
}

#[test]
fn texts_that_are_decimals() {
    let decimals = |text: &str, data_type: &str| {
        let array = decode_as("str", &onesheet::list::encode(&[text]), 1, data_type)?;
        Ok::<_, String>(arrow_cast::display::array_value_to_string(&array, 0).unwrap())
    };
    for data_type in
        ["Decimal32(9, 2)", "Decimal64(10, 2)", "Decimal128(10, 2)", "Decimal256(10, 2)"]
    {
        for (text, is) in [
            ("1.25", "1.25"),
            ("-1.2", "-1.20"),
            ("+007", "7.00"),
            (".5", "0.50"),
            ("5.", "5.00"),
            ("1.2500", "1.25"),
            ("-0.50", "-0.50"),
            ("9999999.99", "9999999.99"),
        ] {
            assert_eq!(decimals(text, data_type).as_deref(), Ok(is), "{text} {data_type}");
        }
        // Digits too many, before the point and behind it, and no decimals at all.
        for text in
            ["1.256", "0.005", "123456789", "x", "", ".", "-", "1,25", "1e3", " 1", "1.2.3", "0x1"]
        {
            let error = decimals(text, data_type).unwrap_err();
            let why = format!("Cast error: {text} is not a value of {data_type}");
            assert!(error.contains(&why), "{text}: {error}");
        }
    }
    let lists = onesheet::list::encode(&[vec!["1.5", "1.256"]]);
    assert!(decode_as("seq(str)", &lists, 1, "List(non-null Decimal128(10, 2))").is_err());
}

#[test]
fn floats_of_16_bits() {
    let halves = |x: f32| {
        let array = decode_as("f32", &onesheet::list::encode(&[x]), 1, "Float16")?;
        let array = arrow_cast::cast(&array, &DataType::Float32).unwrap();
        Ok::<_, String>(array.as_primitive::<Float32Type>().value(0))
    };
    // 0.1 is nearest to 1638 / 16384.
    for (x, half) in
        [(0.5, 0.5), (0.1, 0.099_975_586), (65504.0, 65504.0), (f32::INFINITY, f32::INFINITY)]
    {
        assert_eq!(halves(x), Ok(half));
    }
    assert!(halves(70000.0).unwrap_err().contains("70000.0 is not a value of Float16"));
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
