//! How deep a value is nested (S13), in one word.

use crate::reader::Reader;

/// What is left of the depth, and of the bytes that nested values may have in memory.
///
/// One subtraction takes a level from both, and one test says whether there was enough of both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels(
    // Bytes: 0 to 30, and bit 31 to borrow from. Levels: 32 to 61, and bit 62 to borrow from; it is set
    // outside of all values, which makes the first level take the long way. Bit 63: what is read may
    // claim memory.
    u64,
);

const BYTES: u64 = (1 << 31) - 1;
const LEVELS: u64 = (1 << 30) - 1;
const OUTSIDE: u64 = 1 << 62;
const BORROWED: u64 = 1 << 31 | OUTSIDE;
const OWNED: u64 = 1 << 63;

impl Levels {
    /// What a reader has left.
    pub(super) fn of(r: &Reader<'_>) -> Self {
        let (levels, bytes, bounded) = r.levels_left();
        Levels::new(levels, bytes, bounded)
    }

    fn new(levels: u32, bytes: usize, bounded: bool) -> Self {
        let levels = u64::from(levels).min(LEVELS);
        let outside = if bounded || levels == 0 { 0 } else { OUTSIDE };
        Levels(outside | levels << 32 | (bytes as u64).min(BYTES))
    }

    /// The same, for what may claim memory or not.
    #[inline(always)]
    pub(super) fn owned(self, owned: bool) -> Self {
        Levels(if owned { self.0 | OWNED } else { self.0 & !OWNED })
    }

    /// Whether what is read may claim memory.
    #[inline(always)]
    pub(super) fn is_owned(self) -> bool {
        self.0 & OWNED != 0
    }

    /// What is left within a `T`; nothing if that is not so much, or all are left.
    #[inline(always)]
    pub(super) fn enter<T>(self) -> Option<Self> {
        let left = self.0.wrapping_sub(1 << 32 | const { bytes_of(size_of::<T>()) });
        if left & BORROWED == 0 { Some(Levels(left)) } else { None }
    }

    /// What is left within the first value, of so many bytes, which are not bounded.
    #[cold]
    #[inline(never)]
    pub(super) fn enter_first(self, size: usize) -> Option<Self> {
        let bytes = (self.0 & BYTES).saturating_sub(bytes_of(size));
        let levels = (self.0 >> 32 & LEVELS).checked_sub(1)?;
        (self.0 & OUTSIDE != 0).then_some(Levels(self.0 & OWNED | levels << 32 | bytes))
    }
}

/// The bytes of a value, or what is more than there are.
const fn bytes_of(size: usize) -> u64 {
    if size < 1 << 30 { size as u64 } else { 1 << 30 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As two numbers and a flag.
    #[derive(Clone, Copy)]
    struct Pod {
        levels: u32,
        bytes: usize,
        bounded: bool,
    }

    impl Pod {
        fn enter(self, size: usize) -> Option<Self> {
            let levels = self.levels.checked_sub(1)?;
            let bytes = match self.bounded {
                true => self.bytes.checked_sub(size)?,
                false => self.bytes.saturating_sub(size),
            };
            Some(Pod { levels, bytes, bounded: true })
        }
    }

    #[test]
    fn in_one_word_as_in_two() {
        fn enter<const N: usize>(plain: &mut Option<Pod>, levels: &mut Option<Levels>) {
            *plain = plain.and_then(|plain| plain.enter(N));
            let after =
                |levels: Levels| levels.enter::<[u8; N]>().or_else(|| levels.enter_first(N));
            *levels = levels.and_then(after);
            assert_eq!(plain.is_some(), levels.is_some());
        }
        for most in [0, 1, 2, 3, 40, 128, 1 << 20] {
            for bytes in [0, 1, 2, 100, 2000, 2001, 768 * most as usize] {
                for bounded in [false, true] {
                    for owned in [false, true] {
                        let mut plain = Some(Pod { levels: most, bytes, bounded });
                        let mut levels = Some(Levels::new(most, bytes, bounded).owned(owned));
                        for _ in 0..10 {
                            enter::<0>(&mut plain, &mut levels);
                            enter::<1>(&mut plain, &mut levels);
                            enter::<100>(&mut plain, &mut levels);
                            enter::<1000>(&mut plain, &mut levels);
                            assert!(levels.is_none_or(|levels| levels.is_owned() == owned));
                        }
                    }
                }
            }
        }
    }
}
