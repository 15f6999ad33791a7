//! Payload and body (F2).

use std::borrow::Cow;

use memchr::memmem;

use crate::block::MARK;

/// What is written for a mark, and what else it could be mistaken for, begins with this.
const ESCAPE: [u8; 7] = *b"\x89os1\r\n\x1b";

/// Turns the payload that stands in `out` from `start` on into its body.
pub(crate) fn to_body(out: &mut Vec<u8>, start: usize) {
    // Both begin alike, so that one search finds them.
    let Some((_, common)) = MARK.split_last() else { return };
    let payload = out.get(start..).unwrap_or_default();
    let is_either = |place: &usize| matches!(payload.get(place + common.len()), Some(0x1a | 0x1b));
    let places: Vec<_> = memmem::find_iter(payload, common).filter(is_either).collect();
    if places.is_empty() {
        return;
    }
    let payload = out.split_off(start);
    let mut done = 0;
    for place in places {
        let end = place + ESCAPE.len();
        out.extend_from_slice(payload.get(done..place).unwrap_or_default());
        out.extend_from_slice(&ESCAPE);
        out.push(u8::from(payload.get(place..end) == Some(&ESCAPE)));
        done = end;
    }
    out.extend_from_slice(payload.get(done..).unwrap_or_default());
}

/// Whether the bytes are a body: each `ESCAPE` in it stands for something. (That no mark is in it was
/// seen before.)
pub(crate) fn is_body(body: &[u8]) -> bool {
    memmem::find_iter(body, &ESCAPE).all(|place| matches!(body.get(place + 7), Some(0 | 1)))
}

/// The payload of a body.
pub(crate) fn to_payload(body: &[u8]) -> Cow<'_, [u8]> {
    let mut places = memmem::find_iter(body, &ESCAPE).peekable();
    if places.peek().is_none() {
        return Cow::Borrowed(body);
    }
    let mut payload = Vec::with_capacity(body.len());
    let mut done = 0;
    for place in places {
        payload.extend_from_slice(body.get(done..place).unwrap_or_default());
        let is_mark = body.get(place + 7) == Some(&0);
        payload.extend_from_slice(if is_mark { &MARK } else { &ESCAPE });
        done = place + 8;
    }
    payload.extend_from_slice(body.get(done..).unwrap_or_default());
    Cow::Owned(payload)
}
