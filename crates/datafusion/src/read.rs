//! The batches of a partition.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::{Arc, OnceLock};

use datafusion::arrow::array::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use datafusion::physical_plan::metrics::{
    BaselineMetrics, Count, ExecutionPlanMetricsSet, MetricBuilder,
};
use onesheet_arrow::{Batches, Decoder, Error};
use onesheet_file::{Error as FileError, Reader};

use crate::files::{self, Part};
use crate::filter::Filter;
use crate::options::Options;
use crate::problem::Problem;

/// What a partition reads, and how.
pub(crate) struct Reading {
    pub(crate) parts: Vec<Part>,
    pub(crate) decoder: Decoder,
    pub(crate) options: Options,
    /// Rows of a batch, at most.
    pub(crate) batch_size: usize,
    /// Rows, at most.
    pub(crate) limit: Option<usize>,
    /// Which blocks are wanted.
    pub(crate) filter: Option<Arc<Filter>>,
    pub(crate) metrics: Metrics,
}

/// What is counted of a partition.
#[derive(Clone)]
pub(crate) struct Metrics {
    pub(crate) baseline: BaselineMetrics,
    /// Bytes that were read of the files.
    bytes_scanned: Count,
    problems: Count,
    /// Bytes without a good block (F11).
    bytes_skipped: Count,
    /// Blocks that were passed over by their statistics (F21).
    blocks_skipped: Count,
}

impl Metrics {
    pub(crate) fn new(metrics: &ExecutionPlanMetricsSet, partition: usize) -> Self {
        let counter = |name| MetricBuilder::new(metrics).counter(name, partition);
        Metrics {
            baseline: BaselineMetrics::new(metrics, partition),
            bytes_scanned: counter("bytes_scanned"),
            problems: counter("problems"),
            bytes_skipped: counter("bytes_skipped"),
            blocks_skipped: counter("blocks_skipped"),
        }
    }
}

impl Reading {
    /// Gives the batches to `send`, until it returns that no more are wanted. It blocks.
    pub(crate) fn run(&self, mut send: impl FnMut(RecordBatch) -> bool) -> Result<()> {
        let mut left = self.limit.unwrap_or(usize::MAX);
        for part in &self.parts {
            let first = Arc::new(OnceLock::new());
            let mut batches = self.batches(part, Arc::clone(&first))?;
            while left > 0 {
                let timer = self.metrics.baseline.elapsed_compute().timer();
                let batch = batches.next();
                drop(timer);
                if let Some(problem) = first.get() {
                    return Err(DataFusionError::Execution(String::clone(problem)));
                }
                let Some(batch) = batch else { break };
                let batch =
                    batch.map_err(|error| files::at(&part.path, io::Error::other(error)))?;
                for batch in slices(&batch, self.batch_size, left) {
                    left -= batch.num_rows();
                    if !send(batch) {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The batches of a part of a file. In a strict table, `first` is its first problem.
    fn batches(&self, part: &Part, first: Arc<OnceLock<String>>) -> Result<Batches<Counted>> {
        let bytes = self.metrics.bytes_scanned.clone();
        let open = || {
            let file = File::open(&part.path)?;
            part.identity.check(&file)?;
            Ok(Reader::part(Counted { file, bytes }, part.range.clone())?)
        };
        let reader = open().map_err(|error| match error {
            FileError::Io(error) => files::at(&part.path, error),
            error => files::at(&part.path, io::Error::other(error)),
        })?;
        let reader = reader.max_body(self.options.max_body);
        let Metrics { problems, bytes_skipped, blocks_skipped, .. } = self.metrics.clone();
        let Options { strict, on_problem, .. } = self.options.clone();
        let Part { path, range, .. } = part.clone();
        let report = move |at, error: &Error| {
            // A section before the part, which was reported where it is.
            if at < range.start {
                return;
            }
            problems.add(1);
            if let Error::File(FileError::Skipped { len, .. }) = error {
                bytes_skipped.add(usize::try_from(*len).unwrap_or(usize::MAX));
            }
            let problem = Problem { path: &path, at, error };
            match &on_problem {
                _ if strict => drop(first.get_or_init(|| problem.to_string())),
                Some(on_problem) => on_problem(&problem),
                None => log::warn!("{problem}"),
            }
        };
        let batches = Batches::new(reader, self.decoder.clone());
        let batches = batches.limits(self.options.limits).lossy(report);
        let Some(filter) = self.filter.clone() else { return Ok(batches) };
        Ok(batches.choose(move |bounds| filter.is_wanted(bounds), move |_| blocks_skipped.add(1)))
    }
}

/// The first rows of a batch, in batches of about the same number of rows, of which nothing is copied.
fn slices(
    batch: &RecordBatch,
    batch_size: usize,
    limit: usize,
) -> impl Iterator<Item = RecordBatch> {
    let rows = batch.num_rows().min(limit);
    let slices = rows.div_ceil(batch_size.max(1)).max(1);
    let size = rows.div_ceil(slices).max(1);
    (0..rows).step_by(size).map(move |start| batch.slice(start, size.min(rows - start)))
}

/// A file of which the bytes are counted that are read.
struct Counted {
    file: File,
    bytes: Count,
}

impl Read for Counted {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buf)?;
        self.bytes.add(read);
        Ok(read)
    }
}

impl Seek for Counted {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.seek(place)
    }
}
