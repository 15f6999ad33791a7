use onesheet::{Deserialize, Serialize};

struct Handle;

#[derive(Serialize, Deserialize)]
struct File {
    #[onesheet(skip)]
    handle: Handle,
    name: String,
}

fn main() {}
