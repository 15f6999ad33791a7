//! Parses the text form.

use std::str::FromStr;

use super::word_len;
use crate::limits::MAX_TYPE_NESTING;
use crate::{Enum, Field, Int, Invalid, Struct, Type, Value, Variant};

impl FromStr for Type {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let mut parser = Parser { text, at: 0, nesting: 0 };
        let ty = parser.ty()?;
        match parser.peek() {
            None => {
                ty.check()?;
                Ok(ty)
            }
            Some(_) => Err(parser.expected("the end of the type")),
        }
    }
}

/// The two types in parentheses, and the bound after them.
type TwoParts = (Box<Type>, Box<Type>, Option<u64>);

struct Parser<'a> {
    text: &'a str,
    at: usize,
    nesting: u32,
}

impl<'a> Parser<'a> {
    fn ty(&mut self) -> Result<Type, Invalid> {
        self.nesting += 1;
        if self.nesting > MAX_TYPE_NESTING {
            return Err(Invalid::new("the type is nested too deeply"));
        }
        let start = self.skip_space();
        let word = self.word();
        let ty = match word {
            "fixed" => {
                let start = self.skip_space();
                Type::Fixed(Int::named(self.word()).ok_or_else(|| {
                    self.at = start;
                    self.expected("an integer type")
                })?)
            }
            "str" => Type::Str { max: self.only_max()? },
            "bytes" => Type::Bytes { max: self.only_max()? },
            "option" => Type::Option(self.parts("option")?.0),
            "seq" => match self.parts("seq")? {
                (item, max) if *item == Type::U8 => Type::Bytes { max },
                (item, max) => Type::Seq { item, max },
            },
            "set" => {
                let (item, max) = self.parts("set")?;
                Type::Set { item, max }
            }
            "map" => {
                let (key, value, max) = self.two_parts()?;
                Type::Map { key, value, max }
            }
            "result" => {
                let (ok, err, _) = self.two_parts()?;
                Type::Result(ok, err)
            }
            "array" => {
                self.expect('(')?;
                let item = self.ty()?;
                self.expect(',')?;
                let len = self.number()?;
                self.expect(')')?;
                Type::Array(Box::new(item), len)
            }
            "tuple" => {
                self.expect('(')?;
                Type::Tuple(self.list(')', Self::ty)?)
            }
            "struct" => Type::Struct(self.structure(false)?),
            "enum" => Type::Enum(self.enumeration(false)?),
            "extensible" => match self.word() {
                "struct" => Type::Struct(self.structure(true)?),
                "enum" => Type::Enum(self.enumeration(true)?),
                _ => return Err(self.expected("struct or enum")),
            },
            "rows" => {
                let name = self.name()?;
                self.expect('(')?;
                let row = Box::new(self.ty()?);
                self.expect(')')?;
                Type::Rows { name, row }
            }
            "ref" => Type::Ref(self.name()?),
            name => match Type::named(name) {
                Some(ty) => ty,
                None => {
                    self.at = start;
                    return Err(self.expected("a type"));
                }
            },
        };
        self.nesting -= 1;
        Ok(ty)
    }

    /// `(T)` or `(T, max N)`.
    fn parts(&mut self, word: &str) -> Result<(Box<Type>, Option<u64>), Invalid> {
        self.expect('(')?;
        let item = Box::new(self.ty()?);
        let max = if word == "option" { None } else { self.comma_max()? };
        self.expect(')')?;
        Ok((item, max))
    }

    /// `(T, U)` or `(T, U, max N)`.
    fn two_parts(&mut self) -> Result<TwoParts, Invalid> {
        self.expect('(')?;
        let first = Box::new(self.ty()?);
        self.expect(',')?;
        let second = Box::new(self.ty()?);
        let max = self.comma_max()?;
        self.expect(')')?;
        Ok((first, second, max))
    }

    fn comma_max(&mut self) -> Result<Option<u64>, Invalid> {
        if !self.take(',') {
            return Ok(None);
        }
        self.max().map(Some)
    }

    /// `(max N)`, or nothing.
    fn only_max(&mut self) -> Result<Option<u64>, Invalid> {
        if !self.take('(') {
            return Ok(None);
        }
        let max = self.max()?;
        self.expect(')')?;
        Ok(Some(max))
    }

    fn max(&mut self) -> Result<u64, Invalid> {
        if self.word() != "max" {
            return Err(self.expected("max"));
        }
        self.number()
    }

    fn structure(&mut self, extensible: bool) -> Result<Struct, Invalid> {
        let name = self.name()?;
        self.expect('{')?;
        Ok(Struct { name, fields: self.list('}', Self::field)?, extensible })
    }

    fn field(&mut self) -> Result<Field, Invalid> {
        let name = self.name()?;
        self.expect(':')?;
        let ty = self.ty()?;
        let default = self.keyword("default").then_some(Value::Default);
        Ok(Field { name, ty, default })
    }

    fn enumeration(&mut self, extensible: bool) -> Result<Enum, Invalid> {
        let name = self.name()?;
        self.expect('{')?;
        let mut other = None;
        let mut variants = self.list('}', |parser| {
            let start = parser.skip_space();
            let tag = u32::try_from(parser.number()?).map_err(|_| {
                parser.at = start;
                parser.expected("a tag that fits u32 (W20)")
            })?;
            let name = parser.name()?;
            let fields = if parser.take('{') { parser.list('}', Self::field)? } else { Vec::new() };
            if parser.keyword("other") && other.replace(tag).is_some() {
                return Err(Invalid::new("two catch-all variants (W31)"));
            }
            Ok(Variant { name, tag, fields })
        })?;
        variants.sort_by_key(|variant| variant.tag);
        Ok(Enum { name, variants, extensible, other })
    }

    /// Parts with commas between them, up to `end`.
    fn list<T>(
        &mut self,
        end: char,
        mut part: impl FnMut(&mut Self) -> Result<T, Invalid>,
    ) -> Result<Vec<T>, Invalid> {
        let mut parts = Vec::new();
        if self.take(end) {
            return Ok(parts);
        }
        loop {
            parts.push(part(self)?);
            if !self.take(',') {
                self.expect(end)?;
                return Ok(parts);
            }
        }
    }

    /// A name, `_` for none.
    fn name(&mut self) -> Result<String, Invalid> {
        if self.peek() == Some('"') {
            let rest = &self.text[self.at..];
            let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
            return match strings.next() {
                Some(Ok(name)) => {
                    self.at += strings.byte_offset();
                    Ok(name)
                }
                _ => Err(self.expected("a name in quotes, as in JSON")),
            };
        }
        match self.word() {
            "_" => Ok(String::new()),
            "" => Err(self.expected("a name")),
            name => Ok(name.to_owned()),
        }
    }

    fn number(&mut self) -> Result<u64, Invalid> {
        let start = self.skip_space();
        self.word().parse().map_err(|_| {
            self.at = start;
            self.expected("a number")
        })
    }

    /// The letters and digits that come next.
    fn word(&mut self) -> &'a str {
        self.skip_space();
        let rest = &self.text[self.at..];
        let word = &rest[..word_len(rest)];
        self.at += word.len();
        word
    }

    fn keyword(&mut self, keyword: &str) -> bool {
        let start = self.at;
        let found = self.word() == keyword;
        if !found {
            self.at = start;
        }
        found
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn expect(&mut self, c: char) -> Result<(), Invalid> {
        if self.take(c) { Ok(()) } else { Err(self.expected(&format!("{c:?}"))) }
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.at..].chars().next()
    }

    fn skip_space(&mut self) -> usize {
        let rest = &self.text[self.at..];
        // Most often there is none.
        if !rest.starts_with(|c: char| c.is_ascii_graphic()) {
            self.at += rest.len() - rest.trim_start().len();
        }
        self.at
    }

    fn expected(&mut self, what: &str) -> Invalid {
        self.skip_space();
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        let rest = &self.text[self.at..];
        let found = match rest.chars().next() {
            Some(c) => {
                let word: String = self.word().chars().take(60).collect();
                if word.is_empty() { format!("{c:?}") } else { format!("{word:?}") }
            }
            None => "the end".to_owned(),
        };
        Invalid::new(format!("line {line}, column {column}: expected {what}, found {found}"))
    }
}
