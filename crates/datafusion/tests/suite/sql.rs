//! Tables that a statement creates.

use std::fs;
use std::sync::Arc;

use datafusion::error::Result;
use datafusion::execution::SessionStateBuilder;
use datafusion::prelude::SessionContext;
use onesheet_datafusion::{OnesheetTableFactory, Options};

use crate::made::{Folder, Session, lines, write};

fn session() -> Session {
    let factory = Arc::new(OnesheetTableFactory::new(Options::default()));
    let state = SessionStateBuilder::new_with_default_features()
        .with_table_factory("ONESHEET".to_owned(), factory)
        .build();
    Session(SessionContext::new_with_state(state))
}

async fn create(session: &Session, statement: &str) -> Result<()> {
    session.0.sql(statement).await?.collect().await.map(drop)
}

#[tokio::test]
async fn a_statement_creates_a_table() {
    let folder = Folder::new();
    write(&folder.file("a.onesheet"), &lines(0..10), 5);
    write(&folder.file("b.onesheet"), &lines(10..15), 5);
    let (session, path) = (session(), folder.path().display());
    let statement =
        format!("create external table lines stored as onesheet location '{path}/*.onesheet'");
    create(&session, &statement).await.unwrap();
    assert_eq!(session.rows("select count(*), max(at) from lines").await, ["15|14"]);
    let alarms = session.rows("select event['Alarm']['text'] from lines where at = 12").await;
    assert_eq!(alarms, ["alarm 12"]);
    let plan = session.rows("explain format indent select device from lines").await.join("\n");
    assert!(
        plan.contains("OnesheetExec: files=2") && plan.contains("projection=[device]"),
        "{plan}"
    );
}

#[tokio::test]
async fn options_of_a_statement() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &lines(0..10), 5);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 50]).unwrap();
    let (session, path) = (session(), path.display());
    for (name, options, rows) in [
        ("lax", "", Some("5")),
        ("strict", "options ('strict' 'true')", None),
        ("small", "options ('max_body' '10')", Some("0")),
        (
            "fewer",
            "options ('read_as' 'extensible struct Time{at: u64}', 'max_alloc' '100000')",
            Some("5"),
        ),
    ] {
        let statement = format!("stored as onesheet location '{path}' {options}");
        create(&session, &format!("create external table {name} {statement}")).await.unwrap();
        let found = session.try_rows(&format!("select count(*) from {name}")).await;
        match rows {
            Some(rows) => assert_eq!(found.unwrap(), [rows], "{name}"),
            None => assert!(found.unwrap_err().to_string().contains("truncated")),
        }
    }
    assert_eq!(session.rows("select * from fewer limit 1").await, ["0"]);
}

#[tokio::test]
async fn statements_that_are_for_other_tables_are_errors() {
    let folder = Folder::new();
    write(&folder.file("a.onesheet"), &lines(0..10), 5);
    let (session, path) = (session(), folder.path().display());
    for (columns, options, said) in [
        ("(at bigint)", "", "a list of columns is not supported"),
        ("", "options ('fast' 'true')", "no option is called fast"),
        ("", "options ('max_body' 'big')", "max_body: big"),
        ("", "options ('strict' 'maybe')", "strict: maybe"),
    ] {
        let statement = format!(
            "create external table lines {columns} stored as onesheet location '{path}' {options}"
        );
        let error = create(&session, &statement).await.unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}
