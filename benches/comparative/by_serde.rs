//! The same values by serde's derives: as messages through `onesheet::serde`, and as documents, which have their names.

use std::fmt::Debug;

use crate::codec::{
    BincodeSerde, BitcodeSerde, Ciborium, OnesheetDocument, OnesheetSerde, Postcard, RmpSerde,
    SerdeJson,
};
use crate::random::Random;
use crate::row::{Bench, Cost, Row};
use crate::{device, json, log, mesh, minecraft, mk48};

trait Value: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug + 'static {}

impl<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug + 'static> Value for T {}

fn row<T: Value>(
    bench: &mut Bench,
    name: &str,
    cost: Cost,
    make: impl Fn() -> Vec<T>,
    codecs: impl Fn(&mut Row, &'static [T]),
) {
    if !bench.wants(name, cost) {
        return;
    }
    let mut row = Row::new(bench, name);
    codecs(&mut row, make().leak());
    row.run(bench);
}

fn messages<T: Value>(row: &mut Row, pool: &'static [T]) {
    row.owned::<OnesheetSerde, _>(pool);
    row.owned::<Postcard, _>(pool);
    row.owned::<BincodeSerde, _>(pool);
    row.owned::<BitcodeSerde, _>(pool);
    row.slice::<OnesheetSerde, _>(pool);
    row.slice::<Postcard, _>(pool);
    row.slice::<BincodeSerde, _>(pool);
}

fn small_messages<T: Value>(row: &mut Row, pool: &'static [T]) {
    messages(row, pool);
    row.stack::<OnesheetSerde, _>(pool);
    row.stack::<Postcard, _>(pool);
    row.stack::<BincodeSerde, _>(pool);
}

fn documents<T: Value>(row: &mut Row, pool: &'static [T]) {
    row.owned::<OnesheetDocument, _>(pool);
    row.owned::<RmpSerde, _>(pool);
    row.owned::<Ciborium, _>(pool);
    row.owned::<SerdeJson, _>(pool);
}

pub fn rows(bench: &mut Bench) {
    let telemetry = || Random::new("device/telemetry").list(64, device::telemetry);
    let logs = || vec![log::logs(1_000)];
    let players = || vec![minecraft::players(100)];
    let updates = || vec![mk48::updates(250)];
    row(bench, "serde/telemetry", Cost::Short, telemetry, small_messages);
    row(bench, "serde/log_1000", Cost::Long, logs, messages);
    row(bench, "serde/mesh_1000", Cost::Long, || vec![mesh::mesh(1_000)], messages);
    row(bench, "serde/minecraft_100", Cost::Long, players, messages);
    row(bench, "serde/mk48_250", Cost::Long, updates, messages);
    row(bench, "documents/log_1000", Cost::Long, logs, documents);
    row(bench, "documents/minecraft_100", Cost::Long, players, documents);
    row(bench, "documents/mk48_250", Cost::Long, updates, documents);
    let (twitter, citm) = (|| vec![json::twitter_status()], || vec![json::citm_catalog()]);
    let github = || vec![json::github_events()];
    row(bench, "documents/twitter_status", Cost::Long, twitter, documents);
    row(bench, "documents/citm_catalog", Cost::Long, citm, documents);
    row(bench, "documents/github_events", Cost::Long, github, documents);
}
