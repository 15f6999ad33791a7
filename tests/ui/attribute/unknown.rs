use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[onesheet(rename_all = "camelCase", extensible)]
struct Config {
    #[onesheet(rename = "p", default)]
    port: u16,
}

#[derive(Serialize)]
enum Event {
    #[onesheet(index = 3)]
    Started,
    #[onesheet(serde::rename)]
    Stopped,
}

fn main() {}
