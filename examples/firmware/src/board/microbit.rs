//! The UART of the nRF51822 (Cortex-M0) on a BBC micro:bit.

use super::{NVIC_ISER, Register};

pub const INTERRUPT: i16 = 2;

const STARTRX: Register = Register(0x4000_2000);
const STARTTX: Register = Register(0x4000_2008);
const RXDRDY: Register = Register(0x4000_2108);
const TXDRDY: Register = Register(0x4000_211c);
const INTENSET: Register = Register(0x4000_2304);
const ENABLE: Register = Register(0x4000_2500);
const PSELTXD: Register = Register(0x4000_250c);
const PSELRXD: Register = Register(0x4000_2514);
const RXD: Register = Register(0x4000_2518);
const TXD: Register = Register(0x4000_251c);
const BAUDRATE: Register = Register(0x4000_2524);

/// Opens the line at 115,200 baud, 8N1, on the pins that lead to USB.
pub fn start() {
    PSELTXD.write(24);
    PSELRXD.write(25);
    BAUDRATE.write(0x01d7_e000);
    ENABLE.write(4);
    INTENSET.write(1 << 2);
    STARTRX.write(1);
    STARTTX.write(1);
    NVIC_ISER.write(1 << INTERRUPT);
}

/// Takes a received byte. The event is cleared first: the next byte sets it again.
pub fn receive() -> Option<u8> {
    if RXDRDY.read() == 0 {
        return None;
    }
    RXDRDY.write(0);
    Some(RXD.read() as u8)
}

/// Sends a byte, and waits until it is out.
pub fn send(byte: u8) {
    TXD.write(byte.into());
    while TXDRDY.read() == 0 {}
    TXDRDY.write(0);
}
