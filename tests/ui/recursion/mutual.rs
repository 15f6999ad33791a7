use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Folder {
    entries: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
enum Entry {
    File(u64),
    Folder(Folder),
}

fn main() {}
