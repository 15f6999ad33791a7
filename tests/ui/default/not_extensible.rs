use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Config {
    #[onesheet(default = 8080)]
    port: u16,
}

#[derive(Serialize, Deserialize)]
enum Event {
    Started(#[onesheet(default)] u16),
}

fn main() {}
