//! A writer that is killed at any moment, again and again: each record whose `write_block` returned is
//! in the file. `KILLS` is how often; 40 by default.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use onesheet_file::{Options, Reader, Reason, What, Writer};

/// The file of the writer that is killed; it is this program.
const PATH: &str = "ONESHEET_FILE_KILLED";

#[test]
fn writes_until_it_is_killed() {
    let Ok(path) = std::env::var(PATH) else { return };
    let (mut writer, _) = Writer::append(path, Options::default()).unwrap();
    let mut out = std::io::stdout().lock();
    loop {
        let next = writer.written();
        // Some blocks are larger than what a file system writes at once.
        let n = if next % 7 == 0 { 40_000 } else { 1 + next % 50 };
        let records: Vec<_> =
            (next..next + n).map(|k| (k, k.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
        writer.write_block(&records).unwrap();
        writeln!(out, "{}", writer.written()).unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn nothing_that_was_written_is_lost() {
    let kills: u64 = std::env::var("KILLS").map_or(40, |kills| kills.parse().unwrap());
    let path = std::env::temp_dir().join(format!("onesheet-kill-{}.onesheet", std::process::id()));
    let _ = fs::remove_file(&path);
    drop(Writer::<(u64, u64), _>::create(&path, Options::default()).unwrap());
    let (mut torn, mut state) = (0, 1u64);
    for _ in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writes_until_it_is_killed", "--nocapture"])
            .env(PATH, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let number = |line: std::io::Result<String>| line.unwrap().parse::<u64>().ok();
        // It has begun when it says so for the first time.
        let mut acknowledged = lines.by_ref().find_map(number).unwrap();
        std::thread::sleep(Duration::from_micros(state >> 50));
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged = lines.filter_map(number).last().unwrap_or(acknowledged);

        let mut reader = Reader::new(File::open(&path).unwrap());
        let mut written = 0;
        while let Some(event) = reader.next_event().unwrap() {
            match event.what {
                What::Section(_) => assert_eq!(event.at, 0),
                What::Records(block) => {
                    assert_eq!(block.first(), written);
                    written += u64::from(block.count());
                }
                // The block that was being written; nothing comes behind it.
                What::Skipped { reason: Reason::Truncated, .. } => torn += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(written >= acknowledged, "{written} of {acknowledged}");
    }
    println!("{torn} torn blocks");
    let records = Reader::new(File::open(&path).unwrap()).records_lossy::<(u64, u64)>();
    for (k, record) in (0u64..).zip(records) {
        assert_eq!(record.unwrap(), (k, k.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    }
    fs::remove_file(&path).unwrap();
}
