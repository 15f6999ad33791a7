//! minicbor, by its own derive.

use minicbor::encode::write::Cursor;
use minicbor::{Decode, Encode};

#[derive(Encode, Decode)]
pub struct Sample<'a> {
    #[n(0)]
    pub seq: u16,
    #[n(1)]
    pub ts: u32,
    #[n(2)]
    pub temp: i16,
    #[n(3)]
    pub flags: u8,
    #[n(4)]
    pub samples: [i16; 16],
    #[b(5)]
    pub name: &'a str,
}

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    let mut cursor = Cursor::new(&mut buf[..]);
    minicbor::encode(sample, &mut cursor).map_or(0, |()| cursor.position())
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    minicbor::decode(bytes).ok()
}
