//! Payload to body (F2).

use super::header::{ESCAPE, MARK};

/// Turns the payload of `len` bytes at the start of `buf` into the body of a block (F2), and returns
/// the body's length: a byte more for each mark in the payload, or what could be taken for one.
///
/// `None` if `buf` has no room for it; then `buf` is as it was.
///
/// ```
/// let mut buf = *b"a mark: \x89os1\r\n\x1a.......";
/// assert_eq!(onesheet::file::escape(&mut buf, 16), Some(17));
/// assert_eq!(&buf[8..17], b"\x89os1\r\n\x1b\0.");
/// ```
#[must_use]
pub fn escape(buf: &mut [u8], len: usize) -> Option<usize> {
    let mut from = len;
    // None overlaps another, for the first byte is not among the others.
    let escapes = buf.get(..len)?.windows(ESCAPE.len()).filter(|bytes| stands(bytes).is_some());
    let end = len.checked_add(escapes.count())?;
    let body = buf.get_mut(..end)?;
    // From the back: each byte is moved before another takes its place.
    let mut to = end;
    while from < to {
        let last = body.get(..from)?.last_chunk::<7>().and_then(|bytes| stands(bytes));
        let (byte, before) = match last {
            Some(stands) => {
                to = to.checked_sub(1)?;
                *body.get_mut(to)? = stands;
                (0x1b, from.checked_sub(1)?)
            }
            None => {
                let before = from.checked_sub(1)?;
                (*body.get(before)?, before)
            }
        };
        from = before;
        to = to.checked_sub(1)?;
        *body.get_mut(to)? = byte;
    }
    Some(end)
}

/// What stands behind `ESCAPE` for a mark, and for itself.
fn stands(bytes: &[u8]) -> Option<u8> {
    match bytes {
        bytes if bytes == MARK => Some(0),
        bytes if bytes == ESCAPE => Some(1),
        _ => None,
    }
}
