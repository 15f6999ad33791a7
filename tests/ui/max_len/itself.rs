use onesheet::Serialize;

const LEN: usize = <Vec<u8> as Serialize>::MAX_LEN;

fn main() {}
