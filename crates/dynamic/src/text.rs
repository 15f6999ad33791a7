//! The text form of a type, as `spec/SCHEMA.md` defines it.

mod parse;
mod print;

/// Whether a name needs no quotes.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && word_len(name) == name.len()
}

/// Bytes of the word, letters and digits, with which a text begins.
fn word_len(text: &str) -> usize {
    let is_ascii = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#');
    let ascii = text.bytes().take_while(is_ascii).count();
    match text.as_bytes().get(ascii) {
        Some(128..) => text.find(is_outside).unwrap_or(text.len()),
        _ => ascii,
    }
}

/// Whether a character is not of a word.
fn is_outside(c: char) -> bool {
    if c.is_ascii() {
        !c.is_ascii_alphanumeric() && c != '_' && c != '#'
    } else {
        c.is_whitespace()
    }
}
