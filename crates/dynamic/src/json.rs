//! Exact JSON: types as in `spec/SCHEMA.md`, values as in `tests/vectors/README.md`.

mod types;
mod values;

use serde_json::Value as Json;

use crate::Invalid;

/// Brackets of a JSON text that may be open at once; keeps the call stack bounded.
const MAX_NESTING: usize = 1000;
/// More of them than this need a larger stack than a thread may have.
const MAX_NESTING_HERE: usize = 100;
/// Bytes of stack that are enough for [`MAX_NESTING`] even without optimisation.
const STACK: usize = 32 << 20;

/// Parses JSON text of any depth that this crate reads: 1000 brackets open at once.
///
/// # Errors
///
/// If the text is not JSON, or nested more deeply.
pub fn parse(text: &str) -> Result<Json, Invalid> {
    match nesting(text) {
        0..=MAX_NESTING_HERE => parse_here(text),
        n if n > MAX_NESTING => Err(Invalid::new(format!("nested more than {MAX_NESTING} deep"))),
        _ => std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let parsed = thread.spawn_scoped(scope, || parse_here(text)).map(|t| t.join());
            match parsed {
                Ok(Ok(result)) => result,
                _ => Err(Invalid::new(
                    "nested too deeply: there is no memory for the stack that it needs",
                )),
            }
        }),
    }
}

fn parse_here(text: &str) -> Result<Json, Invalid> {
    let mut parser = serde_json::Deserializer::from_str(text);
    parser.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut parser)
        .and_then(|json| parser.end().map(|()| json))
        .map_err(|e| Invalid::new(format!("not JSON: {e}")))
}

/// The most brackets that are open at once, in a text that may not be JSON.
fn nesting(text: &str) -> usize {
    let (mut open, mut most, mut quoted, mut escaped) = (0usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => open += 1,
            b']' | b'}' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

/// What a JSON value is, for messages.
fn kind(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(b) => b.to_string(),
        Json::Number(n) => format!("the number {n}"),
        Json::String(s) => crate::show::text(s),
        Json::Array(items) => format!("an array of {}", items.len()),
        Json::Object(_) => "an object".to_owned(),
    }
}
