use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(rows)]
struct Point {
    x: u16,
}

const LEN: usize = Point::MAX_LEN;

fn main() {}
