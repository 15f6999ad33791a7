use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Name {
    name: &str,
}

fn main() {}
