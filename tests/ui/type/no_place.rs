use onesheet::{Deserialize, Serialize};

use std::path::PathBuf;

#[derive(Serialize, Deserialize)]
struct Backup {
    path: PathBuf,
    opened: std::cell::RefCell<u8>,
}

fn main() {}
