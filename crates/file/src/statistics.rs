//! What a file says of a block before it (F19 to F23): bounds of its numbers, and where its fields are.

use onesheet::{Deserialize, Serialize};

use crate::escape;

/// What is known of a block of records before it is read (F19 to F23): bounds of its numbers, and where its fields are.
///
/// Columns ascend. What a column is, and what may be said of it, is F20.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The body check of the block, which [`BlockWriter::write_list_with`](crate::BlockWriter::write_list_with)
    /// puts here.
    #[onesheet(fixed)]
    pub block: u32,
    /// Of integers.
    pub ints: Vec<Bounds<i128>>,
    /// Of floats.
    pub floats: Vec<Bounds<f64>>,
    /// The list of each field of the records, in order, or none (F22).
    pub fields: Vec<FieldList>,
}

/// Bounds of the values of a column: [`Statistics`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds<T> {
    /// The place of the column among the leaves of a record.
    pub column: u32,
    /// No value is less.
    pub least: T,
    /// No value is more.
    pub greatest: T,
}

/// Where the list of a field is in the body of a block: [`Statistics`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldList {
    /// Where it begins, in bytes from the start of the body.
    pub at: u32,
    /// Its length in bytes.
    pub len: u32,
    /// Its CRC-32C.
    #[onesheet(fixed)]
    pub check: u32,
}

impl FieldList {
    /// Where it ends; none if no block is so long.
    pub(crate) fn end(&self) -> Option<u32> {
        self.at.checked_add(self.len)
    }
}

impl Statistics {
    /// What the body of a block says, if it is one of statistics.
    pub(crate) fn read(body: &[u8]) -> Option<Self> {
        let statistics: Self = onesheet::decode(&escape::to_payload(body)).ok()?;
        let Statistics { ints, floats, fields, .. } = &statistics;
        let ascend = ints.is_sorted_by(|a, b| a.column < b.column)
            && floats.is_sorted_by(|a, b| a.column < b.column)
            && fields.iter().all(|field| field.end().is_some())
            && fields.is_sorted_by(|a, b| a.end() <= Some(b.at));
        ascend.then_some(statistics)
    }
}
