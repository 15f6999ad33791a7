//! W10 and W21: the check that a set or a map ascends.

use super::body::Body;
use super::shape::{Order, Shape, Struct};

/// Fails unless the elements of the seq at `place` ascend strictly.
pub(super) fn check(body: &mut Body, item: &Shape, order: Order, place: &str) {
    let (key, part) = match (order, item) {
        (Order::None, _) => return,
        (Order::Key, Shape::Struct(Struct { fields, .. })) => match fields.first() {
            Some(key) => (&key.shape, ".key"),
            None => return,
        },
        _ => (item, ""),
    };
    let index = body.name("k");
    let before = format!("{place}.items[{index} - 1]{part}");
    let this = format!("{place}.items[{index}]{part}");
    let head = format!("for (size_t {index} = 1; {index} < {place}.len; {index}++)");
    body.block(&head, |body| {
        body.line("int order = 0;\n");
        compare(body, key, &before, &this);
        body.block("if (order >= 0)", |body| body.fail("ONESHEET_W10"));
    });
}

/// Sets `order`, which is 0, below 0 if `a` comes before `b`, above 0 if after.
fn compare(body: &mut Body, shape: &Shape, a: &str, b: &str) {
    match shape {
        // Any two are equal, and have no members to compare.
        _ if shape.is_void() => {}
        Shape::Unit => {}
        Shape::Bool | Shape::Number(_) => body.line(numbers(a, b)),
        Shape::Fixed { suffix: suffix @ ("u128" | "i128"), .. } => {
            body.line(format!("order = onesheet_compare_{suffix}({a}, {b});"));
        }
        Shape::Fixed { .. } => body.line(numbers(a, b)),
        Shape::Str { .. } => bytes(body, "data", a, b),
        Shape::Seq { item, .. } if matches!(**item, Shape::Fixed { suffix: "u8", .. }) => {
            bytes(body, "items", a, b);
        }
        Shape::Seq { item, .. } => {
            let index = body.name("k");
            let both = format!("{index} < {a}.len && {index} < {b}.len");
            let head = format!("for (size_t {index} = 0; {both} && order == 0; {index}++)");
            let (of_a, of_b) = (format!("{a}.items[{index}]"), format!("{b}.items[{index}]"));
            body.block(&head, |body| compare(body, item, &of_a, &of_b));
            body.block("if (order == 0)", |body| {
                body.line(numbers(&format!("{a}.len"), &format!("{b}.len")));
            });
        }
        Shape::Array(item, len) => {
            let index = body.name("k");
            let head =
                format!("for (size_t {index} = 0; {index} < {len} && order == 0; {index}++)");
            let (of_a, of_b) = (format!("{a}[{index}]"), format!("{b}[{index}]"));
            body.block(&head, |body| compare(body, item, &of_a, &of_b));
        }
        Shape::Option(item) => {
            body.line(numbers(&format!("{a}.some"), &format!("{b}.some")));
            body.block(&format!("if (order == 0 && {a}.some)"), |body| {
                compare(body, item, &format!("{a}.value"), &format!("{b}.value"));
            });
        }
        Shape::Struct(s) => fields(body, s, a, b),
        Shape::Enum(e) => {
            body.line(numbers(&e.tag(a), &e.tag(b)));
            for variant in &e.variants {
                let condition = format!("if (order == 0 && {} == {}u)", e.tag(a), variant.tag);
                let member = format!("u.{}", variant.name);
                body.block(&condition, |body| {
                    fields(
                        body,
                        &variant.fields,
                        &format!("{a}.{member}"),
                        &format!("{b}.{member}"),
                    );
                });
            }
        }
    }
}

fn fields(body: &mut Body, s: &Struct, a: &str, b: &str) {
    for (i, field) in s.fields.iter().enumerate() {
        let (of_a, of_b) = (format!("{a}.{}", field.name), format!("{b}.{}", field.name));
        if i == 0 {
            compare(body, &field.shape, &of_a, &of_b);
        } else {
            body.block("if (order == 0)", |body| compare(body, &field.shape, &of_a, &of_b));
        }
    }
}

fn numbers(a: &str, b: &str) -> String {
    format!("order = ({a} > {b}) - ({a} < {b});")
}

fn bytes(body: &mut Body, member: &str, a: &str, b: &str) {
    body.line(format!(
        "order = onesheet_compare_bytes({a}.{member}, {a}.len, {b}.{member}, {b}.len);"
    ));
}
