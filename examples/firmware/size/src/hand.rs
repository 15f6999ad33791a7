//! Written by hand: fixed width, little-endian, the name last behind its length.

sample!();

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    write(sample, buf).unwrap_or(0)
}

fn write(sample: &Sample<'_>, buf: &mut [u8; 64]) -> Option<usize> {
    let (numbers, name) = buf.split_first_chunk_mut::<42>()?;
    let (head, samples) = numbers.split_first_chunk_mut::<9>()?;
    let [seq, ts, temp] =
        [&sample.seq.to_le_bytes()[..], &sample.ts.to_le_bytes(), &sample.temp.to_le_bytes()];
    for (to, from) in head.iter_mut().zip(seq.iter().chain(ts).chain(temp).chain(&[sample.flags])) {
        *to = *from;
    }
    let (samples, len) = samples.split_first_chunk_mut::<32>()?;
    for (to, from) in samples.chunks_exact_mut(2).zip(sample.samples) {
        to.copy_from_slice(&from.to_le_bytes());
    }
    let len = len.first_mut()?;
    *len = u8::try_from(sample.name.len()).ok()?;
    name.get_mut(..sample.name.len())?.copy_from_slice(sample.name.as_bytes());
    Some(42 + sample.name.len())
}

#[inline(never)]
pub fn decode(bytes: &[u8]) -> Option<Sample<'_>> {
    let (&[s0, s1, t0, t1, t2, t3, c0, c1, flags], bytes) = bytes.split_first_chunk::<9>()?;
    let (numbers, bytes) = bytes.split_first_chunk::<32>()?;
    let (&len, name) = bytes.split_first()?;
    if name.len() != usize::from(len) {
        return None;
    }
    let mut samples = [0; 16];
    for (to, from) in samples.iter_mut().zip(numbers.chunks_exact(2)) {
        *to = i16::from_le_bytes(from.try_into().ok()?);
    }
    Some(Sample {
        seq: u16::from_le_bytes([s0, s1]),
        ts: u32::from_le_bytes([t0, t1, t2, t3]),
        temp: i16::from_le_bytes([c0, c1]),
        flags,
        samples,
        name: core::str::from_utf8(name).ok()?,
    })
}
