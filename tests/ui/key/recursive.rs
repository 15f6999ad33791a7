use std::collections::{BTreeMap, HashMap};

use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(rows)]
struct Node {
    children: HashMap<String, Node>,
}

#[derive(Serialize)]
#[onesheet(rows)]
struct Edge {
    to: Vec<(f32, Edge)>,
}

#[derive(Serialize)]
struct Maps {
    nodes: BTreeMap<Node, u8>,
    edges: BTreeMap<Edge, u8>,
}

fn main() {}
