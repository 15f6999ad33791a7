//! The derives where the crate has another name, and is nowhere to be found under its own.

use renamed::{Deserialize, Serialize, decode, decode_view, encode};
use std::collections::BTreeSet;

#[derive(Serialize, Deserialize, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[onesheet(crate = renamed)]
struct Key {
    number: u16,
    #[onesheet(fixed)]
    id: u32,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[onesheet(crate = "::renamed", extensible)]
enum Event<'a, T> {
    #[onesheet(other)]
    Unknown,
    Text {
        text: &'a str,
        #[onesheet(default)]
        more: Option<T>,
    },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[onesheet(rows, crate = renamed)]
struct Tree(u8, Vec<Tree>);

#[test]
fn nothing_names_the_crate_by_its_own_name() {
    let keys = BTreeSet::from([Key { number: 2, id: 1 }, Key { number: 1, id: 1 }]);
    let message = encode(&keys);
    assert_eq!(message, [2, 2, 0b1001, 1, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(decode(&message), Ok(keys));
    type Plain<'a> = Event<'a, u8>;
    assert_eq!(decode_view(&[1, 2, 1, b'a']), Ok(Plain::Text { text: "a", more: None }));
    assert_eq!(decode_view(&[9, 0]), Ok(Plain::Unknown));
    assert_eq!(decode(&[1, 1, 2, 0]), Ok(Tree(1, vec![Tree(2, vec![])])));
}
