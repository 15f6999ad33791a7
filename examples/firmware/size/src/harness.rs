//! No codec: what the programs have in common.

use core::hint::black_box;

sample!();

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    black_box(buf);
    usize::from(black_box(sample).seq & 7)
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    let bytes = black_box(bytes);
    let name = black_box("");
    let seq = black_box(if bytes.len() == 7 { 7 } else { 300 });
    black_box(Some(Sample { seq, ts: 0, temp: 0, flags: 0, samples: [0; 16], name }))
}
