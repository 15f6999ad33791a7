//! Messages behind their length, for streams that keep every byte (F8, F9).

use crate::error::{Error, ErrorKind};
use crate::ser::Writer;
use crate::varint::{self, MAX_LEN_U64};
use crate::{Deserialize, Serialize};

use super::dropped::{Counts, Dropped};

#[cfg(feature = "std")]
mod io;

#[cfg(feature = "std")]
pub use io::{read, write};

/// The length in bytes of a payload of `payload` bytes with its prefix; saturates at
/// `usize::MAX`.
#[must_use]
pub const fn len(payload: usize) -> usize {
    payload.saturating_add(varint::len_u64(payload as u64))
}

/// Encodes a value with its length before it to the start of `buf`, and returns the length of both in
/// bytes.
///
/// # Errors
/// [`BufferFull`](ErrorKind::BufferFull) if they do not fit, or why the value is refused; then the contents of
/// `buf` are unspecified.
pub fn encode(value: &(impl Serialize + ?Sized), buf: &mut [u8]) -> Result<usize, Error> {
    prefix(buf, |writer| value.serialize(writer))
}

/// [`encode`] for a payload that is already bytes.
///
/// # Errors
/// As [`encode`].
pub fn encode_bytes(payload: &[u8], buf: &mut [u8]) -> Result<usize, Error> {
    prefix(buf, |writer| writer.write_bytes(payload))
}

fn prefix(buf: &mut [u8], payload: impl FnOnce(&mut Writer<'_>)) -> Result<usize, Error> {
    let mut writer = Writer::new(buf);
    writer.write_block(payload);
    writer.written()
}

/// Takes a stream apart into payloads.
///
/// It takes bytes in pieces of any size and keeps one payload, in `B`, which is also the longest
/// that it takes: `[u8; Message::MAX_LEN]`, `&mut [u8]`, or a `Vec<u8>` of that length. After any [`Dropped`] but
/// [`Dropped::Message`] no further frame can be found: it takes all further bytes and returns the same again.
#[derive(Clone, Debug)]
pub struct Receiver<B> {
    payload: B,
    /// Bytes of the payload so far.
    len: usize,
    prefix: [u8; MAX_LEN_U64],
    state: State,
    counts: Counts,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// So many bytes of the prefix are there.
    Prefix(usize),
    /// The payload has so many bytes.
    Payload(usize),
    /// No further frame can be found.
    Closed(Dropped),
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Receiver<B> {
    /// A receiver at the start of a stream; what `payload` holds does not matter.
    #[must_use]
    pub const fn new(payload: B) -> Self {
        Receiver {
            payload,
            len: 0,
            prefix: [0; MAX_LEN_U64],
            state: State::Prefix(0),
            counts: Counts::ZERO,
        }
    }

    /// Takes bytes off the front of `bytes` up to the end of a payload, and returns it, or why the
    /// stream is broken.
    ///
    /// `None` means that all of `bytes` is taken and no payload ends there. Otherwise what follows
    /// is left in `bytes`: call until `None`.
    #[inline]
    pub fn push(&mut self, bytes: &mut &[u8]) -> Option<Result<&[u8], Dropped>> {
        let end = self.advance(bytes)?;
        if end.is_ok() {
            self.counts.count(&end);
        }
        Some(end.map(|len| self.payload.as_ref().get(..len).unwrap_or_default()))
    }

    /// [`push`](Self::push), and decodes the payload, which must be exactly one message.
    ///
    /// A message that is not a `T` is [`Dropped::Message`] and counted as such, not among the
    /// frames; the stream goes on behind it.
    pub fn decode<'de, T: Deserialize<'de>>(
        &'de mut self,
        bytes: &mut &[u8],
    ) -> Option<Result<T, Dropped>> {
        let message = self.advance(bytes)?.and_then(|len| {
            let payload = self.payload.as_ref().get(..len).unwrap_or_default();
            let message = crate::message::decode(payload).map_err(Dropped::Message);
            self.counts.count(&message);
            message
        });
        Some(message)
    }

    /// Says that the stream has ended.
    ///
    /// # Errors
    /// [`Dropped::Truncated`], counted, if it ended within a prefix or a payload; whatever broke
    /// the stream before.
    pub fn finish(&mut self) -> Result<(), Dropped> {
        match self.state {
            State::Prefix(0) => Ok(()),
            State::Prefix(_) | State::Payload(_) => Err(self.close(Dropped::Truncated)),
            State::Closed(dropped) => Err(dropped),
        }
    }

    /// What this receiver has handed back and dropped so far.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    fn close(&mut self, dropped: Dropped) -> Dropped {
        self.counts.count::<()>(&Err(dropped));
        self.state = State::Closed(dropped);
        dropped
    }

    /// Takes bytes up to the end of a payload, and returns its length.
    fn advance(&mut self, bytes: &mut &[u8]) -> Option<Result<usize, Dropped>> {
        loop {
            match self.state {
                State::Prefix(len) => {
                    let (&byte, rest) = bytes.split_first()?;
                    *bytes = rest;
                    match length(&mut self.prefix, len, byte) {
                        Ok(Some(length)) if length > self.payload.as_ref().len() as u64 => {
                            *bytes = &[];
                            return Some(Err(self.close(Dropped::TooLong)));
                        }
                        Ok(Some(length)) => {
                            self.len = 0;
                            self.state = State::Payload(length as usize);
                        }
                        Ok(None) => self.state = State::Prefix(len + 1),
                        Err(dropped) => {
                            *bytes = &[];
                            return Some(Err(self.close(dropped)));
                        }
                    }
                }
                State::Payload(length) => {
                    let room = self.payload.as_mut().get_mut(self.len..length).unwrap_or_default();
                    let take = room.len().min(bytes.len());
                    let (Some(to), Some((from, rest))) =
                        (room.get_mut(..take), bytes.split_at_checked(take))
                    else {
                        return None;
                    };
                    for (to, from) in to.iter_mut().zip(from) {
                        *to = *from;
                    }
                    *bytes = rest;
                    self.len += take;
                    if self.len < length {
                        return None;
                    }
                    self.state = State::Prefix(0);
                    return Some(Ok(length));
                }
                State::Closed(dropped) => {
                    let more = !bytes.is_empty();
                    *bytes = &[];
                    return more.then_some(Err(dropped));
                }
            }
        }
    }
}

/// The length that a prefix says, of which `got` bytes came before this one; `None` if it goes on.
pub(crate) fn length(
    prefix: &mut [u8; varint::MAX_LEN_U64],
    got: usize,
    byte: u8,
) -> Result<Option<u64>, Dropped> {
    if let Some(slot) = prefix.get_mut(got) {
        *slot = byte;
    }
    match varint::decode_u64(&mut prefix.get(..=got).unwrap_or_default()) {
        Ok(length) => Ok(Some(length)),
        Err(ErrorKind::UnexpectedEnd) if got + 1 < prefix.len() => Ok(None),
        Err(_) => Err(Dropped::Noise),
    }
}
