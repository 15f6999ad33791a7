//! Packs a Cargo.lock, writes the file, reads it back, and shows what is in it.
//!
//! ```text
//! cargo run --example quickstart [CARGO_LOCK [OUTPUT]]
//! ```
//!
//! Without arguments it takes this repository's own lock file, and writes into the system's folder
//! for temporary files.

#[path = "quickstart/annotate.rs"]
mod annotate;
#[path = "quickstart/lock.rs"]
mod lock;
#[path = "quickstart/read_toml.rs"]
mod read_toml;

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lock::{Lock, LockView};

const USAGE: &str = "usage: quickstart [CARGO_LOCK [OUTPUT]]";

fn main() -> ExitCode {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let (input, output) = (args.next(), args.next());
    if args.next().is_some() || input.as_ref().is_some_and(|path| is_option(path)) {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let input = input.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"));
    let output = output.unwrap_or_else(|| env::temp_dir().join("Cargo.lock.onesheet"));
    match run(&input, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quickstart: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_option(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(b"-")
}

fn run(input: &Path, output: &Path) -> Result<(), String> {
    let text = fs::read_to_string(input).map_err(about(input))?;
    let lock = read_toml::read_toml(&text).map_err(about(input))?;

    let packed = onesheet::encode(&lock);
    write(&packed, input, output)?;

    let message = fs::read(output).map_err(about(output))?;
    let owned: Lock = onesheet::decode(&message).map_err(about(output))?;
    let view: LockView = onesheet::decode_view(&message).map_err(about(output))?;
    if owned != lock {
        return Err(format!("{}: it holds another value", output.display()));
    }
    // One value has one byte string, so equal bytes are equal values.
    if onesheet::encode(&view) != packed {
        return Err(format!("{}: the view shows another value", output.display()));
    }

    let postcard = postcard::to_allocvec(&lock).map_err(|error| format!("postcard: {error}"))?;
    let edges: usize = view.packages.iter().map(|package| package.dependencies.len()).sum();
    let report = format!(
        "{} (version {})
{} packages, {edges} dependencies

    text {:>9} bytes
postcard {:>9} bytes
onesheet {:>9} bytes in {}

Read back equal, as owned values and as a view into the file's bytes.

{}",
        input.display(),
        view.version,
        view.packages.len(),
        text.len(),
        postcard.len(),
        packed.len(),
        output.display(),
        annotate::annotate(&lock, &packed),
    );
    match io::stdout().write_all(report.as_bytes()) {
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(about("standard output".as_ref())),
    }
}

fn write(packed: &[u8], input: &Path, output: &Path) -> Result<(), String> {
    let is_input = |path| fs::canonicalize(input).is_ok_and(|input| input == path);
    if fs::canonicalize(output).is_ok_and(is_input) {
        return Err(format!("{}: this is the input; name another file", output.display()));
    }
    fs::write(output, packed).map_err(about(output))
}

/// The path and the reason, in one line.
fn about<E: Display>(path: &Path) -> impl FnOnce(E) -> String {
    move |error| format!("{}: {error}", path.display())
}
