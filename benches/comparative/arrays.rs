//! A struct of five lists of 50 values each.

use crate::codec::{borrowing_codecs, codecs};
use crate::field::fields;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, views};

const LEN: usize = 50;

codecs! {
    pub struct Arrays {
        #[serde(with = "serde_bytes")]
        pub bytes: Vec<u8>,
        pub ints: Vec<u32>,
        pub floats: Vec<f64>,
        pub strings: Vec<String>,
        pub bools: Vec<bool>,
    }
}

borrowing_codecs! {
    pub struct ArraysView<'a> {
        #[serde(with = "serde_bytes")]
        pub bytes: &'a [u8],
        pub ints: Vec<u32>,
        pub floats: Vec<f64>,
        #[serde(borrow)]
        pub strings: Vec<&'a str>,
        pub bools: Vec<bool>,
    }
}

/// bitcode borrows text, but not bytes.
#[derive(bitcode::Decode)]
pub struct ArraysBitcode<'a> {
    pub bytes: Vec<u8>,
    pub ints: Vec<u32>,
    pub floats: Vec<f64>,
    pub strings: Vec<&'a str>,
    pub bools: Vec<bool>,
}

fields!(
    { bytes, ints, floats, strings, bools }
    for Arrays, ArraysView<'_>, ArraysBitcode<'_>, ArchivedArrays
);

fn arrays(random: &mut Random) -> Arrays {
    Arrays {
        bytes: random.bytes(LEN),
        ints: random.list(LEN, |random| random.below(1_000_000) as u32),
        floats: random.list(LEN, Random::f64),
        strings: random.list(LEN, |random| {
            let len = random.count(3, 20);
            random.text(len)
        }),
        bools: random.list(LEN, |random| random.chance(0.5)),
    }
}

pub fn rows(bench: &mut Bench) {
    let name = "tree/arrays";
    if !bench.wants(name) {
        return;
    }
    let pool: &'static [Arrays] = Random::new(name).list(64, arrays).leak();
    let mut row = Row::new(bench, name, Cost::Short);
    contenders!(row, pool);
    views!(row, pool, ArraysView, bitcode ArraysBitcode, rkyv ArchivedArrays);
    row.run(bench);
}
