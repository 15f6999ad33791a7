use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(extensible, extensible)]
#[onesheet(bound = "", bound = "")]
struct Config {
    #[onesheet(fixed)]
    #[onesheet(fixed)]
    port: u16,
    #[onesheet(default = 1, default)]
    level: u8,
}

#[derive(Serialize)]
enum Event {
    #[onesheet(tag = 1, tag = 1)]
    Started,
}

fn main() {}
