use onesheet::{Deserialize, Serialize};

const FIRST: u32 = 4;

#[derive(Serialize, Deserialize)]
enum Descending {
    #[onesheet(tag = FIRST + 1)]
    A,
    #[onesheet(tag = FIRST)]
    B,
}

#[derive(Serialize, Deserialize)]
enum Twice {
    #[onesheet(tag = FIRST)]
    A,
    #[onesheet(tag = 4)]
    B,
}

#[derive(Serialize, Deserialize)]
enum DescendingNumbers {
    A = 5,
    B = 3,
    #[onesheet(tag = FIRST + 5)]
    C,
}

#[derive(Serialize, Deserialize)]
enum Negative {
    A = -(FIRST as isize),
}

#[derive(Serialize, Deserialize)]
#[onesheet(bits = 2)]
enum Narrow {
    #[onesheet(tag = FIRST)]
    A,
}

fn main() {}
