//! Views of rows types, which need not be `Clone`.
use allocation_counter::measure;
use onesheet::list::Seq;
use onesheet::{Deserialize, Limits, Serialize, decode_view, decode_with, encode};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[onesheet(rows)]
struct Node {
    name: String,
    children: Vec<Node>,
}

fn node(name: &str, children: Vec<Node>) -> Node {
    Node { name: name.into(), children }
}

fn tree() -> Node {
    node("a", vec![node("bc", vec![]), node("", vec![node("d", vec![])])])
}

#[derive(Deserialize)]
#[onesheet(rows)]
struct View<'a> {
    name: &'a str,
    children: Seq<'a, View<'a>>,
}

impl View<'_> {
    fn is(&self, node: &Node) -> bool {
        self.name == node.name
            && self.children.len() == node.children.len()
            && self.children.iter().zip(&node.children).all(|(view, node)| view.is(node))
    }
}

#[test]
fn rows_in_views_are_not_cloned() {
    // Alone, in a list, and in lists of lists.
    let nodes = || vec![tree(), node("x", vec![tree()]), node("y", vec![])];
    let bytes = encode(&nodes());
    let owned: Seq<Node> = decode_view(&bytes).unwrap();
    assert_eq!(owned.iter().collect::<Vec<_>>(), nodes());
    assert_eq!(owned.iter().nth(1), nodes().pop().map(|_| node("x", vec![tree()])));
    let views: Seq<View> = decode_view(&bytes).unwrap();
    assert!(views.iter().zip(nodes()).all(|(view, node)| view.is(&node)));

    let lists = || vec![nodes(), vec![], vec![tree()], nodes()];
    let bytes = encode(&lists());
    let seqs: Seq<Seq<View>> = decode_view(&bytes).unwrap();
    for (seq, list) in seqs.iter().zip(lists()) {
        assert_eq!(seq.len(), list.len());
        assert!(seq.iter().zip(&list).all(|(view, node)| view.is(node)));
        assert!(seq.iter().zip(&list).all(|(view, node)| view.is(node)));
    }
    let seqs: Vec<Seq<(Node,)>> = onesheet::decode(&bytes).unwrap();
    for (seq, list) in seqs.into_iter().zip(lists()) {
        assert_eq!(seq.iter().map(|one| one.0).collect::<Vec<_>>(), list);
        assert_eq!(seq.into_iter().map(|one| one.0).collect::<Vec<_>>(), list);
    }
    let pairs: Vec<(u8, Vec<Node>, Node)> = (0..3).map(|i| (i, nodes(), tree())).collect();
    let bytes = encode(&pairs);
    let views: Seq<(u8, Seq<View>, Node)> = decode_view(&bytes).unwrap();
    assert_eq!(views.len(), 3);
    for (view, pair) in views.iter().zip(&pairs) {
        assert!(view.1.iter().zip(&pair.1).all(|(view, node)| view.is(node)));
        assert_eq!(view.2, pair.2);
    }
    assert_eq!(views.iter().last().map(|last| last.0), Some(2));
}

#[test]
fn a_view_of_rows_allocates_nothing() {
    let bytes = encode(&vec![tree(), tree()]);
    let mut names = 0;
    let info = measure(|| {
        let views: Seq<View> = decode_view(&bytes).unwrap();
        names = views.iter().map(|view| view.name.len() + view.children.len()).sum();
    });
    assert_eq!((names, info.count_total), (6, 0));
}

/// Each level decodes the next once, not twice: else this would take 2^100 steps.
#[test]
fn nested_views_take_time_in_proportion() {
    #[derive(Serialize, Deserialize)]
    #[onesheet(rows)]
    struct Deep<'a> {
        lists: Vec<Pair<'a>>,
        views: Seq<'a, Seq<'a, Deep<'a>>>,
    }
    #[derive(Serialize, Deserialize)]
    struct Pair<'a>(u16, Seq<'a, Deep<'a>>);

    // Each level: one pair, of 0 and one level more, and no views; or none, and one view of one.
    let mut message = vec![0, 0];
    for level in 0..100 {
        message = match level % 2 {
            0 => [&[1, 0, 1][..], &message, &[0]].concat(),
            _ => [&[0, 1, 1][..], &message].concat(),
        };
    }
    let limits = Limits::default();
    let deep = decode_with::<Deep>(&message, &limits).unwrap();
    assert_eq!((deep.lists.len(), deep.views.len()), (0, 1));
    assert_eq!(encode(&deep), message);
}

/// A type that contains itself by another, or behind a reference: it has no bound, which is not asked.
#[test]
fn types_that_contain_themselves_by_another() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(rows)]
    enum Json {
        Null,
        Number(i64),
        Object(Object),
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Object {
        entries: Vec<(String, Json)>,
    }

    #[derive(Serialize)]
    #[onesheet(rows)]
    struct Path<'a> {
        name: u8,
        parent: Option<&'a Path<'a>>,
    }

    let inner = Object { entries: vec![("b".into(), Json::Null), ("c".into(), Json::Number(-1))] };
    let outer = Json::Object(Object { entries: vec![("a".into(), Json::Object(inner))] });
    let message = encode(&outer);
    assert_eq!(message, [2, 1, 1, b'a', 2, 2, 1, 3, b'b', b'c', 0, 1, 1]);
    assert_eq!(decode_view::<Json>(&message), Ok(outer));
    let root = Path { name: 1, parent: None };
    let leaf = Path { name: 2, parent: Some(&root) };
    assert_eq!(encode(&leaf), [2, 1, 1, 0]);
}

/// What `Rows` marks has the bytes of each value, and comes back.
#[test]
fn lists_of_values_that_stand_alone() {
    use onesheet::decode;
    use onesheet::with::Rows;
    use std::collections::VecDeque;

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Alone {
        #[onesheet(with = Vec<Rows>)]
        numbers: Vec<u64>,
        #[onesheet(with = VecDeque<Rows>)]
        texts: VecDeque<String>,
        #[onesheet(with = Vec<Vec<Rows>>)]
        lists: Vec<Vec<(u16, bool)>>,
    }

    let value = Alone {
        numbers: vec![1, 300, 0],
        texts: VecDeque::from(["a".to_owned(), "bc".to_owned()]),
        lists: vec![vec![(1, true), (300, false)], vec![]],
    };
    let message = encode(&value);
    let by_hand = [
        &[3, 1, 0xac, 2, 0][..],
        &[2, 1, b'a', 2, b'b', b'c'],
        // Two counts, of two bits each.
        &[2, 2, 0x02, 1, 1, 0xac, 2, 0],
    ];
    assert_eq!(message, by_hand.concat());
    for end in 0..message.len() {
        assert!(decode::<Alone>(&message[..end]).is_err());
    }
    assert_eq!(decode::<Alone>(&message), Ok(value));
}
