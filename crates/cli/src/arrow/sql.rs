//! `sql`: a query over files, which the program `onesheet-sql` runs.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;

use super::export::copy;
use super::import::kept;
use super::sink::Target;
use crate::args::{Format, MaxBody, Sql, named};
use crate::failure::{Failure, say};
use crate::file::Input;
use crate::files;

const PROGRAM: &str = "onesheet-sql";

/// The exit code of that program if the result is whole and something was passed over.
const PASSED_OVER: i32 = 3;

pub fn sql(args: &Sql) -> Result<(), Failure> {
    let folder = tempfile::tempdir();
    let folder =
        folder.map_err(|e| Failure::usage(format_args!("cannot make a temporary folder: {e}")))?;
    let mut program = Command::new(PROGRAM);
    program.args(args.lossy.then_some("--lossy")).arg(&args.query);
    let mut tables: BTreeMap<&str, &Path> = BTreeMap::new();
    for file in &args.files {
        let table = table(file)?;
        if let Some(other) = tables.insert(table, file) {
            let (file, other) = (file.display(), other.display());
            return Err(Failure::usage(format_args!(
                "{file}: the table {table} is {other} already; put the path into the query: from '{file}'"
            )));
        }
    }
    for (i, file) in args.files.iter().enumerate() {
        program.arg(table(file)?).arg(records(file, folder.path(), i)?);
    }
    let code = Rc::default();
    let output = Output::of(&mut program, Rc::clone(&code))?;
    let max_body = MaxBody { bytes: usize::MAX };
    let input = Input::new("the result".to_owned(), Box::new(output), None, &max_body);
    let written = input.and_then(|mut input| {
        input.progress.hide();
        let path = Path::new("-");
        let target = Target { format: args.to, path, columns: None, form: &args.form };
        files::write_to(path, |out| copy(&mut input, None, &target, out).map(drop))
    });
    match code.get() {
        None | Some(0) => written,
        Some(PASSED_OVER) => written.and(Err(Failure::Said(1))),
        Some(code) => Err(Failure::Said(u8::try_from(code).unwrap_or(2))),
    }
}

/// What a file is called as a table: its name without the ending.
fn table(file: &Path) -> Result<&str, Failure> {
    let wrong = |why: &str| Failure::usage(format_args!("{}: {why}", file.display()));
    let name = file.file_name().and_then(|name| name.to_str());
    let name = name
        .filter(|name| *name != "-")
        .ok_or_else(|| wrong("no name for a table; give a file with a name"))?;
    if name.contains(['*', '?', '[']) && !file.exists() {
        let why =
            format!("a pattern is not a table; put it into the query: from '{}'", file.display());
        return Err(wrong(&why));
    }
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(name);
    Ok(name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

/// The file that the program reads: what it does not, it gets as a file of records.
fn records(file: &Path, folder: &Path, i: usize) -> Result<PathBuf, Failure> {
    match named(file) {
        None | Some(Format::Parquet) => Ok(file.to_owned()),
        Some(format) => {
            let output = folder.join(format!("{i}.onesheet"));
            kept(file, format, &output)?;
            Ok(output)
        }
    }
}

/// What the program writes, at whose end it is an error if the program failed; it is stopped when this
/// is dropped.
struct Output {
    program: Child,
    out: ChildStdout,
    /// How the program ended.
    code: Rc<Cell<Option<i32>>>,
}

impl Output {
    fn of(program: &mut Command, code: Rc<Cell<Option<i32>>>) -> Result<Self, Failure> {
        let started = program.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
        let mut program = started.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::usage(format_args!(
                "cannot run {PROGRAM}: not found; install it with `cargo install --path crates/sql`"
            )),
            _ => Failure::usage(format_args!("cannot run {PROGRAM}: {error}")),
        })?;
        match program.stdout.take() {
            Some(out) => Ok(Output { program, out, code }),
            None => Err(Failure::usage(format_args!("cannot read the output of {PROGRAM}"))),
        }
    }
}

impl Read for Output {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.out.read(buf)?;
        if read > 0 || buf.is_empty() {
            return Ok(read);
        }
        let status = self.program.wait()?;
        // One that was killed says nothing itself.
        if status.code().is_none() {
            say(format_args!("{PROGRAM}: {status}"));
        }
        let code = status.code().unwrap_or(2);
        self.code.set(Some(code));
        match code {
            0 | PASSED_OVER => Ok(0),
            _ => Err(io::Error::other(format!("{PROGRAM} failed"))),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
