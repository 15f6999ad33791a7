//! `check`, `cat` and `recover`, on whole files and on damaged ones.

use std::fs;

use onesheet_file::Writer;

use crate::{command, dir, gives, mistyped, numbers, onesheet, text};

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
    let mut bytes = mistyped();
    let at = bytes.len() - 38;
    fs::write(dir.join("log"), &bytes).unwrap();
    let got = onesheet(&dir, &["check", "log"], b"");
    let stderr = text(got.stderr);
    assert!(stderr.starts_with(&format!("onesheet: log: byte {at}: message: W")), "{stderr}");
    assert_eq!((got.status.code(), stderr.lines().count()), (Some(2), 1));
    // What is left out is not decoded, nor what is copied.
    gives(&dir, &["cat", "log", "--from", "3"], 0, "", &[]);
    gives(&dir, &["recover", "log", "out"], 0, "out: blocks: 2\n", &[]);
    assert_eq!(fs::read(dir.join("out")).unwrap(), bytes);

    bytes.extend(numbers());
    fs::write(dir.join("log"), &bytes).unwrap();
    gives(&dir, &["cat", "log", "--from", "5", "--count", "2"], 0, "\"3\"\n\"4\"\n", &[]);
}

#[test]
fn the_schemas_of_a_file() {
    let dir = dir("schemas");
    let about = [("boot", "2"), ("unit", "C\n")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    let options = onesheet_file::Options { about: about.into(), ..Default::default() };
    let noted = Writer::<u32, _>::with_options(Vec::new(), options).unwrap().finish().unwrap();
    fs::write(dir.join("log"), [mistyped(), noted].concat()).unwrap();
    let schemas = "str\nu32\t{\"boot\":\"2\",\"unit\":\"C\\n\"}\n";
    gives(&dir, &["cat", "log", "--schema"], 0, schemas, &[]);
}

/// As in `onesheet cat … | head -1`.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let dir = dir("pipe");
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.write_block(&(0..100_000u32).collect::<Vec<_>>()).unwrap();
    fs::write(dir.join("log"), writer.finish().unwrap()).unwrap();
    for args in [&["cat", "log"][..], &["inspect", "--full", "log"]] {
        let mut child = command(&dir, args).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((text(output.stderr), output.status.code()), (String::new(), Some(0)));
    }
}

#[test]
fn standard_input_is_a_file_too() {
    let dir = dir("stdin");
    let bytes = numbers();
    let got = onesheet(&dir, &["check", "-"], &bytes);
    assert_eq!(text(got.stdout), "standard input: whole; records: 9, sections: 1\n");
    assert_eq!(text(onesheet(&dir, &["cat", "-", "--from", "8"], &bytes).stdout), "\"9\"\n");
}

#[test]
fn a_file_that_was_sent_as_text() {
    let dir = dir("text");
    let bytes = numbers();
    let is_crlf = |place: usize| bytes.get(place..place + 2) == Some(b"\r\n");
    let each = |f: &dyn Fn(usize, u8) -> Vec<u8>| {
        bytes.iter().enumerate().flat_map(|(place, byte)| f(place, *byte)).collect::<Vec<_>>()
    };
    let latin_1: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    for (mangled, how) in [
        (each(&|_, byte| vec![byte & 0x7f]), "the high bit of each byte was cleared"),
        (each(&|place, byte| if is_crlf(place) { vec![] } else { vec![byte] }), "CRLF became LF"),
        (
            each(&|_, byte| if byte == b'\n' { b"\r\n".to_vec() } else { vec![byte] }),
            "LF became CRLF",
        ),
        (bytes.split(|byte| *byte == 0x1a).next().unwrap().to_vec(), "it was cut at control-Z"),
        (
            bytes.split_inclusive(|byte| *byte == 0x1a).next().unwrap().to_vec(),
            "it was cut at control-Z",
        ),
        (latin_1.into_bytes(), "bytes became UTF-8, from Latin-1"),
        (
            String::from_utf8_lossy(&bytes).into_owned().into_bytes(),
            "bytes that are no UTF-8 were replaced",
        ),
    ] {
        fs::write(dir.join("log"), &mangled).unwrap();
        let got = onesheet(&dir, &["check", "log"], b"");
        let stderr = text(got.stderr);
        let first = stderr.lines().next().unwrap();
        assert!(first.ends_with(&format!("; the file was sent as text: {how}")), "{first}");
        assert_eq!(got.status.code(), Some(2));
        let shown = text(onesheet(&dir, &["inspect", "log"], b"").stdout);
        assert!(shown.lines().nth(1).unwrap().contains(how), "{shown}");
    }
}
