//! `check`, `cat` and `recover`, on whole files and on damaged ones.

use std::fs;
use std::io::{BufRead, BufReader};

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
    let all: String = (1..=9).map(|number| format!("{number}\n")).collect();
    gives(&dir, &["cat", "log.onesheet"], 0, &all, &[]);
    gives(&dir, &["cat", "log.onesheet", "--from", "2", "--head", "3"], 0, "3\n4\n5\n", &[]);
    gives(&dir, &["cat", "log.onesheet", "--from", "9"], 0, "", &[]);
    for (n, last) in [("0", ""), ("2", "8\n9\n"), ("4", "6\n7\n8\n9\n"), ("99", &all)] {
        gives(&dir, &["cat", "log.onesheet", "--tail", n], 0, last, &[]);
        let piped = onesheet(&dir, &["cat", "-", "--tail", n], &bytes);
        assert_eq!(text(piped.stdout), last);
    }
    gives(&dir, &["cat", "log.onesheet", "--exact", "--head", "1"], 0, "\"1\"\n", &[]);
    gives(&dir, &["recover", "log.onesheet", "out"], 0, "out: blocks: 5\n", &[]);
    assert_eq!(fs::read(dir.join("out")).unwrap(), bytes);
}

/// What serde's derives wrote: fields that may be missing, several kinds in one place.
#[test]
fn a_document() {
    let dir = dir("document");
    let lines = [
        r#"{"id":1,"tags":["a",2,null,1.5],"at":null}"#,
        r#"{"id":2,"tags":[],"at":{"x":1.0}}"#,
        r#"{"id":3,"at":null}"#,
    ];
    let json = format!("[{}]", lines.join(","));
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    fs::write(dir.join("list"), onesheet_file::to_document(&value).unwrap()).unwrap();
    let all = format!("{}\n{}\n{}\n", lines[0], lines[1], r#"{"id":3,"tags":null,"at":null}"#);
    gives(&dir, &["cat", "list"], 0, &all, &[]);
    gives(&dir, &["check", "list"], 0, "list: whole; records: 3, sections: 1\n", &[]);
    fs::write(dir.join("one"), onesheet_file::to_document(&value[0]).unwrap()).unwrap();
    gives(&dir, &["cat", "one"], 0, &format!("{}\n", lines[0]), &[]);
    // What the command writes is read by serde.
    #[cfg(feature = "arrow")]
    {
        let imported = onesheet(&dir, &["import", "-", "in", "--from", "jsonl"], all.as_bytes());
        assert!(imported.status.success());
        let again: serde_json::Value =
            onesheet_file::from_document(&fs::read(dir.join("in")).unwrap()).unwrap();
        assert_eq!(again[1], value[1]);
    }
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
    let checksum = "log: byte 87: checksum: 39 bytes are not a block (F11)";
    let gap = "log: byte 126: gap: records 3 to 5 are missing (F12)";
    let state = "log: damaged; records: 6, sections: 1\n";
    gives(&dir, &["check", "log"], 2, state, &[checksum, gap]);
    let left: String = [1, 2, 3, 7, 8, 9].map(|number| format!("{number}\n")).concat();
    gives(&dir, &["cat", "log"], 1, &left, &[checksum, gap]);
    // Behind the gap another section begins, of which none are missing.
    gives(&dir, &["recover", "log", "out"], 1, "out: blocks: 6\n", &[checksum, gap]);
    gives(&dir, &["check", "out"], 0, "out: whole; records: 6, sections: 2\n", &[]);
    gives(&dir, &["cat", "out"], 0, &left, &[]);

    let noise = "text: byte 0: noise: 5 bytes are not a block (F11); it is text; \
        `onesheet import` makes CSV and JSON a file of records";
    fs::write(dir.join("text"), b"hello").unwrap();
    gives(&dir, &["check", "text"], 2, "text: damaged; records: 0, sections: 0\n", &[noise]);
    fs::write(dir.join("orphan"), &numbers()[49..87]).unwrap();
    let orphan = "orphan: byte 0: orphan: 3 records without a schema block before them (F13)";
    gives(&dir, &["cat", "orphan"], 1, "", &[orphan]);
}

/// What is recovered is whole, whichever blocks are damaged, and has all records of the others.
#[test]
fn what_is_recovered_is_whole() {
    let dir = dir("recovered");
    let about = |boot: &str| onesheet_file::Options {
        about: [("boot".to_owned(), boot.to_owned())].into(),
        ..Default::default()
    };
    // Two sections of three blocks, and one that was not ended; behind the end of one come more.
    let mut bytes = Vec::new();
    let mut blocks = Vec::new();
    for (section, boot) in ["1", "2", "3"].iter().enumerate() {
        let mut writer = Writer::with_options(&mut bytes, about(boot)).unwrap();
        for block in 0..3u16 {
            let first = 100 * section as u16 + 10 * block;
            writer.write_block(&[first, first + 1, first + 2]).unwrap();
        }
        if section < 2 {
            writer.finish().unwrap();
        }
    }
    let mark = b"\x89os1\r\n\x1a";
    let starts = bytes.windows(7).enumerate().filter(|(_, window)| window == mark);
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    for (at, end) in starts.iter().zip(starts.iter().skip(1).chain([&bytes.len()])) {
        blocks.push(&bytes[*at..*end]);
    }
    assert_eq!(blocks.len(), 5 + 5 + 4);
    // Each set of up to two damaged blocks: their last byte is another, or they are not there.
    for a in 0..blocks.len() {
        for b in (a..blocks.len()).take(5) {
            for is_cut in [false, true] {
                let mut file = Vec::new();
                let mut left = String::new();
                let mut has_schema = false;
                for (place, block) in blocks.iter().enumerate() {
                    let is_bad = place == a || place == b;
                    match block[7] {
                        0x0a => has_schema = !is_bad,
                        0x52 if has_schema && !is_bad => {
                            let first = 100 * (place as u16 / 5) + 10 * (place as u16 % 5 - 1);
                            for record in first..first + 3 {
                                left.push_str(&format!("{record}\n"));
                            }
                        }
                        _ => {}
                    }
                    let mut block = block.to_vec();
                    if is_bad {
                        *block.last_mut().unwrap() ^= 1;
                    }
                    if !(is_bad && is_cut) {
                        file.extend(block);
                    }
                }
                fs::write(dir.join("log"), &file).unwrap();
                let _ = fs::remove_file(dir.join("out"));
                let done = onesheet(&dir, &["recover", "log", "out"], b"");
                assert!(matches!(done.status.code(), Some(0 | 1)), "{a} {b} {is_cut}");
                let check = onesheet(&dir, &["check", "out"], b"");
                let said = (text(check.stdout), text(check.stderr));
                // One that was only not ended is not damaged.
                let code = if done.status.code() == Some(0) { 1 } else { 0 };
                assert_eq!(check.status.code(), Some(code), "{a} {b} {is_cut}: {said:?}");
                let cat = onesheet(&dir, &["cat", "out"], b"");
                assert_eq!(
                    (text(cat.stdout), cat.status.code()),
                    (left, Some(0)),
                    "{a} {b} {is_cut}"
                );
            }
        }
    }
}

#[test]
fn a_payload_of_another_type() {
    let dir = dir("message");
    let mut bytes = mistyped();
    let at = bytes.len() - 38;
    fs::write(dir.join("log"), &bytes).unwrap();
    let got = onesheet(&dir, &["check", "log"], b"");
    let stderr = text(got.stderr);
    assert!(stderr.starts_with(&format!("onesheet: log: byte {at}: message: ")), "{stderr}");
    assert!(stderr.ends_with(" at byte 2 (W22) (F14)\n"), "{stderr}");
    assert_eq!((got.status.code(), stderr.lines().count()), (Some(2), 1));
    // What is left out is not decoded, nor what is copied.
    gives(&dir, &["cat", "log", "--from", "3"], 0, "", &[]);
    gives(&dir, &["recover", "log", "out"], 0, "out: blocks: 2\n", &[]);
    assert_eq!(fs::read(dir.join("out")).unwrap(), bytes);

    bytes.extend(numbers());
    fs::write(dir.join("log"), &bytes).unwrap();
    gives(&dir, &["cat", "log", "--from", "5", "--head", "2"], 0, "3\n4\n", &[]);
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
    assert_eq!(text(onesheet(&dir, &["cat", "-", "--from", "8"], &bytes).stdout), "9\n");
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
            "bytes that are not UTF-8 were replaced",
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

/// F7: a section that ends in another was not finished, or was cut, also if that one has its end.
#[test]
fn a_section_without_an_end_before_others() {
    let dir = dir("not_ended");
    let (ended, bytes) = (numbers(), numbers());
    let open = &bytes[..bytes.len() - 36];
    let line = |at: usize| {
        format!(
            "log: byte {at}: not ended: the section that begins here was not finished, or was cut (F7)"
        )
    };
    let len = open.len();
    for (pieces, not_ended, at) in [
        (&[open, &ended][..], 1, &[0][..]),
        (&[&ended, open, &ended], 1, &[len + 36]),
        (&[open, open, &ended], 2, &[0, len]),
        (&[open, open], 2, &[0]),
        (&[&ended, open], 1, &[]),
        // A schema block alone is a section, too.
        (&[&open[..49], &ended], 1, &[0]),
        // Records behind an end.
        (&[&bytes, &open[126..], &ended], 1, &[0]),
    ] {
        fs::write(dir.join("log"), pieces.concat()).unwrap();
        let got = onesheet(&dir, &["check", "log"], b"");
        let stderr: Vec<_> = text(got.stderr).lines().map(str::to_owned).collect();
        let said: Vec<_> = stderr.iter().filter(|said| said.contains("not ended")).collect();
        let lines: Vec<_> = at.iter().map(|at| format!("onesheet: {}", line(*at))).collect();
        assert_eq!(said, lines.iter().collect::<Vec<_>>());
        if stderr.len() == said.len() {
            let sections = pieces.len();
            let state = format!("log: whole, but {not_ended} of {sections} sections not ended; ");
            let stdout = text(got.stdout);
            assert!(stdout.starts_with(&state), "{stdout}");
            assert_eq!(got.status.code(), Some(1));
        }
    }
    fs::write(dir.join("log"), [&ended[..], &ended].concat()).unwrap();
    gives(&dir, &["check", "log"], 0, "log: whole; records: 18, sections: 2\n", &[]);
}

/// What is no file of records is said to be what it is.
#[test]
fn files_of_other_formats() {
    let dir = dir("read_others");
    for (bytes, what) in [
        (&b"a,b\n1,2\n"[..], "it is text; `onesheet import` makes CSV and JSON a file of records"),
        (b"{\"a\":1}\n", "it is text; "),
        (b"PAR1\x15\x04\x15\x10", "it is Parquet; `onesheet import` makes it a file of records"),
        (b"ARROW1\0\0\xff\xff", "it is Arrow; "),
        (b"\x1f\x8b\x08\0\0\0\0\0", "it is compressed with gzip; "),
        (b"\x28\xb5\x2f\xfd\x04\x58", "it is compressed with Zstandard; "),
    ] {
        fs::write(dir.join("in"), bytes).unwrap();
        let got = onesheet(&dir, &["cat", "in"], b"");
        let said = text(got.stderr);
        assert!(said.starts_with("onesheet: in: byte 0: noise: ") && said.contains(what), "{said}");
        assert_eq!((text(got.stdout).as_str(), got.status.code()), ("", Some(1)));
    }
    fs::write(dir.join("in"), b"\x89os1\0\0\0\xff\xfe").unwrap();
    let said = text(onesheet(&dir, &["cat", "in"], b"").stderr);
    assert!(!said.contains("; it is"), "{said}");
}

/// Without a name, what is read is standard input.
#[test]
fn standard_input() {
    let dir = dir("read_stdin");
    let file = numbers();
    let lines: String = (1..=9).map(|n| format!("{n}\n")).collect();
    for args in [&["cat"][..], &["cat", "-"]] {
        let got = onesheet(&dir, args, &file);
        assert_eq!((text(got.stdout), got.status.code()), (lines.clone(), Some(0)));
    }
    let got = onesheet(&dir, &["check"], &file);
    assert_eq!(text(got.stdout), "standard input: whole; records: 9, sections: 1\n");
}

/// Records are written as they come, and the end of the file is the end.
#[test]
fn a_file_that_grows_is_followed() {
    let dir = dir("read_follow");
    let path = dir.join("log");
    let mut writer = Writer::<u16, _>::create(&path, Default::default()).unwrap();
    writer.write_block(&[1, 2]).unwrap();
    let mut child = command(&dir, &["cat", "--follow", "log"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut next = || lines.next().map(Result::unwrap);
    assert_eq!((next(), next()), (Some("1".to_owned()), Some("2".to_owned())));
    writer.write_block(&[3]).unwrap();
    assert_eq!(next().as_deref(), Some("3"));
    writer.write_block(&[4, 5]).unwrap();
    writer.finish().unwrap();
    assert_eq!((next().as_deref(), next().as_deref(), next()), (Some("4"), Some("5"), None));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// A reader that goes away ends it.
#[test]
fn a_file_that_is_followed_no_more() {
    let dir = dir("read_follow_head");
    let mut writer = Writer::<u16, _>::create(dir.join("log"), Default::default()).unwrap();
    writer.write_block(&[1, 2, 3]).unwrap();
    let got = onesheet(&dir, &["cat", "--follow", "log", "--head", "2"], b"");
    assert_eq!((text(got.stdout).as_str(), got.status.code()), ("1\n2\n", Some(0)));
    drop(writer);
}
