//! The rows are those of the records, however the files are split.

use std::collections::BTreeMap;

use onesheet::{Deserialize, Serialize};

use crate::made::{Event, Folder, Session, lines, shown, table, write};

#[tokio::test]
async fn rows_are_those_of_the_records() {
    let (folder, lines) = Folder::of_lines();
    let all: Vec<_> = lines.iter().map(shown).collect();
    let mut devices = BTreeMap::<&str, (u64, u64)>::new();
    for line in &lines {
        let (count, sum) = devices.entry(&line.device).or_default();
        (*count, *sum) = (*count + 1, *sum + line.at);
    }
    let devices: Vec<_> =
        devices.iter().map(|(d, (count, sum))| format!("{d}|{count}|{sum}")).collect();
    let alarms = lines.iter().filter_map(|line| match &line.event {
        Event::Alarm { code, text } => Some(format!("{code}|{text}")),
        Event::Tick => None,
    });
    let alarms: Vec<_> = alarms.collect();
    for partitions in [1, 2, 7, 8] {
        let session = Session::new(table(folder.path()), partitions);
        let query = "select device, count(*), sum(at) from lines group by device order by device";
        assert_eq!(session.rows("select * from lines order by at").await, all);
        assert_eq!(session.rows(query).await, devices);
        let query = "select event['Alarm']['code'], event['Alarm']['text'] from lines
            where event['tag'] = 'Alarm' order by at";
        assert_eq!(session.rows(query).await, alarms);
    }
}

/// A record that is there twice, and another that is missing, would not change the sum of one column.
#[tokio::test]
async fn each_record_is_there_once_wherever_files_are_cut() {
    let (folder, lines) = Folder::of_lines();
    let n = lines.len() as u64;
    let sums = format!("{n}|{}|{}", n * (n - 1) / 2, n * (n - 1) * (2 * n - 1) / 6);
    for partitions in 1..60 {
        let session = Session::new(table(folder.path()), partitions);
        let query = "select count(*), sum(at), sum(at * at) from lines";
        assert_eq!(session.rows(query).await, [sums.as_str()], "{partitions} partitions");
    }
}

#[tokio::test]
async fn one_partition_keeps_the_order_of_the_files() {
    let (folder, lines) = Folder::of_lines();
    let session = Session::new(table(folder.path()), 1);
    let all: Vec<_> = lines.iter().map(shown).collect();
    assert_eq!(session.rows("select * from lines").await, all);
}

#[tokio::test]
async fn each_column_can_be_selected() {
    #[derive(Clone, Serialize, Deserialize)]
    struct All {
        unit: (),
        flag: bool,
        letter: char,
        tiny: i8,
        wide: u128,
        ratio: f64,
        blob: [u8; 2],
        pair: (u16, String),
        grid: [[i16; 2]; 2],
        maybe: Option<Option<u8>>,
        level: Level,
        shape: Shape,
        outcome: Result<u16, String>,
        words: Vec<String>,
        parts: Vec<Option<Part>>,
        ages: BTreeMap<String, Option<u8>>,
    }
    #[derive(Clone, Serialize, Deserialize)]
    enum Level {
        Low,
        High,
    }
    #[derive(Clone, Serialize, Deserialize)]
    enum Shape {
        Dot,
        Circle(f32),
        Box { width: u8, height: u8 },
    }
    #[derive(Clone, Serialize, Deserialize)]
    struct Part {
        id: u32,
        tags: Vec<Level>,
    }
    let first = All {
        unit: (),
        flag: true,
        letter: 'é',
        tiny: -3,
        wide: u128::MAX,
        ratio: 0.5,
        blob: [1, 0xff],
        pair: (7, "seven".to_owned()),
        grid: [[1, 2], [3, -4]],
        maybe: Some(None),
        level: Level::High,
        shape: Shape::Box { width: 2, height: 3 },
        outcome: Err("no".to_owned()),
        words: vec!["a".to_owned(), String::new()],
        parts: vec![None, Some(Part { id: 9, tags: vec![Level::Low, Level::High] })],
        ages: [("ann".to_owned(), Some(3)), ("bob".to_owned(), None)].into(),
    };
    let second = All {
        maybe: None,
        level: Level::Low,
        shape: Shape::Circle(1.5),
        outcome: Ok(4),
        words: vec![],
        ..first.clone()
    };
    let third = All { maybe: Some(Some(6)), shape: Shape::Dot, ..second.clone() };
    let folder = Folder::new();
    write(&folder.file("all.onesheet"), &[first, second, third], 2);
    let session = Session::new(table(folder.path()), 1);
    let columns = [
        ("flag", ["true"; 3]),
        ("letter", ["é"; 3]),
        ("tiny", ["-3"; 3]),
        ("wide", ["340282366920938463463374607431768211455"; 3]),
        ("ratio", ["0.5"; 3]),
        ("blob", ["01ff"; 3]),
        ("pair", ["{0: 7, 1: seven}"; 3]),
        ("grid", ["[[1, 2], [3, -4]]"; 3]),
        ("maybe", ["{some: }", "", "{some: 6}"]),
        ("level", ["High", "Low", "Low"]),
        ("shape['tag']", ["Box", "Circle", "Dot"]),
        ("shape['Circle']", ["", "1.5", ""]),
        ("shape['Box']['height']", ["3", "", ""]),
        ("outcome['Err']", ["no", "", ""]),
        ("outcome['Ok']", ["", "4", "4"]),
        ("words", ["[a, ]", "[]", "[]"]),
        ("words[1]", ["a", "", ""]),
        ("parts[2]['id']", ["9"; 3]),
        ("parts[2]['tags']", ["[Low, High]"; 3]),
        ("map_extract(ages, 'ann')", ["[3]"; 3]),
        ("ages", ["{ann: 3, bob: }"; 3]),
    ];
    for (column, values) in columns {
        assert_eq!(session.rows(&format!("select {column} from lines")).await, values, "{column}");
    }
    let whole = session.rows("select * from lines").await;
    assert_eq!(whole.len(), 3);
    let grouped =
        session.rows("select level, count(*) from lines group by level order by level").await;
    assert_eq!(grouped, ["High|1", "Low|2"]);
}

#[tokio::test]
async fn a_batch_has_no_more_rows_than_the_session_wants() {
    let folder = Folder::new();
    write(&folder.file("a.onesheet"), &lines(0..250), 250);
    let session = Session::new(table(folder.path()), 1);
    let batches = session.0.sql("select at from lines").await.unwrap().collect().await.unwrap();
    let rows: Vec<_> = batches.iter().map(|batch| batch.num_rows()).collect();
    assert_eq!(rows, [84, 84, 82]);
}
