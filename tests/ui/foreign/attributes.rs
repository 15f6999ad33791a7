use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Player {
    #[serde(rename = "Name")]
    name: String,
}

fn main() {}
