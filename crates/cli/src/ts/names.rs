//! TypeScript names for the names of a schema.

use std::collections::HashSet;

use onesheet_dynamic::{Field, Variant};

use super::imports;
use crate::naming::{Taken, without_raw};

/// Words that cannot be the name of a value.
const RESERVED: &str = "\
    arguments await break case catch class const continue debugger default delete do else enum \
    eval export extends false finally for function if implements import in instanceof interface \
    let new null package private protected public return static super switch this throw true try \
    typeof undefined var void while with yield";

/// What means something else as the name of a type or a module's value, in the language or in the
/// code that is written.
const OTHERWISE: &str = "\
    Array BigInt64Array BigUint64Array Float32Array Float64Array Infinity Int16Array Int32Array \
    Int8Array Map NaN Set Uint16Array Uint32Array Uint8Array abstract any as asserts bigint \
    boolean exports globalThis infer intrinsic keyof never number object readonly require string \
    symbol unique unknown";

/// The names of a module.
pub(super) struct Names(Taken);

impl Names {
    /// Those of a module whose type is `root`, which is taken.
    pub(super) fn new(root: &str) -> Self {
        let own = [root.to_owned(), encoder(root), decoder(root)];
        Names(taken().map(str::to_owned).chain(own).collect())
    }

    /// A name for the type that a schema calls `name`: with a number where it is taken.
    pub(super) fn of_type(&mut self, name: &str) -> String {
        self.0.unlike(&type_name(name), "")
    }
}

pub(super) fn encoder(root: &str) -> String {
    format!("encode{}", capital(root))
}

pub(super) fn decoder(root: &str) -> String {
    format!("decode{}", capital(root))
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

/// Whether a module may call its type so.
pub(super) fn check(name: &str) -> Result<(), String> {
    if !is_identifier(name) {
        return Err(format!("{name:?} is not a name in TypeScript"));
    }
    if is_taken(name) {
        return Err(format!("{name} has another meaning in the module; give another"));
    }
    Ok(())
}

/// `Log#2` as `Log2`, `my-type` as `my_type`, and `Map`, which is taken, as `Map_`.
pub(super) fn type_name(name: &str) -> String {
    let chars = without_raw(name).chars().filter(|c| *c != '#');
    let mut out: String = chars.map(|c| if is_part(c) { c } else { '_' }).collect();
    if !is_identifier(&out) {
        out.insert(0, '_');
    }
    if is_taken(&out) {
        out.push('_');
    }
    out
}

fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name)
}

fn is_taken(name: &str) -> bool {
    // `self`, and `self2` inside it: what rows call themselves.
    let is_self = name.strip_prefix("self").is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()));
    is_self || taken().any(|word| word == name)
}

fn taken() -> impl Iterator<Item = &'static str> {
    [RESERVED, OTHERWISE, imports::ALL].into_iter().flat_map(str::split_whitespace)
}

fn is_part(c: char) -> bool {
    c == '$' || unicode_ident::is_xid_continue(c)
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(is_part)
        && name.starts_with(|c| c == '_' || c == '$' || unicode_ident::is_xid_start(c))
}

/// Whether the names of fields are the keys of an object, in their order: else values are an array.
pub(super) fn are_keys(fields: &[Field]) -> bool {
    let mut taken = HashSet::new();
    fields.iter().all(|field| {
        let name = field.name.as_str();
        !is_place(name) && name != "__proto__" && taken.insert(name)
    })
}

/// The keys of the object that says the fields: their places where values are an array.
pub(super) fn of_fields(fields: &[Field]) -> Vec<String> {
    let are_keys = are_keys(fields);
    let name =
        |(i, field): (usize, &Field)| if are_keys { field.name.clone() } else { i.to_string() };
    fields.iter().enumerate().map(name).collect()
}

/// What tells each variant from the others: its name, or its tag if it has none of its own.
pub(super) fn of_variants(variants: &[Variant]) -> Vec<String> {
    let mut taken = HashSet::new();
    let labels = variants.iter().map(|variant| {
        let (name, tag) = (&variant.name, variant.tag.to_string());
        let first = if is_nameless(variant) { tag.clone() } else { name.clone() };
        let numbered = format!("{name}#{tag}");
        let label = [first, tag, numbered].into_iter().find(|label| taken.insert(label.clone()));
        label.unwrap_or_default()
    });
    labels.collect()
}

/// Whether values say the tag of the variant.
pub(super) fn is_nameless(variant: &Variant) -> bool {
    matches!(variant.name.as_str(), "" | "_")
}

/// Parameters for values of these keys: the keys themselves where they can be names.
pub(super) fn of_parameters(keys: &[String]) -> Vec<String> {
    let mut taken: Taken = keys.iter().cloned().collect();
    let parameters = keys.iter().enumerate().map(|(i, key)| match is_identifier(key) {
        true if is_reserved(key) => taken.unlike(&format!("{key}_"), "_"),
        true => key.clone(),
        false => taken.unlike(&format!("_{i}"), "_"),
    });
    parameters.collect()
}

/// A key of an object.
pub(super) fn key(name: &str) -> String {
    let is_bare = is_identifier(name) && name.is_ascii() || is_place(name);
    if is_bare { name.to_owned() } else { string(name) }
}

/// Whether an object puts the key before those that are no numbers.
fn is_place(key: &str) -> bool {
    key.parse::<u32>().is_ok_and(|n| n.to_string() == key)
}

/// A string, on one line in editors, too.
pub(super) fn string(text: &str) -> String {
    on_one_line(&serde_json::Value::from(text).to_string())
}

/// The separators of lines that JSON allows in a string.
pub(super) fn on_one_line(text: &str) -> String {
    text.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
