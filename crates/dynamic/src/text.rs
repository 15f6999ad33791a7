//! The text form of a type, as `spec/SCHEMA.md` defines it.

mod parse;
mod print;

/// Whether a name needs no quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '#')
}
