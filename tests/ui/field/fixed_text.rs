use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Header {
    #[onesheet(fixed)]
    name: String,
    #[onesheet(fixed)]
    kind: u8,
    #[onesheet(fixed)]
    size: usize,
}

fn main() {}
