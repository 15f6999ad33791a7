//! Names in the code that is made of schemas, for any language.

use std::collections::HashSet;

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

/// `name`, with `separator` and a number behind it if it is in `taken`, where it is put.
pub fn unlike(name: &str, separator: &str, taken: &mut HashSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut i = 1;
    while !taken.insert(unique.clone()) {
        i += 1;
        unique = format!("{name}{separator}{i}");
    }
    unique
}
