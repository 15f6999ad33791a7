//! Writes a crate of random declarations, and runs it. See README.md.

mod args;
mod krate;
mod module;
mod types;

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args().nth(1).is_some_and(|arg| arg == "--help") {
        println!("{}", args::USAGE);
        return ExitCode::SUCCESS;
    }
    let run = args::Args::parse(std::env::args().skip(1)).and_then(|args| krate::run(&args));
    run.unwrap_or_else(|error| {
        eprintln!("onesheet-declarations: {error}");
        ExitCode::from(2)
    })
}
