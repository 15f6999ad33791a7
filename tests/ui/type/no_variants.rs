use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Never {}

fn main() {}
