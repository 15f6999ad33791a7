use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(extensible)]
struct Config {
    #[onesheet(default = "8080")]
    port: u16,
    #[onesheet(default = port)]
    other: String,
    #[onesheet(default)]
    level: Level,
}

fn port() -> u16 {
    8080
}

#[derive(Serialize, Deserialize)]
struct Level(u8);

fn main() {}
