use onesheet::Serialize;

#[derive(Serialize)]
#[onesheet(rows, bound(key = ""))]
struct Node {
    weight: f64,
    nodes: Vec<Node>,
}

fn main() {}
