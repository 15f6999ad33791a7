//! Payload and body (F2).

use std::borrow::Cow;

use onesheet::file::ESCAPE;

use crate::block::MARK;
use crate::scan::memmem;

/// What F2 is about, in a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// There is no `ESCAPE`.
    None,
    /// Each `ESCAPE` stands for something.
    Right,
    /// One does not.
    Wrong,
    /// There is a mark.
    Mark,
}

/// The places where a mark or an `ESCAPE` begins. Both begin alike, so that one search finds them.
fn places(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let common = MARK.split_last().map_or(MARK.as_slice(), |(_, common)| common);
    let is_either = |place: &usize| matches!(bytes.get(place + common.len()), Some(0x1a | 0x1b));
    memmem::find_iter(bytes, common).filter(is_either)
}

/// Turns the payload that stands in `out` from `start` on into its body.
pub(crate) fn to_body(out: &mut Vec<u8>, start: usize) {
    let escapes = places(out.get(start..).unwrap_or_default()).count();
    if escapes > 0 {
        let len = out.len() - start;
        out.resize(out.len() + escapes, 0);
        let body = out.get_mut(start..).and_then(|payload| onesheet::file::escape(payload, len));
        debug_assert_eq!(body, Some(len + escapes));
    }
}

/// What is in a body: it is searched up to the first mark.
pub(crate) fn escapes(body: &[u8]) -> Escapes {
    let mut found = Escapes::None;
    for place in places(body) {
        found = match body.get(place + ESCAPE.len() - 1..) {
            Some([0x1b, 0 | 1, ..]) if found != Escapes::Wrong => Escapes::Right,
            Some([0x1b, ..]) => Escapes::Wrong,
            _ => return Escapes::Mark,
        };
    }
    found
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn body(payload: &[u8]) -> Vec<u8> {
        let mut out = [b"before", payload].concat();
        to_body(&mut out, 6);
        assert!(out.starts_with(b"before"));
        out.split_off(6)
    }

    #[test]
    fn the_example_of_the_page() {
        assert_eq!(body(b"\x01\x89os1\r\n\x1a\x52"), b"\x01\x89os1\r\n\x1b\x00\x52");
        assert_eq!(body(b"\x89os1\r\n\x1b\x89os1\r\n"), b"\x89os1\r\n\x1b\x01\x89os1\r\n");
    }

    #[test]
    fn what_is_in_a_body() {
        for (body, found) in [
            (&b"\x89os1\r\n"[..], Escapes::None),
            (b"\x89os1\r\n\x1b\x00\x89os1\r\n\x1b\x01\x89os1\r\n\x1c", Escapes::Right),
            (b"\x89os1\r\n\x1b", Escapes::Wrong),
            (b"\x89os1\r\n\x1b\x02\x89os1\r\n\x1b\x00", Escapes::Wrong),
            (b"\x89os1\r\n\x1b\x02\x89os1\r\n\x1a", Escapes::Mark),
        ] {
            assert_eq!(escapes(body), found, "{body:?}");
        }
    }

    proptest! {
        #[test]
        fn a_body_has_no_mark_and_stands_for_its_payload(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just(MARK.to_vec()),
                    Just(ESCAPE.to_vec()),
                    Just(MARK[..6].to_vec()),
                    prop::collection::vec(any::<u8>(), 0..4),
                    prop::collection::vec(0x1au8..=0x1b, 0..3),
                ],
                0..12,
            ),
        ) {
            let payload = pieces.concat();
            let body = body(&payload);
            prop_assert!(memmem::find(&body, &MARK).is_none());
            let expected = if body == payload { Escapes::None } else { Escapes::Right };
            prop_assert_eq!(escapes(&body), expected);
            prop_assert_eq!(to_payload(&body), payload);
        }
    }
}
