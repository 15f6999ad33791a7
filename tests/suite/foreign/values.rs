//! Every value that the types can hold comes back, made through the widest door that each has.

use onesheet_dynamic::random::Random;

use crate::values::{
    VALUES, between, character, come_back, come_back_by, i32, i64, is_refused, keys_come_back,
    nanos, text, u8, u16, u32, u64, u128,
};

fn draws<T>(draw: impl Fn(&mut Random) -> T) -> Vec<T> {
    let mut random = Random::new(3);
    (0..VALUES).map(|_| draw(&mut random)).collect()
}

mod of_chrono {
    use super::*;
    use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike};

    /// Any day, of years from -262143 to 262142.
    fn date(random: &mut Random) -> NaiveDate {
        let (first, last) = (NaiveDate::MIN, NaiveDate::MAX);
        let days = last.signed_duration_since(first).num_days();
        first + TimeDelta::days(between(random, 0, days.into()) as i64)
    }

    /// Any second, which may be a leap second.
    fn time(random: &mut Random) -> NaiveTime {
        let seconds = between(random, 0, 86_399) as u32;
        let nanos = between(random, 0, 1_999_999_999) as u32;
        let time = NaiveTime::from_num_seconds_from_midnight_opt(seconds, 0).unwrap();
        time.with_nanosecond(nanos).unwrap()
    }

    fn date_time(random: &mut Random) -> NaiveDateTime {
        date(random).and_time(time(random))
    }

    #[test]
    fn dates_and_times() {
        keys_come_back(date);
        keys_come_back(time);
        keys_come_back(date_time);
        keys_come_back(|random| date_time(random).and_utc());
        let leap = date(&mut Random::new(1)).and_hms_opt(12, 0, 1).unwrap();
        let leap = leap.with_nanosecond(1_999_999_999).unwrap();
        let ends = [NaiveDateTime::MIN, NaiveDateTime::MAX, leap];
        come_back_by(&ends, NaiveDateTime::clone);
        come_back_by(&ends.map(|time| time.and_utc()), DateTime::clone);
    }

    /// Also where the offset has seconds, and where it leads beyond the range of dates.
    #[test]
    fn offsets() {
        let parts = |time: &DateTime<FixedOffset>| (time.naive_utc(), *time.offset());
        let draw = |random: &mut Random| -> DateTime<FixedOffset> {
            let offset = FixedOffset::east_opt(between(random, -86_399, 86_399) as i32).unwrap();
            DateTime::from_naive_utc_and_offset(date_time(random), offset)
        };
        come_back_by(&draws(draw), parts);
        let ends = [NaiveDateTime::MIN, NaiveDateTime::MAX].map(|time| {
            [-86_399, -1, 0, 1, 86_399].map(|east| {
                let offset = FixedOffset::east_opt(east).unwrap();
                DateTime::<FixedOffset>::from_naive_utc_and_offset(time, offset)
            })
        });
        come_back_by(ends.as_flattened(), parts);
        keys_come_back(draw);
    }

    #[test]
    fn durations() {
        let draw = |random: &mut Random| {
            let seconds = between(random, -9_223_372_036_854_776, 9_223_372_036_854_775);
            TimeDelta::new(seconds as i64, nanos(random)).unwrap_or(TimeDelta::MIN)
        };
        keys_come_back(draw);
        let least = TimeDelta::nanoseconds(1);
        let ends = [
            TimeDelta::MIN,
            TimeDelta::MIN + least,
            -least,
            least,
            TimeDelta::MAX - least,
            TimeDelta::MAX,
        ];
        come_back_by(&ends, TimeDelta::clone);
    }
}

mod of_time {
    use super::*;
    use time::{Date, Duration, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset};

    fn date(random: &mut Random) -> Date {
        let (first, last) = (Date::MIN.to_julian_day(), Date::MAX.to_julian_day());
        Date::from_julian_day(between(random, first.into(), last.into()) as i32).unwrap()
    }

    fn time(random: &mut Random) -> Time {
        let [hours, minutes, seconds] = [23, 59, 59].map(|last| between(random, 0, last) as u8);
        Time::from_hms_nano(hours, minutes, seconds, nanos(random)).unwrap()
    }

    fn offset(random: &mut Random) -> UtcOffset {
        let [hours, minutes, seconds] = [25, 59, 59].map(|last| between(random, 0, last) as i8);
        let offset = UtcOffset::from_hms(hours, minutes, seconds).unwrap();
        if random.one_in(2) { -offset } else { offset }
    }

    #[test]
    fn dates_and_times() {
        keys_come_back(date);
        keys_come_back(time);
        keys_come_back(offset);
        keys_come_back(|random| PrimitiveDateTime::new(date(random), time(random)));
        keys_come_back(|random| UtcDateTime::new(date(random), time(random)));
        let ends = [PrimitiveDateTime::MIN, PrimitiveDateTime::MAX];
        come_back_by(&ends, PrimitiveDateTime::clone);
        come_back_by(&[UtcDateTime::MIN, UtcDateTime::MAX], UtcDateTime::clone);
    }

    /// Also where the date in UTC is none of `Date`.
    #[test]
    fn offsets() {
        let parts = |time: &OffsetDateTime| (time.date(), time.time(), time.offset());
        let draw = |random: &mut Random| {
            OffsetDateTime::new_in_offset(date(random), time(random), offset(random))
        };
        come_back_by(&draws(draw), parts);
        let ends = [PrimitiveDateTime::MIN, PrimitiveDateTime::MAX].map(|time| {
            [-93_599, -1, 0, 1, 93_599]
                .map(|east| time.assume_offset(UtcOffset::from_whole_seconds(east).unwrap()))
        });
        come_back_by(ends.as_flattened(), parts);
    }

    #[test]
    fn durations() {
        let draw = |random: &mut Random| {
            let (seconds, nanos) = (i64(random), nanos(random) as i32);
            Duration::new(seconds, if seconds < 0 { -nanos } else { nanos })
        };
        keys_come_back(draw);
        come_back_by(&[Duration::MIN, Duration::MAX, -Duration::NANOSECOND], Duration::clone);
    }
}

macro_rules! of_jiff {
    ($module:ident, $krate:ident) => {
        mod $module {
            use super::*;
            use $krate::civil::{Date, DateTime, Time};
            use $krate::{SignedDuration, Timestamp};

            fn date(random: &mut Random) -> Date {
                let (year, month) = (between(random, -9999, 9999), between(random, 1, 12));
                let day = between(random, 1, 31);
                (0..4)
                    .find_map(|less| Date::new(year as i16, month as i8, (day - less) as i8).ok())
                    .unwrap_or(Date::MAX)
            }

            fn time(random: &mut Random) -> Time {
                let [hours, minutes, seconds] =
                    [23, 59, 59].map(|last| between(random, 0, last) as i8);
                Time::new(hours, minutes, seconds, nanos(random) as i32).unwrap()
            }

            #[test]
            fn dates_and_times() {
                keys_come_back(date);
                keys_come_back(time);
                keys_come_back(|random| date(random).to_datetime(time(random)));
                keys_come_back(|random| {
                    let (first, last) = (Timestamp::MIN, Timestamp::MAX);
                    let nanos = between(random, first.as_nanosecond(), last.as_nanosecond());
                    Timestamp::from_nanosecond(nanos).unwrap()
                });
                let ends = [Timestamp::MIN, Timestamp::MAX];
                come_back_by(&ends, Timestamp::clone);
                come_back_by(&[DateTime::MIN, DateTime::MAX], DateTime::clone);
            }

            #[test]
            fn durations() {
                keys_come_back(|random| {
                    let (seconds, nanos) = (i64(random), nanos(random) as i32);
                    SignedDuration::new(seconds, if seconds < 0 { -nanos } else { nanos })
                });
                let ends =
                    [SignedDuration::MIN, SignedDuration::MAX, SignedDuration::from_nanos(-1)];
                come_back_by(&ends, SignedDuration::clone);
            }
        }
    };
}
of_jiff! { of_jiff_1, jiff_1 }
#[cfg(feature = "jiff-0_2")]
of_jiff! { of_jiff_0_2, jiff_0_2 }

mod of_numbers {
    use super::*;
    use ordered_float::{NotNan, OrderedFloat};
    use rust_decimal::Decimal;
    use uuid::Uuid;

    /// All bits that a decimal may have, and what arithmetic makes of them.
    #[test]
    fn decimals() {
        let draw = |random: &mut Random| {
            let decimal = match random.below(3) {
                0 => Decimal::deserialize(u128(random).to_le_bytes()),
                1 => {
                    let [low, middle, high] = [(); 3].map(|()| u32(random));
                    let scale = between(random, 0, 28) as u32;
                    Decimal::from_parts(low, middle, high, random.one_in(2), scale)
                }
                _ => Decimal::try_from_i128_with_scale(i64(random).into(), random.below(29) as u32)
                    .unwrap(),
            };
            if random.one_in(4) { -decimal } else { decimal }
        };
        keys_come_back(draw);
        // A zero is equal to one with a sign, which is all that is lost.
        let parts = |decimal: &Decimal| {
            (decimal.scale(), decimal.mantissa(), decimal.is_sign_negative() && !decimal.is_zero())
        };
        come_back_by(&draws(draw), parts);
        let zero = Decimal::new(0, 28);
        come_back_by(&[Decimal::MIN, Decimal::MAX, zero, -zero, Decimal::new(100, 2)], parts);
        come_back_by(&[zero, -zero], Decimal::clone);
    }

    #[test]
    fn floats() {
        let floats = draws(|random| f64::from_bits(u64(random)));
        let ends = [f64::NAN, -0.0, 0.0, f64::NEG_INFINITY].into_iter();
        let floats: Vec<f64> = floats.into_iter().chain(ends).collect();
        let ordered: Vec<_> = floats.iter().copied().map(OrderedFloat).collect();
        come_back_by(&ordered, |float| float.to_bits());
        let not_nan: Vec<_> = floats.iter().filter_map(|float| NotNan::new(*float).ok()).collect();
        come_back_by(&not_nan, |float| float.to_bits());
        let ordered: Vec<_> = draws(|random| OrderedFloat(f32::from_bits(u32(random))));
        come_back_by(&ordered, |float| float.to_bits());
        let not_nan: Vec<_> =
            ordered.iter().filter_map(|float| NotNan::new(float.0).ok()).collect();
        come_back_by(&not_nan, |float| float.to_bits());
    }

    #[test]
    fn identifiers() {
        keys_come_back(|random| Uuid::from_u128(u128(random)));
    }

    bitflags::bitflags! {
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Flags: u16 {
            const FIRST = 1;
            const TWO = 6;
        }
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Signed: i64 {
            const LAST = i64::MIN;
        }
    }

    #[derive(onesheet::Serialize, onesheet::Deserialize, Clone, Debug, PartialEq)]
    struct Held {
        #[onesheet(with = onesheet::types::FlagBits)]
        flags: Flags,
        #[onesheet(with = onesheet::types::FlagBits)]
        signed: Signed,
        #[onesheet(with = onesheet::types::PodArray<u16, 4>)]
        number: u64,
        #[onesheet(with = onesheet::types::PodArray<f32, 2>)]
        double: i64,
    }

    /// Bits without a name, and numbers that are no float of their own.
    #[test]
    fn bits() {
        come_back(|random| Held {
            flags: Flags::from_bits_retain(u16(random)),
            signed: Signed::from_bits_retain(i64(random)),
            number: u64(random),
            double: i64(random),
        });
    }

    macro_rules! of_glam {
        ($krate:ident) => {
            let float = |random: &mut Random| f32::from_bits(u32(random));
            let double = |random: &mut Random| f64::from_bits(u64(random));
            macro_rules! vectors {
                ($bits:expr, $draw:expr; $ty:ident $n:literal) => {
                    let values = draws(|random| $krate::$ty::from_array([(); $n].map(|()| $draw(random))));
                    come_back_by(&values, |value| value.to_array().map($bits));
                };
            }
            macro_rules! matrices {
                ($bits:expr, $draw:expr; $ty:ident $n:literal) => {
                    let values = draws(|random| $krate::$ty::from_cols_array(&[(); $n].map(|()| $draw(random))));
                    come_back_by(&values, |value| value.to_cols_array().map($bits));
                };
            }
            vectors!(f32::to_bits, float; Vec2 2);
            vectors!(f32::to_bits, float; Vec3 3);
            vectors!(f32::to_bits, float; Vec3A 3);
            vectors!(f32::to_bits, float; Vec4 4);
            vectors!(f32::to_bits, float; Quat 4);
            vectors!(f64::to_bits, double; DVec2 2);
            vectors!(f64::to_bits, double; DVec3 3);
            vectors!(f64::to_bits, double; DVec4 4);
            vectors!(f64::to_bits, double; DQuat 4);
            vectors!(|x| x, i32; IVec2 2);
            vectors!(|x| x, i32; IVec3 3);
            vectors!(|x| x, i32; IVec4 4);
            vectors!(|x| x, u32; UVec2 2);
            vectors!(|x| x, u32; UVec3 3);
            vectors!(|x| x, u32; UVec4 4);
            matrices!(f32::to_bits, float; Mat2 4);
            matrices!(f32::to_bits, float; Mat3 9);
            matrices!(f32::to_bits, float; Mat3A 9);
            matrices!(f32::to_bits, float; Mat4 16);
            matrices!(f32::to_bits, float; Affine2 6);
            matrices!(f32::to_bits, float; Affine3A 12);
            matrices!(f64::to_bits, double; DMat2 4);
            matrices!(f64::to_bits, double; DMat3 9);
            matrices!(f64::to_bits, double; DMat4 16);
            matrices!(f64::to_bits, double; DAffine2 6);
            matrices!(f64::to_bits, double; DAffine3 12);
        };
    }

    #[test]
    fn of_glam_0_34() {
        of_glam!(glam_0_34);
    }

    #[cfg(feature = "glam-0_30")]
    #[test]
    fn of_glam_0_30() {
        of_glam!(glam_0_30);
    }

    #[test]
    fn of_mint() {
        macro_rules! each {
            ($($ty:ident $array:ty, $draw:expr;)*) => {$(
                come_back(|random| mint::$ty::from($draw(random)));
                let _: Option<$array> = None;
            )*};
        }
        fn numbers<const N: usize>(random: &mut Random) -> [i32; N] {
            [(); N].map(|()| i32(random))
        }
        fn rows<const N: usize, const M: usize>(random: &mut Random) -> [[u16; M]; N] {
            [(); N].map(|()| [(); M].map(|()| u16(random)))
        }
        each! {
            Vector2 [i32; 2], numbers::<2>;
            Vector3 [i32; 3], numbers::<3>;
            Vector4 [i32; 4], numbers::<4>;
            Point2 [i32; 2], numbers::<2>;
            Point3 [i32; 3], numbers::<3>;
            Quaternion [i32; 4], numbers::<4>;
            ColumnMatrix2 [[u16; 2]; 2], rows::<2, 2>;
            ColumnMatrix3 [[u16; 3]; 3], rows::<3, 3>;
            ColumnMatrix4 [[u16; 4]; 4], rows::<4, 4>;
            RowMatrix2 [[u16; 2]; 2], rows::<2, 2>;
            RowMatrix3 [[u16; 3]; 3], rows::<3, 3>;
            RowMatrix4 [[u16; 4]; 4], rows::<4, 4>;
        }
    }
}

mod of_texts {
    use super::*;
    use semver::{BuildMetadata, Prerelease, Version};
    use url::Url;

    #[test]
    fn short_strings() {
        keys_come_back(|random| compact_str_0_10::CompactString::from(text(random)));
        #[cfg(feature = "compact_str-0_9")]
        keys_come_back(|random| compact_str_0_9::CompactString::from(text(random)));
        keys_come_back(|random| smol_str::SmolStr::from(text(random)));
        // Around what each holds in place.
        for len in 0..70 {
            let text = "\u{e9}".repeat(len / 2) + &"x".repeat(len % 2);
            come_back_by(&[compact_str_0_10::CompactString::from(text.as_str())], Clone::clone);
            come_back_by(&[smol_str::SmolStr::from(text)], Clone::clone);
        }
    }

    /// Of all that an identifier may hold.
    #[test]
    fn versions() {
        let identifiers = |random: &mut Random| {
            let part = |random: &mut Random| {
                (0..1 + random.below(30))
                    .map(|_| *random.pick(b"0123456789azAZ-") as char)
                    .collect::<String>()
            };
            (0..random.below(4)).map(|_| part(random)).collect::<Vec<_>>().join(".")
        };
        keys_come_back(|random| Version {
            major: u64(random),
            minor: u64(random),
            patch: u64(random),
            pre: Prerelease::new(&identifiers(random)).unwrap_or_default(),
            build: BuildMetadata::new(&identifiers(random)).unwrap_or_default(),
        });
    }

    /// Sets a part of it.
    fn change(url: &mut Url, random: &mut Random) {
        const PARTS: &[&str] = &[
            "",
            "/",
            "//",
            "///",
            "/.",
            "/..",
            "//x",
            "/c:",
            "/c|/x",
            "x",
            " ",
            "  x  ",
            "?",
            "#",
            "%",
            "%2e",
            "%2E%2e",
            "\t",
            "\n",
            "\\",
            ":",
            "@",
            "[",
            "é",
            "\u{10ffff}",
            "a b",
            "x/../y",
            "..",
            ".",
            "/.//x",
            "1.2.3.4",
            "0x1",
            "localhost",
            "xn--a",
            "[::1]",
            "8",
            "443",
            "80",
            "http",
            "file",
            "a",
            "ws",
        ];
        let part = match random.below(4) {
            0 => (0..3).map(|_| character(random)).collect::<String>(),
            1 => PARTS[random.below(PARTS.len())].to_string() + PARTS[random.below(PARTS.len())],
            _ => PARTS[random.below(PARTS.len())].to_string(),
        };
        let some = (!random.one_in(5)).then_some(part.as_str());
        match random.below(14) {
            0 => url.set_fragment(some),
            1 => url.set_query(some),
            2 => url.set_path(&part),
            3 => drop(url.set_host(some)),
            4 => drop(url.set_port(random.one_in(2).then_some(u16(random)))),
            5 => drop(url.set_username(&part)),
            6 => drop(url.set_password(some)),
            7 => drop(url.set_scheme(&part)),
            8 => drop(url.set_ip_host([u8(random); 4].into())),
            9..12 if url.cannot_be_a_base() => {}
            9 => _ = url.path_segments_mut().unwrap().push(&part),
            10 => _ = url.path_segments_mut().unwrap().pop_if_empty().pop(),
            11 => _ = url.path_segments_mut().unwrap().clear().extend([&part, "y"]),
            12 => _ = url.query_pairs_mut().append_pair(&part, "é"),
            _ => *url = url.join(&part).unwrap_or(url.clone()),
        }
    }

    pub(super) fn url(random: &mut Random) -> Url {
        const STARTS: &[&str] = &[
            "http://a",
            "https://user:pw@h:8/p?q#f",
            "ftp://h/",
            "file:///c:/x",
            "file://h/x",
            "mailto:a@b",
            "data:text/plain,x  y ",
            "urn:a:b",
            "a:/b",
            "a:",
            "a://h",
            "a:///x",
            "ws://[::1]:9/",
            "blob:http://a/b",
            "javascript:x",
            "about:blank",
            "a:/.//b",
            "foo:///",
            "http://1.2.3.4/",
            "a://h?q",
        ];
        let mut url = Url::parse(STARTS[random.below(STARTS.len())]).unwrap();
        for _ in 0..random.below(8) {
            // The crate url asserts what it does not keep of some of them.
            let mut next = url.clone();
            let mut copy = random.clone();
            let change = std::panic::AssertUnwindSafe(|| {
                change(&mut next, &mut copy);
                (next, copy)
            });
            (url, *random) = match std::panic::catch_unwind(change) {
                Ok(changed) => changed,
                Err(_) => (url, Random::new(random.next_u64())),
            };
        }
        url
    }

    /// What its setters make comes back if it is what the text of it says, and is refused if not.
    #[test]
    fn urls() {
        let is_read = |url: &Url| Url::parse(url.as_str()).as_ref() == Ok(url);
        let (read, other): (Vec<_>, Vec<_>) = draws(url).into_iter().partition(is_read);
        come_back_by(&read, Url::clone);
        assert!(!other.is_empty());
        for url in &other {
            is_refused(url, &read[0]);
        }
    }
}

mod of_containers {
    use super::*;

    #[test]
    fn lists() {
        let list =
            |random: &mut Random| (0..random.below(9)).map(|_| text(random)).collect::<Vec<_>>();
        come_back(|random| smallvec::SmallVec::<[String; 3]>::from_vec(list(random)));
        come_back(|random| {
            smallvec::SmallVec::<[u16; 3]>::from_iter((0..random.below(9)).map(|_| u16(random)))
        });
        come_back(|random| list(random).into_iter().collect::<tinyvec::TinyVec<[String; 3]>>());
        come_back(|random| {
            list(random).into_iter().take(8).collect::<tinyvec::ArrayVec<[String; 8]>>()
        });
        come_back(|random| {
            list(random).into_iter().take(8).collect::<arrayvec::ArrayVec<String, 8>>()
        });
        come_back(|random| {
            list(random).into_iter().take(8).collect::<heapless_0_9::Vec<String, 8>>()
        });
        come_back(|random| bytes::Bytes::from(list(random).concat()));
        come_back(|random| bytes::BytesMut::from(list(random).concat().as_bytes()));
        come_back(|random| {
            let mut text = arrayvec::ArrayString::<7>::new();
            while text.try_push(character(random)).is_ok() && !random.one_in(4) {}
            text
        });
        come_back(|random| {
            let mut text = heapless_0_9::String::<7>::new();
            while text.push(character(random)).is_ok() && !random.one_in(4) {}
            text
        });
        come_back(|random| match random.one_in(2) {
            true => either::Either::Left(text(random)),
            false => either::Either::Right(u16(random)),
        });
    }

    #[test]
    fn maps() {
        let entries = |random: &mut Random| {
            (0..random.below(9)).map(|_| (text(random), u16(random))).collect::<Vec<_>>()
        };
        come_back(|random| {
            entries(random).into_iter().collect::<std::collections::HashMap<_, _>>()
        });
        type Fx = std::hash::BuildHasherDefault<rustc_hash::FxHasher>;
        come_back(|random| entries(random).into_iter().collect::<indexmap::IndexMap<_, _, Fx>>());
        come_back(|random| entries(random).into_iter().collect::<indexmap::IndexSet<_, Fx>>());
        come_back(|random| {
            entries(random).into_iter().collect::<hashbrown_0_17::HashMap<_, _, Fx>>()
        });
        come_back(|random| entries(random).into_iter().collect::<hashbrown_0_17::HashSet<_, Fx>>());
        come_back(|random| {
            let mut map = heapless_0_9::LinearMap::<String, u16, 8>::new();
            for (key, value) in entries(random) {
                let _ = map.insert(key, value);
            }
            map
        });
        come_back(|random| {
            entries(random)
                .into_iter()
                .take(8)
                .collect::<heapless_0_9::index_map::FnvIndexMap<_, _, 8>>()
        });
        come_back(|random| {
            entries(random)
                .into_iter()
                .take(8)
                .collect::<heapless_0_9::index_set::FnvIndexSet<_, 8>>()
        });
    }
}
