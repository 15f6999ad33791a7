//! Encodes, decodes and inspects onesheet messages, writes and reads files of records, and checks
//! implementations of the format.

#![forbid(unsafe_code)]

mod args;
#[cfg(feature = "arrow")]
mod arrow;
mod c;
mod compressed;
mod conformance;
mod convert;
mod failure;
mod file;
mod files;
mod inspect;
mod listing;
mod logical;
mod migrate;
mod naming;
mod progress;
mod schema;
mod style;
#[cfg(feature = "arrow")]
mod text;
mod ts;
mod unfinished;

use std::process::ExitCode;

use args::Command;
use failure::Failure;

fn main() -> ExitCode {
    let result = match args::parse() {
        Ok(Some(command)) => run(command),
        Ok(None) => Ok(()),
        Err(failure) => Err(failure),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Encode(args) => convert::encode(&args),
        Command::Decode(args) => convert::decode(&args),
        Command::Inspect(args) => inspect::inspect(&args),
        Command::Write(args) => file::write(&args),
        Command::Check(args) => file::check(&args),
        Command::Cat(args) => file::cat(&args),
        Command::Recover(args) => file::recover(&args),
        #[cfg(feature = "arrow")]
        Command::Export(args) => arrow::export(&args),
        #[cfg(feature = "arrow")]
        Command::Import(args) => arrow::import(&args),
        #[cfg(feature = "arrow")]
        Command::Sql(args) => arrow::sql(&args),
        #[cfg(not(feature = "arrow"))]
        Command::Export(_) | Command::Import(_) | Command::Sql(_) => Err(Failure::usage(
            "this program was built without export, import and sql; install it with `cargo install --path crates/cli`",
        )),
        Command::Schema(command) => schema::run(&command),
        Command::Migrate(args) => migrate::run(&args),
        Command::Conformance(args) => conformance::run(&args),
    }
}
