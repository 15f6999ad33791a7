//! Files as tables: those with a name, and those whose paths stand in the query.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use datafusion::catalog::{TableProvider, UrlTableFactory};
use datafusion::error::{DataFusionError, Result};
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use onesheet_datafusion::{OnesheetTable, Options, Problem};

use crate::failure;

/// Opens files as tables of a context.
pub struct Files {
    context: SessionContext,
    lossy: bool,
    problems: Arc<AtomicBool>,
}

impl Files {
    pub fn new(context: &SessionContext, lossy: bool) -> Self {
        Files { context: context.clone(), lossy, problems: Arc::default() }
    }

    /// Whether something was passed over.
    pub fn problems(&self) -> bool {
        self.problems.load(Ordering::Relaxed)
    }

    /// The table of a file, a folder or a pattern.
    pub async fn open(&self, location: &str) -> Result<Arc<dyn TableProvider>> {
        let path = Path::new(location);
        let extension = path.extension().and_then(|extension| extension.to_str());
        if matches!(extension, Some("parquet" | "pq")) {
            if !is_pattern(location) {
                path.metadata().map_err(|error| at(path, error))?;
            }
            let options = ParquetReadOptions::default().file_extension("");
            return Ok(self.context.read_parquet(location, options).await?.into_view());
        }
        if path.is_file() && extension != Some("onesheet") {
            let mut start = [0];
            let read = File::open(path).and_then(|mut file| file.read(&mut start));
            // Unused space may stand before the first block.
            if read.map_err(|error| at(path, error))? > 0 && !matches!(start, [0x89 | 0 | 0xff]) {
                return Err(DataFusionError::Plan(format!(
                    "{location}: not a file of records; name other files after the query"
                )));
            }
        }
        let problems = Arc::clone(&self.problems);
        let report = move |problem: &Problem<'_>| {
            problems.store(true, Ordering::Relaxed);
            failure::say(&problem.to_string());
        };
        let options = Options {
            strict: !self.lossy,
            on_problem: Some(Arc::new(report)),
            ..Options::default()
        };
        Ok(Arc::new(OnesheetTable::open(path, options)?))
    }
}

fn is_pattern(location: &str) -> bool {
    location.contains(['*', '?', '['])
}

fn at(path: &Path, error: std::io::Error) -> DataFusionError {
    std::io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Files").field("lossy", &self.lossy).finish_non_exhaustive()
    }
}

#[async_trait]
impl UrlTableFactory for Files {
    /// The table of what no table is called.
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        if Path::new(name).exists() || name.contains(['/', '.']) || is_pattern(name) {
            return self.open(name).await.map(Some);
        }
        let tables =
            self.context.catalog("datafusion").and_then(|catalog| catalog.schema("public"));
        let mut names = tables.map_or(Vec::new(), |schema| schema.table_names());
        names.sort();
        let there = match names.as_slice() {
            [] => "no file is named after the query".to_owned(),
            [only] => format!("there is {only}"),
            names => format!("there are {}", names.join(", ")),
        };
        Err(DataFusionError::Plan(format!("unknown table or file {name}; {there}")))
    }
}
