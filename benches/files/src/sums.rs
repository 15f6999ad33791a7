//! What is compared of what was written and what was read.

use crate::log::{Address, Log};

/// What a read of all fields gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    pub count: u64,
    pub size: u64,
    /// The sum of the bytes of addresses, of codes, and of the lengths of texts.
    rest: u64,
}

impl Sums {
    pub fn add(&mut self, log: &Log) {
        let Address { x0, x1, x2, x3 } = log.address;
        let texts = [&log.identity, &log.userid, &log.date, &log.request];
        self.count += 1;
        self.size += log.size;
        self.rest += [x0, x1, x2, x3].into_iter().map(u64::from).sum::<u64>()
            + u64::from(log.code)
            + texts.into_iter().map(|text| text.len() as u64).sum::<u64>();
    }

    pub fn of(logs: &[Log]) -> Self {
        let mut sums = Sums::default();
        logs.iter().for_each(|log| sums.add(log));
        sums
    }

    /// Those of the same lines, several times.
    pub fn times(self, n: usize) -> Self {
        let Sums { count, size, rest } = self;
        Sums { count: count * n as u64, size: size * n as u64, rest: rest * n as u64 }
    }
}

/// What a read of one column gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Column {
    pub count: u64,
    pub size: u64,
}

impl Column {
    pub fn add(&mut self, size: u64) {
        self.count += 1;
        self.size += size;
    }
}
