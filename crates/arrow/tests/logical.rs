//! Times, dates, durations and decimals stay what they are through a file, in every unit.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, FixedSizeListArray, Int32Array, Int64Array, ListArray,
    MapArray, NullArray, RecordBatch, StringArray, StructArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Fields, Schema, TimeUnit};
use onesheet_arrow::{Batches, Decoder, Writer, casts, type_of};
use onesheet_file::{Options, Outline, Reader};

/// What a file of these columns gives again.
fn through(batch: &RecordBatch) -> RecordBatch {
    let ty = type_of(&batch.schema()).unwrap();
    let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    writer.write(batch).unwrap();
    let file = writer.finish().unwrap();
    let outline = Outline::of(&mut std::io::Cursor::new(&file)).unwrap();
    let section = outline.sections[0].section.clone();
    let decoder = Decoder::new(&section.schema().parse().unwrap()).unwrap();
    let decoder = decoder.cast(section.about());
    Batches::new(Reader::new(file.as_slice()), decoder).next().unwrap().unwrap()
}

fn all() -> Vec<DataType> {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    let mut all = vec![
        DataType::Date32,
        DataType::Date64,
        DataType::Time32(Second),
        DataType::Time32(Millisecond),
        DataType::Time64(Microsecond),
        DataType::Time64(Nanosecond),
    ];
    for unit in [Second, Millisecond, Microsecond, Nanosecond] {
        all.push(DataType::Duration(unit));
        for zone in [None, Some("UTC"), Some("+02:00"), Some("-03:30"), Some("Europe/Berlin")] {
            all.push(DataType::Timestamp(unit, zone.map(Into::into)));
        }
    }
    all
}

/// An hour and a half of each, and none: a whole day of what has days only.
fn values(data_type: &DataType) -> ArrayRef {
    let whole: ArrayRef = match data_type.primitive_width() {
        Some(4) => Arc::new(Int32Array::from(vec![Some(5400), None, Some(0)])),
        _ => Arc::new(Int64Array::from(vec![Some(86_400_000), None, Some(0)])),
    };
    cast(&whole, data_type).unwrap()
}

#[test]
fn every_unit_and_zone() {
    for data_type in all() {
        let inner = Arc::new(Field::new("item", data_type.clone(), true));
        let one = values(&data_type);
        let list = ListArray::new(
            Arc::clone(&inner),
            OffsetBuffer::from_lengths([1, 2, 0]),
            values(&data_type),
            None,
        );
        let fields = vec![Field::new("a", data_type.clone(), true)].into();
        let parts = StructArray::new(fields, vec![values(&data_type)], None);
        let columns: Vec<(&str, ArrayRef)> =
            vec![("one", one), ("list", Arc::new(list)), ("parts", Arc::new(parts))];
        let fields: Vec<_> = columns
            .iter()
            .map(|(name, column)| Field::new(*name, column.data_type().clone(), *name == "one"))
            .collect();
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
        let again = through(&batch);
        for (column, place) in ["one", "list", "parts"].into_iter().zip(0..) {
            assert_eq!(again.column(place), batch.column(place), "{column}: {data_type}");
        }
    }
}

#[test]
fn the_values_of_maps_and_dictionaries() {
    for data_type in all() {
        let values = values(&data_type);
        let keys = Int32Array::from(vec![Some(0), Some(2), None]);
        let encoded: ArrayRef =
            Arc::new(DictionaryArray::<Int32Type>::try_new(keys, Arc::clone(&values)).unwrap());
        let entries: Fields = vec![
            Field::new("key", DataType::Utf8, false),
            Field::new("value", data_type.clone(), true),
        ]
        .into();
        let keys: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c"]));
        let map = MapArray::new(
            Arc::new(Field::new("entries", DataType::Struct(entries.clone()), false)),
            OffsetBuffer::from_lengths([1, 0, 2]),
            StructArray::new(entries, vec![keys, values], None),
            None,
            false,
        );
        let fields = vec![
            Field::new("encoded", encoded.data_type().clone(), true),
            Field::new("map", map.data_type().clone(), false),
        ];
        let columns: Vec<ArrayRef> = vec![Arc::clone(&encoded), Arc::new(map.clone())];
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).unwrap();
        let again = through(&batch);
        assert_eq!(again.column(0), &cast(&encoded, &data_type).unwrap(), "{data_type}");
        let again = again.column(1).as_map();
        assert_eq!(again.values(), map.values(), "{data_type}");
    }
}

/// What a list has in the file is the same for all its kinds, and what a dictionary has, its values.
#[test]
fn times_in_lists_of_all_kinds_beside_what_stays_bare() {
    for data_type in all() {
        let item = |data_type| Arc::new(Field::new("item", data_type, true));
        let list = DataType::List(item(data_type.clone()));
        let dictionary = DataType::Dictionary(DataType::Int32.into(), data_type.clone().into());
        for kind in [
            DataType::FixedSizeList(item(data_type.clone()), 1),
            DataType::ListView(item(data_type.clone())),
            DataType::LargeListView(item(data_type.clone())),
            DataType::List(item(dictionary)),
        ] {
            let fields: Fields = vec![
                Field::new("a", kind.clone(), true),
                Field::new("b", DataType::Utf8View, true),
                Field::new("c", data_type.clone(), true),
            ]
            .into();
            let nested = Schema::new(vec![Field::new("s", DataType::Struct(fields), false)]);
            let nested_ty = type_of(&nested).unwrap();
            let lone = Schema::new(vec![Field::new("a", kind.clone(), true)]);
            let said =
                casts(&"struct _{a: option(seq(option(i64)))}".parse().unwrap(), &lone).unwrap();
            if data_type.primitive_width() == Some(8) {
                assert_eq!(said, [("arrow:a".to_owned(), list.to_string())], "{kind}");
            }
            let about = casts(&nested_ty, &nested).unwrap();
            let about = about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
            let decoder = Decoder::new(&nested_ty).unwrap().cast(about);
            let DataType::Struct(found) = decoder.schema().field(0).data_type() else { panic!() };
            assert_eq!(found[0].data_type(), &list, "{kind}");
            assert_eq!(found[2].data_type(), &data_type, "{kind}");
        }
    }
}

#[test]
fn dates_in_a_fixed_list_come_back() {
    let item = Arc::new(Field::new("item", DataType::Date32, true));
    let dates: ArrayRef = cast(&Int32Array::from(vec![1, 2, 3, 4]), &DataType::Date32).unwrap();
    let fixed: ArrayRef =
        Arc::new(FixedSizeListArray::new(Arc::clone(&item), 2, Arc::clone(&dates), None));
    let again = through(&RecordBatch::try_from_iter([("a", fixed)]).unwrap());
    assert_eq!(again.column(0).data_type(), &DataType::List(item));
    assert_eq!(again.column(0).as_list::<i32>().values(), &dates);
}

/// Whatever the fields are called beside which times and decimals are.
#[test]
fn names_that_arrow_does_not_read_again() {
    let many = "(".repeat(70);
    for name in
        ["", "\"", "\\", "a\nb", "'", "_", "a, b: c)", "\u{301}", "e\u{301}", "\u{7f}", &many]
    {
        let dates: ArrayRef = cast(&Int32Array::from(vec![1, 2]), &DataType::Date32).unwrap();
        let texts: ArrayRef = Arc::new(StringArray::from(vec!["1.5", "-2"]));
        let decimals: ArrayRef = cast(&texts, &DataType::Decimal128(5, 2)).unwrap();
        let numbers: ArrayRef = Arc::new(Int32Array::from(vec![7, 8]));
        let field =
            |name: &str, array: &ArrayRef| Field::new(name, array.data_type().clone(), false);
        let fields = [field(name, &numbers), field("d", &dates), field("p", &decimals)];
        let fields = Fields::from(fields.to_vec());
        let columns = vec![numbers, dates, decimals];
        let structs: ArrayRef = Arc::new(StructArray::new(fields.clone(), columns, None));
        let batch = RecordBatch::try_from_iter([("x", Arc::clone(&structs))]).unwrap();
        assert_eq!(through(&batch).column(0), &structs, "{name:?}");
        // Also inside of another, the name of which is that.
        let fields = Fields::from(vec![field(name, &structs)]);
        let outer: ArrayRef = Arc::new(StructArray::new(fields, vec![structs], None));
        let batch = RecordBatch::try_from_iter([("x", Arc::clone(&outer))]).unwrap();
        assert_eq!(through(&batch).column(0), &outer, "{name:?}");
    }
    // A field of another name is another column.
    let ty = "struct _{x: struct P{a: i32, b: i32}}".parse().unwrap();
    let decoder = Decoder::new(&ty).unwrap();
    let other = "Struct(\"a\": non-null Date32, \"_\": non-null Int32)";
    let bare = decoder.schema().clone();
    assert_eq!(decoder.cast([("arrow:x", other)]).schema(), &bare);
}

#[test]
fn columns_that_have_nothing_to_read_are_refused_by_name() {
    let said = |fields: Vec<Field>| type_of(&Schema::new(fields)).unwrap_err().to_string();
    let of = |data_type| said(vec![Field::new("x", data_type, true)]);
    let negative = "column x: Decimal128(5, -3) has a negative scale: cast it to one of scale 0";
    assert_eq!(of(DataType::Decimal128(5, -3)), negative);
    let inside = DataType::List(Arc::new(Field::new("item", DataType::Decimal256(5, -1), true)));
    assert!(of(inside).starts_with("column x: "), "in a list");
    assert_eq!(
        of(DataType::Struct(Fields::empty())),
        "column x: a struct without fields: leave it out"
    );
    let empty = "column x: FixedSizeBinary(0) has no bytes: leave it out";
    assert_eq!(of(DataType::FixedSizeBinary(0)), empty);
    assert_eq!(said(vec![]), "no columns: records have one or more");
    // In a file from elsewhere it stays text.
    let decoder = Decoder::new(&"struct _{x: str}".parse().unwrap()).unwrap();
    let decoder = decoder.cast([("arrow:x", "Decimal128(5, -3)")]);
    assert_eq!(decoder.schema().field(0).data_type(), &DataType::Utf8);
}

/// As the columns of CSV and JSON in which nothing is.
#[test]
fn columns_of_nulls_are_texts() {
    let nulls: ArrayRef = Arc::new(NullArray::new(2));
    let fields: Fields = vec![Field::new("none", DataType::Null, true)].into();
    let parts = StructArray::new(fields, vec![Arc::clone(&nulls)], None);
    let schema = Schema::new(vec![
        Field::new("none", DataType::Null, true),
        Field::new("parts", parts.data_type().clone(), false),
    ]);
    let ty = type_of(&schema).unwrap().to_string();
    assert_eq!(ty, "struct _{none: option(str), parts: struct _{none: option(str)}}");
    let batch = RecordBatch::try_new(Arc::new(schema), vec![nulls, Arc::new(parts)]).unwrap();
    let again = through(&batch);
    assert_eq!((again.num_rows(), again.column(0).null_count()), (2, 2));
    assert_eq!(again.column(0).data_type(), &DataType::Utf8);
}
