use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[repr(C, packed)]
struct Entry {
    id: u32,
    name: Option<String>,
}

fn main() {}
