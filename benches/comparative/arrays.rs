//! A struct of five lists of 50 values each.

use onesheet::list::Seq;

use crate::codec::{Onesheet, borrowing_codecs, codecs};
use crate::field::fields;
use crate::hand;
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

#[derive(onesheet::Deserialize)]
pub struct ArraysSheet<'a> {
    pub bytes: &'a [u8],
    pub ints: Seq<'a, u32>,
    pub floats: Seq<'a, f64>,
    pub strings: Seq<'a, &'a str>,
    pub bools: Seq<'a, bool>,
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
    for Arrays, ArraysView<'_>, ArraysSheet<'_>, ArraysBitcode<'_>, ArchivedArrays
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
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [Arrays] = Random::new(name).list(64, arrays).leak();
    let mut row = Row::new(bench, name);
    contenders!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::arrays);
    views!(row, pool, ArraysView, onesheet ArraysSheet, bitcode ArraysBitcode, rkyv ArchivedArrays);
    row.run(bench);
}
