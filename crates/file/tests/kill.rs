//! A writer that is killed at any moment, again and again: each record whose `write_block` returned is
//! in the file, and what else is there is one torn block at the end, which the next writer cuts off.
//! `KILLS` is how often; 40 by default.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use onesheet::Limits;
use onesheet_file::{Error, Options, Reader, Reason, What, Writer};

/// The file of the writer that is killed; it is this program.
const PATH: &str = "ONESHEET_FILE_KILLED";

/// How many kills a file sees.
const KILLS_OF_A_FILE: u64 = 7;

type Record = (u64, Vec<u8>);

/// Record `k`. Some are larger than what a file system writes at once.
fn record(k: u64) -> Record {
    let mixed = k.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let len = if k % 97 == 5 { 3_000_000 } else { mixed >> 59 };
    (mixed, vec![k as u8; len as usize])
}

/// A schema block that is not written at once either.
fn options() -> Options {
    let about = BTreeMap::from([("about".to_owned(), "a".repeat(2_000_000))]);
    Options { about, ..Options::default() }
}

/// The bytes of that schema block.
fn schema_block() -> Vec<u8> {
    let mut bytes = Vec::new();
    Writer::<Record, _>::with_options(&mut bytes, options()).unwrap();
    bytes
}

#[test]
fn writes_until_it_is_killed() {
    let Ok(path) = std::env::var(PATH) else { return };
    let mut writer = match Writer::create(&path, options()) {
        Err(Error::Io(error)) if error.kind() == ErrorKind::AlreadyExists => {
            Writer::append(&path, options()).unwrap().0
        }
        created => created.unwrap(),
    };
    let mut out = std::io::stdout().lock();
    loop {
        writeln!(out, "{}", writer.written()).unwrap();
        out.flush().unwrap();
        let next = writer.written();
        let records: Vec<_> = (next..next + 1 + next % 50).map(record).collect();
        writer.write_block(&records).unwrap();
    }
}

/// A file that is written to, and how far it was checked.
struct Checked {
    path: PathBuf,
    schema_block: Vec<u8>,
    /// Where the last good block ends.
    end: u64,
    /// Records up to there.
    records: u64,
    torn_schema_blocks: u64,
    torn_blocks: u64,
}

impl Checked {
    /// Checks what came since the last time.
    fn check(&mut self) {
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return,
            file => file.unwrap(),
        };
        file.seek(SeekFrom::Start(self.end)).unwrap();
        // What comes is of the section that began in front of it.
        let before = if self.end == 0 { &[] } else { self.schema_block.as_slice() };
        let mut reader = Reader::new(before.chain(file));
        let mut torn = false;
        while let Some(event) = reader.next_event().unwrap() {
            assert!(!torn, "behind a torn block: {event:?}");
            match event.what {
                What::Section(_) => {
                    assert_eq!(event.at, 0);
                    assert!(event.bytes == self.schema_block);
                    self.end = self.end.max(event.bytes.len() as u64);
                }
                What::Gap { expected: 0, found } if !before.is_empty() => {
                    assert_eq!(found, self.records);
                }
                What::Records(block) => {
                    assert_eq!(block.first(), self.records);
                    for found in block.decode::<Record>(&Limits::default()).unwrap() {
                        assert!(found == record(self.records), "record {}", self.records);
                        self.records += 1;
                    }
                    self.end += event.bytes.len() as u64;
                }
                What::Skipped { reason: Reason::Truncated, .. } => torn = true,
                other => panic!("{other:?}"),
            }
        }
        if torn && self.end == 0 {
            self.torn_schema_blocks += 1;
        } else if torn {
            self.torn_blocks += 1;
        }
    }

    /// Checks all of it at once, and begins another.
    fn finish(&mut self) {
        let Ok(file) = File::open(&self.path) else { return };
        let mut records = 0;
        for record_found in Reader::new(file).records_lossy::<Record>() {
            assert!(record_found.unwrap() == record(records), "record {records}");
            records += 1;
        }
        assert_eq!(records, self.records);
        fs::remove_file(&self.path).unwrap();
        (self.end, self.records) = (0, 0);
    }
}

#[test]
fn nothing_that_was_written_is_lost() {
    let kills: u64 = std::env::var("KILLS").map_or(40, |kills| kills.parse().unwrap());
    let path = std::env::temp_dir().join(format!("onesheet-kill-{}.onesheet", std::process::id()));
    let _ = fs::remove_file(&path);
    let mut checked = Checked {
        path,
        schema_block: schema_block(),
        end: 0,
        records: 0,
        torn_schema_blocks: 0,
        torn_blocks: 0,
    };
    let mut state = 1u64;
    for kill in 1..=kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writes_until_it_is_killed", "--nocapture"])
            .env(PATH, &checked.path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let number = |line: std::io::Result<String>| line.unwrap().parse::<u64>().ok();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moment = Duration::from_micros(state >> 50);
        // Half of them say that they have opened the file before they are killed.
        let opened = if kill % 2 == 0 { lines.by_ref().find_map(number) } else { None };
        match kill % 4 {
            0 => std::thread::sleep(moment),
            1 => std::thread::sleep(moment / 4),
            // As soon as some of a block is there, or for a while of none.
            _ => {
                let len = || fs::metadata(&checked.path).map_or(0, |metadata| metadata.len());
                let (before, begun) = (len(), Instant::now());
                while len() == before && begun.elapsed() < 16 * moment {}
            }
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let acknowledged = lines.filter_map(number).last().or(opened);

        checked.check();
        if let Some(acknowledged) = acknowledged {
            assert!(checked.end > 0, "no schema block");
            assert!(checked.records >= acknowledged, "{} of {acknowledged}", checked.records);
        }
        if kill % KILLS_OF_A_FILE == 0 || kill == kills {
            checked.finish();
        }
    }
    let Checked { torn_schema_blocks, torn_blocks, .. } = checked;
    println!("{kills} kills: {torn_blocks} torn blocks, {torn_schema_blocks} torn schema blocks");
}
