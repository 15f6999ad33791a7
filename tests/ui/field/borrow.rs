use onesheet::Deserialize;
use onesheet::list::Seq;
use std::borrow::Cow;

#[derive(Deserialize)]
struct Directory<'a> {
    #[onesheet(borrow)]
    path: Option<&'a str>,
    #[onesheet(borrow, fixed)]
    size: u64,
    seq: Seq<'a, u16>,
}

#[derive(Deserialize)]
struct Numbers<'a> {
    #[onesheet(borrow)]
    numbers: Cow<'a, [u16]>,
}

fn main() {}
