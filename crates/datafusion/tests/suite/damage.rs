//! Damaged files: all that is whole is there, once, and what is not is told.

use std::fs;
use std::path::Path;

use onesheet_datafusion::{OnesheetTable, Options};
use onesheet_file::{Slice, What};

use crate::made::{Folder, Line, Problems, Session, lines, write};

/// Where each block of records begins and ends, and how many it has.
fn blocks(path: &Path) -> Vec<(usize, usize, usize)> {
    let bytes = fs::read(path).unwrap();
    let events = Slice::new(&bytes).events();
    let blocks = events.filter_map(|event| match event.what {
        What::Records(block) => {
            let at = event.at as usize;
            Some((at, at + event.bytes.len(), block.count() as usize))
        }
        _ => None,
    });
    blocks.collect()
}

fn open(folder: &Folder, problems: &Problems) -> OnesheetTable {
    OnesheetTable::open(folder.path(), problems.options()).unwrap()
}

#[tokio::test]
async fn of_torn_files_all_whole_blocks_are_there_once() {
    let folder = Folder::new();
    let path = folder.file("b.onesheet");
    write(&path, &lines(1000..1200), 7);
    let (whole, blocks) = (fs::read(&path).unwrap(), blocks(&path));
    write(&folder.file("a.onesheet"), &lines(0..10), 5);
    write(&folder.file("c.onesheet"), &lines(10..20), 5);
    // Every place in the first block, and places all over the file.
    let first = blocks[0].0;
    let step = whole.len() / 83;
    for cut in (0..first).step_by(7).chain((first..whole.len()).step_by(step)) {
        fs::write(&path, &whole[..cut]).unwrap();
        let there = blocks.iter().filter(|(_, end, _)| *end <= cut);
        let there: u64 = there.map(|(.., count)| *count as u64).sum();
        let expected: Vec<String> =
            (0..20).chain(1000..1000 + there).map(|at: u64| at.to_string()).collect();
        let is_torn = cut > 0 && cut != first && !blocks.iter().any(|(_, end, _)| *end == cut);
        for partitions in [1, 3, 8] {
            let problems = Problems::default();
            let session = Session::new(open(&folder, &problems), partitions);
            let rows = session.rows("select at from lines order by at").await;
            assert_eq!(rows, expected, "cut at byte {cut}, {partitions} partitions");
            assert_eq!(problems.take().len(), usize::from(is_torn), "cut at byte {cut}");
            let count = session.rows("select count(*) from lines").await;
            assert_eq!(count, [expected.len().to_string()], "cut at byte {cut}");
        }
    }
}

#[tokio::test]
async fn a_problem_is_told_and_counted_once() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &lines(0..1000), 20);
    let (last, end, _) = *blocks(&path).last().unwrap();
    let torn = fs::read(&path).unwrap()[..end - 1].to_vec();
    fs::write(&path, torn).unwrap();
    let lost = end - 1 - last;
    let told = format!(
        "{}: byte {last}: truncated: {lost} bytes from byte {last} on are not a block",
        path.display()
    );
    for partitions in 1..12 {
        let problems = Problems::default();
        let session = Session::new(open(&folder, &problems), partitions);
        let names = ["problems", "bytes_skipped"];
        let (rows, counted) = session.counted("select at from lines", names).await;
        assert_eq!((rows.len(), counted), (980, [1, lost]));
        assert_eq!(problems.take(), [told.as_str()]);
    }
    let session = Session::new(open(&folder, &Problems::default()), 1);
    let analyzed = session.rows("explain analyze select count(*) from lines").await.join("\n");
    assert!(analyzed.contains(&format!("bytes_skipped={lost}, problems=1")), "{analyzed}");
}

#[tokio::test]
async fn a_changed_byte_costs_its_block() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &lines(0..1000), 20);
    let (at, end, _) = blocks(&path)[17];
    let mut bytes = fs::read(&path).unwrap();
    bytes[end - 3] ^= 0x10;
    fs::write(&path, bytes).unwrap();
    let problems = Problems::default();
    let session = Session::new(open(&folder, &problems), 1);
    let expected: Vec<_> =
        (0..1000).filter(|at| !(340..360).contains(at)).map(|at: u64| at.to_string()).collect();
    assert_eq!(session.rows("select at from lines").await, expected);
    let told = problems.take();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains(&format!("byte {at}: checksum")), "{told:?}");
    assert!(told[1].contains(&format!("byte {end}: gap")), "{told:?}");
    // The count is of the blocks, not of the headers, which say that 1,000 are there.
    assert_eq!(session.rows("select count(*) from lines").await, ["980"]);
}

#[tokio::test]
async fn in_a_strict_table_the_first_problem_is_an_error() {
    let folder = Folder::new();
    let path = folder.file("a.onesheet");
    write(&path, &lines(0..1000), 20);
    let (at, end, _) = blocks(&path)[17];
    let mut bytes = fs::read(&path).unwrap();
    bytes[end - 3] ^= 0x10;
    fs::write(&path, bytes).unwrap();
    for partitions in [1, 2, 7] {
        let options = Options { strict: true, ..Options::default() };
        let table = OnesheetTable::open(folder.path(), options).unwrap();
        let session = Session::new(table, partitions);
        for query in ["select * from lines", "select count(*) from lines"] {
            let error = session.try_rows(query).await.unwrap_err().to_string();
            let said = format!("{}: byte {at}: checksum: {} bytes", path.display(), end - at);
            assert!(error.contains(&said), "{error}");
        }
    }
}

#[tokio::test]
async fn blocks_above_the_bounds_are_problems() {
    let folder = Folder::new();
    write(&folder.file("a.onesheet"), &lines(0..1000), 500);
    write(&folder.file("b.onesheet"), &lines(1000..1010), 10);
    let problems = Problems::default();
    let options = Options { max_body: 2000, ..problems.options() };
    let session = Session::new(OnesheetTable::open(folder.path(), options).unwrap(), 1);
    assert_eq!(session.rows("select count(*) from lines").await, ["10"]);
    let told = problems.take();
    assert!(told.iter().any(|told| told.contains("too long")), "{told:?}");

    let mut options = problems.options();
    options.limits.max_alloc = 2000;
    let session = Session::new(OnesheetTable::open(folder.path(), options).unwrap(), 1);
    assert_eq!(session.rows("select device from lines").await.len(), 10);
    assert_eq!(problems.take().len(), 2);
}

#[tokio::test]
async fn a_file_without_a_section_is_no_table_but_no_harm_to_one() {
    let folder = Folder::new();
    fs::write(folder.file("a.onesheet"), b"").unwrap();
    let error = |folder: &Folder| {
        OnesheetTable::open(folder.path(), Options::default()).unwrap_err().to_string()
    };
    assert!(error(&folder).contains("no intact schema block in any file"));
    fs::write(folder.file("b.onesheet"), b"\x89os1 no more came").unwrap();
    assert!(error(&folder).contains("no intact schema block in any file"));
    write::<Line>(&folder.file("c.onesheet"), &lines(0..3), 3);
    let problems = Problems::default();
    let session = Session::new(open(&folder, &problems), 4);
    assert_eq!(session.rows("select count(*) from lines").await, ["3"]);
    let problems = problems.take();
    assert!(problems.len() == 1 && problems[0].contains("b.onesheet: byte 0: "), "{problems:?}");
}
