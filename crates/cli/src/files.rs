//! Files, standard input and output.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use onesheet_dynamic::Type;
use onesheet_file::{Error, Outline};

use crate::failure::Failure;
use crate::unfinished;

/// Reads a file, or standard input for `-` and none.
pub fn read(path: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => fs::read(path).map_err(|e| unreadable(path, &e)),
        None => match io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(e) => Err(Failure::usage(format_args!("cannot read standard input: {e}"))),
        },
    }
}

/// Opens a file, or standard input for `-` and none, to be read piece by piece; with its length, if it
/// has one.
pub fn open(path: Option<&Path>) -> Result<(Box<dyn Read>, Option<u64>), Failure> {
    let Some(path) = path.filter(|path| *path != Path::new("-")) else {
        return Ok((Box::new(io::stdin().lock()), None));
    };
    let error = |e| unreadable(path, &e);
    let file = fs::File::open(path).map_err(error)?;
    let metadata = file.metadata().map_err(error)?;
    if metadata.is_dir() {
        return Err(error(io::ErrorKind::IsADirectory.into()));
    }
    Ok((Box::new(file), metadata.is_file().then_some(metadata.len())))
}

pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format_args!("cannot read {}: {error}", path.display()))
}

/// The name of an input in messages.
pub fn name(path: Option<&Path>) -> String {
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => path.display().to_string(),
        None => "standard input".to_owned(),
    }
}

pub fn read_text(path: Option<&Path>) -> Result<String, Failure> {
    let bytes = read(path)?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::found(format_args!("{}: not UTF-8 text", name(path))))
}

/// The type that a schema is of, or the last section of a file of records.
pub fn read_schema(path: &Path) -> Result<Type, Failure> {
    let bytes = read(Some(path))?;
    let wrong =
        |what: &dyn std::fmt::Display| Failure::found(format_args!("{}: {what}", name(Some(path))));
    if bytes.starts_with(&onesheet::file::START[..4]) {
        let outline = Outline::of(&mut io::Cursor::new(bytes)).map_err(|e| wrong(&e))?;
        let last = outline.sections.last().ok_or_else(|| wrong(&"no whole schema block"))?;
        return last.section.schema().parse().map_err(|e| wrong(&e));
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| wrong(&"neither UTF-8 text nor a file of records"))?;
    Type::from_text_or_json(&text).map_err(|e| wrong(&e))
}

/// Reads a message, which may be hexadecimal text with white space.
pub fn read_message(path: Option<&Path>, hex: bool) -> Result<Vec<u8>, Failure> {
    if !hex {
        return read(path);
    }
    let text = read_text(path)?;
    let digits: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let wrong = |what: String| Failure::found(format_args!("{}: {what}", name(path)));
    if let Some(c) = digits.iter().find(|c| !c.is_ascii_hexdigit()) {
        return Err(wrong(format!("{c:?} is not a hexadecimal digit")));
    }
    if digits.len() % 2 == 1 {
        return Err(wrong("an odd number of hexadecimal digits".to_owned()));
    }
    let value = |c: char| c.to_digit(16).unwrap_or(0) as u8;
    Ok(digits.chunks(2).map(|pair| value(pair[0]) << 4 | value(pair[1])).collect())
}

/// Writes all of a file or of standard output; a file that was there stays as it is on failure.
pub fn write(path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
    match path.filter(|path| *path != Path::new("-")) {
        None => {
            let mut out = io::stdout().lock();
            out.write_all(bytes)
                .and_then(|()| out.flush())
                .map_err(|e| Failure::write("standard output", &e))
        }
        Some(path) => {
            write_with(path, |out| out.write_all(bytes).map_err(|e| unwritable(path, &e)))
        }
    }
}

pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let path = if path == Path::new("-") { "standard output" } else { &path.display().to_string() };
    Failure::write(path, error)
}

/// Why a file of records could not be written.
pub fn failure(path: &Path, error: Error) -> Failure {
    match error {
        Error::Io(error) => unwritable(path, &error),
        Error::InUse(_) => {
            Failure::usage(format_args!("cannot write {}: it has another writer", path.display()))
        }
        error => Failure::found(format_args!("{}: {error}", path.display())),
    }
}

/// Refuses to write over the file that is read.
pub fn other(input: &Path, output: &Path) -> Result<(), Failure> {
    match (fs::canonicalize(input), fs::canonicalize(output)) {
        (Ok(from), Ok(to)) if from == to && to.is_file() => {
            let path = output.display();
            Err(Failure::usage(format_args!(
                "cannot write {path}: it is the file that is read; write to another"
            )))
        }
        _ => Ok(()),
    }
}

/// Whether what [`write_to`] writes to a file of that name is compressed.
#[cfg(feature = "arrow")]
pub fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "gz" || ending == "zst")
}

/// Writes a file piece by piece, or standard output for `-`; compressed if its name ends so.
#[cfg(feature = "arrow")]
pub fn write_to(
    path: &Path,
    f: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let error = |e| unwritable(path, &e);
    let compressed = |out: &mut (dyn Write + Send)| match path.extension().and_then(|x| x.to_str())
    {
        Some("gz") => {
            let mut out = flate2::write::GzEncoder::new(out, flate2::Compression::default());
            f(&mut out)?;
            out.finish().map(drop).map_err(error)
        }
        Some("zst") => {
            let mut out = zstd::Encoder::new(out, 0).map_err(error)?;
            f(&mut out)?;
            out.finish().map(drop).map_err(error)
        }
        _ => f(out),
    };
    if path != Path::new("-") {
        return write_with(path, compressed);
    }
    let mut out = io::BufWriter::new(io::stdout());
    compressed(&mut out)?;
    out.flush().map_err(error)
}

/// Writes a line on standard output about a file that was written, unless that is it.
#[cfg(feature = "arrow")]
pub fn say(written: &Path, line: &str) -> Result<(), Failure> {
    if written == Path::new("-") { Ok(()) } else { write(None, line.as_bytes()) }
}

/// Refuses to write to standard output where a file must be.
pub fn named(path: &Path) -> Result<(), Failure> {
    match path == Path::new("-") {
        true => Err(Failure::usage("cannot write -: not a file; give its name, such as ./-")),
        false => Ok(()),
    }
}

/// Writes a file piece by piece, under another name until all is there: a file that was there stays as
/// it is on failure.
pub fn write_with(
    path: &Path,
    f: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Failure>,
) -> Result<(), Failure> {
    named(path)?;
    let error = |e| unwritable(path, &e);
    // A device or a pipe is written to, and not replaced.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fill(path, &fs::File::create(path).map_err(error)?, f);
    }
    let new = unfinished::begin(path).map_err(|e| failure(path, e))?;
    let filled = fill(path, new.file(), f);
    let kept = unfinished::end(new, filled.is_ok()).map_err(|e| failure(path, e));
    filled.and(kept)
}

fn fill(
    path: &Path,
    file: &fs::File,
    f: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(file);
    f(&mut out)?;
    out.flush().map_err(|e| unwritable(path, &e))
}
