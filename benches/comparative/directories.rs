//! 5,000 directories as a program that jumps between them keeps them, with paths that may be borrowed.

use std::borrow::Cow;

use crate::codec::{Bincode, Onesheet, Postcard};
use crate::field::fields;
use crate::random::Random;
use crate::row::{Bench, Cost, Row};

/// What has been read borrows the path; onesheet and serde do so where the field says it, bincode always.
#[derive(
    Clone,
    Debug,
    PartialEq,
    bincode::BorrowDecode,
    bincode::Encode,
    onesheet::Deserialize,
    onesheet::Serialize,
    serde::Deserialize,
    serde::Serialize,
)]
pub struct Directory<'a> {
    #[onesheet(borrow)]
    #[serde(borrow)]
    path: Cow<'a, str>,
    rank: f64,
    last_accessed: u64,
}

/// The same, which owns its paths.
#[derive(
    Clone,
    Debug,
    PartialEq,
    bincode::Decode,
    bincode::Encode,
    onesheet::Deserialize,
    onesheet::Serialize,
    serde::Deserialize,
    serde::Serialize,
)]
pub struct Owned {
    path: String,
    rank: f64,
    last_accessed: u64,
}

fields!({ path, rank, last_accessed } for Directory<'_>, Owned);

fn directory(random: &mut Random) -> Owned {
    let parts = ["home", "src", "projects", "target", "a", "documents", "node_modules", "crates"];
    let depth = 2 + random.below(6);
    let path = (0..depth).fold(String::new(), |path, _| {
        format!("{path}/{}-{}", parts[random.below(8) as usize], random.below(100))
    });
    Owned {
        path,
        rank: random.below(4_000) as f64 / 4.0,
        last_accessed: 1_700_000_000 + random.below(40_000_000),
    }
}

pub fn rows(bench: &mut Bench) {
    let name = "tree/directories";
    if !bench.wants(name, Cost::Long) {
        return;
    }
    let owned: &'static [Vec<Owned>] = vec![Random::new(name).list(5_000, directory)].leak();
    let borrowed = owned[0].iter().map(|each| Directory {
        path: Cow::Borrowed(&each.path),
        rank: each.rank,
        last_accessed: each.last_accessed,
    });
    let pool: &'static [Vec<Directory<'static>>] = vec![borrowed.collect()].leak();
    let mut row = Row::new(bench, name);
    row.owned::<Onesheet, _>(owned);
    row.owned::<Bincode, _>(owned);
    row.owned::<Postcard, _>(owned);
    row.view::<Onesheet, Onesheet, _, Vec<Directory<'static>>>(pool);
    row.view::<Bincode, Bincode, _, Vec<Directory<'static>>>(pool);
    row.view::<Postcard, Postcard, _, Vec<Directory<'static>>>(pool);
    row.run(bench);
}
