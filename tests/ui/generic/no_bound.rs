use onesheet::{Deserialize, Result, Serialize};

#[derive(Serialize, Deserialize)]
struct Page<T> {
    items: Vec<T>,
}

fn write<T>(page: &Page<T>) -> Vec<u8> {
    onesheet::encode(page)
}

fn read<T>(message: &[u8]) -> Result<Page<T>> {
    onesheet::decode(message)
}

fn main() {}
