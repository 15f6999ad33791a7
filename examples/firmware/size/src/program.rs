//! What the programs share: the message, and `main`.

/// Defines `Sample`, the message: the same for each codec, which derives what it needs.
#[macro_export]
macro_rules! sample {
    ($(#[$attribute:meta])*) => {
        $(#[$attribute])*
        pub struct Sample<'a> {
            pub seq: u16,
            pub ts: u32,
            pub temp: i16,
            pub flags: u8,
            pub samples: [i16; 16],
            pub name: &'a str,
        }
    };
}

/// The program for one codec: a module with `Sample`, `encode` and `decode`.
#[macro_export]
macro_rules! program {
    ($codec:ident) => {
        use core::hint::black_box;

        use $crate::cost;
        use $crate::$codec::{Sample, decode, encode};

        #[cortex_m_rt::entry]
        fn main() -> ! {
            cost::warm_up();
            cost::report("empty", " call ", || {
                black_box(0);
            });
            for (label, [seq, ts, temp, flags], samples, name) in cost::INPUTS {
                let sample = black_box(Sample {
                    seq: seq as u16,
                    ts,
                    temp: temp as i16,
                    flags: flags as u8,
                    samples,
                    name,
                });
                let mut buf = [0; 64];
                let mut len = 0;
                cost::report(label, " encode ", || {
                    len = black_box(encode(black_box(&sample), &mut buf))
                });
                cost::line(label, " message ", "bytes ", len as u32);
                let bytes = black_box(buf.get(..len).unwrap_or_default());
                let mut same = false;
                cost::report(label, " decode ", || {
                    same = match black_box(decode(black_box(bytes))) {
                        Some(back) => back.seq == sample.seq,
                        None => false,
                    }
                });
                if !same {
                    cost::exit(false);
                }
            }
            cost::exit(true)
        }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            cost::exit(false)
        }
    };
}
