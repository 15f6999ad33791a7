//! Eight bytes of the input at once.

/// The bytes from `start` on as they stand, zeros where the input has ended.
#[inline]
pub(crate) fn load(data: &[u8], start: usize) -> u64 {
    // One comparison, where it is known that the sum does not wrap.
    match data.get(start..start.wrapping_add(8)).and_then(|word| word.first_chunk()) {
        Some(word) => u64::from_le_bytes(*word),
        None => load_tail(data, start),
    }
}

/// The same of less than eight bytes, in two loads that overlap.
#[inline(never)]
fn load_tail(data: &[u8], start: usize) -> u64 {
    let data = data.get(start..).unwrap_or_default();
    let above = |len: usize| 8 * data.len().wrapping_sub(len) as u32;
    if let (Some(first), Some(last)) = (data.first_chunk(), data.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return u64::from(first) | u64::from(last).wrapping_shl(above(4));
    }
    if let (Some(first), Some(last)) = (data.first_chunk(), data.last_chunk()) {
        let (first, last) = (u16::from_le_bytes(*first), u16::from_le_bytes(*last));
        return u64::from(first) | u64::from(last).wrapping_shl(above(2));
    }
    data.first().copied().unwrap_or(0).into()
}

#[cfg(test)]
mod tests {
    use super::load;

    #[test]
    fn what_has_ended_is_zero() {
        let data = [1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
        for len in 0..=data.len() {
            for start in 0..=len + 2 {
                let mut word = [0; 8];
                for (word, byte) in word.iter_mut().zip(data[..len].iter().skip(start)) {
                    *word = *byte;
                }
                assert_eq!(load(&data[..len], start), u64::from_le_bytes(word), "{start} of {len}");
            }
        }
    }
}
