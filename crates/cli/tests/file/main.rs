//! The commands for files of records: `write`, `check`, `cat`, `recover`, `export`, `import`, `inspect`, `sql`,
//! `schema file`.

mod bad;
#[cfg(feature = "arrow")]
mod casts;
#[cfg(feature = "arrow")]
mod export;
#[cfg(feature = "arrow")]
mod import;
mod inspect;
mod read;
mod schema;
#[cfg(all(feature = "arrow", unix))]
mod sql;
mod vectors;
mod write;
mod writers;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use onesheet_file::Writer;

/// A directory of its own for each test.
fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("file").join(test);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_onesheet"));
    command.args(args).current_dir(dir);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn onesheet(dir: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = command(dir, args).spawn().unwrap();
    // A command that fails before it reads closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Waits until a command has come so far.
#[track_caller]
fn wait(child: &mut Child, until: impl Fn() -> bool) {
    let begun = Instant::now();
    while !until() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it does not come so far");
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
        thread::sleep(Duration::from_millis(1));
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn gives(dir: &Path, args: &[&str], code: i32, output: &str, errors: &[&str]) {
    takes(dir, args, "", code, output, errors);
}

/// The same with something on standard input.
#[track_caller]
fn takes(dir: &Path, args: &[&str], input: &str, code: i32, output: &str, errors: &[&str]) {
    let got = onesheet(dir, args, input.as_bytes());
    let errors: String = errors.iter().map(|line| format!("onesheet: {line}\n")).collect();
    assert_eq!((text(got.stdout), text(got.stderr)), (output.to_owned(), errors));
    assert_eq!(got.status.code(), Some(code));
}

/// The names in a directory.
fn names(dir: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<_> = fs::read_dir(dir).unwrap().map(name).collect();
    names.sort();
    names.into_iter().map(|name| name.into_string().unwrap()).collect()
}

/// Three blocks of u16, and the end: blocks begin at the bytes 49, 87, 126 and 165.
fn numbers() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    for block in [[1u16, 2, 3], [4, 5, 6], [7, 8, 9]] {
        writer.write_block(&block).unwrap();
    }
    writer.finish().unwrap()
}

/// The file with the records of another type: the schema block says str, and they are u16.
fn mistyped() -> Vec<u8> {
    let mut bytes = Writer::<String, _>::new(Vec::new()).unwrap().finish().unwrap();
    bytes.truncate(bytes.len() - 36);
    let mut blocks = numbers()[49..87].to_vec();
    blocks[24..28].copy_from_slice(&bytes[24..28]);
    bytes.extend(with_check(blocks));
    bytes
}

/// A block with the check of its header made right.
fn with_check(mut block: Vec<u8>) -> Vec<u8> {
    let check = crc32c(&[&block[..8], &block[12..36]].concat());
    block[8..12].copy_from_slice(&check.to_le_bytes());
    block
}

/// As F2 of spec/FRAMES.md says, a bit at a time.
fn crc32c(bytes: &[u8]) -> u32 {
    let step = |state: u32| if state & 1 == 1 { state >> 1 ^ 0x82f6_3b78 } else { state >> 1 };
    !bytes
        .iter()
        .fold(!0, |state, byte| (0..8).fold(state ^ u32::from(*byte), |state, _| step(state)))
}
