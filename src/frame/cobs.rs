//! The writer of delimited frames (F1 to F4).

use core::cell::Cell;

use crate::crc::{self, Crc};
use crate::{Error, ErrorKind, Serialize};

/// The byte that ends a frame, and occurs nowhere within one (F4).
///
/// Send one before a frame if the line may hold noise: at the start, after a pause or an error
/// (F5). Otherwise the noise and the frame count as one, and are dropped together.
pub const DELIMITER: u8 = 0;

/// Bytes without a zero that one block holds at most (F3).
const BLOCK: usize = 254;

/// The greatest length in bytes of a frame whose payload has `payload` bytes (F4): the size for the
/// buffer of [`encode`]. It saturates at `usize::MAX`.
#[must_use]
pub const fn max_len<C: Crc>(payload: usize) -> usize {
    let body = payload.saturating_add(C::LEN);
    body.saturating_add(body.div_ceil(BLOCK)).saturating_add(1)
}

/// Encodes a value as one frame at the start of `buf`, and returns the length of the frame in
/// bytes.
///
/// No other buffer is used. `buf` needs [`max_len`] bytes for the length of the encoded value,
/// `frame::max_len::<C>(T::MAX_LEN)` at most. What is in `buf` behind the frame is unspecified.
///
/// # Errors
/// [`BufferFull`](ErrorKind::BufferFull) if `buf` is shorter, or why the value is refused; then its contents are
/// unspecified.
pub fn encode<C: Crc>(value: &(impl Serialize + ?Sized), buf: &mut [u8]) -> Result<usize, Error> {
    let payload = buf.get_mut(1..).unwrap_or_default();
    let len = crate::message::encode_to_slice(value, payload)?;
    seal::<C>(buf, len)
}

/// [`encode`] for a payload that is already bytes.
///
/// # Errors
/// As [`encode`].
pub fn encode_bytes<C: Crc>(payload: &[u8], buf: &mut [u8]) -> Result<usize, Error> {
    let room = buf.iter_mut().skip(1);
    for (to, from) in room.zip(payload) {
        *to = *from;
    }
    seal::<C>(buf, payload.len())
}

/// Turns `buf`, with a payload of `len` bytes behind its first byte, into a frame.
fn seal<C: Crc>(buf: &mut [u8], len: usize) -> Result<usize, Error> {
    let full = Error::new(ErrorKind::BufferFull, buf.len());
    seal_cells::<C>(Cell::from_mut(buf).as_slice_of_cells(), len).ok_or(full)
}

fn seal_cells<C: Crc>(buf: &[Cell<u8>], len: usize) -> Option<usize> {
    let buf = buf.get(..max_len::<C>(len))?;
    let body = buf.get(1..)?.get(..len + C::LEN)?;
    let (payload, checksum) = body.split_at_checked(len)?;
    let mut sum = crc::ones::<C>();
    for byte in payload {
        sum = crc::update::<C>(sum, byte.get());
    }
    for (to, from) in checksum.iter().zip((sum ^ crc::ones::<C>()).to_le_bytes()) {
        to.set(from);
    }
    // Each block may grow the body by its first byte. Moved that far back, the body is read ahead
    // of what is written over it.
    let blocks = body.len().div_ceil(BLOCK);
    let moved = buf.get(blocks..)?.get(..body.len())?;
    if blocks > 1 {
        for (to, from) in moved.iter().zip(body).rev() {
            to.set(from.get());
        }
    }
    stuff(moved, buf)
}

/// Writes COBS of `body` and the delimiter to the start of `buf` (F3, F4), and returns the length.
fn stuff(body: &[Cell<u8>], buf: &[Cell<u8>]) -> Option<usize> {
    let mut out = buf.iter();
    let mut code = out.next()?;
    let mut block = 0;
    for byte in body {
        if block == BLOCK {
            code.set(0xff);
            code = out.next()?;
            block = 0;
        }
        let byte = byte.get();
        let to = out.next()?;
        if byte == 0 {
            code.set(block as u8 + 1);
            code = to;
            block = 0;
        } else {
            to.set(byte);
            block += 1;
        }
    }
    code.set(block as u8 + 1);
    out.next()?.set(DELIMITER);
    Some(buf.len() - out.len())
}
