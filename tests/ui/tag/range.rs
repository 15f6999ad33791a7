use onesheet::Serialize;

#[derive(Serialize)]
enum Event {
    #[onesheet(tag = -1)]
    Started,
    #[onesheet(tag = 4_294_967_296)]
    Stopped,
    #[onesheet(tag = "moved")]
    Moved,
    #[onesheet(tag = LIMIT)]
    Turned,
    #[onesheet(tag)]
    Gone,
}

const LIMIT: u32 = 9;

#[derive(Serialize)]
#[repr(i64)]
enum Error {
    NotFound = -2,
    Busy = 1 << 4,
}

fn main() {}
