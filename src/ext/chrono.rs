//! chrono.
//!
//! | Rust | format |
//! |--|--|
//! | `DateTime<Utc>`, `NaiveDateTime` | tuple(i64 seconds since 1970 rounded down, u32 nanoseconds), as `SystemTime`; from 10^9 on in a leap second |
//! | `DateTime<FixedOffset>` | the same of UTC, and i32 seconds east of it |
//! | `NaiveDate` | i32 days since 1970-01-01 |
//! | `NaiveTime` | tuple(u32 seconds since midnight, u32 nanoseconds), likewise |
//! | `TimeDelta` | tuple(i64 seconds, i32 nanoseconds of the same sign, below 10^9) |
//!
//! What chrono can hold comes back: a leap second, which it has in any second, and an instant whose local
//! time is beyond its range, of which `naive_local` panics. What it cannot hold is refused.

use ::chrono::{
    DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc,
};

use crate::types::via::via;

/// The days from 1 January of the year 1, as chrono counts from one, to 1970.
const EPOCH: i32 = 719_163;

fn instant(time: &DateTime<Utc>) -> (i64, u32) {
    (time.timestamp(), time.timestamp_subsec_nanos())
}

/// Nanoseconds from 10^9 on stand in any second, which only the widest door lets through.
fn of_instant(seconds: i64, nanos: u32) -> Option<NaiveDateTime> {
    DateTime::from_timestamp(seconds, 0)?.naive_utc().with_nanosecond(nanos)
}

fn with_offset(time: &DateTime<FixedOffset>) -> (i64, u32, i32) {
    (time.timestamp(), time.timestamp_subsec_nanos(), time.offset().local_minus_utc())
}

fn days(date: &NaiveDate) -> i32 {
    // Within the range of chrono, which is some 2^27 days.
    ::chrono::Datelike::num_days_from_ce(date).wrapping_sub(EPOCH)
}

fn time_of_day(time: &NaiveTime) -> (u32, u32) {
    (time.num_seconds_from_midnight(), time.nanosecond())
}

fn delta(delta: &TimeDelta) -> (i64, i32) {
    (delta.num_seconds(), delta.subsec_nanos())
}

fn of_delta(wire: (i64, i32)) -> Option<TimeDelta> {
    let (seconds, nanos) = super::signed(wire)?;
    match u32::try_from(nanos) {
        Ok(nanos) => TimeDelta::new(seconds, nanos),
        Err(_) => {
            let nanos = super::NANOS.checked_add(nanos)?;
            TimeDelta::new(seconds.checked_sub(1)?, nanos.unsigned_abs())
        }
    }
}

via! {
    [] DateTime<Utc> as (i64, u32) {
        kind: Refused,
        to: instant,
        from: |(seconds, nanos)| of_instant(seconds, nanos).map(|time| time.and_utc())
    }
    [] NaiveDateTime as (i64, u32) {
        kind: Refused,
        to: |time| instant(&time.and_utc()),
        from: |(seconds, nanos)| of_instant(seconds, nanos)
    }
    [] DateTime<FixedOffset> as (i64, u32, i32) {
        kind: Refused,
        to: with_offset,
        from: |(seconds, nanos, east)| {
            let offset = FixedOffset::east_opt(east)?;
            Some(DateTime::from_naive_utc_and_offset(of_instant(seconds, nanos)?, offset))
        }
    }
    [] NaiveDate as i32 {
        kind: Refused,
        to: days,
        from: |days: i32| NaiveDate::from_num_days_from_ce_opt(days.checked_add(EPOCH)?)
    }
    [] NaiveTime as (u32, u32) {
        kind: Refused,
        to: time_of_day,
        from: |(seconds, nanos)| {
            NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0)?.with_nanosecond(nanos)
        }
    }
    [] TimeDelta as (i64, i32) { kind: Refused, to: delta, from: of_delta }
}

keys! {
    DateTime<Utc>: instant;
    NaiveDateTime: |time: &NaiveDateTime| instant(&time.and_utc());
    DateTime<FixedOffset>: with_offset;
    NaiveDate: days;
    NaiveTime: time_of_day;
    TimeDelta: delta;
}
