//! The text form of a type, as `spec/SCHEMA.md` defines it.

mod parse;
mod print;

/// Whether a name needs no quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && word_len(name) == name.len()
}

/// Bytes of the word, letters and digits, with which a text begins.
fn word_len(text: &str) -> usize {
    text.find(|c| !is_letter(c)).unwrap_or(text.len())
}

/// Whether a name with this character needs no quotes for it.
fn is_letter(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric() || matches!(c, '_' | '#')
    } else {
        !c.is_whitespace()
    }
}
