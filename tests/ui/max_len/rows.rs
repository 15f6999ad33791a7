use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(rows)]
struct Point {
    x: Vec<Point>,
}

const LEN: usize = Point::MAX_LEN;

fn main() {}
