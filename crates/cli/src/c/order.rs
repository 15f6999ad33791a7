//! W10 and W21: the check that a set or a map ascends.

use super::shape::{Order, Shape, Struct};
use super::walk::Walk;

/// Fails unless the elements of the seq at `place` ascend strictly.
pub(super) fn check(walk: &mut Walk, item: &Shape, order: Order, place: &str) {
    let (key, part) = match (order, item) {
        (Order::None, _) => return,
        (Order::Key, Shape::Struct(Struct { fields, .. })) => match fields.first() {
            Some(key) => (&key.shape, ".key"),
            None => return,
        },
        _ => (item, ""),
    };
    let index = walk.name("k");
    let before = format!("{place}.items[{index} - 1]{part}");
    let this = format!("{place}.items[{index}]{part}");
    let head = format!("for (size_t {index} = 1; {index} < {place}.len; {index}++)");
    walk.block(&head, |walk| {
        walk.line("int order = 0;\n");
        compare(walk, key, &before, &this);
        walk.block("if (order >= 0)", |walk| walk.fail("ONESHEET_W10"));
    });
}

/// Sets `order`, which is 0, below 0 if `a` comes before `b`, above 0 if after.
fn compare(walk: &mut Walk, shape: &Shape, a: &str, b: &str) {
    match shape {
        // Any two are equal, and have no members to compare.
        _ if shape.is_void() => {}
        Shape::Unit => {}
        Shape::Bool | Shape::Number(_) => walk.line(numbers(a, b)),
        Shape::Fixed { suffix: suffix @ ("u128" | "i128"), .. } => {
            walk.line(format!("order = onesheet_compare_{suffix}({a}, {b});"));
        }
        Shape::Fixed { .. } => walk.line(numbers(a, b)),
        Shape::Str { .. } => bytes(walk, "data", a, b),
        Shape::Seq { item, .. } if matches!(**item, Shape::Fixed { suffix: "u8", .. }) => {
            bytes(walk, "items", a, b);
        }
        Shape::Seq { item, .. } => {
            let index = walk.name("k");
            let both = format!("{index} < {a}.len && {index} < {b}.len");
            let head = format!("for (size_t {index} = 0; {both} && order == 0; {index}++)");
            let (of_a, of_b) = (format!("{a}.items[{index}]"), format!("{b}.items[{index}]"));
            walk.block(&head, |walk| compare(walk, item, &of_a, &of_b));
            walk.block("if (order == 0)", |walk| {
                walk.line(numbers(&format!("{a}.len"), &format!("{b}.len")));
            });
        }
        Shape::Array(item, len) => {
            let index = walk.name("k");
            let head =
                format!("for (size_t {index} = 0; {index} < {len} && order == 0; {index}++)");
            let (of_a, of_b) = (format!("{a}[{index}]"), format!("{b}[{index}]"));
            walk.block(&head, |walk| compare(walk, item, &of_a, &of_b));
        }
        Shape::Option(item) => {
            walk.line(numbers(&format!("{a}.some"), &format!("{b}.some")));
            walk.block(&format!("if (order == 0 && {a}.some)"), |walk| {
                compare(walk, item, &format!("{a}.value"), &format!("{b}.value"));
            });
        }
        Shape::Struct(s) => fields(walk, s, a, b),
        Shape::Enum(e) => {
            walk.line(numbers(&e.tag(a), &e.tag(b)));
            for variant in &e.variants {
                let condition = format!("if (order == 0 && {} == {}u)", e.tag(a), variant.tag);
                let member = format!("u.{}", variant.name);
                walk.block(&condition, |walk| {
                    fields(
                        walk,
                        &variant.fields,
                        &format!("{a}.{member}"),
                        &format!("{b}.{member}"),
                    );
                });
            }
        }
    }
}

fn fields(walk: &mut Walk, s: &Struct, a: &str, b: &str) {
    for (i, field) in s.fields.iter().enumerate() {
        let (of_a, of_b) = (format!("{a}.{}", field.name), format!("{b}.{}", field.name));
        if i == 0 {
            compare(walk, &field.shape, &of_a, &of_b);
        } else {
            walk.block("if (order == 0)", |walk| compare(walk, &field.shape, &of_a, &of_b));
        }
    }
}

fn numbers(a: &str, b: &str) -> String {
    format!("order = ({a} > {b}) - ({a} < {b});")
}

fn bytes(walk: &mut Walk, member: &str, a: &str, b: &str) {
    walk.line(format!(
        "order = onesheet_compare_bytes({a}.{member}, {a}.len, {b}.{member}, {b}.len);"
    ));
}
