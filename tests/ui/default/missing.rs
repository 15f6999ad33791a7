use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
struct Config {
    host: String,
    #[onesheet(default = 8080)]
    port: u16,
    level: u8,
    #[onesheet(skip)]
    cache: u8,
}

fn main() {}
