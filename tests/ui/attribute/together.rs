use onesheet::Serialize;

#[derive(Serialize)]
struct Config {
    #[onesheet(skip, fixed)]
    port: u16,
    #[onesheet(fixed, with = Marker)]
    level: u16,
    #[onesheet(skip, default = 3)]
    other: u8,
}

struct Marker;

fn main() {}
