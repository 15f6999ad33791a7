//! jiff.
//!
//! | Rust | format |
//! |--|--|
//! | `Timestamp` | tuple(i64 seconds since 1970 rounded down, u32 nanoseconds below 10^9), as `SystemTime` |
//! | `civil::Date` | i32 days since 1970-01-01 |
//! | `civil::Time` | tuple(u32 seconds since midnight, u32 nanoseconds below 10^9) |
//! | `civil::DateTime` | tuple(i64 seconds, u32 nanoseconds), as a `Timestamp` of UTC |
//! | `SignedDuration` | tuple(i64 seconds, i32 nanoseconds of the same sign, below 10^9) |
//!
//! What jiff cannot hold is refused. A `Zoned` is its `Timestamp` and the name of its time zone.

use super::{NANOS, signed};
use crate::types::via::via;

macro_rules! jiff {
    ($module:ident, $krate:ident) => {
        mod $module {
            use super::{NANOS, signed, via};
            use $krate::civil::{Date, DateTime, Time};
            use $krate::{SignedDuration, Timestamp};

            const DAY: i64 = 86_400;

            fn instant(time: &Timestamp) -> (i64, u32) {
                let (seconds, nanos) = (time.as_second(), time.subsec_nanosecond());
                match u32::try_from(nanos) {
                    Ok(nanos) => (seconds, nanos),
                    // Seconds are rounded to zero, and of instants far from the least of i64.
                    Err(_) => (seconds - 1, (nanos + NANOS).unsigned_abs()),
                }
            }

            fn of_instant((seconds, nanos): (i64, u32)) -> Option<Timestamp> {
                let nanos = i32::try_from(nanos).ok().filter(|nanos| *nanos < NANOS)?;
                Timestamp::new(seconds, nanos).ok()
            }

            fn local(time: &DateTime) -> (i64, u32) {
                let days = i64::from(days(&time.date()));
                let (seconds, nanos) = time_of_day(&time.time());
                (days * DAY + i64::from(seconds), nanos)
            }

            fn of_local((seconds, nanos): (i64, u32)) -> Option<DateTime> {
                let days = i32::try_from(seconds.div_euclid(DAY)).ok()?;
                let time = of_time_of_day((seconds.rem_euclid(DAY) as u32, nanos))?;
                Some(of_days(days)?.to_datetime(time))
            }

            fn days(date: &Date) -> i32 {
                let (year, month, day) = (date.year(), date.month(), date.day());
                super::days_since_1970(i32::from(year), i32::from(month), i32::from(day))
            }

            fn of_days(days: i32) -> Option<Date> {
                let (year, month, day) = super::date_after_1970(days)?;
                Date::new(i16::try_from(year).ok()?, month as i8, day as i8).ok()
            }

            fn time_of_day(time: &Time) -> (u32, u32) {
                let minutes = i32::from(time.hour()) * 60 + i32::from(time.minute());
                let seconds = minutes * 60 + i32::from(time.second());
                (seconds as u32, time.subsec_nanosecond() as u32)
            }

            fn of_time_of_day((seconds, nanos): (u32, u32)) -> Option<Time> {
                let hours = i8::try_from(seconds / 3600).ok()?;
                let nanos = i32::try_from(nanos).ok()?;
                Time::new(hours, (seconds / 60 % 60) as i8, (seconds % 60) as i8, nanos).ok()
            }

            fn duration(duration: &SignedDuration) -> (i64, i32) {
                (duration.as_secs(), duration.subsec_nanos())
            }

            via! {
                [] Timestamp as (i64, u32) { kind: Refused, to: instant, from: of_instant }
                [] DateTime as (i64, u32) { kind: Refused, to: local, from: of_local }
                [] Date as i32 { kind: Refused, to: days, from: of_days }
                [] Time as (u32, u32) { kind: Refused, to: time_of_day, from: of_time_of_day }
                [] SignedDuration as (i64, i32) {
                    kind: Refused,
                    to: duration,
                    from: |wire| signed(wire).map(|(seconds, nanos)| {
                        SignedDuration::new(seconds, nanos)
                    })
                }
            }

            keys! {
                Timestamp: instant;
                DateTime: local;
                Date: days;
                Time: time_of_day;
                SignedDuration: duration;
            }
        }
    };
}

#[cfg(feature = "jiff-0_2")]
jiff! { jiff_2, jiff_0_2 }
#[cfg(feature = "jiff-1")]
jiff! { jiff_one, jiff_1 }

/// Days of a year of 365 and a quarter, less those of centuries, from 1 March of the year 0 on: dates are
/// told so that the leap day is the last of a year.
const ERA: i32 = 146_097;

/// From 1 March of the year 0 to 1970-01-01.
const EPOCH: i32 = 719_468;

/// The days from 1970-01-01 to a date of the Gregorian calendar, of a year that fits `i16`.
fn days_since_1970(year: i32, month: i32, day: i32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * ERA + year * 365 + year / 4 - year / 100 + day_of_year - EPOCH
}

/// The year, month and day so many days after 1970-01-01, unless the year is far from any that fits `i16`.
fn date_after_1970(days: i32) -> Option<(i32, i32, i32)> {
    let days = days.checked_add(EPOCH)?;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1_460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i32::from(month <= 2);
    Some((year, month, day))
}
