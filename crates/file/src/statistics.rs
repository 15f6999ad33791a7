//! Bounds of the numbers of a block (F19 to F21).

use onesheet::{Deserialize, Serialize};

use crate::escape;

/// Bounds of the numbers of a block of records (F19 to F21).
///
/// Columns ascend in both. What a column is, and what may be said of it, is F20.
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

impl Statistics {
    /// What the body of a block says, if it is one of statistics.
    pub(crate) fn read(body: &[u8]) -> Option<Self> {
        let statistics: Self = onesheet::decode(&escape::to_payload(body)).ok()?;
        let Statistics { ints, floats, .. } = &statistics;
        let ascend = ints.is_sorted_by(|a, b| a.column < b.column)
            && floats.is_sorted_by(|a, b| a.column < b.column);
        ascend.then_some(statistics)
    }
}
