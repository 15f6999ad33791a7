//! `import`: of which type the records are, what does not fit, and that nothing is left then.

use std::fs;

use crate::bad::fails;
use crate::{dir, gives, names, onesheet, takes, text};

#[test]
fn csv_of_the_types_that_all_rows_allow() {
    let dir = dir("import_csv");
    let csv = "n,x,on,day,t,none\n1,1.5,true,2024-01-02,\"a,\n\",\n,-1e300,,,,\n";
    fs::write(dir.join("in.csv"), csv).unwrap();
    gives(&dir, &["import", "in.csv", "log"], 0, "log: records: 2\n", &[]);
    let schema = "struct _{n: option(i64), x: f64, on: option(bool), day: option(i32), \
        t: option(str), none: option(str)}\t{\"arrow:day\":\"Date32\"}\n";
    gives(&dir, &["cat", "--schema", "log"], 0, schema, &[]);
    let rows = "{\"n\":1,\"x\":1.5,\"on\":true,\"day\":\"2024-01-02\",\"t\":\"a,\\n\",\"none\":null}\n\
        {\"n\":null,\"x\":-1e+300,\"on\":null,\"day\":null,\"t\":null,\"none\":null}\n";
    gives(&dir, &["cat", "log"], 0, rows, &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), csv);
}

#[test]
fn options_may_stand_anywhere() {
    let dir = dir("import_options");
    fs::write(dir.join("in.csv"), "a\n1\nNA\n").unwrap();
    let rows = "{\"a\":1}\n{\"a\":null}\n";
    for (out, args) in [
        ("before", ["import", "--null", "NA", "in.csv", "before"]),
        ("between", ["import", "in.csv", "--null", "NA", "between"]),
        ("behind", ["import", "in.csv", "behind", "--null", "NA"]),
    ] {
        gives(&dir, &args, 0, &format!("{out}: records: 2\n"), &[]);
        gives(&dir, &["cat", out], 0, rows, &[]);
    }
    fs::write(dir.join("two.csv"), "a\n2\n").unwrap();
    let args = ["import", "in.csv", "--null", "NA", "two.csv", "--strict", "both"];
    gives(&dir, &args, 0, "both: records: 3\n", &[]);
    fails(
        &dir,
        &["import", "in.csv"],
        &[],
        2,
        "missing file to write; give it after the files to read",
    );
}

#[test]
fn csv_of_a_type_that_is_given() {
    let dir = dir("import_type");
    fs::write(dir.join("in.csv"), "b,a,c\n007,1.1,x\n255,inf,\n").unwrap();
    let ty = "struct R{a: f32, b: u8, c: option(enum E{3 x, 4 y})}";
    gives(&dir, &["import", "in.csv", "log", "--type", ty], 0, "log: records: 2\n", &[]);
    let rows = "{\"a\":1.1,\"b\":7,\"c\":\"x\"}\n{\"a\":\"Infinity\",\"b\":255,\"c\":null}\n";
    gives(&dir, &["cat", "log"], 0, rows, &[]);
    for (ty, what) in [
        (
            "struct R{a: f32, b: i8, c: str}",
            "in.csv: line 3, column b: expected an i8, found \"255\"",
        ),
        (
            "struct R{a: u8, b: u8, c: str}",
            "in.csv: line 2, column a: expected a u8, found \"1.1\"",
        ),
        (
            "struct R{a: f32, b: u8, c: str}",
            "in.csv: line 3, column c: expected a text, found nothing",
        ),
        ("struct R{a: f32, b: u8}", "in.csv: column c: not in the type of the records"),
        ("struct R{a: f32, b: u8, c: option(str), d: u8}", "in.csv: column d: missing"),
        (
            "struct R{a: f32, b: bytes, c: str}",
            "in.csv: line 2, column b: expected bytes in hex, found \"007\"",
        ),
        (
            "struct R{a: f32, b: seq(u16), c: str}",
            "in.csv: line 2, column b: expected a value of seq(u16), found \"007\"",
        ),
        (
            "struct R{a: f32, b: u8, c: option(enum E{4 y})}",
            "in.csv: line 2, column c: expected a value of enum E{4 y}, found \"x\"",
        ),
        ("u9", "--type: "),
    ] {
        fails(&dir, &["import", "in.csv", "other", "-t", ty], b"", 1, what);
    }
    assert_eq!(names(&dir), ["in.csv", "log"]);
}

#[test]
fn names_that_differ_only_in_case() {
    let dir = dir("import_case");
    fs::write(dir.join("in.csv"), "a,A,a\n1,2,3\n").unwrap();
    gives(&dir, &["import", "in.csv", "log"], 0, "log: records: 1\n", &[]);
    let row = "{\"a\":1,\"A\":2,\"a_2\":3}\n";
    gives(&dir, &["cat", "log"], 0, row, &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 1\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), "a,A_2,a_3\n1,2,3\n");
}

#[test]
fn many_columns() {
    const N: usize = 5_000;
    let dir = dir("import_columns");
    let row = |cell: &dyn Fn(usize) -> String| (1..=N).map(cell).collect::<Vec<_>>().join(",");
    let numbered = row(&|i| if i == 1 { "a".to_owned() } else { format!("a_{i}") });
    for (names, named, cell) in [
        (row(&|i| format!("c{i}")), row(&|i| format!("c{i}")), "7"),
        (row(&|i| format!("c{i}")), row(&|i| format!("c{i}")), "2024-01-02"),
        (row(&|_| "a".to_owned()), numbered, "7"),
    ] {
        let cells = row(&|_| cell.to_owned());
        fs::write(dir.join("in.csv"), format!("{names}\n{cells}\n")).unwrap();
        gives(&dir, &["import", "in.csv", "log"], 0, "log: records: 1\n", &[]);
        gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 1\n", &[]);
        let out = fs::read_to_string(dir.join("out.csv")).unwrap();
        assert_eq!(out, format!("{named}\n{cells}\n"));
        fs::remove_file(dir.join("log")).unwrap();
        fs::remove_file(dir.join("out.csv")).unwrap();
    }
}

#[test]
fn values_that_the_type_does_not_have() {
    let dir = dir("import_values");
    takes(
        &dir,
        &["write", "-t", "struct _{x: f64, n: u16}", "made"],
        "{\"x\":1.5,\"n\":256}\n",
        0,
        "",
        &[],
    );
    for out in ["in.parquet", "in.arrow"] {
        gives(&dir, &["export", "made", out], 0, &format!("{out}: records: 1\n"), &[]);
        for (ty, what) in [
            ("struct _{x: u8, n: u16}", "column x: Cast error: 1.5 is not a value of UInt8"),
            ("struct _{x: f64, n: bool}", "column n: Cast error: 256 is not a value of Boolean"),
            ("struct _{x: f64, n: u8}", "column n: Cast error: Can't cast value 256 to type UInt8"),
            ("struct _{x: f64, n: seq(u16)}", "column n: Cast error: expected List("),
        ] {
            fails(&dir, &["import", out, "log", "-t", ty], b"", 1, &format!("{out}: {what}"));
        }
        let args = ["import", out, "log", "-t", "struct _{x: f32, n: u64}", "--about", "boot=7"];
        gives(&dir, &args, 0, "log: records: 1\n", &[]);
        gives(&dir, &["cat", "log"], 0, "{\"x\":1.5,\"n\":256}\n", &[]);
        fs::remove_file(dir.join("log")).unwrap();
    }
    assert_eq!(names(&dir), ["in.arrow", "in.parquet", "made"]);
}

/// Each byte in turn is another, or the last: what reads the file may panic, the command does not.
#[test]
fn damaged_files() {
    let dir = dir("import_damaged");
    let ty = "struct _{a: u32, b: option(str), c: seq(bool), d: enum E{0 X, 1 Y}}";
    takes(
        &dir,
        &["write", "-t", ty, "made"],
        "{\"a\":1,\"b\":\"x\",\"c\":[true],\"d\":\"Y\"}\n",
        0,
        "",
        &[],
    );
    let mut refused = 0;
    for name in ["in.parquet", "in.arrow"] {
        gives(&dir, &["export", "made", name], 0, &format!("{name}: records: 1\n"), &[]);
        let whole = fs::read(dir.join(name)).unwrap();
        let places = (0..whole.len()).step_by(whole.len() / 150);
        let mutants = places.flat_map(|place| {
            let mut other = whole.clone();
            other[place] = if other[place] == 0x7f { 0xff } else { 0x7f };
            [other, whole[..place].to_vec()]
        });
        for mutant in mutants {
            fs::write(dir.join(name), mutant).unwrap();
            let got = onesheet(&dir, &["import", name, "log"], b"");
            let said = text(got.stderr);
            if got.status.code() == Some(0) {
                fs::remove_file(dir.join("log")).unwrap();
                continue;
            }
            refused += 1;
            assert!(matches!(got.status.code(), Some(1 | 2)), "{name}: {said}");
            assert!(said.starts_with("onesheet: ") && said.lines().count() == 1, "{said}");
        }
    }
    assert!(refused > 300, "{refused}");
    assert_eq!(names(&dir), ["in.arrow", "in.parquet", "made"]);
}

#[test]
fn bad_csv() {
    let dir = dir("import_bad_csv");
    for (csv, what) in [
        (
            &b"a,b\n1,\xff\n"[..],
            "in.csv: line 2, column b: \"\u{fffd}\" is not UTF-8; give its --encoding",
        ),
        (b"a,\xff\n", "in.csv: line 1, column 2: "),
        (b"a,b\n1,\"2\n3,4\n", "in.csv: line 2: unterminated quote before \"2\\n3,4\\n\""),
        (b"a,b\n1,\"2\"3\n", "in.csv: line 2: value 2: more text after the quotes of \"2\""),
        (b"", "in.csv: no header"),
        (b"\n\r\n", "in.csv: no header"),
    ] {
        fs::write(dir.join("in.csv"), csv).unwrap();
        fails(&dir, &["import", "in.csv", "log"], b"", 1, what);
    }
    assert_eq!(names(&dir), ["in.csv"]);
}

/// What is imported, said on standard error, and exported again.
#[track_caller]
fn through(test: &str, csv: &[u8], schema: &str, said: &str, again: &str) {
    let dir = dir(test);
    fs::write(dir.join("in.csv"), csv).unwrap();
    let got = onesheet(&dir, &["import", "in.csv", "log"], b"");
    assert_eq!(text(got.stderr), said);
    assert_eq!(got.status.code(), Some(0));
    gives(&dir, &["cat", "--schema", "log"], 0, &format!("{schema}\n"), &[]);
    let exported = onesheet(&dir, &["export", "log", "--to", "csv"], b"");
    assert_eq!((text(exported.stdout).as_str(), text(exported.stderr)), (again, String::new()));
    // What is exported is imported as it was, and said no more of than before.
    fs::write(dir.join("again.csv"), again).unwrap();
    onesheet(&dir, &["import", "again.csv", "again"], b"");
    assert_eq!(fs::read(dir.join("again")).unwrap(), fs::read(dir.join("log")).unwrap());
    if !said.is_empty() {
        let first = said.lines().next().unwrap();
        fails(&dir, &["import", "--strict", "in.csv", "none"], b"", 1, first);
    }
}

#[test]
fn digits_that_a_number_would_lose() {
    through(
        "import_digits",
        b"zip,big,long,wide,n\n02139,9007199254740993,0.1234567890123456789,170141183460469231731687303715884105728,9007199254740993\n10001,1.5,0.5,1,-1\n",
        "struct _{zip: str, big: str, long: str, wide: str, n: i64}",
        "onesheet: in.csv: line 2, column zip: \"02139\": as a number it would change; the column is text\n\
         onesheet: in.csv: line 2, column big: \"9007199254740993\": beside fractions, it would change as a number; the column is text\n\
         onesheet: in.csv: line 2, column long: \"0.1234567890123456789\": as a number it would change; the column is text\n\
         onesheet: in.csv: line 2, column wide: \"170141183460469231731687303715884105728\": as a number it would change; the column is text\n",
        "zip,big,long,wide,n\n02139,\"9007199254740993\",0.1234567890123456789,170141183460469231731687303715884105728,9007199254740993\n10001,\"1.5\",0.5,1,-1\n",
    );
}

#[test]
fn whole_numbers_of_all_sizes() {
    let csv = "a,b,c\n-9223372036854775808,18446744073709551615,-9223372036854775809\n1,0,18446744073709551616\n";
    through("import_sizes", csv.as_bytes(), "struct _{a: i64, b: u64, c: i128}", "", csv);
}

#[test]
fn times_in_every_unit_and_zone() {
    let csv = "s,ms,us,ns,z,p,t,m\n\
        2024-01-02T03:04:05,2024-01-02T03:04:05.500,2024-01-02T03:04:05.000001,2024-01-02T03:04:05.000000001,\
        2024-01-02T03:04:05Z,2024-01-02T03:04:05.25+02,03:04:05,03:04:05.1234\n\
        1969-12-31 23:59:59,,,,,2024-01-02T03:04:05+02:00,,\n";
    let schema = "struct _{s: i64, ms: option(i64), us: option(i64), ns: option(i64), z: option(i64), p: i64, t: option(i32), m: option(i64)}\t\
        {\"arrow:m\":\"Time64(\u{b5}s)\",\"arrow:ms\":\"Timestamp(ms)\",\"arrow:ns\":\"Timestamp(ns)\",\"arrow:p\":\"Timestamp(ms, \\\"+02:00\\\")\",\
        \"arrow:s\":\"Timestamp(s)\",\"arrow:t\":\"Time32(s)\",\"arrow:us\":\"Timestamp(\u{b5}s)\",\"arrow:z\":\"Timestamp(s, \\\"UTC\\\")\"}";
    let again = "s,ms,us,ns,z,p,t,m\n\
        2024-01-02T03:04:05,2024-01-02T03:04:05.500,2024-01-02T03:04:05.000001,2024-01-02T03:04:05.000000001,\
        2024-01-02T03:04:05Z,2024-01-02T03:04:05.250+02:00,03:04:05,03:04:05.123400\n\
        1969-12-31T23:59:59,,,,,2024-01-02T03:04:05.000+02:00,,\n";
    through("import_times", csv.as_bytes(), schema, "", again);
    // Through the other formats, too, both ways.
    let dir = dir("import_times_others");
    fs::write(dir.join("in.csv"), csv).unwrap();
    gives(&dir, &["import", "in.csv", "log"], 0, "log: records: 2\n", &[]);
    for name in ["out.parquet", "out.arrow", "out.jsonl", "out.json", "out.tsv"] {
        gives(&dir, &["export", "log", name], 0, &format!("{name}: records: 2\n"), &[]);
        gives(&dir, &["import", name, "back"], 0, "back: records: 2\n", &[]);
        gives(&dir, &["cat", "--schema", "back"], 0, &format!("{schema}\n"), &[]);
        gives(&dir, &["cat", "back"], 0, &text(onesheet(&dir, &["cat", "log"], b"").stdout), &[]);
    }
}

/// As many programs write the end of time.
#[test]
fn the_first_and_the_last_time() {
    through(
        "import_last",
        b"a,b,c\n9999-12-31T23:59:59,9999-12-31T23:59:59Z,9999-12-31T23:59:59-12:00\n\
          0001-01-01T00:00:00,0001-01-01T00:00:00Z,0001-01-01T00:00:00-12:00\n",
        "struct _{a: i64, b: i64, c: i64}\t{\"arrow:a\":\"Timestamp(s)\",\
            \"arrow:b\":\"Timestamp(s, \\\"UTC\\\")\",\"arrow:c\":\"Timestamp(s, \\\"-12:00\\\")\"}",
        "",
        "a,b,c\n9999-12-31T23:59:59,9999-12-31T23:59:59Z,9999-12-31T23:59:59-12:00\n\
         0001-01-01T00:00:00,0001-01-01T00:00:00Z,0001-01-01T00:00:00-12:00\n",
    );
    let dir = dir("import_last_json");
    let lines = "{\"a\":\"9999-12-31T23:59:59Z\"}\n{\"a\":\"0001-01-01T00:00:00Z\"}\n";
    fs::write(dir.join("in.jsonl"), lines).unwrap();
    gives(&dir, &["import", "in.jsonl", "log"], 0, "log: records: 2\n", &[]);
    gives(&dir, &["cat", "log"], 0, lines, &[]);
    let schema = "struct _{a: i64}\t{\"arrow:a\":\"Timestamp(s, \\\"UTC\\\")\"}\n";
    gives(&dir, &["cat", "--schema", "log"], 0, schema, &[]);
}

#[test]
fn times_that_are_texts() {
    let zones = "at,on,far\n2024-01-02T03:04:05+02:00,2024-01-02,2300-01-01T00:00:00.000000001\n\
        2024-06-02T03:04:05+03:00,2024-01-02T03:04:05,2300-01-01T00:00:00.000000001\n";
    through(
        "import_zones",
        zones.as_bytes(),
        "struct _{at: str, on: str, far: str}",
        "onesheet: in.csv: line 3, column at: \"2024-06-02T03:04:05+03:00\": not in the time zone of those before; the column is text\n\
         onesheet: in.csv: line 3, column on: \"2024-01-02T03:04:05\": dates and times are mixed; the column is text\n\
         onesheet: in.csv: line 2, column far: \"2300-01-01T00:00:00.000000001\": too far from 1970 for so many digits of a second; the column is text\n",
        "at,on,far\n\"2024-01-02T03:04:05+02:00\",\"2024-01-02\",\"2300-01-01T00:00:00.000000001\"\n\
         \"2024-06-02T03:04:05+03:00\",\"2024-01-02T03:04:05\",\"2300-01-01T00:00:00.000000001\"\n",
    );
}

#[test]
fn one_bad_date_in_many() {
    let mut csv = "day,n\n".to_owned();
    for i in 0..10_000 {
        csv.push_str(if i == 7_000 { "2024-13-01,1\n" } else { "2024-12-01,1\n" });
    }
    let said = "onesheet: in.csv: line 7002, column day: \"2024-13-01\": not a date or time, unlike the others; the column is text\n";
    through("import_bad_date", csv.as_bytes(), "struct _{day: str, n: i64}", said, &csv);
    let dir = dir("import_bad_date_typed");
    fs::write(dir.join("in.csv"), csv).unwrap();
    let args = [
        "import",
        "in.csv",
        "log",
        "-t",
        "struct _{day: i32, n: u8}",
        "--about",
        "arrow:day=Date32",
    ];
    let what =
        "in.csv: line 7002, column day: expected a date such as 2024-01-02, found \"2024-13-01\"";
    fails(&dir, &args, b"", 1, what);
}

#[test]
fn nothing_and_empty_texts() {
    let csv = "a,b\n\"\",x\n,y\n";
    through("import_empty", csv.as_bytes(), "struct _{a: option(str), b: str}", "", csv);
    // Of one column, an empty line is a row.
    through("import_lone", b"a\n\nx\n\"\"\n", "struct _{a: option(str)}", "", "a\n\nx\n\"\"\n");
    // In a column of numbers, nothing in quotes is nothing.
    through(
        "import_quoted",
        b"\"a\",\"b\"\r\n\"1\",\"2\"\r\n\"\",\"3\"\r\n",
        "struct _{a: option(i64), b: i64}",
        "",
        "a,b\n1,2\n,3\n",
    );
    through("import_no_rows", b"a,b\n", "struct _{a: option(str), b: option(str)}", "", "a,b\n");
    let dir = dir("import_null");
    fs::write(dir.join("in.csv"), "a,b\nNA,1\n\"NA\",NULL\nx,2\n").unwrap();
    let args = ["import", "in.csv", "log", "--null", "NA", "--null", "NULL"];
    gives(&dir, &args, 0, "log: records: 3\n", &[]);
    gives(
        &dir,
        &["export", "log", "--to", "csv", "--null", "NA"],
        0,
        "a,b\nNA,1\n\"NA\",NA\nx,2\n",
        &[],
    );
}

/// Texts that look like something else are in quotes, below a name that is in none.
#[test]
fn texts_of_digits() {
    let dir = dir("import_digits_texts");
    let lines = "{\"a\":\"1\",\"b\":\"true\",\"c\":\"2024-01-02 03:04:05\",\"d\":\"1e5\",\"e\":\"03:04:05\",\"f\":1,\"g\":\"NaN\"}\n\
        {\"a\":\"2\",\"b\":\"false\",\"c\":\"\",\"d\":\"2\",\"e\":null,\"f\":null,\"g\":\"-inf\"}\n";
    let ty = "struct _{a: str, b: str, c: str, d: str, e: option(str), f: option(i64), g: str}";
    takes(&dir, &["write", "-t", ty, "log"], lines, 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    let csv = "a,b,c,d,e,f,g\n\"1\",\"true\",\"2024-01-02 03:04:05\",\"1e5\",\"03:04:05\",1,\"NaN\"\n\
        \"2\",\"false\",\"\",\"2\",,,\"-inf\"\n";
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), csv);
    gives(&dir, &["import", "out.csv", "back"], 0, "back: records: 2\n", &[]);
    gives(&dir, &["cat", "back"], 0, lines, &[]);
    gives(&dir, &["cat", "--schema", "back"], 0, &format!("{ty}\n"), &[]);
    // Where the names are in quotes, too, these say nothing; nor where some values are in none.
    for csv in ["\"a\"\n\"1\"\n\"2\"\n", "a\n\"1\"\n2\n"] {
        fs::write(dir.join("in.csv"), csv).unwrap();
        gives(&dir, &["import", "in.csv", "log"], 0, "log: records: 2\n", &[]);
        gives(&dir, &["cat", "log"], 0, "{\"a\":1}\n{\"a\":2}\n", &[]);
    }
}

#[test]
fn records_of_an_enum() {
    let dir = dir("import_enum");
    let ty = "enum E{0 Off, 1 On{since: u32, by: option(str)}, 2 Text _{0: str}, 5 Pair _{0: u8, 1: bool}}";
    let ty = ty
        .replace("Text _{0: str}", "Text{0: str}")
        .replace("Pair _{0: u8, 1: bool}", "Pair{0: u8, 1: bool}");
    let lines = "\"Off\"\n{\"On\":{\"since\":7,\"by\":null}}\n{\"Text\":\"x,\\\"y\"}\n{\"Text\":\"1\"}\n{\"Pair\":[1,true]}\n";
    takes(&dir, &["write", "-t", &ty, "log"], lines, 0, "", &[]);
    gives(&dir, &["cat", "log"], 0, lines, &[]);
    for to in ["csv", "tsv", "parquet", "arrow", "jsonl"] {
        let out = format!("out.{to}");
        gives(&dir, &["export", "log", &out], 0, &format!("{out}: records: 5\n"), &[]);
        gives(&dir, &["import", &out, "back", "-t", &ty], 0, "back: records: 5\n", &[]);
        gives(&dir, &["cat", "back"], 0, lines, &[]);
    }
    fs::write(dir.join("bad.csv"), "tag,On,Text,Pair\nNone,,,\n").unwrap();
    fails(
        &dir,
        &["import", "bad.csv", "none", "-t", &ty],
        b"",
        1,
        "bad.csv: line 2, column tag: expected ",
    );
    // A result is such an enum.
    takes(
        &dir,
        &["write", "-t", "result(u8, str)", "log"],
        "{\"Ok\":1}\n{\"Err\":\"x\"}\n",
        0,
        "",
        &[],
    );
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    gives(
        &dir,
        &["import", "out.csv", "back", "-t", "result(u8, str)"],
        0,
        "back: records: 2\n",
        &[],
    );
    assert_eq!(fs::read(dir.join("back")).unwrap(), fs::read(dir.join("log")).unwrap());
}

#[test]
fn lines_of_another_length() {
    through(
        "import_ragged",
        b"a,b\n1\n2,3,4\n5,6\n\n",
        "struct _{a: i64, b: option(i64), column_3: option(i64)}",
        "onesheet: in.csv: line 2: expected 2 values, found 1; 1 line has fewer, and what is missing is null\n\
         onesheet: in.csv: line 3: expected 2 values, found 3; 1 line has more, which go to columns of their own\n",
        "a,b,column_3\n1,,\n2,3,4\n5,6,\n",
    );
}

#[test]
fn delimiters() {
    let dir = dir("import_delimiters");
    for (delimiter, name) in
        [(",", "in.csv"), ("\t", "in.tsv"), ("\t", "in.csv"), (";", "in.csv"), ("|", "in.csv")]
    {
        let rows = ["a,b,c", "1,x,\"2,5\"", "2,\"y\nz\",\"\""];
        let csv = rows.join("\n").replace(',', delimiter) + "\n";
        fs::write(dir.join(name), &csv).unwrap();
        gives(&dir, &["import", name, "log"], 0, "log: records: 2\n", &[]);
        let args = [
            "export",
            "log",
            "--to",
            "csv",
            "--delimiter",
            if delimiter == "\t" { "tab" } else { delimiter },
        ];
        gives(&dir, &args, 0, &csv, &[]);
    }
    fs::write(dir.join("in.csv"), "a:b\n1:2\n").unwrap();
    gives(&dir, &["import", "in.csv", "log", "--delimiter", ":"], 0, "log: records: 1\n", &[]);
    gives(&dir, &["cat", "log"], 0, "{\"a\":1,\"b\":2}\n", &[]);
    // One column of texts, in which others are now and then.
    fs::write(dir.join("in.csv"), "a;b\nx\ny;z;z\n").unwrap();
    gives(&dir, &["import", "in.csv", "log"], 0, "log: records: 2\n", &[]);
    gives(&dir, &["cat", "log"], 0, "{\"a;b\":\"x\"}\n{\"a;b\":\"y;z;z\"}\n", &[]);
    fails(&dir, &["import", "in.csv", "log", "--delimiter", "ab"], b"", 2, "one ASCII character");
}

#[test]
fn encodings() {
    let dir = dir("import_encodings");
    let utf_16 = |text: &str, little: bool| -> Vec<u8> {
        let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
    };
    let csv = "na\u{ef}ve,b\n\u{e9},1\n";
    let long = format!("{csv}{}", "\u{e9},1\n".repeat(100_000));
    let latin: Vec<u8> = csv.chars().map(|c| c as u8).collect();
    for (bytes, args) in [
        (csv.as_bytes().to_vec(), &[][..]),
        (format!("\u{feff}{csv}").into_bytes(), &[]),
        (utf_16(csv, true), &[]),
        (utf_16(csv, false), &[]),
        (latin.clone(), &["--encoding", "latin1"]),
        (utf_16(&long, true), &[]),
    ] {
        fs::write(dir.join("in.csv"), bytes).unwrap();
        let got = onesheet(&dir, &[&["import", "in.csv", "log"], args].concat(), b"");
        assert_eq!((text(got.stderr), got.status.code()), (String::new(), Some(0)));
        gives(
            &dir,
            &["cat", "log", "--head", "1"],
            0,
            "{\"na\u{ef}ve\":\"\u{e9}\",\"b\":1}\n",
            &[],
        );
    }
    fs::write(dir.join("in.csv"), latin).unwrap();
    fails(
        &dir,
        &["import", "in.csv", "none"],
        b"",
        1,
        "in.csv: line 1, column 1: \"na\u{fffd}ve\" is not UTF-8",
    );
    fails(&dir, &["import", "in.csv", "none", "--encoding", "ebcdic"], b"", 2, "unknown encoding");
    let mut odd = utf_16(csv, true);
    odd.pop();
    fs::write(dir.join("in.csv"), odd).unwrap();
    fails(&dir, &["import", "in.csv", "none"], b"", 1, "in.csv: not UTF-16LE text");
}

/// What is exported as CSV is imported as it was, by its type.
#[test]
fn csv_of_everything() {
    let dir = dir("import_everything");
    let ty = "struct _{a: option(bytes), b: seq(option(u8)), c: map(str, f32), d: enum E{0 A, 1 B{x: i8}}, e: option(str), \
        f: f64, g: array(u8, 2), h: char, i: tuple(u8, bool), j: option(option(u8)), k: u128, l: option(enum F{0 X, 1 Y}), \
        m: rows T(struct T{v: u8, n: seq(ref T)}), n: bool, o: fixed u16}";
    let lines = "{\"a\":\"AP8=\",\"b\":[1,null],\"c\":{\"x,\\\"y\":0.1},\"d\":{\"B\":{\"x\":-5}},\"e\":\"\",\"f\":\"NaN\",\"g\":[0,255],\"h\":\"\\\"\",\"i\":[1,true],\"j\":{\"some\":null},\"k\":340282366920938463463374607431768211455,\"l\":\"Y\",\"m\":{\"v\":1,\"n\":[{\"v\":2,\"n\":[]}]},\"n\":true,\"o\":65535}\n\
        {\"a\":null,\"b\":[],\"c\":{},\"d\":\"A\",\"e\":null,\"f\":-0.0,\"g\":[1,2],\"h\":\"x\",\"i\":[0,false],\"j\":null,\"k\":0,\"l\":null,\"m\":{\"v\":0,\"n\":[]},\"n\":false,\"o\":0}\n\
        {\"a\":\"\",\"b\":[],\"c\":{},\"d\":\"A\",\"e\":\"\\r\\n\",\"f\":\"-Infinity\",\"g\":[1,2],\"h\":\"x\",\"i\":[0,false],\"j\":{\"some\":5},\"k\":0,\"l\":null,\"m\":{\"v\":0,\"n\":[]},\"n\":false,\"o\":0}\n";
    takes(&dir, &["write", "-t", ty, "log"], lines, 0, "", &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 3\n", &[]);
    gives(&dir, &["import", "out.csv", "back", "-t", ty], 0, "back: records: 3\n", &[]);
    gives(&dir, &["cat", "back"], 0, lines, &[]);
}

#[test]
fn lines_of_json() {
    let dir = dir("import_json");
    let lines = "{\"a\":1,\"b\":{\"c\":[\"x\"]}}\n{\"a\":2.5,\"d\":\"2024-01-02\"}\n";
    fs::write(dir.join("in.jsonl"), lines).unwrap();
    fs::write(dir.join("in.json"), format!("\u{feff} [{}]", lines.trim_end().replace('\n', ",\n")))
        .unwrap();
    fs::write(dir.join("one.json"), lines.replace(':', ":\n")).unwrap();
    let expected = "{\"a\":1.0,\"b\":{\"c\":[\"x\"]},\"d\":null}\n{\"a\":2.5,\"b\":null,\"d\":\"2024-01-02\"}\n";
    for name in ["in.jsonl", "in.json", "one.json"] {
        gives(&dir, &["import", name, "log"], 0, "log: records: 2\n", &[]);
        gives(&dir, &["cat", "log"], 0, expected, &[]);
        let schema = "struct _{a: f64, b: option(struct _{c: seq(str)}), d: option(i32)}\n--about 'arrow:d=Date32'\n";
        gives(&dir, &["schema", "infer", name], 0, schema, &[]);
    }
    gives(&dir, &["export", "log", "--to", "jsonl"], 0, expected, &[]);
    let array = format!("[\n{}\n]\n", expected.trim_end().replace('\n', ",\n"));
    gives(&dir, &["export", "log", "--to", "json"], 0, &array, &[]);
    gives(
        &dir,
        &["export", "log", "--to", "jsonl", "--columns", "d,a"],
        0,
        "{\"d\":null,\"a\":1.0}\n{\"d\":\"2024-01-02\",\"a\":2.5}\n",
        &[],
    );
    gives(&dir, &["import", "in.jsonl", "log", "--columns", "d"], 0, "log: records: 2\n", &[]);
    gives(&dir, &["cat", "log"], 0, "{\"d\":null}\n{\"d\":\"2024-01-02\"}\n", &[]);
    for (name, json, what) in [
        (
            "bad.jsonl",
            "{\"a\":1}\n{\"a\":}\n",
            "bad.jsonl: line 2, column 6, $.a: not JSON: expected a value, found '}'",
        ),
        (
            "bad.json",
            "[{\"a\":1},\n {\"a\":[1,]}]",
            "bad.json: line 2, column 10, $.a: not JSON: trailing comma",
        ),
        (
            "bad.json",
            "[{\"a\":1}\n {\"a\":1}]",
            "bad.json: line 2, column 2, $: not JSON: expected ',' or ']'",
        ),
        ("bad.json", "[1] 2", "bad.json: line 1, column 5, $: not JSON: more text after the value"),
        ("bad.json", "[1,]", "bad.json: line 1, column 4, $: not JSON: expected a value"),
        ("bad.json", "{\"a\":1,\n\"a\":2}", "bad.json: line 2, column 1, $: duplicate field \"a\""),
        ("bad.json", "[", "bad.json: line 1, column 2, $: not JSON: expected a value"),
        ("bad.json", "", "bad.json: no values to infer a type from; give --type"),
    ] {
        fs::write(dir.join(name), json).unwrap();
        fails(&dir, &["import", name, "none"], b"", 1, what);
    }
    fs::write(dir.join("in.jsonl"), "{\"a\":{\"b\":[1, 0.12345678901234567890]}}\n").unwrap();
    let said = "in.jsonl: line 1, column 15, $.a.b[1]: 0.12345678901234567890 is kept as 0.12345678901234568";
    gives(&dir, &["import", "in.jsonl", "log"], 0, "log: records: 1\n", &[said]);
    fails(&dir, &["import", "--strict", "in.jsonl", "none"], b"", 1, said);
    assert!(!dir.join("none").exists());
    // The sign of -0 is a float's, and kept.
    fs::write(dir.join("in.jsonl"), "{\"a\":-0}\n{\"a\":1}\n").unwrap();
    gives(&dir, &["import", "--strict", "in.jsonl", "log"], 0, "log: records: 2\n", &[]);
    gives(&dir, &["cat", "log"], 0, "{\"a\":-0.0}\n{\"a\":1.0}\n", &[]);
}

/// What is recovered has the statistics of the blocks that are left, each before its own.
#[test]
fn statistics_are_recovered() {
    let dir = dir("recover_statistics");
    let numbers: String = (0..1000).map(|number| format!("{number}\n")).collect();
    fs::write(dir.join("in.csv"), format!("a\n{numbers}")).unwrap();
    let args = ["import", "in.csv", "log", "--statistics", "--block-bytes", "800"];
    gives(&dir, &args, 0, "log: records: 1000\n", &[]);
    let mut bytes = fs::read(dir.join("log")).unwrap();
    let blocks = onesheet_file::Slice::new(&bytes).index();
    assert!(blocks.len() > 6);
    for lost in [0, 2, 3] {
        bytes[blocks[lost].at as usize + 36] ^= 1;
    }
    fs::write(dir.join("log"), bytes).unwrap();
    assert_eq!(onesheet(&dir, &["recover", "log", "out"], b"").status.code(), Some(1));
    let bytes = fs::read(dir.join("out")).unwrap();
    let mut found = None;
    let mut count = 0;
    for event in onesheet_file::Slice::new(&bytes).events() {
        match event.what {
            onesheet_file::What::Statistics(statistics) => found = Some(statistics),
            onesheet_file::What::Records(block) => {
                let bounds = found.take().unwrap().ints[0];
                let numbers = block.decode::<i64>(&onesheet::Limits::default()).unwrap();
                let all = (i128::from(numbers[0]), i128::from(*numbers.last().unwrap()));
                assert_eq!((bounds.least, bounds.greatest), all);
                count += 1;
            }
            _ => assert!(found.is_none()),
        }
    }
    assert_eq!(count, blocks.len() - 3);
}

#[test]
fn statistics_are_before_the_blocks() {
    let dir = dir("import_statistics");
    fs::write(dir.join("in.csv"), "a,b\n-5,x\n7,y\n").unwrap();
    for (args, expected) in [(&["--statistics"][..], vec![(0, -5, 7)]), (&[], vec![])] {
        let args = [&["import", "in.csv", "log"], args].concat();
        gives(&dir, &args, 0, "log: records: 2\n", &[]);
        let bytes = fs::read(dir.join("log")).unwrap();
        let found =
            onesheet_file::Slice::new(&bytes).events().filter_map(|event| match event.what {
                onesheet_file::What::Statistics(found) => Some(found.ints),
                _ => None,
            });
        let found: Vec<_> = found.flatten().map(|of| (of.column, of.least, of.greatest)).collect();
        assert_eq!(found, expected);
        gives(&dir, &["check", "log"], 0, "log: whole; records: 2, sections: 1\n", &[]);
        let shown = String::from_utf8(onesheet(&dir, &["inspect", "log"], b"").stdout).unwrap();
        assert_eq!(shown.contains("statistics of the next block"), !expected.is_empty());
    }
}

#[test]
fn compressed_and_piped() {
    let dir = dir("import_piped");
    let lines = "{\"a\":1}\n{\"a\":2}\n";
    takes(&dir, &["import", "-", "log", "--from", "jsonl"], lines, 0, "log: records: 2\n", &[]);
    for name in ["out.csv.gz", "out.jsonl.zst", "out.json.gz", "out.tsv.zst", "out.csv"] {
        gives(&dir, &["export", "log", name], 0, &format!("{name}: records: 2\n"), &[]);
        let begins = fs::read(dir.join(name)).unwrap()[0];
        assert_eq!(
            begins,
            if name.ends_with("gz") {
                0x1f
            } else if name.ends_with("zst") {
                0x28
            } else {
                b'a'
            }
        );
        gives(&dir, &["import", name, "back"], 0, "back: records: 2\n", &[]);
        gives(&dir, &["cat", "back"], 0, lines, &[]);
    }
    // By what it begins with, too, and from a pipe to a pipe.
    let zipped = fs::read(dir.join("out.csv.gz")).unwrap();
    let piped = onesheet(&dir, &["import", "--from", "csv", "-", "-"], &zipped);
    assert_eq!(piped.stdout, fs::read(dir.join("back")).unwrap());
    gives(&dir, &["export", "log", "out.parquet"], 0, "out.parquet: records: 2\n", &[]);
    let parquet = fs::read(dir.join("out.parquet")).unwrap();
    let piped = onesheet(&dir, &["import", "--from", "parquet", "-", "-"], &parquet);
    assert_eq!(piped.stdout, fs::read(dir.join("log")).unwrap());
    takes(&dir, &["write", "-t", "struct _{a: u8}", "in"], "", 0, "", &[]);
    fs::copy(dir.join("out.jsonl.zst"), dir.join("in.jsonl.zst")).unwrap();
    gives(&dir, &["write", "-t", "struct _{a: i64}", "same", "in.jsonl.zst"], 0, "", &[]);
    assert_eq!(fs::read(dir.join("same")).unwrap(), fs::read(dir.join("log")).unwrap());
    fs::write(dir.join("cut.csv.gz"), &zipped[..zipped.len() - 9]).unwrap();
    fails(&dir, &["import", "cut.csv.gz", "none"], b"", 2, "cut.csv.gz");
}

#[test]
fn several_files_into_one() {
    let dir = dir("import_several");
    fs::write(dir.join("in-1.csv"), "a,b\n1,x\n").unwrap();
    fs::write(dir.join("in-2.csv"), "b;a;c\ny;2.5;2024-01-02\n").unwrap();
    gives(&dir, &["import", "in-*.csv", "log"], 0, "log: records: 2\n", &[]);
    let rows = "{\"a\":1.0,\"b\":\"x\",\"c\":null}\n{\"a\":2.5,\"b\":\"y\",\"c\":\"2024-01-02\"}\n";
    gives(&dir, &["cat", "log"], 0, rows, &[]);
    gives(&dir, &["import", "--append", "in-2.csv", "log"], 0, "log: records: 1\n", &[]);
    gives(&dir, &["check", "log"], 0, "log: whole; records: 3, sections: 1\n", &[]);
    gives(&dir, &["cat", "log", "--tail", "1"], 0, rows.split_once('\n').unwrap().1, &[]);
    for (to, n) in [("parquet", 1), ("arrow", 1), ("jsonl", 1)] {
        for i in 1..=2 {
            let (from, log, out) =
                (format!("in-{i}.csv"), format!("log-{i}"), format!("out-{i}.{to}"));
            gives(&dir, &["import", &from, &log], 0, &format!("{log}: records: {n}\n"), &[]);
            gives(&dir, &["export", &log, &out], 0, &format!("{out}: records: 1\n"), &[]);
        }
        let (first, second) = (format!("out-1.{to}"), format!("out-2.{to}"));
        let got = onesheet(&dir, &["import", &first, &second, "both"], b"");
        if to == "jsonl" {
            assert_eq!(text(got.stdout), "both: records: 2\n");
            gives(&dir, &["cat", "both"], 0, rows, &[]);
        } else {
            // Parquet and Arrow say what their columns are.
            let said = format!(
                "onesheet: {second}: column a: expected Int64, as in a file before, found Float64\n"
            );
            assert_eq!((text(got.stderr), got.status.code()), (said, Some(1)));
        }
    }
    fs::write(dir.join("in-3.csv"), "a,b,c\nx,y,z\n").unwrap();
    let what = "in-3.csv: line 2, column a: expected an f64, found \"x\"";
    fails(&dir, &["import", "--append", "in-3.csv", "log"], b"", 1, what);
    fails(&dir, &["import", "--append", "in-3.csv", "no-log"], b"", 2, "cannot read no-log: ");
    fails(&dir, &["import", "none-*.csv", "none"], b"", 2, "none-*.csv: no such file");
    fails(
        &dir,
        &["import", "in-1.csv", "out-1.jsonl", "none"],
        b"",
        2,
        "of another format than the file before it",
    );
}

#[test]
fn bad_usage() {
    let dir = dir("import_bad");
    fs::write(dir.join("in.csv"), "a\n1\n").unwrap();
    for (args, code, what) in [
        (
            &["in", "log"][..],
            2,
            "in: unknown format; give --from parquet, arrow, csv, tsv, json or jsonl",
        ),
        (&["in.csv", "log", "--from", "xml"], 2, "'xml'"),
        (&["missing.csv", "log"], 2, "cannot read missing.csv: "),
        (&[".", "log", "--from", "csv"], 2, "cannot read .: "),
        (&["in.csv", "no/such/log"], 2, "cannot write no/such/log: "),
        (&["in.csv", "./in.csv"], 2, "cannot write ./in.csv: it is the file that is read"),
        (&["in.csv", "log", "--from", "parquet"], 1, "in.csv: Parquet "),
        (&["in.csv", "log", "--from", "arrow"], 1, "in.csv: "),
        (&["in.csv", "log", "-s", "missing"], 2, "cannot read missing: "),
        (&["in.csv", "log", "-s", "x", "-t", "u8"], 2, "--schema"),
        (&["in.csv", "log", "--about", "x"], 2, "expected KEY=VALUE, found \"x\""),
    ] {
        fails(&dir, &[&["import"], args].concat(), b"", code, what);
    }
    assert_eq!(names(&dir), ["in.csv"]);
}
