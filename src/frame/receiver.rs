//! The reader of delimited frames (F6, F7).

use core::marker::PhantomData;

use super::cobs::DELIMITER;
use super::dropped::{Counts, Dropped};
use crate::Deserialize;
use crate::crc::{self, Crc, Crc16};

/// Finds the frames among the bytes of a line.
///
/// It takes bytes in pieces of any size, keeps one payload, in `B`, and drops payloads that are
/// longer than that: `[u8; Message::MAX_LEN]`, `&mut [u8]`, or a `Vec<u8>` of that length. The
/// constructors are `const`, so that a receiver can be a `static`.
#[derive(Clone, Debug)]
pub struct Receiver<B, C = Crc16> {
    payload: B,
    /// Bytes of the body so far, whether they fit into `payload` or not; it stops counting at the
    /// first that is too many.
    len: usize,
    /// Bytes that the current block still lacks.
    lacking: u8,
    /// A zero stands between the current block and the next.
    zero: bool,
    sum: u32,
    counts: Counts,
    crc: PhantomData<C>,
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Receiver<B> {
    /// A receiver of frames with a [`Crc16`] that has seen nothing; what `payload` holds does not
    /// matter.
    #[must_use]
    pub const fn new(payload: B) -> Self {
        Self::with_crc(payload)
    }
}

impl<B: AsRef<[u8]> + AsMut<[u8]>, C: Crc> Receiver<B, C> {
    /// [`new`](Receiver::new) for frames with any [`Crc`]: `Receiver::<_, Crc32c>::with_crc(…)`.
    #[must_use]
    pub const fn with_crc(payload: B) -> Self {
        Receiver {
            payload,
            len: 0,
            lacking: 0,
            zero: false,
            sum: crc::ones::<C>(),
            counts: Counts::ZERO,
            crc: PhantomData,
        }
    }

    /// Takes bytes off the front of `bytes` up to the end of a frame, and returns its payload, or
    /// why it was dropped.
    ///
    /// `None` means that all of `bytes` is taken and no frame ends there. Otherwise what follows
    /// the frame is left in `bytes`: call until `None`.
    #[inline]
    pub fn push(&mut self, bytes: &mut &[u8]) -> Option<Result<&[u8], Dropped>> {
        let end = self.advance(bytes)?;
        self.counts.count(&end);
        Some(end.map(|len| self.payload.as_ref().get(..len).unwrap_or_default()))
    }

    /// [`push`](Self::push) for one byte, as an interrupt brings it.
    #[inline]
    pub fn push_byte(&mut self, byte: u8) -> Option<Result<&[u8], Dropped>> {
        self.push(&mut [byte].as_slice())
    }

    /// [`push`](Self::push), and decodes the payload, which must be exactly one message.
    ///
    /// A message that is not a `T` is [`Dropped::Message`] and counted as such, not among the
    /// frames.
    pub fn decode<'de, T: Deserialize<'de>>(
        &'de mut self,
        bytes: &mut &[u8],
    ) -> Option<Result<T, Dropped>> {
        let message = self.advance(bytes)?.and_then(|len| {
            let payload = self.payload.as_ref().get(..len).unwrap_or_default();
            crate::message::decode(payload).map_err(Dropped::Message)
        });
        self.counts.count(&message);
        Some(message)
    }

    /// Forgets what came since the last delimiter, as after a pause on the line or at its end.
    ///
    /// # Errors
    /// [`Dropped::Truncated`], counted, if that was anything.
    pub fn finish(&mut self) -> Result<(), Dropped> {
        if self.is_idle() {
            return Ok(());
        }
        self.reset();
        let end = Err(Dropped::Truncated);
        self.counts.count(&end);
        end
    }

    /// What this receiver has handed back and dropped so far.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Whether nothing came since the last delimiter.
    const fn is_idle(&self) -> bool {
        // A first byte of 255 leaves bytes lacking, any other a zero to come.
        self.len == 0 && self.lacking == 0 && !self.zero
    }

    fn is_too_long(&self) -> bool {
        self.len > self.payload.as_ref().len().saturating_add(C::LEN)
    }

    const fn reset(&mut self) {
        self.len = 0;
        self.lacking = 0;
        self.zero = false;
        self.sum = crc::ones::<C>();
    }

    /// Takes bytes up to the end of a frame, and returns the length of its payload.
    fn advance(&mut self, bytes: &mut &[u8]) -> Option<Result<usize, Dropped>> {
        while let Some((&byte, rest)) = bytes.split_first() {
            *bytes = rest;
            if byte != DELIMITER {
                self.take(byte);
            } else if !self.is_idle() {
                let end = self.end();
                self.reset();
                return Some(end);
            }
        }
        None
    }

    /// Takes one byte that is not the delimiter.
    fn take(&mut self, byte: u8) {
        if self.lacking > 0 {
            self.lacking -= 1;
            self.put(byte);
        } else {
            if self.zero {
                self.put(0);
            }
            self.lacking = byte - 1;
            self.zero = byte != 0xff;
        }
    }

    /// Takes one byte of the body.
    fn put(&mut self, byte: u8) {
        if let Some(slot) = self.payload.as_mut().get_mut(self.len) {
            *slot = byte;
        }
        if !self.is_too_long() {
            self.len += 1;
            self.sum = crc::update::<C>(self.sum, byte);
        }
    }

    /// The verdict on what came since the last delimiter (F6).
    fn end(&self) -> Result<usize, Dropped> {
        if self.is_too_long() {
            Err(Dropped::TooLong)
        } else if self.lacking > 0 {
            Err(Dropped::Truncated)
        } else if self.len < C::LEN {
            Err(Dropped::Noise)
        } else if self.sum != crc::residue::<C>() {
            Err(Dropped::Checksum)
        } else {
            Ok(self.len - C::LEN)
        }
    }
}
