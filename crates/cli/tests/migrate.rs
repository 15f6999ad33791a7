//! `onesheet migrate --check`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("migrate").join(test);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn migrate(dir: &Path, src: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onesheet"));
    let output = command.args(["migrate", "--check", src]).current_dir(dir).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The lines for a source, without its name and their last, and the exit status.
#[track_caller]
fn lines(test: &str, source: &str) -> (Option<i32>, Vec<String>) {
    let dir = dir(test);
    fs::write(dir.join("a.rs"), source).unwrap();
    let (code, out, err) = migrate(&dir, "a.rs");
    assert_eq!(err, "");
    let mut lines: Vec<_> = out.lines().map(|line| line.replacen("a.rs:", "", 1)).collect();
    assert!(lines.pop().unwrap().starts_with("1 files: "));
    (code, lines)
}

#[track_caller]
fn assert_starts(found: &[String], starts: &[&str]) {
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    for (line, start) in found.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}: is not {start}");
    }
}

#[test]
fn each_use_is_told_with_its_line() {
    let dir = dir("uses");
    fs::create_dir_all(dir.join("src/target")).unwrap();
    let a = "\
use bincode::{Decode, Encode, encode_to_vec as to_vec};

#[derive(Encode, Decode, serde::Serialize, Debug)]
struct A {
    #[serde(rename = \"x\", flatten)]
    a: u8,
}

fn save(a: &A) -> Vec<u8> {
    to_vec(a, bincode::config::standard()).unwrap()
}

impl Encode for B {}
";
    fs::write(dir.join("src/a.rs"), a).unwrap();
    fs::write(
        dir.join("src/b.rs"),
        "fn main() { postcard::to_allocvec(&1u8); other::to_vec(); }\n",
    )
    .unwrap();
    fs::write(dir.join("src/target/c.rs"), "not Rust").unwrap();
    fs::write(dir.join("src/notes.txt"), "not Rust").unwrap();

    let (code, out, err) = migrate(&dir, "src");
    assert_eq!((code, err.as_str()), (Some(1), ""));
    let lines: Vec<_> = out.lines().map(String::from).collect();
    let starts = [
        "src/a.rs:3: derive(bincode::Encode, bincode::Decode): derive onesheet::Serialize",
        "src/a.rs:3: derive(serde::Serialize): derive onesheet's of the same name",
        "src/a.rs:5: serde(rename): leave it out: names are not written",
        "src/a.rs:5: serde(flatten): no counterpart: ",
        "src/a.rs:10: bincode::encode_to_vec: onesheet::encode(&v)",
        "src/a.rs:10: bincode::config::standard: leave it out: ",
        "src/a.rs:13: impl bincode::Encode: #[onesheet(from = …, into = …)]",
        "src/b.rs:1: postcard::to_allocvec: onesheet::encode(&v)",
        "2 files: 8 uses in 2, 1 of them without a counterpart",
    ];
    assert_starts(&lines, &starts);

    let (code, out, _) = migrate(&dir, "src/b.rs");
    assert_eq!(code, Some(0));
    assert!(out.ends_with("1 files: 1 uses in 1, 0 of them without a counterpart\n"));
}

#[test]
fn what_cannot_be_read_is_said_in_one_line() {
    let dir = dir("bad");
    fs::write(dir.join("a.rs"), "fn f() {}\nfn main( {\n").unwrap();
    fs::write(dir.join("b.rs"), [b'/', b'/', 0xff]).unwrap();
    fs::create_dir_all(dir.join("empty")).unwrap();
    for (src, code, start) in [
        ("a.rs", 1, "onesheet: a.rs:2: "),
        ("b.rs", 2, "onesheet: cannot read b.rs: "),
        ("none", 2, "onesheet: cannot read none: "),
    ] {
        let (found, out, err) = migrate(&dir, src);
        assert_eq!((found, out.as_str(), err.lines().count()), (Some(code), "", 1), "{err}");
        assert!(err.starts_with(start), "{err}");
    }
    let (code, out, _) = migrate(&dir, "empty");
    assert_eq!((code, out.lines().count()), (Some(0), 1));
}

/// Sources may come from anywhere: no stack overflows.
#[test]
fn what_is_nested_deeply() {
    let dir = dir("nested");
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("-", ""), ("&", ""), ("x(", ")")] {
        let value = |n| format!("const X: u8 = {}1{};\n", open.repeat(n), close.repeat(n));
        fs::write(dir.join("a.rs"), value(4_000)).unwrap();
        assert_eq!(migrate(&dir, "a.rs").0, Some(0), "{open}");
        if !close.is_empty() {
            fs::write(dir.join("a.rs"), value(100_000)).unwrap();
            let (code, _, err) = migrate(&dir, "a.rs");
            let what = "onesheet: a.rs: more than 5000 brackets inside one another\n";
            assert_eq!((code, err.as_str()), (Some(1), what), "{open}");
        }
    }
    for (n, code) in [(4_000, 0), (100_000, 1)] {
        let ty = format!("type T = {}u8{};\n", "Vec<".repeat(n), ">".repeat(n));
        fs::write(dir.join("a.rs"), ty).unwrap();
        assert_eq!(migrate(&dir, "a.rs").0, Some(code));
    }
    // What shifts is no bracket.
    let list = format!("const X: [u32; 9000] = [{}];\n", "1 << 5, ".repeat(9_000));
    fs::write(dir.join("a.rs"), list).unwrap();
    assert_eq!(migrate(&dir, "a.rs").0, Some(0));
}

#[test]
fn options_of_bincode_1_are_told() {
    let source = "\
use bincode::Options;
fn load(bytes: &[u8]) -> bincode::Result<u8> {
    let options = bincode::DefaultOptions::new()
        .with_fixint_encoding()
        .with_limit(9);
    options.serialized_size(&1u8)?;
    options.deserialize(bytes)
}
";
    let (code, found) = lines("options", source);
    assert_eq!(code, Some(0));
    let starts = [
        "2: bincode::Result: onesheet::Result",
        "3: bincode::DefaultOptions::new: leave it out: one value has one form",
        "4: bincode::Options::with_fixint_encoding: leave it out: one value has one form",
        "5: bincode::Options::with_limit: leave it out: one value has one form",
        "6: bincode::Options::serialized_size: onesheet::encoded_len",
        "7: bincode::Options::deserialize: onesheet::decode",
    ];
    assert_starts(&found, &starts);

    // Where the trait is not in scope, the methods are others.
    let (_, found) = lines("other_options", "fn f() { options.deserialize(bytes).with_limit(9); }");
    assert_starts(&found, &[]);
}

#[test]
fn a_glob_brings_names() {
    let source = "\
use bincode::*;
fn f() -> std::io::Result<()> { serialize(&1u8); deserialize(); let _ = Other::Error; }
fn deserialize() {}
fn g() -> Result<(), ErrorKind> { DefaultOptions::new().deserialize_from(r) }
";
    let (_, found) = lines("glob", source);
    let starts = [
        "2: bincode::serialize: onesheet::encode",
        "4: bincode::ErrorKind: onesheet::Error",
        "4: bincode::DefaultOptions::new: leave it out",
        "4: bincode::Options::deserialize_from: onesheet::io::decode_from_reader",
    ];
    assert_starts(&found, &starts);
}

#[test]
fn a_name_may_be_imported_twice() {
    let source = "\
use serde::de::Deserialize;
use serde_derive::Deserialize;
#[derive(Deserialize)]
struct A;
impl<'de> Deserialize<'de> for B {}
fn read<T: for<'a> Deserialize<'a>>() -> T { T::deserialize(x) }
";
    let (_, found) = lines("twice", source);
    let starts = [
        "3: derive(serde_derive::Deserialize): derive onesheet's of the same name",
        "5: impl serde::de::Deserialize: #[onesheet(from = …, into = …)]",
        "6: serde::de::Deserialize: the bound onesheet::de::DeserializeOwned",
    ];
    assert_starts(&found, &starts);
}

#[test]
fn sizes_and_flavors_of_postcard_are_told() {
    let source = "\
use postcard::experimental::max_size::MaxSize;
use postcard::ser_flavors::{Cobs, Flavor, Slice};
impl MaxSize for A {
    const POSTCARD_MAX_SIZE: usize = u8::POSTCARD_MAX_SIZE;
}
fn buffer<T: MaxSize>() -> usize {
    <Option<T> as MaxSize>::POSTCARD_MAX_SIZE
}
fn send(value: &A, buf: &mut [u8]) {
    let mut serializer = postcard::Serializer {
        output: Cobs::try_new(Slice::new(buf)).unwrap(),
    };
    postcard::de_flavors::Slice::new(buf);
}
";
    let (code, found) = lines("flavors", source);
    assert_eq!(code, Some(1));
    let starts = [
        "3: impl postcard::experimental::max_size::MaxSize: leave it out: T::MAX_LEN",
        "4: T::POSTCARD_MAX_SIZE: T::MAX_LEN",
        "6: postcard::experimental::max_size::MaxSize: the bound onesheet::Serialize",
        "7: T::POSTCARD_MAX_SIZE: T::MAX_LEN",
        "10: postcard::Serializer: no counterpart: ",
        "11: postcard::ser_flavors::Cobs::try_new: no counterpart: ",
        "11: postcard::ser_flavors::Slice::new: no counterpart: ",
        "13: postcard::de_flavors::Slice::new: no counterpart: ",
    ];
    assert_starts(&found, &starts);
}

#[test]
fn the_tokens_of_macros_are_looked_at() {
    let source = "\
use bincode::{Options, deserialize as read};
fn f() {
    assert_eq!(bincode::serialize(&1u8).unwrap(), vec![read::<u8>(&[1]).unwrap()]);
    println!(\"{:?}\", o.with_limit(1));
}
macro_rules! packet {
    ($name:ident, $t:ty) => {
        #[derive(serde::Serialize)]
        struct $name {
            #[serde(flatten)]
            field: $t,
        }
        impl<'de> serde::Deserialize<'de> for $name {}
        fn max() -> usize { <$t as postcard::experimental::max_size::MaxSize>::POSTCARD_MAX_SIZE }
        fn read(b: &[u8]) { postcard::take_from_bytes::<$t>(b); self.read(); $read(b) }
    };
}
";
    let (code, found) = lines("macros", source);
    assert_eq!(code, Some(1));
    let starts = [
        "3: bincode::serialize: onesheet::encode",
        "3: bincode::deserialize: onesheet::decode",
        "4: bincode::Options::with_limit: leave it out",
        "8: derive(serde::Serialize): derive onesheet's of the same name",
        "10: serde(flatten): no counterpart",
        "13: impl serde::Deserialize: #[onesheet(from = …, into = …)]",
        "14: T::POSTCARD_MAX_SIZE: T::MAX_LEN",
        "15: postcard::take_from_bytes: onesheet::decode_prefix",
    ];
    assert_starts(&found, &starts);
}

#[test]
fn conditional_attributes_are_looked_into() {
    let source = "\
#[cfg_attr(feature = \"serde\", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = \"serde\", serde(rename_all = \"camelCase\"))]
struct A {
    #[cfg_attr(feature = \"serde\", serde(skip_serializing), serde(skip_deserializing))]
    x: u8,
}
";
    let (code, found) = lines("cfg_attr", source);
    assert_eq!(code, Some(0));
    let starts = [
        "1: derive(serde::Serialize, serde::Deserialize): derive onesheet's of the same name",
        "2: serde(rename_all): leave it out",
        "4: serde(skip_serializing, skip_deserializing): #[onesheet(skip)]",
    ];
    assert_starts(&found, &starts);
}

#[test]
fn what_is_skipped_both_ways_is_skipped() {
    let source = "\
struct A {
    #[serde(skip_serializing, skip_deserializing, default)]
    a: u8,
    #[serde(skip)]
    #[serde(default)]
    b: u8,
    #[serde(skip, default = \"OnceCell::new\")]
    c: OnceCell<u8>,
    #[serde(default)]
    d: u8,
}
";
    let (code, found) = lines("skip", source);
    assert_eq!(code, Some(0));
    let starts = [
        "2: serde(skip_serializing, skip_deserializing): #[onesheet(skip)]",
        "2: serde(default): leave it out: ",
        "4: serde(skip): #[onesheet(skip)]",
        "5: serde(default): leave it out: ",
        "7: serde(skip): #[onesheet(skip)]",
        "7: serde(default): leave it out: ",
        "9: serde(default): #[onesheet(default)]",
    ];
    assert_starts(&found, &starts);

    let (code, found) = lines("skip_once", "struct A { #[serde(skip_serializing)] a: u8 }");
    assert_eq!(code, Some(1));
    assert_starts(&found, &["1: serde(skip_serializing): no counterpart: "]);
}

#[test]
fn lists_of_enums_in_fixed_capacity_are_told() {
    let dir = dir("rows");
    let types = "\
#[derive(serde::Serialize)]
pub enum Action { No, Press(u8), Layer { number: u8 } }
#[derive(onesheet::Serialize)]
#[onesheet(crate = renamed, rows)]
pub enum Whole { No, Press(u8) }
#[derive(serde::Serialize)]
pub enum Key { A, B }
#[cfg_attr(feature = \"serde\", derive(serde::Serialize))]
pub enum Optional { No, Press(u8) }
#[cfg_attr(feature = \"serde\", derive(serde::Serialize))]
#[cfg_attr(feature = \"onesheet\", derive(onesheet::Serialize), onesheet(rows))]
pub enum OptionalRows { No, Press(u8) }
";
    let uses = "\
use crate::types::*;
#[derive(onesheet::Serialize)]
struct Combo {
    keys: [Action; 4],
    more: heapless::Vec<Option<types::Action>, MAX>,
    map: heapless::LinearMap<u8, Action, 8>,
    // None of these is a list of enums with fields, in columns and of fixed capacity.
    one: Action,
    whole: [Whole; 4],
    keys_alone: [Key; 4],
    growing: Vec<Action>,
    other: [u8; 4],
    std: std::collections::HashMap<u8, Action>,
}
struct NotWritten {
    keys: [Action; 4],
}
#[derive(Encode)]
enum Event {
    Combo { keys: [Action; 2] },
}
#[cfg_attr(feature = \"serde\", derive(Serialize))]
struct Conditional {
    keys: [Optional; 4],
    rows: [OptionalRows; 4],
}
";
    fs::write(dir.join("types.rs"), types).unwrap();
    fs::write(dir.join("uses.rs"), uses).unwrap();
    let (code, out, err) = migrate(&dir, ".");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let told: Vec<_> = out.lines().filter(|line| line.contains("#[onesheet(rows)]")).collect();
    let expected = [(4, "Action"), (5, "Action"), (6, "Action"), (20, "Action"), (24, "Optional")];
    assert_eq!(told.len(), expected.len(), "{out}");
    for (told, (line, name)) in told.iter().zip(expected) {
        let start =
            format!("./uses.rs:{line}: {name} in a list of fixed capacity: #[onesheet(rows)] on ");
        assert!(told.starts_with(&start), "{told}");
    }
}
