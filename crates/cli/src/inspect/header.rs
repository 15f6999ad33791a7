//! The header of a block (F1), and what is in its fields.

use onesheet::file::Header;
use onesheet::file::kind::{COMPRESSED, END, RECORDS, SCHEMA, SILENT, STATISTICS};

/// A field, and the rule that says more about it.
pub struct Field {
    pub name: &'static str,
    pub rule: &'static str,
    pub at: usize,
    pub len: usize,
}

const fn field(name: &'static str, rule: &'static str, at: usize, len: usize) -> Field {
    Field { name, rule, at, len }
}

/// In the order of the page's table.
pub const FIELDS: [Field; 8] = [
    field("mark", "F1", 0, 7),
    field("kind", "F3", 7, 1),
    field("check", "F1", 8, 4),
    field("body check", "F1", 12, 4),
    field("length", "F1", 16, 4),
    field("count", "F3", 20, 4),
    field("schema", "F4", 24, 4),
    field("first", "F12", 28, 8),
];

/// The kind in a word.
pub fn word(header: &Header) -> String {
    match header.kind {
        SCHEMA => "schema".into(),
        RECORDS => "records".into(),
        COMPRESSED => "compressed".into(),
        END => "end".into(),
        STATISTICS => "statistics".into(),
        kind => format!("{kind:#04x}"),
    }
}

/// What the block holds.
pub fn summary(header: &Header) -> String {
    let (count, first, len) = (header.count, header.first, header.len);
    match header.kind {
        RECORDS | COMPRESSED => match count {
            0 => format!("no records, {len} bytes"),
            1 => format!("record {first}, {len} bytes"),
            _ => {
                let last = first.saturating_add(u64::from(count) - 1);
                format!("records {first} to {last}, {len} bytes")
            }
        },
        END => format!("{first} records in all"),
        _ => format!("{len} bytes"),
    }
}

/// What a field of a good block says; `section` is the check of the section's schema block.
pub fn meaning(header: &Header, field: &Field, section: Option<u32>) -> String {
    match field.name {
        "mark" => "a block, version 1".into(),
        "kind" => match header.kind {
            SCHEMA => "schema: a section begins".into(),
            RECORDS => "records".into(),
            COMPRESSED => "records, compressed".into(),
            END => "end: the writer was done".into(),
            STATISTICS => "statistics of the next block".into(),
            kind if kind & SILENT == 0 => "unknown, to be reported".into(),
            _ => "unknown, to be passed over".into(),
        },
        "check" => "of the header: right".into(),
        "body check" => "right".into(),
        "length" => format!("{} bytes", header.len),
        "count" => format!("{} records", header.count),
        "schema" => match header.kind {
            SCHEMA => "its own body check".into(),
            _ if section == Some(header.schema) => "that of the section".into(),
            _ => "of no section that is here".into(),
        },
        _ => format!("{} records of the section before", header.first),
    }
}

/// Bytes as the page writes them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
