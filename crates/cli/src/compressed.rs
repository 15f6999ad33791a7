//! Input that may be compressed.

use std::io::{self, BufReader, Cursor, Read};

use flate2::read::MultiGzDecoder;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const CHUNK: usize = 1 << 16;

/// What is in an input that may be compressed, by what it begins with.
pub fn decompressed(mut input: Box<dyn Read>) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    input.by_ref().take(4).read_to_end(&mut start)?;
    let (is_gzip, is_zstd) = (start.starts_with(GZIP), start == ZSTD);
    let input = Cursor::new(start).chain(input);
    Ok(match (is_gzip, is_zstd) {
        (true, _) => Box::new(MultiGzDecoder::new(BufReader::with_capacity(CHUNK, input))),
        (_, true) => Box::new(zstd::Decoder::new(input)?),
        _ => Box::new(input),
    })
}
