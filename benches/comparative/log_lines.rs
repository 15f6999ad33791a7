//! The lines of the log: their vocabulary, and how they are drawn. The types are those of `log`, in whatever crate this is part of.

use crate::log::{Address, Log};
use crate::random::Random;

const USERS: [&str; 9] =
    ["-", "alice", "bob", "carmen", "david", "eric", "frank", "george", "harry"];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "UPDATE", "DELETE"];
const ROUTES: [&str; 7] = [
    "/favicon.ico",
    "/css/index.css",
    "/css/font-awsome.min.css",
    "/img/logo-full.svg",
    "/img/splash.jpg",
    "/api/login",
    "/api/logout",
];
const PROTOCOLS: [&str; 4] = ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"];
const CODES: [std::ops::RangeInclusive<i64>; 5] =
    [100..=103, 200..=208, 300..=308, 400..=431, 500..=511];

/// A line of the log.
pub fn line(random: &mut Random) -> Log {
    let date = format!(
        "{}/{}/{}:{}:{}:{} {:+03}00",
        random.within(1..=28),
        random.pick(&MONTHS),
        random.within(1970..=2021),
        random.below(24),
        random.below(60),
        random.below(60),
        random.within(-12..=12),
    );
    let request =
        format!("{} {} {}", random.pick(&METHODS), random.pick(&ROUTES), random.pick(&PROTOCOLS));
    let codes = CODES[random.count(0, CODES.len())].clone();
    Log {
        address: Address { x0: random.u8(), x1: random.u8(), x2: random.u8(), x3: random.u8() },
        identity: "-".into(),
        userid: random.pick(&USERS).into(),
        date,
        request,
        code: random.within(codes) as u16,
        size: random.below(100_000_000),
    }
}
