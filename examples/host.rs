//! Talks to the board of `examples/firmware` over a line that damages bytes both ways, until it has
//! 1,000 measurements, and compares what both ends counted.
//!
//! ```text
//! host MACHINE FIRMWARE    starts qemu-system-arm: lm3s6965evb or microbit, and its ELF file
//! host ADDRESS:PORT        a line that is open already
//! ```
//!
//! A further argument is the seed of the damage. `examples/firmware/run.sh` builds all and runs it.

use std::env;
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::time::Duration;

use onesheet::Serialize;
use onesheet::frame::{self, Crc, Crc16, DELIMITER, Receiver};
use onesheet::types::Bounded;

#[path = "firmware/emulator.rs"]
mod emulator;
#[path = "firmware/src/protocol.rs"]
mod protocol;

use emulator::emulate;
use protocol::{Answer, Command, Counters, Name, Telemetry};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const MESSAGES: u16 = 1000;
/// Commands under way at once: what they and the noise take fits into the board's queue.
const ROUND: usize = 4;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("host: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let usage = "usage: host MACHINE FIRMWARE [SEED], or host ADDRESS:PORT [SEED]";
    let mut args: Vec<String> = env::args().skip(1).collect();
    let places = if args.first().is_some_and(|arg| arg.contains(':')) { 1 } else { 2 };
    let seed = match args.len().checked_sub(places) {
        Some(0) => 1,
        Some(1) => args.pop().unwrap_or_default().parse().map_err(|_| "SEED is a number")?,
        _ => return Err(usage.into()),
    };
    // Ends the emulator when dropped.
    let (stream, _emulator) = match &args[..] {
        [machine, firmware] => {
            let (stream, emulator) = emulate(machine, firmware)?;
            (stream, Some(emulator))
        }
        [address] => {
            let stream = TcpStream::connect(address)
                .map_err(|error| format!("no line at {address}: {error}"))?;
            (stream, None)
        }
        _ => return Err(usage.into()),
    };
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    stream.set_nodelay(true)?;
    exchange(Line::new(stream, Noise(seed)))
}

fn exchange(mut line: Line) -> Result<()> {
    let mut receiver = Receiver::new([0; Answer::MAX_LEN]);
    let mut missing: Vec<u16> = (0..MESSAGES).collect();
    let mut rounds = 0;
    while !missing.is_empty() {
        rounds += 1;
        let asked: Vec<u16> = missing.iter().copied().take(ROUND).collect();
        for &seq in &asked {
            let name = format!("sensor-{seq}");
            line.send(&Command::Measure { seq, name: name_of(&name)? })?;
        }
        let bytes = line.receive(asked.len())?;
        let mut bytes = &bytes[..];
        // Damaged answers are dropped here, and asked for again.
        while let Some(answer) = receiver.decode::<Answer>(&mut bytes) {
            let Ok(answer) = answer else { continue };
            let Answer::Telemetry(telemetry) = answer else {
                return Err(format!("not asked for: {answer:?}").into());
            };
            let name = format!("sensor-{}", telemetry.seq);
            if telemetry != Telemetry::measure(telemetry.seq, name_of(&name)?) {
                return Err(format!("not what the board measures: {telemetry:?}").into());
            }
            let Some(at) = missing.iter().position(|seq| *seq == telemetry.seq) else {
                return Err(format!("answered twice: {telemetry:?}").into());
            };
            missing.remove(at);
        }
    }

    line.write(&[DELIMITER])?;
    line.write(&framed::<Crc16>(&Command::Count))?;
    line.sent += 1;
    let bytes = line.read(1)?;
    let Some(Ok(Answer::Counters(board))) = receiver.decode::<Answer>(&mut &bytes[..]) else {
        return Err("no counters from the board".into());
    };
    println!("{MESSAGES} messages in {rounds} rounds of up to {ROUND}");
    println!("board: {board:?}");
    println!("host:  {:?}", receiver.counts());

    let sent = line.mirror.counts();
    let expected = Counters {
        frames: line.sent,
        noise: sent.noise,
        truncated: sent.truncated,
        too_long: sent.too_long,
        checksum: sent.checksum,
        message: sent.message,
        overrun: 0,
        sent: line.answers - 1,
    };
    if board != expected {
        return Err(format!("the board should have counted {expected:?}").into());
    }
    let got = receiver.counts();
    if got.frames != line.answers - line.damaged || got.dropped() < line.damaged {
        return Err(format!(
            "{} answers came, {} of them damaged: not what the host counted",
            line.answers, line.damaged
        )
        .into());
    }
    println!(
        "both ends agree: {} pieces dropped by the board, {} by the host, no whole frame lost",
        sent.dropped(),
        got.dropped()
    );
    Ok(())
}

/// A line with noise on it, which keeps the books on both directions.
struct Line {
    stream: TcpStream,
    noise: Noise,
    /// Receives all that the board receives.
    mirror: Receiver<[u8; Command::MAX_LEN]>,
    /// Whole commands sent.
    sent: u32,
    /// Frames that came from the board, and how many of them were damaged on the way.
    answers: u32,
    damaged: u32,
    /// Bytes that came behind the frames asked for.
    rest: Vec<u8>,
}

impl Line {
    fn new(stream: TcpStream, noise: Noise) -> Self {
        let mirror = Receiver::new([0; Command::MAX_LEN]);
        Line { stream, noise, mirror, sent: 0, answers: 0, damaged: 0, rest: Vec::new() }
    }

    /// Sends a command, whole; often something else before it.
    fn send(&mut self, command: &Command<'_>) -> Result<()> {
        let frame = framed::<Crc16>(command);
        let mut other = match self.noise.below(12) {
            // Bytes from nowhere.
            0 => (0..self.noise.below(40)).map(|_| self.noise.below(256) as u8).collect(),
            // Half a frame.
            1 => frame[..self.noise.below(frame.len() - 1)].to_vec(),
            // A frame with a wrong bit.
            2 => self.noise.flip(frame.clone()),
            // A frame for a larger receiver.
            3 => framed_bytes::<Crc16>(&[7; Command::MAX_LEN + 1]),
            // A frame with another CRC.
            4 => framed::<frame::Crc32c>(command),
            // A whole frame without a command in it.
            5 => framed_bytes::<Crc16>(&[9, 9, 9]),
            // An idle line.
            6 => vec![DELIMITER; 3],
            _ => Vec::new(),
        };
        // F5: after noise, and before the first frame.
        other.push(DELIMITER);
        self.write(&other)?;
        self.write(&frame)?;
        self.sent += 1;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let mut seen = bytes;
        while self.mirror.decode::<Command>(&mut seen).is_some() {}
        Ok(self.stream.write_all(bytes)?)
    }

    /// Receives so many answers, one in eight with a wrong bit.
    fn receive(&mut self, count: usize) -> Result<Vec<u8>> {
        let bytes = self.read(count)?;
        let mut line = Vec::new();
        for frame in bytes.split_inclusive(|byte| *byte == DELIMITER) {
            if self.noise.below(8) == 0 {
                self.damaged += 1;
                line.extend(self.noise.flip(frame.to_vec()));
                line.push(DELIMITER);
            } else {
                line.extend(frame);
            }
        }
        Ok(line)
    }

    /// Reads so many frames as the board sent them.
    fn read(&mut self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = std::mem::take(&mut self.rest);
        loop {
            let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == DELIMITER);
            if let Some((end, _)) = ends.take(count).nth(count - 1) {
                self.rest = bytes.split_off(end + 1);
                self.answers += count as u32;
                return Ok(bytes);
            }
            let mut chunk = [0; 512];
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err("the line was closed".into()),
                Ok(len) => bytes.extend(&chunk[..len]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(format!("no answer from the board: {error}").into()),
            }
        }
    }
}

fn name_of(text: &str) -> Result<Name<'_>> {
    Ok(Bounded::new(text).ok_or("a name has at most 16 bytes")?)
}

fn framed<C: Crc>(command: &Command<'_>) -> Vec<u8> {
    framed_bytes::<C>(&onesheet::encode(command))
}

fn framed_bytes<C: Crc>(payload: &[u8]) -> Vec<u8> {
    let mut buf = vec![0; frame::max_len::<C>(payload.len())];
    let len = frame::encode_bytes::<C>(payload, &mut buf).expect("the buffer has max_len bytes");
    buf.truncate(len);
    buf
}

/// Random numbers, the same for the same seed: SplitMix64.
struct Noise(u64);

impl Noise {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % end as u64) as usize
    }

    /// Turns one bit of a frame, the delimiter's too.
    fn flip(&mut self, mut frame: Vec<u8>) -> Vec<u8> {
        let at = self.below(frame.len());
        frame[at] ^= 1 << self.below(8);
        frame
    }
}
