use onesheet::{Deserialize, Serialize};

use std::collections::{BTreeMap, HashMap};

#[derive(Serialize, Deserialize, PartialEq, PartialOrd)]
struct Point {
    x: f64,
}

#[derive(Serialize, Deserialize)]
struct Map {
    direct: HashMap<f64, u8>,
    nested: BTreeMap<Point, u8>,
}

fn main() {}
