//! The bytes between the interrupt, which pushes, and the main loop, which pops.

use core::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering};

const LEN: usize = 512;

/// A ring of bytes for one that pushes and one that pops. It needs no compare-and-swap, which
/// Cortex-M0 has not.
pub struct Queue {
    bytes: [AtomicU8; LEN],
    /// How many were pushed and popped, modulo 2^32.
    pushed: AtomicUsize,
    popped: AtomicUsize,
    overrun: AtomicU32,
}

impl Queue {
    pub const fn new() -> Self {
        Queue {
            bytes: [const { AtomicU8::new(0) }; LEN],
            pushed: AtomicUsize::new(0),
            popped: AtomicUsize::new(0),
            overrun: AtomicU32::new(0),
        }
    }

    /// Puts a byte behind the others; if there is no room, it is lost and counted.
    pub fn push(&self, byte: u8) {
        let pushed = self.pushed.load(Ordering::Relaxed);
        if pushed.wrapping_sub(self.popped.load(Ordering::Acquire)) == LEN {
            let overrun = self.overrun.load(Ordering::Relaxed);
            self.overrun.store(overrun.wrapping_add(1), Ordering::Relaxed);
            return;
        }
        if let Some(slot) = self.bytes.get(pushed % LEN) {
            slot.store(byte, Ordering::Relaxed);
        }
        self.pushed.store(pushed.wrapping_add(1), Ordering::Release);
    }

    /// Takes the foremost byte.
    pub fn pop(&self) -> Option<u8> {
        let popped = self.popped.load(Ordering::Relaxed);
        if popped == self.pushed.load(Ordering::Acquire) {
            return None;
        }
        let byte = self.bytes.get(popped % LEN)?.load(Ordering::Relaxed);
        self.popped.store(popped.wrapping_add(1), Ordering::Release);
        Some(byte)
    }

    /// Bytes lost for want of room.
    pub fn overrun(&self) -> u32 {
        self.overrun.load(Ordering::Relaxed)
    }
}
