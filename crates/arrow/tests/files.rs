//! Files to record batches, whole, damaged and of several types; and record batches to files.

use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{
    ArrayRef, Decimal128Array, RecordBatch, RecordBatchReader, StringArray,
    TimestampMillisecondArray, UInt32Array, UInt64Array,
};
use onesheet::{Deserialize, Limits, Serialize};
use onesheet_arrow::{Batches, Decoder, Writer, newest, type_of};
use onesheet_file::{Options, Reader, Slice, What};

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[onesheet(extensible)]
struct Old {
    at: u64,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[onesheet(extensible)]
struct New {
    at: u64,
    #[onesheet(default)]
    code: u32,
}

fn file_of<T: Serialize>(blocks: &[Vec<T>]) -> Vec<u8> {
    let mut writer = onesheet_file::Writer::new(Vec::new()).unwrap();
    blocks.iter().for_each(|block| writer.write_block(block).unwrap());
    writer.finish().unwrap()
}

fn decoder(schema: &str) -> Decoder {
    Decoder::new(&schema.parse().unwrap()).unwrap()
}

fn ats(batches: impl Iterator<Item = RecordBatch>) -> Vec<u64> {
    let column = |batch: RecordBatch| batch["at"].as_primitive::<UInt64Type>().values().to_vec();
    batches.flat_map(column).collect()
}

#[test]
fn damage_ends_it_or_is_reported() {
    let blocks: Vec<Vec<Old>> = (0..5).map(|b| vec![Old { at: b }, Old { at: 10 * b }]).collect();
    let mut file = file_of(&blocks);
    let places: Vec<usize> =
        Slice::new(&file).index().iter().map(|entry| entry.at as usize).collect();
    file[places[2] + 36] ^= 1; // in the body of the third
    let schema = Old::SCHEMA.to_string();

    let mut strict = Batches::new(Reader::new(file.as_slice()), decoder(&schema));
    assert_eq!(ats(strict.by_ref().take(2).map(Result::unwrap)), [0, 0, 1, 10]);
    let error = strict.next().unwrap().unwrap_err().to_string();
    assert!(error.contains("checksum") && error.contains(&places[2].to_string()), "{error}");
    assert!(strict.next().is_none());

    let problems = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&problems);
    let lossy = Batches::new(Reader::new(file.as_slice()), decoder(&schema))
        .lossy(move |at, error| told.lock().unwrap().push((at as usize, error.to_string())));
    assert_eq!(ats(lossy.map(Result::unwrap)), [0, 0, 1, 10, 3, 30, 4, 40]);
    let problems = problems.lock().unwrap();
    assert_eq!(
        problems.iter().map(|problem| problem.0).collect::<Vec<_>>(),
        [places[2], places[3]]
    );
    assert!(
        problems[0].1.starts_with("checksum") && problems[1].1.starts_with("gap"),
        "{problems:?}"
    );
}

#[test]
fn records_of_an_older_type_have_nulls() {
    let mut file = file_of(&[vec![Old { at: 1 }, Old { at: 2 }]]);
    file.extend(file_of(&[vec![New { at: 3, code: 4 }]]));
    let sections: Vec<_> = Slice::new(&file)
        .events()
        .filter_map(|event| match event.what {
            What::Section(section) => Some(section),
            _ => None,
        })
        .collect();
    assert_eq!(sections.len(), 2);
    for order in [[0, 1], [1, 0]] {
        let newest = newest(order.iter().map(|place| &sections[*place])).unwrap();
        assert_eq!(newest.schema(), New::SCHEMA.to_string());
    }

    let decoder = decoder(&New::SCHEMA.to_string());
    let batches = Batches::new(Reader::new(file.as_slice()), decoder);
    assert!(batches.schema().field_with_name("code").unwrap().is_nullable());
    let codes: Vec<_> = batches
        .flat_map(|batch| {
            let batch = batch.unwrap();
            batch["code"].as_primitive::<UInt32Type>().iter().collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(codes, [None, None, Some(4)]);
}

#[test]
fn another_type_is_refused() {
    let mut file = file_of(&[vec![Old { at: 1 }]]);
    file.extend(file_of(&[vec![7u16]]));
    file.extend(file_of(&[vec![Old { at: 2 }]]));
    let schema = Old::SCHEMA.to_string();
    let strict: Result<Vec<_>, _> =
        Batches::new(Reader::new(file.as_slice()), decoder(&schema)).collect();
    assert!(strict.unwrap_err().to_string().contains("of another type"));
    let lossy = Batches::new(Reader::new(file.as_slice()), decoder(&schema)).lossy(|_, _| {});
    assert_eq!(ats(lossy.map(Result::unwrap)), [1, 2]);
}

#[test]
fn a_payload_that_breaks_a_rule_is_named_by_its_block() {
    let ty = "seq(bool)".parse().unwrap();
    let mut writer = onesheet_file::BlockWriter::new(Vec::new(), &ty).unwrap();
    writer.write_list(b"\x01\x02", 1).unwrap(); // one bool, and a bit behind it (W18)
    let file = writer.finish().unwrap();
    let at = Slice::new(&file).index()[0].at;
    let mut batches = Batches::new(Reader::new(file.as_slice()), Decoder::new(&ty).unwrap());
    let error = batches.next().unwrap().unwrap_err().to_string();
    assert!(error.contains(&format!("block at byte {at}")) && error.contains("W18"), "{error}");
}

#[test]
fn a_block_has_about_as_many_bytes_as_was_asked_for() {
    let batch = |from: u64, n: u64| {
        let at = Arc::new(UInt64Array::from_iter_values(from..from + n)) as ArrayRef;
        RecordBatch::try_from_iter([("at", at)]).unwrap()
    };
    let first = batch(0, 10);
    let ty = type_of(&first.schema()).unwrap();
    let options = Options { block_bytes: 800, ..Options::default() };
    let mut writer = Writer::new(Vec::new(), &ty, &first.schema(), options).unwrap();
    writer.write(&first).unwrap();
    writer.write(&batch(10, 10)).unwrap();
    writer.write(&batch(20, 1_000)).unwrap();
    writer.write(&batch(1_020, 0)).unwrap();
    let file = writer.finish().unwrap();
    let batches: Vec<RecordBatch> =
        Batches::new(Reader::new(file.as_slice()), decoder(&ty.to_string()))
            .map(Result::unwrap)
            .collect();
    assert_eq!(ats(batches.iter().cloned()), (0..1_020).collect::<Vec<_>>());
    let rows: Vec<_> = batches.iter().map(RecordBatch::num_rows).collect();
    // 8 bytes each in Arrow.
    assert!(rows.iter().all(|rows| (10..=130).contains(rows)), "{rows:?}");
}

#[test]
fn times_and_decimals_come_back() {
    let times =
        TimestampMillisecondArray::from(vec![Some(1_700_000_000_000), None]).with_timezone("UTC");
    let prices = Decimal128Array::from(vec![12_345, -1]).with_precision_and_scale(10, 2).unwrap();
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("when", Arc::new(times) as ArrayRef, true),
        ("price", Arc::new(prices) as ArrayRef, false),
        ("name", Arc::new(StringArray::from(vec!["a", "b"])) as ArrayRef, false),
    ])
    .unwrap();
    let ty = type_of(&batch.schema()).unwrap();
    assert_eq!(ty.to_string(), "struct _{when: option(i64), price: str, name: str}");
    let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    writer.write(&batch).unwrap();
    let file = writer.finish().unwrap();

    let mut reader = Reader::new(file.as_slice());
    let Some(onesheet_file::Event { what: What::Section(section), .. }) =
        reader.next_event().unwrap()
    else {
        panic!("no section");
    };
    let plain = Decoder::new(&ty).unwrap();
    let cast = plain.clone().cast(section.about());
    let list = match reader.next_event().unwrap().unwrap().what {
        What::Records(block) => block.payload().into_owned(),
        other => panic!("{other:?}"),
    };
    let again = cast.decode(&list, 2, &Limits::default()).unwrap();
    assert_eq!(again.columns(), batch.columns());
    let again = plain.decode(&list, 2, &Limits::default()).unwrap();
    assert_eq!(again["price"].as_string::<i32>().value(1), "-0.01");
}

/// Times are times behind others, too: the section has the same `about`.
#[test]
fn batches_go_behind_those_of_a_file() {
    let times = TimestampMillisecondArray::from(vec![1, 2, 3]).with_timezone("UTC");
    let batch = RecordBatch::try_from_iter([("when", Arc::new(times) as ArrayRef)]).unwrap();
    let (schema, options) = (batch.schema(), Options::default);
    let ty = type_of(&schema).unwrap();
    let path = std::env::temp_dir().join(format!("arrow-append-{}.onesheet", std::process::id()));
    let _ = std::fs::remove_file(&path);
    assert!(Writer::append(&path, &ty, &schema, options()).is_err(), "it is not there");
    let file = std::fs::File::create(&path).unwrap();
    let mut writer = Writer::new(file, &ty, &schema, options()).unwrap();
    writer.write(&batch).unwrap();
    drop(writer.finish().unwrap());
    let (writer, found) = Writer::append(&path, &ty, &schema, options()).unwrap();
    assert_eq!(found.records, Some(3));
    assert!(Writer::append(&path, &ty, &schema, options()).is_err(), "it has a writer");
    let mut writer = writer.map_out(|file| file);
    writer.write(&batch).unwrap();
    assert_eq!(writer.written(), 3);
    drop(writer.finish().unwrap());
    let file = std::fs::read(&path).unwrap();
    let events = Slice::new(&file).events();
    let sections = events.filter(|event| matches!(event.what, What::Section(_)));
    assert_eq!(sections.count(), 1);
    let batches = Batches::new(Reader::new(file.as_slice()), Decoder::new(&ty).unwrap());
    assert_eq!(batches.map(|batch| batch.unwrap().num_rows()).sum::<usize>(), 6);
    std::fs::remove_file(&path).unwrap();
}

/// The error of writing these columns as a type.
fn refused(ty: &str, columns: Vec<(&str, ArrayRef)>) -> String {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, column)| (name, column, true)),
    )
    .unwrap();
    let ty = ty.parse().unwrap();
    let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default()).unwrap();
    let written = writer.write(&batch).and_then(|()| writer.finish().map(drop));
    written.unwrap_err().to_string()
}

#[test]
fn values_that_do_not_fit_name_their_column() {
    let numbers = || Arc::new(UInt32Array::from(vec![Some(70_000), None])) as ArrayRef;
    let texts = || Arc::new(StringArray::from(vec!["Idle", "Alarm"])) as ArrayRef;
    for (ty, columns, expected) in [
        ("struct S{a: u16}", vec![("a", numbers())], "column a: "),
        (
            "struct S{a: u32}",
            vec![("a", numbers())],
            "column a: null, but the type is not an option",
        ),
        ("struct S{a: u32, b: u8}", vec![("a", texts())], "column a: "),
        (
            "struct S{a: str}",
            vec![("a", texts()), ("b", texts())],
            "column b: not in the type of the records",
        ),
        ("struct S{a: str, b: u8}", vec![("a", texts())], "column b: missing"),
        (
            "struct S{a: str(max 4)}",
            vec![("a", texts())],
            "column a: 5 bytes or elements, but the type allows 4",
        ),
        (
            "struct S{a: enum E{0 Idle, 1 Off}}",
            vec![("a", texts())],
            "column a: unknown variant \"Alarm\"",
        ),
        (
            "struct S{a: char}",
            vec![("a", texts())],
            "column a: expected one character, found \"Idle\"",
        ),
        ("struct S{a: u128}", vec![("a", texts())], "column a: expected a u128, found \"Idle\""),
        ("struct S{a: rows R(u8)}", vec![("a", texts())], "column a: "),
    ] {
        let error = refused(ty, columns);
        assert!(error.starts_with(expected), "{ty}: {error}");
    }
}

#[test]
fn columns_of_no_type() {
    use arrow_schema::{DataType, Field, IntervalUnit, Schema};
    let interval = DataType::Interval(IntervalUnit::DayTime);
    let list = DataType::List(Arc::new(Field::new("item", interval.clone(), true)));
    for data_type in [interval, list] {
        let schema = Schema::new(vec![Field::new("a", data_type, true)]);
        let error = type_of(&schema).unwrap_err().to_string();
        assert!(error.starts_with("column a: "), "{error}");
    }
}

#[test]
fn a_record_that_no_reader_takes_is_refused() {
    let text = |mebibytes: usize| "x".repeat(mebibytes << 20);
    let batch = |texts: Vec<String>| {
        RecordBatch::try_from_iter([("s", Arc::new(StringArray::from(texts)) as ArrayRef)]).unwrap()
    };
    let small = batch(vec!["a".to_owned(), text(40), text(40)]);
    let ty = type_of(&small.schema()).unwrap();
    let writer = |block_bytes| {
        let options = Options { block_bytes, ..Options::default() };
        Writer::new(Vec::new(), &ty, &small.schema(), options).unwrap()
    };

    let mut refusing = writer(1000);
    let error = refusing.write(&batch(vec!["b".to_owned(), text(57)])).unwrap_err().to_string();
    let why = "bytes: no reader takes it: a block has up to 58720256 bytes";
    assert!(error.starts_with("column s: record 1, of 597688"), "{error}");
    assert!(error.ends_with(why), "{error}");

    // Together the three are no block, and each is one.
    let mut writer = writer(100 << 20);
    writer.write(&small).unwrap();
    let file = writer.finish().unwrap();
    let batches = Batches::new(Reader::new(file.as_slice()), decoder(&ty.to_string()));
    let lens = batches.flat_map(|batch| {
        batch.unwrap()["s"].as_string::<i32>().iter().map(|s| s.unwrap().len()).collect::<Vec<_>>()
    });
    assert_eq!(lens.collect::<Vec<_>>(), [1, 40 << 20, 40 << 20]);
}
