//! The same values by serde's derives, through `onesheet::serde`.

use crate::codec::{BincodeSerde, BitcodeSerde, Decode, Encode, OnesheetSerde, Postcard};
use crate::row::{Bench, Cost, Row};
use crate::{log, mesh, minecraft, mk48};

fn row<T>(bench: &mut Bench, name: &str, cost: Cost, make: impl Fn() -> T)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug + 'static,
    Postcard: Encode<T> + Decode<T>,
{
    if !bench.wants(name, cost) {
        return;
    }
    let pool: &'static [T] = vec![make()].leak();
    let mut row = Row::new(bench, name);
    row.owned::<OnesheetSerde, _>(pool);
    row.owned::<Postcard, _>(pool);
    row.owned::<BincodeSerde, _>(pool);
    row.owned::<BitcodeSerde, _>(pool);
    row.run(bench);
}

pub fn rows(bench: &mut Bench) {
    row(bench, "serde/log_1000", Cost::Long, || log::logs(1_000));
    row(bench, "serde/mesh_1000", Cost::Long, || mesh::mesh(1_000));
    row(bench, "serde/minecraft_100", Cost::Long, || minecraft::players(100));
    row(bench, "serde/mk48_250", Cost::Long, || mk48::updates(250));
}
