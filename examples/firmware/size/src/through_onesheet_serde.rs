//! onesheet, by serde's derive.

use serde::{Deserialize, Serialize};

sample!(#[derive(Serialize, Deserialize)]);

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    onesheet::serde::to_slice(sample, buf).map_or(0, |bytes| bytes.len())
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    onesheet::serde::from_slice(bytes).ok()
}
