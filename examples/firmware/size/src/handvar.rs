//! Written by hand: postcard's bytes.

sample!();

#[inline(never)]
pub fn encode(sample: &Sample<'_>, buf: &mut [u8; 64]) -> usize {
    write(sample, buf).unwrap_or(0)
}

fn write(sample: &Sample<'_>, buf: &mut [u8; 64]) -> Option<usize> {
    let mut out = buf.iter_mut();
    write_varint(&mut out, sample.seq.into())?;
    write_varint(&mut out, sample.ts)?;
    write_varint(&mut out, zigzag(sample.temp))?;
    *out.next()? = sample.flags;
    for number in sample.samples {
        write_varint(&mut out, zigzag(number))?;
    }
    write_varint(&mut out, sample.name.len() as u32)?;
    let rest = out.into_slice();
    rest.get_mut(..sample.name.len())?.copy_from_slice(sample.name.as_bytes());
    Some(64 - rest.len() + sample.name.len())
}

fn zigzag(number: i16) -> u32 {
    ((number << 1) ^ (number >> 15)) as u16 as u32
}

fn write_varint(out: &mut core::slice::IterMut<'_, u8>, mut x: u32) -> Option<()> {
    while x >= 0x80 {
        *out.next()? = x as u8 | 0x80;
        x >>= 7;
    }
    *out.next()? = x as u8;
    Some(())
}

#[inline(never)]
pub fn decode(mut bytes: &[u8]) -> Option<Sample<'_>> {
    let bytes = &mut bytes;
    let seq = read_varint(bytes, 16)? as u16;
    let ts = read_varint(bytes, 32)?;
    let temp = unzigzag(read_varint(bytes, 16)?);
    let flags = read_byte(bytes)?;
    let mut samples = [0; 16];
    for number in &mut samples {
        *number = unzigzag(read_varint(bytes, 16)?);
    }
    let len = read_varint(bytes, 32)? as usize;
    let name = core::str::from_utf8(bytes.get(..len)?).ok()?;
    Some(Sample { seq, ts, temp, flags, samples, name })
}

fn unzigzag(number: u32) -> i16 {
    (number >> 1) as i16 ^ -((number & 1) as i16)
}

fn read_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(byte)
}

fn read_varint(bytes: &mut &[u8], bits: u32) -> Option<u32> {
    let mut x = 0;
    let mut shift = 0;
    while shift < bits {
        let byte = read_byte(bytes)?;
        let low = u32::from(byte & 0x7f);
        if shift + 7 > bits && low >> (bits - shift) != 0 {
            return None;
        }
        x |= low << shift;
        if byte < 0x80 {
            return Some(x);
        }
        shift += 7;
    }
    None
}
