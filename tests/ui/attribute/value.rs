use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(extensible = true)]
#[onesheet(crate)]
#[onesheet(bound)]
struct Config {
    #[onesheet(fixed = 4)]
    port: u16,
    #[onesheet(with)]
    level: u8,
    #[onesheet(skip(all))]
    text: String,
    #[onesheet = "skip"]
    more: String,
    #[onesheet]
    last: String,
}

fn main() {}
