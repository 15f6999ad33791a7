use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(extensible, bound(key = ""))]
struct Later {
    a: u8,
}

#[derive(Serialize, Deserialize)]
#[onesheet(bound(key = ""))]
struct Cached {
    a: u8,
    #[onesheet(skip)]
    b: u8,
}

fn main() {}
