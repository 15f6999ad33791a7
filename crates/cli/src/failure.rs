//! How a command fails: one line on standard error and an exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command did not do what it was asked to.
pub enum Failure {
    /// What was given is wrong: a message, a value, a type, an implementation (exit code 1).
    Found(String),
    /// The command could not run: bad usage, or a file that cannot be read or written (exit code 2).
    Usage(String),
    /// What is wrong was said, a line each; only the exit code is left.
    Said(u8),
    /// The reader of the output has gone away, which is not an error.
    BrokenPipe,
}

impl Failure {
    pub fn found(what: impl Display) -> Self {
        Failure::Found(what.to_string())
    }

    pub fn usage(what: impl Display) -> Self {
        Failure::Usage(what.to_string())
    }

    /// A failure to write to `what`.
    pub fn write(what: &str, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::usage(format_args!("cannot write {what}: {error}")),
        }
    }

    pub fn report(&self) -> ExitCode {
        let (message, code) = match self {
            Failure::Found(message) => (message, 1),
            Failure::Usage(message) => (message, 2),
            Failure::Said(code) => return ExitCode::from(*code),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        };
        say(message);
        ExitCode::from(code)
    }
}

/// Writes a line on standard error. That nobody can read it changes nothing else.
pub fn say(what: impl Display) {
    let _ = writeln!(io::stderr(), "onesheet: {}", shown(&what.to_string()));
}

/// A text of strangers in one line: control characters are escaped.
pub fn shown(text: &str) -> String {
    let escaped = |c: char| match c.is_control() {
        true => c.escape_default().collect(),
        false => String::from(c),
    };
    text.chars().map(escaped).collect()
}
