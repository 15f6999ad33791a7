//! Time.
//!
//! | Rust | format |
//! |--|--|
//! | `Duration` | tuple(u64 seconds, u32 nanoseconds below 10^9) |
//! | `SystemTime` | tuple(i64 seconds since 1970 rounded down, u32 nanoseconds below 10^9) |

use core::time::Duration;

use crate::types::via::via;

const NANOS: u32 = 1_000_000_000;

via! {
    [] Duration as (u64, u32) {
        kind: OutOfRange,
        to: |time| (time.as_secs(), time.subsec_nanos()),
        from: |(secs, nanos)| (nanos < NANOS).then(|| Duration::new(secs, nanos))
    }
}

#[cfg(feature = "std")]
mod with_std {
    use super::{Duration, NANOS, via};
    use std::time::{SystemTime, UNIX_EPOCH};

    via! {
        [] SystemTime as (i64, u32) {
            kind: OutOfRange,
            to: to_wire,
            from: from_wire
        }
    }

    fn to_wire(time: &SystemTime) -> (i64, u32) {
        match time.duration_since(UNIX_EPOCH) {
            Ok(after) => (after.as_secs() as i64, after.subsec_nanos()),
            Err(before) => {
                let before = before.duration();
                let secs = (before.as_secs() as i64).wrapping_neg();
                match before.subsec_nanos() {
                    0 => (secs, 0),
                    nanos => (secs.wrapping_sub(1), NANOS - nanos),
                }
            }
        }
    }

    fn from_wire((secs, nanos): (i64, u32)) -> Option<SystemTime> {
        if nanos >= NANOS {
            return None;
        }
        let whole = Duration::from_secs(secs.unsigned_abs());
        let time = if secs < 0 {
            UNIX_EPOCH.checked_sub(whole)?
        } else {
            UNIX_EPOCH.checked_add(whole)?
        };
        time.checked_add(Duration::from_nanos(u64::from(nanos)))
    }
}
