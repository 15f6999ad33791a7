//! Which files a table has.

use std::fs;

use datafusion::error::DataFusionError;
use onesheet_datafusion::{OnesheetTable, Options};
use onesheet_file::Writer;

use crate::made::{Folder, Line, Session, lines, table, write};

fn error(path: impl Into<std::path::PathBuf>) -> DataFusionError {
    OnesheetTable::open(path, Options::default()).unwrap_err()
}

#[tokio::test]
async fn a_folder_is_its_files_by_name() {
    let folder = Folder::new();
    write(&folder.file("b.onesheet"), &lines(2..4), 1);
    write(&folder.file("a.onesheet"), &lines(0..2), 1);
    fs::write(folder.file("notes.txt"), "none of these").unwrap();
    fs::create_dir(folder.file("deeper")).unwrap();
    fs::create_dir(folder.file("a folder.onesheet")).unwrap();
    write(&folder.file("deeper/c.onesheet"), &lines(4..6), 1);
    let session = Session::new(table(folder.path()), 1);
    assert_eq!(session.rows("select at from lines").await, ["0", "1", "2", "3"]);
    // Files that come are there in the next query.
    write(&folder.file("ab.onesheet"), &lines(7..8), 1);
    assert_eq!(session.rows("select at from lines").await, ["0", "1", "7", "2", "3"]);
    fs::remove_file(folder.file("a.onesheet")).unwrap();
    fs::remove_file(folder.file("b.onesheet")).unwrap();
    fs::remove_file(folder.file("ab.onesheet")).unwrap();
    assert!(session.rows("select at from lines").await.is_empty());
}

#[tokio::test]
async fn patterns_and_lists() {
    let folder = Folder::new();
    for (n, name) in ["a1.onesheet", "a2.log", "b1.onesheet", "[x].onesheet"].iter().enumerate() {
        write(&folder.file(name), &lines(n as u64..n as u64 + 1), 1);
    }
    let rows = async |table| Session::new(table, 1).rows("select at from lines").await;
    assert_eq!(rows(table(folder.file("a*"))).await, ["0", "1"]);
    assert_eq!(rows(table(folder.file("?1.onesheet"))).await, ["0", "2"]);
    // Which is a file, though it looks like a pattern.
    assert_eq!(rows(table(folder.file("[x].onesheet"))).await, ["3"]);
    let list = ["b1.onesheet", "a*", "a1.onesheet"].map(|name| folder.file(name));
    let table = OnesheetTable::open_all(list, Options::default()).unwrap();
    assert_eq!(rows(table).await, ["2", "0", "1"]);
}

#[test]
fn what_is_not_there_is_an_error() {
    let folder = Folder::new();
    let empty = error(folder.path()).to_string();
    assert!(empty.contains(&folder.path().display().to_string()), "{empty}");
    assert!(empty.contains("no *.onesheet file"), "{empty}");

    let none = error(folder.file("none.onesheet"));
    assert!(none.to_string().contains("none.onesheet: "), "{none}");
    let kind = std::io::ErrorKind::NotFound;
    assert!(matches!(&none, DataFusionError::IoError(error) if error.kind() == kind), "{none:?}");

    let pattern = error(folder.file("*.onesheet")).to_string();
    assert!(pattern.contains("no file matches"), "{pattern}");
    fs::write(folder.file("text.onesheet"), "not such a file").unwrap();
    let text = error(folder.path()).to_string();
    assert!(text.contains("no intact schema block in any file"), "{text}");
}

#[tokio::test]
async fn a_file_that_went_away_is_an_error() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &lines(0..10), 1);
    let session = Session::new(table(folder.path()), 1);
    let plan = session.plan("select at from lines").await;
    fs::remove_file(&path).unwrap();
    let error = datafusion::physical_plan::collect(plan, session.0.task_ctx()).await.unwrap_err();
    assert!(error.to_string().contains(&path.display().to_string()), "{error}");
}

#[tokio::test]
async fn a_file_that_was_replaced_since_the_plan_is_an_error() {
    let folder = Folder::new();
    let (path, other) = (folder.file("a.onesheet"), folder.file("other"));
    let session = |strict| {
        write(&path, &lines(0..10), 1);
        let options = Options { strict, ..Options::default() };
        Session::new(OnesheetTable::open(folder.path(), options).unwrap(), 2)
    };
    for strict in [false, true] {
        let session = session(strict);
        let plan = session.plan("select at from lines").await;
        write(&other, &lines(0..20), 1);
        fs::rename(&other, &path).unwrap();
        let error = datafusion::physical_plan::collect(plan, session.0.task_ctx()).await;
        let error = error.unwrap_err().to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
        assert!(error.contains("the file was replaced or cut since it was found"), "{error}");
        // The next query is of the new one.
        assert_eq!(session.rows("select at from lines").await.len(), 20);
        fs::remove_file(&path).unwrap();
    }
}

#[tokio::test]
async fn what_a_file_gains_after_the_plan_is_not_in_the_rows() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &lines(0..10), 1);
    let session = Session::new(table(folder.path()), 3);
    let plan = session.plan("select at from lines").await;
    let options = onesheet_file::Options::default();
    let (mut writer, _) = Writer::<Line, _>::append(&path, options).unwrap();
    writer.write_block(&lines(10..20)).unwrap();
    writer.finish().unwrap();
    let batches = datafusion::physical_plan::collect(plan, session.0.task_ctx()).await.unwrap();
    assert_eq!(batches.iter().map(|batch| batch.num_rows()).sum::<usize>(), 10);
    assert_eq!(session.rows("select at from lines").await.len(), 20);
}
