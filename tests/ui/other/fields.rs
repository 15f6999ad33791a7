use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
enum Event {
    Started,
    #[onesheet(other)]
    Unknown(u32),
}

fn main() {}
