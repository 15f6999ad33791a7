//! The length-prefixed form over `std::io`.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::vec::Vec;

use super::super::dropped::Dropped;
use super::length;
use crate::Serialize;
use crate::varint::MAX_LEN_U64;

/// Writes the length of a value and the value, in one call of `write_all`.
///
/// # Errors
/// Those of `output`; `InvalidInput` with an [`Error`](crate::Error) inside for a value that cannot be
/// encoded, of which nothing is written.
pub fn write(output: &mut (impl Write + ?Sized), value: &(impl Serialize + ?Sized)) -> Result<()> {
    let bytes = crate::message::encode_staged(|w| w.write_block(|w| value.serialize(w)));
    let bytes = bytes.map_err(|error| Error::new(ErrorKind::InvalidInput, error))?;
    output.write_all(&bytes)
}

/// Reads the next payload, of at most `max` bytes, into `buf`; `None` if the stream ends before
/// another one begins.
///
/// The length is read byte by byte: give it a `BufReader` where that is a system call each. Memory
/// is claimed as bytes come, not as the length announces them.
///
/// # Errors
/// Those of `input`; and with a [`Dropped`] inside, `UnexpectedEof` for
/// [`Truncated`](Dropped::Truncated), `InvalidData` for [`TooLong`](Dropped::TooLong) and
/// [`Noise`](Dropped::Noise). No later payload can be found after any of them.
pub fn read<'a>(
    input: &mut (impl Read + ?Sized),
    max: usize,
    buf: &'a mut Vec<u8>,
) -> Result<Option<&'a [u8]>> {
    let mut prefix = [0; MAX_LEN_U64];
    let mut got = 0;
    let length = loop {
        let mut byte = 0;
        match input.read(core::slice::from_mut(&mut byte)) {
            Ok(0) if got == 0 => return Ok(None),
            Ok(0) => return Err(broken(Dropped::Truncated)),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        if let Some(length) = length(&mut prefix, got, byte).map_err(broken)? {
            break length;
        }
        got += 1;
    };
    if length > max as u64 {
        return Err(broken(Dropped::TooLong));
    }
    buf.clear();
    input.take(length).read_to_end(buf)?;
    if (buf.len() as u64) < length {
        return Err(broken(Dropped::Truncated));
    }
    Ok(Some(buf))
}

fn broken(dropped: Dropped) -> Error {
    let kind = match dropped {
        Dropped::Truncated => ErrorKind::UnexpectedEof,
        _ => ErrorKind::InvalidData,
    };
    Error::new(kind, dropped)
}
