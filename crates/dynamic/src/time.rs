//! Dates, times of day and timestamps as text (ISO 8601), and as the numbers that records hold.
//!
//! A number is days, or seconds, milli-, micro- or nanoseconds, since 1970-01-01 or midnight. Text has
//! four digits of the year, or a sign and more where it needs them (`+12345-01-02`), and behind the seconds as many digits as the [`Unit`] says.

use std::fmt::{self, Display};

/// What a number counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// 1 s.
    #[default]
    Second,
    /// 1 ms.
    Millisecond,
    /// 1 µs.
    Microsecond,
    /// 1 ns.
    Nanosecond,
}

impl Unit {
    /// Digits behind the seconds.
    #[must_use]
    pub fn digits(self) -> u32 {
        match self {
            Unit::Second => 0,
            Unit::Millisecond => 3,
            Unit::Microsecond => 6,
            Unit::Nanosecond => 9,
        }
    }

    /// How many of them a second has.
    #[must_use]
    pub fn per_second(self) -> i64 {
        10i64.pow(self.digits())
    }

    /// The largest unit in which so many digits behind the seconds are whole.
    #[must_use]
    pub fn of_digits(digits: u32) -> Self {
        match digits {
            0 => Unit::Second,
            1..=3 => Unit::Millisecond,
            4..=6 => Unit::Microsecond,
            _ => Unit::Nanosecond,
        }
    }
}

/// The most zones differ from UTC, in minutes.
const MAX_OFFSET: i32 = 24 * 60 - 1;
const DAY: i64 = 86_400;

/// A point on the clock as text has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Seconds since 1970-01-01, of UTC if there is a zone; since midnight for a time of day.
    pub seconds: i64,
    /// Nanoseconds of the second.
    pub nanos: u32,
    /// Digits behind the seconds.
    pub digits: u32,
    /// The zone.
    pub zone: Option<Zone>,
    /// Whether [`Display`] of the same gives the same text.
    pub is_plain: bool,
}

/// A zone as text has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// `Z`.
    Utc,
    /// Minutes east of UTC: `+02:00`.
    Offset(i32),
}

impl Zone {
    /// Reads `UTC`, `Z` or `+02:00`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "UTC" | "Z" => Some(Zone::Utc),
            _ => {
                let (zone, is_plain) = offset(text.as_bytes())?;
                Some(zone).filter(|_| is_plain)
            }
        }
    }

    fn minutes(self) -> i32 {
        match self {
            Zone::Utc => 0,
            Zone::Offset(minutes) => minutes,
        }
    }
}

impl Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Zone::Utc => f.write_str("Z"),
            Zone::Offset(minutes) => {
                let sign = if *minutes < 0 { '-' } else { '+' };
                let minutes = minutes.abs();
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

impl Stamp {
    /// Reads `2024-01-02T03:04:05.678+02:00`, with a space for the `T`, and the zone as `Z`, `+02`,
    /// `+0200` or not at all, too.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (days, rest) = date_of(text.as_bytes())?;
        let [between @ (b'T' | b' '), rest @ ..] = rest else { return None };
        let (time, rest) = time_of(rest)?;
        let (zone, zone_is_plain) = match rest {
            b"" => (None, true),
            b"Z" => (Some(Zone::Utc), true),
            _ => offset(rest).map(|(zone, is_plain)| (Some(zone), is_plain))?,
        };
        let minutes = zone.map_or(0, Zone::minutes);
        let of_day = time.seconds - i64::from(minutes) * 60;
        let seconds = i128::from(days) * i128::from(DAY) + i128::from(of_day);
        let seconds = i64::try_from(seconds).ok()?;
        let is_plain = time.is_plain && zone_is_plain && *between == b'T';
        Some(Stamp { seconds, zone, is_plain, ..time })
    }

    /// Reads a time of day, `03:04:05.678`.
    #[must_use]
    pub fn parse_time(text: &str) -> Option<Self> {
        time_of(text.as_bytes()).filter(|(_, rest)| rest.is_empty()).map(|(time, _)| time)
    }

    /// What is at so many units.
    #[must_use]
    pub fn of(unit: Unit, count: i64, zone: Option<Zone>) -> Self {
        let per_second = unit.per_second();
        let (seconds, part) = (count.div_euclid(per_second), count.rem_euclid(per_second));
        let nanos = part * (1_000_000_000 / per_second);
        let nanos = u32::try_from(nanos).unwrap_or(0);
        Stamp { seconds, nanos, digits: unit.digits(), zone, is_plain: true }
    }

    /// In so many units, if a number of 64 bits has them, and all is whole.
    #[must_use]
    pub fn count(&self, unit: Unit) -> Option<i64> {
        let per_second = unit.per_second();
        let nanos = i64::from(self.nanos);
        let part = 1_000_000_000 / per_second;
        if nanos % part > 0 {
            return None;
        }
        let count = i128::from(self.seconds) * i128::from(per_second) + i128::from(nanos / part);
        i64::try_from(count).ok()
    }

    /// The text of a time of day; of a whole timestamp, that is [`Display`].
    #[must_use]
    pub fn time(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write_time(&mut text, self.seconds, self.nanos, self.digits);
        text
    }

    /// Seconds since 1970-01-01 on the clocks of the zone.
    fn local(&self) -> i64 {
        self.seconds.saturating_add(i64::from(self.zone.map_or(0, Zone::minutes)) * 60)
    }

    /// Days since 1970-01-01 in the calendars of the zone.
    pub(crate) fn day(&self) -> i64 {
        self.local().div_euclid(DAY)
    }
}

impl Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.local();
        write_date(f, self.day())?;
        f.write_str("T")?;
        write_time(f, local.rem_euclid(DAY), self.nanos, self.digits)?;
        match &self.zone {
            Some(zone) => zone.fmt(f),
            None => Ok(()),
        }
    }
}

/// The days since 1970-01-01 of `2024-01-02`.
#[must_use]
pub fn parse_date(text: &str) -> Option<i32> {
    let (days, rest) = date_of(text.as_bytes())?;
    i32::try_from(days).ok().filter(|_| rest.is_empty())
}

/// The text of a date.
#[must_use]
pub fn date(days: i64) -> String {
    let mut text = String::new();
    let _ = write_date(&mut text, days);
    text
}

fn number(digits: &[u8]) -> Option<i64> {
    digits.iter().try_fold(0, |n, digit| {
        let digit = digit.is_ascii_digit().then(|| i64::from(digit - b'0'))?;
        Some(n * 10 + digit)
    })
}

/// The days from 1970-01-01 to a date, and what follows it.
fn date_of(text: &[u8]) -> Option<(i64, &[u8])> {
    let (year, rest) = match text {
        [sign @ (b'+' | b'-'), rest @ ..] => {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (digits, rest) = rest.split_at(digits);
            let size = Some(digits).filter(|digits| (4..=12).contains(&digits.len()));
            let size = size.and_then(number)?;
            let year = if *sign == b'-' { -size } else { size };
            // Each year has one form: those of four digits no sign, others no zero before them.
            let is_far = !(0..=9999).contains(&year) && (digits.len() == 4 || digits[0] != b'0');
            is_far.then_some((year, rest))?
        }
        [_, _, _, _, rest @ ..] => (number(&text[..4])?, rest),
        _ => return None,
    };
    let [b'-', _, _, b'-', _, _, behind @ ..] = rest else { return None };
    let (month, day) = (number(&rest[1..3])?, number(&rest[4..6])?);
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    Some((days_of(year, month, day), behind))
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 on: of years that begin with March, eras of 400 are alike (Howard Hinnant,
/// "chrono-compatible low-level date algorithms").
fn days_of(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = of_era * 365 + of_era / 4 - of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

fn write_date(out: &mut impl fmt::Write, days: i64) -> fmt::Result {
    let days = days.saturating_add(719_468);
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    match year {
        0..=9999 => {
            let mut text = *b"0000-00-00";
            put(&mut text[..4], year);
            put(&mut text[5..7], month);
            put(&mut text[8..], day);
            write_ascii(out, &text)
        }
        // As ISO 8601 has years of more digits.
        _ => write!(out, "{year:+05}-{month:02}-{day:02}"),
    }
}

/// A time of day, and what follows it.
fn time_of(text: &[u8]) -> Option<(Stamp, &[u8])> {
    let [_, _, b':', _, _, b':', _, _, rest @ ..] = text else { return None };
    let (hour, minute, second) = (number(&text[..2])?, number(&text[3..5])?, number(&text[6..8])?);
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => {
            let len = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            Some(rest.split_at(len)).filter(|_| (1..=9).contains(&len))?
        }
        rest => (&[][..], rest),
    };
    let digits = u32::try_from(fraction.len()).ok()?;
    let nanos = u32::try_from(number(fraction)?).ok()? * 10u32.pow(9 - digits);
    let is_plain = Unit::of_digits(digits).digits() == digits;
    let seconds = hour * 3600 + minute * 60 + second;
    Some((Stamp { seconds, nanos, digits, zone: None, is_plain }, rest))
}

fn write_time(out: &mut impl fmt::Write, seconds: i64, nanos: u32, digits: u32) -> fmt::Result {
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = *b"00:00:00.000000000";
    put(&mut text[..2], hour);
    put(&mut text[3..5], minute);
    put(&mut text[6..8], second);
    put(&mut text[9..], nanos.into());
    let len = match digits.min(9) {
        0 => 8,
        digits => 9 + digits as usize,
    };
    write_ascii(out, &text[..len])
}

/// Puts the last digits of a number, as many as there is room for.
fn put(text: &mut [u8], mut number: i64) {
    for byte in text.iter_mut().rev() {
        *byte = b'0' + number.rem_euclid(10) as u8;
        number /= 10;
    }
}

fn write_ascii(out: &mut impl fmt::Write, text: &[u8]) -> fmt::Result {
    out.write_str(std::str::from_utf8(text).map_err(|_| fmt::Error)?)
}

/// A zone that is not `Z`, and whether it is written as [`Zone`] writes it.
fn offset(text: &[u8]) -> Option<(Zone, bool)> {
    let (hour, minute, is_plain) = match text {
        [b'+' | b'-', hour @ ..] if hour.len() == 2 => (hour, &b"00"[..], false),
        [b'+' | b'-', rest @ ..] if rest.len() == 4 => (&rest[..2], &rest[2..], false),
        [b'+' | b'-', rest @ ..] if rest.len() == 5 && rest[2] == b':' => {
            (&rest[..2], &rest[3..], true)
        }
        _ => return None,
    };
    let (hour, minute) = (number(hour)?, number(minute)?);
    let minutes = i32::try_from(hour * 60 + minute).ok()?;
    let minutes = if text[0] == b'-' { -minutes } else { minutes };
    // -00:00 says that the zone is not known, which nothing here keeps.
    let is_one = minute < 60 && minutes.abs() <= MAX_OFFSET && (minutes != 0 || text[0] == b'+');
    is_one.then_some((Zone::Offset(minutes), is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_count_up() {
        let first = parse_date("0001-01-01").unwrap();
        let last = parse_date("9999-12-31").unwrap();
        assert_eq!((first, parse_date("1970-01-01"), last), (-719_162, Some(0), 2_932_896));
        for days in first..=last {
            assert_eq!(parse_date(&date(days.into())), Some(days));
        }
    }

    #[test]
    fn what_is_no_date() {
        for text in [
            "2024-13-01",
            "2024-00-01",
            "2023-02-29",
            "1900-02-29",
            "2024-04-31",
            "2024-1-01",
            "2024-01-00",
            "2024-01-32",
            "+024-01-01",
            "+2024-01-01",
            "+0000-01-01",
            "-0000-01-01",
            "+012345-01-01",
            "+12345-02-30",
            "+12345-01-01 ",
            "+99999999-01-01",
            "-01-01-01",
            "--0001-01-01",
            "+1234567890123-01-01",
            "2024/01/02",
            "20240102",
            "",
            "2024-01-02 ",
        ] {
            assert_eq!(parse_date(text), None, "{text}");
        }
        assert!(parse_date("2000-02-29").is_some());
    }

    /// Of more than four digits, or before the year 0.
    #[test]
    fn years_with_a_sign() {
        // The year 0 begins 719,528 days before 1970, and has 366; the ends are those of 32 bits.
        for (text, days) in [
            ("9999-12-31", 2_932_896),
            ("+10000-01-01", 2_932_897),
            ("-0001-12-31", -719_529),
            ("-0001-01-01", -719_528 - 365),
            ("+5881580-07-11", i32::MAX),
            ("-5877641-06-23", i32::MIN),
        ] {
            assert_eq!((parse_date(text), date(days.into()).as_str()), (Some(days), text));
        }
        for text in [
            "+294247-01-10T04:00:54.775807",
            "-290308-12-21T19:59:05.224192",
            "+12345-01-02T03:04:05+02:00",
            "-0001-12-31T23:59:59Z",
        ] {
            let stamp = Stamp::parse(text).unwrap();
            assert_eq!((stamp.to_string().as_str(), stamp.is_plain), (text, true));
        }
        let last = Stamp::parse("+294247-01-10T04:00:54.775807").unwrap();
        assert_eq!(last.count(Unit::Microsecond), Some(i64::MAX));
        for number in [i64::MIN, i64::MAX] {
            let text = Stamp::of(Unit::Second, number, None).to_string();
            assert_eq!(Stamp::parse(&text).and_then(|x| x.count(Unit::Second)), Some(number));
        }
        assert_eq!(Stamp::parse("+999999999999-01-01T00:00:00"), None);
    }

    #[test]
    fn plain_timestamps_are_written_as_they_were() {
        for text in [
            "2024-01-02T03:04:05",
            "1969-12-31T23:59:59.999",
            "0001-01-01T00:00:00",
            "2024-01-02T03:04:05.678901",
            "2024-01-02T03:04:05.000000001",
            "2024-01-02T03:04:05Z",
            "2024-01-02T00:04:05.678+02:00",
            "2024-12-31T23:59:59-03:30",
            "2024-01-02T03:04:05+00:00",
        ] {
            let stamp = Stamp::parse(text).unwrap();
            assert!(stamp.is_plain, "{text}");
            let unit = Unit::of_digits(stamp.digits);
            if let Some(count) = stamp.count(unit) {
                assert_eq!(Stamp::of(unit, count, stamp.zone), stamp, "{text}");
            }
            assert_eq!(stamp.to_string(), text);
        }
        let stamp = Stamp::parse("2024-01-02 03:04:05.5+02").unwrap();
        assert!(!stamp.is_plain);
        assert_eq!(stamp.to_string(), "2024-01-02T03:04:05.5+02:00");
        assert_eq!(stamp.count(Unit::Millisecond), Some(1_704_157_445_500));
        assert_eq!(stamp.count(Unit::Second), None);
        // Beyond 2262, nanoseconds do not fit in 64 bits.
        assert_eq!(Stamp::parse("2300-01-01T00:00:00").unwrap().count(Unit::Nanosecond), None);
    }

    #[test]
    fn what_is_no_timestamp() {
        for text in [
            "2024-01-02",
            "2024-01-02T03:04",
            "2024-01-02T24:00:00",
            "2024-01-02T23:59:60",
            "2024-01-02T03:04:05.",
            "2024-01-02T03:04:05.0123456789",
            "2024-01-02T03:04:05 Z",
            "2024-01-02T03:04:05-00:00",
            "2024-01-02T03:04:05+24:00",
            "2024-01-02T03:04:05+02:60",
            "2024-01-02T03:04:05+2",
            "2024-01-02t03:04:05",
            "2024-01-02T03:04:05z",
        ] {
            assert_eq!(Stamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn times_of_day() {
        let time = Stamp::parse_time("23:59:59.250").unwrap();
        assert_eq!(
            (time.count(Unit::Millisecond), time.time().as_str()),
            (Some(86_399_250), "23:59:59.250")
        );
        for text in ["24:00:00", "1:00:00", "00:60:00", "00:00", "00:00:00Z"] {
            assert_eq!(Stamp::parse_time(text), None, "{text}");
        }
    }
}
