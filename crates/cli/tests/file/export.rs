//! `export`: which rows and columns, what is said, and what is left.

use std::fs;

use crate::bad::fails;
use crate::{dir, gives, mistyped, names, numbers, onesheet, takes, text};

const READING: &str = "struct Reading{at: u32, name: str, celsius: option(f32), parts: seq(u8)}";
const READINGS: &str = "{\"at\":1,\"name\":\"a,\\\"b\\\"\",\"celsius\":1.5,\"parts\":\"AP8=\"}\n\
    {\"at\":4294967295,\"name\":\"\",\"celsius\":null,\"parts\":\"\"}\n";

#[test]
fn rows_of_csv() {
    let dir = dir("export_csv");
    takes(&dir, &["write", "-t", READING, "log"], READINGS, 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    let csv = "at,name,celsius,parts\n1,\"a,\"\"b\"\"\",1.5,00ff\n4294967295,\"\",,\"\"\n";
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), csv);

    // Some columns, in another order.
    let args = ["export", "log", "out", "--to", "csv", "--columns", "celsius,at"];
    gives(&dir, &args, 0, "out: records: 2\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out")).unwrap(), "celsius,at\n1.5,1\n,4294967295\n");

    // From standard input.
    let file = fs::read(dir.join("log")).unwrap();
    let got = onesheet(&dir, &["export", "-", "piped.csv"], &file);
    assert_eq!((text(got.stdout), text(got.stderr)), ("piped.csv: records: 2\n".into(), "".into()));
    assert_eq!(fs::read_to_string(dir.join("piped.csv")).unwrap(), csv);
}

#[test]
fn fields_that_came_later() {
    let dir = dir("export_later");
    let old = "extensible struct A{x: u8}";
    let new = "extensible struct A{x: u8, y: str default}";
    takes(&dir, &["write", "-t", old, "log"], "{\"x\":1}\n", 0, "", &[]);
    takes(&dir, &["write", "-t", new, "--append", "log"], "{\"x\":2,\"y\":\"b\"}\n", 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), "x,y\n1,\n2,b\n");

    // From a pipe, what comes later is not known when the columns are written.
    let got = onesheet(&dir, &["export", "-", "piped.csv"], &fs::read(dir.join("log")).unwrap());
    assert_eq!(got.status.code(), Some(1));
    let said = text(got.stderr);
    assert!(
        said.contains("schema: its fields that the first section does not have are left out"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(dir.join("piped.csv")).unwrap(), "x\n1\n2\n");
}

#[test]
fn csv_of_what_is_made_of_parts() {
    let dir = dir("export_parts");
    let ty =
        "struct _{m: map(u8, option(bool)), n: map(str, option(u8)), e: enum E{0 A, 1 B{x: u8}}}";
    let json = r#"{"m":[[1,true],[2,null]],"n":{"k":null},"e":{"B":{"x":5}}}
{"m":[],"n":{},"e":"A"}
"#;
    let json = json.replace("\\n", "\n");
    takes(&dir, &["write", "-t", ty, "log"], &json, 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    let rows = [
        r#"m,n,e"#,
        r#""[[1,true],[2,null]]","{""k"":null}","{""B"":{""x"":5}}""#,
        r#"[],{},"""A""""#,
        "",
    ];
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), rows.join("\n"));
}

#[test]
fn times_with_a_zone() {
    let dir = dir("export_zone");
    let about = "arrow:at=Timestamp(ms, \"Europe/Berlin\")";
    let args = ["write", "-t", "struct _{at: u64}", "log", "--about", about];
    takes(&dir, &args, "{\"at\":1700000000500}\n", 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 1\n", &[]);
    let csv = fs::read_to_string(dir.join("out.csv")).unwrap();
    // The offset of a place differs from time to time, and a column has one.
    assert_eq!(csv, "at\n2023-11-14T22:13:20.500Z\n");
    gives(&dir, &["cat", "log"], 0, "{\"at\":\"2023-11-14T22:13:20.500Z\"}\n", &[]);
    gives(&dir, &["import", "out.csv", "back"], 0, "back: records: 1\n", &[]);
    gives(&dir, &["cat", "back"], 0, "{\"at\":\"2023-11-14T22:13:20.500Z\"}\n", &[]);
}

/// As in JSON.
#[test]
fn durations_are_numbers_in_csv() {
    let dir = dir("export_duration");
    for unit in ["s", "ms", "µs", "ns"] {
        let about = format!("arrow:for=Duration({unit})");
        let args = ["write", "-t", "struct _{for: option(i64)}", "log", "--about", &about];
        takes(&dir, &args, "{\"for\":-5}\n{\"for\":null}\n", 0, "", &[]);
        gives(&dir, &["cat", "log"], 0, "{\"for\":-5}\n{\"for\":null}\n", &[]);
        gives(&dir, &["export", "log", "--to", "csv"], 0, "for\n-5\n\n", &[]);
    }
}

#[test]
fn what_is_exported_is_imported_as_it_was() {
    let dir = dir("export_back");
    takes(&dir, &["write", "-t", READING, "log"], READINGS, 0, "", &[]);
    let cat = text(onesheet(&dir, &["cat", "log"], b"").stdout);
    let options = [
        &["out.parquet"][..],
        &["out.parquet", "--compression", "snappy"],
        &["out.parquet", "--compression", "none"],
        &["out.arrow"],
    ];
    for args in options {
        let said = format!("{}: records: 2\n", args[0]);
        gives(&dir, &[&["export", "log"], args].concat(), 0, &said, &[]);
        gives(&dir, &["import", args[0], "back"], 0, "back: records: 2\n", &[]);
        gives(&dir, &["cat", "back"], 0, &cat, &[]);
        gives(
            &dir,
            &["cat", "--schema", "back"],
            0,
            &format!("{READING}\n").replace("seq(u8)", "bytes"),
            &[],
        );
    }
}

#[test]
fn what_is_damaged_is_left_out() {
    let dir = dir("export_damaged");
    let mut bytes = numbers();
    bytes[126 + 37] ^= 1;
    fs::write(dir.join("log"), &bytes).unwrap();
    let errors = [
        "log: byte 126: checksum: 39 bytes are not a block (F11)",
        "log: byte 165: gap: records 6 to 8 are missing (F12)",
    ];
    gives(&dir, &["export", "log", "out.csv"], 1, "out.csv: records: 6\n", &errors);
    let csv = "value\n1\n2\n3\n4\n5\n6\n";
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), csv);

    fs::write(dir.join("log"), mistyped()).unwrap();
    let got = onesheet(&dir, &["export", "log", "out.csv"], b"");
    let said = text(got.stderr);
    assert!(said.starts_with("onesheet: log: byte 49: message: "), "{said}");
    assert_eq!((text(got.stdout).as_str(), got.status.code()), ("out.csv: records: 0\n", Some(1)));

    // Without a schema block there is nothing to write.
    fs::write(dir.join("log"), &numbers()[49..]).unwrap();
    let got = onesheet(&dir, &["export", "log", "none.csv"], b"");
    assert!(text(got.stderr).ends_with("onesheet: log: no whole schema block\n"));
    assert_eq!((got.status.code(), dir.join("none.csv").exists()), (Some(1), false));
}

#[test]
fn sections_of_other_types() {
    let dir = dir("export_sections");
    let old = "extensible struct P{x: u8}";
    let new = "extensible struct P{x: u8, y: option(str) default}";
    takes(&dir, &["write", "-t", old, "log"], "{\"x\":1}\n", 0, "", &[]);
    takes(&dir, &["write", "-t", new, "-a", "log"], "{\"x\":2,\"y\":\"a\"}\n", 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), "x,y\n1,\n2,a\n");

    takes(&dir, &["write", "-t", "str", "-a", "log"], "\"other\"\n", 0, "", &[]);
    let got = onesheet(&dir, &["export", "log", "out.csv"], b"");
    let said = text(got.stderr);
    assert!(said.contains(": schema: the type: ") && said.lines().count() == 1, "{said}");
    assert_eq!((text(got.stdout).as_str(), got.status.code()), ("out.csv: records: 2\n", Some(1)));
}

#[test]
fn bad_usage() {
    let dir = dir("export_bad");
    fs::write(dir.join("log"), numbers()).unwrap();
    for (args, code, what) in [
        (
            &["log", "out"][..],
            2,
            "out: unknown format; give --to parquet, arrow, csv, tsv, json or jsonl",
        ),
        (&["log", "out.csv", "--to", "xml"], 2, "'xml'"),
        (&["log", "out.parquet", "--compression", "best"], 2, "'best'"),
        (&["log", "out.parquet.gz"], 2, "out.parquet.gz: Parquet and Arrow cannot be compressed"),
        (&["log", "out.arrow.zst"], 2, "out.arrow.zst: Parquet and Arrow cannot be compressed"),
        (
            &["log", "out.gz", "--to", "parquet"],
            2,
            "out.gz: Parquet and Arrow cannot be compressed",
        ),
        (&["missing", "out.csv"], 2, "cannot read missing: "),
        (&[".", "out.csv"], 2, "cannot read .: "),
        (&["log", "no/such/out.csv"], 2, "cannot write no/such/out.csv: "),
        (&["log", ".", "--to", "csv"], 2, "cannot write .: "),
        (&["log"], 2, "standard output: unknown format; give"),
        (&["log", "./log", "--to", "csv"], 2, "cannot write ./log: it is the file that is read"),
        (&["log", "out.csv", "--columns", "x"], 1, "log: unknown column \"x\""),
        (
            &["log", "out.csv", "--columns", "value,value"],
            2,
            "--columns: duplicate column \"value\"",
        ),
    ] {
        fails(&dir, &[&["export"], args].concat(), b"", code, what);
    }
    assert_eq!(names(&dir), ["log"]);
    assert_eq!(fs::read(dir.join("log")).unwrap(), numbers());
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full() {
    let dir = dir("export_full");
    fs::write(dir.join("log"), numbers()).unwrap();
    for format in ["parquet", "arrow", "csv"] {
        let args = ["export", "log", "/dev/full", "--to", format];
        fails(&dir, &args, b"", 2, "cannot write /dev/full: ");
    }
}

/// A column of a table has one name and one data type; in JSON each record has its own.
#[test]
fn sections_of_other_times_or_names() {
    let dir = dir("export_tables");
    let times = "struct _{at: i64}";
    for (log, types, json, csv, jsonl, why) in [
        (
            "times",
            [
                &[times, "log", "--about", "arrow:at=Timestamp(s)"][..],
                &[times, "-a", "log", "--about", "arrow:at=Timestamp(ms)"],
            ],
            ["{\"at\":\"1970-01-01T00:16:40\"}\n", "{\"at\":\"1970-01-01T00:00:01\"}\n"],
            "at\n1970-01-01T00:00:01.000\n",
            "{\"at\":\"1970-01-01T00:16:40\"}\n{\"at\":\"1970-01-01T00:00:01.000\"}\n",
            "column at: Timestamp(s), which is Timestamp(ms) in the table: read these records apart",
        ),
        (
            "names",
            [
                &["struct _{lat: f64, lon: f64}", "log"][..],
                &["struct _{lon: f64, lat: f64}", "-a", "log"],
            ],
            ["{\"lat\":1.5,\"lon\":2.5}\n", "{\"lon\":20.5,\"lat\":10.5}\n"],
            "lon,lat\n20.5,10.5\n",
            "{\"lat\":1.5,\"lon\":2.5}\n{\"lon\":20.5,\"lat\":10.5}\n",
            ".lat: moved from place 0 to place 1, but a table has the same fields at the same places: \
             read these records apart",
        ),
    ] {
        let dir = dir.join(log);
        fs::create_dir(&dir).unwrap();
        for (args, json) in types.iter().zip(json) {
            takes(&dir, &[&["write", "-t"], *args].concat(), json, 0, "", &[]);
        }
        let problem = format!("log: byte 0: schema: {why} (F14)");
        gives(&dir, &["export", "log", "out.csv"], 1, "out.csv: records: 1\n", &[&problem]);
        assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), csv);
        gives(&dir, &["export", "log", "out.jsonl"], 0, "out.jsonl: records: 2\n", &[]);
        assert_eq!(fs::read_to_string(dir.join("out.jsonl")).unwrap(), jsonl);
    }
}
