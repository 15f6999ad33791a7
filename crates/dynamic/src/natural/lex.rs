//! The parts of a JSON text (RFC 8259), each with its place.

use std::borrow::Cow;

/// A text that is read from the front.
pub(crate) struct Lex<'a> {
    text: &'a str,
    pub(crate) at: usize,
}

/// What is wrong, where, and in which part of the value, the innermost first.
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: String,
    pub(crate) path: Vec<String>,
}

impl Fault {
    pub(crate) fn new(at: usize, what: impl Into<String>) -> Self {
        Fault { at, what: what.into(), path: Vec::new() }
    }

    /// The same, found in a field.
    pub(crate) fn in_field(mut self, name: &str) -> Self {
        let is_plain = |c: char| c.is_alphanumeric() || c == '_';
        let plain = !name.is_empty() && name.chars().all(is_plain);
        self.path.push(if plain { format!(".{name}") } else { format!("[{name:?}]") });
        self
    }

    /// The same, found in an element.
    pub(crate) fn in_item(mut self, i: usize) -> Self {
        self.path.push(format!("[{i}]"));
        self
    }
}

/// What begins at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Null,
    Bool(bool),
    /// Digits alone, and a minus.
    Integer,
    /// A number with a fraction or an exponent.
    Float,
    Text,
    List,
    Object,
}

impl<'a> Lex<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        // Some programs begin UTF-8 with a mark of the order of bytes.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lex { text, at }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    /// Whether nothing but white space is left.
    pub(crate) fn is_end(&mut self) -> bool {
        self.space();
        self.at == self.text.len()
    }

    pub(crate) fn fail<T>(&self, what: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::new(self.at, what))
    }

    /// Steps over `byte`, if it comes next.
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let is_next = self.byte() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// What comes next, before which white space is stepped over.
    pub(crate) fn kind(&mut self) -> Result<Kind, Fault> {
        self.space();
        let rest = &self.text.as_bytes()[self.at..];
        Ok(match rest {
            [b'"', ..] => Kind::Text,
            [b'[', ..] => Kind::List,
            [b'{', ..] => Kind::Object,
            [b'-' | b'0'..=b'9', ..] => {
                let is_part = |b: &u8| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                let len = rest.iter().take_while(|b| is_part(b)).count();
                let is_float = rest[..len].iter().any(|b| matches!(b, b'.' | b'e' | b'E'));
                if is_float { Kind::Float } else { Kind::Integer }
            }
            _ if rest.starts_with(b"null") => Kind::Null,
            _ if rest.starts_with(b"true") => Kind::Bool(true),
            _ if rest.starts_with(b"false") => Kind::Bool(false),
            [] => return self.fail("expected a value, found the end"),
            _ => {
                let next = self.text[self.at..].chars().next().unwrap_or_default();
                return self.fail(format!("not JSON: expected a value, found {next:?}"));
            }
        })
    }

    /// Whether the whole number that is there is `-0`.
    pub(crate) fn is_minus_zero(&self) -> bool {
        self.text.as_bytes()[self.at..].starts_with(b"-0")
    }

    /// Steps over `null`, `true` or `false`, which is there.
    pub(crate) fn word(&mut self, kind: Kind) {
        self.at += match kind {
            Kind::Bool(false) => 5,
            _ => 4,
        };
    }

    /// The text of the number that is there.
    pub(crate) fn number(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        self.at += usize::from(self.byte() == Some(b'-'));
        match self.byte() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        match self.byte() {
            None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}') => {
                Ok(&self.text[start..self.at])
            }
            _ => self.fail("not JSON: not a number"),
        }
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        if self.at == start { self.fail("not JSON: expected a digit") } else { Ok(()) }
    }

    /// The string that is there.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let (mut at, mut is_plain) = (start + 1, true);
        loop {
            match bytes.get(at) {
                None => return Err(Fault::new(start, "not JSON: unterminated string")),
                Some(b'"') => break,
                Some(b'\\') => {
                    is_plain = false;
                    at += 2;
                }
                Some(0..0x20) => {
                    return Err(Fault::new(at, "not JSON: a control character in a string"));
                }
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        if is_plain {
            return Ok(Cow::Borrowed(&self.text[start + 1..at]));
        }
        let unescaped = serde_json::from_str::<String>(&self.text[start..=at]);
        unescaped.map(Cow::Owned).map_err(|error| {
            let what = error.to_string();
            let what = what.split(" at line ").next().unwrap_or_default();
            Fault::new(start + error.column().saturating_sub(1), format!("not JSON: {what}"))
        })
    }

    /// Calls `f` with the number of each element of the list that is there.
    pub(crate) fn list(
        &mut self,
        mut f: impl FnMut(&mut Self, usize) -> Result<(), Fault>,
    ) -> Result<usize, Fault> {
        self.at += 1;
        if self.eat(b']') {
            return Ok(0);
        }
        for i in 0.. {
            f(self, i).map_err(|fault| fault.in_item(i))?;
            match (self.eat(b','), self.eat(b']')) {
                (true, true) => {
                    return Err(Fault::new(self.at - 1, "not JSON: trailing comma in an array"));
                }
                (true, false) => {}
                (false, true) => return Ok(i + 1),
                (false, false) => return self.fail("not JSON: expected ',' or ']'"),
            }
        }
        Ok(0)
    }

    /// Calls `f` with the key of each member of the object that is there, and where it stands.
    pub(crate) fn object(
        &mut self,
        mut f: impl FnMut(&mut Self, Cow<'a, str>, usize) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        self.at += 1;
        if self.eat(b'}') {
            return Ok(());
        }
        loop {
            self.space();
            let at = self.at;
            if self.byte() != Some(b'"') {
                return self.fail("not JSON: expected the name of a member in double quotes");
            }
            let key = self.string()?;
            if !self.eat(b':') {
                return self.fail("not JSON: expected ':'");
            }
            self.space();
            f(self, key, at)?;
            match (self.eat(b','), self.eat(b'}')) {
                (true, true) => {
                    return Err(Fault::new(self.at - 1, "not JSON: trailing comma in an object"));
                }
                (true, false) => {}
                (false, true) => return Ok(()),
                (false, false) => return self.fail("not JSON: expected ',' or '}'"),
            }
        }
    }

    /// What comes next, for messages.
    pub(crate) fn shown(&mut self) -> String {
        let at = self.at;
        let shown = match self.kind() {
            Ok(Kind::Null) => "null".to_owned(),
            Ok(Kind::Bool(b)) => b.to_string(),
            Ok(Kind::Integer | Kind::Float) => match self.number() {
                Ok(number) => number.chars().take(60).collect(),
                Err(_) => "a number".to_owned(),
            },
            Ok(Kind::Text) => match self.string() {
                Ok(text) => crate::show::text(&text),
                Err(_) => "a string".to_owned(),
            },
            Ok(Kind::List) => "an array".to_owned(),
            Ok(Kind::Object) => "an object".to_owned(),
            Err(_) => "nothing".to_owned(),
        };
        self.at = at;
        shown
    }
}
