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
    let schema = "struct _{n: option(i64), x: option(f64), on: option(bool), day: option(i32), \
        t: option(str), none: option(str)}\t{\"arrow:day\":\"Date32\"}\n";
    gives(&dir, &["cat", "--schema", "log"], 0, schema, &[]);
    let rows = "[{\"some\":\"1\"},{\"some\":\"0x3ff8000000000000\"},{\"some\":true},{\"some\":\"19724\"},{\"some\":\"a,\\n\"},null]\n\
        [null,{\"some\":\"0xfe37e43c8800759c\"},null,null,null,null]\n";
    gives(&dir, &["cat", "log"], 0, rows, &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 2\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), csv);
}

#[test]
fn csv_of_a_type_that_is_given() {
    let dir = dir("import_type");
    fs::write(dir.join("in.csv"), "b,a,c\n007,1.1,x\n255,inf,\n").unwrap();
    let ty = "struct R{a: f32, b: u8, c: option(enum E{3 x, 4 y})}";
    gives(&dir, &["import", "in.csv", "log", "--type", ty], 0, "log: records: 2\n", &[]);
    let rows = "[\"0x3f8ccccd\",\"7\",{\"some\":[3,[]]}]\n[\"0x7f800000\",\"255\",null]\n";
    gives(&dir, &["cat", "log"], 0, rows, &[]);
    for (ty, what) in [
        (
            "struct R{a: f32, b: i8, c: str}",
            "in.csv: column b: Cast error: Cannot cast string '255'",
        ),
        (
            "struct R{a: u8, b: u8, c: str}",
            "in.csv: column a: Cast error: Cannot cast string '1.1'",
        ),
        ("struct R{a: f32, b: u8, c: str}", "in.csv: column c: null where the type has no option"),
        ("struct R{a: f32, b: u8}", "in.csv: column c: the type of the records has no such column"),
        ("struct R{a: f32, b: u8, c: option(str), d: u8}", "in.csv: column d: is missing"),
        ("struct R{a: f32, b: bytes, c: str}", "in.csv: column b: CSV has no values of bytes"),
        ("struct R{a: f32, b: seq(u16), c: str}", "in.csv: column b: CSV has no values of parts"),
        (
            "struct R{a: f32, b: u8, c: option(enum E{4 y})}",
            "in.csv: column c: there is no variant \"x\"",
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
    let row = "[{\"some\":\"1\"},{\"some\":\"2\"},{\"some\":\"3\"}]\n";
    gives(&dir, &["cat", "log"], 0, row, &[]);
    gives(&dir, &["export", "log", "out.csv"], 0, "out.csv: records: 1\n", &[]);
    assert_eq!(fs::read_to_string(dir.join("out.csv")).unwrap(), "a,A_2,a_3\n1,2,3\n");
}

#[test]
fn values_that_the_type_does_not_have() {
    let dir = dir("import_values");
    takes(&dir, &["write", "-t", "struct _{x: f64, n: u16}", "made"], "[1.5, 256]\n", 0, "", &[]);
    for out in ["in.parquet", "in.arrow"] {
        gives(&dir, &["export", "made", out], 0, &format!("{out}: records: 1\n"), &[]);
        for (ty, what) in [
            ("struct _{x: u8, n: u16}", "column x: Cast error: 1.5 is no value of UInt8"),
            ("struct _{x: f64, n: bool}", "column n: Cast error: 256 is no value of Boolean"),
            ("struct _{x: f64, n: u8}", "column n: Cast error: Can't cast value 256 to type UInt8"),
            ("struct _{x: f64, n: seq(u16)}", "column n: Cast error: UInt16 where List("),
        ] {
            fails(&dir, &["import", out, "log", "-t", ty], b"", 1, &format!("{out}: {what}"));
        }
        let args = ["import", out, "log", "-t", "struct _{x: f32, n: u64}", "--about", "boot=7"];
        gives(&dir, &args, 0, "log: records: 1\n", &[]);
        gives(&dir, &["cat", "log"], 0, "[\"0x3fc00000\",\"256\"]\n", &[]);
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
        "[1, {\"some\": \"x\"}, [true], [1, []]]\n",
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
        (&b"a,b\n1\n"[..], "in.csv: Csv error: "),
        (b"a,b\n1,2,3\n", "in.csv: Csv error: "),
        (b"a,b\n1,\xff\n", "in.csv: Csv error: "),
    ] {
        fs::write(dir.join("in.csv"), csv).unwrap();
        fails(&dir, &["import", "in.csv", "log"], b"", 1, what);
    }
    assert_eq!(names(&dir), ["in.csv"]);
}

#[test]
fn bad_usage() {
    let dir = dir("import_bad");
    fs::write(dir.join("in.csv"), "a\n1\n").unwrap();
    for (args, code, what) in [
        (&["in", "log"][..], 2, "in: give its format, --from parquet, arrow or csv"),
        (&["in.csv", "log", "--from", "xml"], 2, "'xml'"),
        (&["missing.csv", "log"], 2, "cannot read missing.csv: "),
        (&[".", "log", "--from", "csv"], 2, "cannot read .: "),
        (&["in.csv", "no/such/log"], 2, "cannot write no/such/log: "),
        (&["in.csv", "-"], 2, "cannot write -: give the name of a file"),
        (&["in.csv", "./in.csv"], 2, "cannot write ./in.csv: it is what is read"),
        (&["in.csv", "log", "--from", "parquet"], 1, "in.csv: Parquet "),
        (&["in.csv", "log", "--from", "arrow"], 1, "in.csv: "),
        (&["in.csv", "log", "-s", "missing"], 2, "cannot read missing: "),
        (&["in.csv", "log", "-s", "x", "-t", "u8"], 2, "--schema"),
        (&["in.csv", "log", "--about", "x"], 2, "\"x\" is not KEY=VALUE"),
    ] {
        fails(&dir, &[&["import"], args].concat(), b"", code, what);
    }
    assert_eq!(names(&dir), ["in.csv"]);
}
