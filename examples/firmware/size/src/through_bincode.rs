//! bincode 2 in its standard configuration, by its own derive.

use bincode::config::standard;
use bincode::{BorrowDecode, Encode};

sample!(#[derive(Encode, BorrowDecode)]);

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    bincode::encode_into_slice(sample, buf, standard()).unwrap_or(0)
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    let (sample, _) = bincode::borrow_decode_from_slice(bytes, standard()).ok()?;
    Some(sample)
}
