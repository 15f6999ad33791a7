//! What a crate that `onesheet-declarations` writes is checked with: each type against the dynamic
//! codec, through its schema.

mod check;
mod fill;
mod fit;

use std::process::ExitCode;

pub use onesheet_dynamic::Type;

/// Bytes.
const STACK: usize = 1 << 28;

/// A module that was written.
pub struct Declaration {
    /// The number that it was made from, with the seed.
    pub number: u64,
    pub text: &'static str,
    pub cases: &'static [&'static [Case]],
    pub narrow: Narrow,
}

/// Which values the Rust types may refuse though their schema has them.
#[derive(Clone, Copy, PartialEq)]
pub struct Narrow {
    /// 0, and a second of nanoseconds.
    pub parts: bool,
    /// What is more than a `usize` or an `isize`.
    pub machine: bool,
}

/// A type of the module, or one around it. Nothing here is of `onesheet`, which the crate may have
/// without memory.
pub struct Case {
    /// The type, as it is written.
    pub ty: &'static str,
    pub forms: fn() -> Forms,
    pub again: Again,
    /// The type's `MAX_LEN`, if it has one.
    pub max_len: Option<usize>,
}

/// Decodes a message, within the limits if there are any, and encodes its value, in every way that
/// there is.
pub type Again = fn(&[u8], Option<Limits>) -> Result<Vec<u8>, Refusal>;

/// What a type says of its schema.
pub struct Forms {
    pub text: String,
    pub json: String,
    pub fingerprint: u64,
    /// As the dynamic codec takes it from a `Schema`, where it can.
    pub dynamic: Option<Result<Type, String>>,
}

#[derive(Clone, Copy)]
pub struct Limits {
    pub max_alloc: usize,
    pub max_depth: u32,
}

/// An error of the derived codec.
pub struct Refusal {
    /// The name of its `ErrorKind`.
    pub kind: String,
    pub text: String,
}

/// Checks all that was declared, and says of each failure how to repeat it.
#[must_use]
pub fn run(again: &str, seed: u64, declarations: &'static [Declaration]) -> ExitCode {
    // What is kept in place of lists fills the usual stack.
    std::thread::scope(|scope| {
        let checks = std::thread::Builder::new().stack_size(STACK);
        let checks = checks.spawn_scoped(scope, || check::run(again, seed, declarations));
        let checks = checks.expect("a thread for the checks");
        checks.join().expect("checks that end")
    })
}
