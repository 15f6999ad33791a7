use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(tag = 3)]
struct Config {
    #[onesheet(extensible)]
    port: u16,
}

#[derive(Serialize)]
#[onesheet(other, default)]
enum Event {
    #[onesheet(fixed)]
    Started(#[onesheet(tag = 1)] u8),
    #[onesheet(rows)]
    Stopped,
}

fn main() {}
