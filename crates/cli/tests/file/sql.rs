//! `sql`: what is made of the rows that the program `onesheet-sql` gives, for which scripts stand here;
//! `crates/sql` has tests of both.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::{command, dir, numbers, takes, text};

/// Makes the program a script of these lines, and returns the paths where it is found.
///
/// A program cannot be run while a process has it open to write. A child that another thread has just forked
/// may hold what this process opened, so `install` writes it.
fn install(dir: &Path, script: &str) -> String {
    let bin = dir.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let mut install = Command::new("install");
    install.args(["-m", "755", "/dev/stdin"]).arg(bin.join("onesheet-sql"));
    let mut install = install.stdin(Stdio::piped()).spawn().unwrap();
    let lines = format!("#!/bin/sh\n{script}\n");
    install.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert!(install.wait().unwrap().success());
    format!("{}:{}", bin.display(), std::env::var("PATH").unwrap())
}

/// Runs `sql` where the program is a script of these lines.
fn sql(dir: &Path, script: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let path = install(dir, script);
    ran(command(dir, &[&["sql"], args].concat()).env("PATH", path).output().unwrap())
}

fn ran(output: Output) -> (Option<i32>, String, String) {
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const ROW: &str =
    "struct _{n: option(i32), name: option(str), f: f64, parts: seq(struct _{x: u8})}";
const ROWS: &str = "{\"n\":-7,\"name\":\"a\\tb\",\"f\":0.1,\"parts\":[{\"x\":1}]}\n\
    {\"n\":null,\"name\":\"\",\"f\":1e+300,\"parts\":[]}\n\
    {\"n\":1000,\"name\":null,\"f\":-0.0,\"parts\":[]}\n";

#[test]
fn a_table_and_other_formats() {
    let dir = dir("sql_formats");
    takes(&dir, &["write", "-t", ROW, "rows"], ROWS, 0, "", &[]);
    let table = "\
┌──────┬──────┬───────┬───────────┐
│ n    ┆ name ┆ f     ┆ parts     │
╞══════╪══════╪═══════╪═══════════╡
│   -7 ┆ a\\tb ┆   0.1 ┆ [{\"x\":1}] │
│ NULL ┆      ┆ 1e300 ┆ []        │
│ 1000 ┆ NULL ┆  -0.0 ┆ []        │
└──────┴──────┴───────┴───────────┘
";
    assert_eq!(sql(&dir, "cat rows", &["q"]), (Some(0), table.to_owned(), String::new()));
    let lines = sql(&dir, "cat rows", &["q", "--to", "jsonl"]);
    assert_eq!(lines, (Some(0), ROWS.to_owned(), String::new()));
    let csv = "n,name,f,parts\n-7,a\tb,0.1,\"[{\"\"x\"\":1}]\"\n,\"\",1e300,[]\n1000,,-0.0,[]\n";
    assert_eq!(sql(&dir, "cat rows", &["q", "--to", "csv"]).1, csv);
    let tsv = sql(&dir, "cat rows", &["q", "--to", "csv", "--delimiter", ";", "--null", "NA"]).1;
    assert_eq!(tsv.lines().nth(2), Some("NA;\"\";1e300;[]"));
}

#[test]
fn of_a_long_table_the_ends() {
    let dir = dir("sql_long");
    for (rows, cut) in [(40, false), (41, true), (3000, true)] {
        let json: String = (1..=rows).map(|n| format!("{{\"n\":{n}}}\n")).collect();
        let args = ["write", "-t", "struct _{n: u16}", "--block-bytes", "50", "rows"];
        takes(&dir, &args, &json, 0, "", &[]);
        let (_, table, _) = sql(&dir, "cat rows", &["q"]);
        let numbers: Vec<u32> =
            table.split(['│', '\n']).filter_map(|cell| cell.trim().parse().ok()).collect();
        let shown: Vec<u32> = (1..=20).chain(rows - 19..=rows).collect();
        assert_eq!(numbers, shown, "{table}");
        assert_eq!(table.contains('…'), cut, "{table}");
    }
    let (_, table, _) = sql(&dir, "cat rows", &["q"]);
    assert!(table.ends_with("┘\n3,000 rows, of which 40 are shown\n"), "{table}");
    takes(&dir, &["write", "-t", "struct _{n: u16}", "rows"], "", 0, "", &[]);
    let (_, table, _) = sql(&dir, "cat rows", &["q"]);
    assert_eq!(table, "┌───┐\n│ n │\n╞═══╡\n└───┘\n0 rows\n");
}

#[test]
fn tables_are_named_by_their_files() {
    let dir = dir("sql_names");
    fs::write(dir.join("log.onesheet"), numbers()).unwrap();
    fs::write(dir.join("zip codes.csv"), "zip\n02139\n10001\n").unwrap();
    let script = "printf '%s\\n' \"$1\" \"$2\" \"$3\" \"$4\" >&2; cp \"$5\" copy; cat copy";
    let args = ["select 1", "log.onesheet", "zip codes.csv", "--to", "csv"];
    let (code, rows, said) = sql(&dir, script, &args);
    assert_eq!((code, rows.as_str()), (Some(0), "zip\n02139\n10001\n"));
    // What cannot be kept as a number is said, as `import` says it.
    let (import, args) = said.split_once('\n').unwrap();
    assert!(import.starts_with("onesheet: zip codes.csv: line 2, column zip: \"02139\""), "{said}");
    assert_eq!(args, "select 1\nlog\nlog.onesheet\nzip codes\n");

    let two = sql(&dir, "cat rows", &["q", "log.onesheet", "old/log.csv.gz"]);
    let said = "onesheet: old/log.csv.gz: the table log is log.onesheet already; put the path into the \
        query: from 'old/log.csv.gz'\n";
    assert_eq!(two, (Some(2), String::new(), said.to_owned()));
    let pattern = sql(&dir, "cat rows", &["q", "*.onesheet"]);
    let said = "onesheet: *.onesheet: a pattern is not a table; put it into the query: from '*.onesheet'\n";
    assert_eq!(pattern, (Some(2), String::new(), said.to_owned()));
    assert_eq!(sql(&dir, "cat rows", &["q", "none.csv"]).0, Some(2));
}

#[test]
fn a_program_that_fails() {
    let dir = dir("sql_fails");
    takes(&dir, &["write", "-t", ROW, "rows"], ROWS, 0, "", &[]);
    let said = "onesheet: no such column\n".to_owned();
    for format in [&[][..], &["--to", "json"], &["--to", "jsonl"], &["--to", "csv"]] {
        let args = [&["q"], format].concat();
        let fails = "echo 'onesheet: no such column' >&2; exit 1";
        assert_eq!(sql(&dir, fails, &args), (Some(1), String::new(), said.clone()));
    }
    // Behind some rows: there is no table, and no end of a file.
    let fails = "cat rows; echo 'onesheet: no such column' >&2; exit 2";
    assert_eq!(sql(&dir, fails, &["q"]), (Some(2), String::new(), said.clone()));
    assert_eq!(sql(&dir, fails, &["q", "--to", "jsonl"]), (Some(2), ROWS.to_owned(), said));
    // The result is whole, and something was left out.
    assert_eq!(sql(&dir, "cat rows; exit 3", &["q", "--to", "jsonl"]).0, Some(1));
    let killed = sql(&dir, "kill -9 $$", &["q"]);
    let said = "onesheet: onesheet-sql: signal: 9 (SIGKILL)\n";
    assert_eq!(killed, (Some(2), String::new(), said.to_owned()));
    // Nobody reads the rest.
    let script = "onesheet=$0; set -o pipefail; \"$onesheet\" sql q --to jsonl | head -1";
    let path = install(&dir, "while cat rows; do :; done");
    let mut bash = Command::new("bash");
    bash.args(["-c", script, env!("CARGO_BIN_EXE_onesheet")]).env("PATH", path);
    let first = ROWS.split_inclusive('\n').next().unwrap();
    let got = ran(bash.current_dir(&dir).output().unwrap());
    assert_eq!(got, (Some(0), first.to_owned(), String::new()));
}

#[test]
fn without_the_program() {
    let dir = dir("sql_none");
    let got = ran(command(&dir, &["sql", "q"]).env("PATH", "").output().unwrap());
    let said = "onesheet: cannot run onesheet-sql: not found; install it with \
        `cargo install --path crates/sql`\n";
    assert_eq!(got, (Some(2), String::new(), said.to_owned()));
}
