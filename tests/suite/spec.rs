//! The spec is a page: it prints on one sheet of A4, and its rules are numbered without a gap.

const PAGE: &str = include_str!("../../spec/WIRE_FORMAT.md");

#[test]
fn it_fits_on_one_page() {
    let words = PAGE.split_whitespace().count();
    assert!(words <= 1150, "{words} words");
    let lines = PAGE.lines().count();
    assert!(lines <= 80, "{lines} lines");
}

#[test]
fn each_rule_is_stated_once_and_in_order() {
    let stated = PAGE.lines().filter_map(|line| {
        let rule = line.strip_prefix("| W").or_else(|| line.strip_prefix("- W"))?;
        rule.split([' ', '|']).next()?.parse::<u32>().ok()
    });
    assert_eq!(stated.collect::<Vec<_>>(), Vec::from_iter(1..=35));
}

/// The examples of the page, by the type in Rust that each one is.
#[test]
fn its_examples_are_what_is_encoded() {
    use onesheet::{Serialize, encode};
    use std::collections::BTreeMap;

    #[derive(Serialize)]
    struct Row {
        number: u16,
        text: &'static str,
        flag: Option<bool>,
    }

    #[derive(Serialize)]
    enum Choice {
        Zero,
        #[onesheet(tag = 3)]
        Three(u8),
    }

    #[derive(Serialize)]
    #[onesheet(extensible)]
    struct Pair {
        first: u8,
        second: u8,
    }

    #[derive(Serialize)]
    #[onesheet(extensible)]
    enum Open {
        Zero,
        One(u8),
    }

    #[derive(Serialize)]
    #[onesheet(rows)]
    struct Tree {
        value: u8,
        children: Vec<Tree>,
    }

    let leaf = |value| Tree { value, children: vec![] };
    let rows = vec![
        Row { number: 300, text: "a", flag: Some(true) },
        Row { number: 5, text: "bc", flag: None },
    ];
    let pairs = vec![Pair { first: 1, second: 2 }, Pair { first: 3, second: 4 }];
    let encoded = [
        encode(&300u16),
        encode(&-3i16),
        encode("hi"),
        encode(&Some(5u16)),
        encode(&vec![1u16, 2, 3]),
        encode(&vec![1000u16, 1001, 1002]),
        encode(&vec![true, false, true]),
        encode(&vec![1f32, -2.0]),
        encode(&rows),
        encode(&BTreeMap::from([("b", 2u8), ("a", 1)])),
        encode(&vec![Choice::Three(9), Choice::Zero, Choice::Three(8)]),
        encode(&pairs),
        encode(&vec![Open::One(7), Open::Zero, Open::One(8)]),
        encode(&Tree { value: 1, children: vec![leaf(2), leaf(3)] }),
    ];
    let (_, examples) = PAGE.split_once("## Examples").unwrap();
    let examples = examples.lines().filter_map(|line| line.split('`').nth(1));
    let hex = |bytes: &Vec<u8>| {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
    };
    assert!(examples.eq(encoded.iter().map(hex)));
}
