use onesheet::{Deserialize, Serialize};

struct Inner;

#[derive(Serialize, Deserialize)]
struct Outer {
    count: u8,
    inner: Inner,
    list: Vec<Inner>,
}

#[derive(Serialize, Deserialize)]
enum Event {
    Started(Inner),
    Stopped,
}

#[derive(Deserialize)]
#[onesheet(extensible)]
struct Later {
    #[onesheet(default = Inner)]
    inner: Inner,
}

#[derive(Deserialize)]
#[onesheet(rows)]
struct Tree {
    inner: Inner,
    children: Vec<Tree>,
}

fn main() {}
