//! bincode 2 in its standard configuration, by serde's derive.

use bincode::config::standard;
use serde::{Deserialize, Serialize};

sample!(#[derive(Serialize, Deserialize)]);

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    bincode::serde::encode_into_slice(sample, buf, standard()).unwrap_or(0)
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    let (sample, _) = bincode::serde::borrow_decode_from_slice(bytes, standard()).ok()?;
    Some(sample)
}
