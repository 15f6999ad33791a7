//! The plan that reads the files of a table.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::Statistics;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{EquivalenceProperties, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{
    Boundedness, EmissionType, ReplaceChildrenOptions, SchedulingType,
};
use datafusion::physical_plan::metrics::{ExecutionPlanMetricsSet, MetricsSet, RecordOutput};
use datafusion::physical_plan::statistics::StatisticsArgs;
use datafusion::physical_plan::stream::RecordBatchReceiverStreamBuilder;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, Partitioning, PlanProperties,
};
use onesheet_arrow::Decoder;

use crate::files::Part;
use crate::filter::Filter;
use crate::options::Options;
use crate::read::{Metrics, Reading};

/// Batches that wait for the query, of each partition.
const WAITING: usize = 2;

/// Reads the files of a table, each partition some of their bytes (F15).
#[derive(Clone, Debug)]
pub(crate) struct OnesheetExec {
    files: usize,
    partitions: Vec<Vec<Part>>,
    decoder: Decoder,
    options: Options,
    /// Rows of each partition, at most.
    limit: Option<usize>,
    /// Which blocks are wanted.
    filter: Option<Arc<Filter>>,
    /// About how many records there are.
    density: Density,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

/// How many records there were in how many bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Density {
    pub(crate) records: u64,
    pub(crate) bytes: u64,
}

impl Density {
    /// About what is in some bytes: it may be damaged, and there may be more since.
    pub(crate) fn statistics(&self, bytes: u64, schema: &SchemaRef) -> Statistics {
        let records = u128::from(bytes) * u128::from(self.records) / u128::from(self.bytes.max(1));
        let inexact = |n: u128| usize::try_from(n).map_or(Precision::Absent, Precision::Inexact);
        Statistics {
            num_rows: inexact(records),
            total_byte_size: inexact(u128::from(bytes)),
            ..Statistics::new_unknown(schema)
        }
    }
}

impl OnesheetExec {
    pub(crate) fn new(
        files: usize,
        partitions: Vec<Vec<Part>>,
        decoder: Decoder,
        options: Options,
        limit: Option<usize>,
        filter: Option<Filter>,
        density: Density,
    ) -> Self {
        let properties = PlanProperties::new(
            EquivalenceProperties::new(Arc::clone(decoder.schema())),
            Partitioning::UnknownPartitioning(partitions.len()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        // Batches come by a channel of tokio's.
        let properties = Arc::new(properties.with_scheduling_type(SchedulingType::Cooperative));
        let metrics = ExecutionPlanMetricsSet::new();
        let filter = filter.map(Arc::new);
        OnesheetExec {
            files,
            partitions,
            decoder,
            options,
            limit,
            filter,
            density,
            properties,
            metrics,
        }
    }

    fn parts(&self, partition: usize) -> Result<&[Part]> {
        let none = || DataFusionError::Internal(format!("there is no partition {partition}"));
        self.partitions.get(partition).map(Vec::as_slice).ok_or_else(none)
    }
}

impl DisplayAs for OnesheetExec {
    fn fmt_as(&self, format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.decoder.schema().fields().iter().map(|field| field.name().as_str());
        let columns = columns.collect::<Vec<_>>().join(", ");
        let (files, partitions) = (self.files, self.partitions.len());
        if matches!(format, DisplayFormatType::TreeRender) {
            return write!(f, "files={files}\nprojection={columns}");
        }
        write!(f, "OnesheetExec: files={files}, partitions={partitions}, projection=[{columns}]")?;
        if let Some(filter) = &self.filter {
            write!(f, ", filter={}", filter.text)?;
        }
        if let Some(limit) = self.limit {
            write!(f, ", limit={limit}")?;
        }
        if self.options.strict { f.write_str(", strict") } else { Ok(()) }
    }
}

impl ExecutionPlan for OnesheetExec {
    fn name(&self) -> &str {
        Self::static_name()
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn replace_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn with_new_children(
        self: Arc<Self>,
        _: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        Ok(self)
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let metrics = Metrics::new(&self.metrics, partition);
        let baseline = metrics.baseline.clone();
        let reading = Reading {
            parts: self.parts(partition)?.to_vec(),
            decoder: self.decoder.clone(),
            options: self.options.clone(),
            batch_size: context.session_config().batch_size(),
            limit: self.limit,
            filter: self.filter.clone(),
            metrics,
        };
        let mut stream = RecordBatchReceiverStreamBuilder::new(self.schema(), WAITING);
        let batches = stream.tx();
        stream.spawn_blocking(move || {
            let send =
                |batch: RecordBatch| batches.blocking_send(Ok(batch.record_output(&baseline)));
            reading.run(|batch| send(batch).is_ok())
        });
        Ok(stream.build())
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }

    fn statistics_from_inputs(
        &self,
        _: &[Arc<Statistics>],
        args: &StatisticsArgs,
    ) -> Result<Arc<Statistics>> {
        let partitions = match args.partition() {
            Some(partition) => vec![self.parts(partition)?],
            None => self.partitions.iter().map(Vec::as_slice).collect(),
        };
        let parts = partitions.into_iter().flatten();
        let bytes = parts.map(|part| part.range.end.saturating_sub(part.range.start));
        let bytes = bytes.fold(0, u64::saturating_add);
        Ok(Arc::new(self.density.statistics(bytes, &self.schema())))
    }

    fn with_fetch(&self, limit: Option<usize>) -> Option<Arc<dyn ExecutionPlan>> {
        let metrics = ExecutionPlanMetricsSet::new();
        Some(Arc::new(OnesheetExec { limit, metrics, ..self.clone() }))
    }

    fn fetch(&self) -> Option<usize> {
        self.limit
    }
}
