//! Prints the schema of a derived type if asked for `schema`; else random messages in hex, each with
//! its fields in decimal and the name in hex: `sample.c` must read and write the same.

use onesheet::{Deserialize, Serialize};
use onesheet::types::Bounded;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Sample<'a> {
    seq: u16,
    ts: u32,
    temp: i16,
    flags: u8,
    samples: [i16; 16],
    name: Bounded<&'a str, 16>,
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("schema") {
        return println!("{}", Sample::SCHEMA);
    }
    let mut random = Random(1);
    println!("{}", Sample::MAX_LEN);
    for _ in 0..1000 {
        let (wide, level) = (random.next() % 17, random.next() as i16);
        let characters =
            (0..random.next() % 6).map(|_| ['a', '\0', 'é', '€'][random.next() as usize % 4]);
        let name: String = characters.collect();
        let sample = Sample {
            seq: random.small() as u16,
            ts: random.small() as u32,
            temp: random.small() as i16,
            flags: random.next() as u8,
            // Some lists are based, some plain, of every width.
            samples: [(); 16]
                .map(|()| level.wrapping_add((random.next() & ((1 << wide) - 1)) as i16)),
            name: Bounded::new(name.as_str()).expect("at most 5 characters of 3 bytes"),
        };
        let bytes = onesheet::encode(&sample);
        assert_eq!(onesheet::decode::<Sample>(&bytes).as_ref(), Ok(&sample));
        let Sample { seq, ts, temp, flags, samples, .. } = sample;
        let samples = samples.map(|sample| sample.to_string()).join(" ");
        println!("{} {seq} {ts} {temp} {flags} {samples} {}.", hex(&bytes), hex(name.as_bytes()));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number of any bit length.
    fn small(&mut self) -> u64 {
        let shift = self.next() % 64;
        self.next() >> shift
    }
}
