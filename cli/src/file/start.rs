//! How files begin: as they are to, or as text.

use std::io::Read;
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
    (b"\xef\xbf\xbdos1", "bytes that are no UTF-8 were replaced"),
];

/// Bytes of the start of a file that are enough to tell.
pub const ENOUGH: u64 = 16;

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
    let (input, _) = files::open(Some(path))?;
    let mut start = Vec::new();
    input
        .take(64 << 10)
        .read_to_end(&mut start)
        .map_err(|e| Failure::usage(format_args!("cannot read {}: {e}", path.display())))?;
    let used = start.iter().position(|byte| !matches!(byte, 0 | 0xff)).unwrap_or(start.len());
    let start = &start[used..];
    Ok(start.starts_with(&START) || START.starts_with(start))
}
