use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
union Number {
    int: u32,
    float: f32,
}

fn main() {}
