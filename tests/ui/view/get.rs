use onesheet::list::Seq;

fn third<'a>(names: &Seq<'a, &'a str>) -> Option<&'a str> {
    names.get(2)
}

fn main() {}
