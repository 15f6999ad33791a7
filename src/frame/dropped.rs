//! What a receiver drops, and how often.

use core::fmt;

use crate::Error;

/// Why a receiver dropped bytes (F6, F9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Dropped {
    /// Bytes that cannot be a frame: fewer than a CRC, or a length that is no shortest varint.
    Noise,
    /// Half a frame: it ends before its own lengths say.
    Truncated,
    /// The payload is longer than the receiver takes.
    TooLong,
    /// The CRC is not that of the payload.
    Checksum,
    /// A whole frame, but its payload is not a message of the type; the offset is in the payload.
    Message(Error),
}

/// How many frames a receiver handed back, and how many it dropped for each reason.
///
/// The counters stay at `u32::MAX` once they are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Counts {
    /// Frames handed back.
    pub frames: u32,
    /// Dropped as [`Dropped::Noise`].
    pub noise: u32,
    /// Dropped as [`Dropped::Truncated`].
    pub truncated: u32,
    /// Dropped as [`Dropped::TooLong`].
    pub too_long: u32,
    /// Dropped as [`Dropped::Checksum`].
    pub checksum: u32,
    /// Dropped as [`Dropped::Message`].
    pub message: u32,
}

impl Counts {
    pub(super) const ZERO: Counts =
        Counts { frames: 0, noise: 0, truncated: 0, too_long: 0, checksum: 0, message: 0 };

    /// How many were dropped, for whatever reason.
    #[must_use]
    pub const fn dropped(&self) -> u32 {
        self.noise
            .saturating_add(self.truncated)
            .saturating_add(self.too_long)
            .saturating_add(self.checksum)
            .saturating_add(self.message)
    }

    pub(super) fn count<T>(&mut self, result: &Result<T, Dropped>) {
        let counter = match result {
            Ok(_) => &mut self.frames,
            Err(Dropped::Noise) => &mut self.noise,
            Err(Dropped::Truncated) => &mut self.truncated,
            Err(Dropped::TooLong) => &mut self.too_long,
            Err(Dropped::Checksum) => &mut self.checksum,
            Err(Dropped::Message(_)) => &mut self.message,
        };
        *counter = counter.saturating_add(1);
    }
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dropped::Noise => f.write_str("noise: bytes that cannot be a frame"),
            Dropped::Truncated => f.write_str("truncated: a frame ends before its lengths say"),
            Dropped::TooLong => f.write_str("too long: a frame above the receiver's maximum"),
            Dropped::Checksum => f.write_str("checksum: the CRC is not that of the payload"),
            Dropped::Message(error) => write!(f, "message: {error}"),
        }
    }
}

impl core::error::Error for Dropped {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Dropped::Message(error) => Some(error),
            _ => None,
        }
    }
}
