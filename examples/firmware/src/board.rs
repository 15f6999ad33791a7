//! The serial port of the board, chosen by the target. The only file with device addresses, and
//! with those in its two boards the only `unsafe` but for the handler's signature.

#[cfg(armv6m)]
mod microbit;
#[cfg(armv6m)]
pub use microbit::{INTERRUPT, receive, send, start};

#[cfg(not(armv6m))]
mod lm3s6965;
#[cfg(not(armv6m))]
pub use lm3s6965::{INTERRUPT, receive, send, start};

/// A device register of 32 bits.
struct Register(usize);

/// Enables interrupts 0 to 31, a bit each (Armv6-M and Armv7-M, B3.4).
const NVIC_ISER: Register = Register(0xe000_e100);

impl Register {
    fn read(&self) -> u32 {
        // SAFETY: registers are made in this module only, each for a register of the board.
        // Those are no memory of the program, and may be read at any time.
        unsafe { core::ptr::with_exposed_provenance::<u32>(self.0).read_volatile() }
    }

    fn write(&self, value: u32) {
        // SAFETY: as for `read`; no device here reaches memory by itself.
        unsafe { core::ptr::with_exposed_provenance_mut::<u32>(self.0).write_volatile(value) }
    }
}
