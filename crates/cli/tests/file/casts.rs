//! Columns that are more than their type, and columns of other data types: no value changes on the way.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, LargeStringArray, ListArray, NullArray, RecordBatch, StructArray,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, Fields};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

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
