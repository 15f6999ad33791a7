use onesheet::{Deserialize, Serialize};

struct Inner;

#[derive(Serialize, Deserialize)]
struct Outer {
    inner: Inner,
    list: Vec<Inner>,
}

fn main() {}
