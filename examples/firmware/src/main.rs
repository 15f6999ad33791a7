//! A board on a serial line: it answers framed commands with telemetry.
//!
//! Bytes come by interrupt, go through a queue, and are pushed into a receiver in the main loop.
//! Nothing allocates; the buffers have the sizes that the types say.

#![no_std]
#![no_main]

mod board;
mod protocol;
mod queue;

use onesheet::Serialize;
use onesheet::frame::{self, Crc16, Receiver};

use protocol::{Answer, Command, Counters, Telemetry};
use queue::Queue;

static RECEIVED: Queue = Queue::new();

#[cortex_m_rt::entry]
fn main() -> ! {
    let mut receiver = Receiver::new([0; Command::MAX_LEN]);
    let mut out = [0; frame::max_len::<Crc16>(Answer::MAX_LEN)];
    let mut sent = 0;
    board::start();
    loop {
        let Some(byte) = RECEIVED.pop() else {
            // An interrupt since the look at the queue ends this wait at once.
            cortex_m::asm::wfe();
            continue;
        };
        // What is dropped is counted in the receiver; the host asks for that.
        let Some(Ok(command)) = receiver.decode::<Command>(&mut [byte].as_slice()) else {
            continue;
        };
        let answer = match command {
            Command::Measure { seq, name } => Answer::Telemetry(Telemetry::measure(seq, name)),
            Command::Count => Answer::Counters(counters(receiver.counts(), sent)),
        };
        // The buffer has room for any answer.
        if let Ok(len) = frame::encode::<Crc16>(&answer, &mut out) {
            out.iter().take(len).copied().for_each(board::send);
            sent += 1;
        }
    }
}

fn counters(counts: &frame::Counts, sent: u32) -> Counters {
    Counters {
        frames: counts.frames,
        noise: counts.noise,
        truncated: counts.truncated,
        too_long: counts.too_long,
        checksum: counts.checksum,
        message: counts.message,
        overrun: RECEIVED.overrun(),
        sent,
    }
}

#[cortex_m_rt::exception]
unsafe fn DefaultHandler(interrupt: i16) {
    if interrupt == board::INTERRUPT {
        while let Some(byte) = board::receive() {
            RECEIVED.push(byte);
        }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    cortex_m::peripheral::SCB::sys_reset()
}
