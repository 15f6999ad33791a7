use onesheet::Serialize;

#[derive(Serialize)]
enum Event {
    #[onesheet(tag = -1)]
    Started,
    #[onesheet(tag = 4_294_967_296)]
    Stopped,
    #[onesheet(tag = "moved")]
    Moved,
    #[onesheet(tag)]
    Gone,
}

#[derive(Serialize)]
#[repr(i64)]
enum Error {
    NotFound = -2,
}

fn main() {}
