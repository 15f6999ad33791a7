//! UART0 of the Stellaris LM3S6965 (Cortex-M3), a PL011.

use super::{NVIC_ISER, Register};

pub const INTERRUPT: i16 = 5;

/// Clocks of the UARTs and of the ports: run mode clock gating control 1 and 2.
const RCGC1: Register = Register(0x400f_e104);
const RCGC2: Register = Register(0x400f_e108);
/// Port A: pins 0 and 1 are the line.
const AFSEL: Register = Register(0x4000_4420);
const DEN: Register = Register(0x4000_451c);

const DR: Register = Register(0x4000_c000);
const FR: Register = Register(0x4000_c018);
const IBRD: Register = Register(0x4000_c024);
const FBRD: Register = Register(0x4000_c028);
const LCRH: Register = Register(0x4000_c02c);
const CTL: Register = Register(0x4000_c030);
const IM: Register = Register(0x4000_c038);

/// Nothing received; no room to send.
const RXFE: u32 = 1 << 4;
const TXFF: u32 = 1 << 5;

/// Opens the line at 115,200 baud, 8N1, from the internal clock of 12 MHz.
pub fn start() {
    RCGC1.write(RCGC1.read() | 1);
    RCGC2.write(RCGC2.read() | 1);
    AFSEL.write(AFSEL.read() | 3);
    DEN.write(DEN.read() | 3);
    // 12,000,000 / 16 / 115,200 = 6 + 33/64
    IBRD.write(6);
    FBRD.write(33);
    // Eight bits; the queues on.
    LCRH.write(0b111 << 4);
    // Receive, and receive time-out.
    IM.write(1 << 4 | 1 << 6);
    // Enable sending, receiving, all.
    CTL.write(1 << 9 | 1 << 8 | 1);
    NVIC_ISER.write(1 << INTERRUPT);
}

/// Takes a received byte. Reading the last one ends the interrupt.
pub fn receive() -> Option<u8> {
    (FR.read() & RXFE == 0).then(|| DR.read() as u8)
}

/// Sends a byte as soon as there is room.
pub fn send(byte: u8) {
    while FR.read() & TXFF != 0 {}
    DR.write(byte.into());
}
