//! time.
//!
//! | Rust | format |
//! |--|--|
//! | `UtcDateTime`, `PrimitiveDateTime` | tuple(i64 seconds since 1970 rounded down, u32 nanoseconds below 10^9), as `SystemTime` |
//! | `OffsetDateTime` | the same of UTC, and i32 seconds east of it |
//! | `Date` | i32 days since 1970-01-01 |
//! | `Time` | tuple(u32 seconds since midnight, u32 nanoseconds below 10^9) |
//! | `Duration` | tuple(i64 seconds, i32 nanoseconds of the same sign, below 10^9) |
//! | `UtcOffset` | i32 seconds east |
//!
//! What time cannot hold is refused.

use ::time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

use crate::types::via::via;

/// The Julian day of 1970-01-01.
const EPOCH: i32 = 2_440_588;

fn instant(time: &UtcDateTime) -> (i64, u32) {
    (time.unix_timestamp(), time.nanosecond())
}

fn of_instant(seconds: i64, nanos: u32) -> Option<UtcDateTime> {
    UtcDateTime::from_unix_timestamp(seconds).ok()?.replace_nanosecond(nanos).ok()
}

fn local(time: &PrimitiveDateTime) -> (i64, u32) {
    instant(&time.as_utc())
}

fn of_local(seconds: i64, nanos: u32) -> Option<PrimitiveDateTime> {
    of_instant(seconds, nanos).map(|time| PrimitiveDateTime::new(time.date(), time.time()))
}

fn with_offset(time: &OffsetDateTime) -> (i64, u32, i32) {
    (time.unix_timestamp(), time.nanosecond(), time.offset().whole_seconds())
}

fn days(date: &Date) -> i32 {
    date.to_julian_day().wrapping_sub(EPOCH)
}

fn time_of_day(time: &Time) -> (u32, u32) {
    let (hours, minutes, seconds, nanos) = time.as_hms_nano();
    let minutes = u32::from(hours) * 60 + u32::from(minutes);
    (minutes * 60 + u32::from(seconds), nanos)
}

fn of_time_of_day((seconds, nanos): (u32, u32)) -> Option<Time> {
    let hours = u8::try_from(seconds / 3600).ok()?;
    Time::from_hms_nano(hours, (seconds / 60 % 60) as u8, (seconds % 60) as u8, nanos).ok()
}

fn duration(duration: &Duration) -> (i64, i32) {
    (duration.whole_seconds(), duration.subsec_nanoseconds())
}

via! {
    [] UtcDateTime as (i64, u32) {
        kind: Refused, to: instant, from: |(seconds, nanos)| of_instant(seconds, nanos)
    }
    [] PrimitiveDateTime as (i64, u32) {
        kind: Refused,
        to: local,
        from: |(seconds, nanos)| of_local(seconds, nanos)
    }
    [] OffsetDateTime as (i64, u32, i32) {
        kind: Refused,
        to: with_offset,
        from: |(seconds, nanos, east): (i64, u32, i32)| {
            let offset = UtcOffset::from_whole_seconds(east).ok()?;
            // Its local time is within the range of dates; that of UTC may be beyond.
            Some(of_local(seconds.checked_add(east.into())?, nanos)?.assume_offset(offset))
        }
    }
    [] Date as i32 {
        kind: Refused,
        to: days,
        from: |days: i32| Date::from_julian_day(days.checked_add(EPOCH)?).ok()
    }
    [] Time as (u32, u32) { kind: Refused, to: time_of_day, from: of_time_of_day }
    [] Duration as (i64, i32) {
        kind: Refused,
        to: duration,
        from: |wire| super::signed(wire).map(|(seconds, nanos)| Duration::new(seconds, nanos))
    }
    [] UtcOffset as i32 {
        kind: Refused,
        to: |offset| offset.whole_seconds(),
        from: |east| UtcOffset::from_whole_seconds(east).ok()
    }
}

keys! {
    UtcDateTime: instant;
    PrimitiveDateTime: local;
    OffsetDateTime: with_offset;
    Date: days;
    Time: time_of_day;
    Duration: duration;
    UtcOffset: |offset: &UtcOffset| offset.whole_seconds();
}
