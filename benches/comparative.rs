//! Every codec at every workload. See `README.md` beside this file.

#[path = "comparative/arrays.rs"]
mod arrays;
#[path = "comparative/audio.rs"]
mod audio;
#[path = "comparative/by_serde.rs"]
mod by_serde;
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
#[path = "comparative/json.rs"]
mod json;
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

use std::process::ExitCode;

use crate::row::{Bench, Mode};

const USAGE: &str = "usage: cargo bench --bench comparative [-- [--instructions] [ROW [CODEC]]]";

fn main() -> ExitCode {
    let mut mode = Mode::Check;
    let mut parts = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            // `cargo bench` passes this one first, `cargo test` does not.
            "--bench" => mode = Mode::Time,
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
    let mut bench = Bench { mode, row: parts.next(), codec: parts.next(), measured: 0 };

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
    by_serde::rows(&mut bench);

    if bench.measured == 0 {
        eprintln!("comparative: no row and codec of these names; {USAGE}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
