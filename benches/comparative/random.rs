//! The values of every row: one seed, so that every run and every machine measures the same data.

/// SplitMix64 (Steele, Lea and Flood, 2014): eight lines that will still give the same numbers in ten years.
pub struct Random(u64);

impl Random {
    /// The generator of one row; the name keeps rows independent of each other.
    pub fn new(row: &str) -> Self {
        // FNV-1a over the name, on top of the one seed.
        Self(row.bytes().fold(0x6f6e_6573_6865_6574, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    pub fn u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub fn u32(&mut self) -> u32 {
        (self.u64() >> 32) as u32
    }

    pub fn u16(&mut self) -> u16 {
        (self.u64() >> 48) as u16
    }

    pub fn u8(&mut self) -> u8 {
        (self.u64() >> 56) as u8
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.u64()) * u128::from(end)) >> 64) as u64
    }

    /// A number of `range`, which holds its end.
    pub fn within(&mut self, range: std::ops::RangeInclusive<i64>) -> i64 {
        let (start, end) = range.into_inner();
        start + self.below((end - start + 1) as u64) as i64
    }

    /// A count from `start` up to but not `end`.
    pub fn count(&mut self, start: usize, end: usize) -> usize {
        start + self.below((end - start) as u64) as usize
    }

    /// A number whose width is uniform over 0 to `bits` bits.
    pub fn mixed(&mut self, bits: u64) -> u64 {
        match self.below(bits + 1) {
            0 => 0,
            width => (self.u64() >> (64 - width)) | 1 << (width - 1),
        }
    }

    /// True once in 1 / `probability` draws.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.f64() < probability
    }

    /// A number from 0 up to but not 1.
    pub fn f64(&mut self) -> f64 {
        (self.u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number from 0 up to but not 1.
    pub fn f32(&mut self) -> f32 {
        (self.u64() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.count(0, choices.len())]
    }

    /// `len` bytes of lower-case letters, digits and spaces.
    pub fn text(&mut self, len: usize) -> String {
        const LETTERS: &[u8; 40] = b"abcdefghijklmnopqrstuvwxyz0123456789    ";
        (0..len).map(|_| char::from(self.pick(LETTERS))).collect()
    }

    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len.next_multiple_of(8));
        while bytes.len() < len {
            bytes.extend_from_slice(&self.u64().to_le_bytes());
        }
        bytes.truncate(len);
        bytes
    }

    /// `len` values, each made by `value`.
    pub fn list<T>(&mut self, len: usize, mut value: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..len).map(|_| value(self)).collect()
    }

    /// A value made by `value`, or none, at even odds.
    pub fn option<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.chance(0.5).then(|| value(self))
    }
}
