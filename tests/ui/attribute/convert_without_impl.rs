use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(try_from = u16, into = u16)]
struct Angle(f32);

fn main() {}
