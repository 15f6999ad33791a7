//! What is said, in one line, and the exit codes.

use std::io;
use std::process::ExitCode;

use datafusion::error::DataFusionError;
use onesheet_arrow::Error;

/// The result is whole, but for what was said.
pub const PASSED_OVER: u8 = 3;

/// The arguments are wrong.
pub fn usage(what: &str) -> ExitCode {
    say(what);
    ExitCode::from(2)
}

/// Writes a line on standard error.
pub fn say(what: &str) {
    let lines = what.lines().map(str::trim).filter(|line| !line.is_empty());
    eprintln!("onesheet: {}", lines.collect::<Vec<_>>().join(" "));
}

/// Says why there is no result. That nobody reads it is not wrong.
pub fn report(error: &DataFusionError) -> ExitCode {
    let root = error.find_root();
    let io = match root {
        DataFusionError::IoError(error) => Some(error),
        DataFusionError::External(error) => match error.downcast_ref::<Error>() {
            Some(Error::File(onesheet_file::Error::Io(error))) => Some(error),
            _ => None,
        },
        _ => None,
    };
    if io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    match root {
        DataFusionError::SQL(error, _) => say(&error.to_string()),
        _ => say(&root.message()),
    }
    ExitCode::from(if io.is_some() { 2 } else { 1 })
}
