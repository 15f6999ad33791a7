#[derive(serde::Serialize, serde::Deserialize)]
struct Inner(u8);

#[derive(onesheet::Serialize, onesheet::Deserialize)]
struct Outer {
    inner: Inner,
}

fn main() {}
