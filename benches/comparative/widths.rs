//! Lone numbers of unpredictable width: more of them than a processor remembers branches of.

use crate::codec::{Onesheet, codecs};
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, stacks};

codecs! {
    /// Twelve varints.
    pub struct Widths {
        pub a: u16,
        pub b: u32,
        pub c: u64,
        pub d: i16,
        pub e: i32,
        pub f: i64,
        pub g: u64,
        pub h: u32,
        pub i: u16,
        pub j: i64,
        pub k: i32,
        pub l: i16,
    }
}

fn signed(random: &mut Random, bits: u64) -> i64 {
    let magnitude = random.mixed(bits - 1) as i64;
    if random.chance(0.5) { magnitude } else { -magnitude }
}

fn widths(random: &mut Random) -> Widths {
    Widths {
        a: random.mixed(16) as u16,
        b: random.mixed(32) as u32,
        c: random.mixed(64),
        d: signed(random, 16) as i16,
        e: signed(random, 32) as i32,
        f: signed(random, 64),
        g: random.mixed(64),
        h: random.mixed(32) as u32,
        i: random.mixed(16) as u16,
        j: signed(random, 64),
        k: signed(random, 32) as i32,
        l: signed(random, 16) as i16,
    }
}

pub fn rows(bench: &mut Bench) {
    let name = "widths/u64";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [u64] =
            Random::new(name).list(1 << 16, |random| random.mixed(64)).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        row.hand::<Onesheet, _>(pool, hand::wide_u64);
        row.hand_stack::<Onesheet, _>(pool, hand::wide_u64_stack);
        row.hand_decode::<Onesheet, _>(pool, hand::read_u64);
        stacks!(row, pool);
        row.run(bench);
    }
    let name = "widths/record";
    if bench.wants(name, Cost::Short) {
        let pool: &'static [Widths] = Random::new(name).list(1 << 13, widths).leak();
        let mut row = Row::new(bench, name);
        contenders!(row, pool);
        row.hand::<Onesheet, _>(pool, hand::widths);
        row.hand_stack::<Onesheet, _>(pool, hand::widths_stack);
        row.hand_decode::<Onesheet, _>(pool, hand::read_widths);
        stacks!(row, pool);
        row.run(bench);
    }
}
