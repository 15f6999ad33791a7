//! Which changes of a type leave messages readable.

mod change;
mod compare;

use onesheet::Schema;

pub use change::{Change, Readable};

use crate::Type;

/// All differences between two versions of a type that the wire or a reader of the schema can see.
///
/// Fields are compared by place and variants by tag, as the wire does; names tell a field that was
/// moved from one that was renamed. The types must be valid ([`Type::check`]).
///
/// | change | new code reads old messages | old code reads new messages |
/// |--|--|--|
/// | a field, variant or type renamed | always | always |
/// | a type wrapped in a struct of one field, or a tuple made a struct | always | always |
/// | extensible: field added at the end, with a default or of a type that takes no bytes | always | always |
/// | extensible: any other field added at the end | never | always |
/// | extensible: last field removed | always | always, if it had a default or took no bytes |
/// | a field added or removed elsewhere, or moved | never | never |
/// | u16 to u32 or u64, i16 to i32 or i64 (W2, W3; not `fixed`, not u8) | always | if it fits |
/// | char to u32 or u64; str to bytes; set to seq | always | if it fits |
/// | a bound raised or taken away | always | if it fits |
/// | a bound lowered or added | if it fits | always |
/// | enum: variant added | always | if it fits |
/// | extensible enum with a catch-all: variant added | always | always |
/// | variant removed | if it fits; always with a catch-all | always |
/// | rows added or taken away where the value stands alone | always | always |
/// | the same in a list | never | never |
/// | extensible added or taken away, a tag changed, any other change of type | never | never |
#[must_use]
pub fn changes(old: &Type, new: &Type) -> Vec<Change> {
    compare::compare(old, new)
}

/// Checks a type against the schema of an earlier version: each reads all messages of the other.
///
/// `old` is the text form or the JSON form of that schema, from a file that is kept with the source.
///
/// ```
/// use onesheet::Serialize;
/// use onesheet_dynamic::assert_compatible;
///
/// #[derive(onesheet::Serialize, onesheet::Deserialize)]
/// #[onesheet(extensible)]
/// struct Config {
///     hostname: String,
///     #[onesheet(default)]
///     retries: u8,
/// }
///
/// let lock = "extensible struct Config{host: str}"; // include_str!("../schema.lock")
/// assert_compatible(lock, Config::SCHEMA);
/// ```
///
/// # Panics
///
/// If it is not so, or `old` is no schema: with all changes that break, each with its field.
#[track_caller]
pub fn assert_compatible(old: &str, new: &Schema) {
    assert_changes(old, new, |change| {
        change.new_reads_old.max(change.old_reads_new) == Readable::Always
    });
}

/// As [`assert_compatible`], but old code need not read new messages: for files that only get
/// newer, or where all readers are updated before a writer is.
///
/// # Panics
///
/// If the type does not read all messages of the old one.
#[track_caller]
pub fn assert_reads_old(old: &str, new: &Schema) {
    assert_changes(old, new, |change| change.new_reads_old == Readable::Always);
}

#[track_caller]
fn assert_changes(old: &str, new: &Schema, allowed: impl Fn(&Change) -> bool) {
    let types = Type::from_text_or_json(old).and_then(|old| Ok((old, Type::from_schema(new)?)));
    let (old, new) = match types {
        Ok(types) => types,
        Err(e) => panic!("the schemas cannot be compared: {e}"),
    };
    let mut breaking = changes(&old, &new);
    breaking.retain(|change| !allowed(change));
    if !breaking.is_empty() {
        let lines: Vec<_> = breaking.iter().map(|change| format!("\n  {change}")).collect();
        panic!("the type is not compatible with its earlier version:{}", lines.concat());
    }
}

impl Type {
    /// Reads either form of a schema: JSON if it begins with `{` or `"`, else the text form.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn from_text_or_json(text: &str) -> Result<Self, crate::Invalid> {
        if text.trim_start().starts_with(['{', '"']) { Self::from_json(text) } else { text.parse() }
    }
}
