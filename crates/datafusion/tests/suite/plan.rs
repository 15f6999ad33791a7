//! What is left to the reading: columns, limits; and what it says to the optimizer.

use datafusion::physical_plan::displayable;
use onesheet_datafusion::OnesheetTable;
use onesheet_file::BlockWriter;

use crate::made::{Folder, Problems, Session, lines, reading, table, write};

#[tokio::test]
async fn a_plan_says_what_is_read() {
    let (folder, _) = Folder::of_lines();
    let session = Session::new(table(folder.path()), 4);
    for (query, said) in [
        ("select note, at from lines", "projection=[at, note], strict"),
        (
            "select event['tag'] from lines where at > 3",
            "projection=[at, event], filter=at > UInt64(3), strict",
        ),
        ("select count(*) from lines", "projection=[], strict"),
        ("select at from lines limit 7", "projection=[at], limit=7, strict"),
        ("select at from lines limit 7 offset 2", "projection=[at], limit=9, strict"),
        (
            "select at from lines where at > 3 limit 7",
            "projection=[at], filter=at > UInt64(3), strict",
        ),
    ] {
        let plan = displayable(reading(&session.plan(query).await).as_ref()).one_line().to_string();
        assert_eq!(plan.trim_end(), format!("OnesheetExec: files=5, partitions=4, {said}"));
    }
}

/// The texts of the second column are none, and the block's checks are right.
#[tokio::test]
async fn columns_that_are_not_asked_for_are_not_decoded() {
    let folder = Folder::new();
    let mut list = onesheet::list::encode(&[(1000u16, "a"), (1001, "b")]);
    let text = list.len() - 2;
    assert_eq!(&list[text..], b"ab");
    list[text] = 0xff;
    let mut writer = BlockWriter::new(Vec::new(), &"tuple(u16, str)".parse().unwrap()).unwrap();
    writer.write_list(&list, 2).unwrap();
    std::fs::write(folder.file("a.onesheet"), writer.finish().unwrap()).unwrap();

    let problems = Problems::default();
    let table = OnesheetTable::open(folder.path(), problems.options()).unwrap();
    let session = Session::new(table, 1);
    assert_eq!(session.rows("select \"0\" from lines").await, ["1000", "1001"]);
    assert_eq!(session.rows("select count(*) from lines").await, ["2"]);
    assert!(problems.take().is_empty());
    assert!(session.rows("select \"1\" from lines").await.is_empty());
    let problems = problems.take();
    assert!(problems.len() == 1 && problems[0].contains("a.onesheet: byte "), "{problems:?}");
}

#[tokio::test]
async fn a_limit_ends_the_reading() {
    let folder = Folder::new();
    write(&folder.file("a.onesheet"), &lines(0..100_000), 1000);
    let bytes = folder.bytes();
    assert!(bytes > 1_000_000, "{bytes}");
    let session = Session::new(table(folder.path()), 1);
    let (rows, [read]) = session.counted("select at from lines limit 3", ["bytes_scanned"]).await;
    assert_eq!(rows, ["0", "1", "2"]);
    assert!(read < bytes / 10, "{read} of {bytes} bytes");
    let (rows, [read]) =
        session.counted("select at from lines limit 1000000", ["bytes_scanned"]).await;
    assert_eq!((rows.len(), read), (100_000, bytes));

    for (limit, found) in [(0, 0), (1, 1), (2500, 2500), (99_999, 99_999), (100_001, 100_000)] {
        let session = Session::new(table(folder.path()), 5);
        let rows = session.rows(&format!("select at from lines limit {limit}")).await;
        assert_eq!(rows.len(), found);
    }
}

#[tokio::test]
async fn the_number_of_rows_is_said_to_be_inexact() {
    use datafusion::catalog::TableProvider;
    use datafusion::common::stats::Precision;
    use datafusion::physical_plan::statistics::{StatisticsArgs, StatisticsContext};

    let (folder, lines) = Folder::of_lines();
    let table = table(folder.path());
    let rows = table.statistics().unwrap().num_rows;
    assert_eq!(rows, Precision::Inexact(lines.len()));
    let plan = Session::new(table, 3).plan("select at from lines").await;
    let of = |partition| {
        let args = StatisticsArgs::new().with_partition(partition);
        StatisticsContext::new().compute(reading(&plan).as_ref(), &args).unwrap()
    };
    assert_eq!(of(None).num_rows, Precision::Inexact(lines.len()));
    let thirds: usize = (0..3).map(|n| *of(Some(n)).num_rows.get_value().unwrap()).sum();
    assert!(lines.len() - thirds < 3, "{thirds}");
}
