//! Files whose records are of several types.

use std::path::Path;

use datafusion::arrow::datatypes::DataType;
use datafusion::catalog::TableProvider;
use onesheet::Serialize;
use onesheet_datafusion::{OnesheetTable, Options};
use onesheet_file::Writer;

use crate::made::{Folder, Problems, Session, table, write};

#[derive(Serialize)]
#[onesheet(extensible)]
struct V1 {
    at: u16,
}

#[derive(Serialize)]
#[onesheet(extensible)]
struct V2 {
    at: u16,
    #[onesheet(default = 80)]
    port: u16,
    #[onesheet(default)]
    name: Option<String>,
}

fn v2(at: u16) -> V2 {
    V2 { at, port: at, name: Some(format!("name {at}")) }
}

/// A schema does not say what the default is: what is missing is null.
#[tokio::test]
async fn fields_that_were_added_are_columns_in_whatever_order_the_files_are() {
    for names in [["a.onesheet", "b.onesheet"], ["b.onesheet", "a.onesheet"]] {
        let folder = Folder::new();
        write(&folder.file(names[0]), &[V1 { at: 1 }, V1 { at: 2 }], 1);
        write(&folder.file(names[1]), &[v2(3)], 1);
        for partitions in [1, 2, 7] {
            let session = Session::new(table(folder.path()), partitions);
            let rows = session.rows("select * from lines order by at").await;
            assert_eq!(rows, ["1||", "2||", "3|3|name 3"]);
            let rows = session.rows("select name from lines where at < 3").await;
            assert_eq!(rows, ["", ""]);
        }
    }
}

#[tokio::test]
async fn sections_of_a_file_are_of_several_types() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &[V1 { at: 1 }, V1 { at: 2 }], 1);
    let (mut writer, _) = Writer::append(&path, onesheet_file::Options::default()).unwrap();
    (3..50).for_each(|at| writer.write_block(&[v2(at)]).unwrap());
    writer.finish().unwrap();
    for partitions in [1, 2, 7, 30] {
        let session = Session::new(table(&path), partitions);
        let rows = session.rows("select at, port, name from lines order by at limit 4").await;
        assert_eq!(rows, ["1||", "2||", "3|3|name 3", "4|4|name 4"]);
        assert_eq!(session.rows("select count(*), count(name) from lines").await, ["49|47"]);
    }
}

#[derive(Serialize)]
struct Pair<A, B> {
    a: A,
    b: B,
}

/// Neither of two types reads the other; a third reads both.
#[tokio::test]
async fn the_type_that_reads_all_is_found_wherever_it_is() {
    for names in [["a", "b", "c"], ["a", "c", "b"], ["b", "c", "a"]] {
        let folder = Folder::new();
        let path = |name: &str| folder.file(&format!("{name}.onesheet"));
        write(&path(names[0]), &[Pair { a: 1u16, b: 70_000u32 }], 1);
        write(&path(names[1]), &[Pair { a: 80_000u32, b: 2u16 }], 1);
        let options = Options::default();
        let error = OnesheetTable::open(folder.path(), options).unwrap_err().to_string();
        assert!(error.contains(&path(names[0]).display().to_string()), "{error}");
        assert!(error.contains(&path(names[1]).display().to_string()), "{error}");
        assert!(error.contains("are not read as those of") && error.contains("u32"), "{error}");

        write(&path(names[2]), &[Pair { a: 3u32, b: 3u32 }], 1);
        let table = table(folder.path());
        let schema = table.schema();
        let types: Vec<_> = schema.fields().iter().map(|field| field.data_type()).collect();
        assert_eq!(types, [&DataType::UInt32, &DataType::UInt32]);
        let rows = Session::new(table, 2).rows("select * from lines order by a").await;
        assert_eq!(rows, ["1|70000", "3|3", "80000|2"]);
    }
}

#[tokio::test]
async fn sections_that_are_not_of_the_type_asked_for_are_a_problem() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &[1u16, 2], 1);
    let (mut writer, _) = Writer::append(&path, onesheet_file::Options::default()).unwrap();
    (0..40).for_each(|n| writer.write_block(&[format!("text {n}")]).unwrap());
    writer.finish().unwrap();
    let problems = Problems::default();
    let options = |strict| {
        let read_as = Some("u16".parse().unwrap());
        Options { read_as, strict, ..problems.options() }
    };
    for partitions in [1, 2, 7] {
        let table = OnesheetTable::open(&path, options(false)).unwrap();
        let rows = Session::new(table, partitions).rows("select value from lines").await;
        assert_eq!(rows, ["1", "2"]);
        let problems = problems.take();
        assert!(problems.len() == 1 && problems[0].contains("of another type"), "{problems:?}");

        let table = OnesheetTable::open(&path, options(true)).unwrap();
        let error = Session::new(table, partitions).try_rows("select value from lines").await;
        let error = error.unwrap_err().to_string();
        assert!(
            error.contains("a.onesheet: byte ") && error.contains("of another type"),
            "{error}"
        );
    }
}

fn write_with(path: &Path, about: [&str; 2], record: &impl Serialize) {
    let about = std::iter::once(about.map(str::to_owned).into()).collect();
    let options = onesheet_file::Options { about, ..onesheet_file::Options::default() };
    let mut writer = Writer::create(path, options).unwrap();
    writer.write_block(std::slice::from_ref(record)).unwrap();
    writer.finish().unwrap();
}

/// What the schema block says of a column beside its type.
#[tokio::test]
async fn a_number_is_a_time_if_the_file_says_so() {
    let folder = Folder::new();
    let about = ["arrow:b", "Date32"];
    write_with(&folder.file("a.onesheet"), about, &Pair { a: 1u16, b: 2i32 });
    write_with(&folder.file("b.onesheet"), about, &Pair { a: 3u16, b: 4i32 });
    let session = Session::new(table(folder.path()), 1);
    assert_eq!(session.rows("select * from lines").await, ["1|1970-01-03", "3|1970-01-05"]);
}

#[derive(Serialize)]
struct Swapped {
    b: u16,
    a: u16,
}

/// A column of a table has one name and one data type.
#[tokio::test]
async fn other_names_and_data_types_are_no_table() {
    let (names, times) = (Folder::new(), Folder::new());
    write(&names.file("a.onesheet"), &[Pair { a: 1u16, b: 2u16 }], 1);
    write(&names.file("b.onesheet"), &[Swapped { b: 4, a: 3 }], 1);
    let of = |unit: &'static str| ["arrow:b", unit];
    write_with(&times.file("a.onesheet"), of("Timestamp(s)"), &Pair { a: 1u16, b: 5i64 });
    write_with(&times.file("b.onesheet"), of("Timestamp(ms)"), &Pair { a: 3u16, b: 5i64 });
    let whys =
        [".a: moved from place 0 to place 1", "column b: Timestamp(s), which is Timestamp(ms)"];
    for (folder, why) in [names, times].iter().zip(whys) {
        let error = OnesheetTable::open(folder.path(), Options::default()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        for name in ["a.onesheet", "b.onesheet"] {
            assert!(error.contains(&folder.file(name).display().to_string()), "{error}");
        }
    }
}
