//! Compressed payloads (F3): the length of what is compressed, in four bytes, and one Zstandard frame.

/// What a Zstandard frame begins with.
const FRAME: [u8; 4] = zstd::zstd_safe::MAGICNUMBER.to_le_bytes();

/// Puts the compressed payload of a list behind what `out` holds.
pub(crate) fn compress(list: &[u8], level: i32, out: &mut Vec<u8>) -> std::io::Result<()> {
    out.extend_from_slice(&(list.len() as u32).to_le_bytes());
    out.extend_from_slice(&zstd::bulk::compress(list, level)?);
    Ok(())
}

/// The payload that a compressed one stands for: of at most `most` bytes, for which memory is claimed
/// as the payload states them.
pub(crate) fn decompress(payload: &[u8], most: usize) -> Result<Vec<u8>, String> {
    let Some((len, frame)) = payload.split_first_chunk::<4>() else {
        return Err("shorter than the 4 bytes of its length".into());
    };
    let len = u32::from_le_bytes(*len) as usize;
    if len > most {
        return Err(format!("{len} bytes when decompressed, above the bound of {most}"));
    }
    // What follows the first frame would be taken for another.
    match zstd::zstd_safe::find_frame_compressed_size(frame) {
        // A skippable frame is none of these.
        Ok(size) if size == frame.len() && frame.starts_with(&FRAME) => {}
        _ => return Err("not one Zstandard frame".into()),
    }
    let bytes = zstd::bulk::decompress(frame, len).map_err(|error| error.to_string())?;
    match bytes.len() {
        n if n == len => Ok(bytes),
        n => Err(format!("{n} bytes when decompressed, not {len}")),
    }
}
