use onesheet::{Deserialize, Serialize};

struct AsText;

#[derive(Serialize, Deserialize)]
struct Backup {
    #[onesheet(with = AsText)]
    path: std::path::PathBuf,
}

fn main() {}
