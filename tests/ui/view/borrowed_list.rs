use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Samples<'a> {
    samples: &'a [u16],
}

fn main() {}
