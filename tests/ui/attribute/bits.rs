use onesheet::{Deserialize, Serialize};

#[derive(Serialize)]
#[onesheet(bits)]
struct Short {
    #[onesheet(bits = 3)]
    a: u8,
    b: bool,
}

#[derive(Serialize)]
#[onesheet(bits)]
struct Long {
    a: u64,
    b: bool,
}

#[derive(Serialize, Deserialize)]
#[onesheet(bits, extensible)]
struct Wide {
    #[onesheet(bits = 9)]
    a: u8,
    #[onesheet(bits = 0)]
    b: u8,
}

#[derive(Serialize)]
#[onesheet(bits(big))]
struct Order(u8);

#[derive(Serialize)]
#[onesheet(bits = 8)]
struct Number(u8);

#[derive(Serialize)]
#[onesheet(bits)]
enum Unsaid {
    A,
}

#[derive(Serialize)]
#[onesheet(bits = 2)]
enum Large {
    A = 4,
    B(u8),
}

#[derive(Serialize)]
struct Plain {
    #[onesheet(bits = 3)]
    a: u8,
}

#[derive(Serialize)]
#[onesheet(bits)]
struct Other {
    #[onesheet(bits = 4)]
    a: u8,
    #[onesheet(bits = 4)]
    b: i8,
}

#[derive(Serialize)]
#[onesheet(bits)]
struct Generic<T> {
    #[onesheet(bits = 8)]
    a: T,
}

fn main() {}
