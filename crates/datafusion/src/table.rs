//! Files as a table.

use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Statistics;
use datafusion::common::runtime::SpawnedTask;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use onesheet_arrow::Decoder;

use crate::exec::{Density, OnesheetExec};
use crate::files::{find, split};
use crate::filter::Filter;
use crate::kinds::Kinds;
use crate::options::Options;

/// Files of records as a table of DataFusion's.
///
/// Its columns are those of a [`Decoder`] of the type as which the records of all files are read; fields with
/// other names at the same places, and other times, dates or decimals, are of another type. Fields
/// that were added later are null where they are missing, for a schema does not say their default (W30).
/// Columns that a query does not ask for are stepped over, and a limit ends the reading. Filters are
/// applied by DataFusion; blocks in which no row can pass them, by their statistics, are not read. The
/// number of rows that it tells the optimizer is that of the headers, and inexact.
///
/// A query takes the files that there are when it is planned, up to the bytes that they then have. The
/// columns stay.
#[derive(Debug)]
pub struct OnesheetTable {
    locations: Vec<PathBuf>,
    decoder: Decoder,
    options: Options,
    density: Density,
}

impl OnesheetTable {
    /// The table of a file; of all files `*.onesheet` of a folder, not those in folders in it; or of all
    /// files that a pattern matches, such as `logs/2024-*/*.onesheet`.
    ///
    /// It reads the headers of all blocks, and blocks the thread meanwhile.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use datafusion::prelude::SessionContext;
    /// use onesheet_datafusion::{OnesheetTable, Options};
    /// use onesheet_file::Writer;
    ///
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("a.onesheet");
    /// let mut writer = Writer::create(&path, Default::default())?;
    /// writer.write_block(&[("a".to_owned(), 1000u16), ("b".to_owned(), 1001)])?;
    /// writer.finish()?;
    ///
    /// let table = OnesheetTable::open(folder.path(), Options::default())?;
    /// let context = SessionContext::new();
    /// context.register_table("readings", Arc::new(table))?;
    /// let rows = context.sql("select * from readings where \"1\" > 1000").await?.count().await?;
    /// assert_eq!(rows, 1);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of the system, with the path. If there is no file, or none that has a section. If the files
    /// are no one table, by [`Decoder::takes`]: names two and says what stands against it.
    pub fn open(location: impl Into<PathBuf>, options: Options) -> Result<Self> {
        OnesheetTable::open_all([location], options)
    }

    /// The same of several locations, in their order; a file that is named twice is there once.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_all(
        locations: impl IntoIterator<Item = impl Into<PathBuf>>,
        options: Options,
    ) -> Result<Self> {
        let locations: Vec<PathBuf> = locations.into_iter().map(Into::into).collect();
        let nothing = |what| {
            let names = locations.iter().map(|path| path.display().to_string());
            DataFusionError::Plan(format!("{}: {what}", names.collect::<Vec<_>>().join(", ")))
        };
        let files = find(&locations)?;
        if files.is_empty() {
            return Err(nothing("no *.onesheet file"));
        }
        let kinds = Kinds::of(&files)?;
        let decoder = match &options.read_as {
            Some(ty) => {
                let decoder = Decoder::new(ty);
                let decoder = decoder.map_err(|error| DataFusionError::External(error.into()))?;
                decoder.table(kinds.about(ty))
            }
            None => kinds.common()?.ok_or_else(|| nothing("no intact schema block in any file"))?,
        };
        let density = Density { records: kinds.records, bytes: kinds.bytes };
        Ok(OnesheetTable { locations, decoder, options, density })
    }
}

#[async_trait]
impl TableProvider for OnesheetTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(self.decoder.schema())
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        filters: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let locations = self.locations.clone();
        let files = SpawnedTask::spawn_blocking(move || find(&locations)).await;
        let files = files.map_err(|error| DataFusionError::External(error.into()))??;
        let decoder = match projection {
            Some(columns) => self.decoder.project(columns),
            None => Ok(self.decoder.clone()),
        };
        let decoder = decoder.map_err(|error| DataFusionError::External(error.into()))?;
        let partitions = split(&files, state.config().target_partitions());
        let options = self.options.clone();
        Ok(Arc::new(OnesheetExec::new(
            files.len(),
            partitions,
            decoder,
            options,
            limit,
            Filter::new(filters, self.decoder.schema()),
            self.density,
        )))
    }

    fn supports_filters_pushdown(
        &self,
        filters: &[&Expr],
    ) -> Result<Vec<TableProviderFilterPushDown>> {
        let of = |filter: &&Expr| match Filter::new([*filter], self.decoder.schema()) {
            Some(_) => TableProviderFilterPushDown::Inexact,
            None => TableProviderFilterPushDown::Unsupported,
        };
        Ok(filters.iter().map(of).collect())
    }

    fn statistics(&self) -> Option<Statistics> {
        Some(self.density.statistics(self.density.bytes, self.decoder.schema()))
    }
}
