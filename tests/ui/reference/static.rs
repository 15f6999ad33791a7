use onesheet::Deserialize;

#[derive(Deserialize)]
struct Name {
    name: &'static str,
}

fn read(message: &[u8]) -> Name {
    onesheet::decode(message).unwrap()
}

fn main() {}
