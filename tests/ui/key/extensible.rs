use onesheet::{Deserialize, Serialize};

use std::collections::BTreeMap;

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[onesheet(extensible)]
struct Name {
    name: String,
}

#[derive(Serialize, Deserialize)]
struct Map {
    names: BTreeMap<Name, u8>,
}

fn main() {}
