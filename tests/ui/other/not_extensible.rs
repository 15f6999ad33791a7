use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
enum Event {
    Started,
    #[onesheet(other)]
    Unknown,
}

fn main() {}
