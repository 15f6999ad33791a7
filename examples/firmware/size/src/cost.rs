//! Counts instructions and stack of a call, and prints them through semihosting.

use core::hint::black_box;

use cortex_m::peripheral::syst::SystClkSource;
use cortex_m::peripheral::{Peripherals, SYST};
use cortex_m_semihosting::{debug, hio};

/// A label; seq, ts, temp (as `u32`) and flags; samples; name.
type Input = (&'static str, [u32; 4], [i16; 16], &'static str);

/// Small numbers and a name of one byte; mixed numbers and a name of eight.
pub static INPUTS: [Input; 2] = [
    ("small", [7, 100, 20, 1], [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7], "a"),
    (
        "mid",
        [300, 1_000_000, 215, 0x81],
        [12, -30, 5, 800, -2000, 7, 63, -64, 1023, -512, 0, 1, -5000, 4000, 9, -9],
        "sensor-7",
    ),
];

/// Starts the timer, and links what every codec may use of the compiler's own functions, so that
/// no codec's size holds them.
pub fn warm_up() {
    if let Some(mut peripherals) = Peripherals::take() {
        peripherals.SYST.set_clock_source(SystClkSource::Core);
        peripherals.SYST.set_reload(0x00ff_ffff);
        peripherals.SYST.clear_current();
        peripherals.SYST.enable_counter();
    }
    let mut to = black_box([0u8; 64]);
    let from = black_box([1u8; 64]);
    let len = black_box(9);
    if let (Some(to), Some(from)) = (to.get_mut(..len), from.get(..len)) {
        to.copy_from_slice(from);
        black_box(&mut *to).fill(black_box(0));
        black_box(&mut *to).fill(0);
    }
    black_box(to);
}

/// Runs `call` twice, once for its instructions (in ticks of SysTick) and once for its stack.
#[inline(never)]
pub fn report(label: &str, what: &str, mut call: impl FnMut()) {
    let start = SYST::get_current();
    call();
    let end = SYST::get_current();
    line(label, what, "ticks ", start.wrapping_sub(end) & 0x00ff_ffff);
    line(label, what, "stack ", stack_of(call));
}

const PAINT: u32 = 0xa5a5_a5a5;

/// Bytes of stack that `call` uses.
#[inline(never)]
fn stack_of(mut call: impl FnMut()) -> u32 {
    let bottom = cortex_m_rt::heap_start() as usize;
    let top = cortex_m::register::msp::read() as usize;
    for address in (bottom..top).step_by(4) {
        // SAFETY: the words from the end of the static data to below the stack pointer are RAM
        // that holds nothing.
        unsafe { core::ptr::with_exposed_provenance_mut::<u32>(address).write_volatile(PAINT) };
    }
    call();
    let mut lowest = bottom;
    while lowest < top
        // SAFETY: as above; written just now.
        && unsafe { core::ptr::with_exposed_provenance::<u32>(lowest).read_volatile() } == PAINT
    {
        lowest += 4;
    }
    (top - lowest) as u32
}

/// Prints one line.
#[inline(never)]
pub fn line(label: &str, what: &str, unit: &str, number: u32) {
    let mut digits = [b'\n'; 11];
    let mut rest = number;
    let mut start = digits.len();
    for (at, digit) in digits.iter_mut().enumerate().take(10).rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
        start = at;
        if rest == 0 {
            break;
        }
    }
    if let Ok(mut out) = hio::hstdout() {
        let _ = out.write_all(label.as_bytes());
        let _ = out.write_all(what.as_bytes());
        let _ = out.write_all(unit.as_bytes());
        let _ = out.write_all(digits.get(start..).unwrap_or_default());
    }
}

/// Ends the emulator, with status 0 or 1.
pub fn exit(success: bool) -> ! {
    debug::exit(if success { debug::EXIT_SUCCESS } else { debug::EXIT_FAILURE });
    loop {}
}

/// Measures one message of a program: `encode`, and `decode` of what it wrote, which gives the same
/// message back.
#[inline(never)]
pub fn exchange<T: PartialEq>(
    label: &str,
    message: &T,
    encode: fn(&T, &mut [u8; 512]) -> usize,
    decode: fn(&[u8]) -> Option<T>,
) {
    let mut buf = [0; 512];
    let mut len = 0;
    report(label, " encode ", || len = black_box(encode(black_box(message), &mut buf)));
    line(label, " message ", "bytes ", len as u32);
    let bytes = black_box(buf.get(..len).unwrap_or_default());
    let mut back = None;
    report(label, " decode ", || back = black_box(decode(black_box(bytes))));
    if back.as_ref() != Some(message) {
        exit(false);
    }
}
