//! Instants, dates, times and durations, which are alike in all crates.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use onesheet::{ErrorKind, encode};

use super::{refused, twins};

/// 2024-02-29T12:34:56.789 UTC, by `date -u -d … +%s`.
const LEAP_DAY: i64 = 1_709_210_096;
const JSON: &str = "[[\"1709210096\",\"789000000\"],[\"-1\",\"999999999\"],[\"0\",\"0\"]]";

fn instants() -> [(i64, u32); 3] {
    [(LEAP_DAY, 789_000_000), (-1, 999_999_999), (0, 0)]
}

/// 2024-02-29, 1969-12-31, 0001-01-01 and 2000-03-01, by `date -u -d … +%s`, in days.
const DATES: [(i32, u8, u8, i32); 4] =
    [(2024, 2, 29, 19_782), (1969, 12, 31, -1), (1, 1, 1, -719_162), (2000, 3, 1, 11_017)];
const DATES_JSON: &str = "[\"19782\",\"-1\",\"-719162\",\"11017\"]";

#[test]
fn instants_are_alike() {
    twins(
        &instants().map(|(seconds, nanos)| {
            let nanos_after = Duration::from_nanos(nanos.into());
            let whole = Duration::from_secs(seconds.unsigned_abs());
            let time = if seconds < 0 { UNIX_EPOCH - whole } else { UNIX_EPOCH + whole };
            (time + nanos_after, (seconds, nanos))
        }),
        JSON,
    );
    twins(
        &instants().map(|(s, n)| (chrono::DateTime::from_timestamp(s, n).unwrap(), (s, n))),
        JSON,
    );
    twins(
        &instants()
            .map(|(s, n)| (chrono::DateTime::from_timestamp(s, n).unwrap().naive_utc(), (s, n))),
        JSON,
    );
    let time = |(s, n): (i64, u32)| {
        time::UtcDateTime::from_unix_timestamp_nanos(i128::from(s) * 1_000_000_000 + i128::from(n))
            .unwrap()
    };
    twins(&instants().map(|wire| (time(wire), wire)), JSON);
    twins(
        &instants().map(|wire| {
            let time = time(wire);
            (time::PrimitiveDateTime::new(time.date(), time.time()), wire)
        }),
        JSON,
    );
    let timestamp = |(s, n): (i64, u32)| {
        let nanos = i128::from(s) * 1_000_000_000 + i128::from(n);
        jiff_1::Timestamp::from_nanosecond(nanos).unwrap()
    };
    twins(&instants().map(|wire| (timestamp(wire), wire)), JSON);
    let local = |wire| jiff_1::tz::TimeZone::UTC.to_datetime(timestamp(wire));
    twins(&instants().map(|wire| (local(wire), wire)), JSON);
}

#[test]
fn what_no_crate_can_hold_is_refused() {
    let good = (0i64, 0u32);
    let far = [(i64::MAX, 0), (i64::MIN, 0), (1 << 50, 0), (0, 2_000_000_000), (0, u32::MAX)];
    refused::<chrono::DateTime<chrono::Utc>, _>(&good, &far, ErrorKind::Refused);
    refused::<chrono::NaiveDateTime, _>(&good, &far, ErrorKind::Refused);
    let far = [(i64::MAX, 0), (i64::MIN, 0), (1 << 50, 0), (0, 1_000_000_000), (0, u32::MAX)];
    refused::<time::UtcDateTime, _>(&good, &far, ErrorKind::Refused);
    refused::<time::PrimitiveDateTime, _>(&good, &far, ErrorKind::Refused);
    refused::<jiff_1::Timestamp, _>(&good, &far, ErrorKind::Refused);
    refused::<jiff_1::civil::DateTime, _>(&good, &far, ErrorKind::Refused);
    let bad = [(0, 1_000_000_000), (0, u32::MAX), (-1, 1_000_000_000)];
    refused::<SystemTime, _>(&good, &bad, ErrorKind::OutOfRange);
    let good = (0i64, 0i32);
    let bad = [(0, 1_000_000_000), (0, i32::MIN), (-1, 1), (1, -1), (5, 1_000_000_000)];
    refused::<time::Duration, _>(&good, &bad, ErrorKind::Refused);
    refused::<jiff_1::SignedDuration, _>(&good, &bad, ErrorKind::Refused);
    refused::<chrono::TimeDelta, _>(&good, &bad, ErrorKind::Refused);
    refused::<chrono::TimeDelta, _>(&good, &[(i64::MAX, 0), (i64::MIN, 0)], ErrorKind::Refused);

    let days = [i32::MAX, i32::MIN, 200_000_000];
    refused::<chrono::NaiveDate, _>(&0, &days, ErrorKind::Refused);
    refused::<time::Date, _>(&0, &days, ErrorKind::Refused);
    refused::<jiff_1::civil::Date, _>(&0, &days, ErrorKind::Refused);
    let times = [(86_400u32, 0u32), (u32::MAX, 0), (0, 2_000_000_000), (0, 1_000_000_000)];
    refused::<chrono::NaiveTime, _>(&(0, 0), &times[..3], ErrorKind::Refused);
    refused::<time::Time, _>(&(0, 0), &times, ErrorKind::Refused);
    refused::<jiff_1::civil::Time, _>(&(0, 0), &times, ErrorKind::Refused);
}

#[test]
fn offsets_are_kept() {
    let json = "[[\"1709210096\",\"5\",\"-12600\"]]";
    let wire = (LEAP_DAY, 5u32, -12_600i32);
    let offset = chrono::FixedOffset::west_opt(12_600).unwrap();
    let time = chrono::DateTime::from_timestamp(LEAP_DAY, 5).unwrap().with_timezone(&offset);
    assert_eq!(time.to_string(), "2024-02-29 09:04:56.000000005 -03:30");
    twins(&[(time, wire)], json);
    let offset = time::UtcOffset::from_hms(-3, -30, 0).unwrap();
    let time = time::OffsetDateTime::from_unix_timestamp(LEAP_DAY).unwrap().to_offset(offset);
    twins(&[(time.replace_nanosecond(5).unwrap(), wire)], json);
    twins(&[(offset, -12_600i32)], "[\"-12600\"]");

    let good = (0i64, 0u32, 0i32);
    let bad = [(0, 0, 86_400), (0, 0, i32::MIN), (0, 2_000_000_000, 0), (i64::MAX, 0, 60)];
    refused::<chrono::DateTime<chrono::FixedOffset>, _>(&good, &bad, ErrorKind::Refused);
    let bad = [(0, 0, 100_000), (0, 0, i32::MIN), (0, 1_000_000_000, 0), (i64::MAX, 0, 60)];
    refused::<time::OffsetDateTime, _>(&good, &bad, ErrorKind::Refused);
    // The last second of the last day has no local time east of UTC.
    let last = time::PrimitiveDateTime::MAX.as_utc().unix_timestamp();
    refused::<time::OffsetDateTime, _>(&good, &[(last, 0, 3600)], ErrorKind::Refused);
}

#[test]
fn a_leap_second_is_kept() {
    let time = chrono::NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
    let time = time.and_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap().and_utc();
    assert_eq!(encode(&time), encode(&(1_483_228_799i64, 1_500_000_000u32)));
    assert_eq!(onesheet::decode(&encode(&time)), Ok(time));
}

#[test]
fn dates_are_days() {
    twins(
        &DATES.map(|(y, m, d, days)| {
            (chrono::NaiveDate::from_ymd_opt(y, m.into(), d.into()).unwrap(), days)
        }),
        DATES_JSON,
    );
    twins(
        &DATES.map(|(y, m, d, days)| {
            let month = time::Month::try_from(m).unwrap();
            (time::Date::from_calendar_date(y, month, d).unwrap(), days)
        }),
        DATES_JSON,
    );
    twins(
        &DATES.map(|(y, m, d, days)| {
            (jiff_1::civil::Date::new(y as i16, m as i8, d as i8).unwrap(), days)
        }),
        DATES_JSON,
    );
}

/// Every day of jiff, which has no count of days, is that of chrono.
#[test]
fn every_date_is_the_same_day() {
    let (mut date, last) = (jiff_1::civil::Date::MIN, jiff_1::civil::Date::MAX);
    let year = i32::from(date.year());
    let mut other = chrono::NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
    while date < last {
        let message = encode(&other);
        assert_eq!(encode(&date), message, "{date}");
        assert_eq!(onesheet::decode(&message), Ok(date));
        date = date.tomorrow().unwrap();
        other = other.succ_opt().unwrap();
    }
}

#[test]
fn times_of_day_are_seconds_and_nanoseconds() {
    let json = "[[\"45296\",\"7\"],[\"0\",\"0\"],[\"86399\",\"999999999\"]]";
    let times: [(u8, u8, u8, u32, u32); 3] =
        [(12, 34, 56, 7, 45_296), (0, 0, 0, 0, 0), (23, 59, 59, 999_999_999, 86_399)];
    twins(
        &times.map(|(h, m, s, n, seconds)| {
            let time = chrono::NaiveTime::from_hms_nano_opt(h.into(), m.into(), s.into(), n);
            (time.unwrap(), (seconds, n))
        }),
        json,
    );
    twins(
        &times.map(|(h, m, s, n, seconds)| {
            (time::Time::from_hms_nano(h, m, s, n).unwrap(), (seconds, n))
        }),
        json,
    );
    twins(
        &times.map(|(h, m, s, n, seconds)| {
            let time = jiff_1::civil::Time::new(h as i8, m as i8, s as i8, n as i32);
            (time.unwrap(), (seconds, n))
        }),
        json,
    );
}

#[test]
fn durations_have_one_sign() {
    let json =
        "[[\"5\",\"1\"],[\"-5\",\"-1\"],[\"-5\",\"0\"],[\"0\",\"-999999999\"],[\"0\",\"0\"]]";
    let wires = [(5i64, 1i32), (-5, -1), (-5, 0), (0, -999_999_999), (0, 0)];
    let nanos = [5_000_000_001i64, -5_000_000_001, -5_000_000_000, -999_999_999, 0];
    let pairs = || std::iter::zip(nanos, wires);
    twins(&pairs().map(|(n, w)| (chrono::TimeDelta::nanoseconds(n), w)).collect::<Vec<_>>(), json);
    twins(&pairs().map(|(n, w)| (time::Duration::nanoseconds(n), w)).collect::<Vec<_>>(), json);
    twins(
        &pairs().map(|(n, w)| (jiff_1::SignedDuration::from_nanos(n), w)).collect::<Vec<_>>(),
        json,
    );
    let extremes = [time::Duration::MIN, time::Duration::MAX];
    for extreme in extremes {
        assert_eq!(onesheet::decode(&encode(&extreme)), Ok(extreme));
    }
    for extreme in [jiff_1::SignedDuration::MIN, jiff_1::SignedDuration::MAX] {
        assert_eq!(onesheet::decode(&encode(&extreme)), Ok(extreme));
    }
    for extreme in [chrono::TimeDelta::MIN, chrono::TimeDelta::MAX] {
        assert_eq!(onesheet::decode(&encode(&extreme)), Ok(extreme));
    }
}
