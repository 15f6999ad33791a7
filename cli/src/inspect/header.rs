//! The header of a block (F1), and what is in its fields.

use onesheet::file::kind::SILENT;
pub use onesheet::file::kind::{COMPRESSED, END, RECORDS, SCHEMA};
pub use onesheet::file::{HEADER_LEN as HEADER, MARK};

/// A header whose mark is right, whatever its check is.
pub struct Header<'a> {
    bytes: &'a [u8; HEADER],
}

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

impl<'a> Header<'a> {
    /// The header that some bytes begin with, if they begin with a mark.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let bytes = bytes.first_chunk()?;
        bytes.starts_with(&MARK).then_some(Header { bytes })
    }

    pub fn kind(&self) -> u8 {
        self.bytes[7]
    }

    pub fn check(&self) -> u32 {
        self.number(8)
    }

    /// What the check is to be.
    pub fn computed_check(&self) -> u32 {
        crc32c::crc32c_append(crc32c::crc32c(&self.bytes[..8]), &self.bytes[12..])
    }

    pub fn body_check(&self) -> u32 {
        self.number(12)
    }

    pub fn len(&self) -> u32 {
        self.number(16)
    }

    pub fn count(&self) -> u32 {
        self.number(20)
    }

    pub fn schema(&self) -> u32 {
        self.number(24)
    }

    pub fn first(&self) -> u64 {
        u64::from(self.number(28)) | u64::from(self.number(32)) << 32
    }

    fn number(&self, at: usize) -> u32 {
        let bytes = self.bytes.get(at..at + 4).and_then(<[u8]>::first_chunk);
        bytes.copied().map_or(0, u32::from_le_bytes)
    }

    /// The kind in a word.
    pub fn word(&self) -> String {
        match self.kind() {
            SCHEMA => "schema".into(),
            RECORDS => "records".into(),
            COMPRESSED => "compressed".into(),
            END => "end".into(),
            kind => format!("{kind:#04x}"),
        }
    }

    /// What the block holds.
    pub fn summary(&self) -> String {
        let (count, first, len) = (self.count(), self.first(), self.len());
        match self.kind() {
            RECORDS | COMPRESSED => format!("{count} records from {first} on, {len} bytes"),
            END => format!("{first} records in all"),
            _ => format!("{len} bytes"),
        }
    }

    /// What a field of a good block says; `section` is the check of the section's schema block.
    pub fn meaning(&self, field: &Field, section: Option<u32>) -> String {
        match field.name {
            "mark" => "a block, version 1".into(),
            "kind" => match self.kind() {
                SCHEMA => "schema: a section begins".into(),
                RECORDS => "records".into(),
                COMPRESSED => "records, compressed".into(),
                END => "end: the writer was done".into(),
                kind if kind & SILENT == 0 => "unknown, to be reported".into(),
                _ => "unknown, to be passed over".into(),
            },
            "check" => "of the header: right".into(),
            "body check" => "right".into(),
            "length" => format!("{} bytes", self.len()),
            "count" => format!("{} records", self.count()),
            "schema" => match self.kind() {
                SCHEMA => "its own body check".into(),
                _ if section == Some(self.schema()) => "that of the section".into(),
                _ => "of no section that is here".into(),
            },
            _ => format!("{} records of the section before", self.first()),
        }
    }
}

/// A check as its bytes stand in a header.
pub fn hex(check: u32) -> String {
    check.to_le_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}
