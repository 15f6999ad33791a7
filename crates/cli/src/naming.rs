//! Names in the code that is made of schemas, for any language.

use std::collections::{HashMap, HashSet};

use onesheet_dynamic::Type;

/// The name that a struct or an enum is declared under; empty for other types.
pub fn declared(ty: &Type) -> &str {
    match ty {
        Type::Struct(s) => &s.name,
        Type::Enum(e) => &e.name,
        _ => "",
    }
}

/// The name without what Rust has in front of one that is a keyword.
pub fn without_raw(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Names that are taken.
#[derive(Default)]
pub struct Taken {
    names: HashSet<String>,
    /// The next number to try for each name: all below it are taken.
    numbers: HashMap<String, u64>,
}

impl Taken {
    /// Takes `name`, or if it is taken, `name` followed by `separator` and the next free number.
    pub fn unlike(&mut self, name: &str, separator: &str) -> String {
        let numbered = format!("{name}{separator}");
        let number = self.numbers.entry(numbered.clone()).or_insert(2);
        let mut unique = name.to_owned();
        while !self.names.insert(unique.clone()) {
            unique = format!("{numbered}{number}");
            *number += 1;
        }
        unique
    }
}

impl FromIterator<String> for Taken {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        Taken { names: names.into_iter().collect(), ..Taken::default() }
    }
}
