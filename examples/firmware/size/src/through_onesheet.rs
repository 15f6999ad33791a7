//! onesheet, by its derive.

use onesheet::{Deserialize, Serialize};

sample!(#[derive(Serialize, Deserialize)]);

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    onesheet::encode_to_slice(sample, buf).unwrap_or(0)
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    onesheet::decode(bytes).ok()
}
