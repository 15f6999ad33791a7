//! Blocks that are passed over by their statistics: results are what they are without, whatever the table,
//! the query or the damage.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{
    ArrayRef, Float32Array, Float64Array, Int16Array, Int32Array, Int64Array, RecordBatch,
    StringArray, StructArray, TimestampSecondArray, UInt16Array, UInt64Array,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use onesheet_arrow::Writer;
use onesheet_datafusion::OnesheetTable;
use onesheet_file::Slice;

use crate::made::{Folder, Problems, Session, table};
use crate::random::Random;

const TYPE: &str = "struct R{id: u64, near: i16, opt: option(i64), big: u64, f: f64, g: option(f32), \
                    s: option(struct S{b: i32, c: option(u16)}), wide: i128, text: str}";

/// Rows of a block.
const ROWS: usize = 6;

/// A float that is likely to be one of the special ones, if these are to be there.
fn float(random: &mut Random, special: bool) -> f64 {
    match random.below(if special { 8 } else { 2 }) {
        0 | 1 => random.within(-20..=20) as f64 / 2.0,
        2 => 0.0,
        3 => -0.0,
        4 => f64::NAN,
        5 => -f64::NAN,
        6 => f64::INFINITY,
        _ => f64::NEG_INFINITY,
    }
}

/// Rows whose numbers are near to each other, around one that goes up.
fn rows(random: &mut Random, block: i64) -> RecordBatch {
    let n = ROWS;
    let special = random.below(3) == 0;
    let mut of = |spread: i64| -> Vec<i64> {
        (0..n).map(|_| block * 4 + random.within(-spread..=spread)).collect()
    };
    let (id, near, opt, big, b, c, wide) = (of(1), of(3), of(2), of(2), of(1), of(2), of(2));
    let f: Vec<f64> = (0..n).map(|_| block as f64 + float(random, special)).collect();
    let f = f.into_iter().map(|f| if random.below(4) == 0 { float(random, special) } else { f });
    let f: Vec<f64> = f.collect();
    let g = (0..n).map(|_| (random.below(3) > 0).then(|| float(random, special) as f32));
    let g: Vec<Option<f32>> = g.collect();
    let none = random.below(4) == 0;
    let mut some = |x: i64| (!none && random.below(3) > 0).then_some(x);
    let opt: Vec<Option<i64>> = opt.into_iter().map(|x| some(x - 40)).collect();
    let c: Vec<Option<u16>> = c.into_iter().map(|x| some(x).map(|x| x.max(0) as u16)).collect();
    let nulls = Some(NullBuffer::from((0..n).map(|i| i % 3 != 1).collect::<Vec<bool>>()));
    let fields = Fields::from(vec![
        Field::new("b", DataType::Int32, false),
        Field::new("c", DataType::UInt16, true),
    ]);
    let parts: Vec<ArrayRef> = vec![
        Arc::new(Int32Array::from_iter_values(b.into_iter().map(|b| b as i32 - 30))),
        Arc::new(UInt16Array::from(c)),
    ];
    RecordBatch::try_from_iter([
        (
            "id",
            Arc::new(UInt64Array::from_iter_values(id.into_iter().map(|x| x.max(0) as u64)))
                as ArrayRef,
        ),
        (
            "near",
            Arc::new(Int16Array::from_iter_values(near.into_iter().map(|x| x as i16 - 50)))
                as ArrayRef,
        ),
        ("opt", Arc::new(Int64Array::from(opt)) as ArrayRef),
        (
            "big",
            Arc::new(UInt64Array::from_iter_values(
                big.into_iter().map(|x| u64::MAX - 200 + (x + 10) as u64),
            )) as ArrayRef,
        ),
        ("f", Arc::new(Float64Array::from(f)) as ArrayRef),
        ("g", Arc::new(Float32Array::from(g)) as ArrayRef),
        ("s", Arc::new(StructArray::new(fields, parts, nulls)) as ArrayRef),
        (
            "wide",
            Arc::new(StringArray::from_iter_values(
                wide.iter().map(|x| (i128::from(*x) << 90).to_string()),
            )) as ArrayRef,
        ),
        (
            "text",
            Arc::new(StringArray::from_iter_values(wide.iter().map(|x| format!("text {x}"))))
                as ArrayRef,
        ),
    ])
    .unwrap()
}

/// A file of batches of the same number of rows, a block each.
fn write(path: &Path, ty: &str, batches: &[RecordBatch], statistics: bool) {
    let options =
        onesheet_file::Options { block_records: batches[0].num_rows(), ..Default::default() };
    let (ty, schema) = (ty.parse().unwrap(), batches[0].schema());
    let writer = Writer::new(Vec::new(), &ty, &schema, options).unwrap();
    let mut writer = writer.statistics(statistics);
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    fs::write(path, writer.finish().unwrap()).unwrap();
}

fn number(random: &mut Random) -> String {
    match random.below(12) {
        0 => "0.0".to_owned(),
        1 => "-0.0".to_owned(),
        2 => "cast('NaN' as double)".to_owned(),
        3 => format!("{}", u64::MAX - random.below(220)),
        4 => format!("{}.5", random.within(-60..=60)),
        5 => "null".to_owned(),
        6 => "1e30".to_owned(),
        _ => random.within(-60..=100).to_string(),
    }
}

const COLUMNS: [&str; 9] =
    ["id", "near", "opt", "big", "f", "g", "s['b']", "s['c']", "cast(near as bigint)"];

/// What queries select: all columns first.
const ALL_OR_SOME: [&str; 4] = ["*", "id", "text", "count(*)"];

fn predicate(random: &mut Random, depth: u32) -> String {
    let column = COLUMNS[random.count(0, COLUMNS.len())];
    if depth > 0 && random.below(2) == 0 {
        let (a, b) = (predicate(random, depth - 1), predicate(random, depth - 1));
        return match random.below(5) {
            0 | 1 => format!("({a} and {b})"),
            2 | 3 => format!("({a} or {b})"),
            _ => format!("not ({a})"),
        };
    }
    let (a, b, c) = (number(random), number(random), number(random));
    match random.below(14) {
        0 => format!("{column} between {a} and {b}"),
        1 => format!("{column} not between {a} and {b}"),
        2 => format!("{column} in ({a}, {b}, {c})"),
        3 => format!("{column} not in ({a}, {b})"),
        4 => format!("{column} is null"),
        5 => format!("{column} is not null"),
        6 => format!("{column} + 1 < {a}"),
        7 => format!("{a} >= {column}"),
        8 => format!("wide = '{}'", i128::from(random.within(0..=80)) << 90),
        9 => format!("{column} is distinct from {a}"),
        other => {
            let operator =
                ["=", "!=", "<", "<=", ">", ">="][(other + random.below(6)) as usize % 6];
            format!("{column} {operator} {a}")
        }
    }
}

/// Checks that queries of a file with statistics and one without have the same rows, and returns how many blocks were
/// passed over. They ask for some of the columns, or for all: `columns`.
async fn compare(
    random: &mut Random,
    folders: &[Folder; 2],
    queries: usize,
    columns: &[&str],
) -> usize {
    let sessions = folders.each_ref().map(|folder| {
        let options = Problems::default().options();
        let partitions = random.count(1, 4);
        Session::new(OnesheetTable::open(folder.path(), options).unwrap(), partitions)
    });
    let mut passed = 0;
    for _ in 0..queries {
        let columns = columns[random.count(0, columns.len())];
        let query = format!("select {columns} from lines where {}", predicate(random, 3));
        let mut results = Vec::new();
        for session in &sessions {
            // What is no query to DataFusion is none to both.
            let Ok(frame) = session.0.sql(&query).await else { continue };
            let Ok(plan) = frame.create_physical_plan().await else { continue };
            let run = datafusion::physical_plan::collect(Arc::clone(&plan), session.0.task_ctx());
            let Ok(batches) = run.await else { continue };
            let mut rows = crate::made::rows(&batches);
            rows.sort();
            results.push(rows);
            passed += crate::made::count(&plan, "blocks_skipped");
        }
        match results.as_slice() {
            [] => {}
            [with, without] => assert_eq!(with, without, "{query}"),
            _ => panic!("one of two is no query: {query}"),
        }
    }
    passed
}

#[tokio::test]
async fn random_queries_of_random_tables() {
    let mut passed = 0;
    for seed in 0..6 {
        let mut random = Random::new(&format!("table {seed}"));
        let batches: Vec<_> = (0..24).map(|block| rows(&mut random, block)).collect();
        let folders = [Folder::new(), Folder::new()];
        for (folder, statistics) in folders.iter().zip([true, false]) {
            write(&folder.file("a.onesheet"), TYPE, &batches[..16], statistics);
            write(&folder.file("b.onesheet"), TYPE, &batches[16..], statistics);
        }
        passed += compare(&mut random, &folders, 40, &ALL_OR_SOME).await;
    }
    assert!(passed > 300, "{passed}");
}

/// The blocks of a file, whole.
fn pieces(bytes: &[u8]) -> Vec<Vec<u8>> {
    Slice::new(bytes).events().map(|event| event.bytes.to_vec()).collect()
}

fn is_statistics(piece: &[u8]) -> bool {
    piece.get(7) == Some(&0x73)
}

#[tokio::test]
async fn random_queries_of_damaged_and_joined_files() {
    let mut passed = 0;
    for seed in 0..24 {
        let mut random = Random::new(&format!("damage {seed}"));
        let folder = Folder::new();
        let mut all = Vec::new();
        // What is changed in a body is not seen where only other columns are read (F23).
        let mut columns = &ALL_OR_SOME[..];
        for part in 0..2 {
            let batches: Vec<_> =
                (0..10).map(|block| rows(&mut random, 10 * part + block)).collect();
            let path = folder.file("made.onesheet");
            write(&path, TYPE, &batches, true);
            all.extend(pieces(&fs::read(&path).unwrap()));
        }
        fs::remove_file(folder.file("made.onesheet")).unwrap();
        for _ in 0..random.below(5) {
            let (a, b) = (random.count(1, all.len()), random.count(1, all.len()));
            match random.below(5) {
                0 => all.swap(a, b),
                1 => drop(all.remove(a)),
                2 => all.insert(b, all[a].clone()),
                3 => {
                    let at = random.count(0, all[a].len());
                    all[a][at] ^= 1 << random.below(8);
                    if at >= 36 && !is_statistics(&all[a]) {
                        columns = &ALL_OR_SOME[..1];
                    }
                }
                _ => {
                    let len = random.count(0, all[a].len());
                    all[a].truncate(len);
                }
            }
        }
        let folders = [Folder::new(), Folder::new()];
        fs::write(folders[0].file("a.onesheet"), all.concat()).unwrap();
        all.retain(|piece| !is_statistics(piece));
        fs::write(folders[1].file("a.onesheet"), all.concat()).unwrap();
        passed += compare(&mut random, &folders, 12, columns).await;
    }
    assert!(passed > 150, "{passed}");
}

fn column(name: &str, values: impl IntoIterator<Item = u16>) -> RecordBatch {
    let column: ArrayRef = Arc::new(UInt16Array::from_iter_values(values));
    RecordBatch::try_from_iter([(name, column)]).unwrap()
}

#[tokio::test]
async fn fields_that_were_added_and_widened() {
    let folders = [Folder::new(), Folder::new()];
    for (folder, statistics) in folders.iter().zip([true, false]) {
        let old = [column("time", 1..4), column("time", 10..13)];
        write(&folder.file("a.onesheet"), "extensible struct R{time: u16}", &old, statistics);
        let new = |time: u64, port: u16| {
            let columns: [(_, ArrayRef); 2] = [
                ("time", Arc::new(UInt64Array::from(vec![time, time + 1]))),
                ("port", Arc::new(UInt16Array::from(vec![port, port + 1]))),
            ];
            RecordBatch::try_from_iter(columns).unwrap()
        };
        let ty = "extensible struct R{time: u64, port: u16 default}";
        write(&folder.file("b.onesheet"), ty, &[new(1 << 40, 5), new(2, 80)], statistics);
    }
    for (query, expected, passed) in [
        ("time = 11", vec!["11|"], 3),
        ("time < 3", vec!["1|", "2|", "2|80"], 2),
        ("time > 70000 and port < 6", vec!["1099511627776|5"], 3),
        ("port = 80", vec!["2|80"], 1),
        ("port is null and time > 12 and time < 100", vec![], 4),
        ("port is null or port > 80", vec!["10|", "11|", "12|", "1|", "2|", "3|", "3|81"], 0),
    ] {
        for (folder, passed) in folders.iter().zip([passed, 0]) {
            let session = Session::new(table(folder.path()), 1);
            let query = format!("select time, port from lines where {query}");
            let (mut rows, [found]) = session.counted(&query, ["blocks_skipped"]).await;
            rows.sort();
            assert_eq!(rows, expected, "{query}");
            assert_eq!(found, passed, "{query}");
        }
    }
}

/// The time of day of what lies between two evenings is not between theirs.
#[tokio::test]
async fn casts_that_keep_no_order() {
    const HOUR: i64 = 3600;
    let folder = Folder::new();
    let block = |n: [i32; 3], hours: [i64; 3]| {
        let columns: [(_, ArrayRef); 2] = [
            ("n", Arc::new(Int32Array::from_iter_values(n))),
            ("at", Arc::new(TimestampSecondArray::from_iter_values(hours.map(|h| h * HOUR)))),
        ];
        RecordBatch::try_from_iter(columns).unwrap()
    };
    let batches = [block([-1, 0, 1], [20, 30, 44]), block([5, 6, 7], [60, 61, 62])];
    write(&folder.file("a.onesheet"), "struct R{n: i32, at: i64}", &batches, true);
    for (query, expected, passed) in [
        // 30 hours are six in the morning.
        ("cast(at as time) < cast('07:00:00' as time)", vec!["0"], 0),
        ("cast(n as boolean) != true", vec!["0"], 0),
        ("cast(at as date) > cast('1970-01-02' as date)", vec!["5", "6", "7"], 0),
        ("cast(n as bigint) > 4", vec!["5", "6", "7"], 1),
        ("cast(n as double) < 0.5", vec!["-1", "0"], 1),
        ("at < cast('1970-01-02 00:00:00' as timestamp)", vec!["-1"], 1),
    ] {
        let session = Session::new(table(folder.path()), 1);
        let query = format!("select n from lines where {query}");
        let (found, [skipped]) = session.counted(&query, ["blocks_skipped"]).await;
        assert_eq!(
            (found, skipped),
            (expected.iter().map(|n| n.to_string()).collect(), passed),
            "{query}"
        );
    }
}

#[tokio::test]
async fn one_block_of_a_hundred_is_read() {
    let folder = Folder::new();
    let batches: Vec<_> =
        (0..100).map(|block| column("at", block * 600..(block + 1) * 600)).collect();
    write(&folder.file("a.onesheet"), "struct R{at: u16}", &batches, true);
    for (query, rows, passed) in [
        ("at = 31415", 1, 99),
        ("at in (5, 59999)", 2, 98),
        ("at between 599 and 600", 2, 98),
        ("at < 0 or at > 59998", 1, 99),
        ("at > 100 and at <= 600", 500, 98),
        ("at is not null", 60_000, 0),
        ("at >= 60000", 0, 100),
    ] {
        let session = Session::new(table(folder.path()), 1);
        let query = format!("select at from lines where {query}");
        let (found, [skipped]) = session.counted(&query, ["blocks_skipped"]).await;
        assert_eq!((found.len(), skipped), (rows, passed), "{query}");
    }
    let session = Session::new(table(folder.path()), 1);
    let shown = session.rows("explain select at from lines where at = 3").await.join("\n");
    assert!(shown.contains("filter=at = UInt16(3)"), "{shown}");
}

/// Of a file with statistics, a query of one column reads no more than that.
#[tokio::test]
async fn one_column_of_two_is_read() {
    let folders = [Folder::new(), Folder::new()];
    let text = "x".repeat(1000);
    let batches: Vec<_> = (0..20)
        .map(|block: u16| {
            let columns: [(_, ArrayRef); 2] = [
                ("at", Arc::new(UInt16Array::from_iter_values(block * 100..(block + 1) * 100))),
                ("text", Arc::new(StringArray::from_iter_values(vec![&text; 100]))),
            ];
            RecordBatch::try_from_iter(columns).unwrap()
        })
        .collect();
    let mut read = Vec::new();
    for (folder, statistics) in folders.iter().zip([true, false]) {
        let path = folder.file("a.onesheet");
        write(&path, "struct R{at: u16, text: str}", &batches, statistics);
        let session = Session::new(table(folder.path()), 1);
        let query = "select sum(at), max(at) from lines";
        let (rows, [bytes]) = session.counted(query, ["bytes_scanned"]).await;
        assert_eq!(rows, ["1999000|1999"]);
        assert!(bytes < fs::metadata(&path).unwrap().len() as usize + 2 * 65_536);
        read.push(bytes);
    }
    assert!(read[0] < read[1] / 5, "{read:?}");
}
