use onesheet::{Deserialize, Serialize};
use onesheet::with::Utf8;
use std::path::PathBuf;

#[derive(Serialize, Deserialize)]
struct Backup {
    #[onesheet(with = Utf8)]
    paths: Vec<PathBuf>,
    #[onesheet(with = Vec<Utf8>)]
    texts: Vec<String>,
}

fn main() {}
