use onesheet::Deserialize;
use onesheet::de::DeserializeOwned;

#[derive(Deserialize)]
struct Name<'a> {
    name: &'a str,
}

fn load<T: DeserializeOwned>() -> T {
    onesheet::decode(&std::fs::read("name").unwrap()).unwrap()
}

fn main() {
    let name: Name = load();
}
