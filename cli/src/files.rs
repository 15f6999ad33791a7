//! Files, standard input and output.

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use onesheet_dynamic::Type;

use crate::failure::Failure;

/// Reads a file, or standard input for `-` and none.
pub fn read(path: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match path.filter(|path| *path != Path::new("-")) {
        Some(path) => fs::read(path)
            .map_err(|e| Failure::usage(format_args!("cannot read {}: {e}", path.display()))),
        None => match io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(e) => Err(Failure::usage(format_args!("cannot read standard input: {e}"))),
        },
    }
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
        .map_err(|_| Failure::found(format_args!("{} is not UTF-8 text", name(path))))
}

pub fn read_schema(path: &Path) -> Result<Type, Failure> {
    let text = read_text(Some(path))?;
    Type::from_text_or_json(&text)
        .map_err(|e| Failure::found(format_args!("{}: {e}", name(Some(path)))))
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

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format_args!("cannot write {}: {error}", path.display()))
}

/// Writes a file piece by piece, under another name until all is there: a file that was there stays as
/// it is on failure.
pub fn write_with(
    path: &Path,
    f: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let error = |e| unwritable(path, &e);
    // A device or a pipe is written to, and not replaced.
    let to_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
    let mut new = path.as_os_str().to_owned();
    new.push(format!(".{}.new", std::process::id()));
    let name = if to_file { Path::new(&new) } else { path };
    let file = fs::File::create(name).map_err(error)?;
    let mut out = io::BufWriter::new(file);
    let mut written = f(&mut out).and_then(|()| out.flush().map_err(error));
    if to_file {
        written = written.and_then(|()| fs::rename(&new, path).map_err(error));
        if written.is_err() {
            // What is left of it is of no use; that it cannot be removed changes nothing.
            let _ = fs::remove_file(&new);
        }
    }
    written
}
