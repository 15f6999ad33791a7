//! Whatever is wrong: one line that says what, an exit code, and nothing lost.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{dir, names, numbers, onesheet, text};

#[track_caller]
pub fn fails(dir: &Path, args: &[&str], input: &[u8], code: i32, message: &str) {
    let got = onesheet(dir, args, input);
    let stderr = text(got.stderr);
    assert!(stderr.contains(message), "{args:?}: {stderr}");
    assert!(stderr.starts_with("onesheet: ") && stderr.lines().count() == 1, "{stderr}");
    assert_eq!(got.status.code(), Some(code), "{args:?}: {stderr}");
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let dir = dir("bad");
    fs::write(dir.join("log"), numbers()).unwrap();
    for args in [
        &["check", "missing"][..],
        &["cat", "missing"],
        &["cat", "--schema", "missing"],
        &["recover", "missing", "out"],
        &["inspect", "missing"],
        &["write", "-t", "u8", "out", "missing"],
        &["write", "-t", "u8", "--append", "missing"],
        &["write", "-s", "missing", "out"],
        &["schema", "file", "missing"],
        &["check", "."],
        &["inspect", "."],
        &["write", "-t", "u8", "out", "."],
        &["write", "-t", "u8", "--append", "."],
    ] {
        fails(&dir, args, b"", 2, "cannot read ");
    }
    for args in [
        &["recover", "log", "no/such/folder"][..],
        &["recover", "log", "."],
        &["write", "-t", "u8", "no/such/folder"],
        &["write", "-t", "u8", "."],
    ] {
        fails(&dir, args, b"1", 2, "cannot write ");
    }
    for (args, what) in [
        (&["recover", "log"][..], "<OUT>"),
        (&["cat", "log", "--head", "many"], "'many'"),
        (&["cat", "log", "--schema", "--from", "1"], "--from"),
        (&["write", "out"], "--type"),
        (&["write", "-t", "u8"], "<OUT>"),
        (&["write", "-t", "u8", "out", "--block-bytes", "0"], "'0'"),
        (&["write", "-t", "u8", "out", "--compression", "23"], "'23'"),
        (&["write", "-t", "u8", "out", "--about", "boot"], "expected KEY=VALUE, found \"boot\""),
        (&["write", "-t", "u8", "out", "--about", "a=1", "--about", "a=2"], "duplicate key \"a\""),
    ] {
        fails(&dir, args, b"1", 2, what);
    }
    fails(&dir, &["write", "-t", "u9", "out"], b"1", 1, "--type: ");
    fails(&dir, &["write", "-t", "set(f32)", "out"], b"", 1, "W21");
    assert_eq!(names(&dir), ["log"]);
    assert_eq!(fs::read(dir.join("log")).unwrap(), numbers());
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full() {
    let dir = dir("full");
    fs::write(dir.join("log"), numbers()).unwrap();
    fails(&dir, &["write", "-t", "u8", "/dev/full"], b"1", 2, "cannot write /dev/full: ");
    fails(&dir, &["write", "-t", "u8", "--append", "/dev/full"], b"1", 2, "/dev/full");
    fails(&dir, &["recover", "log", "/dev/full"], b"", 2, "cannot write /dev/full: ");
}

/// As with `2> FILE` on such a disk: the command does what it is to, and the exit code says so.
#[cfg(target_os = "linux")]
#[test]
fn errors_that_cannot_be_written() {
    let dir = dir("unsaid");
    fs::write(dir.join("log"), &numbers()[..100]).unwrap();
    for (args, code) in [(&["cat", "missing"][..], 2), (&["recover", "log", "out"], 1)] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_onesheet"));
        let status = command.args(args).current_dir(&dir).stdout(Stdio::null()).stderr(full);
        assert_eq!(status.status().unwrap().code(), Some(code), "{args:?}");
    }
    assert_eq!(names(&dir), ["log", "out"]);
}

#[cfg(unix)]
#[test]
fn names_of_two_lines_are_shown_in_one() {
    let dir = dir("two_lines");
    fails(&dir, &["cat", "a\nb"], b"", 2, "cannot read a\\nb: ");
    fs::write(dir.join("a\nb"), "text").unwrap();
    fails(&dir, &["check", "a\nb"], b"", 2, "onesheet: a\\nb: byte 0: noise: ");
    fails(&dir, &["encode", "-t", "u8\n?"], b"1", 1, "line 2, column 1: ");
}

#[test]
fn standard_output_is_not_appended_to() {
    let dir = dir("append_to_output");
    fails(&dir, &["write", "-t", "u8", "--append", "-"], b"1", 2, "cannot write -: ");
}

#[test]
fn nothing_is_recovered_from_what_has_no_block() {
    let dir = dir("recover_nothing");
    fs::write(dir.join("text"), "hello\n").unwrap();
    fs::write(dir.join("out"), numbers()).unwrap();
    let got = onesheet(&dir, &["recover", "text", "out"], b"");
    assert_eq!(got.status.code(), Some(1));
    assert!(text(got.stderr).ends_with("onesheet: text: no whole block\n"));
    assert_eq!(fs::read(dir.join("out")).unwrap(), numbers());
    // Nor from an empty one, or from records without a schema block.
    let orphan = numbers()[49..87].to_vec();
    for bytes in [Vec::new(), vec![0; 100], orphan] {
        fs::write(dir.join("text"), bytes).unwrap();
        let got = onesheet(&dir, &["recover", "text", "out"], b"");
        assert_eq!(got.status.code(), Some(1));
        assert!(text(got.stderr).ends_with("onesheet: text: no whole block\n"));
        assert_eq!(fs::read(dir.join("out")).unwrap(), numbers());
    }
    assert_eq!(names(&dir), ["out", "text"]);
}

#[test]
fn lines_that_are_no_values() {
    let dir = dir("lines");
    fs::write(dir.join("out"), "precious").unwrap();
    let ty = "struct P{0: u16, 1: option(str(max 3))}";
    let deep = ["[".repeat(2000), "]".repeat(2000)].concat();
    for (line, what) in [
        ("[1, null", "line 3, column 9, $: not JSON: expected ',' or ']'"),
        ("[1, null]]", "line 3, column 10, $: not JSON: more"),
        ("[1,, null]", "line 3, column 4, $[1]: not JSON: "),
        ("word", "line 3, column 1, $: not JSON: "),
        ("[1]", "line 3, column 1, $: expected 2 elements, found 1"),
        ("[65536, null]", "line 3, column 2, $[0]: expected a u16, found 65536"),
        ("[1, 5]", "line 3, column 5, $[1]: expected a string, found 5"),
        ("[1, \"long\"]", "line 3, column 5, $[1]: 4 bytes or elements, but the type allows 3"),
        (&deep, "line 3, column 2, $[0]: expected a u16, found an array"),
    ] {
        let input = format!("[1, null]\n\n{line}\n[2, null]\n");
        let what = format!("onesheet: standard input: {what}");
        fails(&dir, &["write", "-t", ty, "out"], input.as_bytes(), 1, &what);
    }
    let exact = ["write", "-t", "u8", "out", "--exact"];
    fails(
        &dir,
        &exact,
        b"\"1\"\n{\n",
        1,
        "onesheet: standard input: line 2, column 1, $: not JSON: ",
    );
    fails(&dir, &exact, b"\"1\"\n\"256\"\n", 1, "onesheet: standard input: line 2: ");
    let text = b"[1, null]\n[2, \"\xff\"]\n";
    fails(&dir, &["write", "-t", ty, "out"], text, 1, "input: line 2, column 6: not UTF-8");
    fails(&dir, &["write", "-t", "set(u8)", "out"], b"[1,1]", 1, "input: line 1: ");
    assert_eq!(names(&dir), ["out"]);
    assert_eq!(fs::read(dir.join("out")).unwrap(), b"precious");
}

#[test]
fn what_is_no_file_of_records_is_not_appended_to() {
    let dir = dir("foreign");
    fs::write(dir.join("text"), "precious\n").unwrap();
    let what = "text: not a file of records";
    fails(&dir, &["write", "-t", "u8", "-a", "text"], b"1", 1, what);
    assert_eq!(fs::read(dir.join("text")).unwrap(), b"precious\n");
}

#[test]
fn inspecting_what_is_no_file_of_records() {
    let dir = dir("inspect_text");
    fs::write(dir.join("text"), "hello\n").unwrap();
    fails(&dir, &["inspect", "text"], b"", 1, "onesheet: text: damaged; problems: 1");
    fails(&dir, &["inspect"], b"hello", 1, "onesheet: standard input: damaged; problems: 1");
    fails(&dir, &["inspect", "-x"], b"xx", 1, "'x' is not a hexadecimal digit");
    assert_eq!(onesheet(&dir, &["inspect"], b"").status.code(), Some(0));
}

/// A section is begun with its first records.
#[test]
fn nothing_is_appended_of_another_type_if_its_first_record_is_wrong() {
    let dir = dir("append_wrong");
    fs::write(dir.join("log"), numbers()).unwrap();
    for args in [["-t", "str"], ["-t", "struct R{a: u8}"], ["--about", "a=b"]] {
        let ty = if args[0] == "-t" { &[][..] } else { &["-t", "u64"] };
        let args = [&["write", "-a", "log"], &args[..], ty].concat();
        fails(&dir, &args, b"[]", 1, "line 1");
        assert_eq!(fs::read(dir.join("log")).unwrap(), numbers(), "{args:?}");
    }
    let got = onesheet(&dir, &["write", "-a", "log", "-t", "str"], b"\"a\"\n");
    assert_eq!((got.status.code(), text(got.stderr)), (Some(0), String::new()));
    let whole = fs::read(dir.join("log")).unwrap();
    assert!(whole.starts_with(&numbers()) && whole.len() > numbers().len());
}

/// What would come to nothing is no typing mistake of which one learns later.
#[cfg(feature = "arrow")]
#[test]
fn a_cast_of_the_about_that_comes_to_nothing() {
    let dir = dir("about_cast");
    for (cast, why) in [
        ("arrow:at=Timestamp(zz)", "not a data type of Arrow"),
        ("arrow:zz=Timestamp(ms)", "there is no such column"),
        ("arrow:s=Timestamp(ms)", "the column is Utf8, which cannot be cast to that"),
    ] {
        let message = format!("--about: {cast}: {why}");
        let common = ["-t", "struct R{at: i64, s: str}", "--about", cast];
        for args in [&["write", "out"][..], &["import", "--from", "jsonl", "-", "out"]] {
            let args = [args, &common[..]].concat();
            fails(&dir, &args, b"{\"at\":0,\"s\":\"\"}\n", 2, &message);
        }
    }
    assert!(names(&dir).is_empty());
    let args = ["write", "-t", "struct R{at: i64}", "--about", "arrow:at=Timestamp(ms)", "out"];
    assert_eq!(onesheet(&dir, &args, b"").status.code(), Some(0));
}
