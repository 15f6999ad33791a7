//! C names for the names of a schema.

use std::collections::HashSet;

use crate::naming;

/// `AccessLog` as `access_log`; not a name that the C library uses with `_t`.
pub(super) fn type_name(name: &str) -> String {
    const RESERVED: [&str; 12] = [
        "size",
        "ssize",
        "time",
        "clock",
        "ptrdiff",
        "wchar",
        "char16",
        "char32",
        "off",
        "pid",
        "max_align",
        "onesheet",
    ];
    let name = snake(name);
    let sized = name.trim_start_matches('u').strip_prefix("int").is_some_and(|rest| {
        rest.is_empty()
            || rest.ends_with("ptr")
            || rest.trim_start_matches("max").is_empty()
            || rest
                .trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_')
                .parse::<u8>()
                .is_ok()
    });
    if sized || RESERVED.contains(&name.as_str()) { format!("{name}_type") } else { name }
}

/// A C name for a member, unlike those in `taken`; `prefix` goes before a digit.
pub(super) fn identifier(name: &str, prefix: &str, taken: &mut HashSet<String>) -> String {
    // Of C and C++, and what compilers and their headers define as macros.
    const KEYWORDS: &str = "\
        alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl \
        concept const constexpr const_cast continue decltype default delete do double \
        dynamic_cast else enum explicit export extern false float for friend goto if inline int \
        long mutable namespace new noexcept not not_eq nullptr operator or or_eq private \
        protected public register reinterpret_cast requires restrict return short signed sizeof \
        static static_assert static_cast struct switch template this thread_local throw true try \
        typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while \
        xor xor_eq errno i386 linux stderr stdin stdout unix";
    let mut base = snake(name);
    if base.starts_with(|c: char| c.is_ascii_digit()) {
        base.insert_str(0, prefix);
    }
    if KEYWORDS.split_whitespace().any(|keyword| keyword == base) {
        base.push('_');
    }
    naming::unlike(&base, "_", taken)
}

/// Lower case with `_` before what was a capital, and for what C does not allow.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for c in naming::without_raw(name).chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && after_lower {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('_') {
            out.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    let out = out.trim_matches('_');
    if out.is_empty() { "x".to_owned() } else { out.to_owned() }
}
