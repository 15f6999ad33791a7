//! 10,000 lines of a web server's access log, in the shape of `log` of the rust_serialization_benchmark.

use onesheet::list::Seq;

use crate::codec::{Onesheet, borrowing_codecs, codecs};
use crate::field::fields;
use crate::hand;
use crate::log_lines::line;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders, main_contenders, views};

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

pub fn logs(lines: usize) -> Logs {
    Logs { logs: Random::new("log").list(lines, line) }
}

pub fn rows(bench: &mut Bench) {
    let name = "sets/log";
    if bench.wants(name, Cost::Long) {
        let pool: &'static [Logs] = vec![logs(10_000)].leak();
        let mut row = Row::new(bench, name).compressed();
        contenders!(row, pool);
        row.hand::<Onesheet, _>(pool, hand::log);
        views!(row, pool, LogsView, onesheet LogsSheet, bitcode LogsView, rkyv ArchivedLogs);
        row.run(bench);
    }
    for lines in [1_000, 400_000] {
        let name = format!("sets/log_{lines}");
        if bench.wants(&name, Cost::Long) {
            let pool: &'static [Logs] = vec![logs(lines)].leak();
            let mut row = Row::new(bench, &name);
            main_contenders!(row, pool);
            row.run(bench);
        }
    }
}
