//! What an error consists of.

#[cfg(target_pointer_width = "64")]
use core::num::NonZero;

use super::kind::ErrorKind;

/// A kind and an offset: one word where it has room for both, or a word each.
///
/// In a `Result` an error shares its place with the value. If it had parts of other sizes, the
/// compiler would move the value in such parts, too. A large processor waits for all of them to be
/// written before it reads them as a whole; a small one copies the rest between addresses that are
/// not aligned alike, which takes more than twice the instructions.
#[cfg(target_pointer_width = "64")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Parts(NonZero<u64>);

#[cfg(target_pointer_width = "64")]
impl Parts {
    #[inline]
    pub(super) const fn new(kind: ErrorKind, offset: usize) -> Self {
        // Of the offset 56 bits, more than there is memory for; the kind from one on.
        let offset = if offset > usize::MAX >> 8 { usize::MAX >> 8 } else { offset };
        match NonZero::new((offset as u64) << 8 | (kind as u64 + 1)) {
            Some(word) => Parts(word),
            None => Parts(NonZero::<u64>::MIN),
        }
    }

    #[expect(clippy::indexing_slicing, reason = "compared with the length before")]
    #[inline]
    pub(super) const fn kind(self) -> ErrorKind {
        let place = (self.0.get() as u8).wrapping_sub(1) as usize;
        if place < ErrorKind::ALL.len() { ErrorKind::ALL[place] } else { ErrorKind::UnexpectedEnd }
    }

    #[inline]
    pub(super) const fn offset(self) -> usize {
        (self.0.get() >> 8) as usize
    }
}

#[cfg(not(target_pointer_width = "64"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub(super) struct Parts {
    offset: usize,
    kind: ErrorKind,
}

#[cfg(not(target_pointer_width = "64"))]
impl Parts {
    #[inline]
    pub(super) const fn new(kind: ErrorKind, offset: usize) -> Self {
        Parts { kind, offset }
    }

    #[inline]
    pub(super) const fn kind(self) -> ErrorKind {
        self.kind
    }

    #[inline]
    pub(super) const fn offset(self) -> usize {
        self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_kind_at_any_offset() {
        for kind in [ErrorKind::UnexpectedEnd, ErrorKind::InvalidUtf8, ErrorKind::BufferFull] {
            for offset in [0, 1, 255, 256, u32::MAX as usize, usize::MAX >> 8] {
                let parts = Parts::new(kind, offset);
                assert_eq!((parts.kind(), parts.offset()), (kind, offset));
            }
        }
    }

    /// What is beyond the memory that there is does not look like another place.
    #[cfg(target_pointer_width = "64")]
    #[test]
    fn larger_offsets_are_the_largest() {
        for offset in [1 << 56, (1 << 56) + 5, usize::MAX] {
            let parts = Parts::new(ErrorKind::BufferFull, offset);
            assert_eq!((parts.kind(), parts.offset()), (ErrorKind::BufferFull, (1 << 56) - 1));
        }
    }
}
