//! What host and board say to each other. Both compile this file.

use onesheet::types::Bounded;
use onesheet::{Deserialize, Serialize};

/// A name of at most 16 bytes.
pub type Name<'a> = Bounded<&'a str, 16>;

/// What the host asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command<'a> {
    /// Measure, and send it under this number and name.
    Measure { seq: u16, name: Name<'a> },
    /// Send the counters.
    Count,
}

/// What the board answers, one for each whole command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer<'a> {
    Telemetry(Telemetry<'a>),
    Counters(Counters),
}

/// A measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Telemetry<'a> {
    pub seq: u16,
    pub ts: u32,
    pub temp: i16,
    pub flags: u8,
    pub samples: [i16; 16],
    pub name: Name<'a>,
}

/// What came in at the board and what went out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counters {
    /// Commands received.
    pub frames: u32,
    /// Dropped, by the reasons of `spec/FRAMES.md`.
    pub noise: u32,
    pub truncated: u32,
    pub too_long: u32,
    pub checksum: u32,
    pub message: u32,
    /// Bytes lost because the queue between interrupt and main loop was full.
    pub overrun: u32,
    /// Answers sent before this one.
    pub sent: u32,
}

impl<'a> Telemetry<'a> {
    /// The measurement of this number. The emulated boards have no sensor, so that it follows from
    /// the number, and the host can check every field.
    pub fn measure(seq: u16, name: Name<'a>) -> Self {
        let mut level = seq as i16;
        let samples = [(); 16].map(|()| {
            level = level.wrapping_mul(31).wrapping_add(7);
            level >> (seq % 12)
        });
        let ts = u32::from(seq) * 1000;
        let temp = 215_i16.wrapping_sub((seq % 500) as i16);
        Telemetry { seq, ts, temp, flags: seq as u8, samples, name }
    }
}
