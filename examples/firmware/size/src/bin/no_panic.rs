//! Encodes and decodes the sample message, bare, in frames and to a file. `no_panic.sh` looks at its symbols.

#![no_std]
#![no_main]

use core::hint::black_box;

use onesheet::file::{self, Section};
use onesheet::frame::{self, Crc16, Crc32c, Receiver, prefixed};
use onesheet_size::through_onesheet::{Sample, decode, encode};

unsafe extern "C" {
    /// Defined nowhere: it is among the symbols if any panic can be reached.
    safe fn panic_is_reachable() -> !;
}

#[cortex_m_rt::entry]
fn main() -> ! {
    let samples = black_box([-300; 16]);
    let sample = black_box(Sample { seq: 1, ts: 2, temp: 3, flags: 4, samples, name: "name" });
    let mut buf = [0; 64];
    loop {
        let len = encode(&sample, black_box(&mut buf));
        black_box(decode(black_box(buf.get(..len).unwrap_or_default())).is_some());

        let mut line = [0; 96];
        let mut short = Receiver::new([0; 64]);
        let len = frame::encode::<Crc16>(&sample, black_box(&mut line)).unwrap_or(0);
        let mut bytes = black_box(line.get(..len).unwrap_or_default());
        black_box(short.decode::<Sample<'_>>(&mut bytes).is_some());
        black_box(short.finish().is_ok());

        let mut long = Receiver::<_, Crc32c>::with_crc([0; 300]);
        let mut line = [0; 320];
        let payload = black_box([7; 300]);
        let len = frame::encode_bytes::<Crc32c>(&payload, black_box(&mut line)).unwrap_or(0);
        for byte in line.iter().take(len) {
            black_box(long.push_byte(*byte));
        }

        let mut stream = prefixed::Receiver::new([0; 64]);
        let len = prefixed::encode(&sample, black_box(&mut line)).unwrap_or(0);
        let mut bytes = black_box(line.get(..len).unwrap_or_default());
        black_box(stream.decode::<Sample<'_>>(&mut bytes).is_some());
        black_box(stream.finish().is_ok());

        let mut block = [0; file::max_len(200)];
        let begun = Section::begin(7, "str", &[("boot", "17")], black_box(&mut block));
        black_box(Section::new(black_box(&block)).is_some());
        if let Ok((mut section, _)) = begun {
            let records = core::slice::from_ref(&sample);
            black_box(section.write_block(records, black_box(&mut block)).is_ok());
            black_box(section.end(black_box(&mut block)).is_ok());
        }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    panic_is_reachable()
}
