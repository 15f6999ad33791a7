//! Lists of 1,000 numbers, arrays and sets.

use std::collections::BTreeSet;

use onesheet::list::Seq;
use rkyv::Archived;
use rkyv::vec::ArchivedVec;

use crate::codec::{Onesheet, Rkyv, RkyvUnchecked, Wincode};
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, main_contenders};

const LEN: usize = 1_000;

/// 8 lists: about as many of the widest as a cache of the second level holds, beside their encodings.
fn row<T>(bench: &mut Bench, name: &str, value: impl Fn(&mut Random) -> T)
where
    T: Number,
{
    if !bench.wants(name, Cost::Short) {
        return;
    }
    let pool: &'static [Vec<T>] =
        Random::new(name).list(8, |random| random.list(LEN, &value)).leak();
    let row = Row::new(bench, name);
    T::run(row, pool, bench);
}

/// A number that every codec has; a trait in place of the bounds of nine codecs.
trait Number: Sized + 'static {
    fn run(row: Row, pool: &'static [Vec<Self>], bench: &mut Bench);
}

macro_rules! numbers {
    ($($number:ident: $hand:ident),* $(,)?) => {$(
        impl Number for $number {
            fn run(mut row: Row, pool: &'static [Vec<Self>], bench: &mut Bench) {
                contenders!(row, pool);
                row.hand::<Onesheet, _>(pool, |values, out| hand::$hand(values, out));
                row.view::<Onesheet, Onesheet, _, Seq<$number>>(pool);
                row.view::<Wincode, Wincode, _, &[$number]>(pool);
                row.view::<Rkyv, Rkyv, _, &ArchivedVec<Archived<$number>>>(pool);
                row.view::<Rkyv, RkyvUnchecked, _, &ArchivedVec<Archived<$number>>>(pool);
                row.run(bench);
            }
        }
    )*};
}

numbers! {
    u16: unsigned, u32: unsigned, u64: unsigned,
    i16: i16s, i32: i32s, i64: i64s,
    f32: f32s, f64: f64s,
}

/// Of a uniform width, and of either sign.
fn mixed_signed(random: &mut Random, bits: u64) -> i64 {
    let magnitude = random.mixed(bits - 1) as i64;
    if random.chance(0.5) { magnitude } else { -magnitude }
}

/// 8 lists of what is not a number, by the main codecs.
macro_rules! others {
    ($($name:ident: $ty:ty, $value:expr;)*) => {$(
        fn $name(bench: &mut Bench) {
            let name = concat!("list/", stringify!($name));
            if bench.wants(name, Cost::Short) {
                let mut random = Random::new(name);
                let pool: &'static [Vec<$ty>] = random.list(8, |random| random.list(LEN, $value)).leak();
                let mut row = Row::new(bench, name);
                main_contenders!(row, pool);
                row.run(bench);
            }
        }
    )*};
}

others! {
    arrays: [u16; 3], |random| [(); 3].map(|()| random.mixed(16) as u16);
    sets: BTreeSet<u32>, |random| (0..random.below(8)).map(|_| random.mixed(32) as u32).collect();
}

pub fn rows(bench: &mut Bench) {
    arrays(bench);
    sets(bench);
    row(bench, "list/u16_small", |random| random.below(100) as u16);
    row(bench, "list/u16_mixed", |random| random.mixed(16) as u16);
    row(bench, "list/u16_full", Random::u16);
    row(bench, "list/u32_small", |random| random.below(100) as u32);
    row(bench, "list/u32_mixed", |random| random.mixed(32) as u32);
    row(bench, "list/u32_full", Random::u32);
    row(bench, "list/u64_small", |random| random.below(100));
    row(bench, "list/u64_mixed", |random| random.mixed(64));
    row(bench, "list/u64_full", Random::u64);
    row(bench, "list/i16_full", |random| random.u16() as i16);
    row(bench, "list/i32_small", |random| random.within(-60..=60) as i32);
    row(bench, "list/i32_mixed", |random| mixed_signed(random, 32) as i32);
    row(bench, "list/i32_full", |random| random.u32() as i32);
    row(bench, "list/i64_full", |random| random.u64() as i64);
    row(bench, "list/f32", Random::f32);
    row(bench, "list/f64", Random::f64);
}
