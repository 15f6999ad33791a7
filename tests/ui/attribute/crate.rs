use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(crate = not::there)]
struct Named {
    number: u8,
    list: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
#[onesheet(crate = nor_here)]
enum Choice {
    A(u8),
    B { name: String },
}

fn main() {}
