//! `migrate --check`: the uses of bincode, postcard and serde in Rust sources, and what each becomes.

mod attributes;
mod enums;
mod imports;
mod table;
mod uses;

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Migrate;
use crate::failure::Failure;
use enums::Enums;
use table::Becomes;

/// The stack in which sources are parsed and walked through, each level of what is nested in a call of its own.
const STACK: usize = 256 << 20;

/// Brackets inside one another that fit the stack, with much to spare.
const MOST_NESTED: usize = 5_000;

pub fn run(args: &Migrate) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || check(args));
        let thread =
            thread.map_err(|e| Failure::usage(format_args!("cannot start a thread: {e}")))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn check(args: &Migrate) -> Result<(), Failure> {
    let mut files = Vec::new();
    find(&args.src, true, &mut files)?;
    let mut parsed = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).map_err(|error| cannot_read(path, error))?;
        if nested(&text) > MOST_NESTED {
            let what = format!("more than {MOST_NESTED} brackets inside one another");
            return Err(Failure::found(format_args!("{}: {what}", path.display())));
        }
        let file = syn::parse_file(&text).map_err(|error| {
            let start = error.span().start();
            Failure::found(format_args!("{}:{}: not Rust: {error}", path.display(), start.line))
        })?;
        parsed.push((path, file));
    }
    let enums = Enums::of(parsed.iter().map(|(_, file)| file));
    let (mut uses, mut without, mut in_files) = (0, 0, 0);
    for (path, file) in &parsed {
        let found = uses::uses_in(file, &enums);
        in_files += usize::from(!found.is_empty());
        for ((line, _), (what, becomes)) in &found {
            uses += 1;
            without += usize::from(matches!(becomes, Becomes::Nothing(_)));
            print(&format!("{}:{line}: {what}: {becomes}", path.display()))?;
        }
    }
    print(&format!(
        "{} files: {uses} uses in {in_files}, {without} of them without a counterpart",
        files.len()
    ))?;
    if without > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

/// How many brackets stand inside one another, at most; those in texts and comments count, too.
fn nested(text: &str) -> usize {
    let (mut open, mut angles, mut most) = (0usize, 0usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            b'<' => angles += 1,
            b'>' => angles = angles.saturating_sub(1),
            _ => {}
        }
        // One that compares or shifts is not closed.
        if let b';' | b',' | b'{' | b'}' = byte {
            angles = 0;
        }
        most = most.max(open + angles);
    }
    most
}

fn print(line: &str) -> Result<(), Failure> {
    crate::files::write(None, format!("{line}\n").as_bytes())
}

fn cannot_read(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::usage(format_args!("cannot read {}: {error}", path.display()))
}

/// The Rust sources at a path, in order; of a folder those below it that are neither hidden nor built.
fn find(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let metadata = fs::symlink_metadata(path).map_err(|error| cannot_read(path, error))?;
    if metadata.is_dir() || named && path.is_dir() {
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries = entries.map_err(|error| cannot_read(path, error))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let hidden = name.to_string_lossy().starts_with('.') || name == "target";
            if !hidden {
                find(&entry.path(), false, files)?;
            }
        }
    } else if named || metadata.is_file() && path.extension().is_some_and(|end| end == "rs") {
        files.push(path.to_owned());
    }
    Ok(())
}
