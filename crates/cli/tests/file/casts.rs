//! Columns that are more than their type, and columns of other data types: no value changes on the way.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, LargeStringArray, ListArray, NullArray, RecordBatch, StructArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use onesheet_file::{BlockWriter, Options};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::bad::fails;
use crate::{dir, gives, onesheet, takes, text};

/// A file of one column, `x`.
fn write(path: &Path, column: ArrayRef) {
    let batch = RecordBatch::try_from_iter_with_nullable([("x", column, true)]).unwrap();
    let file = File::create(path).unwrap();
    match path.extension().unwrap().to_str() {
        Some("parquet") => {
            let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
            writer.write(&batch).unwrap();
            writer.close().unwrap();
        }
        _ => {
            let mut writer = arrow_ipc::writer::FileWriter::try_new(file, &batch.schema()).unwrap();
            writer.write(&batch).unwrap();
            writer.finish().unwrap();
        }
    }
}

fn structs(name: &str, column: ArrayRef, is_nullable: bool) -> StructArray {
    let field = Field::new(name, column.data_type().clone(), is_nullable);
    StructArray::new(Fields::from(vec![field]), vec![column], None)
}

#[test]
fn bools_beside_nulls() {
    let dir = dir("casts_bools");
    let fields = Fields::from(vec![
        Field::new("ok", DataType::Boolean, true),
        Field::new("note", DataType::Null, true),
    ]);
    for name in ["in.arrow", "in.parquet"] {
        let columns: Vec<ArrayRef> =
            vec![Arc::new(BooleanArray::from(vec![true])), Arc::new(NullArray::new(1))];
        write(&dir.join(name), Arc::new(StructArray::new(fields.clone(), columns, None)));
        gives(&dir, &["import", name, "log"], 0, "log: records: 1\n", &[]);
        gives(&dir, &["cat", "log"], 0, "{\"x\":{\"ok\":true,\"note\":null}}\n", &[]);
    }
}

/// As PyArrow writes `[{"u": {"c": "x"}}, None]`, in which only the elements of the list may be null.
#[test]
fn structs_of_what_is_never_null_in_one_that_is() {
    let dir = dir("casts_null");
    let inner = structs("c", Arc::new(LargeStringArray::from(vec!["x", "hidden"])), false);
    let outer = structs("u", Arc::new(inner), false);
    let (fields, columns, _) = outer.into_parts();
    let nulls = Some(vec![true, false].into());
    let outer = StructArray::new(fields, columns, nulls);
    let item = Arc::new(Field::new("element", outer.data_type().clone(), true));
    let offsets = OffsetBuffer::from_lengths([2]);
    for name in ["in.arrow", "in.parquet"] {
        let list = ListArray::new(item.clone(), offsets.clone(), Arc::new(outer.clone()), None);
        write(&dir.join(name), Arc::new(list));
        gives(&dir, &["import", name, "log"], 0, "log: records: 1\n", &[]);
        gives(&dir, &["cat", "log"], 0, "{\"x\":[{\"u\":{\"c\":\"x\"}},null]}\n", &[]);
    }
}

/// The data type of the first column of a file of Parquet.
fn data_type_of(path: &Path) -> String {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    reader.schema().field(0).data_type().to_string()
}

/// Seconds in lists, and decimals of one digit, are none of Parquet's own.
#[test]
fn what_parquet_has_not_comes_back() {
    let dir = dir("casts_parquet");
    let date = "\"2024-01-02T03:04:05\"";
    for (ty, value, cast, written) in [
        (
            "seq(i64)",
            format!("[{date}]"),
            "LargeList(non-null Timestamp(s))",
            "LargeList(non-null Timestamp(ms))",
        ),
        (
            "seq(i64)",
            format!("[{date}]"),
            "List(non-null Timestamp(s))",
            "List(non-null Timestamp(ms))",
        ),
        (
            "seq(seq(i64))",
            format!("[[{date}]]"),
            "LargeList(non-null LargeList(non-null Timestamp(s)))",
            "LargeList(non-null LargeList(non-null Timestamp(ms)))",
        ),
        (
            "seq(i32)",
            "[\"03:04:05\"]".to_owned(),
            "LargeList(non-null Time32(s))",
            "LargeList(non-null Time32(ms))",
        ),
        (
            "seq(i64)",
            "[\"2024-01-02\"]".to_owned(),
            "LargeList(non-null Date64)",
            "LargeList(non-null Timestamp(ms))",
        ),
        ("str", "\"5\"".to_owned(), "Decimal32(1, 0)", "Decimal128(1, 0)"),
        ("str", "\"0.5\"".to_owned(), "Decimal32(1, 1)", "Decimal128(1, 1)"),
        ("str", "\"55\"".to_owned(), "Decimal32(2, 0)", "Decimal32(2, 0)"),
        (
            "seq(str)",
            "[\"0.5\",\"-0.1\"]".to_owned(),
            "LargeList(non-null Decimal32(1, 1))",
            "LargeList(non-null Decimal128(1, 1))",
        ),
    ] {
        let line = format!("{{\"x\":{value}}}\n");
        let (ty, about) = (format!("struct _{{x: {ty}}}"), format!("arrow:x={cast}"));
        takes(&dir, &["write", "-t", &ty, "log", "--about", &about], &line, 0, "", &[]);
        let said = "out.parquet: records: 1\n";
        gives(&dir, &["export", "log", "out.parquet"], 0, said, &[]);
        assert_eq!(data_type_of(&dir.join("out.parquet")), written);
        gives(&dir, &["import", "out.parquet", "back"], 0, "back: records: 1\n", &[]);
        gives(&dir, &["cat", "back"], 0, &line, &[]);
        let schema = text(onesheet(&dir, &["schema", "infer", "out.parquet"], b"").stdout);
        assert!(schema.contains(&format!("--about '{about}'\n")), "{schema}");
    }
}

/// Whether rows are of the data types that a file says its columns have: as CSV, and as JSON.
#[test]
fn texts_that_are_appended_are_decimals() {
    let dir = dir("casts_decimals");
    let ty = "struct _{price: option(str), half: option(f32)}";
    let abouts = ["arrow:price=Decimal128(10, 2)", "arrow:half=Float16"];
    let args = ["write", "-t", ty, "log", "--about", abouts[0], "--about", abouts[1]];
    takes(&dir, &args, "{\"price\":\"1.25\",\"half\":0.5}\n", 0, "", &[]);
    let log = fs::read(dir.join("log")).unwrap();
    let csv = ["import", "--append", "--from", "csv", "-", "log"];
    let json = ["import", "--append", "--from", "jsonl", "-", "log"];
    for text in ["\"1,25\"", "x", "12345678901", "1e3", "1.256", "0.005"] {
        let why = format!(
            "standard input: line 3, column price: expected a value of Decimal128(10, 2), found {:?}",
            text.trim_matches('"')
        );
        fails(&dir, &csv, format!("price\n1.5\n{text}\n").as_bytes(), 1, &why);
        let text = text.trim_matches('"');
        let line = format!("{{\"price\":\"1.5\"}}\n{{\"price\":\"{text}\"}}\n");
        let why = format!(
            "standard input: record 1: column price: Cast error: {text} is not a value of Decimal128(10, 2)"
        );
        fails(&dir, &json, line.as_bytes(), 1, &why);
    }
    let why = "standard input: line 2, column half: expected a float of 16 bits, found \"70000\"";
    fails(&dir, &csv, b"half\n70000\n", 1, why);
    let why = "column half: Cast error: 70000.0 is not a value of Float16";
    fails(&dir, &json, b"{\"half\":70000}\n", 1, why);
    // Of what was refused, nothing is written.
    assert_eq!(fs::read(dir.join("log")).unwrap(), log);

    // What fits is written; a float is the nearest one, and 0.1 is nearest to 1638 / 16384.
    let rows = "price,half\n-2.5,0.1\n,inf\n99999999.990,NaN\n";
    takes(&dir, &csv, rows, 0, "log: records: 3\n", &[]);
    let line = "{\"price\":\"3\",\"half\":0.1}\n";
    takes(&dir, &json, line, 0, "log: records: 1\n", &[]);
    let rows = "price,half\n1.25,0.5\n-2.50,0.099975586\n,inf\n99999999.99,NaN\n3.00,0.099975586\n";
    gives(&dir, &["export", "log", "--to", "csv"], 0, rows, &[]);

    // Texts of Parquet and Arrow become decimals, too.
    let ty = "struct _{x: str}";
    let about = "arrow:x=Decimal128(10, 2)";
    takes(&dir, &["write", "-t", ty, "texts", "--about", about], "", 0, "", &[]);
    for name in ["in.parquet", "in.arrow"] {
        write(&dir.join(name), Arc::new(LargeStringArray::from(vec!["1.5", "-2"])));
        gives(&dir, &["import", "--append", name, "texts"], 0, "texts: records: 2\n", &[]);
        write(&dir.join(name), Arc::new(LargeStringArray::from(vec!["1.5", "1.256"])));
        let why =
            format!("{name}: column x: Cast error: 1.256 is not a value of Decimal128(10, 2)");
        fails(&dir, &["import", "--append", name, "texts"], b"", 1, &why);
    }
    gives(&dir, &["export", "texts", "--to", "csv"], 0, "x\n1.50\n-2.00\n1.50\n-2.00\n", &[]);

    // In lists and structs, too.
    let ty = "struct _{x: seq(str)}";
    let about = "arrow:x=List(non-null Decimal128(3, 1))";
    takes(&dir, &["write", "-t", ty, "lists", "--about", about], "", 0, "", &[]);
    let why = "column x: Cast error: 1.25 is not a value of Decimal128(3, 1)";
    let args = ["import", "--append", "--from", "csv", "-", "lists"];
    fails(&dir, &args, b"x\n\"[\"\"1.25\"\"]\"\n", 1, why);
    let args = ["import", "--append", "--from", "jsonl", "-", "lists"];
    fails(&dir, &args, b"{\"x\":[\"1.25\"]}\n", 1, why);
}

/// What is written is what the file says of its columns.
#[test]
fn texts_that_are_written_are_decimals() {
    let dir = dir("casts_written");
    let ty = "struct _{price: option(str), half: option(f32)}";
    let abouts = ["arrow:price=Decimal128(10, 2)", "arrow:half=Float16"];
    let args = ["write", "-t", ty, "log", "--about", abouts[0], "--about", abouts[1]];
    let append = [&args[..], &["--append"]].concat();
    for (line, why) in [
        (
            "{\"price\":\"1,25\"}",
            "column price: Cast error: 1,25 is not a value of Decimal128(10, 2)",
        ),
        (
            "{\"price\":\"1.256\"}",
            "column price: Cast error: 1.256 is not a value of Decimal128(10, 2)",
        ),
        ("{\"half\":70000}", "column half: Cast error: 70000.0 is not a value of Float16"),
    ] {
        let lines = format!("{{\"price\":\"1.5\"}}\n\n{line}\n");
        fails(&dir, &args, lines.as_bytes(), 1, &format!("standard input: line 3: {why}"));
        assert!(!dir.join("log").exists());
    }
    let lines = "{\"price\":\"1.5\",\"half\":0.5}\n{\"price\":null}\n";
    takes(&dir, &args, lines, 0, "", &[]);
    let why =
        "standard input: line 1: column price: Cast error: x is not a value of Decimal128(10, 2)";
    fails(&dir, &append, b"{\"price\":\"x\"}\n", 1, why);
    gives(&dir, &["export", "log", "--to", "csv"], 0, "price,half\n1.50,0.5\n,\n", &[]);
}

/// The text in a file is more than its column has: it is not rounded.
#[test]
fn decimals_of_more_digits_are_not_exported() {
    let dir = dir("casts_digits");
    let ty = "struct R{s: str}".parse().unwrap();
    let about = [("arrow:s".to_owned(), "Decimal128(10, 2)".to_owned())].into();
    let options = Options { about, ..Options::default() };
    let log = File::create(dir.join("log")).unwrap();
    let mut writer = BlockWriter::with_options(log, &ty, options).unwrap();
    writer.write_list(b"\x07123.456", 1).unwrap();
    writer.finish().unwrap();
    for to in ["csv", "parquet", "arrow"] {
        let out = format!("out.{to}");
        let why = "Cast error: 123.456 is not a value of Decimal128(10, 2)";
        let got = onesheet(&dir, &["export", "log", &out], b"");
        let said = text(got.stderr);
        assert!(said.contains(why) && got.status.code() == Some(1), "{said}");
    }
}

/// Dates and times in the parts of a column, which are JSON in CSV.
#[test]
fn times_inside_of_cells_come_back() {
    let dir = dir("casts_cells");
    let ty = "struct _{x: seq(i32), p: option(struct P{at: i64, n: u8}), m: map(str, i32)}";
    let abouts = [
        "arrow:x=List(non-null Date32)",
        "arrow:p=Struct(\"at\": non-null Timestamp(ms), \"n\": non-null UInt8)",
        "arrow:m=Map(\"entries\": non-null Struct(\"key\": non-null Utf8, \"value\": non-null Date32), unsorted)",
    ];
    let mut args = vec!["write", "-t", ty, "log"];
    abouts.iter().for_each(|about| args.extend(["--about", about]));
    let lines = "{\"x\":[\"2022-01-08\"],\"p\":{\"at\":\"2024-01-02T03:04:05.678\",\"n\":1},\"m\":{\"k\":\"1969-12-31\"}}\n\
        {\"x\":[],\"p\":null,\"m\":{}}\n";
    takes(&dir, &args, lines, 0, "", &[]);
    gives(&dir, &["cat", "log"], 0, lines, &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    gives(&dir, &["import", "--append", "out.csv", "log"], 0, "log: records: 2\n", &[]);
    gives(&dir, &["cat", "log"], 0, &lines.repeat(2), &[]);

    // In a variant of the records.
    let ty = "enum E{0 A{at: i32}, 1 B}";
    let about = "arrow:A=Struct(\"at\": non-null Date32)";
    takes(
        &dir,
        &["write", "-t", ty, "log", "--about", about],
        "{\"A\":{\"at\":19000}}\n",
        0,
        "",
        &[],
    );
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 1\n", &[]);
    let csv = fs::read_to_string(dir.join("out.csv")).unwrap();
    assert!(csv.contains("2022-01-08"), "{csv}");
}

/// Numbers and texts in one column: what is no JSON is a text.
#[test]
fn values_of_several_kinds_in_cells_come_back() {
    let dir = dir("casts_kinds");
    let lines =
        "{\"v\":49}\n{\"v\":\"x\"}\n{\"v\":\"49\"}\n{\"v\":\"\\\"\"}\n{\"v\":1.5}\n{\"v\":[1]}\n";
    takes(&dir, &["import", "--from", "jsonl", "-", "log"], lines, 0, "log: records: 6\n", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 6\n", &[]);
    gives(&dir, &["import", "--append", "out.csv", "log"], 0, "log: records: 6\n", &[]);
    let lines = lines.replace("49}", "49.0}");
    gives(&dir, &["cat", "log"], 0, &lines.repeat(2), &[]);
    let csv = "v\nplain\n-7\n";
    takes(
        &dir,
        &["import", "--append", "--from", "csv", "-", "log"],
        csv,
        0,
        "log: records: 2\n",
        &[],
    );
    let more = "{\"v\":\"plain\"}\n{\"v\":-7.0}\n";
    gives(&dir, &["cat", "log"], 0, &[&*lines.repeat(2), more].concat(), &[]);
}

/// JSON in which times are beside fields of any name, and at any depth, comes back.
#[test]
fn times_beside_any_name() {
    let dir = dir("casts_names");
    let deep = format!("{}{{\"d\":\"2024-01-02\"}}{}", "{\"a\":".repeat(70), "}".repeat(70));
    for line in [
        r#"{"a":{"d":"2024-01-02T03:04:05.678Z","":1}}"#,
        r#"{"a":{"d":"2024-01-02","e":{"":1}}}"#,
        r#"{"a":[{"d":"03:04:05.678","\"":1}],"b":"2024-01-02"}"#,
        r#"{"a":{"d":"2024-01-02","\\":"x"}}"#,
        r#"{"a":{"\n":{"d":"2024-01-02T03:04:05.678"}}}"#,
        &deep,
    ] {
        let line = format!("{line}\n");
        let args = ["import", "--strict", "--from", "jsonl", "-", "log"];
        takes(&dir, &args, &line, 0, "log: records: 1\n", &[]);
        gives(&dir, &["cat", "log"], 0, &line, &[]);
        // Arrow reads no schema that is nested so deeply.
        for out in ["out.parquet", "out.arrow"].iter().filter(|_| line.len() < deep.len()) {
            let said = format!("{out}: records: 1\n");
            gives(&dir, &["export", "log", out], 0, &said, &[]);
            gives(&dir, &["import", out, "back"], 0, "back: records: 1\n", &[]);
            gives(&dir, &["cat", "back"], 0, &line, &[]);
        }
    }
}

#[test]
fn times_inside_of_values_of_several_kinds() {
    let dir = dir("casts_variants");
    for lines in [
        "{\"d\":\"2024-01-02\"}\n1\n",
        "{\"a\":[\"2024-01-02\"]}\n{\"a\":{\"b\":1}}\n",
        "{\"a\":[{\"t\":\"03:04:05\"},5]}\n",
        "{\"a\":{\"d\":\"2024-01-02\"}}\n{\"a\":1}\n",
    ] {
        let said = format!("log: records: {}\n", lines.lines().count());
        takes(&dir, &["import", "--from", "jsonl", "-", "log"], lines, 0, &said, &[]);
        gives(&dir, &["cat", "log"], 0, lines, &[]);
    }
}

/// Years that four digits have not: in JSON they are numbers, in CSV dates.
#[test]
fn years_of_more_digits_come_back() {
    let dir = dir("casts_far");
    let ty = "struct _{d: i32, t: i64, z: i64}";
    let abouts = ["arrow:d=Date32", "arrow:t=Timestamp(µs)", "arrow:z=Timestamp(s, \"UTC\")"];
    let mut args = vec!["write", "-t", ty, "log"];
    abouts.iter().for_each(|about| args.extend(["--about", about]));
    let lines = "{\"d\":\"-2147483648\",\"t\":\"9223372036854775807\",\"z\":\"253402300800\"}\n\
        {\"d\":\"2147483647\",\"t\":\"-9223372036854775808\",\"z\":\"-62167219201\"}\n\
        {\"d\":\"1970-01-01\",\"t\":\"9999-12-31T23:59:59.999999\",\"z\":\"0000-01-01T00:00:00Z\"}\n";
    takes(&dir, &args, lines, 0, "", &[]);
    let csv = "d,t,z\n\
        -5877641-06-23,+294247-01-10T04:00:54.775807,+10000-01-01T00:00:00Z\n\
        +5881580-07-11,-290308-12-21T19:59:05.224192,-0001-12-31T23:59:59Z\n\
        1970-01-01,9999-12-31T23:59:59.999999,0000-01-01T00:00:00Z\n";
    gives(&dir, &["export", "log", "--to", "csv"], 0, csv, &[]);
    let args = ["import", "--append", "--from", "csv", "-", "log"];
    takes(&dir, &args, csv, 0, "log: records: 3\n", &[]);
    gives(&dir, &["cat", "log"], 0, &lines.repeat(2), &[]);
}
