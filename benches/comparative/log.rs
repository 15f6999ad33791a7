//! 10,000 lines of a web server's access log, in the shape of `log` of the rust_serialization_benchmark.

use onesheet::Seq;

use crate::codec::{Onesheet, borrowing_codecs, codecs};
use crate::field::fields;
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, views};

codecs! {
    #[derive(Copy, bytemuck::NoUninit)]
    #[repr(C)]
    pub struct Address {
        pub x0: u8,
        pub x1: u8,
        pub x2: u8,
        pub x3: u8,
    }

    pub struct Log {
        pub address: Address,
        pub identity: String,
        pub userid: String,
        pub date: String,
        pub request: String,
        pub code: u16,
        pub size: u64,
    }

    pub struct Logs {
        pub logs: Vec<Log>,
    }
}

borrowing_codecs! {
    #[derive(bitcode::Decode)]
    pub struct LogView<'a> {
        pub address: Address,
        pub identity: &'a str,
        pub userid: &'a str,
        pub date: &'a str,
        pub request: &'a str,
        pub code: u16,
        pub size: u64,
    }

    #[derive(bitcode::Decode)]
    pub struct LogsView<'a> {
        #[serde(borrow)]
        pub logs: Vec<LogView<'a>>,
    }
}

#[derive(onesheet::Deserialize)]
pub struct LogsSheet<'a> {
    pub logs: Seq<'a, LogView<'a>>,
}

fields!({ x0, x1, x2, x3 } for Address, ArchivedAddress);
fields!({ address, identity, userid, date, request, code, size } for Log, LogView<'_>, ArchivedLog);
fields!({ logs } for Logs, LogsView<'_>, LogsSheet<'_>, ArchivedLogs);

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

fn log(random: &mut Random) -> Log {
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

pub fn logs(lines: usize) -> Logs {
    Logs { logs: Random::new("log").list(lines, log) }
}

pub fn rows(bench: &mut Bench) {
    let name = "sets/log";
    if !bench.wants(name, Cost::Long) {
        return;
    }
    let pool: &'static [Logs] = vec![logs(10_000)].leak();
    let mut row = Row::new(bench, name, Cost::Long).compressed();
    contenders!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::log);
    views!(row, pool, LogsView, onesheet LogsSheet, bitcode LogsView, rkyv ArchivedLogs);
    row.run(bench);
}
