//! Sums one field of all records of a file, by as many threads as there are cores.
//!
//! ```text
//! cargo run --release -p onesheet-file --example parallel [RECORDS]
//! ```
//!
//! It writes a file of so many records to the system's folder for temporary files, and removes it again.

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use onesheet::{Deserialize, Limits, Serialize};
use onesheet_file::{Options, Slice, What, Writer};
use rayon::prelude::*;

#[derive(Debug, Deserialize, Serialize)]
struct Reading {
    at: u64,
    sensor: String,
    count: u32,
}

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<()> {
    let n = std::env::args().nth(1).map_or(Ok(1_000_000), |n| n.parse())?;
    let path = std::env::temp_dir().join(format!("parallel-{}.onesheet", std::process::id()));
    let counted = write(&path, n).and_then(|()| count(&path));
    std::fs::remove_file(&path)?;
    println!("{}", counted?);
    Ok(())
}

fn write(path: &Path, n: u64) -> Result<()> {
    let mut writer = Writer::create(path, Options::default())?;
    for at in 0..n {
        let sensor = format!("sensor {}", at % 7);
        writer.push(Reading { at, sensor, count: (at % 100) as u32 })?;
    }
    writer.finish()?;
    Ok(())
}

/// The file in memory, or mapped there, as by the crate memmap2.
fn count(path: &Path) -> Result<u64> {
    let bytes = std::fs::read(path)?;
    let begun = Instant::now();
    let sum = sum(&bytes)?;
    eprintln!("{} bytes in {:?}", bytes.len(), begun.elapsed());
    Ok(sum)
}

/// The sum of `count` of all readings. More parts than threads, so that none waits long for the last.
fn sum(bytes: &[u8]) -> Result<u64> {
    let file = Slice::new(bytes);
    let parts: Vec<_> = file.split(8 * rayon::current_num_threads()).collect();
    parts.into_par_iter().map(|part| sum_of_part(file.part(part))).sum()
}

fn sum_of_part(events: onesheet_file::Events<'_>) -> Result<u64> {
    let mut sum = 0;
    for event in events {
        match event.what {
            What::Records(block) => {
                let mut list = Default::default();
                // The fields of a reading, of which no text is copied.
                let readings = block.view::<(u64, &str, u32)>(&mut list, &Limits::default())?;
                sum += readings.iter().map(|(_, _, count)| u64::from(count)).sum::<u64>();
            }
            What::Section(_) | What::End { .. } | What::Statistics(_) | What::Passed => {}
            problem => return Err(format!("byte {}: {problem:?}", event.at).into()),
        }
    }
    Ok(sum)
}

#[test]
fn the_sum_is_that_of_all_records() {
    let path = std::env::temp_dir().join(format!("parallel-test-{}.onesheet", std::process::id()));
    write(&path, 100_000).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(sum(&bytes).unwrap(), (0..100_000).map(|at| at % 100).sum::<u64>());
    assert!(sum(&bytes[..bytes.len() - 1]).is_err());
}
