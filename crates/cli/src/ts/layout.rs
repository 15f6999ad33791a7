//! Lays code out in lines of at most 100 characters where it can.

/// A piece of code.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Code {
    /// What stays on one line.
    Text(String),
    /// Pieces one after another.
    Join(Vec<Code>),
    /// `open a, b close`; one item a line where that is too long for one line.
    List { open: String, items: Vec<Code>, separator: char, close: char },
    /// `a | b`; one alternative a line where that is too long for one line.
    Union(Vec<Code>),
}

const WIDTH: usize = 100;

impl Code {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Code::Text(text.into())
    }

    /// `name(a, b)`.
    pub(super) fn call(name: &str, arguments: Vec<Code>) -> Self {
        Code::List { open: format!("{name}("), items: arguments, separator: ',', close: ')' }
    }

    /// `[a, b]`.
    pub(super) fn array(items: Vec<Code>) -> Self {
        Code::List { open: "[".to_owned(), items, separator: ',', close: ']' }
    }

    /// `{ a: x, b: y }`, a value.
    pub(super) fn object(members: Vec<Code>) -> Self {
        Code::List { open: "{".to_owned(), items: members, separator: ',', close: '}' }
    }

    /// `{ a: T; b: U }`, a type.
    pub(super) fn object_type(members: Vec<Code>) -> Self {
        Code::List { open: "{".to_owned(), items: members, separator: ';', close: '}' }
    }

    /// `key: piece`.
    pub(super) fn member(key: &str, piece: Code) -> Self {
        Code::Join(vec![Code::text(format!("{key}: ")), piece])
    }

    /// `{ tag: "Name", value: x }`; of a type with `;` between the two.
    pub(super) fn tagged(name: &str, value: Option<Code>, separator: char) -> Self {
        let tag = Code::text(format!("tag: {}", super::names::string(name)));
        let members = [Some(tag), value.map(|value| Code::member("value", value))];
        let items = members.into_iter().flatten().collect();
        Code::List { open: "{".to_owned(), items, separator, close: '}' }
    }

    /// `Name<T>`.
    pub(super) fn generic(name: &str, types: Vec<Code>) -> Self {
        Code::List { open: format!("{name}<"), items: types, separator: ',', close: '>' }
    }

    /// `T | word`.
    pub(super) fn or(self, word: &str) -> Self {
        let mut alternatives = match self {
            Code::Union(alternatives) => alternatives,
            one => vec![one],
        };
        alternatives.push(Code::text(word));
        Code::Union(alternatives)
    }

    /// `T[]`.
    pub(super) fn in_array(self) -> Self {
        let item = if matches!(self, Code::Union(_)) { self.in_parentheses() } else { self };
        Code::Join(vec![item, Code::text("[]")])
    }

    pub(super) fn in_parentheses(self) -> Self {
        Code::Join(vec![Code::text("("), self, Code::text(")")])
    }

    /// Adds the code behind the line that `out` ends with.
    pub(super) fn write_to(&self, out: &mut String) {
        // What follows is a semicolon.
        self.write(0, 1, out);
    }

    /// As `write_to`, one item a line even where all would fit in one.
    pub(super) fn write_apart(&self, out: &mut String) {
        self.write_broken(0, 1, out);
    }

    /// `after` is the length of what follows on the line.
    fn write(&self, indent: usize, after: usize, out: &mut String) {
        let mut line = String::new();
        if self.flat(WIDTH.saturating_sub(column(out) + after), &mut line) {
            *out += &line;
        } else {
            self.write_broken(indent, after, out);
        }
    }

    fn write_broken(&self, indent: usize, after: usize, out: &mut String) {
        match self {
            Code::Text(text) => *out += text,
            Code::Join(pieces) => {
                for (i, piece) in pieces.iter().enumerate() {
                    let behind = pieces[i + 1..].iter().map(|piece| match piece {
                        Code::Text(text) => text.len(),
                        _ => 0,
                    });
                    piece.write(indent, behind.sum::<usize>() + after, out);
                }
            }
            Code::List { open, items, separator, close } => {
                *out += open;
                for (i, item) in items.iter().enumerate() {
                    match item {
                        // As many numbers in a line as fit.
                        Code::Text(text)
                            if i > 0
                                && is_number(text)
                                && column(out) + text.len() + 2 <= WIDTH =>
                        {
                            out.push(' ');
                        }
                        _ => new_line(indent + 1, out),
                    }
                    item.write(indent + 1, 1, out);
                    // Arguments of types have none behind the last.
                    if *close != '>' || i + 1 < items.len() {
                        out.push(*separator);
                    }
                }
                if !items.is_empty() {
                    new_line(indent, out);
                }
                out.push(*close);
            }
            Code::Union(alternatives) => {
                out.truncate(out.trim_end_matches(' ').len());
                for alternative in alternatives {
                    new_line(indent + 1, out);
                    *out += "| ";
                    alternative.write(indent + 1, 1, out);
                }
            }
        }
    }

    /// Adds the code on one line to `out`, unless `out` would be longer than `width`.
    fn flat(&self, width: usize, out: &mut String) -> bool {
        match self {
            Code::Text(text) => *out += text,
            Code::Join(pieces) => return pieces.iter().all(|piece| piece.flat(width, out)),
            Code::List { open, items, separator, close } => {
                let space = if *close == '}' && !items.is_empty() { " " } else { "" };
                *out += open;
                *out += space;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(*separator);
                        out.push(' ');
                    }
                    if !item.flat(width, out) {
                        return false;
                    }
                }
                *out += space;
                out.push(*close);
            }
            Code::Union(alternatives) => {
                for (i, alternative) in alternatives.iter().enumerate() {
                    if i > 0 {
                        *out += " | ";
                    }
                    if !alternative.flat(width, out) {
                        return false;
                    }
                }
            }
        }
        out.len() <= width
    }
}

fn column(out: &str) -> usize {
    out.len() - out.rfind('\n').map_or(0, |at| at + 1)
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

fn new_line(indent: usize, out: &mut String) {
    out.push('\n');
    *out += &"  ".repeat(indent);
}
