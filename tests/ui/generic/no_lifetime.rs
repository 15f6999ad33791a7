use onesheet::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Bound<T: Deserialize> {
    value: T,
}

#[derive(Serialize, Deserialize)]
struct Clause<T>
where
    T: onesheet::Deserialize,
{
    value: T,
}

#[derive(Deserialize)]
#[onesheet(bound(deserialize = "T: Deserialize"))]
struct Said<T> {
    value: T,
}

fn main() {}
