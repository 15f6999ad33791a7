//! How files begin: as they are to, or as text.

use std::path::Path;

use onesheet::file::START;

use crate::failure::Failure;
use crate::files;

/// What is left of the start of a file by programs that take it for text, and what they did.
const MANGLED: [(&[u8], &str); 6] = [
    (b"\x09os1\r\n\x1a\n", "the high bit of each byte was cleared"),
    (b"\x89os1\n\x1a\n", "CRLF became LF"),
    (b"\x89os1\r\r\n\x1a\r\n", "LF became CRLF"),
    (b"\xc2\x89os1", "bytes became UTF-8, from Latin-1"),
    (b"\xe2\x80\xb0os1", "bytes became UTF-8, from Windows-1252"),
    (b"\xef\xbf\xbdos1", "bytes that are not UTF-8 were replaced"),
];

/// Bytes of the start of a file that are enough to tell.
pub const ENOUGH: u64 = 16;

/// How other files begin, what they are, and what may be done.
const OTHERS: [(&[u8], &str, &str); 4] = [
    (b"PAR1", "Parquet", IMPORTED),
    (b"ARROW1", "Arrow", IMPORTED),
    (&[0x1f, 0x8b], "compressed with gzip", "decompress it first"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "compressed with Zstandard", "decompress it first"),
];
const IMPORTED: &str = "`onesheet import` makes it a file of records";
const TEXT: &str = "`onesheet import` makes CSV and JSON a file of records";

/// What a file that starts so, in its first [`ENOUGH`] bytes, is in place of one of records, if that can be told.
pub fn what_else(start: &[u8]) -> Option<String> {
    if let Some((_, what, then)) = OTHERS.iter().find(|(bytes, ..)| start.starts_with(bytes)) {
        return Some(format!("it is {what}; {then}"));
    }
    let is_text = |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace();
    // The last character may go on behind the start.
    let is_utf_8 = match std::str::from_utf8(start) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    (!start.is_empty() && is_utf_8 && start.iter().all(is_text))
        .then(|| format!("it is text; {TEXT}"))
}

/// What made text of a file that starts so, in its first [`ENOUGH`] bytes, if that is what happened.
pub fn how_mangled(start: &[u8]) -> Option<&'static str> {
    // A program that takes control-Z for the end of a text leaves what is before, with it or without.
    if start == &START[..6] || start == &START[..7] {
        return Some("it was cut at control-Z");
    }
    MANGLED.iter().find(|(bytes, _)| start.starts_with(bytes)).map(|(_, how)| *how)
}

/// Whether a file that is there begins as files of records do, unused space aside (F4, F8), as far as it
/// goes.
pub fn begins_well(path: &Path) -> Result<bool, Failure> {
    files::named(path)?;
    // A pipe would be waited for.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let path = path.display();
        return Err(Failure::usage(format_args!("cannot append to {path}: not a regular file")));
    }
    let (input, _) = files::open(Some(path))?;
    onesheet_file::begins_well(input).map_err(|error| files::unreadable(path, &error))
}
