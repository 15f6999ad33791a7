use onesheet::Serialize;
use onesheet::types::Bounded;

#[derive(Serialize)]
struct Message {
    seq: u16,
    values: Bounded<Vec<u64>, { usize::MAX }>,
}

const FIELD: usize = Message::MAX_LEN;
const TYPE: usize = <[[u64; 1 << 40]; 1 << 40] as Serialize>::MAX_LEN;

fn main() {}
