//! The commands as a user meets them: output, one-line errors, exit codes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory of its own for each test.
fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn onesheet(dir: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_onesheet"))
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails before it reads closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[track_caller]
fn gives(args: &[&str], input: &str, output: &str) {
    let got = onesheet(&dir("gives"), args, input.as_bytes());
    let stderr = String::from_utf8(got.stderr).unwrap();
    assert_eq!((String::from_utf8(got.stdout).unwrap(), stderr), (output.into(), String::new()));
    assert_eq!(got.status.code(), Some(0));
}

#[track_caller]
fn fails(args: &[&str], input: &[u8], code: i32, message: &str) {
    let got = onesheet(&dir("fails"), args, input);
    let stderr = String::from_utf8(got.stderr).unwrap();
    assert!(stderr.contains(message), "{stderr}");
    assert!(stderr.starts_with("onesheet: ") && stderr.ends_with('\n'), "{stderr:?}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    assert_eq!(got.status.code(), Some(code), "{stderr}");
}

const TABLE: &str = "seq(struct Entry{id: u16, name: str, flag: option(bool)})";
const TABLE_HEX: &str = "02 10 2c 01 05 00 02 09 61 62 63 01 01";

#[test]
fn converts_both_ways() {
    let json =
        "[{\"id\":300,\"name\":\"a\",\"flag\":true},{\"id\":5,\"name\":\"bc\",\"flag\":null}]\n";
    let exact = "[[\"300\",\"a\",{\"some\":true}],[\"5\",\"bc\",null]]\n";
    gives(&["decode", "-t", TABLE, "-x", "--exact"], TABLE_HEX, exact);
    gives(&["encode", "-t", TABLE, "-x", "--exact"], exact, "02102c01050002096162630101\n");
    gives(&["decode", "-t", TABLE, "-x"], TABLE_HEX, json);
    gives(&["encode", "-t", TABLE, "-x"], json, "02102c01050002096162630101\n");
    gives(&["encode", "-t", "tuple(u8, f64)", "-x"], "[7, 1.5]", "07000000000000f83f\n");
    gives(&["decode", "-t", "i128", "-x", "--quoted"], &"ff".repeat(16), "\"-1\"\n");
    let pretty = "{\n  \"a\": [\n    \"b: [\\\"\",\n    []\n  ],\n  \"c\": null\n}\n";
    let args = ["decode", "-t", "struct P{a: tuple(str, tuple()), c: unit}", "-x", "--pretty"];
    gives(&args, "05 62 3a 20 5b 22", pretty);
    gives(&["decode", "-t", "u8", "-x", "--pretty", "-"], "07", "7\n");
}

#[test]
fn files_in_and_out() {
    let dir = dir("files_in_and_out");
    fs::write(dir.join("point.schema"), "struct Point{\n  x: i16,\n  y: i16\n}\n").unwrap();
    fs::write(dir.join("point.json"), "{\"x\": -1, \"y\": 300}").unwrap();
    let encode = ["encode", "-s", "point.schema", "point.json", "-o", "point.bin"];
    assert!(onesheet(&dir, &encode, b"").status.success());
    assert_eq!(fs::read(dir.join("point.bin")).unwrap(), [0x01, 0xd8, 0x04]);
    let decode = ["decode", "-s", "point.schema", "point.bin"];
    assert_eq!(onesheet(&dir, &decode, b"").stdout, b"{\"x\":-1,\"y\":300}\n");
}

#[test]
fn a_failure_leaves_the_output_file_as_it_was() {
    let dir = dir("a_failure_leaves");
    fs::write(dir.join("out"), "precious").unwrap();
    let failed = onesheet(&dir, &["encode", "-t", "u8", "-o", "out"], b"256");
    assert_eq!(failed.status.code(), Some(1));
    assert_eq!(fs::read(dir.join("out")).unwrap(), b"precious");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
}

#[test]
fn inspect_shows_each_byte_once() {
    let output = "  offset  bytes                    rule path                     meaning
       0  02                       W9   .                        count 2
       1  10                       W2   [].id                    2 × u16: plain, 16 bits each
       2  2c 01 05 00              W2   [].id                    300, 5
       6  02                       W2   [].name                  2 × length: plain, 2 bits each
       7  09                       W5   [].name                  1, 2
       8  61                       W5   [].name                  \"a\"
       9  62 63                    W5   [].name                  \"bc\"
      11  01                       W4   [].flag                  is some: true, false
      12  01                       W4   [].flag?                 bool true
          a valid message of 13 bytes
";
    gives(&["inspect", "-t", TABLE, "-x"], TABLE_HEX, output);
}

#[test]
fn inspect_shows_what_is_before_the_broken_place() {
    let hex = "02 10 2c 01 05 00 02 09 61 62 63 41 01 55";
    let got = onesheet(&dir("inspect"), &["inspect", "-t", TABLE, "-x"], hex.as_bytes());
    assert_eq!(got.status.code(), Some(1));
    let stdout = String::from_utf8(got.stdout).unwrap();
    let lines: Vec<_> = stdout.lines().map(str::trim_end).collect();
    assert_eq!(lines[7], "       9  62 63                    W5   [].name                  \"bc\"");
    assert_eq!(
        lines[8],
        "      11  41 01 55                 W18  [].flag                  error: a bool is not 0 or 1, or an unused bit is set"
    );
    assert_eq!(lines.len(), 9);
    let stderr = String::from_utf8(got.stderr).unwrap();
    assert_eq!(
        stderr,
        "onesheet: standard input: byte 11, [].flag: a bool is not 0 or 1, or an unused bit is set (W18)\n"
    );
}

#[test]
fn colours_only_where_asked_for() {
    let coloured = |args: &[&str], no_color: &str| {
        let mut onesheet = Command::new(env!("CARGO_BIN_EXE_onesheet"));
        onesheet.args(["inspect", "-t", "unit"]).args(args).env("NO_COLOR", no_color);
        onesheet.stdin(Stdio::null()).output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], "")); // a pipe
    assert!(coloured(&["--color", "always"], ""));
    assert!(coloured(&["--color", "always"], "1"));
    assert!(!coloured(&["--color", "never"], ""));
}

#[test]
fn schemas() {
    let dir = dir("schemas");
    let write = |name: &str, text: &str| fs::write(dir.join(name), text).unwrap();
    write("old", "extensible struct A{a: u8, b: u16 default}");
    write("new", "extensible struct A{a: u8, b: u32 default, c: str default}");
    write("bad", "extensible struct A{a: i8, b: u16 default}");
    let run = |args: &[&str]| {
        let got = onesheet(&dir, args, b"");
        (String::from_utf8(got.stdout).unwrap(), got.status.code().unwrap())
    };
    let json = r#"{"ext_struct":[["u8"],["u16",{"default":null}]],"name":"A","fields":["a","b"]}"#;
    assert_eq!(run(&["schema", "show", "old", "--form", "json"]), (format!("{json}\n"), 0));
    write("json", json);
    let text = "extensible struct A{a: u8, b: u16 default}\n";
    assert_eq!(run(&["schema", "show", "json"]), (text.to_owned(), 0));
    // FNV-1a of "extensible struct(u8,u16)", computed by another program.
    assert_eq!(run(&["schema", "fingerprint", "old"]), ("c8129eb5414aa465\n".to_owned(), 0));
    assert_eq!(run(&["schema", "diff", "old", "json"]), ("no difference\n".to_owned(), 0));
    let (changes, code) = run(&["schema", "diff", "old", "new"]);
    assert!(changes.contains(".b: type changed from u16 to u32 (new code reads old messages, old code reads only what fits of new messages)\n"));
    assert!(changes.contains(".c: field added at the end (compatible)\n"));
    assert_eq!(code, 1);
    assert_eq!(run(&["schema", "diff", "old", "bad"]).1, 1);
}

#[test]
fn schema_ts_writes_a_module() {
    let dir = dir("schema_ts");
    let printed = onesheet(&dir, &["schema", "ts", "-", "--name", "Numbers"], b"seq(u16)");
    assert_eq!(printed.status.code(), Some(0));
    let module = String::from_utf8(printed.stdout).unwrap();
    let lines = [
        " * Made by `onesheet schema ts --name Numbers` from the schema",
        " *     seq(u16)",
        "import { type Limits, type Type, decode, encode, seq, u16 } from \"onesheet\";",
        "export type Numbers = Uint16Array;",
        "export const Numbers: Type<Numbers> = seq(u16);",
        "export function encodeNumbers(value: Numbers): Uint8Array {",
        "  return encode(Numbers, value);",
        "export function decodeNumbers(data: Uint8Array, limits?: Limits): Numbers {",
        "  return decode(Numbers, data, limits);",
    ];
    for line in lines {
        assert!(module.lines().any(|given| given == line), "{line}\nin\n{module}");
    }

    fs::write(dir.join("numbers.schema"), "seq(u16)").unwrap();
    let args = ["schema", "ts", "numbers.schema", "-n", "Numbers", "-o", "numbers.ts"];
    let written = onesheet(&dir, &args, b"");
    assert_eq!((written.stdout, written.status.code()), (Vec::new(), Some(0)));
    assert_eq!(fs::read_to_string(dir.join("numbers.ts")).unwrap(), module);
}

#[test]
fn bad_usage_is_one_line() {
    fails(&[], b"", 2, "missing command; see onesheet --help");
    fails(&["schema"], b"", 2, "missing command; see onesheet schema --help");
    fails(&["frobnicate"], b"", 2, "unrecognized subcommand 'frobnicate'; see onesheet --help");
    fails(&["encode"], b"", 2, "see onesheet encode --help");
    fails(&["encode", "-t", "u8", "-s", "x"], b"", 2, "cannot be used with");
    fails(&["encode", "-s", "none"], b"", 2, "cannot read none: ");
    fails(&["encode", "-s", "."], b"", 2, "cannot read .: ");
    fails(&["encode", "-t", "u8", "none"], b"", 2, "cannot read none: ");
    fails(&["decode", "-t", "u8", "."], b"", 2, "cannot read .: ");
    fails(&["encode", "-t", "u8", "-o", "no/such"], b"5", 2, "cannot write no/such: ");
    fails(&["encode", "-t", "u8", "-o", "."], b"5", 2, "cannot write .: ");
    fails(&["decode", "-t", "u8", "--max-alloc", "x"], b"5", 2, "see onesheet decode --help");
    fails(&["schema", "ts"], b"", 2, "<FILE>");
    fails(&["schema", "ts", "none"], b"", 2, "cannot read none: ");
    fails(&["schema", "ts", "-", "-o", "no/such.ts"], b"u8", 2, "cannot write no/such.ts: ");
    fails(&["schema", "ts", "-", "--int64", "x"], b"u8", 2, "invalid value 'x'");
    fails(&["schema", "ts", "-", "-n", "a-b"], b"u8", 2, "--name: \"a-b\" is not a name in Type");
    fails(&["schema", "ts", "-", "-n", ""], b"u8", 2, "--name: \"\" is not a name in TypeScript");
    fails(&["schema", "ts", "-", "-n", "Map"], b"u8", 2, "--name: Map has another meaning in");
    fails(&["conformance"], b"", 2, "<COMMAND>");
    fails(&["conformance", "--vectors", "none", "--", "cat"], b"", 2, "cannot read none: ");
}

#[test]
fn bad_input_is_one_line() {
    fails(&["encode", "-t", "u9"], b"", 1, "--type: line 1, column 1: expected a type");
    fails(&["encode", "-t", "u8"], b"", 1, "standard input: line 1, column 1, $: expected a value");
    fails(
        &["encode", "-t", "u8"],
        b"{",
        1,
        "standard input: line 1, column 1, $: expected a u8, found an object",
    );
    fails(
        &["encode", "-t", "u8", "--exact"],
        b"{",
        1,
        "standard input: line 1, column 1, $: not JSON",
    );
    // Read as a whole before the type is looked at, it has no line and no column.
    fails(
        &["encode", "-t", "struct P{x: u8}", "--exact"],
        b"[\"300\"]",
        1,
        "onesheet: standard input: at .x: ",
    );
    fails(&["encode", "-t", "u8"], b"\"256\"", 1, "expected a u8, found \"256\"");
    fails(&["encode", "-t", "u8"], b"1e999", 1, "expected a u8, found 1e999");
    fails(&["encode", "-t", "u64"], b"18446744073709551616", 1, "expected a u64");
    fails(&["encode", "-t", "u8"], &[0xff], 1, "standard input: not UTF-8 text");
    fails(
        &["encode", "-t", "seq(u8)"],
        &b"[".repeat(1 << 20),
        1,
        "expected bytes in base64, found an array",
    );
    fails(&["decode", "-t", "u8"], b"", 1, "byte 0: the input ends early (W22)");
    fails(&["decode", "-t", "u16"], &[0x80, 0], 1, "(W16)");
    fails(&["decode", "-t", "u8"], &[7, 7], 1, "byte 1: bytes follow the message (W23)");
    fails(&["decode", "-t", "u8", "-x"], b"0g", 1, "'g' is not a hexadecimal digit");
    fails(&["decode", "-t", "u8", "-x"], b"0", 1, "an odd number of hexadecimal digits");
    fails(
        &["decode", "-t", "u8", "--max-alloc", "1"],
        &[7],
        1,
        "byte 0: decoding needs more memory than max_alloc allows (W33)",
    );
    fails(&["decode", "-t", "set(f32)"], b"", 1, "a float in a key (W21)");
    fails(&["schema", "ts", "-"], b"set(f32)", 1, "standard input: ");
    fails(&["schema", "ts", "-"], b"foreign \"MQTT\"", 1, "expected a type");
    let deep = "option(".repeat(129) + "u8" + &")".repeat(129);
    fails(&["schema", "ts", "-"], deep.as_bytes(), 1, "the type is nested too deeply");
    let default = br#"{"ext_struct":[["u64","9007199254740992"]],"fields":["at"]}"#;
    let exact = "standard input: at: the default 9007199254740992 is not exact as a number";
    fails(&["schema", "ts", "-", "--int64", "number"], default, 1, exact);
}

/// As in `onesheet inspect … | head -1`.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_onesheet"))
        .args(["inspect", "-t", "seq(str)"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // 100,000 strs of no bytes: more output than a pipe takes.
    let message = [&[0xa0, 0x8d, 0x06, 1][..], &[0; 12_500]].concat();
    child.stdin.take().unwrap().write_all(&message).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(0));
}
