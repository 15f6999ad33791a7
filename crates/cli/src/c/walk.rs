//! The statements that write or read a message: W7 unrolled, a list as loops over the structs that
//! hold its values.
//!
//! Every list of the format is the values at one place of the type. `nest` says how to come to all
//! of them from the message: a loop over each array on the way, a condition for each option and
//! variant. A column of numbers is those loops, with a call in the middle for each run of values,
//! which is the innermost array (`onesheet_column`).

use super::body::Body;
use super::order;
use super::shape::{Enum, Number, Order, Shape, Struct, smallest};

/// A step from a value to values inside it.
#[derive(Clone)]
pub(super) enum Step {
    /// The elements of `array`, `count` of them, by `index`.
    Each { index: String, count: String, array: String },
    /// Only where this holds.
    Where(String),
}

/// The statements that write or read the `shape` that `v` points to.
pub(super) fn statements(shape: &Shape, reads: bool) -> Result<String, String> {
    let mut body = Body { reads, out: String::new(), depth: 1, names: 0, misfit: None };
    body.list(shape, "(*v)", &[], "1");
    match body.misfit {
        None => Ok(body.out.replace("(*v).", "v->")),
        Some(place) => Err(format!("{place}: the default does not fit the type")),
    }
}

impl Body {
    /// `inside` for all values that `nest` leads to.
    pub(super) fn each(&mut self, nest: &[Step], inside: &mut dyn FnMut(&mut Self)) {
        match nest.split_first() {
            None => inside(self),
            Some((Step::Each { index, count, .. }, rest)) => {
                let head = format!("for (size_t {index} = 0; {index} < {count}; {index}++)");
                self.block(&head, |body| body.each(rest, inside));
            }
            Some((Step::Where(condition), rest)) => {
                self.block(&format!("if ({condition})"), |body| body.each(rest, inside));
            }
        }
    }

    /// enc(T, all values that `nest` leads to), of which there are `count`; a lone value if it is
    /// empty.
    fn list(&mut self, shape: &Shape, place: &str, nest: &[Step], count: &str) {
        self.say_where(shape, place, nest);
        match shape {
            Shape::Unit => {}
            Shape::Struct(s) if s.is_fixed() => self.each(nest, &mut |body| {
                for field in &s.fields {
                    body.list(&field.shape, &format!("{place}.{}", field.name), &[], "1");
                }
            }),
            Shape::Struct(s) => self.structs(s, place, nest, count),
            Shape::Fixed { suffix, size, .. } => self.fixed(suffix, *size, place, nest),
            Shape::Bool => self.numbers("bool", "ONESHEET_BOOL", place, nest, count),
            Shape::Number(Number { suffix, kind, .. }) => {
                self.numbers(suffix, kind, place, nest, count);
            }
            Shape::Str { max } => {
                self.lengths(&format!("{place}.len"), *max, nest, count);
                let text = self.call("text", &format!("{place}.data, {place}.len"));
                self.each(nest, &mut |body| body.line(&text));
            }
            Shape::Option(item) => self.option(item, place, nest, count),
            Shape::Array(_, 0) => {}
            Shape::Array(item, len) => {
                let count = match count.parse::<u64>() {
                    Ok(count) => count.saturating_mul(*len).to_string(),
                    Err(_) => format!("{count} * {len}"),
                };
                let (nest, place) = self.inside(place, &len.to_string(), nest);
                self.list(item, &place, &nest, &count);
            }
            Shape::Seq { item, max, order } => self.seq(item, *max, *order, place, nest, count),
            Shape::Enum(e) if nest.is_empty() => self.lone_enum(e, place),
            Shape::Enum(e) => self.enums(e, place, nest, count),
        }
    }

    /// A comment above the statements of a list, which may be many.
    fn say_where(&mut self, shape: &Shape, place: &str, nest: &[Step]) {
        let rule = match shape {
            _ if nest.is_empty() || shape.is_void() => return,
            Shape::Struct(s) if !s.is_fixed() && !s.extensible => return,
            Shape::Array(item, _) if !matches!(**item, Shape::Fixed { .. }) => return,
            Shape::Unit | Shape::Fixed { .. } | Shape::Struct(_) | Shape::Array(..)
                if shape.is_fixed() =>
            {
                1
            }
            Shape::Number(number) if number.suffix.starts_with('i') => 3,
            Shape::Number(_) => 2,
            Shape::Bool => 4,
            Shape::Str { .. } => 5,
            Shape::Option(_) => 6,
            Shape::Seq { order: Order::None, .. } => 9,
            Shape::Seq { .. } => 10,
            Shape::Enum(e) if !e.extensible => 11,
            Shape::Enum(_) => 13,
            _ => 12,
        };
        let mut path = place.replace("(*v)", "").trim_start_matches('.').to_owned();
        for step in nest {
            if let Step::Each { index, .. } = step {
                path = path.replace(&format!("[{index}]"), "[]");
            }
        }
        self.line(format!("/* {path}: W{rule} */"));
    }

    /// The nest of the elements of `array`, and the place of each.
    fn inside(&self, array: &str, count: &str, nest: &[Step]) -> (Vec<Step>, String) {
        // The place has the index of every loop around.
        let mut index = "i1".to_owned();
        for i in 2.. {
            if !array.contains(&format!("[{index}]")) {
                break;
            }
            index = format!("i{i}");
        }
        let place = format!("{array}[{index}]");
        let mut nest = nest.to_vec();
        nest.push(Step::Each { index, count: count.to_owned(), array: array.to_owned() });
        (nest, place)
    }

    /// A call that reads or writes, without a check: errors stick.
    fn call(&self, what: &str, arguments: &str) -> String {
        let (verb, end) = if self.reads { ("read", "r") } else { ("write", "w") };
        format!("onesheet_{verb}_{what}({end}, {arguments});")
    }

    /// W1
    fn fixed(&mut self, suffix: &str, size: u64, place: &str, nest: &[Step]) {
        let address = if self.reads { "&" } else { "" };
        if !matches!(nest.last(), Some(Step::Each { .. })) {
            let call = self.call(suffix, &format!("{address}{place}"));
            return self.each(nest, &mut |body| body.line(&call));
        }
        let (outer, run) = Run::split(place, nest);
        let call = match &run {
            Run { array: Some(array), count, whole: true, .. } if size == 1 => {
                self.call("bytes", &format!("{array}, {count}"))
            }
            Run { first, count, stride, .. } => {
                self.call("fixed", &format!("{first}, {size}, {count}, {stride}"))
            }
        };
        self.each(outer, &mut |body| body.line(&call));
    }

    /// W2, W3, W4
    fn numbers(&mut self, suffix: &str, kind: &str, place: &str, nest: &[Step], count: &str) {
        let (outer, run) = Run::split(place, nest);
        if nest.is_empty() {
            let address = if self.reads { "&" } else { "" };
            let call = self.call(suffix, &format!("{address}{place}"));
            self.line(call);
        } else if outer.is_empty() {
            let Run { first, count, stride, .. } = run;
            let call = self.call("list", &format!("{kind}, {first}, {count}, {stride}"));
            self.line(call);
        } else {
            self.column(kind, None, place, nest, count);
        }
    }

    /// A column in runs, which leaves the sum of its values in `c.total`.
    fn column(&mut self, kind: &str, max: Option<u64>, place: &str, nest: &[Step], count: &str) {
        let (outer, Run { first, count: many, stride, .. }) = Run::split(place, nest);
        let (limited, limit) = match max {
            None => ("", String::new()),
            Some(max) => ("_max", format!(", {max}, ONESHEET_BOUND")),
        };
        let run = format!("&c, {first}, {many}, {stride}");
        if self.reads {
            self.line(format!("onesheet_open{limited}(r, &c, {kind}, {count}{limit});"));
            self.each(outer, &mut |body| body.line(format!("onesheet_get(r, {run});")));
            self.line("onesheet_close(r, &c);");
        } else {
            self.line(format!("onesheet_start{limited}(&c, {kind}{limit});"));
            self.each(outer, &mut |body| body.line(format!("onesheet_note({run});")));
            if max.is_some() {
                self.stop_unless("onesheet_begin(w, &c)");
            } else {
                self.line("onesheet_begin(w, &c);");
            }
            self.each(outer, &mut |body| body.line(format!("onesheet_put(w, {run});")));
        }
    }

    /// Lengths are checked before the loops that trust them.
    fn stop_unless(&mut self, call: &str) {
        self.block(&format!("if ({call} != ONESHEET_OK)"), |body| body.line("return w->error;"));
    }

    /// Lengths (W5, W9, W10), which leave their sum in `c.total` if there is a nest.
    fn lengths(&mut self, place: &str, max: u64, nest: &[Step], count: &str) {
        let (c_type, kind) = smallest(max);
        if !nest.is_empty() {
            self.column(kind, Some(max), place, nest, count);
        } else if self.reads {
            self.line(format!("{place} = ({c_type})onesheet_read_length(r, {max});"));
        } else {
            self.stop_unless(&format!("onesheet_write_length(w, {place}, {max})"));
        }
    }

    /// `inside`, after a variable for how many values it has, if it asks for it.
    fn counted(
        &mut self,
        total: impl FnOnce(&mut Self, &str),
        inside: impl FnOnce(&mut Self, &str),
    ) {
        let count = self.name("n");
        let body = self.capture(|body| inside(body, &count));
        let mut words = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        if words.any(|word| word == count) {
            total(self, &count);
        }
        self.out += &body;
    }

    fn total(&mut self, count: &str) {
        self.line(format!("size_t {count} = c.total;"));
    }

    /// W6
    fn option(&mut self, item: &Shape, place: &str, nest: &[Step], count: &str) {
        let (some, value) = (format!("{place}.some"), format!("{place}.value"));
        if nest.is_empty() {
            self.numbers("bool", "ONESHEET_BOOL", &some, nest, "1");
            self.block(&format!("if ({some})"), |body| body.list(item, &value, &[], "1"));
            return;
        }
        let mut inner = nest.to_vec();
        inner.push(Step::Where(some.clone()));
        self.column("ONESHEET_BOOL", None, &some, nest, count);
        self.counted(Self::total, |body, count| body.list(item, &value, &inner, count));
    }

    /// W9, W10
    fn seq(
        &mut self,
        item: &Shape,
        max: u64,
        order: Order,
        place: &str,
        nest: &[Step],
        count: &str,
    ) {
        let len = format!("{place}.len");
        self.lengths(&len, max, nest, count);
        let (inner, element) = self.inside(&format!("{place}.items"), &len, nest);
        if nest.is_empty() {
            self.list(item, &element, &inner, &len);
        } else {
            self.counted(Self::total, |body, count| body.list(item, &element, &inner, count));
        }
        self.each(nest, &mut |body| order::check(body, item, order, place));
    }

    /// W7, W12
    fn structs(&mut self, s: &Struct, place: &str, nest: &[Step], count: &str) {
        if !s.extensible {
            for field in &s.fields {
                self.list(&field.shape, &format!("{place}.{}", field.name), nest, count);
            }
        } else if count.parse::<u64>().is_ok() {
            self.blocks(s, place, nest, count);
        } else {
            self.block(&format!("if ({count} != 0)"), |body| body.blocks(s, place, nest, count));
        }
    }

    /// W12, W29, W30: one block for the values, of which there are some.
    fn blocks(&mut self, s: &Struct, place: &str, nest: &[Step], count: &str) {
        let mark = self.name("block");
        if !self.reads {
            self.line(format!("size_t {mark} = onesheet_begin_block(w);"));
            for field in &s.fields {
                self.list(&field.shape, &format!("{place}.{}", field.name), nest, count);
            }
            return self.line(format!("onesheet_end_block(w, {mark});"));
        }
        self.line(format!("size_t {mark} = onesheet_open_block(r);"));
        for field in &s.fields {
            let at = format!("{place}.{}", field.name);
            let read = {
                self.depth += 1;
                let read = self.capture(|body| body.list(&field.shape, &at, nest, count));
                self.depth -= 1;
                read
            };
            let absent = self.capture(|body| {
                body.block("", |body| match &field.default {
                    None if field.shape.takes_no_bytes() => {}
                    None => body.fail("ONESHEET_W22"),
                    Some(value) => {
                        body.each(nest, &mut |body| body.assign(&field.shape, &at, value))
                    }
                });
            });
            if read.is_empty() && absent.is_empty() {
                continue;
            }
            self.line("if (onesheet_more(r)) {");
            self.out += &read;
            if absent.is_empty() {
                self.line("}");
            } else {
                self.line(format!("}} else {}", absent.trim_start()).trim_end());
            }
        }
        self.line(format!("onesheet_close_block(r, {mark});"));
    }

    /// W11, W13, of one value
    fn lone_enum(&mut self, e: &Enum, place: &str) {
        let tag = e.tag(place);
        let read_tag = self.name("tag");
        if self.reads {
            self.line(format!("uint32_t {read_tag};"));
            self.line(format!("onesheet_read_u32(r, &{read_tag});"));
            self.line(format!("switch ({read_tag}) {{"));
        } else {
            self.line(format!("switch ({tag}) {{"));
        }
        let c_type = e.tag_type().0;
        for variant in &e.variants {
            if self.reads && e.other == Some(variant.tag) {
                continue;
            }
            self.block(&format!("case {}u:", variant.tag), |body| {
                if body.reads {
                    body.line(format!("{tag} = {};", variant.tag));
                } else {
                    body.line(format!("onesheet_write_u32(w, {});", variant.tag));
                }
                let fields = Shape::Struct(variant.fields.clone());
                body.list(&fields, &format!("{place}.u.{}", variant.name), &[], "1");
                body.line("break;");
            });
        }
        self.line("default:");
        self.depth += 1;
        match e.other {
            Some(other) if self.reads => {
                self.line(format!("{tag} = {other};"));
                self.line("onesheet_skip_block(r);");
            }
            _ => {
                if self.reads {
                    self.line(format!("{tag} = ({c_type}){};", first_tag(e)));
                }
                self.fail(if self.reads { unknown(e) } else { "ONESHEET_W28" });
            }
        }
        if self.reads {
            self.line("break;");
        }
        self.depth -= 1;
        self.line("}");
    }

    /// W11, W13, of a list
    fn enums(&mut self, e: &Enum, place: &str, nest: &[Step], count: &str) {
        let tag = e.tag(place);
        let (c_type, kind) = e.tag_type();
        let one = self.name("tag");
        let tags = self.name("tags");
        if self.reads {
            self.line(format!("onesheet_open(r, &c, ONESHEET_U32, {count});"));
            self.each(nest, &mut |body| {
                body.line(format!("uint32_t {one} = (uint32_t)onesheet_next(r, &c);"));
                body.block(&format!("if ({})", none_of(e, &one)), |body| match e.other {
                    Some(other) => body.line(format!("{one} = {other};")),
                    None => {
                        body.fail(unknown(e));
                        body.line(format!("{one} = {};", first_tag(e)));
                    }
                });
                body.line(format!("{tag} = ({c_type}){one};"));
            });
            self.line("onesheet_close(r, &c);");
            if e.other.is_some() {
                self.line(format!("onesheet_column {tags} = c;"));
            }
        } else {
            self.each(nest, &mut |body| {
                if e.variants.is_empty() {
                    return body.fail("ONESHEET_W28");
                }
                body.line(format!("uint32_t {one} = {tag};"));
                body.block(&format!("if ({})", none_of(e, &one)), |body| body.fail("ONESHEET_W28"));
            });
            self.column(kind, None, &tag, nest, count);
        }
        let mut next_tag = 0;
        for variant in &e.variants {
            if self.reads && e.other.is_some() {
                if e.other == Some(variant.tag) {
                    continue;
                }
                self.skip_blocks(&tags, next_tag, u64::from(variant.tag));
                next_tag = u64::from(variant.tag) + 1;
            }
            let mut inner = nest.to_vec();
            inner.push(Step::Where(format!("{tag} == {}", variant.tag)));
            let count_them = |body: &mut Self, count: &str| {
                body.line(format!("size_t {count} = 0;"));
                body.each(&inner, &mut |body| body.line(format!("{count}++;")));
            };
            self.counted(count_them, |body, count| {
                let fields = Shape::Struct(variant.fields.clone());
                body.list(&fields, &format!("{place}.u.{}", variant.name), &inner, count);
            });
        }
        if self.reads && e.other.is_some() {
            self.skip_blocks(&tags, next_tag, 1 << 32);
        }
    }

    /// W31: the blocks of the tags from `from` up to, not with, `to`.
    fn skip_blocks(&mut self, tags: &str, from: u64, to: u64) {
        if from < to {
            self.line(format!("onesheet_skip_blocks(r, &{tags}, {from}u, {}u);", to - 1));
        }
    }
}

/// The values of the innermost array, or else of one place.
struct Run {
    first: String,
    count: String,
    stride: String,
    array: Option<String>,
    /// Whether the values are the elements themselves.
    whole: bool,
}

impl Run {
    /// The steps before the innermost run, and the run.
    fn split<'a>(place: &str, nest: &'a [Step]) -> (&'a [Step], Run) {
        if let Some((Step::Each { index, count, array }, outer)) = nest.split_last() {
            let run = Run {
                first: format!("&{}", place.replace(&format!("[{index}]"), "[0]")),
                count: count.clone(),
                stride: format!("sizeof {array}[0]"),
                array: Some(array.clone()),
                whole: place == format!("{array}[{index}]"),
            };
            return (outer, run);
        }
        let one = Run {
            first: format!("&{place}"),
            count: "1".to_owned(),
            stride: "0".to_owned(),
            array: None,
            whole: false,
        };
        (nest, one)
    }
}

fn first_tag(e: &Enum) -> u32 {
    e.variants.first().map_or(0, |variant| variant.tag)
}

/// The rule of a tag that an enum without a catch-all does not have.
fn unknown(e: &Enum) -> &'static str {
    if e.extensible { "ONESHEET_W32" } else { "ONESHEET_W28" }
}

/// The condition that `tag` is none of the enum's.
fn none_of(e: &Enum, tag: &str) -> String {
    let mut last = None;
    for variant in &e.variants {
        if variant.tag != last.map_or(0, |last: u32| last.saturating_add(1)) {
            let others = e.variants.iter().map(|variant| format!("{tag} != {}u", variant.tag));
            return others.collect::<Vec<_>>().join(" && ");
        }
        last = Some(variant.tag);
    }
    last.map_or_else(|| "true".to_owned(), |last| format!("{tag} > {last}u"))
}
