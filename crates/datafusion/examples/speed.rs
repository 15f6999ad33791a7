//! A table of a file of records beside one of a Parquet file with the same rows: lines of an access log,
//! of which one column is read, or all, by one partition and by two, with statistics. Then a table of eight
//! columns of numbers in a hundred blocks, ascending by the first: one column and all, with statistics, and one row,
//! with statistics and without. Prints the least times and ratios.
//!
//! `SPEED_BYTES` sets about how many bytes of records there are (2^30), `SPEED_DIR` where the files are
//! written to, or taken from if they are there.

#[path = "../../../benches/comparative/log_lines.rs"]
mod log_lines;
#[expect(dead_code, reason = "the log needs a part of it")]
#[path = "../../../benches/comparative/random.rs"]
mod random;

use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use datafusion::arrow::array::{ArrayRef, Float64Array, RecordBatch, UInt32Array, UInt64Array};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::WriterProperties;
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use onesheet::Limits;
use onesheet::list;
use onesheet_arrow::{Decoder, Writer};
use onesheet_datafusion::{OnesheetTable, Options};
use onesheet_dynamic::Type;

use crate::log::Log;

/// The lines, as `benches/files` has them.
mod log {
    #[derive(onesheet::Serialize)]
    pub struct Address {
        pub x0: u8,
        pub x1: u8,
        pub x2: u8,
        pub x3: u8,
    }

    #[derive(onesheet::Serialize)]
    pub struct Log {
        pub address: Address,
        pub identity: String,
        pub userid: String,
        pub date: String,
        pub request: String,
        pub code: u16,
        pub size: u64,
    }
}

const ROUNDS: usize = 7;

/// Bytes of the list of a block, about.
const BLOCK: usize = 1 << 20;

/// Bytes of lines that are drawn, at most; more are these again.
const DRAWN: usize = 64 << 20;

const QUERIES: [(&str, &str); 2] = [
    ("one column", "select code, count(*) from log group by code"),
    (
        "all columns",
        "select code, count(*), sum(size), max(request), max(date), max(userid), max(identity),
            max(address['x0']), max(address['x1']), max(address['x2']), max(address['x3'])
            from log group by code",
    ),
];

/// The lists of a file, each with its number of lines.
fn lists(bytes: usize) -> Vec<(Vec<u8>, usize)> {
    let mut random = random::Random::new("log");
    let lines: Vec<Log> = random.list(10_000, log_lines::line);
    let list = BLOCK * lines.len() / list::encode(&lines).len();
    let mut lists = Vec::new();
    let mut drawn = 0;
    while drawn < DRAWN.min(bytes) {
        let lines: Vec<Log> = random.list(list, log_lines::line);
        let list = list::encode(&lines);
        drawn += list.len();
        lists.push((list, lines.len()));
    }
    lists
}

fn write(records: &Path, parquet: &Path, bytes: usize) -> Result<(), Box<dyn Error>> {
    let ty = Type::from_schema(<Log as onesheet::Serialize>::SCHEMA)?;
    let decoder = Decoder::new(&ty)?;
    let properties = WriterProperties::builder().set_compression(Compression::UNCOMPRESSED);
    let schema = Arc::clone(decoder.schema());
    let lists = lists(bytes);
    // Each is a block, and has as many lines.
    let block_records = lists.first().map_or(1, |(_, count)| *count);
    let options =
        onesheet_file::Options { block_bytes: usize::MAX, block_records, ..Default::default() };
    let writer = Writer::new(File::create(records)?, &ty, &schema, options)?;
    let mut writer = writer.statistics(true);
    let mut columns =
        ArrowWriter::try_new(File::create(parquet)?, schema, Some(properties.build()))?;
    let mut written = 0;
    for (list, count) in lists.iter().cycle() {
        let batch = decoder.decode(list, *count, &Limits::default())?;
        writer.write(&batch)?;
        columns.write(&batch)?;
        written += list.len();
        if written >= bytes {
            break;
        }
    }
    writer.finish()?;
    columns.close()?;
    Ok(())
}

async fn tables(
    records: &Path,
    parquet: &Path,
    partitions: usize,
) -> Result<[(&'static str, usize, SessionContext); 2], Box<dyn Error>> {
    let context =
        || SessionContext::new_with_config(SessionConfig::new().with_target_partitions(partitions));
    let (ours, theirs) = (context(), context());
    let options = Options { strict: true, ..Options::default() };
    ours.register_table("log", Arc::new(OnesheetTable::open(records, options)?))?;
    let path = parquet.display().to_string();
    theirs.register_parquet("log", path, ParquetReadOptions::default()).await?;
    Ok([("onesheet", partitions, ours), ("Parquet", partitions, theirs)])
}

/// A file of eight columns in a hundred blocks, with statistics or without.
fn write_numbers(path: &Path, statistics: bool) -> Result<(), Box<dyn Error>> {
    const ROWS: usize = 32 << 10;
    let mut random = random::Random::new("numbers");
    let batch = |block: usize, random: &mut random::Random| {
        let ids = (block * ROWS..(block + 1) * ROWS).map(|id| id as u64);
        let mut columns = vec![("id", Arc::new(UInt64Array::from_iter_values(ids)) as ArrayRef)];
        for name in ["a", "b", "c", "d"] {
            let values = (0..ROWS).map(|_| random.below(1 << 20) as u32);
            columns.push((name, Arc::new(UInt32Array::from_iter_values(values))));
        }
        for name in ["e", "f", "g"] {
            let values = (0..ROWS).map(|_| random.below(1 << 40) as f64);
            columns.push((name, Arc::new(Float64Array::from_iter_values(values))));
        }
        RecordBatch::try_from_iter(columns)
    };
    let schema = batch(0, &mut random)?.schema();
    let ty = onesheet_arrow::type_of(&schema)?;
    let options = onesheet_file::Options {
        block_bytes: usize::MAX,
        block_records: ROWS,
        ..Default::default()
    };
    let writer = Writer::new(File::create(path)?, &ty, &schema, options)?;
    let mut writer = writer.statistics(statistics);
    for block in 0..100 {
        writer.write(&batch(block, &mut random)?)?;
    }
    writer.finish()?;
    Ok(())
}

/// One column and one row of a table, beside all.
async fn numbers(folder: &Path) -> Result<(), Box<dyn Error>> {
    let paths = [folder.join("with.onesheet"), folder.join("without.onesheet")];
    let mut contexts = Vec::new();
    for (path, statistics) in paths.iter().zip([true, false]) {
        if !path.exists() {
            write_numbers(path, statistics)?;
        }
        println!("{}: {} bytes", path.display(), path.metadata()?.len());
        let context =
            SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
        context
            .register_table("numbers", Arc::new(OnesheetTable::open(path, Options::default())?))?;
        contexts.push(context);
    }
    let queries = [
        (
            "all columns",
            0,
            "select max(id), max(a), max(b), max(c), max(d), max(e), max(f), max(g) from numbers",
        ),
        ("one column", 0, "select max(b) from numbers"),
        ("one row, scan", 1, "select * from numbers where id = 1700000"),
        ("one row, statistics", 0, "select * from numbers where id = 1700000"),
    ];
    let mut least = [f64::INFINITY; 4];
    for _ in 0..3 * ROUNDS {
        for ((_, context, query), least) in queries.iter().zip(&mut least) {
            let start = Instant::now();
            let batches = contexts[*context].sql(query).await?.collect().await?;
            *least = least.min(start.elapsed().as_secs_f64());
            assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 1, "{query}");
        }
    }
    for ((name, ..), least) in queries.iter().zip(least) {
        println!("numbers, {name}: {:.2} ms", 1e3 * least);
    }
    let [all, column, scan, row] = least;
    println!(
        "numbers: all / one column: {:.1}; scan / statistics: {:.1}",
        all / column,
        scan / row
    );
    Ok(())
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let bytes = std::env::var("SPEED_BYTES").map_or(Ok(1 << 30), |bytes| bytes.parse())?;
    let temporary = tempfile::tempdir()?;
    let folder = std::env::var_os("SPEED_DIR").map_or(temporary.path().to_owned(), PathBuf::from);
    let (records, parquet) = (folder.join("log.onesheet"), folder.join("log.parquet"));
    if !records.exists() || !parquet.exists() {
        write(&records, &parquet, bytes)?;
    }
    for path in [&records, &parquet] {
        println!("{}: {} bytes", path.display(), path.metadata()?.len());
    }
    numbers(&folder).await?;
    let one = tables(&records, &parquet, 1).await?;
    let two = tables(&records, &parquet, 2).await?;
    for (name, query) in QUERIES {
        let mut results = Vec::new();
        for (.., context) in one.iter().chain(&two) {
            let query = format!("{query} order by code");
            let batches = context.sql(&query).await?.collect().await?;
            results.push(
                datafusion::arrow::util::pretty::pretty_format_batches(&batches)?.to_string(),
            );
        }
        assert!(results.iter().all(|result| *result == results[0]), "{name}");

        let mut least = [f64::INFINITY; 4];
        for _ in 0..ROUNDS {
            for ((.., context), least) in one.iter().chain(&two).zip(&mut least) {
                let start = Instant::now();
                context.sql(query).await?.collect().await?;
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
        for ((format, partitions, _), least) in one.iter().chain(&two).zip(least) {
            println!("{name}, {format}, partitions {partitions}: {least:.3} s");
        }
        let [ours, theirs, ours_two, theirs_two] = least;
        println!(
            "{name}: onesheet / Parquet: {:.2}; by two: {:.2}",
            ours / theirs,
            ours_two / theirs_two
        );
        println!(
            "{name}: one / two partitions: onesheet {:.2}, Parquet {:.2}",
            ours / ours_two,
            theirs / theirs_two
        );
    }
    Ok(())
}
