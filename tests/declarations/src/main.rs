//! Writes a crate of random declarations, and runs it. See README.md.

mod args;
mod krate;
mod module;
mod types;

use std::process::ExitCode;

fn main() -> ExitCode {
    let run = args::Args::parse(std::env::args().skip(1)).and_then(|args| krate::run(&args));
    run.unwrap_or_else(|error| {
        eprintln!("onesheet-declarations: {error}");
        ExitCode::from(2)
    })
}
