//! `write`: what is written is what a Rust program writes, and what `cat` reads.

use std::fs::{self, OpenOptions};
use std::io::Write;

use onesheet_file::{Options, Slice, What, Writer};

use crate::bad::fails;
use crate::{command, dir, gives, names, onesheet, takes, text, wait};

/// How many records each block has.
fn counts(bytes: &[u8]) -> Vec<u32> {
    let count = |what| if let What::Records(block) = what { Some(block.count()) } else { None };
    Slice::new(bytes).events().filter_map(|event| count(event.what)).collect()
}

fn lines(numbers: impl Iterator<Item = u32>) -> String {
    numbers.map(|number| format!("{number}\n")).collect()
}

#[test]
fn the_bytes_that_a_program_writes() {
    let dir = dir("bytes");
    let about = [("boot", "7"), ("unit", "C")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    for compression in [None, Some(19)] {
        let options = Options { about: about.clone().into(), compression, ..Options::default() };
        let mut writer = Writer::with_options(Vec::new(), options).unwrap();
        writer
            .write_block(&(0..1000).map(|x| (x, x % 3 > 0)).collect::<Vec<(u32, bool)>>())
            .unwrap();
        let mut args = vec!["write", "-t", "tuple(u32, bool)", "log"];
        args.extend(["--about", "unit=C", "--about", "boot=7"]);
        args.extend(compression.map(|_| ["--compression", "19"]).into_iter().flatten());
        let json: String = (0..1000).map(|x| format!("[{x}, {}]\r\n  \n", x % 3 > 0)).collect();
        takes(&dir, &args, &json, 0, "", &[]);
        assert_eq!(fs::read(dir.join("log")).unwrap(), writer.finish().unwrap());
    }
    assert_eq!(names(&dir), ["log"]);
}

#[test]
fn from_a_file_with_a_schema_in_a_file() {
    let dir = dir("files");
    fs::write(dir.join("type"), "extensible struct A{a: seq(u8), b: map(str, i16) default}")
        .unwrap();
    let json = "{\"a\":\"AP8=\",\"b\":{\"k\":-5,\"l\":5}}\n{\"a\":\"\",\"b\":{}}\n";
    fs::write(dir.join("json"), json).unwrap();
    gives(&dir, &["write", "-s", "type", "log", "json"], 0, "", &[]);
    gives(&dir, &["cat", "log"], 0, json, &[]);
    let exact = "[\"00ff\",[[\"k\",\"-5\"],[\"l\",\"5\"]]]\n[\"\",[]]\n";
    gives(&dir, &["cat", "log", "--exact"], 0, exact, &[]);
    let hex = "{\"a\":\"00ff\",\"b\":{\"k\":-5,\"l\":5}}\n";
    gives(&dir, &["cat", "log", "--bytes", "hex", "--head", "1"], 0, hex, &[]);
    gives(
        &dir,
        &["cat", "log", "--columns", "b", "--head", "1"],
        0,
        "{\"b\":{\"k\":-5,\"l\":5}}\n",
        &[],
    );
    let twice = ["cat", "log", "--columns", "a,b,a"];
    fails(&dir, &twice, b"", 2, "--columns: duplicate column \"a\"");
    takes(&dir, &["write", "-s", "type", "exact", "--exact"], exact, 0, "", &[]);
    takes(&dir, &["write", "-s", "type", "hex", "--bytes", "hex"], hex, 0, "", &[]);
    let log = fs::read(dir.join("log")).unwrap();
    assert_eq!(fs::read(dir.join("exact")).unwrap(), log);
    assert_ne!(fs::read(dir.join("hex")).unwrap(), log);
    gives(&dir, &["cat", "hex", "--bytes", "hex"], 0, hex, &[]);
    let schema = "extensible struct A{a: bytes, b: map(str, i16) default}\n";
    gives(&dir, &["cat", "--schema", "log"], 0, schema, &[]);
    // No line, no block; the file is whole.
    gives(&dir, &["write", "-t", "u8", "log"], 0, "", &[]);
    gives(&dir, &["check", "log"], 0, "log: whole; records: 0, sections: 1\n", &[]);
}

#[test]
fn blocks_of_about_the_size_that_was_asked_for() {
    let dir = dir("blocks");
    takes(&dir, &["write", "-t", "u32", "log", "--block-bytes", "1"], &lines(0..5), 0, "", &[]);
    assert_eq!(counts(&fs::read(dir.join("log")).unwrap()), [1; 5]);
    let all = lines(0..40_000);
    takes(&dir, &["write", "-t", "u32", "log", "--block-bytes", "5000"], &all, 0, "", &[]);
    gives(&dir, &["cat", "log"], 0, &all, &[]);
    let bytes = fs::read(dir.join("log")).unwrap();
    let sizes = Slice::new(&bytes).events().filter_map(|event| match event.what {
        What::Records(block) => Some(block.payload().len()),
        _ => None,
    });
    let sizes: Vec<_> = sizes.collect();
    let (_, but_last) = sizes.split_last().unwrap();
    assert!(but_last.iter().all(|size| (2000..=10_000).contains(size)), "{sizes:?}");

    // Alone these take a byte each, and together as many as the largest.
    let mut wide = "0\n".repeat(9_999);
    wide.push_str("18446744073709551615\n");
    takes(&dir, &["write", "-t", "u64", "log", "--block-bytes", "10008"], &wide, 0, "", &[]);
    let counts = counts(&fs::read(dir.join("log")).unwrap());
    assert_eq!((counts.len() > 1, counts.iter().sum()), (true, 10_000u32));
    gives(&dir, &["check", "log"], 0, "log: whole; records: 10000, sections: 1\n", &[]);
}

#[test]
fn a_file_is_gone_on_with() {
    let dir = dir("append");
    let append = |args: &[&str], input: &str, code: i32, errors: &[&str]| {
        let args = [&["write", "--append", "log", "-t"], args].concat();
        takes(&dir, &args, input, code, "", errors);
    };
    takes(&dir, &["write", "-t", "u32", "log"], &lines(0..3), 0, "", &[]);
    append(&["u32"], &lines(3..5), 0, &[]);
    gives(&dir, &["check", "log"], 0, "log: whole; records: 5, sections: 1\n", &[]);

    // Of what is cut off, a line says so.
    let mut torn = OpenOptions::new().append(true).open(dir.join("log")).unwrap();
    torn.write_all(b"\x89os1\r\n\x1aR and so on").unwrap();
    append(
        &["u32"],
        "5",
        0,
        &["log: truncated: 18 bytes at its end that are not a block were removed"],
    );
    gives(&dir, &["check", "log"], 0, "log: whole; records: 6, sections: 1\n", &[]);

    append(&["u64"], "6", 0, &[]);
    append(&["u64", "--about", "boot=2"], "7", 0, &[]);
    gives(&dir, &["check", "log"], 0, "log: whole; records: 8, sections: 3\n", &[]);
    gives(&dir, &["cat", "log"], 0, &lines(0..8), &[]);

    fs::write(dir.join("log"), b"").unwrap();
    append(&["u8"], "1", 0, &[]);
    gives(&dir, &["check", "log"], 0, "log: whole; records: 1, sections: 1\n", &[]);
    // Torn before its schema block was whole.
    fs::write(dir.join("log"), b"\x89os1").unwrap();
    append(
        &["u8"],
        "1",
        0,
        &["log: truncated: 4 bytes at its end that are not a block were removed"],
    );
    gives(&dir, &["check", "log"], 0, "log: whole; records: 1, sections: 1\n", &[]);
}

#[test]
fn whole_blocks_before_a_bad_line_stay_in_a_file_that_was_there() {
    let dir = dir("append_bad");
    takes(&dir, &["write", "-t", "u8", "log"], "1", 0, "", &[]);
    let json = "2\n3\n4\n5\n6 7\n";
    let error = "standard input: line 5, column 3, $: not JSON: more text after the value; records written before: 4";
    let args = ["write", "-t", "u8", "-a", "log", "--block-bytes", "1"];
    takes(&dir, &args, json, 1, "", &[error]);
    gives(&dir, &["check", "log"], 1, "log: whole, but not ended; records: 5, sections: 1\n", &[]);
    let error =
        "standard input: line 2, column 1, $: expected a u8, found 300; records written before: 0";
    takes(&dir, &["write", "-t", "u8", "-a", "log"], "6\n300\n", 1, "", &[error]);
    gives(&dir, &["cat", "log"], 0, &lines(1..6), &[]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let dir = dir("link");
    std::os::unix::fs::symlink("target", dir.join("link")).unwrap();
    fs::write(dir.join("target"), "old").unwrap();
    takes(&dir, &["write", "-t", "u8", "link"], "1", 0, "", &[]);
    assert!(fs::symlink_metadata(dir.join("link")).unwrap().is_symlink());
    gives(&dir, &["cat", "target"], 0, "1\n", &[]);
    assert_eq!(names(&dir), ["link", "target"]);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_written_to() {
    let dir = dir("stdout");
    let got = onesheet(&dir, &["write", "-t", "u8", "/dev/stdout"], b"1\n2\n");
    assert_eq!(got.status.code(), Some(0), "{}", text(got.stderr));
    assert_eq!(counts(&got.stdout), [2]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_what_was_there() {
    use std::process::{Command, Stdio};

    let dir = dir("interrupt");
    fs::write(dir.join("log"), "precious").unwrap();
    let written = command(&dir, &["write", "-t", "u8", "log", "--block-bytes", "1"]);
    // What runs in the background ignores some signals, and so do its children.
    let mut command = Command::new("env");
    command.arg("--default-signal").arg(written.get_program()).args(written.get_args());
    command.current_dir(&dir).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1\n2\n").unwrap();
    // It waits for more as soon as the file is there.
    wait(&mut child, || names(&dir).len() == 2);
    let id = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    drop(input);
    assert_eq!((text(output.stderr), output.status.code()), (String::new(), Some(130)));
    assert_eq!(names(&dir), ["log"]);
    assert_eq!(fs::read(dir.join("log")).unwrap(), b"precious");
}
