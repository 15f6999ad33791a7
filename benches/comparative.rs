//! Every codec at every workload. See `README.md` beside this file.

#[path = "comparative/arrays.rs"]
mod arrays;
#[path = "comparative/audio.rs"]
mod audio;
#[path = "comparative/codec.rs"]
mod codec;
#[path = "comparative/device.rs"]
mod device;
#[path = "comparative/directories.rs"]
mod directories;
#[path = "comparative/enums.rs"]
mod enums;
#[path = "comparative/field.rs"]
mod field;
#[path = "comparative/hand.rs"]
mod hand;
#[path = "comparative/list.rs"]
mod list;
#[path = "comparative/log.rs"]
mod log;
#[path = "comparative/log_lines.rs"]
mod log_lines;
#[path = "comparative/mesh.rs"]
mod mesh;
#[path = "comparative/minecraft.rs"]
mod minecraft;
#[path = "comparative/mk48.rs"]
mod mk48;
#[path = "comparative/mqtt.rs"]
mod mqtt;
#[path = "comparative/output.rs"]
mod output;
#[path = "comparative/random.rs"]
mod random;
#[path = "comparative/record.rs"]
mod record;
#[path = "comparative/row.rs"]
mod row;
#[path = "comparative/short.rs"]
mod short;
#[path = "comparative/single.rs"]
mod single;
#[path = "comparative/widths.rs"]
mod widths;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use criterion::Criterion;

use crate::row::{Bench, Mode};

const USAGE: &str =
    "usage: cargo bench --bench comparative [-- [--quick | --instructions] [ROW [CODEC]]]";

/// Notes a run of all rows, which `results.py` reports of.
fn note_run(directory: &Path, mode: Mode) {
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let quick = mode == Mode::Quick;
    let command = if quick {
        "cargo bench --bench comparative -- --quick"
    } else {
        "cargo bench --bench comparative"
    };
    let json = format!("{{\"started\":{started},\"quick\":{quick},\"command\":\"{command}\"}}\n");
    fs::create_dir_all(directory).unwrap();
    fs::write(directory.join("run.json"), json).unwrap();
}

fn main() -> ExitCode {
    let mut mode = Mode::Check;
    let mut parts = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            // `cargo bench` passes this one first, `cargo test` does not.
            "--bench" => mode = Mode::Time,
            "--quick" => mode = Mode::Quick,
            "--instructions" => mode = Mode::Instructions,
            "--help" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            part if !part.starts_with('-') && parts.len() < 2 => parts.push(part.to_owned()),
            _ => {
                eprintln!("comparative: unexpected argument {argument:?}; {USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let mut parts = parts.into_iter();
    let directory = output::directory();
    let mut bench = Bench {
        criterion: Criterion::default().without_plots().output_directory(&directory),
        directory,
        mode,
        row: parts.next(),
        codec: parts.next(),
        measured: 0,
    };

    if bench.row.is_none() && matches!(mode, Mode::Time | Mode::Quick) {
        note_run(&bench.directory, mode);
    }
    single::rows(&mut bench);
    widths::rows(&mut bench);
    list::rows(&mut bench);
    record::rows(&mut bench);
    device::rows(&mut bench);
    mqtt::rows(&mut bench);
    short::rows(&mut bench);
    enums::rows(&mut bench);
    arrays::rows(&mut bench);
    audio::rows(&mut bench);
    directories::rows(&mut bench);
    log::rows(&mut bench);
    mesh::rows(&mut bench);
    minecraft::rows(&mut bench);
    mk48::rows(&mut bench);

    if bench.measured == 0 {
        eprintln!("comparative: no row and codec of these names; {USAGE}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
