use std::collections::BTreeMap;

use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    #[onesheet(tag = 4294967296)]
    A,
    B,
}

#[derive(Serialize, Deserialize)]
struct Uses {
    kind: Kind,
    list: Vec<Kind>,
    map: BTreeMap<Kind, u8>,
}

fn main() {
    let message = onesheet::encode(&Kind::B);
    let _: Uses = onesheet::decode(&message).unwrap();
}
