//! Files to be read, and queries of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::error::Result;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{SessionConfig, SessionContext};
use onesheet::{Deserialize, Serialize};
use onesheet_datafusion::{OnesheetTable, Options};
use onesheet_file::Writer;
use tempfile::TempDir;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[onesheet(extensible)]
pub struct Line {
    pub at: u64,
    pub device: String,
    pub event: Event,
    pub note: Option<String>,
    pub values: Vec<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Event {
    Tick,
    Alarm { code: u16, text: String },
}

/// Line `n`, of which no two are the same.
pub fn line(n: u64) -> Line {
    let event = match n % 5 {
        2 => Event::Alarm { code: (n % 7) as u16, text: format!("alarm {n}") },
        _ => Event::Tick,
    };
    Line {
        at: n,
        device: format!("device {}", n % 11),
        event,
        note: n.is_multiple_of(3).then(|| format!("note {n}")),
        values: (0..n % 4).map(|value| (value * n) as u16).collect(),
    }
}

/// What `select * from lines` gives for a line.
pub fn shown(line: &Line) -> String {
    let event = match &line.event {
        Event::Tick => "{tag: Tick, Alarm: }".to_owned(),
        Event::Alarm { code, text } => {
            format!("{{tag: Alarm, Alarm: {{code: {code}, text: {text}}}}}")
        }
    };
    let note = line.note.clone().unwrap_or_default();
    format!("{}|{}|{event}|{note}|{:?}", line.at, line.device, line.values)
}

/// A file of records, so many in a block.
pub fn write<T: Serialize>(path: &Path, records: &[T], block: usize) {
    let mut writer = Writer::<&T, _>::create(path, onesheet_file::Options::default()).unwrap();
    for records in records.chunks(block) {
        writer.write_block(&records.iter().collect::<Vec<_>>()).unwrap();
    }
    writer.finish().unwrap();
}

pub fn lines(range: std::ops::Range<u64>) -> Vec<Line> {
    range.map(line).collect()
}

pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Two files of lines in small blocks, one of one line, one of none, one of a large block.
    pub fn of_lines() -> (Self, Vec<Line>) {
        let folder = Folder::new();
        write(&folder.file("a.onesheet"), &lines(0..1000), 9);
        write(&folder.file("b.onesheet"), &lines(1000..1001), 1);
        write::<Line>(&folder.file("c.onesheet"), &[], 1);
        write(&folder.file("d.onesheet"), &lines(1001..4000), 3000);
        write(&folder.file("e.onesheet"), &lines(4000..5000), 50);
        (folder, lines(0..5000))
    }

    /// The sum of the bytes of all files.
    pub fn bytes(&self) -> usize {
        let files = fs::read_dir(self.path()).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().len() as usize).sum()
    }
}

/// Problems that were told, in order of their text.
#[derive(Clone, Default)]
pub struct Problems(Arc<Mutex<Vec<String>>>);

impl Problems {
    pub fn options(&self) -> Options {
        let problems = Arc::clone(&self.0);
        let on_problem = move |problem: &onesheet_datafusion::Problem<'_>| {
            problems.lock().unwrap().push(problem.to_string());
        };
        Options { on_problem: Some(Arc::new(on_problem)), ..Options::default() }
    }

    pub fn take(&self) -> Vec<String> {
        let mut problems = std::mem::take(&mut *self.0.lock().unwrap());
        problems.sort();
        problems
    }
}

/// A table that must have no problem.
pub fn table(location: impl Into<PathBuf>) -> OnesheetTable {
    OnesheetTable::open(location, Options { strict: true, ..Options::default() }).unwrap()
}

/// A session in which a table is called `lines`.
pub struct Session(pub SessionContext);

impl Session {
    pub fn new(table: OnesheetTable, partitions: usize) -> Self {
        let config = SessionConfig::new().with_target_partitions(partitions).with_batch_size(100);
        let context = SessionContext::new_with_config(config);
        context.register_table("lines", Arc::new(table)).unwrap();
        Session(context)
    }

    pub async fn plan(&self, query: &str) -> Arc<dyn ExecutionPlan> {
        self.0.sql(query).await.unwrap().create_physical_plan().await.unwrap()
    }

    pub async fn try_rows(&self, query: &str) -> Result<Vec<String>> {
        Ok(rows(&self.0.sql(query).await?.collect().await?))
    }

    /// The rows of a query, as text.
    pub async fn rows(&self, query: &str) -> Vec<String> {
        self.try_rows(query).await.unwrap()
    }

    /// The rows of a query, and what its reading counted by those names.
    pub async fn counted<const N: usize>(
        &self,
        query: &str,
        names: [&str; N],
    ) -> (Vec<String>, [usize; N]) {
        let plan = self.plan(query).await;
        let batches = collect(Arc::clone(&plan), self.0.task_ctx()).await.unwrap();
        (rows(&batches), names.map(|name| count(&plan, name)))
    }
}

/// What the reading of a plan counted by a name.
pub fn count(plan: &Arc<dyn ExecutionPlan>, name: &str) -> usize {
    reading(plan)
        .metrics()
        .and_then(|metrics| metrics.sum_by_name(name))
        .map_or(0, |n| n.as_usize())
}

/// The part of a plan that reads files.
pub fn reading(plan: &Arc<dyn ExecutionPlan>) -> Arc<dyn ExecutionPlan> {
    match plan.children().as_slice() {
        [] => Arc::clone(plan),
        [child, ..] => reading(child),
    }
}

/// The values of a batch as text, a row each.
pub fn rows(batches: &[RecordBatch]) -> Vec<String> {
    let row = |batch: &RecordBatch, row| {
        let values =
            batch.columns().iter().map(|column| array_value_to_string(column, row).unwrap());
        values.collect::<Vec<_>>().join("|")
    };
    batches.iter().flat_map(|batch| (0..batch.num_rows()).map(move |n| row(batch, n))).collect()
}
