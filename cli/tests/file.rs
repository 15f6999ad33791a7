//! `check`, `cat` and `recover`, on whole files and on damaged ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use onesheet_file::Writer;

/// A directory of its own for each test.
fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("file").join(test);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn onesheet(dir: &Path, args: &[&str]) -> Output {
    let command = env!("CARGO_BIN_EXE_onesheet");
    Command::new(command).args(args).current_dir(dir).output().unwrap()
}

#[track_caller]
fn gives(dir: &Path, args: &[&str], code: i32, output: &str, errors: &[&str]) {
    let got = onesheet(dir, args);
    let errors: String = errors.iter().map(|line| format!("onesheet: {line}\n")).collect();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert_eq!((text(got.stdout), text(got.stderr)), (output.to_owned(), errors));
    assert_eq!(got.status.code(), Some(code));
}

/// Three blocks of u16, and the end: blocks begin at the bytes 49, 87, 126 and 165.
fn numbers() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    for block in [[1u16, 2, 3], [4, 5, 6], [7, 8, 9]] {
        writer.write_block(&block).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn a_whole_file() {
    let dir = dir("whole");
    let bytes = numbers();
    fs::write(dir.join("log.onesheet"), &bytes).unwrap();
    gives(
        &dir,
        &["check", "log.onesheet"],
        0,
        "log.onesheet: whole; records: 9, sections: 1\n",
        &[],
    );
    let all: String = (1..=9).map(|number| format!("\"{number}\"\n")).collect();
    gives(&dir, &["cat", "log.onesheet"], 0, &all, &[]);
    gives(
        &dir,
        &["cat", "log.onesheet", "--from", "2", "--count", "3"],
        0,
        "\"3\"\n\"4\"\n\"5\"\n",
        &[],
    );
    gives(&dir, &["cat", "log.onesheet", "--from", "9"], 0, "", &[]);
    gives(&dir, &["recover", "log.onesheet", "out"], 0, "out: blocks: 5\n", &[]);
    assert_eq!(fs::read(dir.join("out")).unwrap(), bytes);
}

#[test]
fn a_file_that_is_still_written() {
    let dir = dir("written");
    let bytes = numbers();
    fs::write(dir.join("log"), &bytes[..bytes.len() - 36]).unwrap();
    gives(&dir, &["check", "log"], 1, "log: whole, but not ended; records: 9, sections: 1\n", &[]);
    fs::write(dir.join("empty"), b"").unwrap();
    gives(
        &dir,
        &["check", "empty"],
        1,
        "empty: whole, but not ended; records: 0, sections: 0\n",
        &[],
    );
    gives(&dir, &["cat", "empty"], 0, "", &[]);
}

#[test]
fn a_damaged_file() {
    let dir = dir("damaged");
    let mut bytes = numbers();
    bytes[87 + 36] ^= 1;
    fs::write(dir.join("log"), &bytes).unwrap();
    let checksum = "log: byte 87: checksum: 39 bytes are no block";
    let gap = "log: byte 126: gap: records 3 to 5 are missing";
    let state = "log: damaged; records: 6, sections: 1\n";
    gives(&dir, &["check", "log"], 2, state, &[checksum, gap]);
    let left: String = [1, 2, 3, 7, 8, 9].map(|number| format!("\"{number}\"\n")).concat();
    gives(&dir, &["cat", "log"], 1, &left, &[checksum, gap]);
    gives(&dir, &["recover", "log", "out"], 1, "out: blocks: 4\n", &[checksum, gap]);
    let gap = "out: byte 87: gap: records 3 to 5 are missing";
    gives(&dir, &["check", "out"], 2, "out: damaged; records: 6, sections: 1\n", &[gap]);
    gives(&dir, &["cat", "out"], 1, &left, &[gap]);

    let noise = "text: byte 0: noise: 5 bytes are no block";
    fs::write(dir.join("text"), b"hello").unwrap();
    gives(&dir, &["check", "text"], 2, "text: damaged; records: 0, sections: 0\n", &[noise]);
    fs::write(dir.join("orphan"), &numbers()[49..87]).unwrap();
    let orphan = "orphan: byte 0: orphan: 3 records without their schema block";
    gives(&dir, &["cat", "orphan"], 1, "", &[orphan]);
}

#[test]
fn a_payload_of_another_type() {
    let dir = dir("message");
    // The records are written as u16, and the schema block says str.
    let mut text = Writer::<String, _>::new(Vec::new()).unwrap().finish().unwrap();
    text.truncate(text.len() - 36);
    let schema = &text[24..28];
    let mut bytes = numbers()[49..87].to_vec();
    bytes[24..28].copy_from_slice(schema);
    let check = crc32c([&bytes[..8], &bytes[12..36]].concat());
    bytes[8..12].copy_from_slice(&check.to_le_bytes());
    let at = text.len();
    fs::write(dir.join("log"), [text, bytes].concat()).unwrap();
    let got = onesheet(&dir, &["check", "log"]);
    let stderr = String::from_utf8(got.stderr).unwrap();
    assert!(stderr.starts_with(&format!("onesheet: log: byte {at}: message: W")), "{stderr}");
    assert_eq!((got.status.code(), stderr.lines().count()), (Some(2), 1));
}

/// As F2 of spec/FRAMES.md says, a bit at a time.
fn crc32c(bytes: Vec<u8>) -> u32 {
    let step = |state: u32| if state & 1 == 1 { state >> 1 ^ 0x82f6_3b78 } else { state >> 1 };
    !bytes
        .iter()
        .fold(!0, |state, byte| (0..8).fold(state ^ u32::from(*byte), |state, _| step(state)))
}

#[test]
fn files_that_cannot_be_read_or_written() {
    let dir = dir("bad");
    fs::write(dir.join("log"), numbers()).unwrap();
    for args in [
        &["check", "missing"][..],
        &["cat", "missing"],
        &["recover", "missing", "out"],
        &["check", "."],
        &["recover", "log", "no/such/folder"],
        &["recover", "log"],
        &["cat", "log", "--count", "many"],
    ] {
        let got = onesheet(&dir, args);
        let stderr = String::from_utf8(got.stderr).unwrap();
        assert!(stderr.starts_with("onesheet: ") && stderr.lines().count() == 1, "{stderr}");
        assert_eq!(got.status.code(), Some(2), "{stderr}");
    }
    let names: Vec<_> =
        fs::read_dir(&dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["log"]);
}
