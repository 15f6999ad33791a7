//! A logger on a flash whose power is cut at random moments, again and again. After each cut it tells
//! the host what is in the flash, and how many readings it was told are there.
//!
//! It begins when the host sends a byte, which is the seed of the random numbers.

#![no_std]
#![no_main]

mod board;
mod flash;
mod log;
mod reading;

use core::sync::atomic::{AtomicU8, Ordering};

use embedded_storage::nor_flash::{NorFlash, ReadNorFlash};
use onesheet::Serialize;
use onesheet::frame::{self, Crc32c};
use onesheet::types::Bounded;

use flash::Flash;
use log::{Failure, Log};
use reading::{BLOCK, Reading, Report};

static SEED: AtomicU8 = AtomicU8::new(0);

#[cortex_m_rt::entry]
fn main() -> ! {
    board::start();
    let mut random = loop {
        match SEED.load(Ordering::Relaxed) {
            0 => cortex_m::asm::wfe(),
            seed => break Random(seed.into()),
        }
    };
    let mut flash = Flash::new();
    // Readings that are in the flash.
    let mut acknowledged = 0;
    loop {
        flash.cut_after(random.below(2000), random.below(256) as u8);
        if let Err(Failure::Full) = run(&mut flash, &mut random, &mut acknowledged) {
            // All pages are there.
            let _ = flash.erase(0, flash.capacity() as u32);
            acknowledged = 0;
            send(&Report::Erased);
            continue;
        }
        for (number, bytes) in flash.take_written() {
            if let Some(bytes) = Bounded::new(bytes) {
                send(&Report::Page { number, bytes });
            }
        }
        send(&Report::Cut { acknowledged });
    }
}

/// From power on until the power is cut, or the flash is full.
fn run(
    flash: &mut Flash,
    random: &mut Random,
    acknowledged: &mut u32,
) -> Result<(), Failure<flash::Failure>> {
    let mut log = Log::open(flash)?;
    let mut readings = [Reading::of(0); BLOCK];
    loop {
        let n = 1 + random.below(BLOCK);
        let readings = readings.get_mut(..n).unwrap_or_default();
        for (reading, at) in readings.iter_mut().zip(*acknowledged..) {
            *reading = Reading::of(at);
        }
        log.append(flash, readings)?;
        *acknowledged += readings.len() as u32;
    }
}

fn send(report: &Report<'_>) {
    let mut out = [0; frame::max_len::<Crc32c>(Report::MAX_LEN)];
    // The buffer has room for any report.
    let len = frame::encode::<Crc32c>(report, &mut out).unwrap_or(0);
    out.iter().take(len).copied().for_each(board::send);
}

/// Random numbers: xorshift.
struct Random(u32);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % end.max(1)
    }
}

#[cortex_m_rt::exception]
unsafe fn DefaultHandler(interrupt: i16) {
    if interrupt == board::INTERRUPT {
        while let Some(seed) = board::receive() {
            SEED.store(seed, Ordering::Relaxed);
        }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    cortex_m::peripheral::SCB::sys_reset()
}
