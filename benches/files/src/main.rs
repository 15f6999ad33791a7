//! onesheet's files beside the lists in them, and beside other formats of files. See `README.md` in the
//! directory above.

mod batches;
mod data;
mod formats;
mod lists;
mod log;
#[path = "../../comparative/log_lines.rs"]
mod log_lines;
mod measure;
#[expect(dead_code, reason = "the log needs a part of it")]
#[path = "../../comparative/random.rs"]
mod random;
mod report;
mod sums;
mod table;

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use crate::data::{Data, draw};
use crate::report::Report;

const USAGE: &str =
    "usage: onesheet-benches-files [--size BYTES]    BYTES such as 64M; 1G by default";
const COMMAND: &str = "cargo run --release --manifest-path benches/files/Cargo.toml";

/// Bytes of the lists in the file of the first tables; those of the other table are an eighth.
const SIZE: usize = 1 << 30;

const ROUNDS: usize = 5;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let size = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Some(SIZE),
        ["--size", size] => parse(size),
        _ => None,
    };
    let Some(size) = size else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };

    let mut report = Report::default();
    report.line("# Results: files");
    report.line("");
    report.line(
        "Written by the command below; what is measured, and how, is in [README.md](README.md).",
    );
    report.line("");
    report.environment(COMMAND);
    report.line("");
    report.line(&format!(
        "Times are the least of {ROUNDS} runs. MB are 10^6 bytes of onesheet's lists, whatever the format."
    ));

    let lines = draw(size);
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    report.section("A file beside the lists in it");
    fs::create_dir_all(&directory).unwrap();
    lists::rows(&Data::new(&lines, size), &directory, ROUNDS, &mut report);
    batches::rows(&Data::new(&lines, size), ROUNDS, &mut report);
    report.section("Formats");
    table::rows(&Data::new(&lines, size / 8), ROUNDS, &mut report);

    let text = report.finish();
    print!("{text}");
    if size == SIZE {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../FILES.md");
        fs::write(page, text).unwrap();
    }
    ExitCode::SUCCESS
}

/// A number of bytes, with its unit.
fn parse(size: &str) -> Option<usize> {
    let (number, unit) = match size.strip_suffix('M') {
        Some(number) => (number, 1 << 20),
        None => (size.strip_suffix('G')?, 1 << 30),
    };
    number.parse::<usize>().ok()?.checked_mul(unit).filter(|size| *size > 0)
}
