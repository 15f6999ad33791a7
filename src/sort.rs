//! Sorting by a small number, as enum values by their variant.

use alloc::vec::Vec;

/// Values that are sorted without an allocation.
const FEW: usize = 64;

/// Keys of values: a group each, and in the lower half the place of the value.
pub(crate) struct Permutation {
    len: usize,
    few: [u64; FEW],
    many: Vec<u64>,
}

impl Permutation {
    /// Room for so many values; more than `u32::MAX` are left out.
    #[inline]
    pub(crate) fn new(values: usize) -> Self {
        let many = match u32::try_from(values) {
            Ok(n) if values > FEW => alloc::vec![0; n as usize],
            _ => Vec::new(),
        };
        Permutation { len: 0, few: [0; FEW], many }
    }

    /// Adds the next value, of that group.
    #[inline(always)]
    pub(crate) fn push(&mut self, group: usize) {
        let keys = if self.many.is_empty() { &mut self.few[..] } else { &mut self.many };
        if let Some(slot) = keys.get_mut(self.len) {
            *slot = (group as u64) << 32 | self.len as u64;
            self.len += 1;
        }
    }

    /// The keys of all values.
    #[inline]
    pub(crate) fn keys(&self) -> &[u64] {
        let keys = if self.many.is_empty() { &self.few[..] } else { &self.many };
        keys.get(..self.len).unwrap_or_default()
    }

    /// Sorts the values, which are of so many groups: in each they stay as they stand.
    #[inline(never)]
    pub(crate) fn sort(&mut self, groups: usize) {
        if !self.many.is_empty() {
            self.many = sorted(&self.many, groups);
        } else if let Some(few) = self.few.get_mut(..self.len) {
            few.sort_unstable();
        }
    }

    /// Of sorted values, each group that has any, and how many.
    #[inline]
    pub(crate) fn groups(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let same = |a: &u64, b: &u64| a >> 32 == b >> 32;
        self.keys()
            .chunk_by(same)
            .filter_map(|keys| Some(((keys.first()? >> 32) as usize, keys.len())))
    }
}

/// Counts the keys of each group, and puts each in its place: in four quarters at once, for a count that was
/// just changed is not at hand.
fn sorted(keys: &[u64], groups: usize) -> Vec<u64> {
    let mut ends = alloc::vec![[0u32; 4]; groups];
    let mut sorted = alloc::vec![0; keys.len()];
    let quarters = quarters(keys);
    in_turns(quarters, |quarter, key| {
        let ends = ends.get_mut((key >> 32) as usize);
        if let Some(end) = ends.and_then(|ends| ends.get_mut(quarter)) {
            *end += 1;
        }
    });
    let mut sum = 0;
    for end in ends.as_flattened_mut() {
        sum += core::mem::replace(end, sum);
    }
    in_turns(quarters, |quarter, key| {
        let ends = ends.get_mut((key >> 32) as usize);
        if let Some(end) = ends.and_then(|ends| ends.get_mut(quarter)) {
            if let Some(slot) = sorted.get_mut(*end as usize) {
                *slot = key;
            }
            *end += 1;
        }
    });
    sorted
}

/// Four parts of about the same length.
#[inline]
fn quarters(keys: &[u64]) -> [&[u64]; 4] {
    let (first, second) = keys.split_at(keys.len() / 2);
    let ((a, b), (c, d)) = (first.split_at(first.len() / 2), second.split_at(second.len() / 2));
    [a, b, c, d]
}

/// Calls `f` with each key and the number of its quarter, one of each in turns.
#[inline(always)]
fn in_turns([a, b, c, d]: [&[u64]; 4], mut f: impl FnMut(usize, u64)) {
    let all = a.len().min(b.len()).min(c.len()).min(d.len());
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        f(0, *a);
        f(1, *b);
        f(2, *c);
        f(3, *d);
    }
    for (quarter, keys) in [a, b, c, d].into_iter().enumerate() {
        keys.iter().skip(all).for_each(|key| f(quarter, *key));
    }
}
