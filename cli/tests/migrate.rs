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
    let lines: Vec<_> = out.lines().collect();
    let starts = [
        "src/a.rs:3: derive(bincode::Encode): derive onesheet::Serialize",
        "src/a.rs:3: derive(bincode::Decode): derive onesheet::Deserialize",
        "src/a.rs:3: derive(serde::Serialize): derive onesheet::Serialize",
        "src/a.rs:5: serde(rename): leave it out: names are not written",
        "src/a.rs:5: serde(flatten): no counterpart: ",
        "src/a.rs:10: bincode::encode_to_vec: onesheet::encode(&v)",
        "src/a.rs:10: bincode::config::standard: leave it out: ",
        "src/a.rs:13: impl bincode::Encode: #[onesheet(from = …, into = …)]",
        "src/b.rs:1: postcard::to_allocvec: onesheet::encode(&v)",
        "2 files: 9 uses in 2, 1 of them without a counterpart",
    ];
    assert_eq!(lines.len(), starts.len(), "{out}");
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }

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
