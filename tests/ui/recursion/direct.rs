use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Tree {
    value: u8,
    children: Vec<Tree>,
}

#[derive(Serialize, Deserialize)]
enum List {
    End,
    Item(u8, Box<Self>),
}

fn main() {}
