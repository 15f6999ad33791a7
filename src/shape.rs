//! How many columns lists of a type have, as far as its schema says.

use crate::schema::{Schema, Variant};

/// The columns of text of a list of records.
///
/// `None` where a list may write columns for none of its values, or leave columns out.
pub(crate) const fn texts(schema: &Schema) -> Option<usize> {
    count(schema, Columns::Texts, true)
}

/// The columns of a list of records; `None` as for [`texts`].
pub(crate) const fn columns(schema: &Schema) -> Option<usize> {
    count(schema, Columns::All, true)
}

/// What is counted.
#[derive(Clone, Copy)]
enum Columns {
    All,
    Texts,
}

/// Counts columns; `always` is false where a list may be empty.
const fn count(schema: &Schema, what: Columns, always: bool) -> Option<usize> {
    let all = matches!(what, Columns::All);
    match *schema {
        _ if schema.fixed_size().is_some() => Some(all as usize),
        Schema::U16 | Schema::U32 | Schema::U64 | Schema::Char | Schema::Bool => Some(all as usize),
        Schema::I16 | Schema::I32 | Schema::I64 => Some(all as usize),
        Schema::Str { .. } => Some(1 + all as usize),
        Schema::Seq { item, .. } if all => one_more(count(item, what, false)),
        Schema::Seq { .. } => Some(0),
        Schema::Option(item) if all => one_more(count(item, what, false)),
        Schema::Option(item) | Schema::Array(item, _) => count(item, what, false),
        Schema::Tuple(mut parts) => {
            let mut sum = 0;
            while let [part, rest @ ..] = parts {
                sum += match count(part, what, always) {
                    Some(columns) => columns,
                    None => return None,
                };
                parts = rest;
            }
            Some(sum)
        }
        Schema::Struct(record) if always && !all || !record.extensible => {
            let (mut sum, mut fields) = (0, record.fields);
            while let [field, rest @ ..] = fields {
                sum += match count(field.schema, what, always) {
                    Some(columns) => columns,
                    None => return None,
                };
                fields = rest;
            }
            Some(sum)
        }
        Schema::Enum(tags) if !tags.extensible && have_no_fields(tags.variants) => {
            Some(all as usize)
        }
        _ => None,
    }
}

const fn one_more(count: Option<usize>) -> Option<usize> {
    match count {
        Some(count) => Some(count + 1),
        None => None,
    }
}

const fn have_no_fields(mut variants: &[Variant]) -> bool {
    while let [variant, rest @ ..] = variants {
        if !variant.fields.is_empty() {
            return false;
        }
        variants = rest;
    }
    true
}
