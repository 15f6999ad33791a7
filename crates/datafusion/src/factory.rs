//! `CREATE EXTERNAL TABLE … STORED AS ONESHEET`.

use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::{Session, TableProvider, TableProviderFactory};
use datafusion::common::runtime::SpawnedTask;
use datafusion::error::{DataFusionError, Result};
use datafusion::logical_expr::CreateExternalTable;

use crate::options::Options;
use crate::table::OnesheetTable;

/// Makes tables of `CREATE EXTERNAL TABLE name STORED AS ONESHEET LOCATION 'path'`.
///
/// `OPTIONS` may have `strict`, `max_body`, `max_alloc` and `read_as`, a schema in its text form.
///
/// ```
/// use std::sync::Arc;
/// use datafusion::execution::SessionStateBuilder;
/// use datafusion::prelude::SessionContext;
/// use onesheet_datafusion::{OnesheetTableFactory, Options};
///
/// let factory = Arc::new(OnesheetTableFactory::new(Options::default()));
/// let state = SessionStateBuilder::new_with_default_features()
///     .with_table_factory("ONESHEET".to_owned(), factory)
///     .build();
/// let context = SessionContext::new_with_state(state);
/// # drop(context);
/// ```
#[derive(Debug, Default)]
pub struct OnesheetTableFactory {
    options: Options,
}

impl OnesheetTableFactory {
    /// A factory of tables with these options, unless a statement has others.
    #[must_use]
    pub fn new(options: Options) -> Self {
        OnesheetTableFactory { options }
    }
}

#[async_trait]
impl TableProviderFactory for OnesheetTableFactory {
    /// # Errors
    /// As [`OnesheetTable::open`]; and for what a statement says that is not for such a table: columns,
    /// an order, partitions, unknown options.
    async fn create(
        &self,
        _: &dyn Session,
        statement: &CreateExternalTable,
    ) -> Result<Arc<dyn TableProvider>> {
        if !statement.schema.fields().is_empty() {
            return unfit("a list of columns is not supported: the files say which there are");
        }
        if !statement.table_partition_cols.is_empty() {
            return unfit("PARTITIONED BY is not supported");
        }
        if !statement.order_exprs.is_empty() {
            return unfit("WITH ORDER is not supported");
        }
        let options = self.options.clone().with(&statement.options)?;
        let locations = statement.locations.clone();
        let table = SpawnedTask::spawn_blocking(|| OnesheetTable::open_all(locations, options));
        let table = table.await.map_err(|error| DataFusionError::External(error.into()))??;
        Ok(Arc::new(table))
    }
}

fn unfit<T>(why: &str) -> Result<T> {
    Err(DataFusionError::Plan(format!("STORED AS ONESHEET: {why}")))
}
