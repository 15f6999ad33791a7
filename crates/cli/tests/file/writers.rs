//! Several writers at one file, and files that are replaced: nothing that was written is lost.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::Duration;

use onesheet_file::{Options, Reader, Writer};

use crate::bad::fails;
use crate::{command, dir, gives, names, numbers, onesheet, takes, text, wait};

const IN_USE: &str = "onesheet: cannot write log: it has another writer\n";

const TWO: &str = "1\n2\n";

/// A command that was given some lines of its input, and waits for more.
fn waiting(dir: &Path, args: &[&str], lines: &str, until: impl Fn() -> bool) -> Child {
    let mut child = command(dir, args).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(lines.as_bytes()).unwrap();
    wait(&mut child, until);
    child
}

/// Whether something is written of a file that replaces `log`: it was looked at before.
fn is_replacing(dir: &Path) -> bool {
    fs::metadata(dir.join("log.onesheet-unfinished")).is_ok_and(|metadata| metadata.len() > 0)
}

#[track_caller]
fn is_refused(got: Output) {
    assert_eq!((text(got.stderr).as_str(), got.status.code()), (IN_USE, Some(2)));
}

#[test]
fn four_at_once() {
    let dir = dir("four");
    drop(Writer::<u64, _>::create(dir.join("log"), Options::default()).unwrap());
    let args = ["write", "-t", "u64", "-a", "log", "--block-bytes", "64"];
    // Each writes numbers that no other has, some blocks of them, and every fifth is killed.
    let writes = |writer: u64| {
        let (dir, args) = (&dir, &args);
        move || {
            let (mut all, mut refused, mut state) = (Vec::new(), 0, writer + 1);
            for round in 0..25 {
                let own: Vec<_> = (0..100).map(|n| writer << 32 | round << 16 | n).collect();
                let lines: String = own.iter().map(|n| format!("{n}\n")).collect();
                let mut child = command(dir, args).spawn().unwrap();
                let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if round % 5 == 0 {
                    thread::sleep(Duration::from_micros(state >> 51));
                    let _ = child.kill();
                }
                let got = child.wait_with_output().unwrap();
                match got.status.code() {
                    Some(0) => all.extend(own.into_iter().map(|n| (n, true))),
                    // It has written none.
                    Some(2) => {
                        assert_eq!(text(got.stderr), IN_USE);
                        refused += 1;
                    }
                    None => all.extend(own.into_iter().map(|n| (n, false))),
                    code => panic!("{code:?}: {}", text(got.stderr)),
                }
            }
            (all, refused)
        }
    };
    let written = thread::scope(|scope| {
        let writers: Vec<_> = (0..4).map(|writer| scope.spawn(writes(writer))).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect::<Vec<_>>()
    });
    // What was torn by the last is cut off.
    assert_eq!(onesheet(&dir, &args, b"").status.code(), Some(0));
    let mut found: HashMap<u64, u32> = HashMap::new();
    for record in Reader::new(fs::File::open(dir.join("log")).unwrap()).records::<u64>() {
        *found.entry(record.unwrap()).or_default() += 1;
    }
    for (n, acknowledged) in written.iter().flat_map(|(all, _)| all) {
        match found.remove(n) {
            Some(1) => {}
            None if !acknowledged => {}
            times => panic!("{n:x}: {times:?} times, acknowledged: {acknowledged}"),
        }
    }
    assert!(found.is_empty(), "of a writer that was refused: {found:x?}");
    assert!(written.iter().any(|(_, refused)| *refused > 0), "none met another");
}

#[test]
fn the_second_is_refused_and_the_first_goes_on() {
    let dir = dir("second");
    fs::write(dir.join("log"), numbers()).unwrap();
    let len = || fs::metadata(dir.join("log")).unwrap().len();
    let args = ["write", "-t", "u16", "-a", "log", "--block-bytes", "1"];
    let first = waiting(&dir, &args, TWO, || len() > numbers().len() as u64);
    // Whatever would write to the file, and whatever would replace it.
    is_refused(onesheet(&dir, &args, b"3"));
    is_refused(onesheet(&dir, &["write", "-t", "u16", "log"], b"3"));
    is_refused(onesheet(&dir, &["encode", "-t", "u16", "-o", "log"], b"\"3\""));
    fs::write(dir.join("other"), numbers()).unwrap();
    is_refused(onesheet(&dir, &["recover", "other", "log"], b""));
    // Whatever reads may do so.
    assert_eq!(onesheet(&dir, &["check", "log"], b"").status.code(), Some(1));
    let got = first.wait_with_output().unwrap();
    assert_eq!((text(got.stderr).as_str(), got.status.code()), ("", Some(0)));
    gives(&dir, &["check", "log"], 0, "log: whole; records: 11, sections: 1\n", &[]);
    assert_eq!(names(&dir), ["log", "other"]);
}

/// Also where there is no file of the name yet, or one is made meanwhile.
#[test]
fn two_that_replace_a_file() {
    let dir = dir("replace");
    let args = ["write", "-t", "u16", "log", "--block-bytes", "1"];
    let lines = TWO.repeat(500);
    let begun = || is_replacing(&dir);
    let first = waiting(&dir, &args, &lines, begun);
    is_refused(onesheet(&dir, &args, b"3"));
    let got = first.wait_with_output().unwrap();
    assert_eq!((text(got.stderr).as_str(), got.status.code()), ("", Some(0)));
    gives(&dir, &["cat", "log"], 0, &lines, &[]);

    // While it is being replaced, nothing is put behind what is there.
    let first = waiting(&dir, &args, &lines, begun);
    is_refused(onesheet(&dir, &["write", "-t", "u16", "-a", "log"], b"3"));
    assert_eq!(first.wait_with_output().unwrap().status.code(), Some(0));

    fs::remove_file(dir.join("log")).unwrap();
    let first = waiting(&dir, &args, &lines, begun);
    fs::write(dir.join("log"), "precious").unwrap();
    let got = first.wait_with_output().unwrap();
    assert!(
        text(got.stderr).starts_with("onesheet: cannot write log: "),
        "it wrote over the other"
    );
    assert_eq!(got.status.code(), Some(2));
    assert_eq!(fs::read(dir.join("log")).unwrap(), b"precious");
    assert_eq!(names(&dir), ["log"]);
}

#[test]
fn what_a_killed_program_left_is_begun_anew() {
    let dir = dir("stale");
    let args = ["write", "-t", "u16", "log", "--block-bytes", "1"];
    let unfinished = dir.join("log.onesheet-unfinished");
    let mut killed = waiting(&dir, &args, &TWO.repeat(500), || is_replacing(&dir));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(names(&dir), ["log.onesheet-unfinished"]);
    takes(&dir, &args, "7", 0, "", &[]);
    gives(&dir, &["cat", "log"], 0, "7\n", &[]);
    assert_eq!(names(&dir), ["log"]);
    // Also by one that fails.
    fs::write(&unfinished, "more than is written").unwrap();
    fails(&dir, &args, b"x", 1, "line 1");
    assert_eq!(names(&dir), ["log"]);
}

#[test]
fn what_is_read_is_not_replaced() {
    let dir = dir("same");
    fs::write(dir.join("log"), numbers()).unwrap();
    fs::write(dir.join("lines"), "1\n").unwrap();
    for args in [&["recover", "log", "./log"][..], &["write", "-t", "u8", "lines", "lines"]] {
        fails(&dir, args, b"", 2, "it is the file that is read");
    }
    assert_eq!(fs::read(dir.join("log")).unwrap(), numbers());
    assert_eq!(fs::read(dir.join("lines")).unwrap(), b"1\n");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    use super::*;

    #[test]
    fn a_replaced_file_keeps_its_mode_and_its_owner() {
        let dir = dir("mode");
        let path = dir.join("log");
        for mode in [0o600, 0o640, 0o664, 0o777, 0o200] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            // Only root may give a file away.
            let is_given = chown(&path, Some(1234), Some(4321)).is_ok();
            let before = fs::metadata(&path).unwrap();
            assert!(!is_given || (before.uid(), before.gid()) == (1234, 4321));
            let unfinished = dir.join("log.onesheet-unfinished");
            let args = ["write", "-t", "u8", "log", "--block-bytes", "1"];
            let child = waiting(&dir, &args, &TWO.repeat(500), || is_replacing(&dir));
            // Nor may others read it before it has its name.
            assert_eq!(fs::metadata(&unfinished).unwrap().mode(), before.mode());
            assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
            let after = fs::metadata(&path).unwrap();
            let kept = |of: &fs::Metadata| (of.mode(), of.uid(), of.gid());
            assert_eq!(kept(&after), kept(&before));
            assert_ne!(after.ino(), before.ino());
            fs::remove_file(&path).unwrap();
        }
    }

    #[test]
    fn a_link_to_no_file_makes_the_file() {
        let dir = dir("dangling");
        fs::create_dir(dir.join("there")).unwrap();
        symlink("there/two", dir.join("one")).unwrap();
        symlink("three", dir.join("there/two")).unwrap();
        takes(&dir, &["write", "-t", "u8", "one"], "1", 0, "", &[]);
        gives(&dir, &["cat", "there/three"], 0, "1\n", &[]);
        assert_eq!(names(&dir.join("there")), ["three", "two"]);
        assert!(fs::symlink_metadata(dir.join("one")).unwrap().is_symlink());
        symlink("loop", dir.join("loop")).unwrap();
        fails(&dir, &["write", "-t", "u8", "loop"], b"1", 2, "cannot write loop: ");
        // Nothing is written through a link that has the name of what is unfinished.
        fs::write(dir.join("precious"), "precious").unwrap();
        symlink("precious", dir.join("log.onesheet-unfinished")).unwrap();
        fails(&dir, &["write", "-t", "u8", "log"], b"1", 2, "cannot write log: ");
        assert_eq!(fs::read(dir.join("precious")).unwrap(), b"precious");
    }

    /// Other names of a file keep what was there; what is put behind it, they have.
    #[test]
    fn a_file_of_two_names() {
        let dir = dir("hard");
        fs::write(dir.join("log"), numbers()).unwrap();
        fs::hard_link(dir.join("log"), dir.join("other")).unwrap();
        takes(&dir, &["write", "-t", "u16", "-a", "other"], "10", 0, "", &[]);
        gives(&dir, &["check", "log"], 0, "log: whole; records: 10, sections: 1\n", &[]);
        takes(&dir, &["write", "-t", "u16", "log"], "1", 0, "", &[]);
        gives(&dir, &["check", "other"], 0, "other: whole; records: 10, sections: 1\n", &[]);
    }

    #[test]
    fn a_pipe_is_not_waited_for_to_be_appended_to() {
        let dir = dir("fifo");
        let made = std::process::Command::new("mkfifo").arg(dir.join("log")).status();
        assert!(made.unwrap().success());
        let what = "cannot append to log: not a regular file";
        fails(&dir, &["write", "-t", "u8", "-a", "log"], b"1", 2, what);
        fails(
            &dir,
            &["write", "-t", "u8", "-a", "/dev/full"],
            b"1",
            2,
            "cannot append to /dev/full",
        );
    }

    /// The lock is the same as that of the Python package.
    #[test]
    fn writers_in_python_take_turns_too() {
        let Ok(python) = std::process::Command::new("python3").arg("--version").output() else {
            eprintln!("not run: there is no python3");
            return;
        };
        assert!(python.status.success());
        let dir = dir("python");
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../languages/python");
        let python = |program: &str| {
            let mut python = std::process::Command::new("python3");
            python.args(["-c", program]).env("PYTHONPATH", &package).current_dir(&dir);
            python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            python.spawn().unwrap()
        };
        let writes = "import onesheet, sys
with onesheet.FileWriter('log', 'u16') as writer:
    writer.write(1)
    writer.flush()
    sys.stdin.read()
";
        let mut first = python(writes);
        wait(&mut first, || fs::metadata(dir.join("log")).is_ok_and(|log| log.len() >= 50));
        is_refused(onesheet(&dir, &["write", "-t", "u16", "-a", "log"], b"3"));
        is_refused(onesheet(&dir, &["write", "-t", "u16", "log"], b"3"));
        let got = python(writes).wait_with_output().unwrap();
        let stderr = text(got.stderr);
        assert!(stderr.ends_with("it has another writer: 'log'\n"), "{stderr}");
        assert_eq!(first.wait_with_output().unwrap().status.code(), Some(0));
        gives(&dir, &["cat", "log"], 0, "1\n", &[]);

        let len = fs::metadata(dir.join("log")).unwrap().len();
        let args = ["write", "-t", "u16", "-a", "log", "--block-bytes", "1"];
        let first =
            waiting(&dir, &args, TWO, || fs::metadata(dir.join("log")).unwrap().len() > len);
        let got = python(writes).wait_with_output().unwrap();
        assert_eq!(got.status.code(), Some(1), "{}", text(got.stderr));
        assert_eq!(first.wait_with_output().unwrap().status.code(), Some(0));
        gives(&dir, &["check", "log"], 0, "log: whole; records: 3, sections: 1\n", &[]);
    }
}
