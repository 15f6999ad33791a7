use onesheet::Serialize;

#[derive(Serialize)]
struct Inner {
    level: u8,
    name: String,
}

#[derive(Serialize)]
struct Message {
    seq: u16,
    inner: Inner,
}

const LEN: usize = Message::MAX_LEN;

fn main() {}
