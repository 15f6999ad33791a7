use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
enum Event {
    #[onesheet(other)]
    Started,
    #[onesheet(other)]
    Unknown,
}

fn main() {}
