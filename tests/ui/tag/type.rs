use onesheet::{Deserialize, Serialize};

const BYTE: u8 = 3;

#[derive(Serialize, Deserialize)]
enum Narrow {
    #[onesheet(tag = BYTE)]
    A,
}

fn main() {}
