use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Event {
    Started,
    #[onesheet(tag = 0)]
    Stopped,
    #[onesheet(tag = 7)]
    Moved,
    Turned = 7,
}

fn main() {}
