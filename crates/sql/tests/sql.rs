//! `onesheet sql` with the program that it runs. `ONESHEET` is the path of the command, as `.ci/run
//! datafusion` sets it.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LOG: &str =
    "struct Line{at: u64, userId: str, event: enum Event{0 Boot, 1 Alarm{code: u16}}}";

/// A new directory.
fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sql").join(test);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// What bash makes of a script in which both programs can be called.
fn bash(dir: &Path, script: &str) -> Output {
    let command = std::env::var("ONESHEET").expect("ONESHEET is to be the path of the command");
    let command = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join(command)).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_onesheet-sql"));
    let folders = [&command, program].map(|path| path.parent().unwrap().display().to_string());
    let path = format!("{}:{}", folders.join(":"), std::env::var("PATH").unwrap());
    let script = format!("set -o pipefail; {script}");
    Command::new("bash").args(["-c", &script]).current_dir(dir).env("PATH", path).output().unwrap()
}

fn ran(dir: &Path, script: &str) -> (i32, String, String) {
    let output = bash(dir, script);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn gives(dir: &Path, script: &str, rows: &str) {
    assert_eq!(ran(dir, script), (0, rows.to_owned(), String::new()), "{script}");
}

/// Fails, with a line that has all of these.
#[track_caller]
fn fails(dir: &Path, script: &str, code: i32, words: &[&str]) {
    let (found, rows, said) = ran(dir, script);
    assert_eq!((found, rows.as_str()), (code, ""), "{script}: {said}");
    let is_line = said.starts_with("onesheet: ") && said.lines().count() == 1;
    assert!(is_line && words.iter().all(|word| said.contains(word)), "{script}: {said}");
}

/// A file of lines in blocks of some tens.
fn write(dir: &Path, name: &str, from: u64, to: u64) {
    let line = |at: u64| {
        let event = match at % 10 {
            0 => format!("{{\"Alarm\":{{\"code\":{}}}}}", at / 10),
            _ => "\"Boot\"".to_owned(),
        };
        format!("{{\"at\":{at},\"userId\":\"user {}\",\"event\":{event}}}\n", at % 3)
    };
    fs::create_dir_all(dir.join(name).parent().unwrap()).unwrap();
    fs::write(dir.join("lines"), (from..to).map(line).collect::<String>()).unwrap();
    let script = format!("onesheet write -t '{LOG}' --block-bytes 300 {name} lines");
    gives(dir, &script, "");
}

#[test]
fn queries() {
    let dir = dir("queries");
    write(&dir, "log.onesheet", 0, 1000);
    fs::write(dir.join("users.csv"), "name,zip\nuser 0,02139\nuser 2,\n").unwrap();
    let csv = "--to csv log.onesheet";
    // Names are as they are written; keywords and functions in any case.
    gives(
        &dir,
        &format!(
            "onesheet sql 'SELECT userId, COUNT(*) AS n, Max(at) FROM log GROUP BY userId ORDER BY userId' {csv}"
        ),
        "userId,n,max(log.at)\nuser 0,334,999\nuser 1,333,997\nuser 2,333,998\n",
    );
    // Parts of enums, and what has no type of its own.
    let query = "select event['tag'] t, event['Alarm']['code'] c, interval '1' month i, null as n, \
        to_timestamp_seconds(cast(at as bigint)) s, [at] l from log where at in (10, 11)";
    gives(
        &dir,
        &format!("onesheet sql \"{query}\" --to jsonl log.onesheet"),
        "{\"t\":\"Alarm\",\"c\":1,\"i\":\"1 mons\",\"n\":null,\"s\":\"1970-01-01T00:00:10\",\"l\":[10]}\n\
         {\"t\":\"Boot\",\"c\":null,\"i\":\"1 mons\",\"n\":null,\"s\":\"1970-01-01T00:00:11\",\"l\":[11]}\n",
    );
    // A file of another format is imported, so that no digit is lost.
    let (code, rows, said) = ran(
        &dir,
        "onesheet sql 'select at, zip from log join users on userId = name where at < 6 order by at' \
            users.csv --to csv log.onesheet",
    );
    let line =
        said.starts_with("onesheet: users.csv: line 2, column zip") && said.lines().count() == 1;
    assert!(line, "{said}");
    assert_eq!((code, rows.as_str()), (0, "at,zip\n0,02139\n2,\n3,02139\n5,\n"));
    // Parquet.
    let script = "onesheet export log.onesheet log.parquet >/dev/null && \
        onesheet sql 'select sum(at) s from log' log.parquet --to csv && \
        onesheet sql \"select count(*) n from 'log.parquet'\" --to csv";
    gives(&dir, script, "s\n499500\nn\n1000\n");
    // The result may be written as Parquet, too.
    let script = "onesheet sql 'select at, userId from log where at > 997' log.onesheet --to parquet > a.parquet \
        && onesheet import a.parquet a.onesheet >/dev/null && onesheet cat a.onesheet";
    gives(&dir, script, "{\"at\":998,\"userId\":\"user 2\"}\n{\"at\":999,\"userId\":\"user 0\"}\n");
}

#[test]
fn rows_of_a_file_come_in_its_order() {
    let dir = dir("order");
    write(&dir, "log.onesheet", 0, 5000);
    let numbers = |range: std::ops::Range<u64>| range.map(|n| format!("{n}\n")).collect::<String>();
    let all = format!("at\n{}", numbers(0..5000));
    gives(&dir, "onesheet sql 'select at from log' log.onesheet --to csv", &all);
    let first = format!("at\n{}", numbers(4..9));
    gives(
        &dir,
        "onesheet sql 'select at from log where at > 3 limit 5' log.onesheet --to csv",
        &first,
    );
    // A pipe that is closed early is no error.
    gives(&dir, "onesheet sql 'select at from log' log.onesheet --to csv | head -2", "at\n0\n");
}

#[test]
fn paths_in_the_query() {
    let dir = dir("paths");
    write(&dir, "a/log.onesheet", 0, 50);
    write(&dir, "b/log.onesheet", 50, 80);
    let count = |from: &str| format!("onesheet sql \"select count(*) n from {from}\" --to csv");
    gives(&dir, &count("'a/log.onesheet'"), "n\n50\n");
    gives(&dir, &count("'*/*.onesheet'"), "n\n80\n");
    gives(&dir, &count("'b'"), "n\n30\n");
    gives(&dir, &format!("{} b", count("b")), "n\n30\n");
    let both = "'a/log.onesheet' x join 'b/log.onesheet' y on x.at + 50 = y.at";
    gives(&dir, &count(both), "n\n30\n");
    fails(&dir, &count("'c/log.onesheet'"), 2, &["c/log.onesheet", "No such file"]);
    fails(&dir, &count("'c/*.onesheet'"), 1, &["c/*.onesheet: no file matches"]);
    fs::write(dir.join("d.csv"), "n\n1\n").unwrap();
    fails(&dir, &count("'d.csv'"), 1, &["d.csv: not a file of records"]);
}

#[test]
fn what_is_wrong() {
    let dir = dir("wrong");
    write(&dir, "log.onesheet", 0, 200);
    let sql = |query: &str| format!("onesheet sql \"{query}\" log.onesheet");
    fails(&dir, &sql("selct 1"), 1, &["sql parser error: Expected", "selct", "Line: 1, Column: 1"]);
    fails(&dir, &sql("select nope from log"), 1, &["No field named nope"]);
    fails(&dir, &sql("select * from lag"), 1, &["unknown table or file lag; there is log"]);
    fails(&dir, &sql("select nope(at) from log"), 1, &["nope"]);
    fails(&dir, &sql(""), 1, &[]);
    fails(&dir, &sql("select 1; select 2"), 1, &[]);
    // While rows are computed.
    fails(&dir, &sql("select cast(userId as int) from log"), 1, &["user 0"]);
    // It only reads.
    for query in
        ["create table t as select 1", "copy log to 'x.csv'", "set a = 1", "drop table log"]
    {
        fails(&dir, &sql(query), 1, &[]);
    }
    assert!(!dir.join("x.csv").exists());
    fails(&dir, "onesheet sql 'select 1' none.onesheet", 2, &["none.onesheet", "No such file"]);
    fails(&dir, "onesheet sql", 2, &["QUERY"]);
    fs::write(dir.join("text.onesheet"), "some text").unwrap();
    fails(&dir, "onesheet sql 'select 1' text.onesheet", 1, &["text.onesheet"]);
}

#[test]
fn damage() {
    let dir = dir("damage");
    write(&dir, "log.onesheet", 0, 1000);
    let (code, rows, _) = ran(&dir, "onesheet cat log.onesheet --from 0 --head 1000 | wc -l");
    assert_eq!((code, rows.as_str()), (0, "1000\n"));
    let mut bytes = fs::read(dir.join("log.onesheet")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(dir.join("log.onesheet"), bytes).unwrap();
    // What is whole is what `recover` keeps.
    let script = "onesheet recover log.onesheet whole.onesheet 2>/dev/null >/dev/null; \
        onesheet sql 'select count(*) n from whole' whole.onesheet --to csv";
    let whole = ran(&dir, script).1;
    let (n, left): (_, u32) =
        whole.trim().split_once('\n').map(|(n, left)| (n, left.parse().unwrap())).unwrap();
    assert!(n == "n" && left > 900 && left < 1000, "{whole}");

    fails(
        &dir,
        "onesheet sql 'select count(*) n from log' log.onesheet",
        1,
        &["log.onesheet: byte "],
    );
    fails(&dir, "onesheet sql 'select * from log' log.onesheet", 1, &["log.onesheet: byte "]);
    let (code, rows, said) =
        ran(&dir, "onesheet sql --lossy 'select count(*) n from log' log.onesheet --to csv");
    assert_eq!((code, &rows), (1, &whole));
    assert!(said.starts_with("onesheet: log.onesheet: byte "), "{said}");
}

/// The examples of the command's README give what it says.
#[test]
fn examples() {
    let dir = dir("examples");
    let readme = include_str!("../../cli/README.md");
    let (_, section) = readme.split_once("\n## SQL\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let mut count = 0;
    for session in section.split("```console\n").skip(1) {
        let (session, _) = session.split_once("```").unwrap();
        for example in session.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            if !command.starts_with("cargo ") {
                gives(&dir, &format!("exec 2>&1; {command}"), expected);
                count += 1;
            }
        }
    }
    assert!(count > 2, "{count}");
}
