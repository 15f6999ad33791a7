use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Header {
    #[onesheet(fixed)]
    size: Option<u32>,
}

fn main() {}
